/**
 * A verifier's checks before the signature, in its order.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../core/Authorization.ts'
import { offersBearer } from '../../core/Edition.ts'
import * as Freshness from '../../core/Freshness.ts'
import * as Method from '../../core/Method.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import * as Signature from '../../core/Signature.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyError } from '../../core/VerifyError.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { belongsTo, type Case } from './Case.ts'

/** What the header says, or the first refusal. */
export const checkBeforeSignature = (
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
