/**
 * The signature: RSASSA-PKCS1-v1_5 with SHA-256 over the string to sign, in Base64 (interface §5.2, SHA256withRSA).
 *
 * The signature stays text: the platform's verifier decodes Base64 faster than JavaScript does.
 */
import * as Base64 from './Base64.ts'
import type { Bytes } from './Bytes.ts'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import * as Rule from './Rule.ts'

/** Canonical Base64. The verifier checks that the length fits the key's modulus. */
export type Signature = Named<Base64.Base64, 'Signature'>

export const rule = Base64.rule as Rule.Rule<Signature>

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Signature, string> = /* @__PURE__ */ codecOf('Signature', rule)
export const Eq: Rule.Equality<Signature> = Rule.equality
export const Show: Rule.Shown<Signature> = { show: (s) => `(signature of ${byteLength(s)} bytes)` }

/**
 * Whether `text` is canonical Base64. Does not check the length.
 *
 * @example
 * ```ts
 * import { Signature } from 'countersign'
 *
 * assert.ok(Signature.isSignature('AAAA'))
 * assert.ok(!Signature.isSignature('AAA'))
 * ```
 */
export const isSignature = (text: string): text is Signature => Base64.isBase64(text)

/**
 * The Base64 text of a signature's bytes, for the header.
 *
 * @example
 * ```ts
 * import { Signature } from 'countersign'
 *
 * assert.equal(Signature.ofBytes(Uint8Array.of(1, 2, 3)), 'AQID')
 * ```
 */
export const ofBytes = (bytes: Bytes): Signature => Base64.encode(bytes) as Signature

/**
 * How many bytes a signature has: as many as the modulus of its key.
 *
 * @example
 * ```ts
 * import { Signature } from 'countersign'
 *
 * assert.equal(Signature.byteLength(Signature.ofBytes(new Uint8Array(256))), 256)
 * ```
 */
export const byteLength: (s: Signature) => number = Base64.byteLength

/**
 * The bytes of a signature, for APIs without Base64.
 *
 * @example
 * ```ts
 * import { Signature } from 'countersign'
 *
 * assert.deepEqual(Signature.toBytes(Signature.ofBytes(Uint8Array.of(1, 2, 3))), Uint8Array.of(1, 2, 3))
 * ```
 */
export const toBytes: (s: Signature) => Bytes = Base64.toBytes
