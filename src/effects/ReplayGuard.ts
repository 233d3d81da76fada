/**
 * Effect: the memory of nonces, which makes each request count once. The guards under `src/guards` interpret it; the laws are in
 * `countersign/testing/laws`.
 */
import type { Either } from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Fingerprint } from '../core/Fingerprint.ts'
import type { Window } from '../core/Freshness.ts'
import { oneOf, type Rule } from '../core/Rule.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardFull, GuardUnavailable } from '../core/VerifyError.ts'
import type { AtOnce } from './AtOnce.ts'

/** One use of a nonce with a key and a timestamp. */
export interface NonceClaim {
  readonly fingerprint: Fingerprint
  /** The nonce; under a policy, the nonce with its timestamp or with its message's digest. */
  readonly unique: string
  readonly timestamp: Timestamp
}

export type ClaimAnswer = 'first' | 'repeated' | 'forgotten'

/** What came of a claim. */
export type Claimed = Either<GuardUnavailable | GuardFull, ClaimAnswer>

/** Who shares the guard's memory: one process, the processes of one host, or all users of one store. */
export type SharedBy = 'process' | 'host' | 'cluster'

/** Narrowest first. */
export const sharedByValues: ReadonlyArray<SharedBy> = ['process', 'host', 'cluster']

export const sharedByRule: Rule<SharedBy> = /* @__PURE__ */ oneOf(sharedByValues)

export interface ReplayGuard {
  /**
   * Answer `first` at most once per claim, whatever the clock does. Also at most once per key and `unique` while a verifier can
   * still accept both timestamps. Answer `forgotten` for a timestamp below the floor: the guard may have evicted such claims.
   */
  readonly claim: AtOnce<NonceClaim, Either<GuardUnavailable | GuardFull, ClaimAnswer>>
  /** The smallest accepted timestamp; the answer's `Retry-After` depends on it. */
  readonly floor?: IO<number>
  /** Who shares the guard's memory; default `process`. */
  readonly sharedBy?: SharedBy
  /** The largest freshness window that the guard covers. Absent: any window. */
  readonly window?: Window | undefined
}
