/** What programs print in place of a value that is not there, or that has no text. */
import { missingTexts } from '../missingValues.ts'
import { type Operation, operation, valueUnits } from './Operation.ts'

const missingValueTexts: ReadonlyArray<string> = [
  '',
  ...missingTexts(),
  'Null',
  'NA',
  'N/A',
  '#N/A',
  'NaT',
  'nullptr',
  '$null',
  ':null',
  '<unset>',
  '<none>',
  'DBNull',
  '\\N',
  '%00',
  '()',
  '[]',
  '{}',
  '""',
  "''",
  '[null]',
  "['']",
  '[""]',
  'Some("")',
  'Just ""',
  'Optional[]',
  'Array',
  'System.String[]',
  'java.lang.Object',
  "<class 'str'>",
  "<class 'int'>",
  'int',
  'string',
  'str',
  'true',
  'false',
  '0',
  '-1',
  '1',
]

export const missingUnits: ReadonlyArray<Operation> = missingValueTexts.map((missingText) =>
  operation('missing', [...valueUnits, 'query'], () => missingText),
)
