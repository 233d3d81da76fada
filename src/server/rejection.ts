/**
 * Where an Either becomes a rejection.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AuthType from '../core/AuthType.ts'
import type { Offer, VerifyError } from '../core/VerifyError.ts'
import { type VerificationError, verificationError } from './VerificationError.ts'

const unconfigured: Offer = { authType: AuthType.standard, edition: 'mainland', tokens: false }

/** The embedding program's fault, as a rejection. */
export const misconfigured = (detail: string): VerificationError =>
  verificationError({ _tag: 'misconfigured', detail }, unconfigured)

export const orReject = <A>(result: E.Either<VerifyError, A>, offer: Offer = unconfigured): A => {
  if (E.isLeft(result)) throw verificationError(result.left, offer)
  return result.right
}
