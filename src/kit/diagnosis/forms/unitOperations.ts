/**
 * Everything that programs do to a unit of a target: they print something round it, escape it again, hash it, or lose it. The modules of
 * `operations/` have one kind of operation each, and `changedUnits.ts` applies all of them to all units.
 */
import type { Hash } from '../../../effects/Hash.ts'
import { affixes } from './operations/affixes.ts'
import { cutUnits } from './operations/cutUnits.ts'
import { digestsOfUnits, encodedUnits, listedBytes } from './operations/encodedUnits.ts'
import { missingUnits } from './operations/missingUnits.ts'
import { numbersPrinted } from './operations/numbersPrinted.ts'
import { type Operation, operation } from './operations/Operation.ts'
import { otherCases } from './operations/otherCases.ts'
import { encodedAnew, otherLetters } from './operations/otherLetters.ts'
import { otherNames } from './operations/otherNames.ts'
import { percentSigns } from './operations/percentSigns.ts'
import { printedAround } from './operations/printedAround.ts'
import { repeatedUnits } from './operations/repeatedUnits.ts'
import { unfilledUnits } from './operations/unfilledUnits.ts'
import { dateWriters } from './unitDates.ts'

const otherDates: ReadonlyArray<Operation> = dateWriters.map((write) => operation('date', ['value'], write))

/** All operations, the likeliest kinds first. Without `hash`, no unit is hashed. */
export const operations = (hash?: Hash): ReadonlyArray<Operation> => [
  ...unfilledUnits,
  ...printedAround,
  ...missingUnits,
  ...otherCases,
  ...otherLetters,
  ...encodedAnew,
  ...percentSigns,
  ...otherDates,
  ...numbersPrinted,
  ...repeatedUnits,
  ...otherNames,
  ...encodedUnits,
  ...listedBytes,
  ...cutUnits,
  ...affixes,
  ...(hash === undefined ? [] : digestsOfUnits(hash)),
]
