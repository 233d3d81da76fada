/** A unit without some of its characters, or with all of them changed. */
import { type Operation, operation, pieceUnits } from './Operation.ts'

/** The wide characters of East Asia begin as far behind the printable ones of ASCII. */
const wideOffset = 0xfee0

const inFullWidth = (unitText: string): string =>
  unitText.replace(/[^!-~]|[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + (/[!-~]/.test(c) ? wideOffset : 0)))

export const cutUnits: ReadonlyArray<Operation> = [
  operation('characters', pieceUnits, (unitText) => unitText.slice(0, -1)),
  operation('characters', pieceUnits, (unitText) => unitText.slice(1)),
  operation('characters', pieceUnits, (unitText) => unitText.slice(0, 1)),
  operation('characters', pieceUnits, (unitText) => Array.from(unitText).toReversed().join('')),
  operation('characters', pieceUnits, inFullWidth),
  operation('characters', ['value', 'segment'], (unitText) => String(unitText.length)),
  operation('characters', ['value'], (unitText) => unitText.replace(/(?:%20|\+).*/, '')),
  operation('characters', ['value', 'segment'], (unitText) => unitText.replace(/[.:,;@].*/, '')),
  operation('characters', ['value', 'segment'], (unitText) => unitText.replace(/(?<=.)-.*/, '')),
]
