/**
 * Whether two targets may differ in their escapes alone. There are thousands of ways to escape a target, so a mistake that wants one text
 * asks this first. `/v1/a%20b` may be `/v1/a b` or `/v1/a+b`, and is never `/api/v1/a%20b` or `/v1/a`.
 */
import { decode } from './percent.ts'

/** Nobody encodes a text more often. */
const maxDecodings = 8

/** The text without any escape, also where escapes were escaped, and with a space for each plus sign. */
const plainOf = (target: string): string => {
  let plain = target
  for (let i = 0; i < maxDecodings; i++) {
    const decoded = decode(plain)
    if (decoded === plain) break
    plain = decoded
  }
  return plain.replaceAll('+', ' ')
}

/** What an encoder may add to a query and leave out of it: the equals signs of empty values, and the entity of an ampersand. */
const optional = /=|amp;/g

/** Letters beyond ASCII, control characters and escapes that are no UTF-8: each may be written in many ways, or be lost. */
const isAmbiguous = (plain: string): boolean => /[^ -~]|%/.test(plain)

/** The characters in a fixed order, for parameters may have been sorted. */
const sortedCharacters = (text: string): string => text.split('').sort().join('')

/** How often a text has each letter and digit of ASCII, by its code in lower case. */
const countLetters = (text: string): Uint16Array => {
  const counts = new Uint16Array(128)
  const written = text.toLowerCase().replaceAll('amp;', '')
  for (let i = 0; i < written.length; i++) {
    const code = written.charCodeAt(i)
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
    if (isLetter) counts[code] = (counts[code] as number) + 1
  }
  return counts
}

/** Whether each letter is there at least as often as it is wanted. */
const holdsAll = (counts: Uint16Array, wantedCounts: Uint16Array): boolean => {
  for (let code = 0; code < wantedCounts.length; code++)
    if ((counts[code] as number) < (wantedCounts[code] as number)) return false
  return true
}

/** A target as it is, and decoded once and wholly. Without an escape all three have the same letters. */
const readingsOf = (target: string): ReadonlyArray<string> =>
  target.includes('%') ? [target, decode(target), plainOf(target)] : [target]

/**
 * Tells whether another target has the letters and digits of the sent one, in some reading of both. The digits of escapes may be in
 * another case. A letter with an accent may be lost, or become the letter without it. An escape that is no UTF-8 may read as any further
 * letter.
 */
const testOfLetters = (sentTarget: string): ((wanted: string) => boolean) => {
  const sent = readingsOf(sentTarget).map((text) => countLetters(text.normalize('NFC')))
  return (wanted) =>
    readingsOf(wanted)
      .map((text) => countLetters(text.normalize('NFKD')))
      .some((written) => sent.some((letters) => holdsAll(written, letters)))
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

/** Tells whether a target may be the sent one with other escapes, and with its parameters in another order. */
export const testOfRespelling = (sentTarget: string): ((wanted: string) => boolean) => {
  const plain = plainOf(sentTarget)
  return isAmbiguous(plain) ? testOfLetters(sentTarget) : testOfCharacters(plain)
}
