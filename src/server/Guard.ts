/** A replay guard as the Promise face takes it: the shape of this package's guards, in types that name no library. */
import * as E from 'fp-ts/lib/Either.js'
import { inspect, memberOf, nameOf } from '../core/untrusted.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'
import { type AtOnce, known } from '../effects/AtOnce.ts'
import type { Claimed, NonceClaim, ReplayGuard, SharedBy } from '../effects/ReplayGuard.ts'
import { isPromise, type Timeout } from './untrusted.ts'

/**
 * Remembers nonces. Use a guard of this package, or any store that can say in one step whether something is new, and answers
 * with a promise.
 */
export interface Guard {
  /**
   * Answer `first` at most once per `unique` of a key while its timestamp is acceptable, whatever the clock does.
   * Answer `repeated` for a claim seen before, and `forgotten` for a timestamp older than what is remembered in full.
   * An error, thrown or rejected, is a 503: nothing is accepted.
   */
  claim(claim: ClaimedNonce): (() => Promise<GuardAnswer>) | Promise<GuardVerdict>
  /** The smallest acceptable timestamp: tells a caller below it when to come again. Absent: unknown. */
  floor?(): number
  /** Who shares the guard's memory: one process, the processes of one host, or all users of one store. Default: `process`. */
  readonly sharedBy?: SharedBy
  /** Seconds that a timestamp may be old or ahead and still be remembered long enough. Absent: any. */
  readonly window?: { readonly maxAge: number; readonly maxSkew: number } | undefined
}

export interface ClaimedNonce {
  /** The key: SHA-256 of its SPKI encoding, in hexadecimal. */
  readonly fingerprint: string
  /** The nonce; under a policy, the nonce with its timestamp or with its message's digest. */
  readonly unique: string
  readonly timestamp: number
}

export type GuardVerdict = 'first' | 'repeated' | 'forgotten'

/** The answer of this package's guards: a verdict or a fault. */
export type GuardAnswer =
  | { readonly _tag: 'Right'; readonly right: GuardVerdict }
  | { readonly _tag: 'Left'; readonly left: GuardFault }

export type GuardFault =
  | { readonly _tag: 'guard_unavailable'; readonly detail: string }
  | { readonly _tag: 'guard_full'; readonly quota: number }

/**
 * Accepts every repetition: for examining a request afterwards, or behind a gateway that holds the guard. `because` makes
 * the caller write down the reason; without one it throws a `TypeError`.
 *
 * @example
 * ```ts
 * import { createVerifier, noReplayGuard } from 'countersign/server'
 *
 * const guard = noReplayGuard('the gateway in front of this service holds the guard')
 * const verifier = await createVerifier({ keys: {}, guard })
 * assert.equal(typeof verifier.verify, 'function')
 * ```
 */
export const noReplayGuard = (because: string): Guard => {
  if (typeof because !== 'string' || because.trim() === '')
    throw new TypeError('noReplayGuard needs a text that says why repeated requests are allowed')
  return everFirst
}

const first: GuardAnswer = { _tag: 'Right', right: 'first' }
const everFirst: Guard = { claim: known(() => first), sharedBy: 'cluster' }

/**
 * A foreign guard, held to its law: its errors and unknown answers accept nothing. Only an error's name is reported: its
 * message may hold the address and the password of a store.
 */
export const guarded = (guard: Guard, timeout: Timeout): ReplayGuard => {
  const claim = (c: NonceClaim) => async () => {
    try {
      return await timeout.with(() => asked(guard, c), unavailable)()
    } catch (thrown) {
      return threw(thrown)
    }
  }
  const atOnce = (c: NonceClaim) => {
    try {
      const { claim } = guard as { claim: AtOnce<ClaimedNonce, GuardAnswer> }
      // Own property only: a Workers RPC stub answers every property name with a function.
      const answer = Object.hasOwn(claim, 'atOnce') ? claim.atOnce?.(c) : undefined
      return answer === undefined ? undefined : lawful(answer)
    } catch (thrown) {
      return threw(thrown)
    }
  }
  const window = memberOf(guard, 'window')
  return {
    sharedBy: memberOf(guard, 'sharedBy') ?? 'process',
    // `null` becomes `{}`; `checkWindow` then reports the missing members.
    window: window === undefined ? undefined : Object(window),
    floor: () => floorOf(guard),
    claim: Object.assign(claim, { atOnce }),
  }
}

/** Accepts a task or a promise of a verdict; an error becomes a rejection. */
const asked = async (guard: Guard, c: NonceClaim): Promise<Claimed> => {
  const answer = guard.claim(c)
  // Promises first: a Workers RPC promise is a callable.
  if (isPromise(answer)) return lawful({ _tag: 'Right', right: await answer })
  return lawful(typeof answer === 'function' ? await answer() : undefined)
}

const verdicts: ReadonlyMap<unknown, Claimed> = new Map(
  (['first', 'repeated', 'forgotten'] as const).map((verdict) => [verdict, E.right(verdict)]),
)

/** Reads each member of the answer once: a getter may answer something else the second time. */
const lawful = (answer: Partial<Record<'_tag' | 'right' | 'left', unknown>> | null | undefined): Claimed => {
  const tag = answer?._tag
  if (tag === 'Right') return verdicts.get(answer?.right) ?? unlawful
  const failure = tag === 'Left' ? answer?.left : undefined
  const { _tag, detail, quota } = (failure ?? {}) as Partial<Record<'_tag' | 'detail' | 'quota', unknown>>
  if (_tag === 'guard_unavailable' && typeof detail === 'string') return unavailable(detail)
  return _tag === 'guard_full' && Number.isSafeInteger(quota) ? E.left({ _tag, quota: quota as number }) : unlawful
}

const threw = (thrown: unknown): Claimed =>
  E.left({ _tag: 'guard_unavailable', detail: `it threw ${nameOf(thrown)}`, cause: thrown })

/** An invalid floor counts as the lowest: no caller is told to wait. */
const floorOf = (guard: Guard): number =>
  inspect(() => {
    const floor: unknown = memberOf(guard, 'floor')?.call(guard)
    if (floor instanceof Promise) floor.catch(() => {})
    return Number.isSafeInteger(floor) ? (floor as number) : 0
  }, 0)

const unavailable = (detail: string): E.Either<GuardUnavailable, never> => E.left({ _tag: 'guard_unavailable', detail })
const unlawful = unavailable('its answer is not one that a guard may give')
