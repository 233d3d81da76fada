/**
 * A generator of `countersign conform`: it draws inputs of one op, and says of each what the rules of the protocol say about it.
 *
 * ```ts
 * generatorOf('own-nonces', 'parseNonce', nonces, (nonce) => ({ nonce }))
 * ```
 */
import * as fc from 'fast-check'
import type * as Gen from '../../values/Gen.ts'
import type { LabelledGens } from '../../values/Labelled.ts'
import type { Inputs, Op } from '../Vector.ts'

/** An input, and what was drawn. */
export interface GeneratedInput<O extends Op> {
  readonly input: Inputs[O]
  /** The rule that decides, in words that end a sentence: `a nonce has 1 to 128 characters`. */
  readonly rule: string
  /** Whether the rules let it pass; for the op `verify`, whether they let each step pass, and the rule is that of the last. */
  readonly passes: boolean | ReadonlyArray<boolean>
  /** The changes of a valid value; for the op `verify`, one for each step. */
  readonly changes?: ReadonlyArray<string>
  /** For the generator `order`: the two checks that refuse its request with two faults, and the order that they are from. */
  readonly checks?: { readonly first: Check; readonly second: Check; readonly all: ReadonlyArray<Check> }
}

/** A check of *The order of checks* in vectors/README.md. */
export interface Check {
  /** Its number there. Several checks may be one step. */
  readonly step: number
  /** What must hold: `the app is known`. */
  readonly name: string
  /** Why it refuses, by its name in reasons.json. */
  readonly reason: string
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
  /** Its share of the runs, beside the others: about as many as it has arbitraries. */
  readonly weight: number
  /** Each is drawn once, in an order that the seed decides, before any is drawn again. So no default run depends on chance for one. */
  readonly arbitraries: ReadonlyArray<fc.Arbitrary<GeneratedInput<O>>>
  /** `batch`: its steps stand alone. `order`: a request with two faults is judged beside those with one. */
  readonly kind?: 'batch' | 'order'
}

/** Imported by name: the rest of fast-check is left out of the bundle. */
const builder = {
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
const arbitraryOf = <A>(gen: Gen.Gen<A>): fc.Arbitrary<A> =>
  gen.build(builder as unknown as Gen.Builder) as unknown as fc.Arbitrary<A>

/** The generator that draws from these. Unless set, its weight is their number. */
export const generatorFrom = <O extends Op>(
  name: string,
  op: O,
  gens: ReadonlyArray<Gen.Gen<GeneratedInput<O>>>,
  weight: number = gens.length,
): Generator =>
  ({ name, op, weight, arbitraries: gens.map(arbitraryOf) }) satisfies Generator<O> as unknown as Generator

/** Puts each labelled value into an input of the op. */
export const generatorOf = <O extends Op, A>(
  name: string,
  op: O,
  gens: LabelledGens<A>,
  inputOf: (value: A) => Inputs[O],
): Generator =>
  generatorFrom<O>(
    name,
    op,
    gens.map((gen) =>
      gen.map(({ value, rule, change, passes }) => ({ input: inputOf(value), rule, passes, changes: [change] })),
    ),
  )
