/**
 * Generators of random values, described once and built by any library that has fast-check's functions. `nat(9).map(String)` only
 * describes; `nat(9).map(String).build(fc)` is an arbitrary of fast-check that draws `'0'` to `'9'`, and shrinks. The functions keep
 * fast-check's names where they do the same. spec/kit/values/source.spec.ts builds with another library, so that nothing else of
 * fast-check is used.
 *
 * A `Gen` carries labels besides: what is known of all its values before one is drawn. See Labelled.ts.
 */

import type { Policies } from '../../core/Policies.ts'

/** The part of fast-check's `Arbitrary` that is used. */
export interface Arbitrary<A> {
  map<B>(to: (a: A) => B): Arbitrary<B>
  filter(is: (a: A) => boolean): Arbitrary<A>
  chain<B>(to: (a: A) => Arbitrary<B>): Arbitrary<B>
}

export interface Lengths {
  readonly minLength?: number
  readonly maxLength?: number
  /** All lengths equally often. Absent: mostly short ones. */
  readonly size?: 'max'
}

/** The functions of fast-check that build arbitraries. */
export interface Builder {
  constantFrom<A>(...values: ReadonlyArray<A>): Arbitrary<A>
  /** With cross shrink, a value of any arbitrary shrinks to the first arbitrary as well. */
  oneof<A>(
    settings: { readonly withCrossShrink?: boolean },
    ...choices: ReadonlyArray<{ readonly weight: number; readonly arbitrary: Arbitrary<A> }>
  ): Arbitrary<A>
  tuple(...members: ReadonlyArray<Arbitrary<unknown>>): Arbitrary<ReadonlyArray<unknown>>
  array<A>(item: Arbitrary<A>, lengths: Lengths): Arbitrary<ReadonlyArray<A>>
  string(settings: Lengths & { readonly unit: Arbitrary<string> }): Arbitrary<string>
  shuffledSubarray<A>(items: Array<A>, lengths: Lengths): Arbitrary<ReadonlyArray<A>>
  uint8Array(lengths: Lengths): Arbitrary<Uint8Array<ArrayBuffer>>
  integer(limits: { readonly min?: number; readonly max?: number }): Arbitrary<number>
  double(limits: { readonly min?: number; readonly max?: number; readonly noNaN: true }): Arbitrary<number>
  bigInt(min: bigint, max: bigint): Arbitrary<bigint>
}

/** What is known of each value of a generator before one is drawn. `map`, `filter` and `chain` keep the labels. */
export interface Labels {
  /** Its values are at a limit that takes long texts, such as 8,192 characters. Vectors always need them, properties seldom. */
  readonly isBoundary?: boolean
  /** The policy under which the rule accepts an invalid value after all. */
  readonly unless?: keyof Policies
  /** What is done to a valid value: `too long`. */
  readonly change?: string
  /** Whether the rule accepts the value. */
  readonly passes?: boolean
}

export interface Gen<A> {
  readonly labels: Labels
  readonly build: (builder: Builder) => Arbitrary<A>
  readonly map: <B>(to: (a: A) => B) => Gen<B>
  readonly filter: (is: (a: A) => boolean) => Gen<A>
  readonly chain: <B>(to: (a: A) => Gen<B>) => Gen<B>
}

const noLabels: Labels = {}

/** Keeps the arbitrary of the last builder in two variables: a table for each of ten thousand generators would take megabytes. */
const makeGen = <A>(describe: (builder: Builder) => Arbitrary<A>, labels: Labels = noLabels): Gen<A> => {
  let lastBuilder: Builder | undefined
  let built: Arbitrary<A> | undefined
  const build = (builder: Builder): Arbitrary<A> => {
    if (built === undefined || lastBuilder !== builder) {
      built = describe(builder)
      lastBuilder = builder
    }
    return built
  }
  return {
    labels,
    build,
    map: (to) => makeGen((builder) => build(builder).map(to), labels),
    filter: (is) => makeGen((builder) => build(builder).filter(is), labels),
    chain: (to) => makeGen((builder) => build(builder).chain((a) => to(a).build(builder)), labels),
  }
}

/** The same values with these labels, besides those that they have. */
export const withLabels = <A>(labels: Labels, gen: Gen<A>): Gen<A> => makeGen(gen.build, { ...gen.labels, ...labels })
export const boundary = <A>(gen: Gen<A>): Gen<A> => withLabels({ isBoundary: true }, gen)

// ---- Choices

export const constantFrom = <const A>(...values: ReadonlyArray<A>): Gen<A> =>
  makeGen((builder) => builder.constantFrom(...values))
export const constant = <A>(value: A): Gen<A> => constantFrom(value) as Gen<A>
export const boolean: Gen<boolean> = constantFrom<boolean>(false, true)

export const weighted = <A>(...choices: ReadonlyArray<readonly [weight: number, gen: Gen<A>]>): Gen<A> =>
  makeGen((builder) =>
    builder.oneof({}, ...choices.map(([weight, gen]) => ({ weight, arbitrary: gen.build(builder) }))),
  )
export const oneof = <Gens extends ReadonlyArray<Gen<unknown>>>(
  ...gens: Gens
): Gen<Gens[number] extends Gen<infer A> ? A : never> => weighted(...gens.map((gen) => [1, gen] as const)) as Gen<never>

/** Draws from the second generator `weight` times as often as from the first. A value of the second shrinks to values of the first. */
const shrinkingToFirst = <A>(first: Gen<A>, second: Gen<A>, weight: number): Gen<A> =>
  makeGen((builder) => {
    const simpler = { weight: 1, arbitrary: first.build(builder) }
    const usual = { weight, arbitrary: second.build(builder) }
    return builder.oneof({ withCrossShrink: true }, simpler, usual)
  })

/** The usual value half of the time. Every other value shrinks to the usual one. */
export const usualOr = <A>(usual: A, others: Gen<A>): Gen<A> => shrinkingToFirst(constantFrom(usual), others, 1)

// ---- Structures

type GeneratedValues<Gens> = { -readonly [P in keyof Gens]: Gens[P] extends Gen<infer A> ? A : never }

/** A tuple has the labels of all its members. If two members have a value for one label, the later member's counts. */
export const tuple = <Gens extends ReadonlyArray<Gen<unknown>>>(...gens: Gens): Gen<GeneratedValues<Gens>> =>
  makeGen(
    (builder) => builder.tuple(...gens.map((gen) => gen.build(builder))) as Arbitrary<GeneratedValues<Gens>>,
    Object.assign({}, ...gens.map(({ labels }) => labels)),
  )
export const record = <Fields extends { readonly [key: string]: Gen<unknown> }>(
  fields: Fields,
): Gen<GeneratedValues<Fields>> => {
  const keys = Object.keys(fields)
  return tuple(...Object.values(fields)).map(
    (values) => Object.fromEntries(keys.map((key, i) => [key, values[i]])) as GeneratedValues<Fields>,
  )
}

/** A record with some of these fields. */
export const someOf = (fields: { readonly [key: string]: Gen<unknown> }): Gen<{ readonly [key: string]: unknown }> =>
  tuple(shuffledSubarray(Object.keys(fields), 0), record(fields)).map(([keys, whole]) =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => keys.includes(key))),
  )

export const array = <A>(item: Gen<A>, lengths: Lengths = {}): Gen<ReadonlyArray<A>> =>
  makeGen((builder) => builder.array(item.build(builder), lengths))
/** Some of these items, in any order. */
export const shuffledSubarray = <A>(
  items: ReadonlyArray<A>,
  minLength: number,
  maxLength: number = items.length,
): Gen<ReadonlyArray<A>> => makeGen((builder) => builder.shuffledSubarray([...items], { minLength, maxLength }))
export const bytes = (lengths: Lengths = {}): Gen<Uint8Array<ArrayBuffer>> =>
  makeGen((builder) => builder.uint8Array(lengths))

// ---- Numbers

export const integer = (min: number, max: number): Gen<number> => makeGen((builder) => builder.integer({ min, max }))
export const nat = (max: number = 2 ** 31 - 1): Gen<number> => integer(0, max)
/**
 * Numbers from 0 to `max`, at least 2. Each length in bits is equally likely, so small numbers are as frequent as large ones. A
 * number that would be larger becomes `max`, so `max` is frequent too. For a `max` of 1, the number is always 0.
 */
export const logUniform = (max: number): Gen<number> =>
  tuple(nat(Math.ceil(Math.log2(max))), nat(Number.MAX_SAFE_INTEGER)).map(([bits, random]) =>
    Math.min(2 ** bits - 1 + (random % 2 ** bits), max),
  )
export const double = (min: number, max: number): Gen<number> =>
  makeGen((builder) => builder.double({ min, max, noNaN: true }))
export const bigInt = (min: bigint, max: bigint): Gen<bigint> => makeGen((builder) => builder.bigInt(min, max))

/**
 * Practically always `limit`. It shrinks to any number from `min` on, so a failure that does not depend on the limit is shown with a
 * small number.
 */
export const boundaryInteger = (min: number, limit: number): Gen<number> =>
  boundary(shrinkingToFirst(integer(min, limit), constantFrom(limit), 2 ** 31))

// ---- Texts

export const string = (unit: Gen<string>, lengths: Lengths = {}): Gen<string> =>
  makeGen((builder) => builder.string({ unit: unit.build(builder), ...lengths }))
/** Texts of these characters. */
export const stringOf = (characters: string, minLength: number, maxLength: number): Gen<string> =>
  string(constantFrom(...characters), { minLength, maxLength, size: 'max' })
/** A template literal of generators: `template\`Bearer ${tokens}\``. */
export const template = (
  literals: TemplateStringsArray,
  ...holes: ReadonlyArray<Gen<string | number> | string | number>
): Gen<string> =>
  tuple(...holes.map((hole) => (typeof hole === 'object' ? hole : constant(hole)))).map((values) =>
    String.raw({ raw: literals }, ...values),
  )
