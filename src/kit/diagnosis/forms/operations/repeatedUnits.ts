/** A unit that a program wrote more than once. */
import { type Operation, operation } from './Operation.ts'

export const repeatedUnits: ReadonlyArray<Operation> = [
  operation('twice', ['parameter'], (unitText) => `${unitText}&${unitText}`),
  operation('twice', ['segment'], (unitText) => `${unitText}/${unitText}`),
  operation('twice', ['name', 'value', 'number', 'letters'], (unitText) => unitText + unitText),
  operation('twice', ['value'], (unitText) => `${unitText},${unitText}`),
  operation('twice', ['value'], (unitText) => `${unitText}, ${unitText}`),
  operation('twice', ['parameter'], (unitText) => `${unitText}&${unitText}&${unitText}`),
]
