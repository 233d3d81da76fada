/**
 * What a process of the lmdb guard decides between its transactions: pure functions of what it has read. lmdb.ts and LmdbStore.ts
 * carry the transactions out; a search over all interleavings of small scopes runs the same functions (spec/guards/lmdb).
 */
import type { ClaimAnswer } from '../../effects/ReplayGuard.ts'

/** How many claims one transaction forgets: it takes a few milliseconds, and other processes can claim after it. */
export const portion = 256

/** Before the insertion: a claim below the floor may have been forgotten. */
export const isForgotten = (timestamp: number, floor: number): boolean => timestamp < floor

/** `floor` is read after the insertion: meanwhile the claim may have been first in another process and forgotten again. */
export const answerTo = (isNew: boolean, timestamp: number, floor: () => number): ClaimAnswer => {
  if (!isNew) return 'repeated'
  return isForgotten(timestamp, floor()) ? 'forgotten' : 'first'
}

/** What a sweep finds. */
export interface Found {
  readonly claims: number
  readonly cap: number
  readonly life: number
  readonly now: number
}

/**
 * How many claims go although they have not expired. At the cap, forget a 64th or a portion at once: otherwise every further
 * claim would cost a second transaction.
 */
const surplusOf = (claims: number, cap: number): number =>
  claims > cap ? Math.max(claims - cap, Math.min(portion, Math.floor(cap / 64))) : 0

/** Which of the oldest claims a sweep forgets; `place` counts from 0. */
export const goes = ({ claims, cap, life, now }: Found): ((reading: number, place: number) => boolean) => {
  const surplus = surplusOf(claims, cap)
  return (reading, place) => place < portion && (place < surplus || now > reading + life)
}

/** The floor above all claims that a sweep forgets. */
export const raisedFloor = (floor: number, gone: ReadonlyArray<{ readonly timestamp: number }>): number =>
  gone.reduce((highest, { timestamp }) => Math.max(highest, timestamp + 1), floor)

/** What a look at the files of an open database sees. */
export interface Look {
  /** Of each file, what no other file has. */
  readonly identities: ReadonlyArray<string>
  /** The size of `data.mdb`. */
  readonly bytes: number
}

/** Why the database is no longer the one that was open at the earlier look; `undefined` if it is. */
export const whyLost = (before: Look, now: Look): string | undefined => {
  if (now.identities.some((identity, i) => identity !== before.identities[i])) return 'its files were replaced'
  // lmdb never shrinks its file, and would end the process on reading a page that is gone.
  return now.bytes < before.bytes ? 'its data.mdb was cut short' : undefined
}
