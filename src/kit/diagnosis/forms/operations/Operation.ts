/**
 * What programs do to a unit of a target, as data: what it is, on which kinds of units programs do it, and what it writes. An operation says
 * nothing of where the unit is: `changedUnits.ts` applies it everywhere.
 *
 *     wrapped, on values, Some("…")    /v1/jobs?a=1&b=2 becomes /v1/jobs?a=Some("1")&b=Some("2")
 */
import type { Span } from '../replacing.ts'
import type { Unit, UnitKind } from '../targetUnits.ts'

/** What became of the text. Each has its words in `unitDifference.ts`. */
export type OperationKind =
  | 'wrapped'
  | 'missing'
  | 'unfilled'
  | 'case'
  | 'Turkish letters'
  | 'letters rewritten'
  | 'escaped again'
  | 'percent signs'
  | 'cmd.exe'
  | 'format'
  | 'digest'
  | 'encoded'
  | 'bytes'
  | 'number'
  | 'padded'
  | 'date'
  | 'twice'
  | 'each twice'
  | 'characters'
  | 'named otherwise'
  | 'mark'
  | 'affix'
  | 'printed parameters'
  | 'list'
  | 'several parameters'

/** Where an operation writes. */
export interface Place extends Pick<Unit, 'variables'> {
  /** Counts the units that are changed, from 0. */
  readonly index: number
}

export interface Operation {
  readonly kind: OperationKind
  readonly units: ReadonlyArray<UnitKind>
  /** The text in place of a unit. */
  readonly write: (unitText: string, place: Place) => string
}

export const operation = (
  kind: OperationKind,
  units: ReadonlyArray<UnitKind>,
  write: Operation['write'],
): Operation => ({
  kind,
  units,
  write,
})

/** What was done, the target after it, and the stretch of the sent target that was changed, if it is known. */
export type ChangedTarget = readonly [kind: OperationKind, target: string, span?: Span]

/** A part of the target that has units in it. */
export const wholeUnits: ReadonlyArray<UnitKind> = ['target', 'path', 'query']

/** Units that hold one text each. */
export const pieceUnits: ReadonlyArray<UnitKind> = ['segment', 'parameter', 'name', 'value']

export const textUnits: ReadonlyArray<UnitKind> = [...wholeUnits, ...pieceUnits]

/** Units for which a program puts in a value. */
export const valueUnits: ReadonlyArray<UnitKind> = ['segment', 'value', 'number']
