/**
 * The effects that a verifier asks for, from what a program gives. Functions from outside are held to their laws: in time, in
 * form, and whatever they throw.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as T from 'fp-ts/lib/Task.js'
import type { AppId } from '../core/AppId.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import { isTimestamp } from '../core/Timestamp.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import { nameOf } from '../core/untrusted.ts'
import type { KeySourceUnavailable, Misconfigured } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { toKeyRing } from '../effects/KeyRecord.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import type { Platform } from '../effects/Platform.ts'
import type { ReplayGuard } from '../effects/ReplayGuard.ts'
import { within } from '../effects/Timer.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory.ts'
import type { VerifyEnv } from '../programs/verifyRequest.ts'
import { BrokenPromise, brokenLaw, type Patience, wrong } from './foreign.ts'
import { guarded } from './Guard.ts'
import { orReject } from './rejection.ts'
import { checkScope, checkWindow, type Surroundings } from './Surroundings.ts'
import type { Keys, Tokens, VerifierOptions } from './Verifier.ts'

const defaultTimeoutMs = 2000

export const environmentOf = async (
  platform: Platform,
  policy: VerifyPolicy,
  options: VerifierOptions,
  surroundings: Surroundings,
): Promise<VerifyEnv> => {
  const { timeoutMs = defaultTimeoutMs } = options
  const patience: Patience = {
    with: (task, late) => within(platform.timer, timeoutMs)(task, () => late(`no answer within ${timeoutMs} ms`)),
  }
  const clock = options.clock === undefined ? platform.clock : orReject(clockOf(options.clock))
  const guard =
    options.guard === undefined ? await memoryGuard(platform, policy, clock) : guarded(options.guard, patience)
  orReject(checkScope(guard, options.scope, surroundings))
  orReject(checkWindow(guard, policy))
  return {
    clock,
    digest: platform.digest,
    keyRing: await keyRingOf(platform, policy, options, patience),
    guard,
    tokenBook: await tokenBookOf(platform, options.tokens, patience),
    authorizer: options.authorize === undefined ? undefined : authorizerOf(options.authorize, patience),
  }
}

/** The clock, if it goes: one that stops later accepts nothing. */
const clockOf = (seconds: () => number): E.Either<Misconfigured, Clock> => {
  const clock: Clock = {
    now: () => {
      const now = Math.floor(seconds())
      if (!isTimestamp(now)) throw new BrokenPromise('clock does not give the seconds since 1970')
      return now
    },
  }
  try {
    clock.now()
    return E.right(clock)
  } catch (thrown) {
    return brokenLaw(thrown)
  }
}

const unavailable = (detail: string): E.Either<KeySourceUnavailable, never> =>
  E.left({ _tag: 'key_source_unavailable', detail })

type Answer<A> = E.Either<KeySourceUnavailable, A>

/** What a ring or a book from outside answers, if it has the form of an answer. */
const inForm =
  <A>(name: string, isRight: (answer: unknown) => boolean) =>
  (answer: Answer<A>): Answer<A> => {
    const { _tag, right, left } = (answer ?? {}) as Partial<Record<'_tag' | 'right' | 'left', unknown>>
    if (_tag === 'Right' && isRight(right)) return answer
    const { detail } = (_tag === 'Left' ? (left ?? {}) : {}) as { readonly detail?: unknown }
    if (typeof detail !== 'string') throw new BrokenPromise(`${name}: something else than an answer came`)
    return unavailable(detail)
  }

/** The same, and in time. */
const answered = <A>(
  name: string,
  isRight: (answer: unknown) => boolean,
  patience: Patience,
  task: T.Task<Answer<A>>,
): T.Task<Answer<A>> =>
  pipe(
    patience.with(task, (detail) => unavailable(`${name}: ${detail}`)),
    T.map(inForm<A>(name, isRight)),
  )

const isOption = (value: unknown): boolean =>
  ['Some', 'None'].includes((value as { readonly _tag?: string } | null | undefined)?._tag ?? '')

const authorizerOf = (authorize: NonNullable<VerifierOptions['authorize']>, patience: Patience): Authorizer => ({
  allows: (who) => async () => {
    try {
      const decide = async () => E.right((await authorize(who)) === true)
      return await patience.with(decide, (detail) => unavailable(`authorize: ${detail}`))()
    } catch (thrown) {
      return unavailable(`authorize failed: ${nameOf(thrown)}`)
    }
  },
})

const memoryGuard = async (
  platform: Platform,
  { maxAge, maxSkew }: VerifyPolicy,
  clock: Clock,
): Promise<ReplayGuard> => {
  const made = makeMemoryGuard({ maxAge, maxSkew }, { clock, entropy: platform.entropy })
  return orReject(await made().catch(brokenLaw))
}

const isKeys = (keys: VerifierOptions['keys']): keys is Keys => typeof keys.keysOf === 'function'

const keyRingOf = async (
  platform: Platform,
  { policies }: VerifyPolicy,
  options: VerifierOptions,
  patience: Patience,
): Promise<KeyRing> => {
  const { keys, where = 'pool' } = options
  if (isKeys(keys)) {
    const ring = keys as KeyRing
    const inFormOfKeys = inForm<ReadonlyArray<VerificationKey>>('keys', Array.isArray)
    const atOnce = (appId: AppId) => {
      const answer = ring.keysOf.atOnce?.(appId)
      return answer === undefined ? undefined : inFormOfKeys(answer)
    }
    const keysOf = (appId: AppId) => answered('keys', Array.isArray, patience, async () => ring.keysOf(appId)())
    return { keysOf: Object.assign(keysOf, { atOnce }) }
  }
  const ring = await toKeyRing(platform.verificationKey)(keys, { where, policies })()
  return orReject(E.isLeft(ring) ? wrong(`keys: ${keyMessage(ring.left)}`) : ring)
}

const isTokens = (tokens: NonNullable<VerifierOptions['tokens']>): tokens is Tokens => typeof tokens.find === 'function'

const tokenBookOf = async (
  platform: Platform,
  tokens: VerifierOptions['tokens'],
  patience: Patience,
): Promise<TokenBook.TokenBook | undefined> => {
  if (tokens === undefined) return undefined
  if (isTokens(tokens)) {
    const book = tokens as TokenBook.TokenBook
    return { find: (token) => answered('tokens', isOption, patience, async () => book.find(token)()) }
  }
  const holdings = Object.entries(tokens).flatMap(([appId, given]) => [given].flat().map((token) => ({ appId, token })))
  const book = await TokenBook.ofHoldings(platform.digest)(holdings)()
  return orReject(E.isLeft(book) ? wrong(`tokens: ${tokenMessage(book.left)}`) : book)
}
