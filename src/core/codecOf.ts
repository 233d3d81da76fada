import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Rule } from './Rule.ts'

/**
 * The io-ts codec of a branded value. A failure says what was expected and does not repeat the value. In a module of its
 * own, so that a page that only verifies carries no io-ts.
 */
export const codecOf = <A extends O, O>(name: string, rule: Rule<A>): t.Type<A, O> =>
  new t.Type<A, O>(
    name,
    rule.is,
    (value, context) => (rule.is(value) ? E.right(value) : t.failure(undefined, context, `expected ${rule.expected}`)),
    (a) => a,
  )
