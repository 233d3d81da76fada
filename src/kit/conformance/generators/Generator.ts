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

/** A generated run, and what the rules say about it. */
export interface GeneratedRun {
  /** The generator's name. */
  readonly generator: string
  readonly op: Op
  /** As the protocol has it for this op. */
  readonly input: unknown
  /** The rule that decides, in words that end a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** Whether the rules let it pass, without any policy. For the op `verify`: whether they let each step pass; the rule is that of the last. */
  readonly passes: boolean | ReadonlyArray<boolean>
  /** Draws this run again, with the same seed. */
  readonly path: string
}

export interface Generator<O extends Op = Op> {
  /** One word or two, as in `header`, `key-der`. */
  readonly name: string
  readonly op: O
  /** Its share of the runs, beside the others: about as many as it has ways to draw. */
  readonly weight: number
  /** One of each comes in every run, whatever the seed: chance is not enough. */
  readonly ways: ReadonlyArray<fc.Arbitrary<Drawn<O>>>
  /** `batch`: its steps stand alone. `order`: a request with two faults is judged beside those with one. */
  readonly kind?: 'batch' | 'order'
}

/** One by one: the rest of fast-check is left out of the bundle. */
const functions = {
  array: fc.array,
  bigInt: fc.bigInt,
  constantFrom: fc.constantFrom,
  double: fc.double,
  integer: fc.integer,
  oneof: fc.oneof,
  shuffledSubarray: fc.shuffledSubarray,
  string: fc.string,
  tuple: fc.tuple,
  uint8Array: fc.uint8Array,
}
/** Draws by fast-check. */
const arbitraryOf = <A>(draw: Draw.Draw<A>): fc.Arbitrary<A> =>
  draw.from(functions as unknown as Draw.Source) as unknown as fc.Arbitrary<A>

/** Each of these comes in every default run, in any order, and then each of them again. */
export const drawing = <O extends Op>(
  name: string,
  op: O,
  draws: ReadonlyArray<Draw.Draw<Drawn<O>>>,
  weight: number = draws.length,
): Generator => ({ name, op, weight, ways: draws.map(arbitraryOf) }) satisfies Generator<O> as unknown as Generator

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
