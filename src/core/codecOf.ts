/** The io-ts codecs of branded values, such as `Nonce`, for programs that decode them with other members. */
import * as E from 'fp-ts/lib/Either.js'
import type { Branded } from 'io-ts'
import * as t from 'io-ts'
import type { Rule } from './Rule.ts'

export type { Type as Codec } from 'io-ts'

/** Values of `A` that no other values of `A` are taken for: each has passed the rule of this name. */
export type Named<A, Name extends string> = Branded<A, { readonly [N in Name]: symbol }>

/**
 * The io-ts codec of a branded value. A failure names the rule and does not repeat the value. A separate module, so that a
 * bundle that only verifies contains no io-ts.
 */
export const codecOf = <A extends O, O>(name: string, rule: Rule<A>): t.Type<A, O> =>
  new t.Type<A, O>(
    name,
    rule.is,
    (value, context) => (rule.is(value) ? E.right(value) : t.failure(undefined, context, `expected ${rule.expected}`)),
    (a) => a,
  )
