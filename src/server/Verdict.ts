/**
 * What became of a request, as it is reported: to a callback, and on Node on a diagnostics channel. Nothing in it is secret,
 * and nothing in it is a text of the caller's that has not passed a grammar without blanks and control characters.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../core/Authorization.ts'
import * as Fingerprint from '../core/Fingerprint.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import type { VerifyError } from '../core/VerifyError.ts'
import { code, httpAnswer, message, type Offer, type PublicCode, type Reason, reason } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import { tell } from '../effects/Listener.ts'
import type { BearerIdentity, SignedIdentity } from '../programs/verifyRequest.ts'

export interface AcceptedVerdict {
  readonly outcome: 'accept'
  readonly appId: string
  readonly scheme: 'signed' | 'bearer'
  readonly method: string
  /** The target without its query. */
  readonly path: string
  /** The key that verified, as `sha256:` and 8 hexadecimal digits. */
  readonly key?: string
  /** Of a signed request. */
  readonly timestamp?: number
  /** From the call to the verdict, with the time in which the body came. */
  readonly milliseconds: number
}

export interface RefusedVerdict {
  readonly outcome: 'reject'
  readonly reason: Reason
  readonly code: PublicCode
  readonly status: number
  /** For the operator. */
  readonly message: string
  /** What the request claims, as far as it is well formed. Nothing of it is proven. */
  readonly appId?: string
  readonly timestamp?: number
  readonly method?: string
  readonly path?: string
  readonly milliseconds: number
}

export type Verdict = AcceptedVerdict | RefusedVerdict

/** Where verdicts are published: the shape of a channel of node:diagnostics_channel. */
export interface Channel {
  readonly hasSubscribers: boolean
  readonly publish: (verdict: Verdict) => void
}

const pathOf = (target: string): string => {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

export const accepted = (who: SignedIdentity | BearerIdentity, milliseconds: number): AcceptedVerdict => ({
  outcome: 'accept',
  appId: who.appId,
  scheme: who.scheme,
  method: who.method,
  path: pathOf(who.target),
  ...(who.scheme === 'signed' ? { key: Fingerprint.short(who.fingerprint), timestamp: who.timestamp } : {}),
  milliseconds,
})

/** The request as it arrived, before anything of it was looked at. */
interface Arrived {
  readonly method: string
  readonly target: string
  readonly authorization: ReadonlyArray<string>
}

export const refused = (
  error: VerifyError,
  request: Arrived | undefined,
  {
    policy,
    offer,
    milliseconds,
  }: { readonly policy: VerifyPolicy; readonly offer: Offer; readonly milliseconds: number },
): RefusedVerdict => ({
  outcome: 'reject',
  reason: reason(error),
  code: code(error),
  status: httpAnswer(offer)(error).status,
  message: message(error),
  ...(request === undefined ? {} : claimed(request, policy)),
  milliseconds,
})

const claimed = (
  { method, target, authorization }: Arrived,
  policy: VerifyPolicy,
): Pick<RefusedVerdict, 'appId' | 'timestamp' | 'method' | 'path'> => {
  const [line, ...more] = authorization
  const header = line === undefined || more.length > 0 ? undefined : Authorization.parse(line, policy)
  const verb = Method.parse(method)
  const parsed = RequestTarget.parse(target)
  return {
    ...(header !== undefined && E.isRight(header) && header.right._tag === 'Signed'
      ? { appId: header.right.appId, timestamp: header.right.timestamp }
      : {}),
    ...(E.isRight(verb) ? { method: verb.right } : {}),
    ...(E.isRight(parsed) ? { path: pathOf(parsed.right) } : {}),
  }
}

/** Tells whoever listens; a listener that throws changes no verdict. */
export interface Reporter {
  readonly isHeard: () => boolean
  readonly tell: (verdict: Verdict) => void
}

export const reporter = (
  onVerdict: ((verdict: Verdict) => void) | undefined,
  channel: Channel | undefined,
): Reporter => ({
  isHeard: () => onVerdict !== undefined || channel?.hasSubscribers === true,
  tell: (verdict) => {
    tell(onVerdict, verdict)
    if (channel?.hasSubscribers === true) channel.publish(verdict)
  },
})
