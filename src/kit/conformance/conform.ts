/**
 * A conformance run, for the command and for tests of a port: canaries first and in between, the cases of the level in a shuffled
 * order, a verdict on each, generated runs, and one report.
 */
import { markKept } from './alone.ts'
import { type Conformance, eachSecond, givenUp, isBailed, isGivenUp, showProgress } from './Conformance.ts'
import { caseReports, runCases } from './cases.ts'
import { type Driver, isNoHello, type NoHello } from './Driver.ts'
import { rerunOf } from './failure.ts'
import { staleEntries } from './KnownFailures.ts'
import type { Put } from './kept.ts'
import { casesOf } from './levels.ts'
import type { Canary, CaseReport, GeneratedReport, PortReport } from './Report.ts'
import { likelihood } from './reports/folds.ts'
import { allPassed, countsOf, grouped } from './reports/tally.ts'
import { isExamined } from './reports/verdicts.ts'
import { type ConformSettings, type Settings, settingsOf } from './settings.ts'
import type { Hello, Vector } from './Vector.ts'

/** `conform` with a clock in milliseconds. Only the times in the report depend on the clock. */
export const conformBy =
  (now: () => number) =>
  async (driver: Driver, given: ConformSettings): Promise<PortReport | NoHello> => {
    const settings = settingsOf(given)
    const run = async (): Promise<PortReport | NoHello> => {
      const { length } = casesOf(settings)
      const hello = await eachSecond(() => settings.onProgress?.(0, length, 0, false), driver.hello())
      return isNoHello(hello) ? hello : reportOf(begin(driver, settings, hello, now))
    }
    // Without this, a port that still runs would keep this process alive.
    const report = await run().finally(() => driver.close())
    const remarks = driver.remarks?.() ?? []
    return isNoHello(report) || remarks.length === 0 ? report : { ...report, remarks }
  }

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
export const conform = (driver: Driver, given: ConformSettings): Promise<PortReport | NoHello> =>
  conformBy(() => performance.now())(driver, given)

const begin = (driver: Driver, settings: Settings, hello: Hello, now: () => number): Conformance => ({
  driver,
  settings,
  hello,
  now,
  vectors: casesOf(settings),
  reports: new Map(),
  canaries: [],
  put: [],
  underWay: new Set(),
  silent: { TimeOut: 0, Crash: 0, Protocol: 0 },
  failedCases: 0,
  generatedRuns: 0,
})

const reportOf = async (run: Conformance): Promise<PortReport> => {
  const started = run.now()
  await runCases(run)
  const generated = await runGenerated(run)
  const cases = rated(run.vectors, await markKept(run, caseReports(run)))
  const { driver, settings, hello } = run
  const { suite, level, known = [], today, runner } = settings
  // The report has `reasons` of its own, and does not say how many questions the port takes at once.
  const { reasons: _reasons, atOnce: _atOnce, ...about } = hello
  const oneAtATime = driver.whyOneAtATime?.()
  const canaries = judgedOnce(run.canaries)
  const stale = staleEntries(known, cases, settings)
  const partial = casesOf({ suite, level }).some((vector) => !run.vectors.includes(vector))
  const compared = cases.filter(({ reasonAgrees }) => reasonAgrees !== undefined)
  return {
    ...about,
    ...(today !== undefined && { date: today }),
    ...(runner !== undefined && { runner }),
    command: driver.command,
    level,
    conformant: !partial && allPassed({ cases, canaries, stale, ...(generated && { generated }) }),
    ...(partial && { partial }),
    seconds: (run.now() - started) / 1000,
    counts: countsOf(cases),
    reasons: { agree: compared.filter(({ reasonAgrees }) => reasonAgrees === true).length, of: compared.length },
    canaries,
    stale,
    restarts: driver.restarts(),
    ...(oneAtATime !== undefined && { oneAtATime }),
    ...(isGivenUp(run) && { stopped: { message: givenUp(run) } }),
    cases,
    ...(generated && { generated }),
  }
}

/** Why no generated run is put to the port. */
const whyNotRun = (run: Conformance): string | undefined => {
  if (isGivenUp(run)) return 'the run was stopped before these cases'
  return isBailed(run) ? 'a case failed' : undefined
}

const runGenerated = async (run: Conformance): Promise<GeneratedReport | undefined> => {
  const { driver, settings, hello, now, put } = run
  const { suite, level, seed, mode, limitMs, isBrief, bail, generated } = settings
  if (generated === undefined || generated.runs === 0) return undefined
  // Loaded only here: a run of one case draws nothing, and loading the generators would double its time.
  const { generatorsOf } = await import('./generators/all.ts')
  const Generated = await import('./generators/run.ts')
  const draws = { generators: generatorsOf(suite, level), ...generated, seed }
  const reason = whyNotRun(run)
  if (reason !== undefined) return Generated.notRun(draws, reason)
  const running = {
    ...draws,
    limitMs,
    now,
    isRecorded: mode._tag === 'Recorded',
    isBrief,
    bail,
    rerun: (path: string, after?: ReadonlyArray<Put>) => rerunOf(run, { path }, after),
    onRun: (runs: number, failures: number, isShrinking?: boolean) => {
      run.generatedRuns = runs
      showProgress(run, run.failedCases + failures, isShrinking)
    },
  }
  return Generated.run(driver, hello, running, put)
}

/** Each canary runs twice, and passes if both runs pass. */
const judgedOnce = (canaries: ReadonlyArray<Canary>): ReadonlyArray<Canary> =>
  grouped(canaries, ({ name }) => name).map((runs) => runs.findLast(({ passed }) => !passed) ?? runs[0])

/**
 * Each failure with its mistakes in the order of their likelihood. A mistake that the answer itself shows may have other cases, which
 * say nothing about this one: it has no counts.
 */
const rated = (vectors: ReadonlyArray<Vector>, cases: ReadonlyArray<CaseReport>): ReadonlyArray<CaseReport> => {
  const counts = new Map<string, { cases: number; failed: number }>()
  for (const [i, { verdict }] of cases.entries()) {
    const wasRun = isExamined(verdict) || verdict === 'pass'
    if (!wasRun) continue
    for (const flag of vectors[i]?.flags ?? []) {
      const count = counts.get(flag) ?? { cases: 0, failed: 0 }
      counts.set(flag, { cases: count.cases + 1, failed: count.failed + Number(verdict !== 'pass') })
    }
  }
  return cases.map((each, i) => {
    if (each.failure === undefined) return each
    const ofCase = vectors[i]?.flags ?? []
    const flags = each.failure.flags.map((flagged) =>
      ofCase.includes(flagged.flag) ? { ...flagged, ...counts.get(flagged.flag) } : flagged,
    )
    return { ...each, failure: { ...each.failure, flags: flags.sort((a, b) => likelihood(b) - likelihood(a)) } }
  })
}
