/**
 * The body behind the headers of a printed request, where no reader knows its name or its notation. It is the first text in quotation
 * marks there, or all that follows.
 *
 *     POST /v1/import { authorization: '…', 'content-length': '9' } id,name        →      id,name⏎1
 *     1
 *
 * The Content-Length decides. Without one, the Content-Type must fit, and the text must end with the body. A note always says that the
 * body was found in this way. Texts have one character for each byte.
 */
import { isFormText, isJson } from './escapedBody.ts'
import { matchAt } from './matchAt.ts'
import type { Pair } from './Pair.ts'
import { findHeaders } from './values/headerList.ts'
import { indexLiterals } from './values/literalIndex.ts'
import { literalTree } from './values/literals/literalTree.ts'
import { responseBegins } from './values/responseBegins.ts'
import { inBackslashes } from './wireText.ts'

export interface BodyInRest {
  readonly body: string
  /** How it was found. */
  readonly note: string
}

/** What is known of the request. */
export interface HeadOfRest {
  /** The value of the Authorization header, as it is in the text. */
  readonly authorization: string
  readonly headers: ReadonlyArray<Pair>
  /** The Content-Length. */
  readonly announced: number | undefined
}

/** What is said of a body that only its length shows. */
export const foundByLength =
  'No reader knows the form of this body. A text behind the headers has the length of the Content-Length, so this text was read as the body.'

export const readToTheEnd =
  'Everything behind the headers was read as the body, without the last line end. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

export const readInQuotes =
  'The text in quotation marks behind the headers was read as the body, without its escapes. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

export const readUnescaped =
  'The JSON behind the name of the body was read as the body, without its escapes. There is no Content-Length to check that, and the verdict depends on it; if other bytes were sent, give the body itself.'

/** A longer text is not looked through again. */
const longestText = 1_000_000

/** The body in the rest of the text. Undefined if nothing there can be taken for it. */
export const bodyInRest = (text: string, head: HeadOfRest): BodyInRest | undefined => {
  if (text.length > longestText) return undefined
  const measuredHead = { ...head, announced: head.announced ?? lengthIn(text) }
  const places = placesOfBody(text, head.authorization)
  const isMeasured = measuredHead.announced !== undefined
  for (const place of places) {
    // What has the name of a body is another body than this.
    if (!place.isNamed && !isMeasured && (place.isAfterWords || places.some(({ isNamed }) => isNamed))) continue
    const found = bodyAt(text.slice(place.start, place.end), place, measuredHead)
    if (found !== undefined) return found
  }
  return undefined
}

/** The Content-Length, if the text has one, and no reader knows in which form: `└─ content-length: 47`. Undefined if it has several. */
const lengthIn = (text: string): number | undefined => {
  const lengths = new Set(
    [...text.matchAll(/content-length\W{1,16}(\d{1,12})\b/gi)].map(([, digits]) => Number(digits)),
  )
  return lengths.size === 1 ? [...lengths][0] : undefined
}

// ---- Where the body may begin

/** The name of a body, at the beginning of a line or behind a blank or a mark: `body=`, `Body:`, `payload →`, `└─ data: `, `| body |`. */
const nameOfBody =
  /(?:^|[\n\t ,;:|{(])(?<!\bres(?:ponse)?[ ._-])["'`]?:?(?:(?:raw|req|request|sent)[ ._-]?)?(?:body|payload|data|content|req(?:uest)?)(?:[ _-]sent)?["'`]?(?: ?\([\w -]{1,32}\))?[ \t]{0,64}(?:=>|->|\xe2\x86\x92|[:|]|=(?!=)|\xe2\x94\x82)[ \t]{0,32}(?:\r?\n)?/gi

/** What stands between the headers and the body: brackets, a comma, and a blank or a line end. Dumper of Perl names the values. */
const behindGroup =
  /^[>)\]}]{0,4}[,;]?(?:[ \t]{1,64}|[ \t]{0,64}\r?\n[ \t]{0,64})(?:\$VAR\d{1,2} = )?|^[>)\]}]{0,4};\$VAR\d{1,2} = /

/** Another request begins: a method before a URL, or under its name. */
const otherRequest = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:)|["']method["']?[ \t]{0,8}[:=]/

/** Names are tried up to this number. */
const mostNames = 4

/** Where the body may be: from its first character up to the end of the text, or of the group that holds it. */
interface Place {
  readonly start: number
  readonly end: number
  /** Whether it is behind the name of a body. */
  readonly isNamed: boolean
  /** Whether no other request follows. */
  readonly isLast: boolean
  /** Whether other lines than headers stand before it: the empty line there may be one in the body. */
  readonly isAfterWords: boolean
}

/** The places behind the headers, the likeliest first. */
const placesOfBody = (text: string, authorization: string): ReadonlyArray<Place> => {
  const at = authorization === '' ? -1 : text.indexOf(authorization)
  if (at < 0) return []
  const endOfValue = at + authorization.length
  const group = groupOfHeaders(text, endOfValue)
  const from = group?.to ?? endOfValue
  const wholeRest = text.slice(from, group?.endOfOuter ?? text.length)
  const untilOther = wholeRest.search(otherRequest)
  const rest = untilOther < 0 ? wholeRest : wholeRest.slice(0, untilOther)
  const isLast = untilOther < 0
  const headLength = headerLines.exec(rest)?.[0].length ?? 0
  const place = (start: number, isNamed: boolean): Place => ({
    start: from + start,
    end: from + rest.length,
    isNamed,
    isLast,
    isAfterWords: group === undefined && start > headLength + 2,
  })
  const named = [...rest.matchAll(nameOfBody)]
    .slice(0, mostNames)
    .map(({ 0: name, index }) => place(index + name.length, true))
  const gaps = group === undefined ? gapsInLines(rest) : gapsBehind(rest, (group.endOfCall ?? from) - from)
  const isName = (gap: number): boolean => rest.slice(Math.max(0, gap - 1), gap + 64).search(nameOfBody) === 0
  const unnamed = gaps.filter((gap) => !isName(gap)).map((gap) => place(gap, false))
  return [...named.slice(0, 1), ...unnamed, ...named.slice(1), ...placesBefore(text.slice(0, at))]
}

/** Mechanize of Ruby prints the body before the headers: `query: "{}"`. */
const nameBefore = /\b(?:body|payload|data|query)["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?=["'])/g

/** The places before the headers, up to a response: what follows that may be of the response. */
const placesBefore = (before: string): ReadonlyArray<Place> => {
  const response = before.search(responseBegins)
  return [...before.matchAll(nameBefore)]
    .filter(({ index }) => response < 0 || index < response)
    .slice(0, mostNames)
    .map(({ 0: name, index }) => ({
      start: index + name.length,
      end: before.length,
      isNamed: true,
      isLast: false,
      isAfterWords: false,
    }))
}

/** The group of the headers: where it ends, and where the group round it ends. */
interface GroupOfHeaders {
  readonly to: number
  readonly endOfOuter: number | undefined
  /** The end of the object that has the headers, if something follows it: `RequestInfo(headers={…}) {"a":1}`. */
  readonly endOfCall: number | undefined
}

/** Undefined if the headers are lines, or if something follows the group round them. */
const groupOfHeaders = (text: string, endOfValue: number): GroupOfHeaders | undefined => {
  const root = literalTree(text)
  const [group, outer] = findHeaders(text, root, indexLiterals(root))?.path ?? []
  if (group === undefined || group === root || group.isOpen === true || group.to < endOfValue) return undefined
  const isOuterLast = outer !== undefined && outer !== root && text.slice(outer.to).trim() === ''
  const isInner = outer !== undefined && outer !== root && !isOuterLast && outer.isOpen !== true
  return { to: group.to, endOfOuter: isOuterLast ? outer.to - 1 : undefined, endOfCall: isInner ? outer.to : undefined }
}

/** What stands behind the group of the headers, and behind the object round it. */
const gapsBehind = (rest: string, endOfCall: number): ReadonlyArray<number> =>
  [...new Set([0, endOfCall])].flatMap((end) => {
    const gap = behindGroup.exec(rest.slice(end, end + 256))?.[0].length
    return gap === undefined ? [] : [end + gap]
  })

/** The end of the Authorization line, without other words, and lines of other headers. */
const headerLines = /^[^\w\n]{0,64}\n(?:[ \t]{0,64}[\w-]{1,64}: [^\n]{0,4096}\n){0,64}/

/** Behind the lines of the headers, if a text in quotation marks is there; and behind the first empty line. */
const gapsInLines = (rest: string): ReadonlyArray<number> => {
  const head = headerLines.exec(rest)?.[0].length ?? 0
  const blanks = /^[ \t]{0,64}(?=b?["'])/.exec(rest.slice(head, head + 68))?.[0].length
  const emptyLine = /\n[ \t]{0,64}\r?\n/.exec(rest)
  return [
    ...(head > 0 && blanks !== undefined ? [head + blanks] : []),
    ...(emptyLine === null ? [] : [emptyLine.index + emptyLine[0].length]),
  ]
}

// ---- The body

/** Beginnings of indented texts, of notations of several lines, of lists of bytes, of blocks of YAML, and of a mark of OkHttp: their text is not the body to the letter. */
const otherNotation = /^\s|^(?:-{2,3}> END |'''|"""|<Buffer |(?:\[\]|\w{1,32}\(\d{1,12}\) )[\w[{(]|[|>][-+]?\d?\r?\n)/

/** Lines of a block are looked at up to this number. */
const mostBlockLines = 4096

/** The quotation marks that may stand round a block of lines. */
const fence = /^[ \t]{0,64}(?:'''|"""|```)[ \t]{0,8}\n/

/**
 * The body of a block of lines that a program has indented: without the indentation of its lines, up to the length that was sent. The first
 * line may stand behind the name of the body.
 *
 *     body: '''id,name
 *              1,red
 *              '''                →   id,name⏎1,red⏎
 */
const blockOfLength = (rest: string, announced: number): string | undefined => {
  const opened = rest.replace(/^(?:'''|""")\n?/, '')
  const inside = (fence.test(rest) ? rest.replace(fence, '') : opened).split('\n', mostBlockLines)
  const [first = '', ...others] = inside
  const indentations = others.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  // The least is that of the last line of JSON.
  const least = indentations.reduce((lowest, indentation) => Math.min(lowest, indentation), Number.POSITIVE_INFINITY)
  for (const indentation of new Set([indentationOf(first), ...indentations.slice(0, 4), least])) {
    if (!Number.isFinite(indentation)) continue
    if (indentation === 0) continue
    const isFirstToo = indentationOf(first) >= indentation
    const lines = [
      isFirstToo ? first.slice(indentation) : first,
      ...others.map((line) => line.slice(Math.min(indentation, indentationOf(line)))),
    ]
    const body = lines.join('\n')
    const after = body.slice(announced)
    if (body.length >= announced && /^(?:\s{0,64}(?:$|'''|"""|```)|\n)/.test(after)) return body.slice(0, announced)
  }
  return undefined
}

const indentationOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0

const bodyAt = (rest: string, place: Place, head: HeadOfRest): BodyInRest | undefined => {
  const found = plainBodyAt(rest, place, head)
  if (found !== undefined || !place.isNamed || head.announced === undefined) return found
  const block = blockOfLength(rest, head.announced)
  return block === undefined || isOfProgram(block) ? undefined : measured(block)
}

const plainBodyAt = (rest: string, { isNamed, isLast: endsText }: Place, head: HeadOfRest): BodyInRest | undefined => {
  if (otherNotation.test(rest)) return undefined
  const quoted = quotedAt(rest)
  if (quoted !== undefined) {
    // A name in quotation marks, or one of several texts.
    if (/^\s{0,8}(?::|=>)/.test(quoted.after) || (!isNamed && quoted.after.startsWith(','))) return undefined
    const readings = [quoted.unescaped, quoted.written]
    if (head.announced !== undefined) return measured(readings.find(({ length }) => length === head.announced))
    const isLast = endsText && /^[\s,;)\]}>]{0,64}(?:$|-> [1-5]\d\d\b)/.test(quoted.after)
    const fitting = readings.find((reading) => fitsType(reading, head.headers, isNamed))
    return isLast && fitting !== undefined ? { body: fitting, note: readInQuotes } : undefined
  }
  const unescaped = isNamed && endsText ? withoutEscapesOfJson(rest) : undefined
  if (unescaped !== undefined && head.announced === undefined) return { body: unescaped, note: readUnescaped }
  if (unescaped !== undefined && unescaped.length === head.announced) return measured(unescaped)
  if (head.announced !== undefined) {
    // Words behind the headers may have the length of a line by chance.
    const end = isNamed ? /^(?:\s{0,64}$|\r?\n|[ \t]{1,4096}(?:\||\xe2\x94\x82))/ : /^\s{0,64}$/
    const after = rest.slice(head.announced)
    const body = rest.slice(0, head.announced)
    // Blanks at the end of a cell are of the table.
    const isPadded = (/^[ \t]/.test(after) && /[ \t]$/.test(body)) || /\n[ \t]{1,256}\n?$/.test(body)
    const isBody = rest.length >= head.announced && end.test(after) && !isPadded && !isOfProgram(body)
    return measured(isBody ? body : undefined)
  }
  const cell = isNamed ? cellAt(rest) : undefined
  if (cell !== undefined)
    return isJson(cell) && fitsType(cell, head.headers, isNamed) ? { body: cell, note: readToTheEnd } : undefined
  const body = rest.replace(/\r?\n$/, '')
  return endsText && !goesOnBehind(body) && fitsType(body, head.headers, isNamed)
    ? { body, note: readToTheEnd }
    : undefined
}

/** JSON up to the end of the text that a program has escaped without quotation marks, `{\"a\":1}`: the text is no JSON with its backslashes. */
const withoutEscapesOfJson = (rest: string): string | undefined => {
  const written = rest.trimEnd()
  if (written.includes('\n') || !/^[[{]{1,8}\\"/.test(written)) return undefined
  const bare = inBackslashes(written)
  return isJson(bare) ? bare : undefined
}

/** The text of a cell up to the line that closes it. Undefined if the text is in no cell. */
const cellAt = (rest: string): string | undefined => {
  const [line = ''] = rest.split('\n', 1)
  const bare = line.trimEnd()
  const closing = ['|', '\xe2\x94\x82'].find((mark) => bare.endsWith(mark))
  return closing === undefined ? undefined : bare.slice(0, -closing.length).trimEnd()
}

/** A list or an object that is no JSON is in the notation of a program; a fence is of a document; and a name may be of the response. */
const isOfProgram = (body: string): boolean =>
  (/^(?:[[{]|\w{1,16} \{)/.test(body) && !isJson(body)) ||
  /(?:^|\n)```/.test(body) ||
  /^res(?:ponse)?[ ._-]/i.test(body)

/** A shorter text may have the length of the body by chance. */
const shortestBody = 4

const measured = (body: string | undefined): BodyInRest | undefined =>
  body === undefined || body.length < shortestBody ? undefined : { body, note: foundByLength }

interface Quoted {
  /** Between the quotation marks, as it is written. */
  readonly written: string
  readonly unescaped: string
  readonly after: string
}

const quotedPiece = /(?:[bBuU]?(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)')|`([^`\\]*)`)/y

/** A text in quotation marks at the beginning, perhaps in pieces with a plus or a line end between them. */
const quotedAt = (rest: string): Quoted | undefined => {
  let written = ''
  let end = 0
  for (;;) {
    const piece = matchAt(quotedPiece, rest, end)
    if (piece === null) break
    written += piece[1] ?? piece[2] ?? piece[3] ?? ''
    end += piece[0].length
    const joint = matchAt(joints, rest, end)
    if (joint === null || matchAt(quotedPiece, rest, end + joint[0].length) === null) break
    end += joint[0].length
  }
  return end === 0 ? undefined : { written, unescaped: inBackslashes(written), after: rest.slice(end) }
}

/** What is between two pieces of one text. */
const joints = /[ \t]{0,64}\+[ \t]{0,64}(?:\r?\n)?[ \t]{0,256}|[ \t]{0,64}\r?\n[ \t]{1,256}/y

/** A line of a log: a time, or a level. */
const lineOfLog = /(?:^|\n)[^\n]{0,64}?(?:\d\d:\d\d:\d\d|\b(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR)\b)/

/** Whether a program has escaped the text, and all that stands round it: `id,name\\n1,\\"red\\"`. JSON has such escapes itself. */
const isEscaped = (body: string): boolean => /\\["n]/.test(body) && !isJson(body)

/** Whether something else than the body may follow: lines of a log, or the response. */
const goesOnBehind = (body: string): boolean => lineOfLog.test(body) || responseBegins.test(body) || isEscaped(body)

/** Whether the text is of the kind that the Content-Type announces. Any words may be plain text, so this needs a name. */
const fitsType = (body: string, headers: ReadonlyArray<Pair>, isNamed: boolean): boolean => {
  const type = headers.find(([fieldName]) => fieldName.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? ''
  if (type === '' || !/[0-9A-Za-z\x80-\xff]/.test(body)) return false
  if (type.includes('json')) return /^\s{0,64}[[{]/.test(body) && !body.includes('\n') && isJson(body)
  if (type.includes('urlencoded')) return isFormText(body)
  if (type.includes('multipart')) return body.startsWith('--')
  if (type.includes('xml')) return /^\s{0,64}<[\s\S]*>\s{0,64}$/.test(body)
  return (isNamed || !type.startsWith('text/plain')) && !/^[[{]/.test(body)
}
