/** Two implementations that share no code, ours and the one in Python, must come to the same on every case. */

import { isDeepStrictEqual as same } from 'node:util'
import { command } from '../../../src/kit/conformance/command.ts'
import { compareAnswer, expectationFor } from '../../../src/kit/conformance/compareAnswer.ts'
import { isNoHello } from '../../../src/kit/conformance/Driver.ts'
import { createPort } from '../../../src/kit/conformance/port.ts'
import type { PortAnswer, Trace, Vector } from '../../../src/kit/conformance/Vector.ts'
import { progress } from '../../terminal.ts'
import { counting, type Section } from './finding.ts'

/** Whether a trace is the case's, whole: a port that traces some of it, or where nothing can be traced, does not agree. */
const traceAgrees = (expected: Trace | undefined, given: PortAnswer['trace']): boolean => {
  if (expected === undefined || given === undefined) return expected === given
  const hexOf = ({ stringToSign }: Partial<Trace>): string | undefined =>
    stringToSign !== undefined && 'hex' in stringToSign ? stringToSign.hex : undefined
  return hexOf(given) === hexOf(expected) && given.sha256 === expected.sha256 && given.block === expected.block
}

/** The value as far as it is no choice of the port's: where it may be written in several ways, the judge reads it. */
const verdictsOf = ({ value }: PortAnswer): unknown =>
  Array.isArray(value) ? value.map((step) => ({ ...step, reason: undefined })) : undefined

/** Of a `verify`, those of all steps. */
const reasonsOf = ({ reason, value }: Pick<PortAnswer, 'reason' | 'value'>): string =>
  Array.isArray(value) ? value.map((step) => step.reason ?? step.outcome).join(', ') : String(reason)

export const oracles = async (cases: ReadonlyArray<Vector>): Promise<Section> => {
  const { claim, result } = counting()
  const notes: Array<string> = []
  const ours = createPort({ version: '1' })
  const python = command(['python3', 'vectors/ports/python/port.py'], { suite: '1.0.0' })
  const hello = await python.hello()
  if (isNoHello(hello)) {
    notes.push(`the Python port is missing: ${hello.detail} ${python.stderr().trim().split('\n').at(-1)}`)
    if (process.env.CI) claim(false, () => `the Python port does not start: ${hello.detail}`)
  }
  const claimRight = async (who: string, vector: Vector, answer: PortAnswer, policies: ReadonlyArray<string>) => {
    const { id, expect, trace } = vector
    const judged = await compareAnswer(vector, answer, policies)
    claim(judged.verdict === 'pass', () => `${id}: ${who}: ${'message' in judged ? judged.message : ''}`)
    // The traces are those of a port that takes the policy. Another port may refuse before it has a string to sign.
    const isEarly = answer.trace === undefined && expect.policy !== undefined && !policies.includes(expect.policy)
    claim(isEarly || traceAgrees(trace, answer.trace), () => `${id}: ${who}: the trace is not the case's`)
    // The judge only reports whether it refuses for the reason of the case: a port has reasons of its own.
    if (judged.verdict !== 'pass' || judged.reasonAgrees === undefined) return
    const expected = reasonsOf(expectationFor(vector, policies))
    claim(judged.reasonAgrees, () => `${id}: ${who}: refused for ${reasonsOf(answer)}, the case says ${expected}`)
  }
  let traces = 0
  for (const vector of cases) {
    const { id, op, input, expect } = vector
    progress(`two oracles: ${id}`)
    const own = await ours.answer(op, input)
    await claimRight('ours', vector, own, ours.hello.policies)
    if (isNoHello(hello)) continue
    const reply = await python.run(op, input, 60_000)
    claim(reply._tag === 'Answer', () => `${id}: the Python port: ${JSON.stringify(reply)}`)
    if (reply._tag !== 'Answer') break
    const other = reply.answer
    await claimRight('Python', vector, other, hello.policies)
    if (other.trace !== undefined) traces += 1
    const { policy = '' } = expect
    const alike = hello.policies.includes(policy) === ours.hello.policies.includes(policy)
    if (op === 'verify' && alike) {
      claim(same(verdictsOf(own), verdictsOf(other)), () => `${id}: ours and the Python port differ`)
    }
  }
  await python.close()
  notes.push(`traces from Python: ${traces}`)
  return { name: 'two oracles', what: 'answers, reasons and traces of ours and of the Python port', notes, ...result() }
}
