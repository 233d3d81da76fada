/**
 * Two texts that differ only in some escapes, character by character. Unlike a comparison of all escapes, this one also pairs a percent
 * sign with its own escape:
 *
 *     signed a%25%2555, sent a%25%55        %25 where % was sent
 *     signed %3CHello%3D, sent %253CHello=  % where %25 was sent, %3D where = was sent
 *
 * And the characters that only one of two texts has: `%23 (#)` for `aa%23b` and `aab`.
 */

import { decode } from './forms/percent.ts'

/** A character as it was signed and as it was sent. */
export interface SpellingPair {
  readonly signed: string
  readonly sent: string
}

/** One character, or its escape. */
export const character: RegExp = /%[C-Fc-f][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f])+|%[0-9A-Fa-f]{2}|[\s\S]/gu

/** Longer texts are not compared: a report is made in a bounded time. */
const maxLength = 2048

/** A place in both texts. The pairs that lead to it are a list from the last to the first. */
interface Place {
  readonly signedAt: number
  readonly sentAt: number
  readonly pair?: SpellingPair | undefined
  readonly before?: Place | undefined
}

/** The escapes of one character of UTF-8, by its first byte, or of any single byte. */
const escapeAt =
  /%[CD][0-9A-F]%[89AB][0-9A-F]|%E[0-9A-F](?:%[89AB][0-9A-F]){2}|%F[0-9A-F](?:%[89AB][0-9A-F]){3}|%[0-9A-F]{2}/iy

/** The spellings of the character at this place: itself, and if an escape begins there, the escape. */
const spellingsAt = (text: string, at: number): ReadonlyArray<string> => {
  escapeAt.lastIndex = at
  const [escaped] = escapeAt.exec(text) ?? []
  const itself = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return escaped === undefined || decode(escaped) === escaped ? [itself] : [escaped, itself]
}

const isSpace = (spelling: string): boolean => spelling === '+' || spelling === '%20' || spelling === ' '

/** Whether one is an escape of the other, or of the same character. */
const areOfOneCharacter = (signed: string, sent: string): boolean =>
  (signed.length > 1 && decode(signed) === sent) ||
  (sent.length > 1 && decode(sent) === signed) ||
  (signed.length > 1 && signed.toUpperCase() === sent.toUpperCase()) ||
  (isSpace(signed) && isSpace(sent))

/** The places after the next character. */
const nextPlaces = (place: Place, signed: string, sent: string): ReadonlyArray<Place> => {
  const { signedAt, sentAt } = place
  return spellingsAt(signed, signedAt).flatMap((signedSpelling) =>
    spellingsAt(sent, sentAt).flatMap((sentSpelling): ReadonlyArray<Place> => {
      const ends = { signedAt: signedAt + signedSpelling.length, sentAt: sentAt + sentSpelling.length }
      if (signedSpelling === sentSpelling) return [{ ...place, ...ends }]
      return areOfOneCharacter(signedSpelling, sentSpelling)
        ? [{ ...ends, pair: { signed: signedSpelling, sent: sentSpelling }, before: place }]
        : []
    }),
  )
}

const pairsUpTo = (place: Place): ReadonlyArray<SpellingPair> => {
  const pairs: Array<SpellingPair> = []
  for (let at: Place | undefined = place; at !== undefined; at = at.before)
    if (at.pair !== undefined) pairs.push(at.pair)
  return pairs.reverse()
}

/** The characters that differ, in their order, as few as possible. Undefined if the texts differ in more than escapes. */
export const escapeEdits = (signed: string, sent: string): ReadonlyArray<SpellingPair> | undefined => {
  if (signed === sent || Math.max(signed.length, sent.length) > maxLength) return undefined
  const visited = new Set<number>()
  let places: ReadonlyArray<Place> = [{ signedAt: 0, sentAt: 0 }]
  // Each turn looks at all places with so many differing characters.
  while (places.length > 0) {
    const further: Array<Place> = []
    const open = [...places]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const { signedAt, sentAt } = place
      const key = signedAt * (maxLength + 1) + sentAt
      if (visited.has(key)) continue
      visited.add(key)
      if (signedAt === signed.length && sentAt === sent.length) return pairsUpTo(place)
      if (signedAt >= signed.length || sentAt >= sent.length) continue
      for (const next of nextPlaces(place, signed, sent)) (next.pair === place.pair ? open : further).push(next)
    }
    places = further
  }
  return undefined
}

/** ASCII letters and digits. A text that lacks some is another text, such as another name. */
const isWordCharacter = (spelling: string): boolean => /^[0-9A-Za-z]$/.test(decode(spelling))

/** A program that removes characters seldom removes more kinds. */
const maxMissing = 5

/** `%23 (#)`, and `%0A` for a character that is not seen. */
const nameOf = (spelling: string): string => {
  const plain = decode(spelling)
  if (spelling === ' ') return 'a space'
  return plain === spelling || /[\p{C}\p{Z}]/u.test(plain) ? spelling : `${spelling} (${plain})`
}

/** The characters that the longer text has and the shorter one lacks, each once: `%23 (#)`. Undefined if they differ in more. */
const lacking = (shorter: string, longer: string): ReadonlyArray<string> | undefined => {
  const left = shorter.match(character) ?? []
  let found = 0
  const missing = (longer.match(character) ?? []).filter((spelling) => {
    const isNext = spelling === left[found]
    if (isNext) found++
    return !isNext
  })
  const names = [...new Set(missing)]
  const isFew = names.length > 0 && names.length <= maxMissing
  return found === left.length && isFew && !missing.some(isWordCharacter) ? names.map(nameOf) : undefined
}

/** Characters that are marks or escapes, and that one text lacks. */
export interface MissingCharacters {
  readonly names: ReadonlyArray<string>
  readonly lackedBy: 'signed' | 'sent'
}

/** The characters that one of two texts lacks, if they differ in nothing else. */
export const missingCharacters = (signed: string, sent: string): MissingCharacters | undefined => {
  if (signed === '' || sent === '') return undefined
  const unsigned = lacking(signed, sent)
  if (unsigned !== undefined) return { names: unsigned, lackedBy: 'signed' }
  const unsent = lacking(sent, signed)
  return unsent === undefined ? undefined : { names: unsent, lackedBy: 'sent' }
}
