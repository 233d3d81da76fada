/**
 * The effects that a verifier needs, made from its settings. The embedding program may give functions of its own. Each of these has
 * a time limit, and its answer is checked. An error that it throws refuses the request, and never ends the verifier.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity, pipe } from 'fp-ts/lib/function.js'
import type * as O from 'fp-ts/lib/Option.js'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import type { Window } from '../core/Freshness.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import { memberOf, nameOf } from '../core/untrusted.ts'
import type { KeySourceUnavailable, Misconfigured, VerifyError } from '../core/VerifyError.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import { type Clock, ofSeconds } from '../effects/Clock.ts'
import { toKeyRing } from '../effects/KeyRecord.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { Platform } from '../effects/Platform.ts'
import { type ReplayGuard, type SharedBy, sharedByValues } from '../effects/ReplayGuard.ts'
import { within } from '../effects/Timer.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory/memory.ts'
import { emitWarning } from '../guards/settings.ts'
import type { VerifyEnv } from '../programs/verifyRequest.ts'
import { inForm, inTime, unavailable } from './foreignAnswer.ts'
import { foreignKeyRing } from './foreignKeyRing.ts'
import { guarded } from './Guard.ts'
import { warnOfMissingKeys } from './keys/missingKeys.ts'
import { withoutTestKeys } from './keys/testKeys.ts'
import type { VerifierSettings } from './options.ts'
import type { Sharing } from './severalInstances.ts'
import { ContractViolation, flaw, startViolation, type Timeout, wrong } from './untrusted.ts'
import type { Channel } from './Verdict.ts'
import type { Keys, Tokens } from './Verifier.ts'

/** What a verifier needs of a platform. */
export type VerifyingPlatform = Omit<Platform, 'http' | 'httpClient' | 'random' | 'signer' | 'verificationKey'>

/** What the runtime knows and can do, beside the settings. */
export interface Deployment {
  /** Who takes the same requests, as far as the runtime knows. */
  readonly sharedBy: SharedBy
  /** How the runtime knows. */
  readonly because: string
  /** Warns of other instances that the guard does not serve. Absent: the runtime cannot know of any. */
  readonly warnOfOthers?: ((sharing: Sharing) => void) | undefined
  readonly channel?: Channel | undefined
  /** Makes the checks of these keys wait for their turn. Absent: the platform orders them. */
  readonly inTurn?: ((timeoutMs: number) => (keys: KeyRing) => KeyRing) | undefined
  /** Lets go of a streamed body once its verdict is known. */
  readonly leave?: ((body: unknown) => Promise<void>) | undefined
  /** Whether somebody has read from a stream, where the runtime can tell. */
  readonly isDisturbed?: ((stream: unknown) => boolean) | undefined
}

type Made<A> = TE.TaskEither<VerifyError, A>

export const environmentOf = (
  platform: VerifyingPlatform,
  settings: VerifierSettings,
  deployment: Deployment,
): Made<VerifyEnv> => {
  const { authorize, timeoutMs } = settings
  const { inTurn = () => identity } = deployment
  const timeout: Timeout = {
    with: (task, late) => within(platform.timer, timeoutMs)(task, () => late(`no answer within ${timeoutMs} ms`)),
  }
  return pipe(
    TE.Do,
    TE.apS('clock', TE.fromEither(clockOf(platform, settings))),
    TE.bind('guard', ({ clock }) => guardOf(platform, settings, deployment, clock, timeout)),
    TE.bind('keyRing', () => pipe(keyRingOf(platform, settings, timeout), TE.map(inTurn(timeoutMs)))),
    TE.bind('tokenBook', () => tokenBookOf(platform, settings, timeout)),
    TE.map((effects) => ({
      ...effects,
      digest: platform.digest,
      authorizer: authorize === undefined ? undefined : authorizerOf(authorize, timeout),
    })),
  )
}

/** Reads the program's clock once at the start, so a wrong clock is reported then. A clock that fails later refuses every request. */
const clockOf = (platform: VerifyingPlatform, { clock: seconds }: VerifierSettings): E.Either<VerifyError, Clock> => {
  if (seconds === undefined) return E.right(platform.clock)
  const clock = ofSeconds(seconds, () => {
    throw new ContractViolation('clock does not return the seconds since 1970')
  })
  return pipe(
    E.tryCatch(clock.now, startViolation),
    E.map(() => clock),
  )
}

const guardOf = (
  platform: VerifyingPlatform,
  settings: VerifierSettings,
  deployment: Deployment,
  clock: Clock,
  timeout: Timeout,
): Made<ReplayGuard> => {
  const { guard, sharedBy, maxAge, maxSkew } = settings
  const memory = makeMemoryGuard(
    { maxAge, maxSkew },
    { clock, entropy: platform.entropy, highWater: undefined, onWarning: emitWarning },
  )
  return pipe(
    guard === undefined
      ? (): Promise<E.Either<VerifyError, ReplayGuard>> => memory().catch((thrown) => E.left(startViolation(thrown)))
      : TE.right<VerifyError, ReplayGuard>(guarded(guard, timeout)),
    TE.chainEitherKW(checkSharedBy(sharedBy, deployment)),
    TE.chainEitherKW(checkWindow(settings)),
    TE.tapIO((guard) => () => {
      deployment.warnOfOthers?.({ said: sharedBy, guard: memberOf(guard, 'sharedBy') ?? 'process' })
    }),
  )
}

const isKeys = (keys: VerifierSettings['keys']): keys is Keys => typeof memberOf(keys as Keys, 'keysOf') === 'function'

const keyRingOf = (
  platform: VerifyingPlatform,
  { keys, tokens, cryptoOn, policies, maxKeyBits }: VerifierSettings,
  timeout: Timeout,
): Made<KeyRing> =>
  isKeys(keys)
    ? TE.right(foreignKeyRing(keys as KeyRing, timeout))
    : pipe(
        toKeyRing(withoutTestKeys(platform.verificationKeys), platform.timer)(keys, { cryptoOn, policies, maxKeyBits }),
        TE.mapLeft(flaw('keys', keyMessage)),
        TE.tapIO(() => () => warnOfMissingKeys(keys, tokens !== undefined)),
      )

const isTokens = (tokens: NonNullable<VerifierSettings['tokens']>): tokens is Tokens =>
  typeof memberOf(tokens as Tokens, 'find') === 'function'

const tokenBookOf = (
  { digest }: VerifyingPlatform,
  { tokens }: VerifierSettings,
  timeout: Timeout,
): Made<TokenBook.TokenBook | undefined> => {
  if (tokens === undefined) return TE.right(undefined)
  if (!isTokens(tokens)) {
    const holdings = Object.entries(tokens).flatMap(([appId, given]) =>
      [given].flat().map((token) => ({ appId, token })),
    )
    return pipe(TokenBook.ofHoldings(digest)(holdings), TE.mapLeft(flaw('tokens', tokenMessage)))
  }
  const book = tokens as TokenBook.TokenBook
  const answer = inForm<O.Option<AppId>>('tokens', isOption)
  return TE.right({
    find: (token) => pipe(async () => book.find(token)(), inTime('tokens', timeout), T.map(answer)),
  })
}

const isOption = (value: unknown): boolean =>
  ['Some', 'None'].includes((value as { readonly _tag?: string } | null | undefined)?._tag ?? '')

const authorizerOf = (authorize: NonNullable<VerifierSettings['authorize']>, timeout: Timeout): Authorizer => ({
  allows: (who) =>
    inTime('authorize', timeout)(TE.tryCatch(async () => (await authorize(who)) === true, authorizeFailed)),
})

const authorizeFailed = (thrown: unknown): KeySourceUnavailable => ({
  ...unavailable(`authorize failed: ${nameOf(thrown)}`),
  cause: thrown,
})

/**
 * Refuses a guard whose memory too few share. If several processes get the same requests, and each has a guard of its own, each
 * accepts the same request once.
 */
export const checkSharedBy =
  (wanted: SharedBy | undefined, { sharedBy: likely, because }: Deployment) =>
  (guard: ReplayGuard): E.Either<Misconfigured, ReplayGuard> => {
    const needed = wanted ?? likely
    const has = memberOf(guard, 'sharedBy') ?? 'process'
    if (sharedByValues.indexOf(has) >= sharedByValues.indexOf(needed)) return E.right(guard)
    const why = wanted === undefined ? because : `sharedBy is ${wanted}`
    const remedy =
      needed === 'cluster'
        ? 'a guard that a cluster shares, such as redisGuard'
        : 'a guard that a host shares, such as lmdbGuard'
    return wrong(
      `the replay guard keeps the nonces for one ${has} only, but ${why}, so another ${has} would accept the same request again; give ${remedy}` +
        (wanted === undefined ? `, or set sharedBy: '${has}' if no other process or thread gets these requests` : ''),
    )
  }

/** A guard that forgets before the verifier does would accept a request again. */
export const checkWindow =
  (policy: Window) =>
  (guard: ReplayGuard): E.Either<Misconfigured, ReplayGuard> => {
    const window = memberOf(guard, 'window')
    if (window === undefined) return E.right(guard)
    // `!(a >= b)` and not `a < b`: NaN and a missing member are refused too.
    const short = (['maxAge', 'maxSkew'] as const).find((name) => !(window[name] >= policy[name]))
    if (short === undefined) return E.right(guard)
    return wrong(
      `${short} is ${policy[short]} s in the verifier, but ${window[short]} s in its replay guard; set it to ${policy[short]} s in the guard`,
    )
  }
