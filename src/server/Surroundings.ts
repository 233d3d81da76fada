/**
 * What a verifier knows of the deployment it runs in, and whether its guard remembers for enough of it.
 */
import * as E from 'fp-ts/lib/Either.js'
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
