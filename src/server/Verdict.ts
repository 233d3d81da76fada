/**
 * A verdict as it is reported: to a callback, and on Node on a diagnostics channel. It holds no secret, and no text of the
 * caller's that has not passed a grammar without blanks and control characters.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import type { RequestHead } from '../core/Caller.ts'
import { withoutSecret } from '../core/Credential.ts'
import * as Fingerprint from '../core/Fingerprint.ts'
import * as Method from '../core/Method.ts'
import * as RequestTarget from '../core/RequestTarget.ts'
import { definedOf } from '../core/Settings.ts'
import { inspect } from '../core/untrusted.ts'
import * as VerifyError from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import { evidenceOf } from '../effects/evidenceHeaders.ts'
import type { KeyRing, VerificationKey } from '../effects/KeyRing.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import {
  fitting,
  type Identity,
  type IncomingRequest,
  type IncomingStream,
  type VerifyContext,
  type VerifyEnv,
} from '../programs/verifyRequest.ts'

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
  /** From the call to the verdict, including the time the body took to arrive. */
  readonly milliseconds: number
}

export interface RefusedVerdict {
  readonly outcome: 'reject'
  readonly reason: VerifyError.Reason
  readonly code: VerifyError.PublicCode
  readonly status: number
  /** For the operator. */
  readonly message: string
  /** The app that the request claims to come from; nothing here is proven, and what is malformed is absent. */
  readonly appId?: string
  readonly timestamp?: number
  readonly method?: string
  readonly path?: string
  /**
   * The keys that were tried, each as `sha256:` and 8 hexadecimal digits. If the signature is right and the request was
   * refused all the same, the one key that made it. Absent if no key was tried, or a check gave no answer (`verifier_busy`).
   */
  readonly keys?: ReadonlyArray<string>
  readonly milliseconds: number
}

export type Verdict = AcceptedVerdict | RefusedVerdict

/** The shape of a channel of node:diagnostics_channel, on which verdicts are published. */
export interface Channel {
  readonly hasSubscribers: boolean
  readonly publish: (verdict: Verdict) => void
}

const pathOf = (target: string): string => {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

export const accepted = (who: Identity, milliseconds: number): AcceptedVerdict => ({
  outcome: 'accept',
  appId: who.appId,
  scheme: who.scheme,
  method: who.method,
  path: pathOf(who.target),
  ...(who.scheme === 'signed' ? { key: Fingerprint.short(who.fingerprint), timestamp: who.timestamp } : {}),
  milliseconds,
})

/** A refusal with what was known of the request. */
export interface Refused extends VerifyContext {
  readonly error: VerifyError.VerifyError
}

/** `request` is absent if the call was no request at all. */
export const refused = (
  refusal: Refused,
  request: RequestHead | undefined,
  offer: VerifyError.Offer,
  milliseconds: number,
): RefusedVerdict => {
  const { error, opened } = refusal
  const keys = tried(refusal).map(({ fingerprint }) => Fingerprint.short(fingerprint))
  return {
    outcome: 'reject',
    reason: VerifyError.reason(error),
    code: VerifyError.code(error),
    status: VerifyError.httpAnswer(offer)(error).status,
    message: VerifyError.message(error),
    ...(request === undefined ? {} : claimed(request, opened)),
    ...(keys.length === 0 ? {} : { keys }),
    milliseconds,
  }
}

/** That a key was looked up does not mean that it was tried: the body may be too large, or the signature too short. */
const tried = ({ error, opened, keys = [], signer }: Refused): ReadonlyArray<VerificationKey> => {
  if (signer !== undefined) return [signer]
  if (error._tag !== 'signature_invalid' || opened?.signature === undefined) return []
  return E.getOrElseW(() => [])(fitting(keys, opened.signature))
}

const claimed = (
  { method, target }: RequestHead,
  opened: VerifyContext['opened'] = {},
): Pick<RefusedVerdict, 'appId' | 'timestamp' | 'method' | 'path'> => {
  // A refusal may come before the request line is read.
  const verb = opened.method ?? E.getOrElseW(() => undefined)(Method.parse(method))
  const whole = opened.target ?? E.getOrElseW(() => undefined)(RequestTarget.parse(target))
  return definedOf({ appId: opened.appId, timestamp: opened.timestamp, method: verb, path: whole && pathOf(whole) })
}

/** May throw if a foreign clock or key does. */
export const refusedRequest = (
  { error, opened, keys, body }: Refused,
  request: IncomingRequest | IncomingStream,
  { clock, keyRing }: Pick<VerifyEnv, 'clock' | 'keyRing'>,
  settings: VerifyPolicy,
): RefusedRequest => {
  const appId = opened?.target === undefined ? undefined : opened.appId
  const headers = inspect(() => evidenceOf(request.headers?.() ?? {}, settings.authType), [])
  const content = typeof request.body === 'function' ? body : request.body
  return {
    reason: VerifyError.reason(error),
    message: VerifyError.message(error),
    method: request.method,
    target: request.target,
    authorization: request.authorization.map((line) => withoutSecret(line, settings.authType)),
    ...(content === undefined ? {} : { body: content }),
    ...(headers.length === 0 ? {} : { headers }),
    // A refused timestamp was compared with one reading of the clock: report that one.
    now: 'now' in error ? error.now : clock.now(),
    // Named once its keys are looked up, which is when the target has been read.
    ...(appId === undefined ? {} : { appId }),
    keys: (keys ?? []).flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ spki }] : [])),
    // A getter: there may be many keys, and few listeners look at them.
    get otherKeys() {
      return otherKeysIn(keyRing, appId)
    },
    settings,
  }
}

/** None if a foreign ring breaks its law. */
export const otherKeysIn = ({ entries = () => [] }: KeyRing, appId?: string): RefusedRequest['otherKeys'] & {} =>
  inspect(
    () =>
      entries().flatMap(([owner, keys]) =>
        owner === appId ? [] : keys.flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ appId: owner, spki }] : [])),
      ),
    [],
  )
