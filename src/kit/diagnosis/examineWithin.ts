/**
 * A diagnosis within a budget of work, for a person who waits. Work is counted, and not time, so one request has one report on
 * every machine, however busy. No clock ends a search: a person who cannot wait stops it.
 */
import type { Hash } from '../../effects/Hash.ts'
import type { Case } from './Case.ts'
import { examine } from './examine.ts'
import type { Progress, Report } from './Report.ts'

export interface Budget {
  /** About nanoseconds with native hashing: a text costs 1,000 and one for each of its bytes. */
  readonly work: number
}

/** The work that a millisecond of a user's budget stands for. */
const workOfMillisecond = 1_000_000

/** The budget for which a user asked in milliseconds. */
export const budgetOf = (milliseconds: number): Budget => ({ work: milliseconds * workOfMillisecond })

/** Of a search that goes to its end. */
export const unlimited: Budget = { work: Number.POSITIVE_INFINITY }

/** The largest body, in bytes, of an ordinary job. Its mistakes alone and in pairs take some seconds at most. */
const ordinaryBytes = 16 * 1024

/** Mistakes alone and in pairs of an ordinary job are tried to the end, whatever the budget. */
const isSpent = (budget: Budget, { work, mistakes }: Progress, bodyBytes: number): boolean =>
  work >= budget.work && (mistakes > 2 || bodyBytes > ordinaryBytes)

/** Milliseconds between two reports of the progress. */
const telling = 25

export interface Watch {
  /** Milliseconds by a clock that only runs forward. */
  readonly elapsed: () => number
  /** Gets the progress now and then; the search waits for it, so it can give way to other events. */
  readonly tell: (progress: Progress) => Promise<void>
  /** Asked after each step: whether somebody wants no more than what was found so far. */
  readonly isStopped?: () => boolean
}

/** The report on a request. It does not depend on the clock, which only times the reports of the progress. */
export const examineWithin = async (
  request: Case,
  hash: Hash,
  budget: Budget,
  { elapsed, tell, isStopped = () => false }: Watch,
): Promise<Report> => {
  let toldAt = elapsed()
  const examination = examine(request, hash)
  let step = examination.next()
  while (step.done !== true) {
    const now = elapsed()
    if (now - toldAt > telling) {
      toldAt = now
      await tell(step.value)
    }
    const isEnough = isStopped() || isSpent(budget, step.value, request.body.length)
    step = examination.next(isEnough ? 'enough' : undefined)
  }
  return step.value
}
