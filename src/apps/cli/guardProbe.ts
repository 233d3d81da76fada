/**
 * Asks whether the replay guard answers now, for `/-/ready` of the gateway. The probe makes a claim of its own, for a key that nobody has:
 * only a claim takes every step of a request's claim. A Redis that takes no writes still answers PING.
 *
 * Only `guard_unavailable` is a fault. A guard that is full, or has forgotten, has answered. The requests of callers do not change the
 * result.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { NonceClaim } from '../../effects/ReplayGuard.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { type Guard, guarded } from '../../server/Guard.ts'
import type { Unready } from './metrics.ts'

/** The fingerprint of no key: nobody knows a text with this SHA-256. */
const nobody = '0'.repeat(64) as Fingerprint

/** One shard of a cluster may fail, or one connection. Each attempt claims another nonce, which is mostly on another shard. */
const attempts = 3
const pauseMs = 100

/** How long a claim may take. On a file system that hangs, a guard never answers. */
const answerMs = 1000

/** How long an answer is kept. So any number of questions costs the store at most one probe a second. */
const keptMs = 1000

interface Probed {
  readonly at: number
  readonly fault: Promise<string | undefined>
}

/** Returns a function that resolves to why the guard cannot answer; to undefined if it can. */
export const guardProbe = (
  guard: Guard,
  { clock, entropy, timer }: Pick<Platform, 'clock' | 'entropy' | 'timer'>,
): Unready => {
  const { claim } = guarded(guard, boundedBy(timer))
  let latest: Probed | undefined

  const probeOnce = async (): Promise<string | undefined> => {
    const claimed = await claim(ownClaim())()
    return E.isLeft(claimed) && claimed.left._tag === 'guard_unavailable' ? claimed.left.detail : undefined
  }
  const ownClaim = (): NonceClaim => ({ fingerprint: nobody, unique: entropy.nonce(), timestamp: clock.now() })

  const probe = async (): Promise<string | undefined> => {
    let fault = await probeOnce()
    for (let made = 1; made < attempts && fault !== undefined; made++) {
      await timer.wait(pauseMs)()
      fault = await probeOnce()
    }
    return fault
  }

  return () => {
    if (latest === undefined || timer.elapsed() - latest.at >= keptMs) latest = { at: timer.elapsed(), fault: probe() }
    return latest.fault
  }
}

const boundedBy = (timer: Timer): Parameters<typeof guarded>[1] => ({
  with: (task, late) => within(timer, answerMs)(task, () => late(`it has not answered within ${answerMs} ms`)),
})
