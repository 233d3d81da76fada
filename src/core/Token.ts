/**
 * The access token of simple authentication (interface §5.1). How one is obtained, the interface does not show.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Branded } from 'io-ts'

interface TokenBrand {
  readonly Token: unique symbol
}

/** A `b64token` of RFC 6750 §2.1 (`token68` of RFC 9110). Secret: look it up by digest, never compare it with `===`. */
export type Token = Branded<string, TokenBrand>

export interface MalformedToken {
  readonly _tag: 'token_malformed'
}

/**
 * Whether `s` is a `b64token` of RFC 6750 §2.1: letters, digits and `-._~+/`, then any number of `=`.
 *
 * @example
 * ```ts
 * import { Token } from 'countersign'
 *
 * assert.ok(Token.isToken('mF_9.B5f-4.1JqM'))
 * assert.ok(!Token.isToken('two words'))
 * ```
 */
export const isToken = (s: string): s is Token => /^[0-9A-Za-z._~+/-]+=*$/.test(s)

/**
 * The token that `s` is. Fails with `token_malformed`, which does not repeat the text.
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
