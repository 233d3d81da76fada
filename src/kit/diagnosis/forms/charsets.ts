/**
 * Texts in encodings that the pure layers have no encoder for: the platform's decoder, backwards.
 */
import * as E from 'fp-ts/lib/Either.js'

/** Every platform has them; some know fewer encodings. */
declare const TextEncoder: new () => {
  readonly encodeInto: (text: string, into: Uint8Array) => { readonly written: number }
}
declare const TextDecoder: new (label: string) => { readonly decode: (bytes: Uint8Array) => string }

export const charsets: ReadonlyArray<string> = ['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251']

/** The text of bytes in this encoding; empty if the platform does not know it. */
export const decode = (label: string, bytes: Uint8Array): string => {
  const text = E.tryCatch(
    () => new TextDecoder(label).decode(bytes),
    () => undefined,
  )
  return E.isRight(text) ? text.right : ''
}

/** Faster than `\p{Cs}`, and needed only where the encoder may have written U+FFFD. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
/** Made at the first use: an environment of tests may lack it, and importing this package must not fail there. */
let encoder: InstanceType<typeof TextEncoder> | undefined

/** Short texts share a buffer: one for each takes longer to make than to fill. */
const sharedBytes = 65_536
let shared = new Uint8Array(0)

/** UTF-8; empty for a lone surrogate, which nobody can have signed. The platform's encoder is faster than the protocol's own. */
export const utf8 = (text: string): Uint8Array => {
  const most = 3 * text.length
  if (most > shared.length) shared = new Uint8Array(Math.max(most, sharedBytes))
  encoder ??= new TextEncoder()
  const { written } = encoder.encodeInto(text, shared)
  const bytes = shared.subarray(0, written)
  shared = shared.subarray(written)
  return bytes.includes(0xef) && loneSurrogate.test(text) ? new Uint8Array(0) : bytes
}

/** As UTF-8, with U+FFFD for what is none. */
export const replaced = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)

/** The number of the code of each character. */
type Table = ReadonlyMap<string, number>

/** A lead byte alone, or with each of the trail bytes behind it. */
const codesOfLead = 0xff - 0x40 + 1
const leads = 0xff - 0x80

const codeAt = (i: number): readonly number[] => {
  const lead = 0x80 + Math.floor(i / codesOfLead)
  const trail = 0x3f + (i % codesOfLead)
  return trail < 0x40 ? [lead] : [lead, trail]
}

/** Every code, and a line feed behind each. No code ends in a line feed, so each line of their text is that of one code. */
const everyCode = (): Uint8Array => {
  const bytes = new Uint8Array(leads * (3 * codesOfLead - 1))
  let to = 0
  for (let lead = 0x80; lead < 0xff; lead++) {
    for (let trail = 0x3f; trail < 0xff; trail++) {
      bytes[to++] = lead
      if (trail > 0x3f) bytes[to++] = trail
      bytes[to++] = 0x0a
    }
  }
  return bytes
}

/** Every character that one or two bytes stand for, and the first of its codes. */
const tableOf = (label: string): Table => {
  const text = decode(label, everyCode())
  const table = new Map<string, number>()
  for (let i = 0, at = 0; at < text.length; i++) {
    const end = text.indexOf('\n', at)
    const c = text[at] as string
    if (end === at + 1 && c > '\u007f' && c !== '\ufffd' && !table.has(c)) table.set(c, i)
    at = end + 1
  }
  return table
}

/** Made once, when a text beyond ASCII is first looked into. */
const tables = new Map<string, Table>()

/** The text in this encoding; what the encoding has not becomes a question mark, as in Java. */
export const encoded = (label: string, text: string): Uint8Array => {
  const table = tables.get(label) ?? tableOf(label)
  tables.set(label, table)
  const bytes: Array<number> = []
  for (const c of text) {
    const code = table.get(c)
    if (c <= '\u007f') bytes.push(c.charCodeAt(0))
    else for (const byte of code === undefined ? [0x3f] : codeAt(code)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}
