/**
 * A generator draws inputs of one op from the rules, and knows of each what the rules say about it. Near misses come from
 * valid values by one structured change, so that each is wrong in one way.
 */
import * as fc from 'fast-check'
import type { Inputs, Op } from '../Vector.ts'

/** An input, and what was drawn. */
export interface Drawn<O extends Op> {
  readonly input: Inputs[O]
  /** The rule that decides, in words that end a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** Whether the rules let it pass; for the op `verify`, whether they let each step pass, and the rule is that of the last. */
  readonly passes: boolean | ReadonlyArray<boolean>
}

export interface Generator<O extends Op = Op> {
  /** One word or two, as in `header`, `key-der`. */
  readonly name: string
  readonly op: O
  /** Its share of the runs, beside the others. */
  readonly weight: number
  readonly drawn: fc.Arbitrary<Drawn<O>>
  /** One of each comes in every run, whatever the seed: limits, and the neighbours of what is allowed. Chance is not enough. */
  readonly always?: ReadonlyArray<fc.Arbitrary<Drawn<O>>>
}

/** Keeps the op's type. */
export const generator = <O extends Op>(of: Generator<O>): Generator => of as unknown as Generator

/** A value that a rule decides about. */
export interface Sample<A> {
  readonly value: A
  readonly rule: string
  readonly passes: boolean
}

/** Values that the rule lets pass. */
export const inside = <A>(rule: string, values: fc.Arbitrary<A>): fc.Arbitrary<Sample<A>> =>
  values.map((value) => ({ value, rule, passes: true }))

/** Values that the rule refuses. */
export const outside = <A>(rule: string, values: fc.Arbitrary<A>): fc.Arbitrary<Sample<A>> =>
  values.map((value) => ({ value, rule, passes: false }))

/** Values on both sides of a rule, equally often. */
export const sides = <A>(rule: string, right: fc.Arbitrary<A>, wrong: fc.Arbitrary<A>): fc.Arbitrary<Sample<A>> =>
  fc.oneof(inside(rule, right), outside(rule, wrong))

/** Texts of up to `most` of these characters. */
export const textOf = (characters: string, least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: least, maxLength: most, size: 'max' })

/** A text of all these characters, in any order, or of so many of them: a port that refuses one of them refuses the text. */
export const allOf = (characters: string, most: number = characters.length): fc.Arbitrary<string> =>
  fc.shuffledSubarray([...characters], { minLength: characters.length }).map((all) => all.slice(0, most).join(''))

/** What each of some draws becomes. */
export const mapped = <A, B>(all: ReadonlyArray<fc.Arbitrary<A>>, to: (a: A) => B): ReadonlyArray<fc.Arbitrary<B>> =>
  all.map((each) => each.map(to))

/** A text with one more character, at any place. */
export const withOne = (text: fc.Arbitrary<string>, character: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, character, fc.nat()).map(([all, one, at]) => {
    const place = at % (all.length + 1)
    return all.slice(0, place) + one + all.slice(place)
  })
