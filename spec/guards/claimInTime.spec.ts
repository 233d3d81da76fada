import * as E from 'fp-ts/lib/Either.js'
import type { VerifyError } from '../../src/core/VerifyError.ts'
import type { Claimed } from '../../src/effects/ReplayGuard.ts'
import { claimInTime } from '../../src/guards/claimInTime.ts'
import { unavailable } from '../../src/guards/settings.ts'
import { assert, suite } from '../support/suite.ts'

const inTime = suite('claimInTime')

/** A store whose claims end when they are told to, and a timer that runs out when it is told to. */
const paused = (mostLate: number) => {
  const timeouts: Array<() => void> = []
  const ends: Array<() => void> = []
  const overdue = unavailable('late')
  const timer = {
    after: (_ms: number, work: () => void) => {
      timeouts.push(work)
      return () => {}
    },
  }
  const run = claimInTime({ timer: timer as never, deadlineMs: 100, mostLate, overdue })
  const begin = (): Promise<Claimed> => run(() => new Promise((resolve) => ends.push(() => resolve(E.right('first')))))
  const outcome = async (claimed: Promise<Claimed>): Promise<string> => {
    const found: E.Either<VerifyError, string> = await claimed
    return E.isRight(found) ? found.right : found.left._tag
  }
  return { begin, outcome, timeouts, ends }
}

inTime('gives the answer that comes before the deadline', async () => {
  const { begin, outcome, ends } = paused(1)
  const claimed = begin()
  ends[0]?.()
  assert.is(await outcome(claimed), 'first')
})

for (const mostLate of [1, 3])
  inTime(`refuses the late one; with ${mostLate} at the store all others, until one has ended`, async () => {
    const { begin, outcome, timeouts, ends } = paused(mostLate)
    const late = Array.from({ length: mostLate }, begin)
    for (const runOut of timeouts) runOut()
    for (const one of late) assert.is(await outcome(one), 'guard_unavailable')
    assert.is(await outcome(begin()), 'guard_unavailable')
    assert.is(ends.length, mostLate, 'the store was not asked')
    ends[0]?.()
    await Promise.resolve()
    const next = begin()
    assert.is(ends.length, mostLate + 1)
    ends[mostLate]?.()
    assert.is(await outcome(next), 'first')
  })
