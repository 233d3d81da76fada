/**
 * Whether two targets may differ in their escapes alone. There are thousands of ways to escape a target, so a mistake that wants one text
 * asks this first. `/v1/a%20b` may be `/v1/a b` or `/v1/a+b`, and is never `/api/v1/a%20b` or `/v1/a`.
 */
import { decode, splitTarget } from './percent.ts'

/** Nobody encodes a text more often. */
const maxDecodings = 8

const decodeFully = (target: string, decodeOnce: (text: string) => string): string => {
  let decoded = target
  for (let i = 0; i < maxDecodings; i++) {
    const next = decodeOnce(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

/** The text without any escape, also where escapes were escaped, and with a space for each plus sign. */
const plainOf = (target: string): string => decodeFully(target, decode).replaceAll('+', ' ')

/** The text without escapes of ASCII. The other escapes may be no UTF-8, and then `decode` leaves all as they are. */
const withoutAsciiEscapes = (target: string): string =>
  decodeFully(target, (text) => text.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent))

/** What an encoder may add to a query and leave out of it: the equals signs of empty values, and the entity of an ampersand. */
const optional = /=|amp;/g

/** Letters beyond ASCII, control characters and escapes that are no UTF-8: each may be written in many ways, or be lost. */
const isAmbiguous = (plain: string): boolean => /[^ -~]|%/.test(plain)

/** The characters in a fixed order, for parameters may have been sorted. */
const sortedCharacters = (text: string): string => text.split('').sort().join('')

const countAmpersands = (text: string): number => text.split('&').length - 1

/** How often a text has each letter and digit of ASCII, by its code in lower case. The entity of an ampersand counts as the ampersand. */
const countLetters = (text: string): Uint16Array => {
  const counts = new Uint16Array(128)
  const written = text.includes(';') ? text.replace(/amp;/gi, '') : text
  for (let i = 0; i < written.length; i++) {
    const code = written.charCodeAt(i)
    const lower = code >= 65 && code <= 90 ? code + 32 : code
    const isLetter = (lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)
    if (isLetter) counts[lower] = (counts[lower] as number) + 1
  }
  return counts
}

/** Whether each letter is there at least as often as it is wanted. */
const holdsAll = (counts: Uint16Array, wantedCounts: Uint16Array): boolean => {
  for (let code = 0; code < wantedCounts.length; code++)
    if ((counts[code] as number) < (wantedCounts[code] as number)) return false
  return true
}

/**
 * Four readings of a target: as it is, decoded once, decoded until no escape is left, and with the escapes of ASCII decoded even if
 * others are not UTF-8. `/a%2562` gives `/a%2562`, `/a%62` and `/ab`; `/%41%E3` gives `/A%E3`. A target without escapes has the same
 * letters in all four, so one is enough. `decodedAscii` is the target without escapes of ASCII.
 */
const readingsOf = (target: string, decodedAscii: string): ReadonlyArray<string> =>
  target.includes('%') ? [target, decode(target), plainOf(target), decode(decodedAscii)] : [target]

/**
 * Tells whether another target has the ampersands of the sent one, and its letters and digits in some reading of both. The digits of
 * escapes may be in another case. A letter with an accent may be lost, or become the letter without it. The other target may have further
 * letters, because another encoding may read letters in an escape that is not UTF-8.
 */
const testOfLetters = (sentTarget: string): ((wanted: string) => boolean) => {
  const sentReadings = readingsOf(sentTarget, withoutAsciiEscapes(sentTarget))
  const sent = sentReadings.map((text) => countLetters(text.normalize('NFC')))
  const ampersands = countAmpersands(sentTarget)
  return (wanted) => {
    const decodedAscii = withoutAsciiEscapes(wanted)
    if (countAmpersands(decodedAscii) < ampersands) return false
    return readingsOf(wanted, decodedAscii).some((text) => {
      const written = countLetters(text.normalize('NFKD'))
      return sent.some((letters) => holdsAll(written, letters))
    })
  }
}

/** Tells whether another target has the same characters as the sent one, both without escapes. */
const testOfCharacters = (plainSent: string): ((wanted: string) => boolean) => {
  const characters = plainSent.replace(optional, '')
  const sorted = sortedCharacters(characters)
  return (wanted) => {
    const wantedCharacters = plainOf(wanted).replace(optional, '')
    return wantedCharacters.length === characters.length && sortedCharacters(wantedCharacters) === sorted
  }
}

/** Tells whether a target is the sent one with more before or after its query. No encoder adds that to what it leaves as it is. */
const testOfExtension = (sentTarget: string): ((wanted: string) => boolean) => {
  const [path, query] = splitTarget(sentTarget)
  const starts = [`${path}?${query}`, `${sentTarget}?`, `${sentTarget}&`]
  return (wanted) => starts.some((start) => wanted.startsWith(start))
}

/** Whether escapes are no UTF-8. Another charset has them, and an encoder that counts characters for bytes loses what follows. */
const hasOtherCharset = (target: string): boolean => /%[89a-f][0-9a-f]/i.test(decode(target))

/** Tells whether a target may be the sent one with other escapes, and with its parameters in another order. */
export const testOfRespelling = (sentTarget: string): ((wanted: string) => boolean) => {
  const isExtended = testOfExtension(sentTarget)
  const plain = plainOf(sentTarget)
  if (!isAmbiguous(plain)) {
    const hasCharacters = testOfCharacters(plain)
    return (wanted) => !isExtended(wanted) && hasCharacters(wanted)
  }
  const hasLetters = testOfLetters(sentTarget)
  return (wanted) => !isExtended(wanted) && (hasOtherCharset(wanted) || hasLetters(wanted))
}
