import { hash as digestOf } from 'node:crypto'
import type { Hash } from '../diagnosis/Mistake.ts'

/**
 * Synchronous hashes, for a diagnosis.
 *
 * @example
 * ```ts
 * import { hash } from 'countersign/node'
 *
 * const sha256 = hash('sha256', new Uint8Array())
 * assert.equal(sha256.length, 32)
 * ```
 */
export const hash: Hash = (name, bytes) => digestOf(name, bytes, 'buffer')
