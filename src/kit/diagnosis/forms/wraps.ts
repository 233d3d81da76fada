/** What languages print round a value that may be missing, or that has another type than its format asks for. */

/** Round a value that may be missing, in Rust, Swift and Java. The percent sign stands for the value. */
export const optionalWraps: ReadonlyArray<string> = [
  'Some("%")',
  'Some(%)',
  'Optional("%")',
  'Optional(%)',
  'Optional[%]',
]

/** All of them. The percent sign stands for the value. The first two are quotation marks. */
export const wraps: ReadonlyArray<string> = [
  '"%"',
  "'%'",
  ...optionalWraps,
  "b'%'",
  '%!s(int64=%)',
  '%!d(string=%)',
  'urn:uuid:%',
  '%/1',
]

/** The value as this language prints it. */
export const wrapIn = (wrap: string, plainText: string): string => wrap.replace(/%(?![!])/, () => plainText)
