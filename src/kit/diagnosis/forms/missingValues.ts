/**
 * The texts that programs print for a value that is not there. A caller signs `/v1/jobs/undefined` or sends `signature=nil`.
 *
 * One list, with the traits that its users need. `missingTexts` gives the texts with a trait, in the order in which a search tries them.
 * A second list, `emptyValues`, has what programs print for a value that is there and has no content.
 */

interface MissingValue {
  readonly text: string
  /** The languages that print it. */
  readonly printedBy: string
  /** The search tries it everywhere: in values, queries, paths and whole texts. */
  readonly isCommon?: true
  /** It stands in so many places of a query that only these are tried there. */
  readonly isCommonest?: true
  /** It is the text of an object that has no text of its own. A missing value is only one cause of it. */
  readonly isObject?: true
  /** Go prints it for an argument that a format lacks. So it is a part that was not filled in. */
  readonly isMissingArgument?: true
}

const missingValues: ReadonlyArray<MissingValue> = [
  { text: 'undefined', printedBy: 'JavaScript', isCommon: true, isCommonest: true },
  { text: 'null', printedBy: 'JavaScript, Java, C#', isCommon: true, isCommonest: true },
  { text: 'None', printedBy: 'Python', isCommon: true, isCommonest: true },
  { text: 'nil', printedBy: 'Ruby, Lua', isCommon: true },
  { text: 'NaN', printedBy: 'JavaScript', isCommon: true },
  { text: '[object Object]', printedBy: 'JavaScript', isCommon: true, isObject: true },
  { text: '<nil>', printedBy: 'Go' },
  { text: 'NULL', printedBy: 'PHP, R' },
  { text: '(null)', printedBy: 'C, Objective-C' },
  { text: '<null>', printedBy: 'Objective-C' },
  { text: '<no value>', printedBy: 'Go' },
  { text: '%!s(<nil>)', printedBy: 'Go' },
  { text: '%!d(<nil>)', printedBy: 'Go' },
  { text: '%!s(MISSING)', printedBy: 'Go', isMissingArgument: true },
  { text: '%!d(MISSING)', printedBy: 'Go', isMissingArgument: true },
  { text: '%!v(MISSING)', printedBy: 'Go', isMissingArgument: true },
  { text: 'Optional.empty', printedBy: 'Java' },
  { text: 'Nothing', printedBy: 'Haskell' },
  { text: '[object Undefined]', printedBy: 'JavaScript' },
  { text: '[object Null]', printedBy: 'JavaScript' },
]

const isSeldom = ({ isCommon }: MissingValue): boolean => isCommon === undefined

/** The texts of the list, in its order: all, those with a trait, or those that are not common. */
export const missingTexts = (
  which: 'any' | 'isCommon' | 'isCommonest' | 'isMissingArgument' | 'seldom' = 'any',
): ReadonlyArray<string> =>
  missingValues
    .filter((value) => which === 'any' || (which === 'seldom' ? isSeldom(value) : value[which] === true))
    .map(({ text }) => text)

const byText: ReadonlyMap<string, MissingValue> = new Map(missingValues.map((value) => [value.text, value]))

/** Whether Go prints the text for an argument that a format lacks. */
export const isMissingArgument = (text: string): boolean => byText.get(text)?.isMissingArgument === true

/** Whether the text is one of the list. */
export const isMissingText = (text: string): boolean => byText.has(text)

/** Whether the text is printed for a missing value and for nothing else. */
export const isMissingAlone = (text: string): boolean => byText.get(text)?.isObject === undefined && byText.has(text)

/** Who prints this text. */
export const printerOf = (text: string): string | undefined => byText.get(text)?.printedBy

/** A text that programs print for an empty list, object or text, and for the value false. */
interface EmptyValue {
  readonly text: string
  /** The languages that print it, if it is of some alone. */
  readonly printedBy?: string
  /** The search tries it last. */
  readonly isRare?: true
}

/** The JSON of an empty value is not in this list: `emptyBody.ts` has names for it. */
export const emptyValues: ReadonlyArray<EmptyValue> = [
  { text: "b''", printedBy: 'Python' },
  { text: 'map[]', printedBy: 'Go' },
  { text: 'false' },
  { text: 'False', printedBy: 'Python, C#', isRare: true },
  { text: "''", isRare: true },
  { text: '{ }', isRare: true },
  { text: '[ ]', isRare: true },
  { text: '()', isRare: true },
  { text: '@{}', printedBy: 'PowerShell', isRare: true },
  { text: '&map[]', printedBy: 'Go', isRare: true },
  { text: 'Optional[]', printedBy: 'Scala, Java', isRare: true },
  { text: 'array()', printedBy: 'PHP', isRare: true },
]

/** Whether the text is one of the list of empty values. */
export const isEmptyValue = (text: string): boolean => emptyValues.some((value) => value.text === text)
