/**
 * What identifies a public key: the SHA-256 of its SPKI DER encoding, so that a key is the same key in every file format.
 */
import type { Branded } from 'io-ts'
import { type Bytes, toHex } from './Bytes.ts'

interface FingerprintBrand {
  readonly Fingerprint: unique symbol
}

/** 64 lower-case hexadecimal digits. */
export type Fingerprint = Branded<string, FingerprintBrand>

/**
 * The fingerprint that the 32 bytes of a SHA-256 over a key's SPKI DER make.
 *
 * @example
 * ```ts
 * import { Fingerprint } from 'countersign'
 *
 * assert.equal(Fingerprint.ofDigest(new Uint8Array(32)), '0'.repeat(64))
 * ```
 */
export const ofDigest = (sha256: Bytes): Fingerprint => toHex(sha256) as Fingerprint

/**
 * Enough to tell a few keys apart in a log: `sha256:` and the first 8 digits.
 *
 * @example
 * ```ts
 * import { Fingerprint } from 'countersign'
 *
 * assert.equal(Fingerprint.short(Fingerprint.ofDigest(new Uint8Array(32))), 'sha256:00000000')
 * ```
 */
export const short = (fingerprint: Fingerprint): string => `sha256:${fingerprint.slice(0, 8)}`
