/**
 * Makes arbitraries of a type of the scheme, and of its near misses. The generators of `kit/values` make valid values, and values that
 * a rule just refuses. Here they become arbitraries of the caller's own fast-check.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Package from '../../../core/Package.ts'
import { ours } from '../../../core/Policies.ts'
import * as Gen from '../../values/Gen.ts'
import type { Labelled, LabelledGens } from '../../values/Labelled.ts'

/** The arbitrary of a type is `nonce()`. The arbitrary of values that break exactly one of its rules is `nonce.nearMiss()`. */
export interface Values<A, Miss = string> {
  /** All values of the type; edges come more often. */
  (): fc.Arbitrary<A>
  /** Values that resemble those of the type, and that are refused. */
  readonly nearMiss: () => fc.Arbitrary<Miss>
}

export const values = <A, Miss>(
  arbitrary: () => fc.Arbitrary<A>,
  nearMiss: () => fc.Arbitrary<Miss>,
): Values<A, Miss> => Object.assign(() => arbitrary(), { nearMiss })

/** The program's fast-check. 3.22 is the first whose texts have a `unit`; before it, all characters would be drawn. */
const builder: Gen.Builder = (() => {
  if (!/^(3\.2[2-9]|[4-9]|\d\d)/.test(fc.__version)) throw new Error(Package.unserved(Package.fastCheck, fc.__version))
  return fc as unknown as Gen.Builder
})()

export const arbitraryOf = <A>(gen: Gen.Gen<A>): fc.Arbitrary<A> => gen.build(builder) as unknown as fc.Arbitrary<A>

/** Plain objects, not objects with a null prototype. */
export const record = <A>(fields: { [K in keyof A]: fc.Arbitrary<A[K]> }): fc.Arbitrary<A> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<A>

const isBoundary = ({ labels }: Gen.Gen<unknown>): boolean => labels.isBoundary === true
const isAccepted = ({ labels: { passes, unless } }: Gen.Gen<unknown>): boolean =>
  passes === true || (unless !== undefined && ours[unless])

/** Boundaries come seldom, because a property is slow on texts of thousands of characters. */
const seldomBoundaries = <A>(often: Gen.Gen<A>, gens: ReadonlyArray<Gen.Gen<A>>): Gen.Gen<A> => {
  const usual = gens.filter((gen) => !isBoundary(gen))
  const boundaries = gens.filter(isBoundary)
  return Gen.weighted(
    [20, often],
    [10, Gen.oneof(...usual) as Gen.Gen<A>],
    ...(boundaries.length === 0 ? [] : [[1, Gen.oneof(...boundaries) as Gen.Gen<A>] as const]),
  )
}

/** The valid values as `parse` reads them. They shrink to the smallest value of the first generator, which is the general one. */
export const validOf = <W, A>(gens: LabelledGens<W>, parse: (written: W) => E.Either<unknown, A>): fc.Arbitrary<A> => {
  const valid = gens.filter(isAccepted)
  const [general] = valid as [Gen.Gen<Labelled<W>>]
  return arbitraryOf(seldomBoundaries(general, valid)).map(({ value }) => {
    const parsed = parse(value)
    if (E.isLeft(parsed)) throw new Error(`drawn outside of the rule: ${JSON.stringify(value)}`)
    return parsed.right
  })
}

/** The values that our policies refuse. All changes of a valid value come equally often. */
export const missesOf = <W>(gens: LabelledGens<W>): fc.Arbitrary<W> => {
  const invalid = gens.filter((gen) => !isAccepted(gen))
  const usual = invalid.filter((gen) => !isBoundary(gen))
  // A change that only boundaries make is as rare as boundaries are. Every other change draws from all its generators.
  const changes = [...new Set(usual.map(({ labels }) => labels.change))]
  const onePerChange = changes.map((change) => Gen.oneof(...invalid.filter(({ labels }) => labels.change === change)))
  return arbitraryOf(seldomBoundaries(Gen.oneof(...onePerChange), invalid)).map(({ value }) => value)
}

/** Valid values, and near misses. */
export const valuesOf = <W, A>(
  gens: () => LabelledGens<W>,
  parse: (written: W) => E.Either<unknown, A>,
): Values<A, W> =>
  values(
    () => validOf(gens(), parse),
    () => missesOf(gens()),
  )
