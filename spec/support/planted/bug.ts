/** A planted bug: a port with one fault. The suite must notice each of them. */

import type { Inputs, Op, PortAnswer } from '../../../src/kit/conformance/Vector.ts'
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
  readonly answers?: (clean: PlainPort) => (op: Op, input: Inputs[Op]) => PortAnswer
}

/** A change of the clean port, with the flag of the mistake before it where the catalogue has the mistake. */
export type Change<P> = readonly [change: P] | readonly [flag: string, change: P]

type Makes<A> = (id: string, what: string, ...change: Change<A>) => Bug

/** Bugs that differ in how they change one thing. */
export const wrongly =
  <A>(group: Group, plant: (change: A) => Plant): Makes<A> =>
  (id, what, ...[first, second]) =>
    second === undefined
      ? { id, group, what, plant: plant(first as A) }
      : { id, group, what, plant: plant(second), flag: first as string }

/** Bugs that are one wrong function, or a few that belong together. */
export const wrongIn = (group: Group): Makes<Plant> => wrongly<Plant>(group, (plant) => plant)

/** Bugs that leave checks out. */
export const leavingOut =
  (group: Group): ((id: string, what: string, without: NonNullable<Bug['without']>, flag?: string) => Bug) =>
  (id, what, without, flag) => ({ id, group, what, without, ...(flag === undefined ? {} : { flag }) })

/** Changes one text. */
export type OfText = (text: string) => string

/** Without its escapes, if all of them are right. */
export const decoded: OfText = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
