/**
 * Claims and one-word answers, for the specs and programs of every guard.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Fingerprint } from '../../src/core/Fingerprint.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { GuardFull, GuardUnavailable } from '../../src/core/VerifyError.ts'
import type { Clock } from '../../src/effects/Clock.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard } from '../../src/effects/ReplayGuard.ts'

export const keyA = 'a'.repeat(64) as Fingerprint
export const keyB = 'b'.repeat(64) as Fingerprint

/** The first reading of clocks that do not show the real time. */
export const begin = 1_700_000_000

/** The real time, in whole seconds. */
export const seconds = (): number => Math.floor(Date.now() / 1000)

export const claimOf = (
  unique: string | number,
  timestamp: number = seconds(),
  fingerprint: Fingerprint = keyA,
): NonceClaim => ({
  fingerprint,
  unique: String(unique),
  timestamp: timestamp as Timestamp,
})

export type Answer = ClaimAnswer | (GuardUnavailable | GuardFull)['_tag']

export const answer = async (guard: Pick<ReplayGuard, 'claim'>, claim: NonceClaim): Promise<Answer> => {
  const outcome = await guard.claim(claim)()
  return E.isLeft(outcome) ? outcome.left._tag : outcome.right
}

export const count = (answers: ReadonlyArray<Answer>, wanted: Answer): number =>
  answers.filter((a) => a === wanted).length

/** A clock that shows `at.now`. */
export const clockAt = (at: { readonly now: number }): Clock => ({ now: () => at.now as Timestamp })

/** The error of a promise that must reject. */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('expected a rejection')
    },
    (e) => e,
  )
