/**
 * Whether the replay guard answers now: for `/-/ready` of the gateway. It makes a claim of its own, for a key that nobody has, because
 * only a claim passes every step that a request's claim passes: a Redis that takes no writes answers PING.
 *
 * Only `guard_unavailable` counts. A guard that is full, or has forgotten, has answered; and what callers send, or do not send, plays no
 * part.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Fingerprint } from '../../core/Fingerprint.ts'
import type { Platform } from '../../effects/Platform.ts'
import type { NonceClaim } from '../../effects/ReplayGuard.ts'
import { type Timer, within } from '../../effects/Timer.ts'
import { type Guard, guarded } from '../../server/Guard.ts'
import type { Unready } from './metrics.ts'

/** No key has it: it is the SHA-256 of nothing that is known. */
const nobody = '0'.repeat(64) as Fingerprint

/** A shard of a cluster may fail alone, and a connection be made anew. Each attempt is for a nonce of its own, so mostly another shard. */
const attempts = 3
const pauseMs = 100

/** A file system that hangs gives a guard no answer. */
const answerMs = 1000

/** Whoever asks meanwhile gets the same answer, so questions cost the store one claim a second at most. */
const keptMs = 1000

interface Probed {
  readonly at: number
  readonly fault: Promise<string | undefined>
}

/** Resolves to why the guard cannot answer. */
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
