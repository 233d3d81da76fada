/**
 * Claims with a deadline, at a store that may hang. A claim that is over its deadline is refused, and goes on at the store. While
 * too many of those have not ended, new ones are refused at once: waiting ones would fill the memory.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { GuardUnavailable } from '../core/VerifyError.ts'
import type { Claimed } from '../effects/ReplayGuard.ts'
import { type Timer, within } from '../effects/Timer.ts'

export interface Deadline {
  readonly timer: Timer
  readonly deadlineMs: number
  /** So many late claims may be at the store before new ones are refused. */
  readonly mostLate: number
  /** What a late claim fails with. */
  readonly overdue: GuardUnavailable
}

/** Runs a claim, which never rejects, under the deadline. */
export type InTime = (claim: () => Promise<Claimed>) => Promise<Claimed>

export const claimInTime = ({ timer, deadlineMs, mostLate, overdue }: Deadline): InTime => {
  let late = 0
  return (claim) => {
    if (late >= mostLate) return Promise.resolve(E.left(overdue))
    let isLate = false
    const ended = claim()
    void ended.then(() => {
      if (isLate) late--
    })
    const giveUp = (): Claimed => {
      isLate = true
      late++
      return E.left(overdue)
    }
    return within(timer, deadlineMs)(() => ended, giveUp)()
  }
}
