/**
 * Our own port as an oracle, for generated runs: what it answers under the other port's policies is expected of that port.
 *
 * ```ts
 * const expectedOf = oracleFor(['method-case'])
 * const { outcome } = await expectedOf('importKey', { use: 'verify', pem: '' }) // reject
 * ```
 */
import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { StringToSign } from '../../../core/StringToSign.ts'
import type { VerificationKey } from '../../../effects/KeyRing.ts'
import { platform } from '../../../platform/node/platform.ts'
import { memoized } from '../../values/memoized.ts'
import { portOf, workbenchOf } from '../createPort.ts'
import type { Workbench } from '../ops/Operation.ts'
import { policiesOf } from '../policies.ts'
import type { Expectation, Inputs, Op } from '../Vector.ts'

export type Oracle = (op: Op, input: unknown) => Promise<Expectation>

/** Only a job holds values that JSON changes, such as −0: another input need not be written and read for the oracle. */
const opsWithJobs: ReadonlyArray<Op> = ['encodeJob', 'request']

const asRead = (op: Op, input: unknown): unknown =>
  opsWithJobs.includes(op) ? JSON.parse(JSON.stringify(input)) : input

// ---- Signatures that were checked before: two of five come again, since long histories share their requests

interface CheckedMessage extends StringToSign {
  readonly isRight: boolean
}

const maxRemembered = 1_024
/** Longer bodies are not remembered: they would be kept. */
const maxRememberedBody = 256

/** The key, which checks a signature over the same message once. */
const rememberingKey = (key: VerificationKey): VerificationKey => {
  const remembered = new Map<string, CheckedMessage>()
  return {
    ...key,
    verify: (message, signature, client) => {
      const { head, body } = message
      const known = remembered.get(signature)
      if (known !== undefined && known.head === head && Buffer.compare(known.body, body) === 0) return known.isRight
      const isRight = key.verify(message, signature, client)
      if (typeof isRight !== 'boolean' || body.length > maxRememberedBody) return isRight
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.set(signature, { head, body, isRight })
      return isRight
    },
  }
}

const workbenchFor = (policies: ReadonlyArray<string>): Workbench => {
  const workbench = workbenchOf(platform, policiesOf(policies))
  const remembering = memoized((pem: string) => pipe(workbench.verificationKey(pem), TE.map(rememberingKey))())
  return { ...workbench, isTraced: false, verificationKey: (pem) => () => remembering(pem) }
}

// ---- The oracle

const oracleWith = (policies: ReadonlyArray<string>): Oracle => {
  const port = portOf(workbenchFor(policies), '', '')
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
