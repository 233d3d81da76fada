/**
 * A conformance run: canaries first and in between, the cases of the level in a shuffled order, a verdict on each, and one
 * report.
 */
import { canaries, isCanary } from './canaries.ts'
import { type Driver, isNoHello, type NoHello, type Reply } from './Driver.ts'
import { differenceOfTraces, failureOf, type Run, rerunOf } from './failure.ts'
import { generatorsOf } from './generators/all.ts'
import { drawnFor } from './generators/draws.ts'
import * as Generated from './generators/run.ts'
import { judgeReply } from './judgeReply.ts'
import { type KnownFailure, staleEntries } from './KnownFailures.ts'
import { findCause, keptWords, type Put, passesAlone } from './kept.ts'
import { casesOf, type GeneratedSettings, type Level, type Selection, selectionOf } from './levels.ts'
import type { Canary, CaseReport, Failure, PortReport, Verdict } from './Report.ts'
import { folded, likelihood } from './reports/folds.ts'
import { allPassed, countsOf, grouped, sentence } from './reports/tally.ts'
import { isExamined } from './reports/verdicts.ts'
import { shuffled } from './shuffle.ts'
import { groupOf } from './suite.ts'
import type { Hello, Vector } from './Vector.ts'
import type { Work } from './work.ts'

export interface ConformSettings extends Omit<Selection, 'level'> {
  /** `full` unless set. */
  readonly level?: Level
  readonly known?: ReadonlyArray<KnownFailure> | undefined
  /** Today's date, such as `2026-11-21`. Known failures expire, without a date all of them. */
  readonly today?: string
  /** Any text, another one for each run. It decides the order of the cases, the canaries' values and the generated runs. */
  readonly seed: string
  /** The time limit for an answer; 10 s unless set. */
  readonly limitMs?: number | undefined
  /** The canaries of a recorded run, in place of fresh ones. */
  readonly canaries?: ReadonlyArray<Vector> | undefined
  /** Never give up: recorded answers cost no time. */
  readonly patient?: boolean
  /** Generated runs after the cases; none unless set. */
  readonly generated?: GeneratedSettings | undefined
  /** What comes before the cases, which then come in their order and without canaries: ids of cases, paths of generated runs. */
  readonly after?: ReadonlyArray<string> | undefined
  /** The runner's version, for the report. */
  readonly runner?: string
  /** Stop at the first failure. */
  readonly bail?: boolean | undefined
  /** Shrink no generated run. */
  readonly isBrief?: boolean | undefined
  /** The file that holds the saved cases among the suite's, for the command that repeats one. */
  readonly casesFile?: string | undefined
  /** Called after each case and each generated run, and each second while the port is silent. */
  readonly onProgress?: (done: number, of: number, failures: number) => void
}

/**
 * A port is given up after this many runs in a row without an answer. Crashes are cheap, and a port that crashes on every
 * refusal still answers other cases; each time-out costs the whole time limit.
 */
const maxInARow = { TimeOut: 6, Crash: 40, Protocol: 40 }

type Kind = keyof typeof maxInARow
const kinds = Object.keys(maxInARow) as ReadonlyArray<Kind>
const wordsOf = { TimeOut: 'had no answer in time', Crash: 'ended the port', Protocol: 'had a malformed answer' }

const givenUp = (silent: Readonly<Record<Kind, number>>): string =>
  `of the last runs ${sentence(kinds.map((kind) => (silent[kind] > 0 ? `${silent[kind]} ${wordsOf[kind]}` : '')))}`

/**
 * Runs a port and reports. Answers `NoHello` for a port that says no valid hello.
 *
 * @example
 * ```ts
 * import { conform, createPort, inProcess, isNoHello, readSuite } from 'countersign/conformance'
 *
 * const settings = { suite: readSuite(), ids: ['timestamp/age-over-limit'], generated: { runs: 20 }, seed: 'any' }
 * const report = await conform(inProcess(createPort({ version: '1.0.0' })), settings)
 * assert.ok(!isNoHello(report) && report.counts.pass === 1)
 * assert.deepEqual(report.generated?.failures, [])
 * ```
 */
export const conform = async (driver: Driver, given: ConformSettings): Promise<PortReport | NoHello> => {
  const { level = 'full', today = '9999-12-31', limitMs = 10_000 } = given
  const settings = { ...given, ...selectionOf({ ...given, level }, given.generated), today, limitMs }
  try {
    const { length } = casesOf(settings)
    const hello = await eachSecond(() => settings.onProgress?.(0, length, 0), driver.hello())
    return isNoHello(hello) ? hello : await reportOf(driver, settings, hello)
  } finally {
    // A running port would keep this process alive.
    await driver.close()
  }
}

/** Calls `tell` each second until the work is done: whoever waits for a silent port sees that the runner is alive. */
const eachSecond = async <A>(tell: () => void, work: Promise<A>): Promise<A> => {
  const timer = setInterval(tell, 1000)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

type Settings = ConformSettings & Selection & { readonly today: string; readonly limitMs: number }

interface Running extends Run {
  readonly settings: Settings
}

const reportOf = async (driver: Driver, settings: Settings, hello: Hello): Promise<PortReport> => {
  const started = performance.now()
  const run: Running = { settings, hello, driver }
  const vectors = casesOf(settings)
  const canariesOf = (seed: string) => settings.canaries ?? canaries(seed, settings.level, hello)
  const { seed, after } = settings
  const queue = after === undefined ? shuffled([...vectors, ...canariesOf(seed)], seed) : vectors
  // Canaries also go first: they unmask a fake before it scores.
  const first = after === undefined ? canariesOf(`${seed}/first`) : behind(settings, after)

  const outcomes = new Map<string, CaseReport>()
  const seen: Array<Canary> = []
  const silent = { Crash: 0, Protocol: 0, TimeOut: 0 }
  const spent = (): boolean => settings.patient !== true && kinds.some((kind) => silent[kind] >= maxInARow[kind])
  let failures = 0
  let drawn = 0
  const put: Array<Put> = []
  const tell = (wrong = failures): void =>
    settings.onProgress?.(outcomes.size + drawn, vectors.length + (settings.generated?.runs ?? 0), wrong)
  for (const [n, vector] of [...first, ...queue].entries()) {
    if (spent() || (settings.bail && failures > 0)) break
    // The report must also show time-outs of cases, not of canaries alone.
    if (n < first.length && silent.TimeOut >= maxInARow.TimeOut / 2) continue
    const began = performance.now()
    const { op, input } = vector
    if (!hello.ops.includes(op)) {
      if (!isCanary(vector)) {
        const message = `the port does not declare the op ${op}, which the level ${settings.level} needs`
        outcomes.set(vector.id, caseReport(vector, 'unsupported', 0, failureOf(run, vector, { message })))
        failures++
      }
      continue
    }
    const reply = await eachSecond(tell, driver.run(op, input, settings.limitMs))
    put.push({ op, input, ref: vector.id })
    if (after !== undefined && n < first.length) continue
    if (reply._tag === 'Answer') for (const kind of kinds) silent[kind] = 0
    else silent[reply._tag]++
    const milliseconds = performance.now() - began
    if (isCanary(vector)) {
      seen.push(await judgeCanary(vector, reply))
      driver.stderr()
      continue
    }
    const report = await judgeCase(vector, reply, milliseconds, run)
    outcomes.set(vector.id, report)
    if (report.verdict !== 'pass' && report.verdict !== 'known') failures++
    tell()
  }

  const isBailed = settings.bail === true && failures > 0
  const notRun = spent() ? 'the run was given up before it came to them' : isBailed ? 'a case failed' : undefined
  const { generated: drawing } = settings
  const draws = drawing && { generators: generatorsOf(settings.suite, settings.level), ...drawing, seed }
  const drawnSettings = draws && {
    ...settings,
    ...draws,
    now: () => performance.now(),
    isRecorded: settings.patient === true,
    rerun: (path: string, kept?: ReadonlyArray<Put>) => rerunOf(run, { path }, kept),
    onRun: (runs: number, wrong: number) => {
      drawn = runs
      tell(failures + wrong)
    },
  }
  const generated =
    drawnSettings === undefined || drawnSettings.runs === 0
      ? undefined
      : notRun === undefined
        ? await Generated.run(driver, hello, drawnSettings, put)
        : Generated.notRun(drawnSettings, notRun)

  const unasked = { message: 'the run was given up before it came to this case' }
  const judged = vectors.map(
    (vector) => outcomes.get(vector.id) ?? caseReport(vector, 'not-run', 0, failureOf(run, vector, unasked)),
  )
  const cases = rated(vectors, await alone(run, judged, put))
  const withReasons = cases.filter((c) => c.reasonAgrees !== undefined)
  const stale = staleEntries(settings.known ?? [], cases, settings)
  // Each canary ran twice; it passes if both runs did.
  const both = grouped(seen, ({ name }) => name)
  const judgedCanaries = both.map((runs) => runs.findLast(({ passed }) => !passed) ?? runs[0])
  const partial = casesOf({ suite: settings.suite, level: settings.level }).some((vector) => !vectors.includes(vector))
  const { reasons: _, ...about } = hello
  return {
    ...about,
    ...(settings.today !== '9999-12-31' && { date: settings.today }),
    ...(settings.runner !== undefined && { runner: settings.runner }),
    command: driver.command,
    level: settings.level,
    conformant: !partial && allPassed({ cases, canaries: judgedCanaries, stale, ...(generated && { generated }) }),
    ...(partial && { partial }),
    seconds: (performance.now() - started) / 1000,
    counts: countsOf(cases),
    reasons: { agree: withReasons.filter((c) => c.reasonAgrees).length, of: withReasons.length },
    canaries: judgedCanaries,
    stale,
    restarts: driver.restarts(),
    ...(spent() && { stopped: { message: givenUp(silent) } }),
    cases,
    ...(generated && { generated }),
  }
}

/** What is put to the port before a run that fails behind it alone. */
const behind = ({ suite, level, seed }: Settings, refs: ReadonlyArray<string>): ReadonlyArray<Vector> =>
  refs.flatMap((ref) => {
    const known = suite.vectors.find(({ id }) => id === ref)
    if (known !== undefined) return [known]
    const draws = { generators: generatorsOf(suite, level), runs: 1, seed, path: ref }
    return drawnFor(draws).map(({ op, input }) => ({ id: ref, op, input }) as unknown as Vector)
  })

/** Work for asking failed cases again: as much as the cases took, and so much more. */
const leastWorkAlone = 500

/** The cases with those marked that pass alone, in a fresh process: the first of each cause is asked, for the others. */
const alone = async (
  run: Running,
  cases: ReadonlyArray<CaseReport>,
  put: ReadonlyArray<Put>,
): Promise<ReadonlyArray<CaseReport>> => {
  const { driver, settings, hello } = run
  const marked = new Map<string, Failure>()
  const work: Work = { done: 0 }
  const failed = cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'known' && isExamined(verdict))
  let isStateFound = false
  for (const [first, ...others] of settings.patient === true || driver.fresh === undefined ? [] : folded(failed)) {
    const vector = settings.suite.vectors.find(({ id }) => id === first.id)
    if (vector === undefined || first.failure === undefined || first.verdict === 'timeout') continue
    if (work.done > put.length + leastWorkAlone) break
    const isRight = async (reply: Reply) => (await judgeReply(vector, reply, hello.policies)).verdict === 'pass'
    const { op, input } = vector
    const place = put.findLastIndex(({ ref }) => ref === first.id)
    const asked = { op, input }
    const suspect = { driver, work, limitMs: settings.limitMs, failed: asked, earlier: put.slice(0, place), isRight }
    if (!(await passesAlone(suspect))) continue
    const kept = isStateFound ? [] : await findCause(suspect)
    isStateFound = true
    for (const { id, failure } of [first, ...others]) {
      if (failure === undefined) continue
      const message = `${keptWords}; ${failure.message}`
      const rerun = id === first.id ? rerunOf(run, { id }, kept) : failure.rerun
      marked.set(id, { ...failure, message, flags: [], cause: keptWords, rerun })
    }
  }
  return cases.map((one) => {
    const failure = marked.get(one.id)
    return failure === undefined ? one : { ...one, failure }
  })
}

/** Each failure with its mistakes in the order of their likelihood. */
const rated = (vectors: ReadonlyArray<Vector>, cases: ReadonlyArray<CaseReport>): ReadonlyArray<CaseReport> => {
  const counts = new Map<string, { cases: number; failed: number }>()
  for (const [i, { verdict }] of cases.entries())
    for (const flag of isExamined(verdict) || verdict === 'pass' ? (vectors[i]?.flags ?? []) : []) {
      const count = counts.get(flag) ?? { cases: 0, failed: 0 }
      counts.set(flag, { cases: count.cases + 1, failed: count.failed + Number(verdict !== 'pass') })
    }
  return cases.map((one) => {
    if (one.failure === undefined) return one
    const flags = one.failure.flags.map((each) => ({ ...each, ...counts.get(each.flag) }))
    return { ...one, failure: { ...one.failure, flags: flags.sort((a, b) => likelihood(b) - likelihood(a)) } }
  })
}

const caseReport = (
  { id, op }: Vector,
  verdict: Verdict,
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

const judgeCase = async (vector: Vector, reply: Reply, milliseconds: number, run: Running): Promise<CaseReport> => {
  const judged = await judgeReply(vector, reply, run.hello.policies)
  if (judged.verdict === 'pass') {
    run.driver.stderr()
    return caseReport(vector, 'pass', milliseconds, judged.reasonAgrees)
  }
  const answer = reply._tag === 'Answer' ? reply.answer : undefined
  const difference = judged.difference ?? (answer && differenceOfTraces(vector, answer))
  const failure = { ...failureOf(run, vector, judged, answer), ...(difference && { difference }) }
  const { known = [], today } = run.settings
  const entry = known.find(({ id, expires }) => id === vector.id && expires >= today)
  if (entry === undefined) return caseReport(vector, judged.verdict, milliseconds, failure)
  const { reason, expires } = entry
  return caseReport(vector, 'known', milliseconds, { ...failure, known: { reason, expires } })
}

const judgeCanary = async (vector: Vector, reply: Reply): Promise<Canary> => {
  const name = vector.id.replace('canary/', '')
  const judged = await judgeReply(vector, reply, [])
  if (judged.verdict === 'pass') return { name, passed: true }
  return { name, passed: false, message: `${reply._tag === 'Answer' ? `${vector.comment}: ` : ''}${judged.message}` }
}
