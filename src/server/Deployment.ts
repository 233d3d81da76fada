/**
 * What a verifier knows of the deployment it runs in, and whether its replay guard covers that deployment.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Window } from '../core/Freshness.ts'
import { memberOf } from '../core/untrusted.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import { type ReplayGuard, type Scope, scopes } from '../effects/ReplayGuard.ts'
import { wrong } from './untrusted.ts'
import type { Channel } from './Verdict.ts'

export interface Deployment {
  /** Who takes the same requests, as far as the runtime knows. */
  readonly scope: Scope
  /** How the runtime knows. */
  readonly because: string
  readonly channel?: Channel | undefined
  /** Makes the checks of these keys wait for their turn. Absent: the platform orders them. */
  readonly inTurn?: ((timeoutMs: number) => (keys: KeyRing) => KeyRing) | undefined
  /** Lets go of a streamed body once its verdict is known. */
  readonly leave?: ((body: unknown) => Promise<void>) | undefined
  /** Whether somebody has read from a stream, where the runtime can tell. */
  readonly isDisturbed?: ((stream: unknown) => boolean) | undefined
}

/** With a guard of too narrow a scope, each process or machine accepts the same request once. */
export const checkScope =
  (wanted: Scope | undefined, { scope: likely, because }: Deployment) =>
  (guard: ReplayGuard): E.Either<Misconfigured, ReplayGuard> => {
    const needed = wanted ?? likely
    const has = memberOf(guard, 'scope') ?? 'process'
    if (scopes.indexOf(has) >= scopes.indexOf(needed)) return E.right(guard)
    const why = wanted === undefined ? because : `the scope is ${wanted}`
    const remedy =
      needed === 'shared' ? 'one of scope shared, such as redisGuard' : 'one of scope host, such as lmdbGuard'
    return wrong(
      `the replay guard is of scope ${has}, and ${why}: what one accepts, another would accept again; give ${remedy}` +
        (wanted === undefined ? `, or say scope: '${has}' if no other process or thread takes these requests` : ''),
    )
  }

/** A guard that forgets before the verifier does would accept a request again. */
export const checkWindow =
  (policy: Window) =>
  (guard: ReplayGuard): E.Either<Misconfigured, ReplayGuard> => {
    const window = memberOf(guard, 'window')
    const short = (['maxAge', 'maxSkew'] as const).find((name) => window && !(window[name] >= policy[name]))
    if (window === undefined || short === undefined) return E.right(guard)
    return wrong(
      `the verifier's ${short} is ${policy[short]} s and its guard's ${window[short]} s; give the guard what the verifier has`,
    )
  }
