/**
 * A replay guard as the Promise face takes it. It is the shape that the guards of this package have, spelled out, so
 * that the declarations name no library.
 */
import * as E from 'fp-ts/lib/Either.js'
import { nameOf } from '../core/untrusted.ts'
import type { GuardFull, GuardUnavailable } from '../core/VerifyError.ts'
import { type AtOnce, known } from '../effects/AtOnce.ts'
import type { ClaimAnswer, NonceClaim, ReplayGuard, Scope } from '../effects/ReplayGuard.ts'
import { isPromise, type Patience } from './foreign.ts'

/**
 * What remembers the nonces. Those of this package are guards; one of your own is any store that can say in one step whether
 * something is new, and that answers by a promise.
 */
export interface Guard {
  /**
   * Answers `first` at most once for a `unique` of a key while its timestamp is acceptable, whatever the clock does;
   * `repeated` for what it has seen, and `forgotten` for a timestamp from before what it remembers in full. What it throws, or
   * rejects with, is a 503, and nothing is accepted.
   */
  claim(claim: ClaimedNonce): (() => Promise<GuardAnswer>) | Promise<GuardVerdict>
  /** The smallest timestamp that is taken, for telling a caller who is refused by it when to come again; unknown, unless said. */
  floor?(): number
  /** Who shares its memory: one process, the processes of one machine, or all who use one store; `process`, unless said. */
  readonly scope?: Scope
  /** How old and how far ahead a timestamp may be for which it remembers long enough, in seconds; any, unless said. */
  readonly window?: { readonly maxAge: number; readonly maxSkew: number }
}

export interface ClaimedNonce {
  /** Of the key; SHA-256 of its SPKI encoding, in hexadecimal. */
  readonly fingerprint: string
  /** The nonce; under a policy, the nonce with its timestamp or with its message's digest. */
  readonly unique: string
  readonly timestamp: number
}

export type GuardVerdict = 'first' | 'repeated' | 'forgotten'

/** A verdict or a fault, as the guards of this package answer it. */
export type GuardAnswer =
  | { readonly _tag: 'Right'; readonly right: GuardVerdict }
  | { readonly _tag: 'Left'; readonly left: GuardFault }

export type GuardFault =
  | { readonly _tag: 'guard_unavailable'; readonly detail: string }
  | { readonly _tag: 'guard_full'; readonly quota: number }

/**
 * Accepts every repetition. For looking at a request after the fact, and for a service in front of which something else
 * holds the guard; `because` is there so that nobody writes it down without a reason. Throws a `TypeError` without one.
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
  if (typeof because !== 'string' || because.trim() === '') {
    throw new TypeError('noReplayGuard needs the reason why repeated requests may pass')
  }
  return everFirst
}

const first: GuardAnswer = { _tag: 'Right', right: 'first' }
const everFirst: Guard = { claim: known(() => first), scope: 'shared' }

/**
 * A guard from outside, held to its law: what it throws, and what it answers beside its words, accepts nothing. Of what it
 * throws only the name is told, for the message may hold the address and the password of a store.
 */
export const guarded = (guard: Guard, patience: Patience): ReplayGuard => {
  const claim = (c: NonceClaim) => async () => {
    try {
      return await patience.with(() => asked(guard, c), unavailable)()
    } catch (thrown) {
      return threw(thrown)
    }
  }
  const atOnce = (c: NonceClaim) => {
    try {
      const { claim } = guard as { claim: AtOnce<ClaimedNonce, GuardAnswer> }
      // Its own: what calls another worker has a member of every name.
      const answer = Object.hasOwn(claim, 'atOnce') ? claim.atOnce?.(c) : undefined
      return answer === undefined ? undefined : lawful(answer)
    } catch (thrown) {
      return threw(thrown)
    }
  }
  return {
    scope: guard.scope ?? 'process',
    // An object, even for null: what it lacks is told as a wrong setting.
    ...(guard.window === undefined ? {} : { window: Object(guard.window) }),
    floor: () => floorOf(guard),
    claim: Object.assign(claim, { atOnce }),
  }
}

/** A task, or a promise of a verdict: whichever comes, what it throws is a rejection. */
const asked = async (guard: Guard, c: NonceClaim): Promise<Claimed> => {
  const answer = guard.claim(c)
  // First, for a promise may be a function, too.
  if (isPromise(answer)) return lawful({ _tag: 'Right', right: await answer })
  // What is neither a promise nor a task is no answer.
  return lawful(typeof answer === 'function' ? await answer() : undefined)
}

type Claimed = E.Either<GuardUnavailable | GuardFull, ClaimAnswer>

const verdicts: ReadonlyMap<unknown, Claimed> = new Map(
  (['first', 'repeated', 'forgotten'] as const).map((verdict) => [verdict, E.right(verdict)]),
)

/** The answer in our own words: each of its members is read once, for the next time it may say something else. */
const lawful = (answer: Partial<Record<'_tag' | 'right' | 'left', unknown>> | null | undefined): Claimed => {
  const tag = answer?._tag
  if (tag === 'Right') return verdicts.get(answer?.right) ?? unlawful
  const failure = tag === 'Left' ? answer?.left : undefined
  const { _tag, detail, quota } = (failure ?? {}) as Partial<Record<'_tag' | 'detail' | 'quota', unknown>>
  if (_tag === 'guard_unavailable' && typeof detail === 'string') return unavailable(detail)
  return _tag === 'guard_full' && Number.isSafeInteger(quota) ? E.left({ _tag, quota: quota as number }) : unlawful
}

const threw = (thrown: unknown): Claimed => unavailable(`it threw ${nameOf(thrown)}`)

/** A floor that is none counts as the lowest, and no caller is told to wait for it. */
const floorOf = (guard: Guard): number => {
  try {
    const floor: unknown = guard.floor?.()
    if (floor instanceof Promise) floor.catch(() => {})
    return Number.isSafeInteger(floor) ? (floor as number) : 0
  } catch {
    return 0
  }
}

const unavailable = (detail: string): E.Either<GuardUnavailable, never> => E.left({ _tag: 'guard_unavailable', detail })
const unlawful = unavailable('it gave none of the answers that a guard gives')
