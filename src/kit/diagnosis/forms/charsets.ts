/**
 * Encodings of texts. Platforms encode only UTF-8. For GBK and the like, the platform's decoder is asked for the character of every
 * code once, and the table is read backwards. `utf8` is a hot path: every form of a part goes through it.
 */
import * as E from 'fp-ts/lib/Either.js'

/** Every platform has these two. Some know fewer encodings. */
declare const TextEncoder: new () => {
  readonly encodeInto: (plain: string, into: Uint8Array) => { readonly written: number }
}
declare const TextDecoder: new (label: string) => { readonly decode: (bytes: Uint8Array) => string }

export const charsets: ReadonlyArray<string> = ['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251']

/** The text of bytes in this encoding. Empty if the platform does not know the encoding. */
export const decodeCharset = (label: string, bytes: Uint8Array): string => {
  const decoded = E.tryCatch(
    () => new TextDecoder(label).decode(bytes),
    () => undefined,
  )
  return E.isRight(decoded) ? decoded.right : ''
}

/** Whether a text has half of a surrogate pair. This loop is several times faster than an expression. */
const hasLoneSurrogate = (plain: string): boolean => {
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
    if ((code & 0xf800) !== 0xd800) continue
    const isPair = code < 0xdc00 && (plain.charCodeAt(i + 1) & 0xfc00) === 0xdc00
    if (!isPair) return true
    i++
  }
  return false
}

/** Made at the first use: an environment of tests may lack it, and importing this package must not fail there. */
let encoder: InstanceType<typeof TextEncoder> | undefined

/** Short texts share a buffer: one for each takes longer to make than to fill. */
const sharedBytes = 65_536
let shared = new Uint8Array(0)
/** So many bytes of the shared buffer are in use. */
let taken = 0

/** Makes room for so many bytes in the shared buffer. */
const makeRoom = (length: number): void => {
  if (length <= shared.length - taken) return
  shared = new Uint8Array(Math.max(length, sharedBytes))
  taken = 0
}

/** So many bytes that nobody has, of any content. */
export const takeBytes = (length: number): Uint8Array => {
  makeRoom(length)
  const start = taken
  taken += length
  return shared.subarray(start, taken)
}

/** A text of so few characters is copied in a third of the time that the encoder takes. */
const fewCharacters = 40

/** The bytes of a text of ASCII. Undefined for any other text. */
const copyAscii = (plain: string): Uint8Array | undefined => {
  const bytes = takeBytes(plain.length)
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
    if (code > 0x7f) return undefined
    bytes[i] = code
  }
  return bytes
}

/** The UTF-8 of a text. Empty if it has a lone surrogate, which no UTF-8 has. The platform's encoder is faster than `Bytes.ofText`. */
export const utf8 = (plain: string): Uint8Array => {
  const copied = plain.length <= fewCharacters ? copyAscii(plain) : undefined
  if (copied !== undefined) return copied
  makeRoom(3 * plain.length)
  encoder ??= new TextEncoder()
  const { written } = encoder.encodeInto(plain, shared.subarray(taken))
  const bytes = takeBytes(written)
  // For a lone surrogate the encoder writes U+FFFD.
  return bytes.includes(0xef) && hasLoneSurrogate(plain) ? new Uint8Array(0) : bytes
}

/** The text of bytes, with U+FFFD in the place of bytes that are not UTF-8. */
export const decodeReplacing = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)

/** For each character, the index of its code in `everyCode`. */
type Table = ReadonlyMap<string, number>

/** A lead byte has a code alone, and one with each trail byte. */
const codesOfLead = 0xff - 0x40 + 1
const leads = 0xff - 0x80

/** A trail of 0x3f: no trail byte. */
const codeAt = (i: number): readonly number[] => {
  const lead = 0x80 + Math.floor(i / codesOfLead)
  const trail = 0x3f + (i % codesOfLead)
  return trail < 0x40 ? [lead] : [lead, trail]
}

/** The bytes of every code, with a line feed after each. No code ends in a line feed, so each line of the decoded text is one code's. */
const everyCode = (): Uint8Array => {
  const bytes = new Uint8Array(leads * (3 * codesOfLead - 1))
  let length = 0
  for (let lead = 0x80; lead < 0xff; lead++) {
    for (let trail = 0x3f; trail < 0xff; trail++) {
      bytes[length++] = lead
      if (trail > 0x3f) bytes[length++] = trail
      bytes[length++] = 0x0a
    }
  }
  return bytes
}

/** Every character of the encoding, with the first of its codes. */
const tableOf = (label: string): Table => {
  const everyCharacter = decodeCharset(label, everyCode())
  const table = new Map<string, number>()
  for (let i = 0, offset = 0; offset < everyCharacter.length; i++) {
    const end = everyCharacter.indexOf('\n', offset)
    const c = everyCharacter[offset] as string
    if (end === offset + 1 && c > '\u007f' && c !== '\ufffd' && !table.has(c)) table.set(c, i)
    offset = end + 1
  }
  return table
}

/** The tables of the encodings that were needed so far. */
const tables = new Map<string, Table>()

/** The text in this encoding. A character that the encoding lacks becomes a question mark, as in Java. */
export const encodeInCharset = (label: string, plain: string): Uint8Array => {
  const table = tables.get(label) ?? tableOf(label)
  tables.set(label, table)
  const bytes: Array<number> = []
  for (const c of plain) {
    const code = table.get(c)
    if (c <= '\u007f') bytes.push(c.charCodeAt(0))
    else for (const byte of code === undefined ? [0x3f] : codeAt(code)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}
