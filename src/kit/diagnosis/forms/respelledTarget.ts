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

/** Whether a text has at least these characters, in any order. Both are sorted. */
const holdsAll = (characters: string, wantedCharacters: string): boolean => {
  let found = 0
  for (let i = 0; i < characters.length && found < wantedCharacters.length; i++)
    if (characters[i] === wantedCharacters[found]) found++
  return found === wantedCharacters.length
}

/** The letters and digits of ASCII, in a fixed order. */
const lettersOf = (text: string): string =>
  sortedCharacters(
    text
      .toLowerCase()
      .replace(optional, '')
      .replace(/[^0-9a-z]/g, ''),
  )

/** A target as it is, and decoded once and wholly. */
const readingsOf = (target: string): ReadonlyArray<string> => [target, decode(target), plainOf(target)]

/**
 * Tells whether another target has the letters and digits of the sent one, in some reading of both. The digits of escapes may be in
 * another case. A letter with an accent may be lost, or become the letter without it. An escape that is no UTF-8 may read as any further
 * letter.
 */
const testOfLetters = (sentTarget: string): ((wanted: string) => boolean) => {
  const sent = readingsOf(sentTarget).map((text) => lettersOf(text.normalize('NFC')))
  return (wanted) =>
    readingsOf(wanted)
      .map((text) => lettersOf(text.normalize('NFKD')))
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
