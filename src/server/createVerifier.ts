import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as AppId from '../core/AppId.ts'
import * as AuthType from '../core/AuthType.ts'
import * as Bytes from '../core/Bytes.ts'
import { message as keyMessage } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import * as Timestamp from '../core/Timestamp.ts'
import * as Token from '../core/Token.ts'
import type { BodyError, Misconfigured, Offer, VerifyError } from '../core/VerifyError.ts'
import { parse as parsePolicy, type Settings, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import * as KeyRing from '../effects/KeyRing.ts'
import type { Platform, Where } from '../effects/Platform.ts'
import * as TokenBook from '../effects/TokenBook.ts'
import { make as makeMemoryGuard } from '../guards/memory.ts'
import { type Verified, type VerifyEnv, verifyRequest } from '../programs/verifyRequest.ts'
import type { Guard } from './Guard.ts'
import { VerificationError } from './VerificationError.ts'

/** A key with the time in which it counts. */
export interface DatedKey {
  readonly key: KeyInput
  /** Seconds since 1970, inclusive. */
  readonly notBefore?: number | undefined
  readonly notAfter?: number | undefined
  readonly revoked?: boolean | undefined
}

export type AppKey = KeyInput | DatedKey

/** An app whose identity is proven, and what it wants to do. */
export interface ProvenRequest {
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  readonly method: string
  readonly target: string
}

export interface VerifierOptions extends Settings {
  /** The public keys of each app, up to four; or a ring of keys such as `keyFolder` opens. */
  readonly keys: Readonly<Record<string, AppKey | ReadonlyArray<AppKey>>> | Keys
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

const misconfigured = (detail: string): VerificationError =>
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

const isKeys = (keys: VerifierOptions['keys']): keys is Keys => typeof keys['keysOf' as keyof typeof keys] === 'function'

const keyRingOf = async (platform: Platform, policy: VerifyPolicy, options: VerifierOptions): Promise<KeyRing.KeyRing> => {
  if (typeof options.keys !== 'object' || options.keys === null) throw misconfigured('keys are missing: give a record of app id and public key')
  if (isKeys(options.keys)) return options.keys as KeyRing.KeyRing
  const entries: Array<readonly [AppId.AppId, ReadonlyArray<KeyRing.VerificationKey>]> = []
  for (const [appId, given] of Object.entries(options.keys)) {
    if (!AppId.isAppId(appId)) throw misconfigured('an app id in keys is not 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -')
    const keys: Array<KeyRing.VerificationKey> = []
    for (const each of (Array.isArray(given) ? given : [given]) as ReadonlyArray<AppKey>) {
      const { key, validity } = datedKey(each)
      const imported = await platform.verificationKey(key, {
        validity,
        smallExponent: policy.policies['small-exponent'],
        missingNull: policy.policies['missing-null'],
        where: options.where ?? 'pool',
      })()
      if (E.isLeft(imported)) throw misconfigured(`the key of app ${appId}: ${keyMessage(imported.left)}`)
      keys.push(imported.right)
    }
    entries.push([appId, keys])
  }
  const ring = KeyRing.ofKeys(entries)
  if (E.isLeft(ring)) throw misconfigured(`the key of app ${ring.left.appId}: ${keyMessage(ring.left.error)}`)
  return ring.right
}

const datedKey = (given: AppKey): { key: KeyInput; validity: KeyRing.Validity } => {
  if (typeof given === 'string' || !('key' in given)) return { key: given as KeyInput, validity: {} }
  const { key, notBefore, notAfter, revoked } = given as DatedKey
  for (const at of [notBefore, notAfter]) {
    if (at !== undefined && !Timestamp.isTimestamp(at)) throw misconfigured('notBefore and notAfter are whole seconds since 1970')
  }
  return {
    key,
    validity: {
      ...(notBefore === undefined ? {} : { notBefore: notBefore as Timestamp.Timestamp }),
      ...(notAfter === undefined ? {} : { notAfter: notAfter as Timestamp.Timestamp }),
      ...(revoked === undefined ? {} : { revoked }),
    },
  }
}

const isTokens = (tokens: NonNullable<VerifierOptions['tokens']>): tokens is Tokens =>
  typeof tokens['find' as keyof typeof tokens] === 'function'

const tokenBookOf = async (platform: Platform, tokens: VerifierOptions['tokens']): Promise<TokenBook.TokenBook | undefined> => {
  if (tokens === undefined) return undefined
  if (isTokens(tokens)) return tokens as TokenBook.TokenBook
  const holders = new Map<string, AppId.AppId>()
  for (const [appId, given] of Object.entries(tokens)) {
    if (!AppId.isAppId(appId)) throw misconfigured('a holder in tokens is not 1 to 128 of the characters 0-9 A-Z a-z . _ ~ -')
    for (const token of typeof given === 'string' ? [given] : given) {
      if (!Token.isToken(token)) throw misconfigured(`a token of ${appId} is not of the form of RFC 6750`)
      holders.set(await TokenBook.digestOf(platform.digest)(token)(), appId)
    }
  }
  return TokenBook.ofDigests(platform.digest)(holders)
}
