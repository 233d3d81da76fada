/** Groups of cases: what they have in common is said once, and each case is a row under its slug. */
import type { Expectation, Inputs, Op } from '../../src/kit/conformance/Vector.ts'
import { type Draft, reject, under } from './draft.ts'
import { reasonOf } from './refusals.ts'

/** What the cases of a group have in common. */
export interface About {
  /** The mistakes that make a port fail these cases, separated by spaces. */
  readonly flags: string
  /** The one check that refuses these cases. Absent where they are accepted. */
  readonly fault?: string
  /** The accepted case that these differ from: a slug of this file, or an id of another. */
  readonly twin?: string
  /** A port that takes this policy accepts; any other refuses. */
  readonly policy?: string
  /** The reason of the refusal, where it is not the usual one of the check or the policy. */
  readonly reason?: string
}

/** What a port is asked, and what it must answer: a refusal for `reason`, or without one an acceptance. */
export interface Question<O extends Op = Op> {
  readonly op: O
  readonly input: Inputs[O]
  readonly expect: (reason: string | undefined) => Expectation
}

/** The value that an accepting port answers; computed for accepted cases only, since a refused input may have none. */
export const orReject =
  (accepted: () => Expectation): Question['expect'] =>
  (reason) =>
    reason === undefined ? accepted() : reject(reason)

type Rows<Row> = Readonly<Record<string, Row>>

/** How the cases of one file are written. */
export const casesOf = (file: string) => {
  const draft = <O extends Op>(slug: string, comment: string, about: About, question: Question<O>): Draft<O> => {
    const { flags, fault, twin, policy } = about
    const { op, input, expect } = question
    const reason = about.reason ?? reasonOf(about, op)
    return {
      id: `${file}/${slug}`,
      comment,
      flags: flags.split(' ').filter((flag) => flag !== ''),
      ...(fault === undefined ? {} : { fault }),
      ...(twin === undefined ? {} : { twin: twin.includes('/') ? twin : `${file}/${twin}` }),
      op,
      input,
      expect: policy === undefined || reason === undefined ? expect(reason) : under(policy, reason, expect(undefined)),
    }
  }
  return {
    /** A row is the comment and what `ask` makes the question of. */
    cases: <R extends ReadonlyArray<unknown>, O extends Op>(
      about: About,
      ask: (...row: R) => Question<O>,
      rows: NoInfer<Rows<readonly [comment: string, ...row: R]>>,
    ): ReadonlyArray<Draft<O>> =>
      Object.entries(rows).map(([slug, [comment, ...row]]) => draft(slug, comment, about, ask(...row))),

    /** A row begins with flags of its own. */
    flagged: <R extends ReadonlyArray<unknown>, O extends Op>(
      about: Omit<About, 'flags'>,
      ask: (...row: R) => Question<O>,
      rows: NoInfer<Rows<readonly [flags: string, comment: string, ...row: R]>>,
    ): ReadonlyArray<Draft<O>> =>
      Object.entries(rows).map(([slug, [flags, comment, ...row]]) =>
        draft(slug, comment, { flags, ...about }, ask(...row)),
      ),
  }
}
