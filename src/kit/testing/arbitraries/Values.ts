/**
 * How fast-check draws a type of the scheme and its near misses. The grammars of `kit/values` say what is right and what nearly
 * is; here they become arbitraries of the fast-check that the program brings.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Package from '../../../core/Package.ts'
import { ours } from '../../../core/Policies.ts'
import * as Gen from '../../values/Gen.ts'
import type { Labelled, LabelledGens } from '../../values/Labelled.ts'

/** The arbitrary of a type: `nonce()`; and of values that break exactly one of its rules: `nonce.nearMiss()`. */
export interface Values<A, Miss = string> {
  /** Every value of the type, edges more often. */
  (): fc.Arbitrary<A>
  /** Values that resemble the type's and are refused. */
  readonly nearMiss: () => fc.Arbitrary<Miss>
}

export const values = <A, Miss>(all: () => fc.Arbitrary<A>, nearMiss: () => fc.Arbitrary<Miss>): Values<A, Miss> =>
  Object.assign(() => all(), { nearMiss })

/** The program's fast-check. 3.22 is the first whose texts have a `unit`; before it, all characters would be drawn. */
const source: Gen.Builder = (() => {
  if (!/^(3\.2[2-9]|[4-9]|\d\d)/.test(fc.__version)) throw new Error(Package.unserved(Package.fastCheck, fc.__version))
  return fc as unknown as Gen.Builder
})()

export const arbitraryOf = <A>(draw: Gen.Gen<A>): fc.Arbitrary<A> => draw.build(source) as unknown as fc.Arbitrary<A>

/** Objects with the prototype of any, as programs write them. */
export const record = <A>(fields: { [K in keyof A]: fc.Arbitrary<A[K]> }): fc.Arbitrary<A> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<A>

const isUsual = ({ labels }: Gen.Gen<unknown>): boolean => labels.isBoundary !== true
/** Under our policies. */
const isTaken = ({ labels: { passes, unless } }: Gen.Gen<unknown>): boolean =>
  passes === true || (unless !== undefined && ours[unless])

/** Edges seldom: a property on texts of thousands of characters takes its time. */
const seldomEdges = <A>(often: Gen.Gen<A>, all: ReadonlyArray<Gen.Gen<A>>): Gen.Gen<A> => {
  const usual = all.filter(isUsual)
  const edges = all.filter((one) => !isUsual(one))
  return Gen.weighted(
    [20, often],
    [10, Gen.oneof(...usual) as Gen.Gen<A>],
    ...(edges.length === 0 ? [] : [[1, Gen.oneof(...edges) as Gen.Gen<A>] as const]),
  )
}

/** The right values of a grammar, as `parse` reads them. Its first way is the general one: it shrinks to the smallest value. */
export const rightOf = <W, A>(
  grammar: LabelledGens<W>,
  parse: (written: W) => E.Either<unknown, A>,
): fc.Arbitrary<A> => {
  const right = grammar.filter(isTaken)
  const [general] = right as [Gen.Gen<Labelled<W>>]
  return arbitraryOf(seldomEdges(general, right)).map(({ value }) => {
    const parsed = parse(value)
    if (E.isLeft(parsed)) throw new Error(`drawn outside of the rule: ${JSON.stringify(value)}`)
    return parsed.right
  })
}

/** What a grammar refuses under our policies: each of its near misses as often as another. */
export const missesOf = <W>(grammar: LabelledGens<W>): fc.Arbitrary<W> => {
  const wrong = grammar.filter((one) => !isTaken(one))
  const often = [...new Set(wrong.filter(isUsual).map(({ labels }) => labels.change))].map((name) =>
    Gen.oneof(...wrong.filter(({ labels }) => labels.change === name)),
  )
  return arbitraryOf(seldomEdges(Gen.oneof(...often), wrong)).map(({ value }) => value)
}

/** Both sides of a grammar. */
export const valuesOf = <W, A>(
  grammar: () => LabelledGens<W>,
  parse: (written: W) => E.Either<unknown, A>,
): Values<A, W> =>
  values(
    () => rightOf(grammar(), parse),
    () => missesOf(grammar()),
  )
