/**
 * Our own port as an oracle, for generated runs: what it answers under the other port's policies is expected of that port.
 *
 * ```ts
 * const expectedOf = oracleFor(['method-case'])
 * const { outcome } = await expectedOf('importKey', { use: 'verify', pem: '' }) // reject
 * ```
 */
import { policiesOf } from '../policies.ts'
import { createPort } from '../port.ts'
import type { Expectation, Inputs, Op } from '../Vector.ts'

export type Oracle = (op: Op, input: unknown) => Promise<Expectation>

/** Only a job holds values that JSON changes, such as −0: another input need not be written and read for the oracle. */
const opsWithJobs: ReadonlyArray<Op> = ['encodeJob', 'request']

const asRead = (op: Op, input: unknown): unknown =>
  opsWithJobs.includes(op) ? JSON.parse(JSON.stringify(input)) : input

const oracleWith = (policies: ReadonlyArray<string>): Oracle => {
  const port = createPort({ version: '', policies: policiesOf(policies) })
  return async (op, input) => {
    const { trace: _, ...answer } = await port.answer(op, asRead(op, input))
    return answer as Expectation
  }
}

/** What our own implementation expects of a port with these policies. */
export const oracleFor = (policies: ReadonlyArray<string>): Oracle => {
  const expectedOf = oracleWith(policies)
  // A writer keeps a stage of another type under any policy.
  const readBack = oracleWith([...policies, 'unknown-stage'])
  return async (op, input) => {
    // Of many requests signed alike, the first says all that the judge compares.
    const isRepeated = op === 'sign' && (input as Inputs['sign']).times !== undefined
    const expected = await expectedOf(op, isRepeated ? { ...(input as Inputs['sign']), times: 1 } : input)
    // A job may be written in many ways: what counts is what it says.
    return op === 'encodeJob' && expected.outcome === 'value'
      ? readBack('decodeJob', { body: expected.value })
      : expected
  }
}
