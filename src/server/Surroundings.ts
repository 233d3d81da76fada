/**
 * What a verifier knows of the deployment it runs in, and whether its guard remembers for enough of it.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Window } from '../core/Freshness.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import { type ReplayGuard, type Scope, scopes } from '../effects/ReplayGuard.ts'
import { wrong } from './foreign.ts'
import type { Channel } from './Verdict.ts'

/** What a runtime tells beside its platform. */
export interface Surroundings {
  /** Who takes the same requests, as far as the runtime knows. */
  readonly scope: Scope
  /** How it knows. */
  readonly because: string
  readonly channel?: Channel | undefined
  /** Whether something has read of a stream, where the runtime can tell. */
  readonly isDisturbed?: ((stream: unknown) => boolean) | undefined
}

/** A guard that remembers for fewer than those who take the same requests lets each of the others accept a request once more. */
export const checkScope = (
  guard: ReplayGuard,
  wanted: Scope | undefined,
  { scope: likely, because }: Surroundings,
): E.Either<Misconfigured, void> => {
  const needed = wanted ?? likely
  const has = guard.scope ?? 'process'
  if (scopes.indexOf(has) >= scopes.indexOf(needed)) return E.right(undefined)
  const why = wanted === undefined ? because : `the scope is ${wanted}`
  const remedy =
    needed === 'shared' ? 'one of scope shared, such as redisGuard' : 'one of scope host, such as lmdbGuard'
  return wrong(
    `the replay guard is of scope ${has}, and ${why}: what one accepts, another would accept again; give ${remedy}` +
      (wanted === undefined ? `, or say scope: '${has}' if nobody else takes these requests` : ''),
  )
}

/** A guard that remembers for less time than the verifier accepts would take a request for new that it has forgotten. */
export const checkWindow = ({ window }: ReplayGuard, policy: Window): E.Either<Misconfigured, void> => {
  for (const name of ['maxAge', 'maxSkew'] as const) {
    if (window !== undefined && !(window[name] >= policy[name]))
      return wrong(
        `the verifier's ${name} is ${policy[name]} s and its guard's ${window[name]} s; give the guard what the verifier has`,
      )
  }
  return E.right(undefined)
}
