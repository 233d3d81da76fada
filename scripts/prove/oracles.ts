/** Two implementations that share no code, ours and the one in Python, must come to the same on every case. */

import { judge, same } from '../../src/conformance/judge.ts'
import { createPort } from '../../src/conformance/port.ts'
import type { Answer, Trace, Vector } from '../../src/conformance/Vector.ts'
import { counting, progress, type Section } from './finding.ts'
import { startPort } from './line.ts'

const traceAgrees = (expected: Trace | undefined, given: Trace | undefined): boolean => {
  if (expected === undefined || given === undefined) return true
  const hex = (trace: Trace): string | undefined =>
    trace.stringToSign && 'hex' in trace.stringToSign ? trace.stringToSign.hex : undefined
  const sameString = hex(given) === undefined || hex(expected) === undefined || hex(given) === hex(expected)
  const sameDigest = given.sha256 === undefined || given.sha256 === expected.sha256
  const sameBlock = given.block === undefined || expected.block === undefined || given.block === expected.block
  return sameString && sameDigest && sameBlock
}

/** The value as far as it is no choice of the port's: where it may be written in several ways, the judge reads it. */
const verdictsOf = ({ value }: Answer): unknown =>
  Array.isArray(value) ? value.map((step) => ({ ...step, reason: undefined })) : undefined

export const oracles = async (cases: ReadonlyArray<Vector>): Promise<Section> => {
  const { claim, result } = counting()
  const notes: Array<string> = []
  const ours = createPort({ version: '1' })
  const python = await startPort(['python3', 'vectors/ports/python/port.py'], { hello: 10_000, answer: 10_000 }).catch(
    (error: Error) => error,
  )
  if (python instanceof Error) {
    notes.push(`the Python port is missing: ${python.message}`)
    if (process.env.CI) claim(false, () => `the Python port does not start: ${python.message}`)
  }
  const reasons = { ours: 0, python: 0, of: 0 }
  let traces = 0
  for (const vector of cases) {
    const { id, op, input, trace } = vector
    progress(`two oracles: ${id}`)
    const own = await ours.answer(op, input)
    const judgedOwn = await judge(vector, own, ours.hello.policies)
    claim(judgedOwn.verdict === 'pass', () => `${id}: ours: ${'message' in judgedOwn ? judgedOwn.message : ''}`)
    claim(traceAgrees(trace, own.trace), () => `${id}: our trace is not the case's`)
    const counted = judgedOwn.verdict === 'pass' && judgedOwn.reasonAgrees !== undefined
    if (counted) reasons.of += 1
    if (counted && judgedOwn.reasonAgrees) reasons.ours += 1
    if (python instanceof Error) continue
    try {
      const other = await python.answer(op, input)
      const judgedOther = await judge(vector, other, python.hello.policies)
      claim(
        judgedOther.verdict === 'pass',
        () => `${id}: Python: ${'message' in judgedOther ? judgedOther.message : ''}`,
      )
      if (other.trace !== undefined) traces += 1
      claim(traceAgrees(trace ?? own.trace, other.trace), () => `${id}: the Python port's trace differs`)
      const { policy } = vector.expect
      const alike =
        policy === undefined || python.hello.policies.includes(policy) === ours.hello.policies.includes(policy)
      if (op === 'verify' && alike) {
        claim(same(verdictsOf(own), verdictsOf(other)), () => `${id}: ours and the Python port differ`)
      }
      if (counted && judgedOther.verdict === 'pass' && judgedOther.reasonAgrees) reasons.python += 1
    } catch (error) {
      claim(false, () => `${id}: the Python port: ${error instanceof Error ? error.message : String(error)}`)
      break
    }
  }
  if (!(python instanceof Error)) python.stop()
  notes.push(
    `reasons that are the suite's: ours ${reasons.ours}, Python ${reasons.python}, of ${reasons.of}; traces from Python: ${traces}`,
  )
  return { name: 'two oracles', what: 'answers and traces of ours and of the Python port', notes, ...result() }
}
