/**
 * Whether a port's answer to a case is right, for the runner. First the outcome is compared, then the size is checked, then the value
 * is judged by its op. A wrong reason never fails a port; the report counts how many reasons agree.
 *
 *     expected  reject (nonce_malformed)    received  accept                        fail: it must be refused (nonce_malformed), …
 *     expected  reject (nonce_malformed)    received  reject (signature_invalid)    pass; the reason does not agree
 *
 * Most values are compared as they are. Those that a port may write in several ways are in judgeSigned.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { stepsOf } from './codecs.ts'
import { failByValue, hasMembers, judgeBytes } from './compareValues.ts'
import { fail, type Judgement, pass } from './Judgement.ts'
import { authTypeOf, judgeHeader, judgeJob, judgeRequest, judgeSigned, type WireRequest } from './judgeSigned.ts'
import { shortened, shown } from './shown.ts'
import type { Expectation, PortAnswer, StepVerdict, Vector } from './Vector.ts'

export type { DifferentValue, Fault, Judgement } from './Judgement.ts'

/** Asynchronous, because a signature over a port's own nonce must be verified. */
export const compareAnswer = async (
  vector: Vector,
  answer: PortAnswer,
  policies: ReadonlyArray<string>,
): Promise<Judgement> => {
  const expect = expectationFor(vector, policies)
  switch (answer.outcome) {
    case 'error':
    case 'unsupported': {
      const words = answer.outcome === 'error' && answer.reason ? `: ${shortened(answer.reason)}` : ''
      return { verdict: answer.outcome, message: `the port answers ${answer.outcome}${words}` }
    }
  }
  if (answer.outcome !== expect.outcome)
    return fail(outcomeWords(vector, expect, answer), { isAccepted: expect.outcome === 'reject' })
  if (isOversized(answer.value))
    return fail(`the value is larger than 262,144 characters or deeper than 512 levels: ${shown(answer.value)}`)
  if (expect.outcome === 'value') return judgeValue(vector, expect.value, answer.value)
  return expect.reason === undefined ? pass : { verdict: 'pass', reasonAgrees: answer.reason === expect.reason }
}

/** The expected answer. A port that does not take a case's policy must refuse. */
export const expectationFor = (vector: Vector, policies: ReadonlyArray<string>): Expectation => {
  const { policy, reason = '', ...underPolicy } = vector.expect
  if (policy === undefined) return vector.expect
  if (policies.includes(policy)) return underPolicy
  if (vector.op !== 'verify') return { outcome: 'reject', reason }
  // The last step is the one that the policy is about; those before it prepare the verifier.
  const steps = stepsOf(underPolicy)
  return { outcome: 'value', value: [...steps.slice(0, -1), { outcome: 'reject', reason }] }
}

// ---- The outcome

const outcomeWords = ({ op }: Vector, expect: Expectation, answer: PortAnswer): string => {
  if (op === 'verify' && expect.outcome === 'value')
    return `the answer's outcome is ${answer.outcome}, but a verdict for each step is expected`
  if (op === 'verify' && answer.outcome === 'value')
    return `the port must refuse to make a verifier (${expect.reason}), but it gives a verdict for each step`
  if (expect.outcome !== 'reject' && answer.outcome !== 'reject')
    return `the answer's outcome is ${answer.outcome}, but ${expect.outcome} is expected`
  const should = expect.outcome === 'reject' ? `be refused (${expect.reason})` : 'be accepted'
  const does = answer.outcome === 'reject' ? `refuses it (${reasonWords(answer.reason)})` : 'accepts it'
  return `it must ${should}, but the port ${does}`
}

/** `String` would throw for an object whose `toString` is no function. */
const reasonWords = (reason: unknown): string => {
  if (reason === undefined) return 'no reason'
  return typeof reason === 'string' ? shortened(reason) : shown(reason)
}

// ---- The value

/** Whether the value is the one that `parseLine` puts in place of a value beyond its limits. */
const isOversized = (value: unknown): boolean =>
  hasMembers(value) &&
  typeof value.characters === 'number' &&
  typeof value.levels === 'number' &&
  Object.keys(value).length === 2

const judgeValue = (vector: Vector, expected: unknown, received: unknown): Judgement | Promise<Judgement> => {
  switch (vector.op) {
    case 'stringToSign':
      return judgeBytes('string to sign', expected, received)
    case 'formatAuthorization':
      return judgeHeader(authTypeOf(vector.input), expected as string, received)
    case 'sign':
      return judgeSigned(vector.input, expected, received)
    case 'verify':
      return judgeSteps(stepsOf({ value: expected }), received)
    case 'encodeJob':
      return judgeJob(expected, received)
    case 'request':
      return judgeRequest(vector.input, expected as WireRequest, received)
    default:
      return isDeepStrictEqual(expected, received) ? pass : failByValue(expected, received)
  }
}

// ---- The verdicts of a verifier, one for each step

const judgeSteps = (expected: ReadonlyArray<StepVerdict>, received: unknown): Judgement => {
  if (!Array.isArray(received) || received.length !== expected.length) {
    return fail(`the value must be an array of ${expected.length} verdicts, but is ${shown(received)}`)
  }
  let reasonAgrees: boolean | undefined
  for (const [index, expectedVerdict] of expected.entries()) {
    const where = expected.length === 1 ? '' : `step ${index + 1} of ${expected.length}: `
    const judged = judgeStep(expectedVerdict, received[index], where)
    if (judged.verdict !== 'pass') return judged
    // The reasons agree if the reasons of all steps agree.
    if (judged.reasonAgrees !== undefined) reasonAgrees = reasonAgrees !== false && judged.reasonAgrees
  }
  return reasonAgrees === undefined ? pass : { verdict: 'pass', reasonAgrees }
}

/** `where` begins the message. */
const judgeStep = (expected: StepVerdict, received: unknown, where: string): Judgement => {
  if (!hasMembers(received) || (received.outcome !== 'accept' && received.outcome !== 'reject'))
    return fail(`${where}a verdict's outcome must be accept or reject, but is ${shown(received)}`)
  if (expected.outcome === 'reject') {
    if (received.outcome === 'accept')
      return fail(`${where}it must be refused (${expected.reason}), but the port accepts it`, { isAccepted: true })
    return { verdict: 'pass', reasonAgrees: received.reason === expected.reason }
  }
  if (received.outcome === 'reject') {
    const reason = reasonWords(received.reason)
    return fail(`${where}it must be accepted, but the port refuses it (${reason})`, { isAccepted: false })
  }
  return received.appId === expected.appId
    ? pass
    : fail(`${where}it is accepted for ${shown(received.appId)} instead of ${shown(expected.appId)}`)
}
