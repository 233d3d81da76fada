import type { Either } from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import type { Fingerprint } from '../core/Fingerprint.ts'
import type { Window } from '../core/Freshness.ts'
import { oneOf, type Rule } from '../core/Rule.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardFull, GuardUnavailable } from '../core/VerifyError.ts'
import type { AtOnce } from './AtOnce.ts'

/** One use of a key: what must not come again, and the timestamp under which it came. */
export interface NonceClaim {
  readonly fingerprint: Fingerprint
  /** The nonce; under a policy, the nonce with its timestamp or with its message's digest. */
  readonly unique: string
  readonly timestamp: Timestamp
}

export type ClaimAnswer = 'first' | 'repeated' | 'forgotten'

/** Among whom a memory is one: the parts of one process, the processes of one machine, or all who share a store. */
export type Scope = 'process' | 'host' | 'shared'

/** From the narrowest to the widest. */
export const scopes: ReadonlyArray<Scope> = ['process', 'host', 'shared']

export const scopeRule: Rule<Scope> = /* @__PURE__ */ oneOf(scopes)

export interface ReplayGuard {
  /**
   * Never answers `first` twice to one claim, whatever the clock does; nor to two claims of one key and `unique` while both
   * timestamps can still be accepted. `forgotten`: the timestamp lies below what is remembered in full.
   */
  readonly claim: AtOnce<NonceClaim, Either<GuardUnavailable | GuardFull, ClaimAnswer>>
  /** The smallest timestamp that is taken, for telling a caller who lies below it when to come again. */
  readonly floor?: IO<number>
  /** Among whom the law holds; `process`, unless said. */
  readonly scope?: Scope
  /** The timestamps for which it remembers long enough, in seconds; any, unless said. */
  readonly window?: Window
}
