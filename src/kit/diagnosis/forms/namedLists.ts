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

/** A part of the request, as a list may have it. */
interface Piece {
  readonly name: string
  readonly text: string
  /** Of two pieces of one part, a list has one. `named`: the further value. */
  readonly part: string
}

/** A longer body is in no such list. Its hash is. */
const maxBody = 4096
/** A request with a longer body has no such lists. */
const maxHashed = 65_536

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
  const itself = bodyText === undefined || bodyText === '' ? [] : [{ name: 'body', text: bodyText, part: 'body' }]
  return [...itself, ...hashWritings(body, hash), { name: 'an empty text', text: '', part: 'body' }]
}

/** The pieces of the five parts, the timestamp first. */
const piecesOfParts = ({ method, target, timestamp, nonce, body }: Draft, hash: Hash): ReadonlyArray<Piece> => {
  const [path, query] = splitTarget(target)
  return [
    { name: 'timestamp', text: timestamp, part: 'timestamp' },
    { name: 'nonce', text: nonce, part: 'nonce' },
    { name: 'method', text: method, part: 'method' },
    { name: query === '' ? 'target' : 'path', text: path, part: 'target' },
    ...(query === '' ? [] : [{ name: 'target', text: target, part: 'target' }]),
    ...piecesOfBody(body, hash),
  ]
}

// ---- The further values

/** Headers that clients, servers and proxies add for themselves. No caller signs them by a rule of its own. */
const ofTransport =
  /^x-(?:forwarded|real|original|envoy|amz|amzn|b3|replaced|rewrite|request-start|powered|requested-with|sendfile)/

/** Headers with a credential. */
const ofCredentials = /auth|cookie|session|signature/

const isOfCaller = (headerName: string): boolean =>
  /^x-|(?:^|-)(?:key|id|client|app|tenant|device|merchant)(?:-|$)/.test(headerName) &&
  !ofTransport.test(headerName) &&
  !ofCredentials.test(headerName)

const isShort = (value: string): boolean => /^[!-~](?:[ -~]{0,126}[!-~])?$/.test(value)

/** At most so many values of headers, and of members of the body. */
const maxOfKind = 3

/** A member of JSON that may be an id, by its name. */
const ofId = /(?:id|device|client|app|user|merchant|mch|key|serial|sn|tenant|account|partner|number|no|code)$/i

const membersOf = (body: Bytes.Bytes): ReadonlyArray<NamedValue> => {
  const bodyText = rewritable(body, maxHashed)
  if (bodyText === undefined || !/^\s*\{/.test(bodyText)) return []
  const read = inspect<unknown>(() => JSON.parse(bodyText), undefined)
  return typeof read !== 'object' || read === null
    ? []
    : Object.entries(read).flatMap(([member, value]) =>
        ofId.test(member) && /^\w{1,40}$/.test(member) && (typeof value === 'string' || Number.isSafeInteger(value))
          ? [{ name: `${member} (member of the body)`, value: String(value) }]
          : [],
      )
}

/** The values of headers that a caller may sign by a rule of its own, under their names in lower case. */
export const signedHeaders = (
  headers: ReadonlyArray<readonly [name: string, value: string]>,
): ReadonlyArray<NamedValue> =>
  headers
    .filter(([headerName, value]) => /^[\w-]{1,40}$/.test(headerName) && isOfCaller(headerName) && isShort(value))
    .slice(0, maxOfKind)
    .map(([headerName, value]) => ({ name: `${headerName} (header)`, value }))

const furtherValues = ({ named = [], host, date, body, nonce, timestamp, appId }: Draft): ReadonlyArray<Piece> => {
  const values: ReadonlyArray<NamedValue> = [
    ...named,
    ...membersOf(body).slice(0, maxOfKind),
    ...(date === undefined ? [] : [{ name: 'date (header)', value: date }]),
    ...(host === undefined ? [] : [{ name: 'host (header)', value: host }]),
  ]
  const known = new Set([nonce, timestamp, appId])
  return values.flatMap(({ name, value }) => {
    if (known.has(value) || !isShort(value)) return []
    known.add(value)
    return [{ name, text: value, part: 'named' }]
  })
}

// ---- The lists

const separators: ReadonlyArray<string> = [':', '\n', '', '.', '|', '&', ',', '-']

/** More lists of a request are not tried. */
const maxLists = 30_000

/** Every order of so many pieces of different parts. */
const arrangements = (pieces: ReadonlyArray<Piece>, count: number): ReadonlyArray<ReadonlyArray<Piece>> =>
  count === 0
    ? [[]]
    : pieces.flatMap((first) =>
        arrangements(
          pieces.filter(({ part }) => part !== first.part),
          count - 1,
        ).map((others) => [first, ...others]),
      )

/** Pieces that only short lists have. */
const ofShortLists: ReadonlyArray<string> = ['an empty text', 'MD5 of the body in Base64']

/** The other pieces of a list of four. Nearly every such list has the timestamp. */
const threePieces = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> =>
  arrangements(
    pieces.filter(({ name }) => !ofShortLists.includes(name)),
    3,
  ).filter((others) => others.some(({ part }) => part === 'timestamp'))

/** The further value at each place of each list. */
function* withFurther(further: Piece, others: ReadonlyArray<ReadonlyArray<Piece>>): Generator<ReadonlyArray<Piece>> {
  for (const list of others) for (let place = 0; place <= list.length; place++) yield list.toSpliced(place, 0, further)
}

/** A list with the app id has a hash of the body, for `schemes/partLists.ts` has the others. */
const hasHash = (list: ReadonlyArray<Piece>): boolean => list.some(({ name }) => name.includes(' of the body in '))

function* lists(draft: Draft, hash: Hash, mayHave: (further: Piece) => boolean): Generator<ReadonlyArray<Piece>> {
  const parts = piecesOfParts(draft, hash)
  const further = furtherValues(draft).filter(mayHave)
  const appId = [{ name: 'app id', text: draft.appId, part: 'named' }].filter(({ text }) => text !== '').filter(mayHave)
  const ones = arrangements(parts, 1)
  const pairs = arrangements(parts, 2)
  for (const value of further) yield* withFurther(value, ones)
  for (const value of further) yield* withFurther(value, pairs)
  for (const value of appId) yield* withFurther(value, pairs.filter(hasHash))
  const triples = [...further, ...appId].length === 0 ? [] : threePieces(parts)
  for (const value of further) yield* withFurther(value, triples)
  for (const value of appId) yield* withFurther(value, triples.filter(hasHash))
}

const before = 'only '
const between = ' between them'

/** Every such text. With `only`, those that are this text. */
export function* namedLists(draft: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form<Layout>> {
  const wanted = only && rewritable(only, only.length)
  if ((only !== undefined && wanted === undefined) || draft.body.length > maxHashed) return
  let count = 0
  for (const list of lists(draft, hash, ({ text }) => wanted === undefined || wanted.includes(text)))
    for (const separator of separators) {
      if (separator === '' && list.some((piece) => piece.text === '')) continue
      if (++count > maxLists) return
      const text = list.map((piece) => piece.text).join(separator)
      if (wanted !== undefined && text !== wanted) continue
      const names = list.map(({ name }) => name).join(', ')
      yield [`${before}${names}, ${JSON.stringify(separator)}${between}`, textAlone(utf8(text)), 'late']
    }
}

// ---- The words

const partOf = (pieceName: string): string =>
  pieceName === 'path' ? 'target' : pieceName.includes(' of the body in ') ? 'body' : pieceName

const jointNames: Readonly<Record<string, string>> = { '""': 'nothing', '"\\n"': 'a line feed' }

/** The words for such a list, by its detail. */
export const namedListTelling = (detail: string, { body }: Draft): Telling | undefined => {
  const [, signedList = '', joint = ''] =
    /^only (.*(?: \(header\)| \(member of the body\)| of the body in ).*), (".*") between them$/.exec(detail) ?? []
  if (signedList === '') return undefined
  const pieces = signedList.split(', ')
  const signedParts = pieces.map(partOf)
  const missing = standard.order.filter(
    (partName) => !signedParts.includes(partName) && (partName !== 'body' || body.length > 0),
  )
  return {
    what: `The caller signed ${listed(pieces)}, in this order, with ${jointNames[joint] ?? joint} between them. It signed no ${listed(missing)}.`,
    remedy: 'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.',
  }
}
