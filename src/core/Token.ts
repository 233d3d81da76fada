/** The access token of simple authentication (interface §5.1). The interface does not say how to obtain a token. */
import * as E from 'fp-ts/lib/Either.js'
import { type Codec, codecOf, type Named } from './codecOf.ts'
import type { Fault } from './Fault.ts'
import * as Rule from './Rule.ts'

/** A `b64token` of RFC 6750 §2.1 (`token68` of RFC 9110). Secret: look it up by digest, never compare it with `===`. */
export type Token = Named<string, 'Token'>

export type MalformedToken = Fault<'token_malformed'>

/** The longest token, in characters: a header has at most 8,192, and `Bearer ` takes 7. */
export const maxLength = 8185

export const rule: Rule.TextRule<Token> = /* @__PURE__ */ Rule.text(
  { alphabet: '0-9A-Za-z._~+/-', minLength: 1, maxLength, padding: '=' },
  () => `a token as in RFC 6750: letters, digits and -._~+/, then = signs, at most ${maxLength} characters`,
)

/** Decodes untyped data; an error does not repeat the value. */
export const codec: Codec<Token, string> = /* @__PURE__ */ codecOf('Token', rule)
/** Not constant-time: look up a request's token by its digest. */
export const Eq: Rule.Equality<Token> = Rule.equality
export const Show: Rule.Shown<Token> = { show: () => '(token)' }

/**
 * Whether `s` is a `b64token` of RFC 6750 §2.1: letters, digits and `-._~+/`, then any number of `=`. At most 8,185 characters.
 *
 * @example
 * ```ts
 * import { Token } from 'countersign'
 *
 * assert.ok(Token.isToken('mF_9.B5f-4.1JqM'))
 * assert.ok(!Token.isToken('two words'))
 * ```
 */
export const isToken = (s: string): s is Token => rule.is(s)

/**
 * Parses a token. Fails with `token_malformed`, which does not repeat the text.
 *
 * @example
 * ```ts
 * import { Token } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.deepEqual(Token.parse('abc'), E.right('abc'))
 * assert.deepEqual(Token.parse(''), E.left({ _tag: 'token_malformed' }))
 * ```
 */
export const parse = (s: string): E.Either<MalformedToken, Token> =>
  isToken(s) ? E.right(s) : E.left({ _tag: 'token_malformed' })
