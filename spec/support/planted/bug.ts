/** A planted bug: a port with one fault. The suite must notice each of them. */

import type { Answer, Inputs, Op } from '../../../src/kit/conformance/Vector.ts'
import { checks } from '../../../vectors/cases/checks.ts'
import type { PlainPort, Plant } from '../plain/plain.ts'
import type { Functions } from '../plain/switches.ts'

export type Group = 'wild' | 'check' | 'parser' | 'base64' | 'rsa' | 'time-replay' | 'meta'

export interface Bug {
  readonly id: string
  readonly group: Group
  readonly what: string
  /** The mistake's id in the catalogue of mistakes, if it has one. */
  readonly flag?: string
  /** The checks that it leaves out. */
  readonly without?: string | ReadonlyArray<string>
  /** The functions that it replaces. */
  readonly plant?: Plant
  /** What it does to every answer. */
  readonly answers?: (clean: PlainPort) => (op: Op, input: Inputs[Op]) => Answer
}

/** A change of the clean port, with the flag of the mistake before it where the catalogue has the mistake. */
export type Change<P> = readonly [change: P] | readonly [flag: string, change: P]

const parts = <P>(change: Change<P>): readonly [P, { readonly flag?: string }] =>
  change.length === 1 ? [change[0], {}] : [change[1], { flag: change[0] }]

/** A bug that is one wrong function, or a few that belong together. */
export const wrong = (group: Group, id: string, what: string, ...change: Change<Plant>): Bug => {
  const [plant, flag] = parts(change)
  return { id, group, what, plant, ...flag }
}

/** Bugs that differ in how they change one text. */
export const wrongText =
  (group: Group, plant: (change: (text: string) => string) => Plant) =>
  (id: string, what: string, ...change: Change<(text: string) => string>): Bug => {
    const [changed, flag] = parts(change)
    return { id, group, what, plant: plant(changed), ...flag }
  }

/** Changes the body that is signed or verified, not the body that is sent. */
export const otherBody =
  (change: (body: Buffer) => Buffer): Plant =>
  (clean): Partial<Functions> => ({ join: (parts) => clean.join({ ...parts, body: change(parts.body) }) })

/** A port without the check, for each check. */
export const withoutCheck: ReadonlyArray<Bug> = Object.entries(checks).map(([name, { enforces }]) => ({
  id: `without-${name}`,
  group: 'check',
  what: `does not check that ${enforces}`,
  without: name,
}))
