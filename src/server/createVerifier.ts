/**
 * The Promise face of `verifyRequest`. Its callers may be programs without types, and what it decides is who is let in, so
 * nothing is taken for what its type says: a setting that is misspelled, or a guard that answers something else, accepts
 * nothing.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as AuthType from '../core/AuthType.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import { isTimestamp } from '../core/Timestamp.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import type { KeySourceUnavailable, Misconfigured, Offer, VerifyError } from '../core/VerifyError.ts'
import { parse as parsePolicy, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { toKeyRing } from '../effects/KeyRecord.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { Platform } from '../effects/Platform.ts'
import type { ReplayGuard } from '../effects/ReplayGuard.ts'
import { within } from '../effects/Timer.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory.ts'
import {
  type BearerIdentity,
  type SignedIdentity,
  type VerifyEnv,
  verifyRequest,
  verifyStream,
} from '../programs/verifyRequest.ts'
import { type Arrived, incomingOf, streamedOf } from './arrived.ts'
import { BrokenPromise, brokenLaw, nameOf, type Patience, wrong } from './foreign.ts'
import { guarded } from './Guard.ts'
import { check } from './options.ts'
import { checkScope, type Surroundings } from './Surroundings.ts'
import { accepted, refused, reporter } from './Verdict.ts'
import { type VerificationError, verificationError } from './VerificationError.ts'
import type { CreateVerifier, Keys, Tokens, VerifierOptions } from './Verifier.ts'

const unconfigured: Offer = { authType: AuthType.standard, edition: 'mainland', tokens: false }

/** The embedding program's fault, as a rejection. */
export const misconfigured = (detail: string): VerificationError =>
  verificationError({ _tag: 'Misconfigured', detail }, unconfigured)

const orReject = <A>(result: E.Either<VerifyError, A>, offer: Offer = unconfigured): A => {
  if (E.isLeft(result)) throw verificationError(result.left, offer)
  return result.right
}

const defaultTimeoutMs = 2000

export const createVerifierOn =
  (platform: Platform, surroundings: Surroundings): CreateVerifier =>
  async (options) => {
    orReject(check(options))
    const policy = orReject(parsePolicy(options))
    const { timeoutMs = defaultTimeoutMs, onVerdict } = options
    const patience: Patience = {
      with: (task, late) => within(platform.timer, timeoutMs)(task, () => late(`no answer within ${timeoutMs} ms`)),
    }
    const clock = options.clock === undefined ? platform.clock : orReject(clockOf(options.clock))
    const guard =
      options.guard === undefined ? await memoryGuard(platform, policy, clock) : guarded(options.guard, patience)
    orReject(checkScope(guard, options.scope, surroundings))
    const env: VerifyEnv = {
      clock,
      digest: platform.digest,
      keyRing: await keyRingOf(platform, policy, options, patience),
      guard,
      tokenBook: await tokenBookOf(platform, options.tokens, patience),
      authorizer: options.authorize === undefined ? undefined : authorizerOf(options.authorize, patience),
    }
    const offer = { authType: policy.authType, edition: policy.edition, tokens: env.tokenBook !== undefined }
    const report = reporter(onVerdict, surroundings.channel)

    /** Runs a program on what arrived, reports the verdict, and turns a refusal into a rejection. */
    const judge = async <R extends Arrived, A extends SignedIdentity | BearerIdentity>(
      arrived: E.Either<Misconfigured, R>,
      run: (request: R) => ReaderTaskEither<VerifyEnv, VerifyError, A>,
    ): Promise<A> => {
      const listens = report.isHeard()
      const began = listens ? platform.timer.elapsed() : 0
      const outcome = E.isLeft(arrived) ? arrived : await run(arrived.right)(env)().catch(brokenLaw)
      if (listens) {
        const milliseconds = platform.timer.elapsed() - began
        report.tell(
          E.isRight(outcome)
            ? accepted(outcome.right, milliseconds)
            : refused(outcome.left, E.isLeft(arrived) ? undefined : arrived.right, { policy, offer, milliseconds }),
        )
      }
      return orReject(outcome, offer)
    }

    const whole = verifyRequest(policy)
    return {
      bodyLimit: policy.bodyLimit,
      verify: (request) => judge(incomingOf(request), whole),
      verifyStream: (request) => {
        const bodyLimit = request?.limit ?? policy.bodyLimit
        return judge(streamedOf(request, bodyLimit), verifyStream({ ...policy, bodyLimit }))
      },
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
  E.left({ _tag: 'KeySourceUnavailable', detail })

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
    return {
      keysOf: (appId) =>
        patience.with(
          async () => ring.keysOf(appId)(),
          (detail) => unavailable(`keys: ${detail}`),
        ),
    }
  }
  const settings = { where, smallExponent: policies['small-exponent'], missingNull: policies['missing-null'] }
  const ring = await toKeyRing(platform.verificationKey)(keys, settings)()
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
    return {
      find: (token) =>
        patience.with(
          async () => book.find(token)(),
          (detail) => unavailable(`tokens: ${detail}`),
        ),
    }
  }
  const holdings = Object.entries(tokens).flatMap(([appId, given]) => [given].flat().map((token) => ({ appId, token })))
  const book = await TokenBook.ofHoldings(platform.digest)(holdings)()
  return orReject(E.isLeft(book) ? wrong(`tokens: ${tokenMessage(book.left)}`) : book)
}
