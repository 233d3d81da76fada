/** The effect `Hash` on Node, for `countersign diagnose` and the diagnosis in `countersign/diagnosis`. */
import { hash as digestOf } from 'node:crypto'
import type { Bytes } from '../../core/Bytes.ts'
import { digestSizes, type Hash, type HashName } from '../../effects/Hash.ts'

/**
 * Synchronous hashes, for a diagnosis. A hash that the platform refuses, as MD5 in FIPS mode, is all zeros: it equals no digest
 * of a caller, so the mistakes made with it are not found.
 *
 * @example
 * ```ts
 * import { hash } from 'countersign/node'
 *
 * const sha256 = hash('sha256', new Uint8Array())
 * assert.equal(sha256.length, 32)
 * ```
 */
export const hash: Hash = Object.assign(
  (name: HashName, bytes: Bytes): Bytes => {
    try {
      return digestOf(name, bytes, 'buffer')
    } catch {
      return new Uint8Array(digestSizes[name])
    }
  },
  {
    hex: (name: HashName, bytes: Bytes): string => {
      try {
        return digestOf(name, bytes, 'hex')
      } catch {
        return '00'.repeat(digestSizes[name])
      }
    },
  },
)
