import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Rule } from './Rule.ts'

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
