import fc from 'fast-check'
import { unserved } from '../../core/unserved.ts'

// fast-check 3.22 is the first whose texts have a `unit`; before it, all characters would be drawn.
if (!/^(?:3\.2[2-9]|[4-9]|\d\d)/.test(fc.__version)) throw new TypeError(unserved('fast-check', fc.__version))

/** The arbitrary of a type: `nonce()`; and of values that break exactly one of its rules: `nonce.nearMiss()`. */
export interface Values<A, Miss = string> {
  /** Every value of the type, edges more often. */
  (): fc.Arbitrary<A>
  /** Values that resemble the type's and are refused. */
  readonly nearMiss: () => fc.Arbitrary<Miss>
}

export const values = <A, Miss>(all: () => fc.Arbitrary<A>, nearMiss: () => fc.Arbitrary<Miss>): Values<A, Miss> =>
  Object.assign(() => all(), { nearMiss })

/** Narrows a generated value by its type's own guard. */
export const of =
  <A, B extends A>(is: (a: A) => a is B) =>
  (a: A): B => {
    if (is(a)) return a
    throw new Error(`generated outside of the rule: ${JSON.stringify(a)}`)
  }
