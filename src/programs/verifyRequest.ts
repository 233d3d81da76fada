/**
 * Verifying one request. The order of the checks is the security argument, so all of it stands in this file:
 *
 *   one Authorization → auth type → header grammar → freshness → method and target → keys of the app → body within its
 *   cap → length of the signature → signature → key not revoked → app allowed → freshness again → claim of the nonce
 *
 * What is cheap comes before what is dear, and nothing that a stranger can send reaches the claim, which alone writes:
 * a forged or stale request can neither use up another caller's nonce nor fill a store.
 *
 * Statements with early returns rather than a pipe: this runs on every request, and eight chained steps cost half a
 * signature check.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import * as Authorization from '../core/Authorization.ts'
import { type Bytes, ofAscii, toHex } from '../core/Bytes.ts'
import { offersBearer } from '../core/Edition.ts'
import type { Fingerprint } from '../core/Fingerprint.ts'
import * as Freshness from '../core/Freshness.ts'
import * as Method from '../core/Method.ts'
import type { Nonce } from '../core/Nonce.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import * as Signature from '../core/Signature.ts'
import * as StringToSign from '../core/StringToSign.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import type { BodyError, KeyRevoked, VerifyError } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Authorizer } from '../effects/Authorizer.ts'
import type { Clock } from '../effects/Clock.ts'
import type { Digest } from '../effects/Digest.ts'
import { type KeyRing, maxKeysPerApp, type Validity, type VerificationKey } from '../effects/KeyRing.ts'
import type { ReplayGuard } from '../effects/ReplayGuard.ts'
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

export interface IncomingRequest {
  readonly method: string
  /** As it stands on the request line, before any router or proxy has touched it. */
  readonly target: string
  /** Every Authorization line of the request, each without its name. */
  readonly authorization: ReadonlyArray<string>
  /** The content as transmitted, or a task that reads it: it is run only when everything before it has passed. */
  readonly body: Bytes | TaskEither<BodyError, Bytes>
}

export interface VerifiedSigned {
  readonly scheme: 'signed'
  readonly appId: AppId
  readonly method: Method.Method
  readonly target: RequestTarget.RequestTarget
  readonly body: Bytes
  readonly timestamp: Timestamp
  readonly nonce: Nonce
  /** Of the key that verified. */
  readonly fingerprint: Fingerprint
}

export interface VerifiedBearer {
  readonly scheme: 'bearer'
  readonly appId: AppId
  readonly method: Method.Method
  readonly target: RequestTarget.RequestTarget
  readonly body: Bytes
}

export type Verified = VerifiedSigned | VerifiedBearer

/** Accepts a request, or says for what it is refused. Never rejects, as long as the effects keep their laws. */
export const verifyRequest =
  (policy: VerifyPolicy) =>
  (request: IncomingRequest): ReaderTaskEither<VerifyEnv, VerifyError, Verified> =>
  (env) =>
  () => {
    const header = request.authorization[0]
    if (header === undefined) return refused({ _tag: 'AuthorizationMissing' })
    const count = request.authorization.length
    if (count > 1) return refused({ _tag: 'AuthorizationMultiple', count })
    const scheme = Authorization.scheme(header, policy)
    if (E.isLeft(scheme)) return refused(scheme.left)
    return scheme.right === 'Signed'
      ? verifySigned(policy, request, header, env)
      : verifyBearer(policy, request, header, env)
  }

const refused = (error: VerifyError): Promise<E.Either<VerifyError, never>> => Promise.resolve(E.left(error))

const verifySigned = async (
  policy: VerifyPolicy,
  request: IncomingRequest,
  header: string,
  env: VerifyEnv,
): Promise<E.Either<VerifyError, VerifiedSigned>> => {
  const authorization = Authorization.parseSigned(header, policy)
  if (E.isLeft(authorization)) return authorization
  const { appId, nonce, timestamp, signature } = authorization.right

  // Before any key is looked up: what is stale or malformed costs neither a look-up nor a signature check.
  const fresh = Freshness.check(policy, timestamp, env.clock.now())
  if (E.isLeft(fresh)) return fresh
  const method = parseMethod(policy, request.method)
  if (E.isLeft(method)) return method
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return target

  let keys = await env.keyRing.keysOf(appId)()
  if (E.isLeft(keys)) return keys
  if (keys.right.length === 0) return E.left({ _tag: 'AppUnknown' })

  const body = typeof request.body === 'function' ? await request.body() : E.right(request.body)
  if (E.isLeft(body)) return body
  if (body.right.length > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })
  if (typeof request.body === 'function') {
    // A body may have come slowly, and a key may have been withdrawn meanwhile.
    keys = await env.keyRing.keysOf(appId)()
    if (E.isLeft(keys)) return keys
    if (keys.right.length === 0) return E.left({ _tag: 'AppUnknown' })
  }

  // A signature is as long as its key's modulus (RFC 8017 §8.2.2, step 1): this filters the keys before the dear part.
  const bytes = Signature.byteLength(signature)
  const message = StringToSign.make({ method: method.right, target: target.right, timestamp, nonce }, body.right)
  let tried = 0
  let signer: VerificationKey | undefined
  for (const key of keys.right) {
    if (key.signatureLength !== bytes || tried === maxKeysPerApp) continue
    tried++
    const answer = key.verify(message, signature)
    // Nothing but true is a yes, whatever a key from outside may answer.
    if ((typeof answer === 'boolean' ? answer : await answer) === true) {
      signer = key
      break
    }
  }
  if (tried === 0) return E.left({ _tag: 'SignatureLengthWrong', bytes })
  if (signer === undefined) return E.left({ _tag: 'SignatureInvalid', keys: tried })

  // Only now: whoever cannot sign learns nothing about a key's state or an app's rights.
  const revoked = invalidity(signer.validity, env.clock)
  if (revoked !== undefined) return E.left({ _tag: 'KeyRevoked', because: revoked })
  if (env.authorizer !== undefined) {
    const allowed = await env.authorizer.allows({
      appId,
      scheme: 'signed',
      method: method.right,
      target: target.right,
    })()
    if (E.isLeft(allowed)) return allowed
    if (allowed.right !== true) return E.left({ _tag: 'AppForbidden' })
  }

  // A body may have come slowly, a key source or an authorizer may have taken its time: the clock is read again.
  const stillFresh = Freshness.check(policy, timestamp, env.clock.now())
  if (E.isLeft(stillFresh)) return stillFresh

  const { fingerprint } = signer
  const { policies } = policy
  const unique = policies['nonce-per-message']
    ? // A nonce holds no colon.
      `${nonce}:${toHex(await env.digest.sha256([ofAscii(message.head), body.right])())}`
    : policies['nonce-per-timestamp']
      ? `${nonce}:${timestamp}`
      : nonce
  const claim = await env.guard.claim({ fingerprint, unique, timestamp })()
  if (E.isLeft(claim)) return claim
  if (claim.right === 'forgotten') return E.left({ _tag: 'TimestampForgotten', now: env.clock.now() })
  // Whatever else a guard may answer that forgets its law, it is no yes.
  if (claim.right !== 'first') return E.left({ _tag: 'NonceReplayed' })
  return E.right({
    scheme: 'signed',
    appId,
    method: method.right,
    target: target.right,
    body: body.right,
    timestamp,
    nonce,
    fingerprint,
  })
}

/** edition → token68 → token book → allowed. A bearer request never comes near a key. */
const verifyBearer = async (
  policy: VerifyPolicy,
  request: IncomingRequest,
  header: string,
  env: VerifyEnv,
): Promise<E.Either<VerifyError, VerifiedBearer>> => {
  if (!offersBearer(policy.edition)) return E.left({ _tag: 'BearerNotOffered', because: 'edition' })
  if (env.tokenBook === undefined) return E.left({ _tag: 'BearerNotOffered', because: 'no-token-book' })
  const authorization = Authorization.parseBearer(header)
  if (E.isLeft(authorization)) return authorization
  const method = parseMethod(policy, request.method)
  if (E.isLeft(method)) return method
  const target = RequestTarget.parse(request.target)
  if (E.isLeft(target)) return target

  const found = await env.tokenBook.find(authorization.right.token)()
  if (E.isLeft(found)) return found
  if (O.isNone(found.right)) return E.left({ _tag: 'TokenUnknown' })
  const identity = { appId: found.right.value, scheme: 'bearer', method: method.right, target: target.right } as const
  if (env.authorizer !== undefined) {
    const allowed = await env.authorizer.allows(identity)()
    if (E.isLeft(allowed)) return allowed
    if (allowed.right !== true) return E.left({ _tag: 'AppForbidden' })
  }
  const body = typeof request.body === 'function' ? await request.body() : E.right(request.body)
  if (E.isLeft(body)) return body
  if (body.right.length > policy.bodyLimit) return E.left({ _tag: 'BodyTooLarge', limitBytes: policy.bodyLimit })
  return E.right({ ...identity, body: body.right })
}

const parseMethod = (policy: VerifyPolicy, method: string): E.Either<Method.MalformedMethod, Method.Method> =>
  policy.policies['method-case'] ? Method.parse(method) : Method.parseExact(method)

const invalidity = ({ notBefore, notAfter, revoked }: Validity, clock: Clock): KeyRevoked['because'] | undefined => {
  if (revoked === true) return 'revoked'
  if (notBefore !== undefined && clock.now() < notBefore) return 'not-yet-valid'
  if (notAfter !== undefined && clock.now() > notAfter) return 'no-longer-valid'
  return undefined
}
