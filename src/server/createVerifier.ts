/**
 * The Promise face of `verifyRequest`. Its callers may be programs without types, and what it decides is who is let in, so
 * nothing is taken for what its type says: a setting that is misspelled, or a guard that answers something else, accepts
 * nothing.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { Misconfigured, VerifyError } from '../core/VerifyError.ts'
import { parse as parsePolicy, fields as policyFields } from '../core/VerifyPolicy.ts'
import { tell } from '../effects/Listener.ts'
import type { Platform } from '../effects/Platform.ts'
import {
  type BearerIdentity,
  type SignedIdentity,
  type VerifyEnv,
  verifyRequest,
  verifyStream,
} from '../programs/verifyRequest.ts'
import { type Arrived, incomingOf, streamedOf } from './arrived.ts'
import { environmentOf } from './environment.ts'
import { brokenLaw } from './foreign.ts'
import { check } from './options.ts'
import { orReject } from './rejection.ts'
import type { Surroundings } from './Surroundings.ts'
import { accepted, refused, reporter } from './Verdict.ts'
import type { CreateVerifier, VerifiedRequest } from './Verifier.ts'
import { refusedRequest, sealed, testimony, type Witness, watchKeys } from './Witness.ts'

export const createVerifierOn =
  (platform: Platform, surroundings: Surroundings): CreateVerifier =>
  async (options) => {
    orReject(check(options))
    const policy = orReject(
      parsePolicy(Object.fromEntries(Object.entries(options).filter(([name]) => name in policyFields()))),
    )
    const env = await environmentOf(platform, policy, options, surroundings)
    const offer = { authType: policy.authType, edition: policy.edition, tokens: env.tokenBook !== undefined }
    const report = reporter(options.onVerdict, surroundings.channel)
    const { onRefusal } = options
    const settings = sealed(policy)

    /** Runs a program on what arrived, reports the verdict, and turns a refusal into a rejection. */
    const judge = async <R extends Arrived, A extends SignedIdentity | BearerIdentity>(
      arrive: (witness: Witness | undefined) => E.Either<Misconfigured, R>,
      run: (request: R) => ReaderTaskEither<VerifyEnv, VerifyError, A>,
    ): Promise<A> => {
      const listens = report.isHeard()
      const began = listens ? platform.timer.elapsed() : 0
      const witness: Witness | undefined = onRefusal === undefined ? undefined : {}
      // Here, where what a request of a program's own may throw is a rejection.
      const arrived = arrive(witness)
      const watched = witness === undefined ? env : watchKeys(env, witness)
      let outcome: E.Either<VerifyError, A>
      // Not `.catch`, which is one more promise to wait for.
      try {
        outcome = E.isLeft(arrived) ? arrived : await run(arrived.right)(watched)()
      } catch (thrown) {
        outcome = brokenLaw(thrown)
      }
      if (listens) {
        const milliseconds = platform.timer.elapsed() - began
        report.tell(
          E.isRight(outcome)
            ? accepted(outcome.right, milliseconds)
            : refused(outcome.left, E.isLeft(arrived) ? undefined : arrived.right, { policy, offer, milliseconds }),
        )
      }
      if (witness !== undefined && E.isLeft(outcome) && E.isRight(arrived)) {
        const seen = await testimony(witness)
        // Before the rejection, so that it comes before whoever waits for that may overwrite the body.
        tell(() => onRefusal?.(refusedRequest(outcome.left, arrived.right, seen, { env, settings })))
      }
      return orReject(outcome, offer)
    }

    const whole = verifyRequest(policy)
    return {
      bodyLimit: policy.bodyLimit,
      verify: (request) => judge((witness) => incomingOf(request, witness), whole) as Promise<VerifiedRequest>,
      verifyStream: (request) => {
        const bodyLimit = request?.limit ?? policy.bodyLimit
        return judge(
          () => streamedOf(request, bodyLimit, surroundings.isDisturbed ?? (() => false)),
          verifyStream({ ...policy, bodyLimit }),
        )
      },
    }
  }
