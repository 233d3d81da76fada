/**
 * Whether two texts differ in their Unicode normal form alone: `é` is one character (NFC), or an e and an accent (NFD). A reader
 * sees no difference, so the code points are named.
 */
import type { Telling } from './Telling.ts'

const formOf = (plain: string): string => {
  if (plain === plain.normalize('NFC')) return 'composed (NFC)'
  return plain === plain.normalize('NFD') ? 'decomposed (NFD)' : 'partly composed and partly decomposed'
}

/** A letter with the accents that follow it. */
const letters = /\P{M}\p{M}*|\p{M}+/gu

const codePoints = (letter: string): string =>
  Array.from(letter, (c) => `U+${(c.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

/** The first letter that differs, if the two texts have as many. */
const firstPair = (signed: string, sent: string): string | undefined => {
  const theirs = signed.match(letters) ?? []
  const ours = sent.match(letters) ?? []
  const index = theirs.findIndex((letter, i) => letter !== ours[i])
  const letter = theirs[index]
  const other = ours[index]
  return letter === undefined || other === undefined || theirs.length !== ours.length
    ? undefined
    : `${codePoints(letter)} where ${codePoints(other)} was sent`
}

/** `subject`: what holds the letters, as `body`. */
export const normalizationDifference = (signed: string, sent: string, subject: string): Telling | undefined => {
  if (signed === sent || signed.normalize('NFC') !== sent.normalize('NFC')) return undefined
  const pair = firstPair(signed, sent)
  return {
    detail: pair ?? `signed ${formOf(signed)}`,
    what: `The caller signed the letters of the ${subject} ${formOf(signed)}, but they were sent ${formOf(sent)}${pair === undefined ? '' : `: ${pair}`}.`,
    remedy:
      'Convert the text to the Unicode normal form NFC once. Then sign and send exactly this text. File names of macOS are decomposed.',
  }
}
