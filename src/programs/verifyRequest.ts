/**
 * Verifying one request. The order of the checks is the security argument, so all of it stands in this file:
 *
 *   one Authorization → auth type → header grammar → freshness → method and target → keys of the app → body within its
 *   cap → length of the signature → signature → key not revoked → app allowed → freshness again → claim of the nonce
 *
 * A signature that no key can have, or that fits none, lets the key ring look again, once; then the new keys are tried.
 *
 * Cheap checks come before expensive ones. Nothing that a stranger can send reaches the claim, the only step that writes:
 * a forged or stale request can neither use up another caller's nonce nor fill a store.
 *
 * `verifyRequest` is for a body that is kept, `verifyStream` for one that is hashed as it arrives; the order is the same. (A
 * stream that no key of the app can check is refused unread, since its keys hash it.)
 *
 * Statements with early returns rather than a pipe: this runs on every request, and eight chained steps cost half a
 * signature check.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import * as Authorization from '../core/Authorization.ts'
import { type Bytes, isBytes, ofAscii, toHex } from '../core/Bytes.ts'
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
import { memberOf } from '../core/untrusted.ts'
import type {
  BodyError,
  KeyRevoked,
  KeySourceUnavailable,
  TimestampForgotten,
  VerifyError,
} from '../core/VerifyError.ts'
import { defaults, type VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import { begin as beginHash, type Digest, type Hashing } from '../effects/Digest.ts'
import {
  begin as beginChecks,
  type CheckAnswer,
  type Checked,
  type KeyRing,
  maxKeysPerApp,
  type VerificationKey,
} from '../effects/KeyRing.ts'
import type { Claimed, ReplayGuard } from '../effects/ReplayGuard.ts'
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

/** The other headers of a request, in any form that `evidenceOf` reads: asked of a refused request, and never for a verdict. */
export interface WithHeaders {
  /** Answers the headers: `Headers`, pairs, or an object. It is called only where the request is refused and `onRefusal` is set. */
  readonly headers?: (() => object) | undefined
}

export interface IncomingRequest extends RequestHead, WithHeaders {
  /** The content as transmitted, or a task that reads it: the task runs only when every earlier check has passed. */
  readonly body: Bytes | TaskEither<BodyError, Bytes>
}

/** A request whose body is not kept. */
export interface IncomingStream extends RequestHead, WithHeaders {
  /**
   * Hands on the content as transmitted, part by part, and answers how many bytes it had. It runs only when every earlier
   * check has passed; a part may be overwritten once it has been taken.
   */
  readonly body: (take: (part: Bytes) => void) => TaskEither<BodyError, number>
}

/** A caller who signed. */
export type SignedIdentity = SignedCaller &
  StringToSign.Parts & { readonly appId: AppId; readonly fingerprint: Fingerprint }

/** A caller with a token. */
export type BearerIdentity = BearerCaller & Pick<StringToSign.Parts, 'method' | 'target'> & { readonly appId: AppId }

export type Identity = SignedIdentity | BearerIdentity

/** A verified request whose body was kept. */
export type Verified = Identity & { readonly body: Bytes }

/** A verified request whose body was not kept; `bodyLength` is in bytes. */
export type VerifiedLength = Identity & { readonly bodyLength: number }

/** What the header and the request line say. */
export interface Opened extends Omit<Authorization.Signed, '_tag' | 'authType'>, StringToSign.Parts {}

type Keys = ReadonlyArray<VerificationKey>

/** What became known of a request on the way to its refusal. */
export interface VerifyContext {
  /** As far as it was read. */
  readonly opened?: { readonly [K in keyof Opened]?: Opened[K] | undefined } | undefined
  /** Absent if no key was looked up. */
  readonly keys?: Keys | undefined
  /** The key whose signature is right. */
  readonly signer?: VerificationKey | undefined
  /** Absent if it was not read, or not kept. */
  readonly body?: Bytes | undefined
}

/** What a refusal is answered as. The program itself does it: to map its promise afterwards costs as much as an `await`. */
export type Refuse<L> = (error: VerifyError, context: VerifyContext) => L

const plainly: Refuse<VerifyError> = (error) => error

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
    verify(kept, policy, request, env, plainly)

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
  (env) =>
  () =>
    verify(streamed, policy, request, env, plainly)

/** The one Authorization line, opened: the first checks of every request. */
export const readScheme = (
  policy: Pick<VerifyPolicy, 'authType' | 'policies'>,
  { authorization }: Pick<RequestHead, 'authorization'>,
): E.Either<VerifyError, Authorization.Scheme> => {
  if (authorization.length > 1) return E.left({ _tag: 'authorization_multiple', count: authorization.length })
  const line = authorization[0]
  return line === undefined ? E.left({ _tag: 'authorization_missing' }) : Authorization.scheme(line, policy)
}

/** Why a head is refused, and what was read of it before. */
export interface RefusedHead {
  readonly error: VerifyError
  readonly opened: VerifyContext['opened']
}

/**
 * The checks of a signed request that take no key, in their order: items, freshness, method, target. All come before the
 * look-up of a key, so a stale or malformed request costs neither a look-up nor a signature check.
 *
 * Without `now` the freshness is not judged: a diagnosis may not know when a request arrived.
 */
export const readHead = (
  policy: VerifyPolicy,
  request: Pick<RequestHead, 'method' | 'target'>,
  scheme: Authorization.Scheme<'Signed'>,
  now: Timestamp | undefined,
): E.Either<RefusedHead, Opened> => {
  const authorization = Authorization.parseSigned(scheme, policy)
  if (E.isLeft(authorization)) return refusedHead(authorization.left, undefined)
  const { appId, nonce, timestamp, signature } = authorization.right
  const fresh = now === undefined ? yes : Freshness.check(policy, timestamp, now)
  if (E.isLeft(fresh)) return refusedHead(fresh.left, authorization.right)
  const method = Method.parseUnder(policy.policies)(request.method)
  if (E.isLeft(method)) return refusedHead(method.left, authorization.right)
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return refusedHead(target.left, authorization.right)
  // Hot path: a spread takes as long as all that is above.
  return E.right({ appId, nonce, timestamp, signature, method: method.right, target: target.right })
}

const refusedHead = (error: VerifyError, opened: VerifyContext['opened']): E.Either<RefusedHead, never> =>
  E.left({ error, opened })

/** How the content of a request is received: kept, or hashed as it arrives. `C` is what remains of it. */
export interface Reception<R, C, A> {
  /** The checks under these keys. A left: none of them can check this signature. */
  readonly begin: (request: R, opened: Opened, keys: Keys, policy: VerifyPolicy, env: VerifyEnv) => Begun<C>
  /** Receives the content of a request with a token, which no signature covers. */
  readonly arrive: (request: R) => Arriving<C>
  readonly lengthOf: (content: C) => number
  readonly accept: (who: Identity, content: C) => A
}

/** At hand, or a task that waits for the caller. */
type Arriving<C> = C | TaskEither<BodyError, C>

type Begun<C> = E.Either<VerifyError, Checks<C>>

interface Checks<C> {
  readonly content: Arriving<C>
  readonly holds: (key: VerificationKey, content: C) => Checked
  /** Of the string to sign. */
  readonly sha256: (content: C) => Promise<Bytes>
}

/** The body is handed on with the verdict. */
export const kept: Reception<IncomingRequest, Bytes, Verified> = {
  begin: ({ body, callerAddress }, opened, _, __, { digest }) => {
    const head = StringToSign.head(opened)
    return E.right({
      content: body,
      holds: (key, content) => key.verify({ head, body: content }, opened.signature, callerAddress),
      sha256: (content) => digest.sha256([ofAscii(head), content])(),
    })
  },
  arrive: ({ body }) => body,
  lengthOf: ({ length }) => length,
  accept: (who, body) => Object.assign(who, { body }),
}

/** Only the length of the body is handed on. */
export const streamed: Reception<IncomingStream, number, VerifiedLength> = {
  begin: ({ body, callerAddress }, opened, keys, { policies }, { digest }) => {
    const candidates = fitting(keys, opened.signature)
    if (E.isLeft(candidates)) return candidates
    const head = StringToSign.head(opened)
    const checks = beginChecks(head, callerAddress)(candidates.right)
    const unused = new Map(candidates.right.map(({ fingerprint }, i) => [fingerprint, checks[i]]))
    const hash = policies['nonce-per-message'] ? beginHash(digest) : undefined
    hash?.update(ofAscii(head))
    return E.right({
      content: body((part) => {
        for (const check of checks) check.update(part)
        hash?.update(part)
      }),
      // A key that was registered meanwhile has not seen the body.
      holds: ({ fingerprint }) => {
        const check = unused.get(fingerprint)
        unused.delete(fingerprint)
        return check === undefined ? false : check.end(opened.signature)
      },
      sha256: () => (hash as Hashing).end(),
    })
  },
  arrive: ({ body }) => body(() => {}),
  lengthOf: (length) => length,
  accept: (who, bodyLength) => Object.assign(who, { bodyLength }),
}

/** The verdict; a refusal is answered as `refuse` has it. */
export const verify = <R extends RequestHead, C, A, L>(
  reception: Reception<R, C, A>,
  policy: VerifyPolicy,
  request: R,
  env: VerifyEnv,
  refuse: Refuse<L>,
): Promise<E.Either<L, A>> => {
  const scheme = readScheme(policy, request)
  if (E.isLeft(scheme)) return Promise.resolve(E.left(refuse(scheme.left, {})))
  return scheme.right._tag === 'Signed'
    ? verifySigned(reception, policy, request, scheme.right, env, refuse)
    : verifyBearer(reception, policy, request, scheme.right, env, refuse)
}

/**
 * All checks of a signed request, in their order.
 *
 * Only a caller decides how long its body takes. So what was read before counts no more once a body was awaited: the keys are
 * looked up again, and rights and the clock are read after it. All later waits are the service's own, and short.
 *
 * An answer at hand is not awaited: two awaits are 4 % of a verdict.
 */
const verifySigned = async <R extends RequestHead, C, A, L>(
  { begin, lengthOf, accept }: Reception<R, C, A>,
  policy: VerifyPolicy,
  request: R,
  scheme: Authorization.Scheme<'Signed'>,
  env: VerifyEnv,
  refuse: Refuse<L>,
): Promise<E.Either<L, A>> => {
  const head = readHead(policy, request, scheme, env.clock.now())
  if (E.isLeft(head)) return E.left(refuse(head.left.error, { opened: head.left.opened }))
  const opened = head.right
  const { appId, nonce, timestamp, signature, method, target } = opened
  const found = registered(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))
  if (E.isLeft(found)) return E.left(refuse(found.left, { opened }))
  const progress: Progress<C, L> = progressOf(refuse, opened, found.right)
  let checks = begin(request, opened, progress.keys, policy, env)
  if (E.isLeft(checks)) {
    await addNewerKeys(progress, env.keyRing)
    checks = begin(request, opened, progress.keys, policy, env)
  }
  if (E.isLeft(checks)) return refuseSigned(progress, checks.left)
  const { content, holds, sha256 } = checks.right
  const arrived = within(policy, lengthOf, isAwaited(content) ? await content() : E.right(content))
  if (E.isLeft(arrived)) return refuseSigned(progress, arrived.left)
  const body = arrived.right
  progress.body = body
  if (isAwaited(content)) {
    const still = registered(env.keyRing.keysOf.atOnce?.(appId) ?? (await env.keyRing.keysOf(appId)()))
    if (E.isLeft(still)) return refuseSigned(progress, still.left)
    progress.keys = still.right
  }

  const searched = signerAmong(progress.keys, signature, holds, body)
  let signer = searched instanceof Promise ? await searched : searched
  if (E.isLeft(signer) && signer.left._tag !== 'verifier_busy') {
    const newer = await addNewerKeys(progress, env.keyRing)
    if (newer.length > 0) signer = await signerAmong(newer, signature, holds, body)
  }
  if (E.isLeft(signer)) return refuseSigned(progress, signer.left)
  progress.signer = signer.right

  // Only now: a caller who cannot sign learns nothing about a key's state or an app's rights.
  const valid = validNow(signer.right, progress.keys, env.clock)
  if (E.isLeft(valid)) return refuseSigned(progress, valid.left)
  const asked = env.authorizer?.allows({ appId, scheme: 'signed', method, target })
  const allowed = asked === undefined ? yes : permission(await asked())
  if (E.isLeft(allowed)) return refuseSigned(progress, allowed.left)
  // The body, the key source or the authorizer may have been slow.
  const stillFresh = Freshness.check(policy, timestamp, env.clock.now())
  if (E.isLeft(stillFresh)) return refuseSigned(progress, stillFresh.left)

  const { fingerprint } = signer.right
  const isOfMessage = policy.policies['nonce-per-message']
  const unique = isOfMessage ? perMessage(nonce, await sha256(body)) : perNonce(policy, nonce, timestamp)
  const claim = { fingerprint, unique, timestamp }
  const claimed = sole(env.guard.claim.atOnce?.(claim) ?? (await env.guard.claim(claim)()), env)
  if (E.isLeft(claimed)) return refuseSigned(progress, claimed.left)
  memberOf(env.keyRing, 'noteProof')?.(appId, fingerprint)
  return E.right(accept(identityOf(opened, fingerprint), body))
}

const identityOf = ({ appId, method, target, timestamp, nonce }: Opened, fingerprint: Fingerprint): SignedIdentity => {
  const who = { scheme: 'signed', appId, method, target, timestamp, nonce, fingerprint }
  return who as SignedIdentity
}

/** What became known of a signed request so far. */
interface Progress<C, L> {
  readonly refuse: Refuse<L>
  readonly opened: Opened
  keys: Keys
  body: C | undefined
  signer: VerificationKey | undefined
  /** Once, the ring may look for keys that were added since. */
  mayLookAgain: boolean
}

const registered = (keys: E.Either<KeySourceUnavailable, Keys>): E.Either<VerifyError, Keys> =>
  E.isRight(keys) && keys.right.length === 0 ? E.left({ _tag: 'app_unknown' }) : keys

/** The keys were looked up, and no more. */
const progressOf = <C, L>(refuse: Refuse<L>, opened: Opened, keys: Keys): Progress<C, L> => ({
  refuse,
  opened,
  keys,
  body: undefined,
  signer: undefined,
  mayLookAgain: true,
})

/** The refusal of a request of which so much is known. */
const refuseSigned = <C, L>(
  { refuse, opened, keys, signer, body }: Progress<C, L>,
  error: VerifyError,
): E.Either<L, never> => E.left(refuse(error, { opened, keys, signer, body: isBytes(body) ? body : undefined }))

/** Keys may have been added since they were looked up: once, the ring may look again. Answers those that are new. */
const addNewerKeys = async <C, L>(progress: Progress<C, L>, ring: KeyRing): Promise<Keys> => {
  if (!progress.mayLookAgain) return []
  progress.mayLookAgain = false
  const newer = await newerKeys(ring, progress.opened.appId, progress.keys)
  progress.keys = [...progress.keys, ...newer]
  return newer
}

type Searched = E.Either<VerifyError, VerificationKey>

/** The first of the keys under which the signature is right: at once if the answers of all checks are at hand. */
const signerAmong = <C>(
  keys: Keys,
  signature: Signature.Signature,
  holds: Checks<C>['holds'],
  body: C,
): Searched | Promise<Searched> => {
  const candidates = fitting(keys, signature)
  return E.isLeft(candidates) ? candidates : signerFrom(candidates.right, 0, (key) => holds(key, body))
}

type Holds = (key: VerificationKey) => Checked

/** Tries the candidates from a place on. */
const signerFrom = (candidates: Keys, place: number, holds: Holds): Searched | Promise<Searched> => {
  const key = candidates[place]
  if (key === undefined) return E.left({ _tag: 'signature_invalid', keys: candidates.length })
  const decide = (answer: CheckAnswer): Searched | Promise<Searched> => {
    if (answer === undefined) return E.left({ _tag: 'verifier_busy' })
    // Only `true` is a yes, whatever a foreign key may answer.
    return answer === true ? E.right(key) : signerFrom(candidates, place + 1, holds)
  }
  const answer = holds(key)
  // Any other answer is a promise, or is awaited as one: a key may be foreign.
  const isAtHand = typeof answer === 'boolean' || answer === undefined
  return isAtHand ? decide(answer) : Promise.resolve(answer).then(decide)
}

/** Keys that the ring finds for the app when it looks again, beside those that were tried; none if it does not look, or cannot. */
const newerKeys = async (ring: KeyRing, appId: AppId, tried: Keys): Promise<Keys> => {
  const lookAgain = memberOf(ring, 'lookAgain')
  if (lookAgain === undefined) return []
  const found = await lookAgain(appId)()
  if (E.isLeft(found) || found.right === tried) return []
  return found.right.filter((key) => !tried.some(({ fingerprint }) => fingerprint === key.fingerprint))
}

/** A signature is as long as its key's modulus (RFC 8017 §8.2.2, step 1): keys of another length need no signature check. */
export const fitting = (keys: Keys, signature: Signature.Signature): E.Either<VerifyError, Keys> => {
  const bytes = Signature.byteLength(signature)
  const fit: Array<VerificationKey> = []
  for (const key of keys) if (key.signatureLength === bytes && fit.length < maxKeysPerApp) fit.push(key)
  return fit.length === 0 ? E.left({ _tag: 'signature_malformed', rule: 'modulus', bytes }) : E.right(fit)
}

const isAwaited = <C>(content: Arriving<C>): content is TaskEither<BodyError, C> => typeof content === 'function'

const within = <C>(
  { bodyLimit }: VerifyPolicy,
  lengthOf: (content: C) => number,
  body: E.Either<BodyError, C>,
): E.Either<BodyError, C> =>
  E.isRight(body) && lengthOf(body.right) > bodyLimit ? E.left({ _tag: 'body_too_large', limitBytes: bodyLimit }) : body

const permission = (allowed: E.Either<KeySourceUnavailable, boolean>): E.Either<VerifyError, true> => {
  if (E.isLeft(allowed)) return allowed
  // Only `true` is a yes.
  return allowed.right === true ? yes : E.left({ _tag: 'app_forbidden' })
}

const yes = E.right(true as const)

// A nonce holds no colon.
const perMessage = (nonce: Nonce, sha256: Bytes): string => `${nonce}:${toHex(sha256)}`

const perNonce = ({ policies }: VerifyPolicy, nonce: Nonce, timestamp: Timestamp): string =>
  policies['nonce-per-timestamp'] ? `${nonce}:${timestamp}` : nonce

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

/**
 * edition → token68 → method and target → token book → app allowed → body within its cap. A bearer request never comes near a
 * key.
 */
const verifyBearer = async <R extends RequestHead, C, A, L>(
  { arrive, lengthOf, accept }: Reception<R, C, A>,
  policy: VerifyPolicy,
  request: R,
  scheme: Authorization.Scheme<'Bearer'>,
  env: VerifyEnv,
  refuse: Refuse<L>,
): Promise<E.Either<L, A>> => {
  let opened: VerifyContext['opened']
  const refused = (error: VerifyError): E.Either<L, never> => E.left(refuse(error, { opened }))
  if (!offersBearer(policy.edition)) return refused({ _tag: 'bearer_not_offered', because: 'edition' })
  if (env.tokenBook === undefined) return refused({ _tag: 'bearer_not_offered', because: 'no-token-book' })
  const authorization = Authorization.parseBearer(scheme)
  if (E.isLeft(authorization)) return refused(authorization.left)
  const method = Method.parseUnder(policy.policies)(request.method)
  if (E.isLeft(method)) return refused(method.left)
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return refused(target.left)
  opened = { method: method.right, target: target.right }

  const found = await env.tokenBook.find(authorization.right.token)()
  if (E.isLeft(found)) return refused(found.left)
  if (found.right._tag === 'None') return refused({ _tag: 'token_unknown' })
  const who = { scheme: 'bearer', appId: found.right.value, method: method.right, target: target.right } as const
  const { authorizer } = env
  if (authorizer !== undefined) {
    const allowed = permission(await authorizer.allows({ ...who })())
    if (E.isLeft(allowed)) return refused(allowed.left)
  }
  const content = arrive(request)
  const body = within(policy, lengthOf, isAwaited(content) ? await content() : E.right(content))
  return E.isLeft(body) ? refused(body.left) : E.right(accept(who, body.right))
}

/** A key may stand in an app twice, with two validities: one of them is enough. Revoked once is revoked. */
const validNow = (signer: VerificationKey, keys: Keys, clock: Clock): E.Either<KeyRevoked, true> => {
  let valid = false
  let because: KeyRevoked['because'] = 'revoked'
  for (const key of keys) {
    if (key.fingerprint !== signer.fingerprint) continue
    const fault = invalidity(key, clock)
    if (fault === 'revoked') return E.left({ _tag: 'key_revoked', because: fault })
    if (fault === undefined) valid = true
    else because = fault
  }
  return valid ? yes : E.left({ _tag: 'key_revoked', because })
}

const invalidity = ({ validity }: VerificationKey, clock: Clock): KeyRevoked['because'] | undefined => {
  const { notBefore, notAfter, revoked } = validity
  if (revoked === true) return 'revoked'
  if (notBefore !== undefined && clock.now() < notBefore) return 'not-yet-valid'
  if (notAfter !== undefined && clock.now() > notAfter) return 'no-longer-valid'
  return undefined
}
