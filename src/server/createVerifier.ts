/**
 * The Promise face of `verifyRequest`. Its callers may be untyped programs, and it decides who is let in, so it checks every
 * value: a misspelled setting, or a guard that answers something else, accepts nothing.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import { inspect, memberOf, nameOf } from '../core/untrusted.ts'
import type { Misconfigured, Reason } from '../core/VerifyError.ts'
import * as VerifyError from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import { tell } from '../effects/Listener.ts'
import { warn } from '../platform/common/warn.ts'
import {
  type Identity,
  type IncomingRequest,
  type IncomingStream,
  kept,
  type Reception,
  type Refuse,
  streamed,
  type Verified,
  type VerifiedLength,
  type VerifyEnv,
  verify,
} from '../programs/verifyRequest.ts'
import { hasGone } from './adapters/hasGone.ts'
import { type Deployment, environmentOf, type VerifyingPlatform } from './environment.ts'
import { incomingOf, incomingStreamOf } from './incoming.ts'
import { policyOf, settingsOf, type VerifierSettings } from './options.ts'
import { violation, wrong } from './untrusted.ts'
import { accepted, type Refused, refused, refusedRequest, type Verdict } from './Verdict.ts'
import { orReject, type VerificationError, verificationError } from './VerificationError.ts'
import {
  type AdaptedRequest,
  type CreateVerifier,
  type Outcome,
  type ReceivedRequest,
  type StreamedRequest,
  type VerifiedJob,
  type VerifiedRequest,
  type Verifier,
  withVerdict,
} from './Verifier.ts'

/** A getter of the request, or a proxy in its place, may throw. */
const arrivedOf = <R>(arrive: () => E.Either<Misconfigured, R>): E.Either<Misconfigured, R> =>
  E.getOrElseW((thrown) => wrong(`the request cannot be read: it threw ${nameOf(thrown)}`))(
    E.tryCatch(arrive, identity),
  )

const explained: Refuse<Refused> = (error, context) => ({ error, ...context })

/** The Promise API. (A promise of an Either that is opened afterwards is one more to await.) */
const unwrap = <A>(outcome: Outcome<A>): A => {
  if (E.isLeft(outcome)) throw outcome.left
  return outcome.right
}

/** What a verifier is made of. */
interface Parts {
  readonly platform: VerifyingPlatform
  readonly deployment: Deployment
  readonly settings: VerifierSettings
  readonly policy: VerifyPolicy
  readonly env: VerifyEnv
  readonly offer: VerifyError.Offer
  /** Reasons that were warned of. */
  readonly warned: Set<Reason>
}

export const createVerifierOn =
  (platform: VerifyingPlatform, deployment: Deployment): CreateVerifier =>
  async (options) => {
    const settings = settingsOf(options)
    const policy = policyOf(settings)
    const env = orReject(await environmentOf(platform, settings, deployment)())
    const offer = {
      authType: policy.authType,
      edition: policy.edition,
      tokens: env.tokenBook !== undefined,
      realm: settings.realm,
    }
    return verifierOf({ platform, deployment, settings, policy, env, offer, warned: new Set() })
  }

const verifierOf = (parts: Parts): Verifier => ({
  bodyLimit: parts.policy.bodyLimit,
  verify: withVerdict(
    // A cast for lib.dom's OwnBytes: received bytes are not backed by a SharedArrayBuffer.
    ((request: ReceivedRequest) => onRequest(parts, request)) as Verifier['verify'],
    (request: AdaptedRequest) => onAdapted(parts, request),
  ),
  verifyJob: (request, decode) => onJob(parts, request, decode),
  verifyStream: withVerdict(
    (request: StreamedRequest) => onStream(parts, request, unwrap),
    (request: StreamedRequest) => onStream(parts, request, identity),
  ),
})

const onRequest = (parts: Parts, request: ReceivedRequest): Promise<Verified> => {
  const arrived = arrivedOf(() => incomingOf(request, parts.policy.bodyLimit))
  const lost = inspect(() => memberOf(request as ReceivedRequest & Pick<AdaptedRequest, 'lost'>, 'lost'), undefined)
  return settle(parts, arrived, () => request.hasGone?.() === true, kept, parts.policy, unwrap, lost)
}

const onJob = async <J>(
  parts: Parts,
  request: ReceivedRequest,
  decode: (body: VerifiedRequest['body']) => J | Promise<J>,
): Promise<VerifiedJob<J>> => {
  // Before the nonce is used up.
  if (typeof decode !== 'function') throw new TypeError('verifyJob needs a function that reads the job: decodeJob')
  const verified = (await onRequest(parts, request)) as VerifiedRequest
  return { ...verified, job: await decode(verified.body) }
}

const onAdapted = (parts: Parts, request: AdaptedRequest): Promise<Outcome<Verified>> => {
  const arrived: E.Either<Misconfigured, IncomingRequest> =
    request.fault === undefined ? E.right(request) : wrong(request.fault)
  return settle(parts, arrived, request.hasGone, kept, parts.policy, identity, request.lost)
}

const onStream = <O>(
  parts: Parts,
  request: StreamedRequest,
  answer: (outcome: Outcome<VerifiedLength>) => O,
): Promise<O> => {
  const { policy, deployment } = parts
  const { isDisturbed = () => false, leave } = deployment
  let bodyLimit = policy.bodyLimit
  const arrived = arrivedOf(() => {
    bodyLimit = (request && memberOf(request, 'limit')) ?? bodyLimit
    return incomingStreamOf(request, bodyLimit, isDisturbed)
  })
  const isGone = () => request.hasGone?.() === true || hasGone(request.body)
  const settled = settle(parts, arrived, isGone, streamed, { ...policy, bodyLimit }, answer)
  return leave === undefined ? settled : settled.finally(() => leave(inspect(() => request.body, undefined)))
}

/** Runs a program on what arrived, and reports the verdict. */
const settle = async <R extends IncomingRequest | IncomingStream, C, A extends Identity, O>(
  parts: Parts,
  arrived: E.Either<Misconfigured, R>,
  isGone: () => boolean,
  reception: Reception<R, C, A>,
  policy: VerifyPolicy,
  answer: (outcome: Outcome<A>) => O,
  lost?: string,
): Promise<O> => {
  const { platform, env, offer } = parts
  const began = isHeard(parts) ? platform.timer.elapsed() : undefined
  let outcome: E.Either<Refused, A>
  // Not `.catch`: it is one more promise to await.
  try {
    outcome = E.isLeft(arrived)
      ? E.left({ error: arrived.left })
      : await verify(reception, policy, arrived.right, env, explained)
  } catch (thrown) {
    outcome = E.left({ error: violation(thrown) })
  }
  const milliseconds = began === undefined ? 0 : platform.timer.elapsed() - began
  if (E.isRight(outcome)) {
    if (began !== undefined) report(parts, accepted(outcome.right, milliseconds))
    return answer(outcome)
  }
  const told = withoutBlame(withCause(outcome.left, lost), offer, isGone)
  const request = E.isRight(arrived) ? arrived.right : undefined
  if (began !== undefined) report(parts, refused(told, request, offer, milliseconds))
  const refusal = verificationError(told.error, offer)
  announce(parts, told, refusal, request, began !== undefined)
  return answer(E.left(refusal))
}

/** Whether a listener wants verdicts. One that throws changes none. */
const isHeard = ({ settings, deployment }: Parts): boolean =>
  settings.onVerdict !== undefined || deployment.channel?.hasSubscribers === true

const report = ({ settings, deployment: { channel } }: Parts, verdict: Verdict): void => {
  tell(settings.onVerdict, verdict)
  if (channel?.hasSubscribers === true) channel.publish(verdict)
}

/** `refused` targets look malformed: the adapter knows why there is no other. */
const withCause = (told: Refused, lost: string | undefined): Refused =>
  typeof lost === 'string' && told.error._tag === 'target_invalid'
    ? { ...told, error: { ...told.error, detail: lost } }
    : told

/** A caller who has hung up is the reason for what would otherwise blame the server. */
const withoutBlame = (told: Refused, offer: VerifyError.Offer, isGone: () => boolean): Refused => {
  const blamesServer = VerifyError.httpAnswer(offer)(told.error).status >= 500
  return blamesServer && inspect(isGone, false) ? { ...told, error: { _tag: 'body_incomplete' } } : told
}

/** Tells whoever listens of a refusal. The server's own faults are warned of once each. */
const announce = (
  { settings: { onRefusal }, env, policy, warned }: Parts,
  refused: Refused,
  refusal: VerificationError,
  request: IncomingRequest | IncomingStream | undefined,
  wasHeard: boolean,
): void => {
  // Before the answer: a caller who awaits it may overwrite the body.
  if (onRefusal !== undefined && request !== undefined)
    tell(() => onRefusal(refusedRequest(refused, request, env, policy)))
  const { error } = refused
  // A guard that starts is no fault.
  if (refusal.status < 500 || refusal.reason === 'guard_starting') return
  // A consumed body is a mistake in the program, so its words are for whoever starts it.
  if ((wasHeard && error._tag !== 'body_consumed') || warned.has(refusal.reason)) return
  warned.add(refusal.reason)
  const remedy = error._tag === 'body_consumed' ? error.remedy : undefined
  warn(refusal.reason, remedy === undefined ? refusal.message : `${refusal.message}. ${remedy}`)
}
