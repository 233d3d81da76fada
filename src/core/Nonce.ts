/**
 * The nonce: part 4 of the string to sign, different in each request (interface §5.2).
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, toHex } from './Bytes.ts'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import * as Rule from './Rule.ts'

/** Digits, ASCII letters and hyphens; `rule` says how many. */
export type Nonce = Named<string, 'Nonce'>

export type MalformedNonce = Fault<'nonce_malformed'>

/** Interface §5.2 names the characters; the length is ours. */
export const rule: Rule.TextRule<Nonce> = /* @__PURE__ */ Rule.text(
  { alphabet: '0-9A-Za-z-', minLength: 1, maxLength: 128 },
  (count) => `${count} digits, letters or hyphens`,
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Nonce, string> = /* @__PURE__ */ codecOf('Nonce', rule)
export const Eq: Rule.Equality<Nonce> = Rule.equality
export const Show: Rule.Shown<Nonce> = Rule.show

/**
 * Whether `s` is a nonce.
 *
 * @example
 * ```ts
 * import { Nonce } from 'countersign'
 *
 * assert.ok(Nonce.isNonce('c0ffee-1'))
 * assert.ok(!Nonce.isNonce('c0ffee_1'))
 * ```
 */
export const isNonce = (s: string): s is Nonce => rule.is(s)

/**
 * Parses a nonce. Fails with `nonce_malformed`.
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
 * The nonce of 16 random bytes, as 32 lower-case hexadecimal digits. The bytes must come from a CSPRNG.
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
