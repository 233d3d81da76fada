/**
 * The state of one conformance run, for `conform`: what all its steps need, and what they count. `cases.ts` and `alone.ts` have its
 * steps.
 */

import type { Reply } from './Driver.ts'
import type { Run } from './failure.ts'
import type { Put } from './kept.ts'
import type { Canary, CaseReport } from './Report.ts'
import { sentence } from './reports/tally.ts'
import type { Settings } from './settings.ts'
import type { Vector } from './Vector.ts'

/** The verdicts on a run that has no answer. */
type Silence = Exclude<Reply['_tag'], 'Answer'>

export interface Conformance extends Run {
  readonly settings: Settings
  /** A clock in milliseconds. Only the times in the report depend on it. */
  readonly now: () => number
  /** The selected cases. */
  readonly vectors: ReadonlyArray<Vector>
  /** By the id of the case. */
  readonly reports: Map<string, CaseReport>
  readonly canaries: Array<Canary>
  /** The runs that were put to the port, in order. */
  readonly put: Array<Put>
  /** Replies to cases that were asked ahead. */
  readonly underWay: Set<Promise<Reply>>
  /** How many runs since the last answer had none, for each verdict. */
  readonly silent: Record<Silence, number>
  failedCases: number
  generatedRuns: number
}

/**
 * The runner gives up a port after so many runs in a row without an answer. Crashes cost little, and a port that crashes on every
 * refusal still answers other cases. So many of them are allowed. Each time-out costs the whole time limit.
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

/** Recorded answers cost no time, so the runner never gives up. */
export const isGivenUp = ({ settings, silent }: Conformance): boolean =>
  settings.mode._tag !== 'Recorded' && silences.some((silence) => silent[silence] >= maxInARow[silence])

/** Canaries may use up only half of the time-outs: the report must show cases, too. */
export const leavesTimeForCases = ({ silent }: Conformance): boolean => silent.TimeOut < maxInARow.TimeOut / 2

export const isBailed = ({ settings, failedCases }: Conformance): boolean => settings.bail === true && failedCases > 0

/** Why the runner gave up the port. */
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

/** Calls `show` each second until the work is done. So a user who waits for a silent port sees that the runner is alive. */
export const eachSecond = async <A>(show: () => void, work: Promise<A>): Promise<A> => {
  const timer = setInterval(show, 1000)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
