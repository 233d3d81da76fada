/**
 * What a value with a grammar promises: `parse` takes what the grammar calls right, and refuses each near miss by the error that
 * belongs to its name. The numbers of the rule stand in textContract.ts once more.
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
  /** By a part of the name of near misses, the first that fits: the errors, each of which comes. */
  refusals: { readonly [miss: string]: string },
  become: (written: W) => unknown = (written) => written,
  numRuns = 50,
): void => {
  const spec = suite(`the grammar of ${name}`)
  const unmet = new Set(
    Object.entries(refusals).flatMap(([miss, errors]) => errors.split(' ').map((e) => `${miss}: ${e}`)),
  )
  for (const way of grammar) {
    const isTaken = way.labels.passes === true
    spec(`${isTaken ? 'takes' : 'refuses'} ${way.labels.change}`, () =>
      forAll([arbitraryOf(way)], { numRuns }, ({ value, change: miss }) => {
        const read = parse(value)
        if (isTaken) return assert.equal(read, E.right(become(value)))
        assert.ok(E.isLeft(read))
        const error = read.left.rule ?? read.left._tag
        const [known = '', errors = ''] = Object.entries(refusals).find(([part]) => miss.includes(part)) ?? []
        assert.ok(errors.split(' ').includes(error), `${miss}: ${error}`)
        unmet.delete(`${known}: ${error}`)
      }),
    )
  }
  spec('each refusal comes', () => assert.equal([...unmet], []))
}
