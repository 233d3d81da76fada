/**
 * The cases and the canaries of a conformance run, for `conform`: puts them to the port in the order of the mode, and judges each
 * answer as it comes.
 */

import { ahead } from './ahead.ts'
import {
  type Conformance,
  countSilence,
  eachSecond,
  isBailed,
  isGivenUp,
  leavesTimeForCases,
  showProgress,
} from './Conformance.ts'
import { canaries, isCanary } from './canaries.ts'
import type { Reply } from './Driver.ts'
import { differenceOfTraces, failureOf } from './failure.ts'
import type { DrawSettings } from './generators/all.ts'
import { judgeReply } from './judgeReply.ts'
import type { Canary, CaseReport, CaseVerdict, Failure } from './Report.ts'
import type { Settings } from './settings.ts'
import { shuffled } from './shuffle.ts'
import { groupOf } from './suite.ts'
import type { PortAnswer, Vector } from './Vector.ts'

// ---- What is put to the port

interface Plan {
  readonly first: ReadonlyArray<Vector>
  readonly next: ReadonlyArray<Vector>
}

const planOf = async ({ settings, hello, vectors }: Conformance): Promise<Plan> => {
  const { seed, level, mode } = settings
  if (mode._tag === 'Replay') return { first: await precedingRuns(settings, mode.precededBy), next: vectors }
  const canariesOf = (word: string): ReadonlyArray<Vector> => mode.canaries ?? canaries(word, level, hello)
  return {
    // Canaries also go first: they detect a fake port before it passes cases.
    first: canariesOf(`${seed}/first`),
    next: shuffled([...vectors, ...canariesOf(seed)], seed),
  }
}

/** The runs that come before a run that fails only after them. */
const precedingRuns = async (
  { suite, level, seed }: Settings,
  refs: ReadonlyArray<string>,
): Promise<ReadonlyArray<Vector>> => {
  const runsOf = async (ref: string): Promise<ReadonlyArray<Vector>> => {
    const known = suite.vectors.find(({ id }) => id === ref)
    return known === undefined ? drawnRuns({ suite, level, runs: 1, seed, path: ref }) : [known]
  }
  return (await Promise.all(refs.map(runsOf))).flat()
}

const drawnRuns = async (settings: DrawSettings): Promise<ReadonlyArray<Vector>> => {
  const { draw } = await import('./generators/all.ts')
  return draw(settings).map(({ path, op, input }) => ({ id: path, op, input }) as unknown as Vector)
}

/** Puts the canaries and the cases to the port, until they end or the port is given up. */
export const runCases = async (run: Conformance): Promise<void> => {
  const { first, next } = await planOf(run)
  const runFirst = run.settings.mode._tag === 'Replay' ? ask : runCanary
  for (const vector of first) {
    if (isGivenUp(run)) return
    if (run.hello.ops.includes(vector.op) && leavesTimeForCases(run)) await runFirst(run, vector)
  }
  await eachSecond(() => showProgress(run), runNext(run, next))
}

/** The canaries and cases that may be asked ahead. */
const runNext = async (run: Conformance, vectors: ReadonlyArray<Vector>): Promise<void> => {
  const { driver, hello, settings } = run
  const send = ({ op, input }: Vector): Promise<Reply> | undefined => {
    if (!hello.ops.includes(op)) return undefined
    const replying = driver.run(op, input, settings.limitMs)
    run.underWay.add(replying)
    return replying
  }
  for (const { question: vector, reply } of ahead(vectors, driver.atOnce?.() ?? 1, send)) {
    if (isGivenUp(run) || isBailed(run)) break
    if (reply === undefined) noteUnsupported(run, vector)
    else await runCase(run, vector, reply)
  }
  driver.abandon?.()
}

const ask = async (run: Conformance, { id, op, input }: Vector): Promise<Reply> => {
  const { driver, settings, put } = run
  const reply = await eachSecond(() => showProgress(run), driver.run(op, input, settings.limitMs))
  put.push({ op, input, ref: id })
  return reply
}

const runCanary = async (run: Conformance, vector: Vector): Promise<void> => {
  await noteCanary(run, vector, await ask(run, vector))
}

const noteCanary = async (run: Conformance, vector: Vector, reply: Reply): Promise<void> => {
  countSilence(run, reply)
  run.canaries.push(await judgeCanary(vector, reply))
  run.driver.stderr()
}

const noteUnsupported = (run: Conformance, vector: Vector): void => {
  if (isCanary(vector)) return
  const message = `the level ${run.settings.level} needs the operation ${vector.op}, but the port does not declare it`
  run.reports.set(vector.id, caseReport(vector, 'unsupported', 0, failureOf(run, vector, { message })))
  run.failedCases++
}

/** A case or a canary that was put to the port. */
const runCase = async (run: Conformance, vector: Vector, replying: Promise<Reply>): Promise<void> => {
  const { now, put, reports } = run
  const { id, op, input } = vector
  const began = now()
  const reply = await replying
  run.underWay.delete(replying)
  put.push({ op, input, ref: id })
  if (isCanary(vector)) return noteCanary(run, vector, reply)
  countSilence(run, reply)
  const report = await judgeCase(run, vector, reply, now() - began)
  reports.set(id, report)
  if (report.verdict !== 'pass' && report.verdict !== 'known') run.failedCases++
  showProgress(run)
}

// ---- What is said about the answers

const caseReport = (
  { id, op }: Vector,
  verdict: CaseVerdict,
  milliseconds: number,
  more: Failure | boolean | undefined,
): CaseReport => ({
  id,
  group: groupOf(id),
  op,
  verdict,
  milliseconds: Math.round(milliseconds * 10) / 10,
  ...(typeof more === 'boolean' && { reasonAgrees: more }),
  ...(typeof more === 'object' && { failure: more }),
})

const judgeCase = async (run: Conformance, vector: Vector, reply: Reply, milliseconds: number): Promise<CaseReport> => {
  const judged = await judgeReply(vector, reply, run.hello.policies)
  if (judged.verdict === 'pass') {
    run.driver.stderr()
    return caseReport(vector, 'pass', milliseconds, judged.reasonAgrees)
  }
  if (reply._tag === 'Answer' && run.underWay.size > 0) await askAlone(run, vector)
  const answer = reply._tag === 'Answer' ? reply.answer : undefined
  const difference = judged.difference ?? (answer && differenceOfTraces(vector, answer))
  const shown = { ...failureOf(run, vector, judged, answer), ...(difference && { difference }) }
  const failure = await withByteOrder(run, vector, shown, answer)
  const { known = [], today } = run.settings
  const entry = known.find(({ id, expires }) => id === vector.id && today !== undefined && expires >= today)
  if (entry === undefined) return caseReport(vector, judged.verdict, milliseconds, failure)
  const { reason, expires } = entry
  return caseReport(vector, 'known', milliseconds, { ...failure, known: { reason, expires } })
}

/** The failure. If the port reads texts with their bytes in the other order, this is given as the cause. */
const withByteOrder = async (
  { hello }: Conformance,
  vector: Vector,
  failure: Failure,
  answer: PortAnswer | undefined,
): Promise<Failure> => {
  if (answer === undefined || !JSON.stringify(vector.input).includes('"utf16"')) return failure
  const { oracleFor } = await import('./generators/oracle.ts')
  const { otherByteOrder, readsOtherByteOrder } = await import('./byteOrder.ts')
  const expectedOf = oracleFor(hello.policies)
  return (await readsOtherByteOrder(vector, answer, (input) => expectedOf(vector.op, input)))
    ? { ...failure, message: `${failure.message}; ${otherByteOrder}`, flags: [], cause: otherByteOrder }
    : failure
}

/** Puts a case to the port when nothing else is under way: what the port then writes to its standard error belongs to this case. */
const askAlone = async ({ driver, settings, underWay }: Conformance, { op, input }: Vector): Promise<void> => {
  await Promise.all(underWay)
  driver.stderr()
  await driver.run(op, input, settings.limitMs)
}

const judgeCanary = async (vector: Vector, reply: Reply): Promise<Canary> => {
  const name = vector.id.replace('canary/', '')
  const judged = await judgeReply(vector, reply, [])
  if (judged.verdict === 'pass') return { name, passed: true }
  return { name, passed: false, message: `${reply._tag === 'Answer' ? `${vector.comment}: ` : ''}${judged.message}` }
}

/** A report on each selected case, in the suite's order; also on cases that the run did not reach. */
export const caseReports = (run: Conformance): ReadonlyArray<CaseReport> =>
  run.vectors.map((vector) => {
    const report = run.reports.get(vector.id)
    if (report !== undefined) return report
    const message = 'the run was stopped before this case'
    return caseReport(vector, 'not-run', 0, failureOf(run, vector, { message }))
  })
