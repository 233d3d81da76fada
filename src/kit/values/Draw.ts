/**
 * Ways to draw a value. They are told once and drawn from any source of choices that has fast-check's functions: from fast-check
 * itself, whose arbitraries then shrink, or from another.
 */

import type { Policies } from '../../core/Policies.ts'
import { memoized } from './memoized.ts'

/** What a source makes of a way: fast-check's is an `Arbitrary`. */
export interface Made<A> {
  map<B>(to: (a: A) => B): Made<B>
  filter(is: (a: A) => boolean): Made<A>
  chain<B>(to: (a: A) => Made<B>): Made<B>
}

export interface Lengths {
  readonly minLength?: number
  readonly maxLength?: number
  readonly size?: 'max'
}

/** The functions of fast-check that ways ask for. */
export interface Source {
  constantFrom<A>(...values: ReadonlyArray<A>): Made<A>
  /** With cross shrink, a value of any way shrinks to the first way as well. */
  oneof<A>(
    how: { readonly withCrossShrink?: boolean },
    ...ways: ReadonlyArray<{ readonly weight: number; readonly arbitrary: Made<A> }>
  ): Made<A>
  tuple(...parts: ReadonlyArray<Made<unknown>>): Made<ReadonlyArray<unknown>>
  array<A>(item: Made<A>, lengths: Lengths): Made<ReadonlyArray<A>>
  string(of: Lengths & { readonly unit: Made<string> }): Made<string>
  shuffledSubarray<A>(all: Array<A>, lengths: Lengths): Made<ReadonlyArray<A>>
  uint8Array(lengths: Lengths): Made<Uint8Array<ArrayBuffer>>
  integer(limits: { readonly min?: number; readonly max?: number }): Made<number>
  double(limits: { readonly min?: number; readonly max?: number; readonly noNaN: true }): Made<number>
  bigInt(min: bigint, max: bigint): Made<bigint>
}

/** What is known of a way before anything is drawn. What is made of it keeps its marks. */
export interface Marks {
  /** At a far limit of the rule: vectors want it always, properties seldom. */
  readonly isEdge?: boolean
  /** The policy under which the rule lets it pass after all. */
  readonly unless?: keyof Policies
  /** What is done to a right value. */
  readonly name?: string
  /** Whether the rule lets it pass. */
  readonly passes?: boolean
}

export interface Draw<A> {
  readonly marks: Marks
  readonly from: (source: Source) => Made<A>
  readonly map: <B>(to: (a: A) => B) => Draw<B>
  readonly filter: (is: (a: A) => boolean) => Draw<A>
  readonly chain: <B>(to: (a: A) => Draw<B>) => Draw<B>
}

const drawn = <A>(make: (source: Source) => Made<A>, marks: Marks = {}): Draw<A> => {
  const from = memoized(make)
  return {
    marks,
    from,
    map: (to) => drawn((source) => from(source).map(to), marks),
    filter: (is) => drawn((source) => from(source).filter(is), marks),
    chain: (to) => drawn((source) => from(source).chain((a) => to(a).from(source)), marks),
  }
}

export const marked = <A>(marks: Marks, { from, marks: before }: Draw<A>): Draw<A> =>
  drawn(from, { ...before, ...marks })
export const edge = <A>(way: Draw<A>): Draw<A> => marked({ isEdge: true }, way)

export const constantFrom = <const A>(...values: ReadonlyArray<A>): Draw<A> =>
  drawn((source) => source.constantFrom(...values))
export const constant = <A>(value: A): Draw<A> => constantFrom(value) as Draw<A>
export const boolean: Draw<boolean> = constantFrom<boolean>(false, true)
/** One of some words, with a space between two. */
export const word = (words: string): Draw<string> => constantFrom(...words.split(' '))

export const weighted = <A>(...ways: ReadonlyArray<readonly [weight: number, way: Draw<A>]>): Draw<A> =>
  drawn((source) => source.oneof({}, ...ways.map(([weight, way]) => ({ weight, arbitrary: way.from(source) }))))
export const oneof = <Ways extends ReadonlyArray<Draw<unknown>>>(
  ...ways: Ways
): Draw<Ways[number] extends Draw<infer A> ? A : never> =>
  weighted(...ways.map((way) => [1, way] as const)) as Draw<never>

type Drawn<Parts> = { -readonly [P in keyof Parts]: Parts[P] extends Draw<infer A> ? A : never }

export const tuple = <Parts extends ReadonlyArray<Draw<unknown>>>(...parts: Parts): Draw<Drawn<Parts>> =>
  drawn(
    (source) => source.tuple(...parts.map((part) => part.from(source))) as Made<Drawn<Parts>>,
    Object.assign({}, ...parts.map((part) => part.marks)),
  )
export const record = <Fields extends { readonly [name: string]: Draw<unknown> }>(
  fields: Fields,
): Draw<Drawn<Fields>> =>
  tuple(...Object.values(fields)).map(
    (values) => Object.fromEntries(Object.keys(fields).map((name, i) => [name, values[i]])) as Drawn<Fields>,
  )

/** Some of these fields. */
export const partial = (fields: {
  readonly [name: string]: Draw<unknown>
}): Draw<{ readonly [name: string]: unknown }> =>
  tuple(shuffled(Object.keys(fields), 0), record(fields)).map(([names, all]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  )

export const array = <A>(item: Draw<A>, lengths: Lengths = {}): Draw<ReadonlyArray<A>> =>
  drawn((source) => source.array(item.from(source), lengths))
export const shuffled = <A>(
  all: ReadonlyArray<A>,
  minLength: number,
  maxLength: number = all.length,
): Draw<ReadonlyArray<A>> => drawn((source) => source.shuffledSubarray([...all], { minLength, maxLength }))
export const bytes = (lengths: Lengths = {}): Draw<Uint8Array<ArrayBuffer>> =>
  drawn((source) => source.uint8Array(lengths))

export const integer = (min: number, max: number): Draw<number> => drawn((source) => source.integer({ min, max }))
export const nat = (max: number = 2 ** 31 - 1): Draw<number> => integer(0, max)
/** Up to this: of each length in bits as often as of another. */
export const far = (max: number): Draw<number> =>
  tuple(nat(Math.ceil(Math.log2(max))), nat(Number.MAX_SAFE_INTEGER)).map(([bits, rest]) =>
    Math.min(2 ** bits - 1 + (rest % 2 ** bits), max),
  )
export const double = (min: number, max: number): Draw<number> =>
  drawn((source) => source.double({ min, max, noNaN: true }))
export const bigInt = (min: bigint, max: bigint): Draw<bigint> => drawn((source) => source.bigInt(min, max))

/** The first, or the other so many times as often; the other shrinks to the first. */
const crossed = <A>(first: Draw<A>, other: Draw<A>, weight: number): Draw<A> =>
  drawn((source) => {
    const one = first.from(source)
    const two = other.from(source)
    return source.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: one }, { weight, arbitrary: two })
  })

/** Half of the time the usual value, to which each other one shrinks. */
export const usually = <A>(usual: A, others: Draw<A>): Draw<A> => crossed(constantFrom(usual), others, 1)

/** This number, at a far limit of a rule. It shrinks to any other from `min` on: a fault that needs no extreme is shown plainly. */
export const farthest = (min: number, limit: number): Draw<number> =>
  edge(crossed(integer(min, limit), constantFrom(limit), 2 ** 31))

/** A text of such units. */
export const string = (unit: Draw<string>, lengths: Lengths = {}): Draw<string> =>
  drawn((source) => source.string({ unit: unit.from(source), ...lengths }))
/** A text of so many of these characters. */
export const textOf = (characters: string, minLength: number, maxLength: number): Draw<string> =>
  string(constantFrom(...characters), { minLength, maxLength, size: 'max' })
/** A text with what is drawn at its places. */
export const text = (
  texts: TemplateStringsArray,
  ...parts: ReadonlyArray<Draw<string | number> | string | number>
): Draw<string> =>
  tuple(...parts.map((part) => (typeof part === 'object' ? part : constant(part)))).map((all) =>
    String.raw({ raw: texts }, ...all),
  )
