import type { Op } from '../Vector.ts'

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
