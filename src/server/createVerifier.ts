import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { message as tokenMessage } from '../core/TokenList.ts'
import type { BodyError, Misconfigured, Offer, VerifyError } from '../core/VerifyError.ts'
import { parse as parsePolicy, type Settings, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { type KeyRecord, toKeyRing } from '../effects/KeyRecord.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { Platform, Where } from '../effects/Platform.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory.ts'
import { type Verified, type VerifyEnv, verifyRequest } from '../programs/verifyRequest.ts'
import type { Guard } from './Guard.ts'
import { VerificationError } from './VerificationError.ts'

/** An app whose identity is proven, and what it wants to do. */
export interface ProvenRequest {
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  readonly method: string
  readonly target: string
}

export interface VerifierOptions extends Settings {
  /** The public keys of each app, up to four; or a ring of keys such as `keyFolder` opens. */
  readonly keys: KeyRecord | Keys
  /** Access tokens by holder, or a book such as `tokenFile` reads; without it, token authentication is not offered. */
  readonly tokens?: Readonly<Record<string, string | ReadonlyArray<string>>> | Tokens | undefined
  /** The memory guard of this process unless set. */
  readonly guard?: Guard | undefined
  /** Whether an app, whose identity is proven, may do this; every app may, unless set. */
  readonly authorize?: ((request: ProvenRequest) => boolean | Promise<boolean>) | undefined
  /** The time in seconds since 1970; the system's unless set. */
  readonly clock?: (() => number) | undefined
  /** `loop` checks signatures on the event loop, `pool` (the default) on the platform's threads. */
  readonly where?: Where | undefined
}

/** A ring of keys, opaque: made by this package, or by a program that uses its functional side. */
export interface Keys {
  readonly keysOf: (appId: never) => unknown
}

export interface Tokens {
  readonly find: (token: never) => unknown
}

export interface ReceivedRequest {
  readonly method: string
  /** As it stands on the request line. */
  readonly target: string
  /** The Authorization line, or all of them. */
  readonly authorization: string | ReadonlyArray<string> | undefined
  /** The content as transmitted; text counts as its UTF-8; a function is called when everything before has passed. */
  readonly body?: Uint8Array | string | (() => Promise<Uint8Array>) | undefined
}

export interface VerifiedRequest {
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  /** In upper case, as it was signed. */
  readonly method: string
  /** Without scheme and authority, as it was signed. */
  readonly target: string
  /** The very bytes that were verified. */
  readonly body: Uint8Array
  /** Of a signed request. */
  readonly timestamp?: number
  readonly nonce?: string
  /** SHA-256 of the key's SPKI encoding, in hexadecimal. */
  readonly fingerprint?: string
}

export interface Verifier {
  /** Resolves to who sent this request, or rejects with a `VerificationError`. */
  readonly verify: (request: ReceivedRequest) => Promise<VerifiedRequest>
  /** The largest body that is taken, in bytes: for whoever reads it. */
  readonly bodyLimit: number
}

export type CreateVerifier = (options: VerifierOptions) => Promise<Verifier>

/** What a body function rejects with, so that the verifier knows why there is no body. */
export class BodyUnreadable extends Error {
  readonly bodyError: BodyError

  constructor(bodyError: BodyError) {
    super(bodyError._tag)
    this.name = 'BodyUnreadable'
    this.bodyError = bodyError
  }
}

const unconfigured: Offer = { authType: AuthType.standard, edition: 'mainland', tokens: false }

/** The embedding program's fault, as a rejection. */
export const misconfigured = (detail: string): VerificationError =>
  new VerificationError({ _tag: 'Misconfigured', detail }, unconfigured)

const orReject = <A>(result: E.Either<Misconfigured, A>): A => {
  if (E.isLeft(result)) throw new VerificationError(result.left, unconfigured)
  return result.right
}

export const createVerifierOn =
  (platform: Platform): CreateVerifier =>
  async (options) => {
    const policy = orReject(parsePolicy(options))
    const clock = options.clock === undefined ? platform.clock : clockOf(options.clock)
    const guard = options.guard as VerifyEnv['guard'] | undefined
    const env: VerifyEnv = {
      clock,
      digest: platform.digest,
      keyRing: await keyRingOf(platform, policy, options),
      guard: guard ?? (await memoryGuard(platform, policy, clock)),
      tokenBook: await tokenBookOf(platform, options.tokens),
      authorizer: options.authorize === undefined ? undefined : authorizerOf(options.authorize),
    }
    const offer = { authType: policy.authType, edition: policy.edition, tokens: env.tokenBook !== undefined }
    const run = verifyRequest(policy)
    return {
      bodyLimit: policy.bodyLimit,
      verify: async ({ method, target, authorization, body }) => {
        const content = contentOf(body)
        if (E.isLeft(content)) throw new VerificationError(content.left, offer)
        const lines = typeof authorization === 'string' ? [authorization] : (authorization ?? [])
        const result = await run({ method, target, authorization: lines, body: content.right })(env)().catch(brokenLaw)
        if (E.isLeft(result)) throw new VerificationError(result.left, offer)
        return result.right satisfies Verified
      },
    }
  }

/** A guard or a key ring from outside may throw where its law says that it does not; then nothing is accepted. */
const brokenLaw = (thrown: unknown): E.Either<VerifyError, never> =>
  E.left({ _tag: 'Misconfigured', detail: `an effect threw ${thrown instanceof Error ? thrown.name : 'something'} where it should have answered` })

const contentOf = (
  body: ReceivedRequest['body'],
): E.Either<VerifyError, Bytes.Bytes | TaskEither<BodyError, Bytes.Bytes>> => {
  if (body === undefined) return E.right(Bytes.empty)
  if (typeof body === 'function') return E.right(reading(body))
  if (typeof body !== 'string') return E.right(body)
  const bytes = Bytes.ofText(body)
  return E.isRight(bytes)
    ? bytes
    : E.left({ _tag: 'Misconfigured', detail: 'the body is text with a lone surrogate, so it is not what was received; pass the bytes' })
}

const reading =
  (read: () => Promise<Uint8Array>): TaskEither<BodyError, Bytes.Bytes> =>
  async () => {
    try {
      return E.right(await read())
    } catch (thrown) {
      return E.left(thrown instanceof BodyUnreadable ? thrown.bodyError : { _tag: 'BodyIncomplete' })
    }
  }

const clockOf = (seconds: () => number): Clock => ({ now: () => Timestamp.ofMillis(seconds() * 1000) })

const authorizerOf = (authorize: NonNullable<VerifierOptions['authorize']>): Authorizer => ({
  allows: (who) => async () => {
    try {
      return E.right((await authorize(who)) === true)
    } catch (thrown) {
      return E.left({ _tag: 'KeySourceUnavailable', detail: `authorize failed: ${thrown instanceof Error ? thrown.name : 'not an Error'}` })
    }
  },
})

const memoryGuard = async (platform: Platform, policy: VerifyPolicy, clock: Clock): Promise<VerifyEnv['guard']> => {
  const { maxAge, maxSkew } = policy
  const made = await makeMemoryGuard({ maxAge, maxSkew }, { clock, entropy: platform.entropy })()
  if (E.isLeft(made)) throw new VerificationError(made.left, unconfigured)
  return made.right
}

const isKeys = (keys: VerifierOptions['keys']): keys is Keys => typeof (keys as { keysOf?: unknown }).keysOf === 'function'

const keyRingOf = async (platform: Platform, { policies }: VerifyPolicy, options: VerifierOptions): Promise<KeyRing> => {
  const { keys, where = 'pool' } = options
  if (typeof keys !== 'object' || keys === null) throw misconfigured('keys are missing: give a record of app id and public key')
  if (isKeys(keys)) return keys as KeyRing
  const settings = { where, smallExponent: policies['small-exponent'], missingNull: policies['missing-null'] }
  const ring = await toKeyRing(platform.verificationKey)(keys, settings)()
  if (E.isLeft(ring)) throw misconfigured(keyMessage(ring.left))
  return ring.right
}

const isTokens = (tokens: NonNullable<VerifierOptions['tokens']>): tokens is Tokens =>
  typeof (tokens as { find?: unknown }).find === 'function'

const tokenBookOf = async (platform: Platform, tokens: VerifierOptions['tokens']): Promise<TokenBook.TokenBook | undefined> => {
  if (tokens === undefined) return undefined
  if (isTokens(tokens)) return tokens as TokenBook.TokenBook
  const holdings = Object.entries(tokens).flatMap(([appId, given]) => [given].flat().map((token) => ({ appId, token })))
  const book = await TokenBook.ofHoldings(platform.digest)(holdings)()
  if (E.isLeft(book)) throw misconfigured(tokenMessage(book.left))
  return book.right
}
