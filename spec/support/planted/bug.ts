/** A planted bug: a port that is wrong in one way. The suite is good if it notices each of them. */
import { checks } from '../../../scripts/vectors/checks.ts'
import type { Answer, Inputs, Op } from '../../../src/conformance/Vector.ts'
import type { PlainPort, Plant } from '../plain/plain.ts'
import type { Functions } from '../plain/switches.ts'

export type Group = 'wild' | 'check' | 'parser' | 'base64' | 'rsa' | 'time-replay' | 'meta'

export interface Bug {
  readonly id: string
  readonly group: Group
  readonly what: string
  /** The mistake's id in the catalogue of mistakes, where it stands there. */
  readonly flag?: string
  /** The checks that it leaves out. */
  readonly without?: string | ReadonlyArray<string>
  /** The functions that it replaces. */
  readonly plant?: Plant
  /** What it does to every answer. */
  readonly answers?: (clean: PlainPort) => (op: Op, input: Inputs[Op]) => Answer
  /** It shows in a process only; `process.ts` plays it. */
  readonly process?: boolean
}

/** A bug that is one wrong function, or a few that belong together. */
export const wrong = (group: Group, id: string, what: string, plant: Plant, flag?: string): Bug => ({
  id,
  group,
  what,
  plant,
  ...(flag === undefined ? {} : { flag }),
})

/** Changes the body before it is signed or verified; what is sent stays. */
export const otherBody =
  (change: (body: Buffer) => Buffer): Plant =>
  (clean): Partial<Functions> => ({ join: (parts) => clean.join({ ...parts, body: change(parts.body) }) })

/** One for each check, which is left out. */
export const withoutCheck: ReadonlyArray<Bug> = Object.entries(checks).map(([name, { enforces }]) => ({
  id: `without-${name}`,
  group: 'check',
  what: `does not check that ${enforces}`,
  without: name,
}))
