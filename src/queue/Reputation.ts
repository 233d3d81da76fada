/**
 * What the signatures of a caller so far say of the next one: the decisions of `CheckQueue`, as a record and functions of it.
 * A caller is proven by a right signature until a wrong one, and suspect after `mostWrong` wrong ones without a right one.
 */
import type { CheckAnswer } from '../effects/KeyRing.ts'

export type Standing = 'proven' | 'unknown' | 'suspect'

export interface Reputation {
  /** As many callers are remembered. */
  readonly mostCallers: number
  /** By caller, the wrong signatures since the last right one. No entry: never right or wrong. */
  readonly wrong: Map<string, number>
}

/** After so many wrong signatures without a right one, a caller is suspect. */
export const mostWrong = 8

/** Nobody is known. */
export const empty = (mostCallers: number): Reputation => ({ mostCallers, wrong: new Map() })

export const standingOf = ({ wrong }: Reputation, caller: string): Standing => {
  const count = wrong.get(caller)
  if (count === 0) return 'proven'
  return (count ?? 0) < mostWrong ? 'unknown' : 'suspect'
}

/** A signature of the caller was checked. `isLast`: no further key is tried, so a wrong one counts. */
export const note = (reputation: Reputation, caller: string, isLast: boolean, answer: CheckAnswer): void => {
  const { wrong, mostCallers } = reputation
  const before = wrong.get(caller)
  const now = countAfter(before, isLast, answer)
  if (now === undefined || now === before) return
  wrong.set(caller, now)
  // A stranger can name every app. Starting anew costs the oldest little.
  if (wrong.size > mostCallers) forgetOldest(wrong)
}

const countAfter = (before: number | undefined, isLast: boolean, answer: CheckAnswer): number | undefined => {
  if (answer === true) return 0
  return answer === false && isLast ? (before ?? 0) + 1 : before
}

const forgetOldest = (wrong: Map<string, number>): void => {
  for (const oldest of wrong.keys()) {
    wrong.delete(oldest)
    return
  }
}
