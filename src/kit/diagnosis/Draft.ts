/**
 * A draft: what a caller gave to its signing function, part by part. `textOf` writes the text that these parts make. The right draft
 * has the parts of the request in the standard layout; a mistake changes one slot of it.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../core/Base64.ts'
import * as Bytes from '../../core/Bytes.ts'
import type { Header } from '../../effects/evidenceHeaders.ts'
import { type Hash, type HashName, hexOf } from '../../effects/Hash.ts'
import { memoized } from '../values/memoized.ts'
import type { Case } from './Case.ts'
import { base64Url } from './forms/base64Url.ts'
import { decodeReplacing, utf8 } from './forms/charsets.ts'
import { mayWrite, type WholeForm } from './forms/wholeText.ts'
import { latin1 } from './Received.ts'

/** The five parts of a string to sign, right or wrong. */
export interface DraftParts {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Bytes.Bytes
}

type Piece = keyof DraftParts | 'appId'

/** How the parts are joined. */
export interface Layout {
  readonly order: ReadonlyArray<Piece>
  readonly separator: string
  /** The separator before the last piece, if it differs. */
  readonly last?: string | undefined
  /** Text before the first piece. */
  readonly start?: string | undefined
  readonly end: string
  /** The layout is for requests with a body, and leaves the body out. `any`: for all requests. */
  readonly bodiless?: true | 'any' | undefined
  /** The layout is only for requests with a body, because the place of an empty one cannot be seen. */
  readonly bodied?: true | undefined
  /** Text before each piece, such as `nonce=`. */
  readonly labels?: Readonly<Partial<Record<Piece, string>>> | undefined
  /** Writes each piece. If absent, pieces stay as they are. */
  readonly pieces?: WholeForm | undefined
  /** Writes the joined text. If absent, it stays as it is. */
  readonly whole?: WholeForm | undefined
  /** The text itself, in place of all other members. */
  readonly text?: Bytes.Bytes | undefined
}

export const standard: Layout = { order: ['method', 'target', 'timestamp', 'nonce', 'body'], separator: '\n', end: '' }

/** How the caller wrote a digest that it then signed in place of the text. */
export type Digested =
  | 'bytes'
  | 'hex'
  | 'HEX'
  | 'base64'
  | 'hex LF'
  | 'openssl'
  | 'openssl 1'
  | 'sha256sum'
  | RareDigest
  | OtherDigest

/** A digest that few programs write: read as text, in the structure that names its hash, or as LibreSSL prints it. */
export type RareDigest = 'read as UTF-8' | 'as letters' | 'in a DigestInfo' | 'libressl' | 'base64url'

/** A digest by another hash than SHA-256. */
export type OtherDigest = `${'md5' | 'sha1' | 'sha512'} ${'hex' | 'HEX' | 'base64'}`

/** A value of the request beside its five parts, and where it is: `x-device-id (header)`. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** The request as the verifier received it: method, target, timestamp and nonce in their canonical form. */
export interface View extends DraftParts, Pick<Case, 'host' | 'url' | 'paths' | 'decoded' | 'file'> {
  readonly appId: string
  /** Prefixes that proxies say they removed from the path. */
  readonly prefixes?: ReadonlyArray<string> | undefined
  /** The target that a proxy says was called, under the name of its header. */
  readonly original?: Header | undefined
  /** Further names of the service, by what proxies say. */
  readonly hosts?: ReadonlyArray<string> | undefined
  /** The encoding of the body, by Content-Type. */
  readonly charset?: string | undefined
  /** The value of the header Date. */
  readonly date?: string | undefined
  /** The value of the header Content-Type. */
  readonly contentType?: string | undefined
  /** The body of the text that the caller shows, if it is a compression of the content that arrived. */
  readonly compressed?: Bytes.Bytes | undefined
  /** The values of headers that a caller may sign by a rule of its own. */
  readonly named?: ReadonlyArray<NamedValue> | undefined
  /** Times at which the caller may have signed, in seconds since 1970: that of the arrival, and that of the Date header. */
  readonly moments?: ReadonlyArray<number> | undefined
}

/** All that a caller gave to its signing function, right or wrong. */
export interface Draft extends View {
  /** The target that was sent, whatever was signed. */
  readonly sent: string
  readonly layout: Layout
  /** The digests that the caller made before it signed, one of another. */
  readonly digested: ReadonlyArray<Digested>
}

/** The parts of a draft that a mistake can change. Each change touches exactly one. */
export type Slot = keyof DraftParts | 'layout' | 'digested'

/** The right draft of a request. */
export const draftOf = (view: View): Draft => ({ ...view, sent: view.target, layout: standard, digested: [] })

/** The bytes of each piece. */
export type Encoded = Readonly<Record<Piece, Bytes.Bytes>>

export const encodedOf = ({ method, target, timestamp, nonce, body, appId }: Draft): Encoded => ({
  method: utf8(method),
  target: utf8(target),
  timestamp: utf8(timestamp),
  nonce: utf8(nonce),
  body,
  appId: utf8(appId),
})

/** The joints of layouts are kept, for most layouts are the same in every search. */
const jointsOfLayouts = new WeakMap<Layout, ReadonlyArray<Bytes.Bytes>>()

/** The text before each piece of a layout, and the text after the last. */
export const jointsOf = (layout: Layout): ReadonlyArray<Bytes.Bytes> => {
  const cached = jointsOfLayouts.get(layout)
  if (cached !== undefined) return cached
  const { order, separator, last = separator, start = '', end, labels = {} } = layout
  const separatorBefore = (i: number): string => (i === 0 ? start : i === order.length - 1 ? last : separator)
  const jointTexts = order.map((partName, i) => separatorBefore(i) + (labels[partName] ?? ''))
  const joints = [...jointTexts, order.length === 0 ? start + end : end].map(utf8)
  jointsOfLayouts.set(layout, joints)
  return joints
}

/** What the writers of pieces made of each part, such as a body of JSON as a string. A hundred layouts write the same parts. */
const writtenParts = new WeakMap<Bytes.Bytes, Map<WholeForm, Bytes.Bytes>>()

/** The bytes of a part as the layout writes them. */
export const writtenPart = ({ pieces }: Layout, bytes: Bytes.Bytes): Bytes.Bytes => {
  if (pieces === undefined) return bytes
  const byForm = writtenParts.get(bytes) ?? new Map<WholeForm, Bytes.Bytes>()
  const written = byForm.get(pieces) ?? pieces.write(bytes)
  writtenParts.set(bytes, byForm.set(pieces, written))
  return written
}

/** The text of a layout before the form of the whole. */
const joinParts = (layout: Layout, encoded: Encoded): Bytes.Bytes => {
  const writtenPieces = layout.order.map((piece) => writtenPart(layout, encoded[piece]))
  return Bytes.concat(jointsOf(layout).flatMap((joint, i) => [joint, writtenPieces[i] ?? Bytes.empty]))
}

const writeText = (layout: Layout, encoded: Encoded): Bytes.Bytes => {
  if (layout.text !== undefined) return layout.text
  const joinedText = joinParts(layout, encoded)
  return layout.whole === undefined ? joinedText : layout.whole.write(joinedText)
}

/** What stands after the fourth line feed of a string to sign: its body. Empty if there are fewer. */
export const bodyOfText = (signedText: Bytes.Bytes): Bytes.Bytes => {
  let start = 0
  for (let lines = 0; lines < 4; lines++) {
    const end = signedText.indexOf(lineFeed, start)
    if (end < 0) return Bytes.empty
    start = end + 1
  }
  return signedText.subarray(start)
}

/** The text of a draft, before the caller hashed it. */
export const textOf = (draft: Draft): Bytes.Bytes => writeText(draft.layout, encodedOf(draft))

/** Whether the layout joins the parts as they are, and that is all. */
export const isPlain = ({ pieces, whole, text }: Layout): boolean =>
  pieces === undefined && whole === undefined && text === undefined

const standsAt = (expected: Bytes.Bytes, signedText: Bytes.Bytes, offset: number): boolean => {
  if (offset + expected.length > signedText.length) return false
  for (let i = 0; i < expected.length; i++) if (expected[i] !== signedText[offset + i]) return false
  return true
}

/** Whether the text may be of this layout, by its first bytes: most layouts that write the parts anew begin with a bracket or a label. */
export const mayBegin = (layout: Layout, signedText: Bytes.Bytes): boolean =>
  layout.whole !== undefined || layout.text !== undefined || standsAt(jointsOf(layout)[0] as Bytes.Bytes, signedText, 0)

const isJoinedAsStandard = ({ order, separator, last, start, end, labels, pieces }: Layout): boolean =>
  order === standard.order &&
  separator === standard.separator &&
  end === standard.end &&
  (last ?? start ?? labels ?? pieces) === undefined

/** A text in hundreds of forms is joined once. */
const standardTexts = new WeakMap<Encoded, Bytes.Bytes>()

const joinedOnce = (layout: Layout, encoded: Encoded): Bytes.Bytes => {
  if (!isJoinedAsStandard(layout)) return joinParts(layout, encoded)
  const standardText = standardTexts.get(encoded) ?? joinParts(layout, encoded)
  standardTexts.set(encoded, standardText)
  return standardText
}

/** Whether the form of the whole may have the length of the text. This takes less work than to join the parts. */
const mayHaveLengthOf = (layout: Layout, encoded: Encoded, signedText: Bytes.Bytes): boolean =>
  layout.pieces !== undefined ||
  layout.whole?.mayHaveLength?.(signedText.length, joinedLength(layout, encoded)) !== false

/** Whether the layout makes this text of the parts. Most layouts differ at their first bytes, so their texts are never written. */
export const makesText = (layout: Layout, encoded: Encoded, signedText: Bytes.Bytes): boolean => {
  if (layout.text === undefined && layout.whole !== undefined) {
    if (!mayHaveLengthOf(layout, encoded, signedText)) return false
    const plain = joinedOnce(layout, encoded)
    return mayWrite(layout.whole, plain, signedText) && Bytes.Eq.equals(layout.whole.write(plain), signedText)
  }
  if (layout.text !== undefined) return Bytes.Eq.equals(layout.text, signedText)
  const { order, pieces } = layout
  const isNew = !jointsOfLayouts.has(layout)
  if (isNew && pieces === undefined && joinedLength(layout, encoded) !== signedText.length) return false
  const joints = jointsOf(layout)
  let offset = 0
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i] as Bytes.Bytes
    if (!standsAt(joint, signedText, offset)) return false
    offset += joint.length
    const piece = order[i]
    if (piece === undefined) continue
    const written = writtenPart(layout, encoded[piece])
    if (!standsAt(written, signedText, offset)) return false
    offset += written.length
  }
  return offset === signedText.length
}

/** The bytes of a text in UTF-8. */
const utf8Length = (text: string): number => {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const isSurrogate = (unit & 0xf800) === 0xd800
    // Each half of a pair has two of its four bytes.
    if (unit > 0x7f) length += isSurrogate || unit < 0x800 ? 1 : 2
  }
  return length
}

/** The bytes before, between and after the parts. The joints are not made for that: most layouts are ruled out by their length. */
export const jointLength = ({ order, separator, last = separator, start = '', end, labels = {} }: Layout): number => {
  let length = utf8Length(start) + utf8Length(end)
  if (order.length > 1) length += (order.length - 2) * utf8Length(separator) + utf8Length(last)
  for (const piece of order) length += utf8Length(labels[piece] ?? '')
  return length
}

/** The bytes of the text that a layout without `pieces` joins. */
const joinedLength = (layout: Layout, encoded: Encoded): number =>
  layout.order.reduce((length, piece) => length + encoded[piece].length, jointLength(layout))

const lineFeed = 0x0a

/** The bytes in the place of this part in a text whose other parts are right and on lines. Undefined if another part is not. */
export const partWithin = (
  signedText: Bytes.Bytes,
  rightDraft: Draft,
  partName: keyof DraftParts,
): Bytes.Bytes | undefined => {
  const { order } = rightDraft.layout
  const parts = encodedOf(rightDraft)
  const place = order.indexOf(partName)
  let start = 0
  for (const piece of order.slice(0, place)) {
    if (!standsAt(parts[piece], signedText, start)) return undefined
    start += parts[piece].length
    if (signedText[start] !== lineFeed) return undefined
    start++
  }
  let end = signedText.length
  for (const piece of order.slice(place + 1).toReversed()) {
    end -= parts[piece].length + 1
    if (end < start || signedText[end] !== lineFeed || !standsAt(parts[piece], signedText, end + 1)) return undefined
  }
  return signedText.subarray(start, end)
}

const valueOfDigit = (code: number): number => (code <= 0x39 ? code - 0x30 : code - 0x57)

/** The bytes of lower-case hexadecimal digits that a hash has written. Hot in a search, so nothing is checked. */
const ofHex = (hex: string): Bytes.Bytes => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = 16 * valueOfDigit(hex.charCodeAt(2 * i)) + valueOfDigit(hex.charCodeAt(2 * i + 1))
  return bytes
}

/** The hash of a digest by another one than SHA-256, and how the digest is written. Undefined for SHA-256. */
export const otherDigest = (
  form: Digested,
): { readonly hash: 'md5' | 'sha1' | 'sha512'; readonly writing: 'hex' | 'HEX' | 'base64' } | undefined => {
  const [, hash, writing] = /^(md5|sha1|sha512) (hex|HEX|base64)$/.exec(form) ?? []
  return hash === undefined
    ? undefined
    : { hash: hash as 'md5' | 'sha1' | 'sha512', writing: writing as 'hex' | 'HEX' | 'base64' }
}

/** The DigestInfo of SHA-256 up to the digest (RFC 8017, section 9.2). */
const digestInfo = '3031300d060960864801650304020105000420'

const digests: Readonly<Record<Exclude<Digested, 'bytes' | RareDigest | OtherDigest>, (hex: string) => string>> = {
  hex: (hex) => hex,
  HEX: (hex) => hex.toUpperCase(),
  base64: (hex) => Base64.encode(ofHex(hex)),
  'hex LF': (hex) => `${hex}\n`,
  openssl: (hex) => `SHA2-256(stdin)= ${hex}\n`,
  'openssl 1': (hex) => `(stdin)= ${hex}\n`,
  sha256sum: (hex) => `${hex}  -\n`,
}

const rareDigests: Readonly<Record<RareDigest, (hex: string) => Bytes.Bytes>> = {
  'read as UTF-8': (hex) => utf8(decodeReplacing(ofHex(hex))),
  'as letters': (hex) => utf8(latin1(ofHex(hex))),
  'in a DigestInfo': (hex) => ofHex(digestInfo + hex),
  libressl: (hex) => Bytes.ofAscii(`SHA256(stdin)= ${hex}\n`),
  base64url: (hex) => Bytes.ofAscii(base64Url(ofHex(hex))),
}

export const rareDigestNames: ReadonlyArray<RareDigest> = Object.keys(rareDigests) as ReadonlyArray<RareDigest>

const isRareDigest = (writing: string): writing is RareDigest => Object.hasOwn(rareDigests, writing)

const writeDigest = (writing: Exclude<Digested, OtherDigest>, hex: string): Bytes.Bytes => {
  if (writing === 'bytes') return ofHex(hex)
  return isRareDigest(writing) ? rareDigests[writing](hex) : Bytes.ofAscii(digests[writing](hex))
}

/** How a digest is made, and how it is written. A search asks this of millions of texts. */
const makingOf = memoized(
  (form: Digested): { readonly hashName: HashName; readonly writing: Exclude<Digested, OtherDigest> } => {
    const other = otherDigest(form)
    return {
      hashName: other?.hash ?? 'sha256',
      writing: other?.writing ?? (form as Exclude<Digested, OtherDigest>),
    }
  },
)

/** A body of more bytes is not rewritten in the search for what was signed. */
export const maxRewritten: number = 1024 * 1024

/** The text of a body, if it is one and may be rewritten. */
export const rewritable = (body: Bytes.Bytes, most: number = maxRewritten): string | undefined => {
  const decoded = body.length > most ? undefined : Bytes.toText(body)
  return decoded !== undefined && E.isRight(decoded) ? decoded.right : undefined
}

/** The message of a caller that hashed the text before it signed. `firstDigest` is the SHA-256 of the text, if it is known. */
export const digestedOf = (
  signedText: Bytes.Bytes,
  forms: ReadonlyArray<Digested>,
  hash: Hash,
  firstDigest?: string,
): Bytes.Bytes => {
  let bytes = signedText
  for (let i = 0; i < forms.length; i++) {
    const { hashName, writing } = makingOf(forms[i] as Digested)
    const hex = (i === 0 && hashName === 'sha256' ? firstDigest : undefined) ?? hexOf(hash)(hashName, bytes)
    bytes = writeDigest(writing, hex)
  }
  return bytes
}

/** The message that the signing function got for a draft. */
export const message = (draft: Draft, hash: Hash): Bytes.Bytes => digestedOf(textOf(draft), draft.digested, hash)
