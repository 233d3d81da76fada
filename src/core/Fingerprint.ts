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

export const ofDigest = (sha256: Bytes): Fingerprint => toHex(sha256) as Fingerprint

/** Enough to tell a few keys apart in a log: `sha256:` and the first 8 digits. */
export const short = (fingerprint: Fingerprint): string => `sha256:${fingerprint.slice(0, 8)}`
