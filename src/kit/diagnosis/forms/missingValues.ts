/**
 * The texts that programs print for a value that is not there. A caller signs `/v1/jobs/undefined` or sends `signature=nil`.
 *
 * One list, with the traits that its users need. `missingTexts` gives the texts with a trait, in the order in which a search tries them.
 */

interface MissingValue {
  readonly text: string
  /** The language or the library that prints it. */
  readonly printedBy: string
  /** The search tries it everywhere: in values, queries, paths and whole texts. */
  readonly isCommon?: true
  /** It stands in so many places of a query that only these are tried there. */
  readonly isCommonest?: true
  /** It is the text of an object that has no text of its own. A missing value is only one cause of it. */
  readonly isObject?: true
}

const missingValues: ReadonlyArray<MissingValue> = [
  { text: 'undefined', printedBy: 'JavaScript', isCommon: true, isCommonest: true },
  { text: 'null', printedBy: 'Java, JavaScript and others', isCommon: true, isCommonest: true },
  { text: 'None', printedBy: 'Python', isCommon: true, isCommonest: true },
  { text: 'nil', printedBy: 'Lua, Ruby and Swift', isCommon: true },
  { text: 'NaN', printedBy: 'JavaScript', isCommon: true },
  { text: '[object Object]', printedBy: 'JavaScript', isCommon: true, isObject: true },
  { text: '<nil>', printedBy: 'Go' },
  { text: 'NULL', printedBy: 'PHP and R' },
  { text: '(null)', printedBy: 'C and Objective-C' },
  { text: '<null>', printedBy: 'Objective-C' },
  { text: '<no value>', printedBy: 'templates of Go' },
  { text: '%!s(<nil>)', printedBy: 'Go' },
  { text: '%!d(<nil>)', printedBy: 'Go' },
  { text: '%!s(MISSING)', printedBy: 'Go' },
  { text: '%!d(MISSING)', printedBy: 'Go' },
  { text: '%!v(MISSING)', printedBy: 'Go' },
  { text: 'Optional.empty', printedBy: 'Java' },
  { text: 'Nothing', printedBy: 'Haskell' },
  { text: '[object Undefined]', printedBy: 'JavaScript' },
  { text: '[object Null]', printedBy: 'JavaScript' },
]

/** The texts of the list, in its order: all, or those with a trait. */
export const missingTexts = (trait: 'any' | 'isCommon' | 'isCommonest' = 'any'): ReadonlyArray<string> =>
  missingValues.filter((value) => trait === 'any' || value[trait] === true).map(({ text }) => text)

const byText: ReadonlyMap<string, MissingValue> = new Map(missingValues.map((value) => [value.text, value]))

/** Whether the text is one of the list. */
export const isMissingText = (text: string): boolean => byText.has(text)

/** Whether the text is printed for a missing value and for nothing else. */
export const isMissingAlone = (text: string): boolean => byText.get(text)?.isObject === undefined && byText.has(text)

/** Who prints this text. */
export const printerOf = (text: string): string | undefined => byText.get(text)?.printedBy
