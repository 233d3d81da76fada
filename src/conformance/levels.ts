/**
 * What a port may claim to do, and the cases that this claim is held to.
 */
import type { Suite } from './suite.ts'
import type { Inputs, Op, Vector } from './Vector.ts'

export type Level = 'verifier' | 'signer' | 'full'

const opsOf: Readonly<Record<Level, ReadonlyArray<Op> | undefined>> = {
  verifier: ['parseAuthorization', 'verify', 'rsaVerify', 'importKey', 'decodeJob'],
  signer: ['stringToSign', 'formatAuthorization', 'sign', 'encodeJob', 'request', 'importKey'],
  full: undefined,
}

/** Each level, from the narrowest to all. */
export const levels: ReadonlyArray<Level> = ['verifier', 'signer', 'full']

const belongs = (level: Level, { op, input }: Vector): boolean => {
  const ops = opsOf[level]
  if (ops === undefined) return true
  // Both levels import keys, each those that it uses.
  if (op === 'importKey') return (input as Inputs['importKey']).use === (level === 'signer' ? 'sign' : 'verify')
  return ops.includes(op)
}

export interface Selection {
  readonly suite: Suite
  readonly level: Level
  /** These cases only; all of the level's unless set. */
  readonly ids?: ReadonlyArray<string> | undefined
}

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
