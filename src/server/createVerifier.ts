/**
 * The Promise face of `verifyRequest`. Its callers may be programs without types, and what it decides is who is let in, so
 * nothing is taken for what its type says: a setting that is misspelled, or a guard that answers something else, accepts
 * nothing.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import * as OptionName from '../core/OptionName.ts'
import { isTimestamp } from '../core/Timestamp.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import type { BodyError, Misconfigured, Offer, VerifyError } from '../core/VerifyError.ts'
import { parse as parsePolicy, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { toKeyRing } from '../effects/KeyRecord.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { Platform } from '../effects/Platform.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory.ts'
import { type IncomingRequest, type Verified, type VerifyEnv, verifyRequest } from '../programs/verifyRequest.ts'
import { guarded } from './Guard.ts'
import { type VerificationError, verificationError } from './VerificationError.ts'
import {
  BodyUnreadable,
  type CreateVerifier,
  type Keys,
  type ReceivedRequest,
  type Tokens,
  type VerifierOptions,
} from './Verifier.ts'

const wrong = (detail: string): E.Either<Misconfigured, never> => E.left({ _tag: 'Misconfigured', detail })

const unconfigured: Offer = { authType: AuthType.standard, edition: 'mainland', tokens: false }

/** The embedding program's fault, as a rejection. */
export const misconfigured = (detail: string): VerificationError =>
  verificationError({ _tag: 'Misconfigured', detail }, unconfigured)

const orReject = <A>(result: E.Either<VerifyError, A>, offer: Offer = unconfigured): A => {
  if (E.isLeft(result)) throw verificationError(result.left, offer)
  return result.right
}

export const createVerifierOn =
  (platform: Platform): CreateVerifier =>
  async (options) => {
    orReject(check(options))
    const policy = orReject(parsePolicy(options))
    const clock = options.clock === undefined ? platform.clock : orReject(clockOf(options.clock))
    const env: VerifyEnv = {
      clock,
      digest: platform.digest,
      keyRing: await keyRingOf(platform, policy, options),
      guard: options.guard === undefined ? await memoryGuard(platform, policy, clock) : guarded(options.guard),
      tokenBook: await tokenBookOf(platform, options.tokens),
      authorizer: options.authorize === undefined ? undefined : authorizerOf(options.authorize),
    }
    const offer = { authType: policy.authType, edition: policy.edition, tokens: env.tokenBook !== undefined }
    const run = verifyRequest(policy)
    return {
      bodyLimit: policy.bodyLimit,
      verify: async (request) => {
        const incoming = orReject(incomingOf(request), offer)
        const verified: Verified = orReject(await run(incoming)(env)().catch(brokenLaw), offer)
        return verified
      },
    }
  }

const optionNames: ReadonlyArray<string> = [
  'keys',
  'tokens',
  'guard',
  'authorize',
  'clock',
  'where',
  'edition',
  'authType',
  'maxAge',
  'maxSkew',
  'bodyLimit',
  'policies',
] satisfies ReadonlyArray<keyof VerifierOptions>

/** What `parsePolicy` and the imports of keys and tokens do not look at. An `authorise` that is passed over lets everyone in. */
const check = (options: VerifierOptions): E.Either<Misconfigured, void> => {
  if (typeof options !== 'object' || options === null) return wrong('the options are missing; give at least keys')
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined) {
    return wrong(`there is no option ${OptionName.shown(unknown)}; the options are ${optionNames.join(', ')}`)
  }
  const { keys, tokens, guard, authorize, clock, where } = options
  if (isPromise(keys) || isPromise(tokens) || isPromise(guard))
    return wrong('keys, tokens or guard is a promise: await it first')
  if (typeof keys === 'string')
    return wrong('keys must be a record of app id and public key; for a folder, await keyFolder(path)')
  if (!isRecord(keys)) return wrong('keys are missing: give a record of app id and public key')
  if (tokens !== undefined && !isRecord(tokens)) return wrong('tokens are a record of holder and token')
  if (guard !== undefined && typeof guard?.claim !== 'function')
    return wrong('guard is an object with the function claim')
  if (authorize !== undefined && typeof authorize !== 'function') return wrong('authorize is a function')
  if (clock !== undefined && typeof clock !== 'function') return wrong('clock is a function')
  if (where !== undefined && where !== 'loop' && where !== 'pool') return wrong('where is loop or pool')
  return E.right(undefined)
}

/** A plain object, or one of ours: the entries of a Map would be overlooked. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)

const isPromise = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** What the embedding program's own functions did wrong, in our words. */
class BrokenPromise extends Error {}

/** A function from outside may throw where its law says that it does not; then nothing is accepted. */
const brokenLaw = (thrown: unknown): E.Either<Misconfigured, never> => {
  if (thrown instanceof BrokenPromise) return wrong(thrown.message)
  return wrong(`an effect threw ${thrown instanceof Error ? thrown.name : 'something'} where it should have answered`)
}

const incomingOf = (request: ReceivedRequest): E.Either<Misconfigured, IncomingRequest> => {
  const { method, target, authorization, body } = request
  if (typeof method !== 'string' || typeof target !== 'string') {
    return wrong('method and target are text, as they stand on the request line')
  }
  const lines = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) {
    return wrong('authorization is the header line, or a list of all of them')
  }
  const content = contentOf(body)
  return E.isLeft(content) ? content : E.right({ method, target, authorization: lines, body: content.right })
}

const contentOf = (body: ReceivedRequest['body']): E.Either<Misconfigured, IncomingRequest['body']> => {
  if (body === undefined || body === null) return E.right(Bytes.empty)
  if (Bytes.isBytes(body)) return E.right(body)
  if (typeof body === 'function') return E.right(reading(body))
  if (typeof body !== 'string') return wrong('body is bytes, text, or a function that reads the bytes')
  const bytes = Bytes.ofText(body)
  return E.isRight(bytes)
    ? bytes
    : wrong('the body is text with a lone surrogate, so it is not what was received; pass the bytes')
}

const reading =
  (read: () => Promise<Uint8Array>): TaskEither<BodyError, Bytes.Bytes> =>
  async () => {
    let body: Bytes.Bytes
    try {
      body = await read()
    } catch (thrown) {
      return E.left(thrown instanceof BodyUnreadable ? thrown.bodyError : { _tag: 'BodyIncomplete' })
    }
    if (!Bytes.isBytes(body)) throw new BrokenPromise('the body function resolves to bytes, as they were received')
    return E.right(body)
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

const authorizerOf = (authorize: NonNullable<VerifierOptions['authorize']>): Authorizer => ({
  allows: (who) => async () => {
    try {
      return E.right((await authorize(who)) === true)
    } catch (thrown) {
      const name = thrown instanceof Error ? thrown.name : 'not an Error'
      return E.left({ _tag: 'KeySourceUnavailable', detail: `authorize failed: ${name}` })
    }
  },
})

const memoryGuard = async (
  platform: Platform,
  { maxAge, maxSkew }: VerifyPolicy,
  clock: Clock,
): Promise<VerifyEnv['guard']> => {
  const made = makeMemoryGuard({ maxAge, maxSkew }, { clock, entropy: platform.entropy })
  return orReject(await made().catch(brokenLaw))
}

const isKeys = (keys: VerifierOptions['keys']): keys is Keys => typeof keys.keysOf === 'function'

const keyRingOf = async (
  platform: Platform,
  { policies }: VerifyPolicy,
  options: VerifierOptions,
): Promise<KeyRing> => {
  const { keys, where = 'pool' } = options
  if (isKeys(keys)) return keys as KeyRing
  const settings = { where, smallExponent: policies['small-exponent'], missingNull: policies['missing-null'] }
  const ring = await toKeyRing(platform.verificationKey)(keys, settings)()
  return orReject(E.isLeft(ring) ? wrong(`keys: ${keyMessage(ring.left)}`) : ring)
}

const isTokens = (tokens: NonNullable<VerifierOptions['tokens']>): tokens is Tokens => typeof tokens.find === 'function'

const tokenBookOf = async (
  platform: Platform,
  tokens: VerifierOptions['tokens'],
): Promise<TokenBook.TokenBook | undefined> => {
  if (tokens === undefined) return undefined
  if (isTokens(tokens)) return tokens as TokenBook.TokenBook
  const holdings = Object.entries(tokens).flatMap(([appId, given]) => [given].flat().map((token) => ({ appId, token })))
  const book = await TokenBook.ofHoldings(platform.digest)(holdings)()
  return orReject(E.isLeft(book) ? wrong(`tokens: ${tokenMessage(book.left)}`) : book)
}
