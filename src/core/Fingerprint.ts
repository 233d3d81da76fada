/**
 * Identifies a public key: the SHA-256 of its SPKI DER encoding, which is the same for every file format.
 */
import { type Bytes, toHex } from './Bytes.ts'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import * as Rule from './Rule.ts'

/** 64 lower-case hexadecimal digits. */
export type Fingerprint = Named<string, 'Fingerprint'>

export const rule: Rule.TextRule<Fingerprint> = /* @__PURE__ */ Rule.text(
  { alphabet: '0-9a-f', minLength: 64, maxLength: 64 },
  (count) => `${count} lower-case hexadecimal digits`,
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Fingerprint, string> = /* @__PURE__ */ codecOf('Fingerprint', rule)
export const Eq: Rule.Equality<Fingerprint> = Rule.equality
export const Show: Rule.Shown<Fingerprint> = Rule.show

/**
 * The fingerprint from the 32-byte SHA-256 of a key's SPKI DER.
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
 * A short form for logs: `sha256:` and the first 8 digits.
 *
 * @example
 * ```ts
 * import { Fingerprint } from 'countersign'
 *
 * assert.equal(Fingerprint.short(Fingerprint.ofDigest(new Uint8Array(32))), 'sha256:00000000')
 * ```
 */
export const short = (fingerprint: Fingerprint): string => `sha256:${fingerprint.slice(0, 8)}`
