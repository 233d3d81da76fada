/**
 * Changes of texts, which the forbidden normalizations are made of.
 *
 * Bodies are texts with one character for each byte: `toBytes('é')` is `'\u00c3\u00a9'`.
 */
import { inspect } from '../../../core/untrusted.ts'
import { around, type Normalization, replacing } from '../Normalization.ts'

export type ChangeText = Normalization['apply']

/** Replaces each match, or drops it. */
export const replace =
  (pattern: RegExp, replacement = ''): ChangeText =>
  (text) =>
    text.replace(pattern, replacement)
export const replaceEach =
  (pattern: RegExp, change: ChangeText): ChangeText =>
  (text) =>
    text.replace(pattern, change)

/** For each length, a cut after so many characters, as a short column or a short buffer makes it. */
export const cutAfter = (...lengths: ReadonlyArray<number>): ReadonlyArray<Normalization> =>
  lengths.map((length) =>
    replacing(`cut after ${length}`, (text) => text.slice(0, length), around(['', 'a'.repeat(length)])),
  )

export const beyondAscii: RegExp = /[\u0080-\uffff]/g
export const characterOf = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))
export const percentEncode: ChangeText = (character) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
export const percentDecode: ChangeText = (text) =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => characterOf(digits))

/** The UTF-8 of a text, with a character for each byte. */
export const toBytes = (text: string): string =>
  encodeURIComponent(text).replace(/%(..)/g, (_, digits: string) => characterOf(digits))
/** Bytes that are not UTF-8 stay as they are. */
export const toText: ChangeText = (bytes) =>
  inspect(() => decodeURIComponent(bytes.replace(/./gs, percentEncode)), bytes)
