/**
 * A verifier's checks before the signature, in its order.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../core/Authorization.ts'
import type { Bytes } from '../../core/Bytes.ts'
import { offersBearer } from '../../core/Edition.ts'
import * as Freshness from '../../core/Freshness.ts'
import * as Method from '../../core/Method.ts'
import type { PublicKey } from '../../core/PublicKey.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import * as Signature from '../../core/Signature.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyError } from '../../core/VerifyError.ts'
import type { Settings, VerifyPolicy } from '../../core/VerifyPolicy.ts'

/** A public key, and whose it is; without an app id it counts for any app. */
export interface KnownKey {
  readonly appId?: string | undefined
  readonly key: PublicKey
}

/** A request as it arrived, and what is known about it. */
export interface Case {
  readonly method: string
  /** As on the request line. */
  readonly target: string
  /** Every Authorization line, each without its name. */
  readonly authorization: ReadonlyArray<string>
  /** The content as transmitted. */
  readonly body: Bytes
  /** The app's keys, and those of others if there are any. */
  readonly keys: ReadonlyArray<KnownKey>
  /** The Host header's value. */
  readonly host?: string | undefined
  /** The URL that the caller says it called. */
  readonly url?: string | undefined
  /** Whether `url` is only where the request itself went: the caller may have signed another one. */
  readonly urlIsSent?: boolean | undefined
  /** Targets that the verifier knows, the likeliest first: those that it has accepted lately, or the routes of the service. */
  readonly paths?: ReadonlyArray<string> | undefined
  /** The body without its content coding, such as gzip, if it has one. */
  readonly decoded?: Bytes | undefined
  /** The file that a command sent as the body, if the command changed it, as curl does with -d @FILE. */
  readonly file?: Bytes | undefined
  /** When it arrived, in seconds since 1970; unless set, every timestamp is fresh. */
  readonly now?: number | undefined
  /** The verifier's; the defaults unless set. */
  readonly settings?: Settings | undefined
}

/** Whether a key counts for an app; without a name, every key does. */
export const belongsTo =
  (appId: string | undefined) =>
  (known: KnownKey): boolean =>
    appId === undefined || known.appId === undefined || known.appId === appId

/** What the header says, or the first refusal. */
export const judge = (
  { method, target, authorization, body, keys, now }: Case,
  policy: VerifyPolicy,
): E.Either<VerifyError, Authorization.Signed> => {
  const [line, ...more] = authorization
  if (more.length > 0) return E.left({ _tag: 'authorization_multiple', count: authorization.length })
  if (line === undefined) return E.left({ _tag: 'authorization_missing' })
  const scheme = Authorization.scheme(line, policy)
  if (E.isLeft(scheme)) return scheme
  if (scheme.right === 'Bearer')
    return E.left({ _tag: 'bearer_not_offered', because: offersBearer(policy.edition) ? 'no-token-book' : 'edition' })
  const header = Authorization.parseSigned(line, policy)
  if (E.isLeft(header)) return header
  const { appId, timestamp, signature } = header.right
  if (now !== undefined) {
    const fresh = Freshness.check(policy, timestamp, now as Timestamp)
    if (E.isLeft(fresh)) return fresh
  }
  const verb = policy.policies['method-case'] ? Method.parse(method) : Method.parseExact(method)
  if (E.isLeft(verb)) return verb
  const place = RequestTarget.parse(target)
  if (E.isLeft(place)) return place
  const own = keys.filter(belongsTo(appId))
  if (own.length === 0) return E.left({ _tag: 'app_unknown' })
  if (body.length > policy.bodyLimit) return E.left({ _tag: 'body_too_large', limitBytes: policy.bodyLimit })
  const bytes = Signature.byteLength(signature)
  return own.some(({ key }) => key.signatureLength === bytes)
    ? header
    : E.left({ _tag: 'signature_malformed', rule: 'modulus', bytes })
}
