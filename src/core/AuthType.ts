/**
 * The authentication type that opens a signed Authorization header. The interface says that its value may change
 * (§5.2, §9), so the auth type is a setting. It never selects an algorithm.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import * as Rule from './Rule.ts'

/** An RFC 9110 token of 1 to 64 characters other than `Bearer`. */
export type AuthType = Named<string, 'AuthType'>

export type MalformedAuthType = Fault<'auth_type_malformed'>

/** The auth type of interface §5.2. */
export const standard = 'SVC-SHA256-RSA' as AuthType

export const rule: Rule.TextRule<AuthType> = /* @__PURE__ */ Rule.text(
  { alphabet: Rule.httpToken, minLength: 1, maxLength: 64 },
  () => 'an HTTP token of at most 64 characters, and not Bearer',
  (s) => s.toLowerCase() !== 'bearer',
)

/** Decodes untyped data. The error names the rule, and does not repeat the refused text. */
export const codec: Codec<AuthType, string> = /* @__PURE__ */ codecOf('AuthType', rule)
export const Eq: Rule.Equality<AuthType> = Rule.equality
export const Show: Rule.Shown<AuthType> = Rule.show

/**
 * Whether `s` can open a signed header: an RFC 9110 token, and not `Bearer` in any case.
 *
 * @example
 * ```ts
 * import { AuthType } from 'countersign'
 *
 * assert.ok(AuthType.isAuthType('SVC-SHA256-RSA'))
 * assert.ok(!AuthType.isAuthType('bearer'))
 * ```
 */
export const isAuthType = (s: string): s is AuthType => rule.is(s)

/**
 * The auth type that `s` is. Fails with `auth_type_malformed`.
 *
 * @example
 * ```ts
 * import { AuthType } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(AuthType.parse('SVC-SHA256-RSA'), E.right('SVC-SHA256-RSA'))
 * assert.ok(E.isLeft(AuthType.parse('two words')))
 * ```
 */
export const parse = (s: string): E.Either<MalformedAuthType, AuthType> =>
  isAuthType(s) ? E.right(s) : E.left({ _tag: 'auth_type_malformed' })
