/**
 * The effect of hashing by several algorithms, synchronously. A diagnosis needs it: it tries millions of candidate texts, also with
 * the hashes that a caller may have taken in place of SHA-256. Verifiers use `Digest`, which has SHA-256 alone.
 */
import * as Bytes from '../core/Bytes.ts'

export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'

/** A hash by its name: an argument, for the pure layers have no cryptography. */
export interface Hash {
  (name: HashName, bytes: Bytes.Bytes): Bytes.Bytes
  /** The same in lower-case hexadecimal digits, where the platform writes those sooner than bytes: a search hashes millions. */
  readonly hex?: (name: HashName, bytes: Bytes.Bytes) => string
}

export const hexOf = (hash: Hash): ((name: HashName, bytes: Bytes.Bytes) => string) =>
  hash.hex ?? ((name, bytes) => Bytes.toHex(hash(name, bytes)))

/** The length of each digest, in bytes. */
export const digestSizes: Readonly<Record<HashName, number>> = {
  sha256: 32,
  sha1: 20,
  sha512: 64,
  sha384: 48,
  sha224: 28,
  md5: 16,
}
