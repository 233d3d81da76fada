/** Escapes and percent signs that a program replaces, removes, or reads as the placeholders of a format. */
import { goFormat } from '../goFormat.ts'
import { printfWithoutValues } from '../shellFormat.ts'
import { type Operation, operation, textUnits } from './Operation.ts'

/** A batch file of cmd.exe reads `%2` as an argument and `%E7%` as a variable; neither is set. */
const throughBatch = (unitText: string): string =>
  unitText.replace(/%%|%[0-9*]|%[^%\r\n]*%|%/g, (found) => (found === '%%' ? '%' : ''))

const replacePercent =
  (mark: string) =>
  (unitText: string): string =>
    unitText.replaceAll('%', () => mark)

const replaceEscapes =
  (mark: string) =>
  (unitText: string): string =>
    unitText.replace(/%[0-9A-F]{2}/gi, mark)

const replaceSpaces =
  (mark: string) =>
  (unitText: string): string =>
    unitText.replace(/%20|\+/g, mark)

const escapesInLowerCase = (unitText: string): string =>
  unitText.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())

/** `Sprintf` of Go without values: `%20f` is a verb with a width, and `%B` is no verb. */
const printfOfGo = (unitText: string): string =>
  unitText.replace(/%[ 0-9.+#-]*([A-Za-z])/g, (_, verb: string) =>
    /[vTtbcdoOqxXUeEfFgGspw]/.test(verb) ? `%!${verb}(MISSING)` : `%!${verb}(NOVERB)`,
  )

/** What programs write for a percent sign, in code of many languages and in URLs. */
const inPlaceOfPercent = ['', '_', ' ', '-', '\\x', '=', '0x', '%%', '\\%', '&#37;', '\\u0025', '#', '+', '*', '@']
const escapedPercents = ['%25', '%2525', '%252525']
const inPlaceOfEscapes = [' ', '_', '-', '', '?']
const inPlaceOfSpaces = ['', '_', '-', '%C2%A0', '\u00a0', '%2B', '%2520']

export const percentSigns: ReadonlyArray<Operation> = [
  ...inPlaceOfPercent.map((mark) => operation('percent signs', [...textUnits, 'letters'], replacePercent(mark))),
  ...escapedPercents.map((escaped) => operation('escaped again', [...textUnits, 'letters'], replacePercent(escaped))),
  operation('letters rewritten', ['segment', 'parameter', 'name', 'value', 'letters'], escapesInLowerCase),
  ...inPlaceOfEscapes.map((mark) => operation('percent signs', textUnits, replaceEscapes(mark))),
  ...inPlaceOfSpaces.map((mark) => operation('percent signs', textUnits, replaceSpaces(mark))),
  operation('cmd.exe', textUnits, throughBatch),
  operation('format', textUnits, goFormat),
  operation('format', textUnits, printfOfGo),
  operation('format', textUnits, (unitText) => printfWithoutValues(unitText)),
]
