/**
 * A conformance run: canaries first and in between, every case of the level in a shuffled order, a verdict for each, and
 * one report.
 */
import { type CanaryRun, canaries } from './canaries.ts'
import { type Driver, isNoHello, type NoHello, type Reply } from './Driver.ts'
import { differenceOfTraces, failureOf, type Run } from './failure.ts'
import { judge } from './judge.ts'
import type { KnownFailure } from './KnownFailures.ts'
import { staleEntries } from './KnownFailures.ts'
import { casesOf, type Selection } from './levels.ts'
import type { Canary, CaseReport, Failure, PortReport, Verdict } from './Report.ts'
import { allPassed } from './reports/tally.ts'
import { shuffled } from './shuffle.ts'
import { groupOf } from './suite.ts'
import type { Hello, Op, Vector } from './Vector.ts'

export interface ConformSettings extends Selection {
  readonly known?: ReadonlyArray<KnownFailure> | undefined
  /** The day, `2026-11-21`, by which a known failure expires. */
  readonly today: string
  /** Whatever changes from run to run: the order and the canaries depend on it. */
  readonly seed: string
  /** How long an answer may take; 10 s, and 60 s for `accumulate`, unless set. */
  readonly limitMs?: number | undefined
  /** In place of canaries that are made anew: those of a recorded run. */
  readonly canaries?: ReadonlyArray<CanaryRun> | undefined
  /** Never give up: whoever has answered already costs no time. */
  readonly patient?: boolean
  /** Called as cases are judged. */
  readonly onProgress?: (done: number, of: number, failures: number) => void
}

/**
 * After so many runs in a row without an answer a port is given up: it would fail in the same way for an hour. A port that
 * crashes on everything it should refuse still answers now and then; one that hangs costs a time limit each time.
 */
const patience = { Crash: 40, Protocol: 40, TimeOut: 6 }

const kinds = ['Crash', 'Protocol', 'TimeOut'] as const
type Silent = Readonly<Record<(typeof kinds)[number], number>>

const givenUp = ({ Crash, Protocol, TimeOut }: Silent): string => {
  const parts = [
    TimeOut > 0 ? `${TimeOut} had no answer in time` : '',
    Crash > 0 ? `${Crash} ended the port` : '',
    Protocol > 0 ? `${Protocol} had what is no answer` : '',
  ]
  return `of the last runs ${parts.filter((part) => part !== '').join(', ')}`
}

/** A timer with a longer delay fires at once. */
const longestDelay = 2 ** 31 - 1

const limitOf = (op: Op, limitMs: number | undefined): number =>
  Math.min(limitMs ?? (op === 'accumulate' ? 60_000 : 10_000), longestDelay)

/**
 * Runs a port and reports; answers `NoHello` where there is none to judge.
 *
 * @example
 * ```ts
 * import { conform, createPort, inProcess, isNoHello, readSuite } from 'countersign/conformance'
 *
 * const suite = readSuite()
 * const today = new Date().toISOString().slice(0, 10)
 * const ids = ['timestamp/age-over-limit']
 * const settings = { suite, level: 'full', ids, today, seed: 'any' } as const
 * const report = await conform(inProcess(createPort({ version: '1.0.0' })), settings)
 * assert.ok(!isNoHello(report) && report.counts.pass === 1)
 * ```
 */
export const conform = async (driver: Driver, settings: ConformSettings): Promise<PortReport | NoHello> => {
  try {
    const hello = await driver.hello()
    return isNoHello(hello) ? hello : await reportOf(driver, settings, hello)
  } finally {
    // A port that is left running would keep the process.
    await driver.close()
  }
}

const reportOf = async (driver: Driver, settings: ConformSettings, hello: Hello): Promise<PortReport> => {
  const started = performance.now()
  const run: Run = { settings, hello, driver }
  const vectors = casesOf(settings)
  const queue = shuffled(
    [
      ...vectors.map((vector) => ({ vector, canary: undefined })),
      ...(settings.canaries ?? canaries(settings.seed, hello)).map((canary) => ({ vector: undefined, canary })),
    ],
    settings.seed,
  )
  // The canaries go first as well, so that a port that does not think is known before anything is scored.
  const first = (settings.canaries ?? canaries(`${settings.seed}/first`, hello)).map((canary) => ({
    vector: undefined,
    canary,
  }))

  const outcomes = new Map<string, CaseReport>()
  const seen: Array<Canary> = []
  const silent = { Crash: 0, Protocol: 0, TimeOut: 0 }
  const spent = (): boolean => settings.patient !== true && kinds.some((kind) => silent[kind] >= patience[kind])
  let failures = 0
  for (const [n, { vector, canary }] of [...first, ...queue].entries()) {
    if (spent()) break
    // One that hangs is to be seen hanging on cases, and not on canaries alone.
    if (n < first.length && silent.TimeOut >= patience.TimeOut / 2) continue
    const began = performance.now()
    const { op, input } = vector ?? canary
    if (!hello.ops.includes(op)) {
      if (vector !== undefined) {
        const message = `the port does not declare the op ${op}, which the level ${settings.level} needs`
        outcomes.set(vector.id, caseReport(vector, 'unsupported', 0, failureOf(run, vector, message)))
        failures++
      }
      continue
    }
    const reply = await driver.run(op, input, limitOf(op, settings.limitMs))
    if (reply._tag === 'Answer') for (const kind of kinds) silent[kind] = 0
    else silent[reply._tag]++
    const milliseconds = performance.now() - began
    if (canary !== undefined) {
      seen.push(await judgeCanary(canary, reply))
      driver.stderr()
      continue
    }
    const report = await judgeCase(vector, reply, milliseconds, run)
    outcomes.set(vector.id, report)
    if (report.verdict !== 'pass' && report.verdict !== 'known') failures++
    settings.onProgress?.(outcomes.size, vectors.length, failures)
  }

  const cases = vectors.map(
    (vector) =>
      outcomes.get(vector.id) ??
      caseReport(vector, 'not-run', 0, failureOf(run, vector, 'the run was given up before it came to this case')),
  )
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, cases.filter((c) => c.verdict === verdict).length]),
  ) as Record<Verdict, number>
  const withReasons = cases.filter((c) => c.reasonAgrees !== undefined)
  const stale = staleEntries(settings.known ?? [], cases, settings)
  // Each ran twice; a failed one is what counts.
  const byName = new Map(seen.map((canary) => [canary.name, canary]))
  for (const canary of seen) if (!canary.passed) byName.set(canary.name, canary)
  const told = [...byName.values()]
  const partial = casesOf({ suite: settings.suite, level: settings.level }).some((vector) => !vectors.includes(vector))
  return {
    name: hello.name,
    version: hello.version,
    language: hello.language,
    command: driver.command,
    level: settings.level,
    policies: hello.policies,
    ops: hello.ops,
    conformant: !partial && allPassed({ cases, canaries: told, stale }),
    ...(partial && { partial }),
    seconds: (performance.now() - started) / 1000,
    counts,
    reasons: { agree: withReasons.filter((c) => c.reasonAgrees).length, of: withReasons.length },
    canaries: told,
    stale,
    restarts: driver.restarts(),
    ...(spent() && { stopped: { message: givenUp(silent) } }),
    cases,
  }
}

export const verdicts: ReadonlyArray<Verdict> = [
  'pass',
  'fail',
  'crash',
  'timeout',
  'protocol',
  'error',
  'unsupported',
  'known',
  'not-run',
]

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

const replyWords = (reply: Exclude<Reply, { readonly _tag: 'Answer' }>): readonly [Verdict, string] => {
  switch (reply._tag) {
    case 'Crash':
      return ['crash', reply.detail]
    case 'TimeOut':
      return ['timeout', `no answer within ${reply.afterMs / 1000} s`]
    case 'Protocol':
      return ['protocol', reply.detail]
  }
}

const judgeCase = async (vector: Vector, reply: Reply, milliseconds: number, run: Run): Promise<CaseReport> => {
  if (reply._tag !== 'Answer') {
    const [verdict, message] = replyWords(reply)
    return knownOr(vector, verdict, milliseconds, failureOf(run, vector, message), run.settings)
  }
  const judged = await judge(vector, reply.answer, run.hello.policies)
  if (judged.verdict === 'pass') {
    run.driver.stderr()
    return caseReport(vector, 'pass', milliseconds, judged.reasonAgrees)
  }
  const failure = failureOf(run, vector, judged.message, reply.answer)
  const difference = judged.difference ?? differenceOfTraces(vector, reply.answer)
  return knownOr(vector, judged.verdict, milliseconds, { ...failure, ...(difference && { difference }) }, run.settings)
}

const knownOr = (
  vector: Vector,
  verdict: Verdict,
  milliseconds: number,
  failure: Failure,
  { known = [], today }: ConformSettings,
): CaseReport => {
  const entry = known.find(({ id, expires }) => id === vector.id && expires >= today)
  if (entry === undefined) return caseReport(vector, verdict, milliseconds, failure)
  const { reason, expires } = entry
  return caseReport(vector, 'known', milliseconds, { ...failure, known: { reason, expires } })
}

const judgeCanary = async ({ name, vector, tells }: CanaryRun, reply: Reply): Promise<Canary> => {
  if (reply._tag !== 'Answer') return { name, passed: false, message: replyWords(reply)[1] }
  const judged = await judge(vector, reply.answer, [])
  return judged.verdict === 'pass'
    ? { name, passed: true }
    : { name, passed: false, message: `${tells}: ${judged.message}` }
}
