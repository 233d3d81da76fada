/**
 * The parts of a request that stand in a text whose form no reader knows: the value of the Authorization header, the method and the
 * target, each with its line, and the lines that nobody understood. A refusal names them, so it never denies what the text has. If every
 * part stands there once, they are the request.
 *
 *     "POST"                          the method, line 1
 *     "/v1/jobs"                      the target, line 2
 *     {"Authorization"=>"SVC-…"}      the Authorization header, line 3
 *     "{\"a\":1}"                     not understood: line 4
 *
 * Texts have one character for each byte.
 */
import type { Pair } from './Pair.ts'
import { responseBegins } from './values/responseBegins.ts'
import { itemsOfHeader, wholeHeaders } from './wholeHeaders.ts'

/** A part, and the line in which it begins, from 1. */
export interface FoundPart {
  readonly value: string
  readonly line: number
}

export interface PartsInText {
  /** Each is undefined if the text has none, or several. */
  readonly authorization: FoundPart | undefined
  readonly method: FoundPart | undefined
  /** A URL or a path. */
  readonly target: FoundPart | undefined
  /** The lines of a part that the text has several times, with other values. Empty if it has the part once or not at all. */
  readonly several: { readonly [Part in 'authorization' | 'method' | 'target']: ReadonlyArray<number> }
  /** Whether the text has a word that may be this part, though perhaps several. */
  readonly mentions: { readonly [Part in 'authorization' | 'method' | 'target']: boolean }
  /** Whether each part stands in the text once, and method and target before the header, so that they belong together. */
  readonly isWhole: boolean
  /** Headers that say what the body is. */
  readonly headers: ReadonlyArray<Pair>
  /** The lines with other words, as ranges: first and last. */
  readonly notUnderstood: ReadonlyArray<readonly [first: number, last: number]>
}

export const partsInText = (text: string): PartsInText => {
  const lineOf = lineCounter(text)
  const found = (part: Placed | undefined): FoundPart | undefined =>
    part === undefined ? undefined : { value: part.value, line: lineOf(part.at) }
  const values = [...wholeHeaders(text)].map(({ 0: value, index }) => ({ value: withoutClosing(value), at: index }))
  const authorization = only(values)
  const before = text.slice(0, authorization?.at ?? 0)
  const address = addressIn(before)
  const { method, target: likelyTarget } = isClear(before, address) ? address : addressIn(text)
  const target = likelyTarget !== undefined && isEndClear(text, likelyTarget) ? likelyTarget : undefined
  const parts = { authorization: found(authorization), method: found(method), target: found(target) }
  const several = {
    authorization: linesOfSeveral(values, lineOf),
    method: method === undefined ? linesOfSeveral(methodsIn(text), lineOf) : [],
    target: likelyTarget === undefined ? linesOfSeveral(targetsIn(text), lineOf) : [],
  }
  const lines = [
    ...Object.values(parts).flatMap((part) => (part === undefined ? [] : [part.line])),
    ...Object.values(several).flat(),
  ]
  const response = authorization === undefined ? -1 : text.slice(authorization.at).search(responseBegins)
  const ofRequest = response < 0 ? text : text.slice(0, (authorization?.at ?? 0) + response)
  return {
    ...parts,
    several,
    mentions: {
      authorization: values.length > 0,
      method: anyMethod.test(text),
      target: anyTarget.test(withoutHeaders(text)),
    },
    isWhole: isClear(before, address) && agrees(ofRequest, address),
    headers: headersIn(ofRequest),
    notUnderstood: otherLines(text, lines),
  }
}

/** Base64 of a signature has slashes. */
const withoutHeaders = (text: string): string => text.replace(new RegExp(itemsOfHeader, 'g'), '')

const anyMethod = /(?<![A-Za-z-])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)(?![A-Za-z-])/
const anyTarget = /:\/\/[\w.-]|\.\w{2,16}(?::\d{1,5})?\/\w|(?:^|[\s"'=:(,])\/[\w%~.-]|\/\w{1,64}\/\w|\/\w{1,64}\?\w/

/** A query beside the URL, or in a text with escapes: the target is then not what the text has in one place. */
const partedTarget =
  /quer(?:y|ies)\w{0,16}["']?[ \t]{0,8}(?:=>|[:=])[ \t\r\n]{0,64}(?!["'][[{<])[\w"'([{]|\\n[A-Z]{3,7} \/|\\"(?:method|ur[il]|path|rawPath|headers?)\\"/i

/** Whether no URL under a name is another one than the target. */
const agrees = (textOfRequest: string, { target }: Address): boolean =>
  target !== undefined && onlyTarget([target, ...placesOf(textOfRequest, namedTarget, 1)]) !== undefined

/** Whether method and target stand there, and nothing else that could be one of them. */
const isClear = (before: string, { method, target }: Address): boolean => {
  const methods = new Set(placesOf(before, bareMethod, 1).map(({ value }) => value.toUpperCase()))
  const others = [...placesOf(before, anyUrl, 1), ...placesOf(before, quotedPath, 1)]
    .map(bareTarget)
    .map(withoutEntities)
  return (
    method !== undefined &&
    target !== undefined &&
    methods.size <= 1 &&
    // A document may have another request in the elements before.
    !before.includes('</') &&
    // A URL in parts has its query elsewhere.
    !/\bscheme["']?[ \t]{0,8}[:=]/i.test(before) &&
    isEndClear(before, target) &&
    // A text with escapes may hold another method and path.
    target.at > before.lastIndexOf('\\"') &&
    onlyTarget([target, ...others])?.value.endsWith(target.value.replace(/^https?:\/\/[^/?]*/, '')) === true &&
    (target.value.includes('?') || !partedTarget.test(before))
  )
}

/**
 * Whether the text shows where the target ends. In quotation marks, it ends at the closing one. Elsewhere another mark of a target may be
 * of it or of the text: `/v1/jobs?f={a}`, `(/v1/jobs(1))`.
 */
const isEndClear = (before: string, target: Placed): boolean => {
  const [written = ''] = before.slice(target.at).match(beginsWithTarget) ?? []
  const isTrimmed = bareTarget({ value: written, at: 0 }).value !== written
  const next = before[target.at + written.length] ?? ''
  const mark = before[target.at - 1] ?? ''
  if (/["'`]/.test(mark)) return next === mark && !isTrimmed
  return !/["'`{<|\\^}]/.test(next) && !(isTrimmed && /[([]/.test(written))
}

// ---- One part

/** A value, and its offset. */
interface Placed {
  readonly value: string
  readonly at: number
}

/** The first of these values if all are the same. Undefined if they differ, or if there is none. */
const only = (places: ReadonlyArray<Placed>): Placed | undefined =>
  new Set(places.map(({ value }) => value)).size === 1 ? places[0] : undefined

/** The lines of these values, each once, if there are several values. */
const linesOfSeveral = (places: ReadonlyArray<Placed>, lineOf: (offset: number) => number): ReadonlyArray<number> =>
  new Set(places.map(({ value }) => value)).size < 2 ? [] : [...new Set(places.map(({ at }) => lineOf(at)))]

/** Base64 ends before the marks that close a list or a table, or that stand for a line end. */
const withoutClosing = (value: string): string => value.replace(/[^\w+/=.~%,-][^,]{0,64}$/, '')

const methodWord = '(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)'
const targetWord = '((?:https?:\\/\\/[^\\s/"\'`<>|\\\\^{}]{1,256}|(?=\\/))(?:\\/[^\\s"\'`<>|\\\\^{}]{0,65536})?)'

/** What is between a name and its value: marks, blanks, lines of a table, tags of XML. */
const gap = '(?:<\\/?\\w{1,16}>|[^\\w<\\/*]){1,200}?'

/** `POST https://h/v1/jobs`, `"POST", "/v1/jobs"`, `"POST"⏎"/v1/jobs"` */
const methodBesideTarget = new RegExp(`(?<![A-Za-z])${methodWord}["'\`]?[\\s,|:]{1,64}["'\`]?${targetWord}`, 'g')
/** `Net::HTTP::Post: /v1/jobs` */
const classOfRuby = new RegExp(`\\bNet::HTTP::(Get|Post|Put|Patch|Delete|Head|Options)\\b[: ]{1,8}${targetWord}`, 'g')
const namedMethod = new RegExp(`(?<![A-Za-z])(?:method|verb)${gap}${methodWord}\\b`, 'gi')
const namedTarget = new RegExp(`(?<![A-Za-z])(?:url|uri|path|target|endpoint)${gap}${targetWord}`, 'gi')
const beginsWithTarget = new RegExp(`^${targetWord}`)
const quotedPath = /["'`](\/[\w%~.-][^\s"'`]{0,4096})["'`]/g
const anyUrl = /(https?:\/\/[\w.:-]{1,256}\/[^\s"'`<>|\\^{}]{0,65536})/g
const bareMethod = new RegExp(`(?<![A-Za-z-])${methodWord}(?![A-Za-z-])`, 'g')

/** Of more matches the others are not looked at. */
const mostMatches = 256

const placesOf = (text: string, pattern: RegExp, group: number): ReadonlyArray<Placed> => {
  const places: Array<Placed> = []
  for (const match of text.matchAll(pattern)) {
    const value = match[group] ?? ''
    if (value !== '') places.push({ value, at: match.index + match[0].lastIndexOf(value) })
    if (places.length === mostMatches) break
  }
  return places
}

const upper = ({ value, at }: Placed): Placed => ({ value: value.toUpperCase(), at })

/** Without the mark that ends the sentence, the list or the quotation round it. */
const bareTarget = ({ value, at }: Placed): Placed => ({ value: value.replace(/[,;:.)\]]{1,8}$/, ''), at })

/** XML and HTML escape the mark between parameters. A query in a text has none before `amp;`. */
const withoutEntities = ({ value, at }: Placed): Placed => ({ value: value.replaceAll('&amp;', '&'), at })

/** A path with names in place of values: `/v1/jobs/:id`. */
const isRoute = (path: string): boolean => /\/:[A-Za-z_]/.test(path)

/** The only target. A URL and its path are one target, and so are a path and the same path with its query. */
const onlyTarget = (places: ReadonlyArray<Placed>): Placed | undefined => {
  const targets = places
    .map(bareTarget)
    .map(withoutEntities)
    .filter(({ value }) => value !== '' && !isRoute(value))
  const [longest, ...others] = targets.toSorted((a, b) => b.value.length - a.value.length)
  const path = longest?.value.replace(/^https?:\/\/[^/?]*/, '') ?? ''
  const isSame = ({ value }: Placed): boolean =>
    value === longest?.value ||
    value === path ||
    value === path.split('?')[0] ||
    longest?.value.startsWith(`${value}?`) === true
  return others.every(isSame) ? longest : undefined
}

interface Address {
  readonly method: Placed | undefined
  readonly target: Placed | undefined
}

/** Method and target: side by side, under their names, or the only ones. */
const addressIn = (text: string): Address => ({
  method: only(methodsIn(text)),
  target: onlyTarget(targetsIn(text)),
})

/** The pattern of method and target side by side that the text has. */
const besideIn = (text: string): RegExp | undefined =>
  [methodBesideTarget, classOfRuby].find((pattern) => placesOf(text, pattern, 1).length > 0)

/** The methods beside targets; if there are none, those under their name; otherwise all that stand alone. */
const methodsIn = (text: string): ReadonlyArray<Placed> => {
  const beside = besideIn(text)
  const named = beside === undefined ? placesOf(text, namedMethod, 1) : placesOf(text, beside, 1)
  return (named.length > 0 ? named : placesOf(text, bareMethod, 1)).map(upper)
}

/** The targets beside methods, or under their names. */
const targetsIn = (text: string): ReadonlyArray<Placed> => {
  const beside = besideIn(text)
  return beside === undefined ? placesOf(text, namedTarget, 1) : placesOf(text, beside, 2)
}

// ---- The other headers

const named = (name: string, value: string): RegExp => new RegExp(`(?<![\\w-])${name}${gap}(${value})`, 'gi')

const bodyHeaders: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['host', named('host', '[\\w.-]{1,255}(?::\\d{1,5})?')],
  ['content-type', named('content-type', '[\\w.+-]{1,64}\\/[\\w.+-]{1,64}')],
  ['content-length', named('content-length', '\\d{1,12}')],
  ['content-encoding', named('content-encoding', '[\\w-]{1,16}')],
  ['transfer-encoding', named('transfer-encoding', '[\\w-]{1,16}')],
]

/** If there are several values, none is taken. */
const headersIn = (textOfRequest: string): ReadonlyArray<Pair> =>
  bodyHeaders.flatMap(([name, pattern]): ReadonlyArray<Pair> => {
    const header = only(placesOf(textOfRequest, pattern, 1))
    return header === undefined ? [] : [[name, header.value]]
  })

// ---- Lines

/** Gives the line of an offset, from 1. The offsets may come in any order. */
const lineCounter = (text: string): ((offset: number) => number) => {
  const ends: Array<number> = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (offset) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

/** A line with no word, or with a header: a name and its value. */
const isPlain = (line: string): boolean =>
  !/[0-9A-Za-z\x80-\xff]/.test(line) ||
  /^\W{0,32}(?:accept|connection|content|host|user-agent|x|cache-control|date|sec|origin|referer)(?:-[\w-]{1,64})?["']?[ \t]{0,8}(?:=>|[:=,])/i.test(
    line,
  )

/** Ranges of the lines that hold no part. */
const otherLines = (text: string, known: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> => {
  const ranges: Array<[number, number]> = []
  for (const [i, line] of text.split('\n').entries()) {
    if (known.includes(i + 1) || isPlain(line.slice(0, 256))) continue
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === i) last[1] = i + 1
    else ranges.push([i + 1, i + 1])
  }
  return ranges
}
