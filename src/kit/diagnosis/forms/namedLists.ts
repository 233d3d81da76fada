/**
 * Short texts that a caller signs by a rule of its own: some parts of the request beside one more value of it, such as the id of a device
 * in a header or in the body. The rules of other services often have such a list.
 *
 *     door-07:1700000000:2bf54525…      x-device-id (header), timestamp, SHA-256 of the body
 *     1700000000|POST|/v1/jobs|t-9      timestamp, method, path, tenant (member of the body)
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { inspect } from '../../../core/untrusted.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { type Draft, type Layout, type NamedValue, rewritable, standard } from '../Draft.ts'
import type { Telling } from '../Telling.ts'
import { listed } from '../variables.ts'
import { utf8 } from './charsets.ts'
import { textAlone } from './layouts.ts'
import { splitTarget } from './percent.ts'
import type { Form } from './Respelling.ts'

// ---- The pieces of a list

/** A text that a list may have: a part of the request in one of its forms, or a further value. */
interface Piece {
  readonly name: string
  readonly text: string
  /** A list has at most one piece of each part. */
  readonly part: 'timestamp' | 'nonce' | 'method' | 'target' | 'body' | 'further value'
}

/** The lists have the hash of a longer body, but not the body itself. */
const maxBody = 4096
/** A request with a longer body has no such lists. */
const maxHashed = 65_536

const emptyText = 'an empty text'
const appIdName = 'app id'

const hashWritings = (body: Bytes.Bytes, hash: Hash): ReadonlyArray<Piece> =>
  (['SHA-256', 'MD5'] as const).flatMap((hashName) => {
    const digest = hash(hashName === 'MD5' ? 'md5' : 'sha256', body)
    return [
      { name: `${hashName} of the body in hexadecimal digits`, text: Bytes.toHex(digest), part: 'body' },
      { name: `${hashName} of the body in Base64`, text: Base64.encode(digest), part: 'body' },
    ]
  })

const piecesOfBody = (body: Bytes.Bytes, hash: Hash): ReadonlyArray<Piece> => {
  const bodyText = rewritable(body, maxBody)
  const wholeBody: ReadonlyArray<Piece> =
    bodyText === undefined || bodyText === '' ? [] : [{ name: 'body', text: bodyText, part: 'body' }]
  return [...wholeBody, ...hashWritings(body, hash), { name: emptyText, text: '', part: 'body' }]
}

/** The pieces of the five parts, the timestamp first. */
const piecesOfParts = ({ method, target, timestamp, nonce, body }: Draft, hash: Hash): ReadonlyArray<Piece> => {
  const [path, query] = splitTarget(target)
  const wholeTarget: ReadonlyArray<Piece> = query === '' ? [] : [{ name: 'target', text: target, part: 'target' }]
  return [
    { name: 'timestamp', text: timestamp, part: 'timestamp' },
    { name: 'nonce', text: nonce, part: 'nonce' },
    { name: 'method', text: method, part: 'method' },
    { name: query === '' ? 'target' : 'path', text: path, part: 'target' },
    ...wholeTarget,
    ...piecesOfBody(body, hash),
  ]
}

// ---- The further values

/** Headers that clients, servers and proxies add for themselves. No caller signs them by a rule of its own. */
const transportName =
  /^x-(?:forwarded|real|original|envoy|amz|amzn|b3|replaced|rewrite|request-start|powered|requested-with|sendfile)/

/** Headers with a credential. */
const credentialName = /auth|cookie|session|signature/

/** Whether a caller may sign the header by a rule of its own. */
const isOfCaller = (headerName: string): boolean =>
  /^x-|(?:^|-)(?:key|id|client|app|tenant|device|merchant)(?:-|$)/.test(headerName) &&
  !transportName.test(headerName) &&
  !credentialName.test(headerName)

/** At most 128 printable characters of ASCII, without a space at either end. */
const isShort = (value: string): boolean => /^[!-~](?:[ -~]{0,126}[!-~])?$/.test(value)

/** At most so many values of headers, and of members of the body. */
const maxOfKind = 3

/** The name of a member of JSON that may be an id. */
const idName = /(?:id|device|client|app|user|merchant|mch|key|serial|sn|tenant|account|partner|number|no|code)$/i

const isId = (memberName: string, value: unknown): boolean =>
  idName.test(memberName) && /^\w{1,40}$/.test(memberName) && (typeof value === 'string' || Number.isSafeInteger(value))

/** The outermost members of a body of JSON that may be ids. */
const idsInBody = (body: Bytes.Bytes): ReadonlyArray<NamedValue> => {
  const bodyText = rewritable(body, maxHashed)
  if (bodyText === undefined || !/^\s*\{/.test(bodyText)) return []
  const parsed = inspect<unknown>(() => JSON.parse(bodyText), undefined)
  if (typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(parsed)
    .filter(([memberName, value]) => isId(memberName, value))
    .map(([memberName, value]) => ({ name: `${memberName} (member of the body)`, value: String(value) }))
}

/** The values of headers that a caller may sign by a rule of its own, under their names in lower case. */
export const signedHeaders = (
  headers: ReadonlyArray<readonly [name: string, value: string]>,
): ReadonlyArray<NamedValue> =>
  headers
    .filter(([headerName, value]) => /^[\w-]{1,40}$/.test(headerName) && isOfCaller(headerName) && isShort(value))
    .slice(0, maxOfKind)
    .map(([headerName, value]) => ({ name: `${headerName} (header)`, value }))

/** Short values of the request beside its parts and the app id, each once. */
const furtherValues = ({ named = [], host, date, body, nonce, timestamp, appId }: Draft): ReadonlyArray<Piece> => {
  const values: ReadonlyArray<NamedValue> = [
    ...named,
    ...idsInBody(body).slice(0, maxOfKind),
    ...(date === undefined ? [] : [{ name: 'date (header)', value: date }]),
    ...(host === undefined ? [] : [{ name: 'host (header)', value: host }]),
  ]
  const seen = new Set([nonce, timestamp, appId])
  return values.flatMap(({ name, value }) => {
    if (seen.has(value) || !isShort(value)) return []
    seen.add(value)
    return [{ name, text: value, part: 'further value' }]
  })
}

// ---- The lists

const separators: ReadonlyArray<string> = [':', '\n', '', '.', '|', '&', ',', '-']

/** At most so many lists of a request are tried, each separator counted. */
const maxLists = 30_000

type List = ReadonlyArray<Piece>

/** Every order of so many pieces of different parts behind those of `begun`. A list that is begun in vain is left out. */
function* arrangements(
  pieces: ReadonlyArray<Piece>,
  count: number,
  mayBegin: (list: List) => boolean,
  begun: List = [],
): Generator<List> {
  if (begun.length === count) {
    yield begun
    return
  }
  for (const piece of pieces) {
    const longer = [...begun, piece]
    const isPartNew = begun.every(({ part }) => part !== piece.part)
    if (isPartNew && mayBegin(longer)) yield* arrangements(pieces, count, mayBegin, longer)
  }
}

/** Pieces that a list of four does not have. */
const ofShortLists: ReadonlyArray<string> = [emptyText, 'MD5 of the body in Base64']

/** Whether a piece with this name is a hash of the body. */
const isHash = (pieceName: string): boolean => pieceName.includes(' of the body in ')

/** A list with the app id has a hash of the body, for `schemes/partLists.ts` has the others. */
const isOfOtherMistake = (list: List): boolean =>
  list.some(({ name }) => name === appIdName) && !list.some(({ name }) => isHash(name))

/** Nearly every list of four has the timestamp. */
const isUsual = (list: List): boolean =>
  list.length < 4 ||
  (list.some(({ part }) => part === 'timestamp') && list.every(({ name }) => !ofShortLists.includes(name)))

/** Whether a caller may sign these pieces by a rule of its own: one of them is a further value. */
const isList = (list: List): boolean =>
  list.some(({ part }) => part === 'further value') && isUsual(list) && !isOfOtherMistake(list)

/** The lists that may begin so, the shortest first. */
function* everyList(draft: Draft, hash: Hash, mayBegin: (list: List) => boolean): Generator<List> {
  const appId: ReadonlyArray<Piece> =
    draft.appId === '' ? [] : [{ name: appIdName, text: draft.appId, part: 'further value' }]
  const pieces = [...furtherValues(draft), ...appId, ...piecesOfParts(draft, hash)]
  for (const count of [2, 3, 4]) for (const list of arrangements(pieces, count, mayBegin)) if (isList(list)) yield list
}

/** `only x-device-id (header), timestamp, ":" between them` */
const detailOf = (list: List, separator: string): string =>
  `only ${list.map(({ name }) => name).join(', ')}, ${JSON.stringify(separator)} between them`

const joined = (list: List, separator: string): string => list.map(({ text }) => text).join(separator)

/** Every such text. With `only`, those that are this text. */
export function* namedLists(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  const wanted = only && rewritable(only, only.length)
  if ((only !== undefined && wanted === undefined) || draft.body.length > maxHashed) return
  let count = 0
  const mayBegin = (list: List): boolean =>
    wanted === undefined || separators.some((separator) => wanted.startsWith(joined(list, separator)))
  for (const list of everyList(draft, hash, mayBegin))
    for (const separator of separators) {
      // Without a separator, an empty piece changes nothing.
      if (separator === '' && list.some(({ text }) => text === '')) continue
      count++
      if (count > maxLists) return
      const signedText = joined(list, separator)
      if (wanted === undefined || signedText === wanted)
        yield [detailOf(list, separator), textAlone(utf8(signedText)), 'late']
    }
}

// ---- The words

/** The part of the request of which a list has something if it has this piece. */
const signedPartOf = (pieceName: string): string => {
  if (pieceName === 'path') return 'target'
  return isHash(pieceName) ? 'body' : pieceName
}

/** Words for separators, by their literals in the detail. The other separators are shown as literals. */
const separatorWords: Readonly<Record<string, string>> = { '""': 'nothing', '"\\n"': 'a line feed' }

/** The words for such a list, by its detail. */
export const namedListTelling = (detail: string, { body }: Draft): Telling | undefined => {
  const [, signedList = '', separator = ''] =
    /^only (.*(?: \(header\)| \(member of the body\)| of the body in ).*), (".*") between them$/.exec(detail) ?? []
  if (signedList === '') return undefined
  const pieces = signedList.split(', ')
  const signedParts = pieces.map(signedPartOf)
  const missing = standard.order.filter(
    (partName) => !signedParts.includes(partName) && (partName !== 'body' || body.length > 0),
  )
  return {
    what: `The caller signed ${listed(pieces)}, in this order, with ${separatorWords[separator] ?? separator} between them. It signed no ${listed(missing)}.`,
    remedy: 'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.',
  }
}
