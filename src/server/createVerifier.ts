/**
 * The Promise face of `verifyRequest`. Its callers may be untyped programs, and it decides who is let in, so it checks every
 * value: a misspelled setting, or a guard that answers something else, accepts nothing.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { RequestHead } from '../core/Caller.ts'
import { inspect, memberOf, nameOf } from '../core/untrusted.ts'
import type { Misconfigured, Reason, VerifyError } from '../core/VerifyError.ts'
import { tell } from '../effects/Listener.ts'
import {
  type Identity,
  type IncomingRequest,
  type IncomingStream,
  type Known,
  type VerifyEnv,
  verifyRequestInto,
  verifyStreamInto,
} from '../programs/verifyRequest.ts'
import { hasGone } from './adapters/hasGone.ts'
import type { Deployment } from './Deployment.ts'
import { environmentOf, type VerifyingPlatform } from './environment.ts'
import { incomingOf, incomingStreamOf } from './incoming.ts'
import { parse, policyOf } from './options.ts'
import { refusedRequest } from './refusedRequest.ts'
import { violation, wrong } from './untrusted.ts'
import { accepted, refused, reporter } from './Verdict.ts'
import { orReject, verificationError } from './VerificationError.ts'
import type { CreateVerifier, VerifiedRequest } from './Verifier.ts'
import { warn } from './warn.ts'

/** A getter of the request, or a proxy in its place, may throw. */
const threw = (thrown: unknown): E.Either<Misconfigured, never> =>
  wrong(`the request cannot be read: it threw ${nameOf(thrown)}`)

export const createVerifierOn =
  (platform: VerifyingPlatform, deployment: Deployment): CreateVerifier =>
  async (options) => {
    const settings = orReject(parse(options))
    const { onRefusal, onVerdict, bodyLimit } = settings
    const policy = policyOf(settings)
    const env = orReject(await environmentOf(platform, settings, deployment)())
    const offer = { authType: policy.authType, edition: policy.edition, tokens: env.tokenBook !== undefined }
    const report = reporter(onVerdict, deployment.channel)
    const warned = new Set<Reason>()

    /** Runs a program on what arrived, reports the verdict, and turns a refusal into a rejection. */
    const judge = async <R extends IncomingRequest | IncomingStream, A extends Identity>(
      arrive: () => E.Either<Misconfigured, R>,
      isGone: () => boolean,
      verify: (known: Known) => (request: R) => ReaderTaskEither<VerifyEnv, VerifyError, A>,
    ): Promise<A> => {
      const began = report.isHeard() ? platform.timer.elapsed() : undefined
      const arrived = E.getOrElseW(threw)(E.tryCatch(arrive, identity))
      const known: Known = {}
      let outcome: E.Either<VerifyError, A>
      // Not `.catch`: it is one more promise to await.
      try {
        outcome = E.isLeft(arrived) ? arrived : await verify(known)(arrived.right)(env)()
      } catch (thrown) {
        outcome = E.left(violation(thrown))
      }
      if (E.isLeft(outcome) && inspect(isGone, false) && verificationError(outcome.left, offer).status >= 500)
        outcome = E.left({ _tag: 'body_incomplete' })
      if (began !== undefined) {
        const milliseconds = platform.timer.elapsed() - began
        const head: RequestHead | undefined = E.isRight(arrived) ? arrived.right : undefined
        report.tell(
          E.isRight(outcome)
            ? accepted(outcome.right, milliseconds)
            : refused({ error: outcome.left, ...known }, head, offer, milliseconds),
        )
      }
      if (E.isRight(outcome)) return outcome.right
      const error = outcome.left
      // Before the rejection: a caller who awaits it may overwrite the body.
      if (onRefusal !== undefined && E.isRight(arrived)) {
        tell(() => onRefusal(refusedRequest({ error, ...known }, arrived.right, env, policy)))
      }
      const refusal = verificationError(error, offer)
      // The server's own faults. A consumed body is a mistake in the program, so its words are for whoever starts it.
      const isHeard = began !== undefined && refusal.reason !== 'body_consumed'
      if (refusal.status >= 500 && !isHeard && !warned.has(refusal.reason)) {
        warned.add(refusal.reason)
        const remedy = error._tag === 'body_consumed' ? error.remedy : undefined
        warn(refusal.reason, remedy === undefined ? refusal.message : `${refusal.message}. ${remedy}`)
      }
      throw refusal
    }

    return {
      bodyLimit,
      // Cast for lib.dom's OwnBytes: received bytes are not backed by a SharedArrayBuffer.
      verify: (request) =>
        judge(
          () => incomingOf(request, bodyLimit),
          () => request.hasGone?.() === true,
          (known) => verifyRequestInto(known)(policy),
        ) as Promise<VerifiedRequest>,
      verifyStream: (request) => {
        let limit = bodyLimit
        return judge(
          () => {
            limit = (request && memberOf(request, 'limit')) ?? bodyLimit
            return incomingStreamOf(request, limit, deployment.isDisturbed ?? (() => false))
          },
          () => request.hasGone?.() === true || hasGone(request.body),
          (known) => verifyStreamInto(known)({ ...policy, bodyLimit: limit }),
        )
      },
    }
  }
