/**
 * Labelled values: for each rule of the protocol, generators of values that it accepts and of values that it just refuses.
 *
 * ```ts
 * validAndInvalid('a nonce has 1 to 128 characters', nonces, { 'too long': longNonces, empty: Gen.constant('') })
 * ```
 *
 * has three generators. Each value says its rule, what was changed (`too long`), and whether it passes. A near miss is a valid value
 * with one change; so a verifier that accepts it breaks exactly that rule. The arbitraries of countersign/testing and the generated
 * runs of `countersign conform` draw from these.
 */
import * as Gen from './Gen.ts'

export interface Labelled<A> {
  readonly value: A
  /** Ends a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** What was done to a valid value: `too long`. Of a valid value, and where nothing else is said, the rule. */
  readonly change: string
  /** Whether the rule accepts the value, without any policy. */
  readonly passes: boolean
}

/**
 * Most generators make values of one side of a rule only, and their labels say which. A run of the vectors has a value of each.
 */
export type LabelledGens<A = string> = ReadonlyArray<Gen.Gen<Labelled<A>>>

type OneOrMore<A> = Gen.Gen<A> | ReadonlyArray<Gen.Gen<A>>
/** One generator or several; or such by the change that they make. */
export type GensByChange<A> = OneOrMore<A> | { readonly [change: string]: OneOrMore<A> }

// ---- Making them

const isGen = <A>(gens: GensByChange<A>): gens is Gen.Gen<A> => 'labels' in gens && 'build' in gens
const isList = <A>(gens: GensByChange<A>): gens is ReadonlyArray<Gen.Gen<A>> => Array.isArray(gens)

const label = <A>(rule: string, passes: boolean, change: string, gens: OneOrMore<A>): LabelledGens<A> => {
  const list = isGen(gens) ? [gens] : gens
  return list.map((gen) => Gen.withLabels({ passes, change }, gen).map((value) => ({ value, rule, change, passes })))
}

/** The generators of one side. Those without a change have the rule in its place. */
const oneSide = <A>(rule: string, passes: boolean, gens: GensByChange<A>): LabelledGens<A> =>
  isGen(gens) || isList(gens)
    ? label(rule, passes, rule, gens)
    : Object.entries(gens).flatMap(([change, changed]) => label(rule, passes, change, changed))

/** Values that the rule accepts, and values that it refuses. */
export const validAndInvalid = <A>(
  rule: string,
  valid: GensByChange<A>,
  invalid: GensByChange<A> = [],
): LabelledGens<A> => [...oneSide(rule, true, valid), ...oneSide(rule, false, invalid)]

/** One generator for each of these values. */
export const constants = <A>(values: Iterable<A>): ReadonlyArray<Gen.Gen<A>> => Array.from(values, Gen.constant)

// ---- Fewer of them

/**
 * One generator for all valid values, one for all invalid ones, and one for those whose generator does not know: enough where another
 * generator has each of them.
 */
export const onePerSide = <A>(gens: LabelledGens<A>): LabelledGens<A> => {
  const ofSide = (side: boolean | undefined): LabelledGens<A> => gens.filter(({ labels }) => labels.passes === side)
  return [{ passes: true }, { passes: false }, {}].flatMap((labels: Gen.Labels) => {
    const merged = ofSide(labels.passes)
    return merged.length === 0 ? [] : [Gen.withLabels(labels, Gen.oneof(...merged))]
  })
}

/** The values of the generators that make valid ones only, without labels. */
export const validOnly = <A>(gens: LabelledGens<A>): Gen.Gen<A> =>
  Gen.oneof(...gens.filter(({ labels }) => labels.passes === true).map((gen) => gen.map(({ value }) => value)))

/** One generator for all valid values, and one for each change that makes an invalid one. */
export const onePerChange = <A>(gens: LabelledGens<A>): LabelledGens<A> => {
  const groupOf = ({ labels }: Gen.Gen<unknown>): string | undefined => (labels.passes === true ? '' : labels.change)
  const groups = [...new Set(gens.map(groupOf))]
  return groups.flatMap((group) => onePerSide(gens.filter((gen) => groupOf(gen) === group)))
}

// ---- Other values with the same labels

export const mapValues = <A, B>(gens: LabelledGens<A>, to: (value: A, passes: boolean) => B): LabelledGens<B> =>
  gens.map((gen) => gen.map((labelled) => ({ ...labelled, value: to(labelled.value, labelled.passes) })))

/** Each value together with another one that is drawn, as the header around an item. */
export const combineWith = <A, B, C>(
  otherGen: Gen.Gen<B>,
  gens: LabelledGens<A>,
  to: (other: B, value: A) => C,
): LabelledGens<C> =>
  gens.map((gen) =>
    Gen.tuple(otherGen, gen).map(([other, labelled]) => ({ ...labelled, value: to(other, labelled.value) })),
  )

/** The same for generators without labels: each becomes another. */
export const mapEach = <A, B>(gens: ReadonlyArray<Gen.Gen<A>>, to: (value: A) => B): ReadonlyArray<Gen.Gen<B>> =>
  gens.map((gen) => gen.map(to))
