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
  /** Its share of the runs, beside the others: about as many as it has ways to draw. */
  readonly weight: number
  readonly drawn: fc.Arbitrary<Drawn<O>>
  /** One of each comes in every run, whatever the seed: chance is not enough. */
  readonly always?: ReadonlyArray<fc.Arbitrary<Drawn<O>>>
}

/** Keeps the op's type. */
export const generator = <O extends Op>(of: Generator<O>): Generator => of as unknown as Generator

/** Which arbitrary a value came from, and what that needs to shrink it. */
interface Origin {
  readonly from: fc.Arbitrary<unknown>
  readonly context: unknown
}

/** Any of some arbitraries. A value of one of them that another program drew shrinks as well, for its origin is known. */
class Any<A extends object> extends fc.Arbitrary<A> {
  readonly all: fc.Arbitrary<A>
  readonly origins: WeakMap<object, Origin>

  constructor(all: fc.Arbitrary<A>, origins: WeakMap<object, Origin>) {
    super()
    this.all = all
    this.origins = origins
  }

  private noted(value: fc.Value<A>, from: fc.Arbitrary<unknown>): fc.Value<A> {
    this.origins.set(value.value_, { from, context: value.context })
    return value
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<A> {
    return this.noted(this.all.generate(random, biasFactor), this.all)
  }

  canShrinkWithoutContext(value: unknown): value is A {
    return this.origins.has(value as object)
  }

  shrink(value: A, context: unknown): fc.Stream<fc.Value<A>> {
    const { from, context: known } = this.origins.get(value) ?? { from: this.all, context }
    return (from as fc.Arbitrary<A>).shrink(value, known).map((smaller) => this.noted(smaller, from))
  }
}

/** Each of these comes in every default run, in any order, and then any of them again. */
export const eachOf = <O extends Op>(
  draws: ReadonlyArray<fc.Arbitrary<Drawn<O>>>,
): Required<Pick<Generator<O>, 'weight' | 'drawn' | 'always'>> => {
  const origins = new WeakMap<object, Origin>()
  return {
    weight: draws.length,
    drawn: new Any(fc.oneof(...draws), origins),
    always: draws.map((one) => new Any(one, origins)),
  }
}

/** A value that a rule decides about. */
export interface Sample<A> {
  readonly value: A
  readonly rule: string
  readonly passes: boolean
}
/** Each of these comes in every run. */
export type Samples<A = string> = ReadonlyArray<fc.Arbitrary<Sample<A>>>

/** Values that the rule lets pass. */
export const inside = <A>(rule: string, values: fc.Arbitrary<A>): fc.Arbitrary<Sample<A>> =>
  values.map((value) => ({ value, rule, passes: true }))

/** Values that the rule refuses. */
export const outside = <A>(rule: string, values: fc.Arbitrary<A>): fc.Arbitrary<Sample<A>> =>
  values.map((value) => ({ value, rule, passes: false }))

/** One way to draw values, or several, of which each is met in every run. */
export type Ways<A> = fc.Arbitrary<A> | ReadonlyArray<fc.Arbitrary<A>>

/** Values on both sides of a rule. */
export const sides = <A>(rule: string, right: Ways<A>, wrong: Ways<A>): Samples<A> => [
  ...[right].flat().map((values) => inside(rule, values)),
  ...[wrong].flat().map((values) => outside(rule, values)),
]

/** One draw for each side of these samples: by chance, where another op meets each of them. */
export const anyOf = <A>(samples: Samples<A>): Samples<A> =>
  [true, false].flatMap((side) => {
    const all = samples.filter((one) => fc.sample(one, { numRuns: 1, seed: 0 })[0]?.passes === side)
    return all.length === 0 ? [] : [fc.oneof(...all)]
  })

/** Each of these values. */
export const each = <A>(values: Iterable<A>): ReadonlyArray<fc.Arbitrary<A>> =>
  Array.from(values, (value) => fc.constant(value))

/** What each of some draws becomes. */
export const mapped = <A, B>(all: ReadonlyArray<fc.Arbitrary<A>>, to: (a: A) => B): ReadonlyArray<fc.Arbitrary<B>> =>
  all.map((one) => one.map(to))

/** What each of some samples becomes together with something else that is drawn. */
export const joined = <A, B, C>(
  others: fc.Arbitrary<B>,
  samples: Samples<A>,
  to: (other: B, value: A) => C,
): Samples<C> =>
  samples.map((one) =>
    fc.tuple(others, one).map(([other, { value, ...sample }]) => ({ ...sample, value: to(other, value) })),
  )

/** Texts of up to `most` of these characters. */
export const textOf = (characters: string, least: number, most: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: least, maxLength: most, size: 'max' })

/** A text of all these characters, in any order, or of so many of them: a port that refuses one of them refuses the text. */
export const allOf = (characters: string, most: number = characters.length): fc.Arbitrary<string> =>
  fc.shuffledSubarray([...characters], { minLength: characters.length }).map((all) => all.slice(0, most).join(''))

/** A text with one more character, at any place. */
export const withOne = (text: fc.Arbitrary<string>, character: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, character, fc.nat()).map(([all, one, at]) => {
    const place = at % (all.length + 1)
    return all.slice(0, place) + one + all.slice(place)
  })

/** A text with one more character of these, for each of them. */
export const withEach = (
  text: fc.Arbitrary<string>,
  characters: Iterable<string>,
): ReadonlyArray<fc.Arbitrary<string>> => each(characters).map((one) => withOne(text, one))
