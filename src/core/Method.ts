/**
 * The HTTP method: part 1 of the string to sign, always upper-case (interface §5.2).
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import type { Policies } from './Policies.ts'
import * as Rule from './Rule.ts'

/** An RFC 9110 token of 1 to 32 characters whose ASCII letters are upper-case. */
export type Method = Named<string, 'Method'>

export type MalformedMethod = Fault<'method_invalid', { readonly rule: 'token' | 'length' | 'upper-case' }>

const malformed = (rule: MalformedMethod['rule']): E.Either<MalformedMethod, never> =>
  E.left({ _tag: 'method_invalid', rule })

export const maxLength = 32

export const rule: Rule.TextRule<Method> = /* @__PURE__ */ Rule.text(
  { alphabet: Rule.httpToken, minLength: 1, maxLength },
  () => `an HTTP token in upper case, at most ${maxLength} characters`,
  (s) => s === s.toUpperCase(),
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Method, string> = /* @__PURE__ */ codecOf('Method', rule)
export const Eq: Rule.Equality<Method> = Rule.equality
export const Show: Rule.Shown<Method> = Rule.show

/**
 * Whether `s` is a method in signed form: an RFC 9110 token without lower-case letters.
 *
 * @example
 * ```ts
 * import { Method } from 'countersign'
 *
 * assert.ok(Method.isMethod('POST'))
 * assert.ok(!Method.isMethod('post'))
 * ```
 */
export const isMethod = (s: string): s is Method => rule.is(s)

/** The method of the one endpoint that the interface shows (§4.1). */
export const post = 'POST' as Method

const posted: E.Either<never, Method> = E.right(post)

/**
 * Parses a method and upper-cases it. Fails with `method_invalid` and the broken rule.
 *
 * @example
 * ```ts
 * import { Method } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Method.parse('post'), E.right('POST'))
 * assert.deepEqual(Method.parse('poſt'), E.left({ _tag: 'method_invalid', rule: 'token' }))
 * ```
 */
export const parse = (text: string): E.Either<MalformedMethod, Method> => {
  if (text === post) return posted
  if (text.length > maxLength) return malformed('length')
  if (!Rule.isToken(text)) return malformed('token')
  return E.right(text.toUpperCase() as Method)
}

/**
 * Parses an upper-case method only: for a verifier without the policy `method-case`.
 *
 * @example
 * ```ts
 * import { Method } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Method.parseExact('POST'), E.right('POST'))
 * assert.deepEqual(Method.parseExact('post'), E.left({ _tag: 'method_invalid', rule: 'upper-case' }))
 * ```
 */
export const parseExact = (text: string): E.Either<MalformedMethod, Method> => {
  const method = parse(text)
  return E.isRight(method) && method.right !== text ? malformed('upper-case') : method
}

/**
 * Parses the method of a request as a verifier with these policies does.
 *
 * @example
 * ```ts
 * import { Method } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Method.parseUnder({ 'method-case': true })('post'), E.right('POST'))
 * assert.ok(E.isLeft(Method.parseUnder({ 'method-case': false })('post')))
 * ```
 */
export const parseUnder = (
  policies: Pick<Policies, 'method-case'>,
): ((text: string) => E.Either<MalformedMethod, Method>) => (policies['method-case'] ? parse : parseExact)
