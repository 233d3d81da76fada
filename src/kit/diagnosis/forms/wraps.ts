/** What languages print round a value that may be missing, or that has another type than its format asks for. */

/** The percent sign stands for the value. The first two are quotation marks. */
export const wraps: ReadonlyArray<string> = [
  '"%"',
  "'%'",
  'Some("%")',
  'Some(%)',
  'Optional("%")',
  'Optional(%)',
  'Optional[%]',
  '%!s(int64=%)',
  '%!d(string=%)',
  'urn:uuid:%',
  '%/1',
]

/** The value as this language prints it. */
export const wrapIn = (wrap: string, plainText: string): string => wrap.replace(/%(?![!])/, () => plainText)
