/** Letters in another case, and what the rules of Turkish make of the letter i. */
import { type Operation, operation, textUnits } from './Operation.ts'

/** Escapes stay as they are. */
const outsideEscapes =
  (change: (text: string) => string) =>
  (text: string): string =>
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map((part, i) => (i % 2 === 1 ? part : change(part)))
      .join('')

const lower = (text: string): string => text.toLowerCase()
const upper = (text: string): string => text.toUpperCase()
const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const inTitleCase = (text: string): string => text.replace(/[A-Za-z]+/g, (word) => capitalized(word.toLowerCase()))
const withCasesSwapped = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
/** Lower case of Turkish: I has no dot. */
const turkishLower = (text: string): string => text.replaceAll('I', 'ı').toLowerCase()
/** Upper case of Turkish: i keeps its dot. */
const turkishUpper = (text: string): string => text.replaceAll('i', 'İ').toUpperCase()

export const otherCases: ReadonlyArray<Operation> = [
  ...[lower, upper, inTitleCase, withCasesSwapped, capitalized].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('case', textUnits, write)),
  ),
  ...[turkishLower, turkishUpper].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('Turkish letters', textUnits, write)),
  ),
  ...[
    (text: string) => text.replaceAll('I', 'ı'),
    (text: string) => text.replaceAll('i', 'İ'),
    (text: string) => text.replaceAll('I', 'ı').replaceAll('i', 'İ'),
    (text: string) => text.replaceAll('i', 'ı'),
    (text: string) => text.replaceAll('I', 'İ'),
  ].map((write) => operation('Turkish letters', textUnits, write)),
]
