/**
 * How fast-check draws a type of the scheme and its near misses. The grammars of `kit/values` say what is right and what nearly
 * is; here they become arbitraries of the fast-check that the program brings.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Package from '../../../core/Package.ts'
import { ours } from '../../../core/Policies.ts'
import * as Draw from '../../values/Draw.ts'
import type { Sample, Samples } from '../../values/Grammar.ts'

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
const source: Draw.Source = (() => {
  if (!/^(3\.2[2-9]|[4-9]|\d\d)/.test(fc.__version)) throw new Error(Package.unserved(Package.fastCheck, fc.__version))
  return fc as unknown as Draw.Source
})()

export const arbitraryOf = <A>(draw: Draw.Draw<A>): fc.Arbitrary<A> => draw.from(source) as unknown as fc.Arbitrary<A>

/** Objects with the prototype of any, as programs write them. */
export const record = <A>(fields: { [K in keyof A]: fc.Arbitrary<A[K]> }): fc.Arbitrary<A> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<A>

const isUsual = ({ marks }: Draw.Draw<unknown>): boolean => marks.isEdge !== true
/** Under our policies. */
const isTaken = ({ marks: { passes, unless } }: Draw.Draw<unknown>): boolean =>
  passes === true || (unless !== undefined && ours[unless])

/** Edges seldom: a property on texts of thousands of characters takes its time. */
const seldomEdges = <A>(often: Draw.Draw<A>, all: ReadonlyArray<Draw.Draw<A>>): Draw.Draw<A> => {
  const usual = all.filter(isUsual)
  const edges = all.filter((one) => !isUsual(one))
  return Draw.weighted(
    [20, often],
    [10, Draw.oneof(...usual) as Draw.Draw<A>],
    ...(edges.length === 0 ? [] : [[1, Draw.oneof(...edges) as Draw.Draw<A>] as const]),
  )
}

/** The right values of a grammar, as `parse` reads them. Its first way is the general one: it shrinks to the smallest value. */
export const rightOf = <W, A>(grammar: Samples<W>, parse: (written: W) => E.Either<unknown, A>): fc.Arbitrary<A> => {
  const right = grammar.filter(isTaken)
  const [general] = right as [Draw.Draw<Sample<W>>]
  return arbitraryOf(seldomEdges(general, right)).map(({ value }) => {
    const parsed = parse(value)
    if (E.isLeft(parsed)) throw new Error(`drawn outside of the rule: ${JSON.stringify(value)}`)
    return parsed.right
  })
}

/** What a grammar refuses under our policies: each of its near misses as often as another. */
export const missesOf = <W>(grammar: Samples<W>): fc.Arbitrary<W> => {
  const wrong = grammar.filter((one) => !isTaken(one))
  const often = [...new Set(wrong.filter(isUsual).map(({ marks }) => marks.name))].map((name) =>
    Draw.oneof(...wrong.filter(({ marks }) => marks.name === name)),
  )
  return arbitraryOf(seldomEdges(Draw.oneof(...often), wrong)).map(({ value }) => value)
}

/** Both sides of a grammar. */
export const valuesOf = <W, A>(grammar: () => Samples<W>, parse: (written: W) => E.Either<unknown, A>): Values<A, W> =>
  values(
    () => rightOf(grammar(), parse),
    () => missesOf(grammar()),
  )
