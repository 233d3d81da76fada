/**
 * The contract of a value with a grammar: `parse` accepts what the grammar calls valid, and refuses each near miss by the error that
 * belongs to the name of its change. Each expected error has to come at least once.
 *
 *     keepsItsGrammar('nonces', nonces, Nonce.parse, { 'too long': 'length', 'a blank': 'character' })
 */
import * as E from 'fp-ts/lib/Either.js'
import { arbitraryOf } from '../../src/kit/testing/arbitraries/Values.ts'
import type { LabelledGens } from '../../src/kit/values/Labelled.ts'
import { assert, forAll, suite } from '../support/suite.ts'

interface Refusal {
  readonly _tag: string
  readonly rule?: string
}

export const keepsItsGrammar = <W>(
  name: string,
  grammar: LabelledGens<W>,
  parse: (written: W) => E.Either<Refusal, unknown>,
  /** The errors, separated by blanks, by a text that the name of a change contains. The first such text counts. */
  refusals: { readonly [miss: string]: string },
  /** What `parse` answers for a valid value. */
  become: (written: W) => unknown = (written) => written,
  numRuns = 50,
): void => {
  const spec = suite(`the grammar of ${name}`)
  const expectations = Object.entries(refusals).map(([change, errors]) => ({ change, errors: errors.split(' ') }))
  const unmet = new Set(expectations.flatMap(({ change, errors }) => errors.map((error) => `${change}: ${error}`)))
  for (const gen of grammar) {
    const isValid = gen.labels.passes === true
    spec(`${isValid ? 'takes' : 'refuses'} ${gen.labels.change}`, () =>
      forAll([arbitraryOf(gen)], { numRuns }, ({ value, change }) => {
        const parsed = parse(value)
        if (isValid) return assert.equal(parsed, E.right(become(value)))
        assert.ok(E.isLeft(parsed), `accepted: ${change}`)
        const error = parsed.left.rule ?? parsed.left._tag
        const expectation = expectations.find((expected) => change.includes(expected.change))
        assert.ok(expectation?.errors.includes(error), `${change}: ${error}`)
        unmet.delete(`${expectation?.change}: ${error}`)
      }),
    )
  }
  spec('each refusal comes', () => assert.equal([...unmet], []))
}
