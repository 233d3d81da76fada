/** A generator draws inputs of one op from the rules, and knows of each what the rules say about it. */
import * as fc from 'fast-check'
import type * as Draw from '../../values/Draw.ts'
import type { Samples } from '../../values/Grammar.ts'
import type { Inputs, Op } from '../Vector.ts'

/** An input, and what was drawn. */
export interface Drawn<O extends Op> {
  readonly input: Inputs[O]
  /** The rule that decides, in words that end a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** Whether the rules let it pass; for the op `verify`, whether they let each step pass, and the rule is that of the last. */
  readonly passes: boolean | ReadonlyArray<boolean>
  /** What was done to a right value; for the op `verify`, to each step. */
  readonly names?: ReadonlyArray<string>
}

export interface Generator<O extends Op = Op> {
  /** One word or two, as in `header`, `key-der`. */
  readonly name: string
  readonly op: O
  /** Its share of the runs, beside the others: about as many as it has ways to draw. */
  readonly weight: number
  readonly drawn: fc.Arbitrary<Drawn<O>>
  /** `batch`: its steps stand alone. `order`: a request with two faults is judged beside those with one. */
  readonly kind?: 'batch' | 'order'
  /** One of each comes in every run, whatever the seed: chance is not enough. */
  readonly always?: ReadonlyArray<fc.Arbitrary<Drawn<O>>>
}

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

/** One by one: the rest of fast-check is left out of the bundle. */
const functions = {
  ...{ array: fc.array, bigInt: fc.bigInt, constantFrom: fc.constantFrom, double: fc.double, integer: fc.integer },
  ...{ oneof: fc.oneof, shuffledSubarray: fc.shuffledSubarray, string: fc.string, tuple: fc.tuple },
  uint8Array: fc.uint8Array,
}
/** Draws by fast-check. */
const arbitraryOf = <A>(draw: Draw.Draw<A>): fc.Arbitrary<A> =>
  draw.from(functions as unknown as Draw.Source) as unknown as fc.Arbitrary<A>

/** Each of these comes in every default run, in any order, and then any of them again. */
export const drawing = <O extends Op>(
  name: string,
  op: O,
  draws: ReadonlyArray<Draw.Draw<Drawn<O>>>,
  weight: number = draws.length,
): Generator => {
  const origins = new WeakMap<object, Origin>()
  const all = draws.map(arbitraryOf)
  const always = all.map((one) => new Any(one, origins))
  const of: Generator<O> = { name, op, weight, drawn: new Any(fc.oneof(...all), origins), always }
  return of as unknown as Generator
}

/** What an op makes of each sample. */
export const generator = <O extends Op, A>(
  name: string,
  op: O,
  samples: Samples<A>,
  to: (value: A) => Inputs[O],
): Generator =>
  drawing<O>(
    name,
    op,
    samples.map((one) =>
      one.map(({ value, rule, name, passes }) => ({ input: to(value), rule, passes, names: [name] })),
    ),
  )
