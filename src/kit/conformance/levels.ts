/**
 * The levels that a port may claim, and the cases of each.
 */
import type { Suite } from './suite.ts'
import type { Op, Vector } from './Vector.ts'

export type Level = 'verifier' | 'signer' | 'full'

const opsOf: Readonly<Record<Level, ReadonlyArray<Op> | undefined>> = {
  verifier: ['parseAuthorization', 'verify', 'rsaVerify', 'importKey', 'decodeJob'],
  signer: ['stringToSign', 'formatAuthorization', 'sign', 'encodeJob', 'request', 'importKey'],
  full: undefined,
}

/** All levels, from the narrowest. */
export const levels: ReadonlyArray<Level> = ['verifier', 'signer', 'full']

/** Whether a case, a canary or a generator is part of the level. */
export const belongs = (level: Level, run: Pick<Vector, 'op' | 'input'>): boolean => {
  const ops = opsOf[level]
  if (ops === undefined) return true
  if (run.op !== 'importKey') return ops.includes(run.op)
  // A signer imports private keys, a verifier public ones. Only here the input is read: reading the input of a case unpacks it.
  return (run.input as { readonly use: string }).use === (level === 'signer' ? 'sign' : 'verify')
}

export interface Selection {
  readonly suite: Suite
  readonly level: Level
  /** Only these cases; all of the level unless set. */
  readonly ids?: ReadonlyArray<string> | undefined
}

/** The generated runs of a conformance run. */
export interface GeneratedSettings {
  /** How many runs; with a path, always one. */
  readonly runs: number
  /** The path of a failure, which the report shows: this run alone is put to the port, and no case unless `ids` are set. */
  readonly path?: string | undefined
}

/** The cases that are selected together with these generated runs. */
export const selectionOf = (selection: Selection, generated: GeneratedSettings | undefined): Selection =>
  generated?.path === undefined ? selection : { ...selection, ids: selection.ids ?? [] }

/**
 * The cases of a run, in the suite's order.
 *
 * @example
 * ```ts
 * import { casesOf, readSuite } from 'countersign/conformance'
 *
 * const suite = readSuite()
 * assert.ok(casesOf({ suite, level: 'signer' }).length < casesOf({ suite, level: 'full' }).length)
 * ```
 */
export const casesOf = ({ suite, level, ids }: Selection): ReadonlyArray<Vector> =>
  suite.vectors.filter((vector) => (ids === undefined ? belongs(level, vector) : ids.includes(vector.id)))
