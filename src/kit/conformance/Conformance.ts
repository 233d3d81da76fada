/**
 * One conformance run while it is under way, for `conform`: what it needs throughout, and what it counts. `cases.ts` and `alone.ts`
 * have its steps.
 */

import type { Reply } from './Driver.ts'
import type { Run } from './failure.ts'
import type { Put } from './kept.ts'
import type { Canary, CaseReport } from './Report.ts'
import { sentence } from './reports/tally.ts'
import type { Settings } from './settings.ts'
import type { Vector } from './Vector.ts'

/** How a run can be without an answer. */
type Silence = Exclude<Reply['_tag'], 'Answer'>

export interface Conformance extends Run {
  readonly settings: Settings
  /** Milliseconds, for the times that the report shows. Nothing else depends on them. */
  readonly now: () => number
  /** The selected cases. */
  readonly vectors: ReadonlyArray<Vector>
  /** By the id of the case. */
  readonly reports: Map<string, CaseReport>
  readonly canaries: Array<Canary>
  /** What was put to the port, in order. */
  readonly put: Array<Put>
  /** Replies to cases that were asked ahead. */
  readonly underWay: Set<Promise<Reply>>
  /** Of the runs since the last answer: how many were silent, and how. */
  readonly silent: Record<Silence, number>
  failedCases: number
  generatedRuns: number
}

/**
 * A port is given up after this many runs in a row without an answer. Crashes are cheap, and a port that crashes on every
 * refusal still answers other cases; each time-out costs the whole time limit.
 */
const maxInARow: Readonly<Record<Silence, number>> = { TimeOut: 6, Crash: 40, Protocol: 40 }
const wordsOf: Readonly<Record<Silence, string>> = {
  TimeOut: 'had no answer in time',
  Crash: 'ended the port',
  Protocol: 'had a malformed answer',
}
const silences: ReadonlyArray<Silence> = ['TimeOut', 'Crash', 'Protocol']

export const countSilence = ({ silent }: Conformance, reply: Reply): void => {
  if (reply._tag === 'Answer') for (const silence of silences) silent[silence] = 0
  else silent[reply._tag]++
}

/** Recorded answers cost no time: nothing is given up. */
export const isGivenUp = ({ settings, silent }: Conformance): boolean =>
  settings.mode._tag !== 'Recorded' && silences.some((silence) => silent[silence] >= maxInARow[silence])

/** Half of the time-outs are left for cases: the report must not show those of canaries alone. */
export const leavesTimeForCases = ({ silent }: Conformance): boolean => silent.TimeOut < maxInARow.TimeOut / 2

export const isBailed = ({ settings, failedCases }: Conformance): boolean => settings.bail === true && failedCases > 0

/** Why the port was given up. */
export const givenUp = ({ silent }: Conformance): string => {
  const counts = silences.map((silence) => (silent[silence] > 0 ? `${silent[silence]} ${wordsOf[silence]}` : ''))
  return `of the last runs ${sentence(counts)}`
}

/** Tells the caller how far the run is. */
export const showProgress = (run: Conformance, failures: number = run.failedCases, isShrinking = false): void => {
  const { settings, reports, generatedRuns, vectors } = run
  settings.onProgress?.(
    reports.size + generatedRuns,
    vectors.length + (settings.generated?.runs ?? 0),
    failures,
    isShrinking,
  )
}

/** Calls `show` each second until the work is done: whoever waits for a silent port sees that the runner is alive. */
export const eachSecond = async <A>(show: () => void, work: Promise<A>): Promise<A> => {
  const timer = setInterval(show, 1000)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
