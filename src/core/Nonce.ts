/**
 * The nonce: part 4 of the string to sign, different in each request (interface §5.2).
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Branded } from 'io-ts'
import { type Bytes, toHex } from './Bytes.ts'

interface NonceBrand {
  readonly Nonce: unique symbol
}

/** 1 to 128 digits, ASCII letters or hyphens. */
export type Nonce = Branded<string, NonceBrand>

export interface MalformedNonce {
  readonly _tag: 'nonce_malformed'
}

/**
 * Whether `s` is a nonce: 1 to 128 digits, ASCII letters or hyphens (interface §5.2; the length is ours).
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 *
 * assert.ok(Nonce.isNonce('c0ffee-1'))
 * assert.ok(!Nonce.isNonce('c0ffee_1'))
 * ```
 */
export const isNonce = (s: string): s is Nonce => /^[0-9A-Za-z-]{1,128}$/.test(s)

/**
 * The nonce that `s` is. Fails with `nonce_malformed`.
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Nonce.parse('c0ffee-1'), E.right('c0ffee-1'))
 * assert.deepEqual(Nonce.parse(''), E.left({ _tag: 'nonce_malformed' }))
 * ```
 */
export const parse = (s: string): E.Either<MalformedNonce, Nonce> =>
  isNonce(s) ? E.right(s) : E.left({ _tag: 'nonce_malformed' })

/**
 * The nonce that 16 random bytes make: 32 lower-case hexadecimal digits. The bytes must come from a CSPRNG.
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 *
 * const nonce = Nonce.ofRandom(crypto.getRandomValues(new Uint8Array(16)))
 * assert.match(nonce, /^[0-9a-f]{32}$/)
 * ```
 */
export const ofRandom = (bytes: Bytes): Nonce => toHex(bytes) as Nonce
