/**
 * Verifying one request. The order of the checks is the security argument, so all of it stands in this file:
 *
 *   one Authorization → auth type → header grammar → freshness → method and target → keys of the app → body within its
 *   cap → length of the signature → signature → key not revoked → app allowed → freshness again → claim of the nonce
 *
 * Cheap checks come before expensive ones. Nothing that a stranger can send reaches the claim, the only step that writes:
 * a forged or stale request can neither use up another caller's nonce nor fill a store.
 *
 * `verifyRequest` is for a body that is kept, `verifyStream` for one that is hashed as it arrives; the order is the same.
 *
 * Statements with early returns rather than a pipe: this runs on every request, and eight chained steps cost half a
 * signature check.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import * as Authorization from '../core/Authorization.ts'
import { type Bytes, ofAscii, toHex } from '../core/Bytes.ts'
import type { BearerCaller, RequestHead, SignedCaller } from '../core/Caller.ts'
import { offersBearer } from '../core/Edition.ts'
import type { Fingerprint } from '../core/Fingerprint.ts'
import * as Freshness from '../core/Freshness.ts'
import * as Method from '../core/Method.ts'
import type { Nonce } from '../core/Nonce.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import * as Signature from '../core/Signature.ts'
import * as StringToSign from '../core/StringToSign.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type {
  BodyError,
  GuardFull,
  GuardUnavailable,
  KeyRevoked,
  KeySourceUnavailable,
  TimestampForgotten,
  VerifierBusy,
  VerifyError,
} from '../core/VerifyError.ts'
import { defaults, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { begin as beginHash, type Digest, type Hashing } from '../effects/Digest.ts'
import {
  begin as beginChecks,
  type KeyRing,
  maxKeysPerApp,
  type Validity,
  type VerificationKey,
} from '../effects/KeyRing.ts'
import type { ClaimAnswer, ReplayGuard } from '../effects/ReplayGuard.ts'
import type { TokenBook } from '../effects/TokenBook.ts'

export interface VerifyEnv {
  readonly clock: Clock
  readonly digest: Digest
  readonly keyRing: KeyRing
  readonly guard: ReplayGuard
  /** Absent: token authentication is not offered. */
  readonly tokenBook?: TokenBook | undefined
  /** Absent: every app whose identity is proven may do everything. */
  readonly authorizer?: Authorizer | undefined
}

export interface IncomingRequest extends RequestHead {
  /** The content as transmitted, or a task that reads it: the task runs only when every earlier check has passed. */
  readonly body: Bytes | TaskEither<BodyError, Bytes>
}

/** A request whose body is not kept. */
export interface IncomingStream extends RequestHead {
  /**
   * Hands on the content as transmitted, part by part, and answers how many bytes it had. It runs only when every earlier
   * check has passed; a part may be overwritten once it has been taken.
   */
  readonly body: (take: (part: Bytes) => void) => TaskEither<BodyError, number>
}

/** A caller who signed. */
export interface SignedIdentity extends SignedCaller {
  readonly appId: AppId
  readonly method: Method.Method
  readonly target: RequestTarget.RequestTarget
  readonly timestamp: Timestamp
  readonly nonce: Nonce
  readonly fingerprint: Fingerprint
}

/** A caller with a token. */
export interface BearerIdentity extends BearerCaller {
  readonly appId: AppId
  readonly method: Method.Method
  readonly target: RequestTarget.RequestTarget
}

export type Identity = SignedIdentity | BearerIdentity

/** A verified request whose body was kept. */
export type Verified = Identity & { readonly body: Bytes }

/** A verified request whose body was not kept; `bodyLength` is in bytes. */
export type VerifiedLength = Identity & { readonly bodyLength: number }

/** What the header and the request line say. */
export interface Opened extends Omit<Authorization.Signed, '_tag' | 'authType'> {
  readonly method: Method.Method
  readonly target: RequestTarget.RequestTarget
}

type Keys = ReadonlyArray<VerificationKey>

/** What became known of a request on the way to its verdict. A program fills it in as it reads, also where it refuses. */
export interface Known {
  /** As far as it was read. */
  opened?: { readonly [K in keyof Opened]?: Opened[K] | undefined }
  /** Absent if no key was looked up. */
  keys?: Keys
  /** The key whose signature is right. */
  signer?: VerificationKey
  /** Absent if it was not read. */
  body?: Bytes
}

/**
 * Accepts a request, or says why it is refused: a `VerifyError`. Never rejects, as long as the effects keep their laws.
 *
 * @example
 * ```ts
 * import { KeyRing, VerifyPolicy, verifyRequest } from 'countersign'
 * import { make } from 'countersign/guards/memory'
 * import { clock, digest, entropy } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const keyRing = KeyRing.ofKeys([])
 * const guard = await make(VerifyPolicy.defaults, { clock, entropy })()
 * assert.ok(E.isRight(keyRing) && E.isRight(guard))
 * const env = { clock, digest, keyRing: keyRing.right, guard: guard.right }
 *
 * const request = { method: 'GET', target: '/v1/jobs/1', authorization: [], body: new Uint8Array() }
 * const verified = await verifyRequest(VerifyPolicy.defaults)(request)(env)()
 * assert.deepEqual(verified, E.left({ _tag: 'authorization_missing' }))
 * ```
 */
export const verifyRequest =
  (policy: VerifyPolicy = defaults) =>
  (request: IncomingRequest): ReaderTaskEither<VerifyEnv, VerifyError, Verified> =>
  (env) =>
  () =>
    verifying(policy, request, env, {})

/** `verifyRequest` for a face that explains refusals: it fills in `known`, one object a request. */
export const verifyRequestInto =
  (known: Known) =>
  (policy: VerifyPolicy) =>
  (request: IncomingRequest): ReaderTaskEither<VerifyEnv, VerifyError, Verified> =>
  (env) =>
  () =>
    verifying(policy, request, env, known)

const verifying = (
  policy: VerifyPolicy,
  request: IncomingRequest,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, Verified>> => {
  const scheme = schemeOf(policy, request.authorization)
  if (E.isLeft(scheme)) return Promise.resolve(scheme)
  return (scheme.right === 'Signed' ? verifySigned : verifyBearer)(policy, request, env, known)
}

/**
 * The same for a body of any size, which is hashed as it arrives and not kept: a caller who stores it must not act on it
 * before this has answered. The keys are chosen before the body arrives; a key that is withdrawn meanwhile does not count.
 *
 * @example
 * ```ts
 * import { Bytes, KeyRing, VerifyPolicy, type IncomingStream, verifyStream } from 'countersign'
 * import { make } from 'countersign/guards/memory'
 * import { clock, digest, entropy } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * const keyRing = KeyRing.ofKeys([])
 * const guard = await make(VerifyPolicy.defaults, { clock, entropy })()
 * assert.ok(E.isRight(keyRing) && E.isRight(guard))
 * const env = { clock, digest, keyRing: keyRing.right, guard: guard.right }
 *
 * const body: IncomingStream['body'] = (take) => {
 *   take(Bytes.ofAscii('{}'))
 *   return TE.of(2)
 * }
 * const request = { method: 'PUT', target: '/v1/files/1', authorization: ['Basic abc'], body }
 * const verified = await verifyStream(VerifyPolicy.defaults)(request)(env)()
 * assert.deepEqual(verified, E.left({ _tag: 'scheme_unsupported' }))
 * ```
 */
export const verifyStream =
  (policy: VerifyPolicy = defaults) =>
  (request: IncomingStream): ReaderTaskEither<VerifyEnv, VerifyError, VerifiedLength> =>
    verifyStreamInto({})(policy)(request)

/** `verifyStream` that fills in `known`, one object a request. */
export const verifyStreamInto =
  (known: Known) =>
  (policy: VerifyPolicy) =>
  (request: IncomingStream): ReaderTaskEither<VerifyEnv, VerifyError, VerifiedLength> =>
  (env) =>
  () => {
    const scheme = schemeOf(policy, request.authorization)
    if (E.isLeft(scheme)) return Promise.resolve(scheme)
    return (scheme.right === 'Signed' ? streamSigned : streamBearer)(policy, request, env, known)
  }

/** What the one Authorization line opens with. */
const schemeOf = (policy: VerifyPolicy, lines: ReadonlyArray<string>): E.Either<VerifyError, 'Signed' | 'Bearer'> => {
  if (lines.length > 1) return E.left({ _tag: 'authorization_multiple', count: lines.length })
  const line = lines[0]
  return line === undefined ? E.left({ _tag: 'authorization_missing' }) : Authorization.scheme(line, policy)
}

const verifySigned = async (
  policy: VerifyPolicy,
  request: IncomingRequest,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, Verified>> => {
  const opened = open(policy, request, env.clock, known)
  if (E.isLeft(opened)) return opened
  const { appId, signature, method, target, timestamp, nonce } = opened.right

  // An answer at hand is not awaited, here and at the claim: two awaits are 4 % of a verdict.
  let keys = registered(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))
  if (E.isLeft(keys)) return keys
  const body = within(policy, typeof request.body === 'function' ? await request.body() : E.right(request.body))
  if (E.isLeft(body)) return body
  known.body = body.right
  if (typeof request.body === 'function') {
    // The body may have arrived slowly, and a key may have been withdrawn meanwhile.
    keys = registered(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))
    if (E.isLeft(keys)) return keys
  }

  known.keys = keys.right
  const candidates = fitting(keys.right, signature)
  if (E.isLeft(candidates)) return candidates
  const message = StringToSign.make(opened.right, body.right)
  let signer: VerificationKey | undefined
  for (const key of candidates.right) {
    const given = key.verify(message, signature)
    const answer = typeof given === 'boolean' ? given : await given
    if (answer === undefined) return busy
    // Only `true` is a yes, whatever a foreign key may answer.
    if (answer === true) {
      signer = key
      break
    }
  }
  if (signer === undefined) return E.left({ _tag: 'signature_invalid', keys: candidates.right.length })
  known.signer = signer

  const sha256 = (): Promise<Bytes> => env.digest.sha256([ofAscii(message.head), body.right])()
  const answer = admit(policy, env, opened.right, signer, keys.right, sha256)
  const admitted = answer instanceof Promise ? await answer : answer
  if (E.isLeft(admitted)) return admitted
  const { fingerprint } = signer
  return E.right({ scheme: 'signed', appId, method, target, body: body.right, timestamp, nonce, fingerprint })
}

const streamSigned = async (
  policy: VerifyPolicy,
  request: IncomingStream,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, VerifiedLength>> => {
  const opened = open(policy, request, env.clock, known)
  if (E.isLeft(opened)) return opened
  const { appId, signature, method, target, timestamp, nonce } = opened.right

  const keys = registered(await env.keyRing.keysOf(appId)())
  if (E.isLeft(keys)) return keys
  known.keys = keys.right
  const candidates = fitting(keys.right, signature)
  if (E.isLeft(candidates)) return candidates

  const head = StringToSign.head(opened.right)
  const begun = beginChecks(head)(candidates.right)
  const checks = begun.map((check, i) => ({ fingerprint: candidates.right[i]?.fingerprint, check }))
  const hash = policy.policies['nonce-per-message'] ? beginHash(env.digest) : undefined
  hash?.update(ofAscii(head))
  const length = await request.body((part) => {
    for (const { check } of checks) check.update(part)
    hash?.update(part)
  })()
  if (E.isLeft(length)) return length
  if (length.right > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })

  const still = registered(await env.keyRing.keysOf(appId)())
  if (E.isLeft(still)) return still
  known.keys = still.right
  let signer: VerificationKey | undefined
  for (const { fingerprint, check } of checks) {
    const key = still.right.find((each) => each.fingerprint === fingerprint)
    if (key === undefined) continue
    const answer = await check.end(signature)
    if (answer === undefined) return busy
    if (answer === true) {
      signer = key
      break
    }
  }
  if (signer === undefined) return E.left({ _tag: 'signature_invalid', keys: checks.length })
  known.signer = signer

  const admitted = await admit(policy, env, opened.right, signer, still.right, () => (hash as Hashing).end())
  if (E.isLeft(admitted)) return admitted
  const { fingerprint } = signer
  return E.right({ scheme: 'signed', appId, method, target, timestamp, nonce, fingerprint, bodyLength: length.right })
}

/** An answer, or the promise of one. An answer at hand is not awaited: each `await` is 2 % of a verdict's time. */
type Soon<A> = A | Promise<A>

const after = <A, B>(soon: Soon<A>, then: (a: A) => Soon<B>): Soon<B> =>
  soon instanceof Promise ? soon.then(then) : then(soon)

/** A promise of this realm, whichever the task answers with. */
const run = async <A>(task: Task<A>): Promise<A> => task()

/** The checks behind the signature, of a kept and of a streamed body. `sha256` is the digest of the string to sign. */
const admit = (
  policy: VerifyPolicy,
  env: VerifyEnv,
  { appId, method, target, timestamp, nonce }: Opened,
  signer: VerificationKey,
  keys: Keys,
  sha256: () => Promise<Bytes>,
): Soon<E.Either<VerifyError, true>> => {
  // Only now: a caller who cannot sign learns nothing about a key's state or an app's rights.
  const valid = validNow(signer, keys, env.clock)
  if (E.isLeft(valid)) return valid
  const { authorizer } = env
  const right = authorizer === undefined ? yes : run(authorizer.allows({ appId, scheme: 'signed', method, target }))
  return after(right, (answer) => {
    const allowed = permission(answer)
    if (E.isLeft(allowed)) return allowed

    // The body, the key source or the authorizer may have been slow: read the clock again.
    const stillFresh = Freshness.check(policy, timestamp, env.clock.now())
    if (E.isLeft(stillFresh)) return stillFresh

    const counted = policy.policies['nonce-per-message']
      ? sha256().then((digest) => perMessage(nonce, digest))
      : perNonce(policy, nonce, timestamp)
    return after(counted, (unique) => {
      const { fingerprint } = signer
      const claim = { fingerprint, unique, timestamp }
      const claimed = env.guard.claim.atOnce?.(claim) ?? run(env.guard.claim(claim))
      return after(claimed, (first) => sole(first, env))
    })
  })
}

/** Before any key is looked up: a stale or malformed request costs neither a look-up nor a signature check. */
const open = (
  policy: VerifyPolicy,
  request: RequestHead,
  clock: Clock,
  known: Known,
): E.Either<VerifyError, Opened> => {
  const authorization = Authorization.parseSigned(request.authorization[0] as string, policy)
  if (E.isLeft(authorization)) return authorization
  known.opened = authorization.right
  const fresh = Freshness.check(policy, authorization.right.timestamp, clock.now())
  if (E.isLeft(fresh)) return fresh
  const method = parseMethod(policy, request.method)
  if (E.isLeft(method)) return method
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return target
  const { appId, nonce, timestamp, signature } = authorization.right
  // Hot path: a spread takes as long as all that is above.
  const opened = { appId, nonce, timestamp, signature, method: method.right, target: target.right }
  known.opened = opened
  return E.right(opened)
}

const registered = (keys: E.Either<KeySourceUnavailable, Keys>): E.Either<VerifyError, Keys> =>
  E.isRight(keys) && keys.right.length === 0 ? E.left({ _tag: 'app_unknown' }) : keys

/** A signature is as long as its key's modulus (RFC 8017 §8.2.2, step 1): keys of another length need no signature check. */
export const fitting = (keys: Keys, signature: Signature.Signature): E.Either<VerifyError, Keys> => {
  const bytes = Signature.byteLength(signature)
  const fit: Array<VerificationKey> = []
  for (const key of keys) if (key.signatureLength === bytes && fit.length < maxKeysPerApp) fit.push(key)
  return fit.length === 0 ? E.left({ _tag: 'signature_malformed', rule: 'modulus', bytes }) : E.right(fit)
}

const within = (policy: VerifyPolicy, body: E.Either<BodyError, Bytes>): E.Either<VerifyError, Bytes> =>
  E.isRight(body) && body.right.length > policy.bodyLimit
    ? E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })
    : body

const permission = (allowed: E.Either<KeySourceUnavailable, boolean>): E.Either<VerifyError, true> => {
  if (E.isLeft(allowed)) return allowed
  // Only `true` is a yes.
  return allowed.right === true ? yes : E.left({ _tag: 'app_forbidden' })
}

const yes = E.right(true as const)
const busy: E.Either<VerifierBusy, never> = E.left({ _tag: 'verifier_busy' })

// A nonce holds no colon.
const perMessage = (nonce: Nonce, sha256: Bytes): string => `${nonce}:${toHex(sha256)}`

const perNonce = ({ policies }: VerifyPolicy, nonce: Nonce, timestamp: Timestamp): string =>
  policies['nonce-per-timestamp'] ? `${nonce}:${timestamp}` : nonce

type Claimed = E.Either<GuardUnavailable | GuardFull, ClaimAnswer>

/** Whether the guard answered that the claim is the first. */
const sole = (claim: Claimed, env: VerifyEnv): E.Either<VerifyError, true> => {
  if (E.isLeft(claim)) return claim
  if (claim.right === 'forgotten') return E.left(forgotten(env))
  // A guard that breaks its law may answer anything; only `first` is a yes.
  return claim.right === 'first' ? yes : E.left({ _tag: 'nonce_replayed' })
}

/** After a restart of its store, a guard's floor lies ahead: signing again helps only from that second on. */
const forgotten = ({ clock, guard }: VerifyEnv): TimestampForgotten => {
  const now = clock.now()
  const floor = guard.floor?.() ?? now
  return {
    _tag: 'timestamp_expired',
    because: 'forgotten',
    now,
    ...(floor > now ? { retryAfterSeconds: floor - now } : {}),
  }
}

const verifyBearer = async (
  policy: VerifyPolicy,
  request: IncomingRequest,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, Verified>> => {
  const identity = await identify(policy, request, env, known)
  if (E.isLeft(identity)) return identity
  const body = within(policy, typeof request.body === 'function' ? await request.body() : E.right(request.body))
  if (E.isLeft(body)) return body
  return E.right({ ...identity.right, body: body.right })
}

const streamBearer = async (
  policy: VerifyPolicy,
  request: IncomingStream,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, VerifiedLength>> => {
  const identity = await identify(policy, request, env, known)
  if (E.isLeft(identity)) return identity
  const length = await request.body(() => {})()
  if (E.isLeft(length)) return length
  if (length.right > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })
  return E.right({ ...identity.right, bodyLength: length.right })
}

/** edition → token68 → token book → allowed. A bearer request never comes near a key. */
const identify = async (
  policy: VerifyPolicy,
  request: RequestHead,
  env: VerifyEnv,
  known: Known,
): Promise<E.Either<VerifyError, BearerIdentity>> => {
  if (!offersBearer(policy.edition)) return E.left({ _tag: 'bearer_not_offered', because: 'edition' })
  if (env.tokenBook === undefined) return E.left({ _tag: 'bearer_not_offered', because: 'no-token-book' })
  const authorization = Authorization.parseBearer(request.authorization[0] as string)
  if (E.isLeft(authorization)) return authorization
  const method = parseMethod(policy, request.method)
  if (E.isLeft(method)) return method
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return target
  known.opened = { method: method.right, target: target.right }

  const found = await env.tokenBook.find(authorization.right.token)()
  if (E.isLeft(found)) return found
  if (found.right._tag === 'None') return E.left({ _tag: 'token_unknown' })
  const identity = { appId: found.right.value, scheme: 'bearer', method: method.right, target: target.right } as const
  if (env.authorizer !== undefined) {
    const allowed = permission(await env.authorizer.allows(identity)())
    if (E.isLeft(allowed)) return allowed
  }
  return E.right(identity)
}

const parseMethod = (policy: VerifyPolicy, method: string): E.Either<Method.MalformedMethod, Method.Method> =>
  policy.policies['method-case'] ? Method.parse(method) : Method.parseExact(method)

/** A key may stand in an app twice, with two validities: one of them is enough. Revoked once is revoked. */
const validNow = (signer: VerificationKey, keys: Keys, clock: Clock): E.Either<KeyRevoked, true> => {
  let valid = false
  let because: KeyRevoked['because'] = 'revoked'
  for (const { fingerprint, validity } of keys) {
    if (fingerprint !== signer.fingerprint) continue
    const fault = invalidity(validity, clock)
    if (fault === 'revoked') return E.left({ _tag: 'key_revoked', because: fault })
    if (fault === undefined) valid = true
    else because = fault
  }
  return valid ? yes : E.left({ _tag: 'key_revoked', because })
}

const invalidity = ({ notBefore, notAfter, revoked }: Validity, clock: Clock): KeyRevoked['because'] | undefined => {
  if (revoked === true) return 'revoked'
  if (notBefore !== undefined && clock.now() < notBefore) return 'not-yet-valid'
  if (notAfter !== undefined && clock.now() > notAfter) return 'no-longer-valid'
  return undefined
}
