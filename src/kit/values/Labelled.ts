/**
 * Labelled values: for each rule of the protocol, generators of values that the rule accepts and of values that it just refuses. The
 * arbitraries of countersign/testing and the generated runs of `countersign conform` draw from these.
 *
 * ```ts
 * validAndInvalid('a nonce has 1 to 128 characters', nonces, { 'too long': longNonces, empty: Gen.constant('') })
 * // three generators; a value of the second one:
 * // { value: 'aaaa…', rule: 'a nonce has 1 to 128 characters', change: 'too long', passes: false }
 * ```
 *
 * An invalid value is a valid one with one change. So a verifier that accepts it breaks exactly this rule.
 */
import * as Gen from './Gen.ts'

export interface Labelled<A> {
  readonly value: A
  /** A sentence without its full stop: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** What was done to a valid value: `too long`. If nothing was done, or the generator has no name for it: the rule. */
  readonly change: string
  /** Whether the rule accepts the value, without any policy. */
  readonly passes: boolean
}

/**
 * Generators of labelled values. Most of them make values of one side of a rule only, and the labels of such a generator say which:
 * the valid or the invalid side. The sample of generated cases has a value of each generator.
 */
export type LabelledGens<A = string> = ReadonlyArray<Gen.Gen<Labelled<A>>>

type OneOrMore<A> = Gen.Gen<A> | ReadonlyArray<Gen.Gen<A>>
/** One generator or several; or an object that has them by the change that they make, as in `{ 'too long': longNonces }`. */
export type GensByChange<A> = OneOrMore<A> | { readonly [change: string]: OneOrMore<A> }

// ---- Making them

/** Values that the rule accepts, and values that it refuses. */
export const validAndInvalid = <A>(
  rule: string,
  valid: GensByChange<A>,
  invalid: GensByChange<A> = [],
): LabelledGens<A> => [...labelSide({ rule, passes: true }, valid), ...labelSide({ rule, passes: false }, invalid)]

/** A side of a rule: the values that it accepts, or those that it refuses. */
type Side = Pick<Labelled<unknown>, 'rule' | 'passes'>

/** Generators without a name for their change get the rule in its place. */
const labelSide = <A>(side: Side, gens: GensByChange<A>): LabelledGens<A> =>
  isGen(gens) || isArray(gens)
    ? label({ ...side, change: side.rule }, gens)
    : Object.entries(gens).flatMap(([change, gensOfChange]) => label({ ...side, change }, gensOfChange))

const label = <A>({ rule, change, passes }: Omit<Labelled<A>, 'value'>, gens: OneOrMore<A>): LabelledGens<A> =>
  (isGen(gens) ? [gens] : gens).map((gen) =>
    Gen.withLabels({ passes, change }, gen).map((value) => ({ value, rule, change, passes })),
  )

const isGen = <A>(gens: GensByChange<A>): gens is Gen.Gen<A> => 'labels' in gens && 'build' in gens
const isArray = <A>(gens: GensByChange<A>): gens is ReadonlyArray<Gen.Gen<A>> => Array.isArray(gens)

/** One generator for each of these values. */
export const constants = <A>(values: Iterable<A>): ReadonlyArray<Gen.Gen<A>> => Array.from(values, Gen.constant)

// ---- Fewer of them

/**
 * One generator for all valid values, one for all invalid ones, and one for the values of generators without a side: enough where
 * another test draws from each of them.
 */
export const onePerSide = <A>(gens: LabelledGens<A>): LabelledGens<A> => {
  const sides: ReadonlyArray<Gen.Labels> = [{ passes: true }, { passes: false }, {}]
  return sides.flatMap((side) => {
    const gensOfSide = gens.filter(({ labels }) => labels.passes === side.passes)
    return gensOfSide.length === 0 ? [] : [Gen.withLabels(side, Gen.oneof(...gensOfSide))]
  })
}

/** One generator for all valid values, and one for each change that makes an invalid one. */
export const onePerChange = <A>(gens: LabelledGens<A>): LabelledGens<A> => {
  const groupOf = ({ labels }: Gen.Gen<unknown>): string | undefined => (labels.passes === true ? '' : labels.change)
  const groups = [...new Set(gens.map(groupOf))]
  return groups.flatMap((group) => onePerSide(gens.filter((gen) => groupOf(gen) === group)))
}

/** The values of the generators that make valid ones only, without labels. */
export const validOnly = <A>(gens: LabelledGens<A>): Gen.Gen<A> => {
  const validGens = gens.filter(({ labels }) => labels.passes === true)
  return Gen.oneof(...validGens.map((gen) => gen.map(({ value }) => value)))
}

// ---- Other values with the same labels

/** Changes each value: `mapValues(nonces, (nonce) => ({ nonce }))`. */
export const mapValues = <A, B>(gens: LabelledGens<A>, change: (value: A, passes: boolean) => B): LabelledGens<B> =>
  gens.map((gen) => gen.map((labelled) => ({ ...labelled, value: change(labelled.value, labelled.passes) })))

/** Combines each value with a drawn one, such as an item with the header around it. */
export const combineWith = <A, B, C>(
  otherGen: Gen.Gen<B>,
  gens: LabelledGens<A>,
  combine: (other: B, value: A) => C,
): LabelledGens<C> =>
  gens.map((gen) =>
    Gen.tuple(otherGen, gen).map(([other, labelled]) => ({ ...labelled, value: combine(other, labelled.value) })),
  )

/** Changes each value of generators without labels. */
export const mapEach = <A, B>(gens: ReadonlyArray<Gen.Gen<A>>, change: (value: A) => B): ReadonlyArray<Gen.Gen<B>> =>
  gens.map((gen) => gen.map(change))
