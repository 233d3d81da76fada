/**
 * What two targets show by themselves: the difference between the one that was signed and the one that arrived, in words.
 * `/api/v1/jobs` signed and `/v1/jobs` sent: the prefix `/api`, which a proxy removes. It claims no more than the texts show.
 */
import { decode, split } from './forms/percent.ts'
import type { Telling } from './Telling.ts'
import { listed, variablesIn } from './variables.ts'

/** The two targets in their two halves. */
interface Halves {
  readonly signed: string
  readonly sent: string
  readonly signedPath: string
  readonly sentPath: string
  /** With its question mark. */
  readonly signedQuery: string
  readonly sentQuery: string
}

type Namer = (halves: Halves) => Telling | undefined

const segmentsOf = (path: string): ReadonlyArray<string> => path.split('/').slice(1)

const said = (what: string, remedy: string, detail?: string): Telling => ({ what, remedy, detail })

const signWhatIsSent = 'Sign the target that is sent.'

/** What the path that was signed has in front of the one that arrived. */
const prefixAdded: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  const prefix = signedPath.slice(0, -sentPath.length)
  if (sentPath.length < 2 || prefix === '' || signedQuery !== sentQuery) return undefined
  if (!signedPath.endsWith(sentPath) || !prefix.startsWith('/') || prefix.endsWith('/')) return undefined
  if (sentPath === prefix || sentPath.startsWith(`${prefix}/`))
    return said(
      `The caller signed the prefix ${prefix} twice, and sent it once.`,
      'Join the base URL and the path once, then sign and send that.',
      `${prefix} twice`,
    )
  return {
    id: 'target-prefix-added',
    detail: prefix,
    what: `The caller signed the path with the prefix ${prefix}, and the path arrived without it: a proxy removes it, or the caller did not send it.`,
    remedy: `Let the verifier see the path as the caller sent it: keep the prefix in the proxy, or give the verifier's adapter prefix: '${prefix}'.`,
  }
}

const withoutDots = (path: string): string => {
  const kept: Array<string> = []
  for (const segment of segmentsOf(path)) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

const dotSegments: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signedQuery !== sentQuery || signedPath === sentPath) return undefined
  if (withoutDots(signedPath) !== withoutDots(sentPath)) return undefined
  return signedPath.length > sentPath.length
    ? said(
        'The caller signed a path with dot segments, and its HTTP library or a proxy resolved them.',
        'Resolve . and .. before the path is signed.',
        'dot segments',
      )
    : said(
        'The caller resolved the dot segments of the path before it signed, and sent them.',
        signWhatIsSent,
        'dot segments',
      )
}

/** As tools and languages write the place of a value that is not there yet, also percent-encoded. */
const template =
  /^(?::[\w-]+|\{+ ?[.$]?[\w-]*(?: [\w-]+)* ?\}+|<+[\w-]+>+|\[+[\w-]+\]+|[$@#]?\{[\w.()/,-]+\}|[$@][\w-]+|\$\([\w-]+\)|%\([\w-]+\)s|%[\w-]+%|\{% [^%]+ %\}|__\w+__|%s|undefined|null|None|NaN|\[object Object\])$/

const isTemplate = (text: string): boolean => template.test(text) || template.test(decode(text))

/** One segment more, one less, or another one. */
const segment: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signedQuery !== sentQuery) return undefined
  const signed = segmentsOf(signedPath)
  const sent = segmentsOf(sentPath)
  const at = signed.findIndex((each, i) => each !== sent[i])
  const first = at < 0 ? Math.min(signed.length, sent.length) : at
  const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => a.join('/') === b.join('/')
  if (sent.length > signed.length && isSame(signed, sent.slice(0, signed.length)))
    return said(
      `The caller signed the path without its end, /${sent.slice(signed.length).join('/')}.`,
      signWhatIsSent,
      `without /${sent.slice(signed.length).join('/')}`,
    )
  if (signed.length > sent.length && isSame(sent, signed.slice(0, sent.length)))
    return said(
      `The caller signed the path with a further end, /${signed.slice(sent.length).join('/')}, that it did not send.`,
      signWhatIsSent,
      `with /${signed.slice(sent.length).join('/')}`,
    )
  if (isSame(signed, sent.toSpliced(first, 1)))
    return said(
      `The caller signed the path without its segment ${sent[first]}.`,
      signWhatIsSent,
      `without ${sent[first]}`,
    )
  if (isSame(signed.toSpliced(first, 1), sent))
    return said(
      `The caller signed the path with a further segment, ${signed[first]}, that did not arrive.`,
      signWhatIsSent,
      `with ${signed[first]}`,
    )
  if (signed.length !== sent.length || !isSame(signed.with(first, ''), sent.with(first, ''))) return undefined
  const theirs = signed[first] as string
  if (theirs === '')
    return said(
      `The caller signed the path without ${sent[first]}, which a server or a client puts in place of nothing.`,
      signWhatIsSent,
      `without ${sent[first]}`,
    )
  if (isTemplate(theirs) || variablesIn(theirs, '').length > 0)
    return said(
      `The caller signed the path with ${theirs} in place of ${sent[first]}: a template that was not filled in.`,
      'Fill the template in before the path is signed.',
      theirs,
    )
  return said(
    `The caller signed ${theirs} where ${sent[first]} was sent, in segment ${first + 1} of the path.`,
    signWhatIsSent,
    `${theirs} for ${sent[first]}`,
  )
}

const letterCase: Namer = ({ signed, sent }) =>
  signed.toLowerCase() === sent.toLowerCase()
    ? said(
        'The caller signed the target in other letters, upper or lower case, than arrived; some servers and proxies change them.',
        'Sign and send the target in the same letters.',
        'upper and lower case',
      )
    : undefined

const whiteSpace: Namer = ({ signed, sent }) =>
  signed.replace(/\s/g, '') === sent
    ? said(
        'The caller signed white space with the target, such as the line end of a file or of a variable.',
        'Cut off the white space before the target is signed and sent.',
        JSON.stringify(signed),
      )
    : undefined

/** The items of a query that only one of the two has. */
const fewerItems = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const left = [...all]
  for (const item of some) {
    const at = left.indexOf(item)
    if (at < 0) return undefined
    left.splice(at, 1)
  }
  return left
}

const itemsOf = (query: string): ReadonlyArray<string> => (query === '' ? [] : query.slice(1).split('&'))

/** The items whose values are templates, if the two differ in such items alone. */
const unfilledItems = (signed: ReadonlyArray<string>, sent: ReadonlyArray<string>): ReadonlyArray<string> => {
  const differing = signed.filter((item, i) => item !== sent[i])
  const isUnfilled = (item: string): boolean =>
    isTemplate(item.slice(item.indexOf('=') + 1)) || variablesIn(item, '').length > 0
  return signed.length === sent.length && differing.every(isUnfilled) ? differing : []
}

const query: Namer = ({ signed, signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signed === `${sentPath}\n${sentQuery.slice(1)}`)
    return said(
      'The caller signed the query on a line of its own, as other schemes do.',
      'Sign path and query as one text, with the question mark.',
      'a line feed for ?',
    )
  if (signedPath !== sentPath) return undefined
  if (signedQuery === '?' && sentQuery === '')
    return said('The caller signed a question mark with nothing after it.', signWhatIsSent, 'a bare ?')
  const doubled = sentQuery.slice(1)
  if (doubled !== '' && [`${sentQuery}${sentQuery}`, `${sentQuery}&${doubled}`, `?${sentQuery}`].includes(signedQuery))
    return said('The caller appended the query twice where it signed.', 'Append the query once.', 'the query twice')
  const unfilled = unfilledItems(itemsOf(signedQuery), itemsOf(sentQuery))
  if (unfilled.length > 0)
    return said(
      `The caller signed the query with ${listed(unfilled)}: a template that was not filled in.`,
      'Fill the template in before the query is signed.',
      unfilled.join('&'),
    )
  const missing = fewerItems(itemsOf(signedQuery), itemsOf(sentQuery))
  if (missing !== undefined && missing.length > 0)
    return said(
      `The caller signed the query without ${missing.join('&')}: it was added after signing, by the client or on the way.`,
      'Add every parameter before the target is signed, and let nothing on the way add one.',
      `without ${missing.join('&')}`,
    )
  const lost = fewerItems(itemsOf(sentQuery), itemsOf(signedQuery))
  if (lost !== undefined && lost.length > 0)
    return said(
      `The caller signed ${lost.join('&')} in the query, and it did not arrive: the client or a proxy dropped it.`,
      'Send every parameter that is signed, and let nothing on the way drop one.',
      `with ${lost.join('&')}`,
    )
  return undefined
}

/** What a file is named by, at the end of one of the two paths. */
const extension: Namer = ({ signedPath, sentPath, signedQuery, sentQuery }) => {
  if (signedQuery !== sentQuery) return undefined
  const ofPath = (path: string): readonly [stem: string, extension: string] => {
    const [, stem = path, end = ''] = /^(.*[^/])(\.[0-9A-Za-z]{1,6})$/.exec(path) ?? []
    return [stem, end]
  }
  const [theirs, added] = ofPath(signedPath)
  const [ours, sent] = ofPath(sentPath)
  if (theirs.replace(/\/$/, '') !== ours.replace(/\/$/, '') || added === sent) return undefined
  const says = (end: string): string => (end === '' ? 'without an extension' : `with ${end}`)
  return said(
    `The caller signed the path ${says(added)}, and it arrived ${says(sent)}.`,
    signWhatIsSent,
    `${added === '' ? sent : added} ${added === '' ? 'left out' : 'signed'}`,
  )
}

const namers: ReadonlyArray<Namer> = [dotSegments, prefixAdded, query, extension, letterCase, whiteSpace, segment]

const halvesOf = (signed: string, sent: string): Halves => {
  const [signedPath, signedQuery] = split(signed)
  const [sentPath, sentQuery] = split(sent)
  return { signed, sent, signedPath, sentPath, signedQuery, sentQuery }
}

/** The difference of two targets, if it can be named. */
export const targetDifference = (signed: string, sent: string): Telling | undefined => {
  const halves = halvesOf(signed, sent)
  for (const name of namers) {
    const telling = name(halves)
    if (telling !== undefined) return telling
  }
  return undefined
}
