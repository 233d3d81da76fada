/** Letters in another case, and what the rules of Turkish make of the letter i. */
import { capitalized } from '../namings.ts'
import { type Operation, operation, textUnits } from './Operation.ts'

/** Changes the text between the escapes, and leaves the escapes as they are. */
const outsideEscapes =
  (change: (text: string) => string) =>
  (text: string): string =>
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map((part, i) => (i % 2 === 1 ? part : change(part)))
      .join('')

const inLowerCase = (text: string): string => text.toLowerCase()
const inUpperCase = (text: string): string => text.toUpperCase()
const inTitleCase = (text: string): string => text.replace(/[A-Za-z]+/g, (word) => capitalized(word.toLowerCase()))
const withCasesSwapped = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
/** Lower case of Turkish: I has no dot. */
const turkishLower = (text: string): string => text.replaceAll('I', 'ı').toLowerCase()
/** Upper case of Turkish: i keeps its dot. */
const turkishUpper = (text: string): string => text.replaceAll('i', 'İ').toUpperCase()

/** A program that changes only one of these letters, or changes it the wrong way. */
const oneLetter: ReadonlyArray<(text: string) => string> = [
  (text) => text.replaceAll('I', 'ı'),
  (text) => text.replaceAll('i', 'İ'),
  (text) => text.replaceAll('I', 'ı').replaceAll('i', 'İ'),
  (text) => text.replaceAll('i', 'ı'),
  (text) => text.replaceAll('I', 'İ'),
]

export const otherCases: ReadonlyArray<Operation> = [
  ...[inLowerCase, inUpperCase, inTitleCase, withCasesSwapped, capitalized].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('case', textUnits, write)),
  ),
  ...[turkishLower, turkishUpper].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('Turkish letters', textUnits, write)),
  ),
  ...oneLetter.map((write) => operation('Turkish letters', textUnits, write)),
]
