/** Signed requests for a verifier, and its verdict in a word. */
import type { SignedRequest } from '../../src/programs/signRequest.ts'
import { type ReceivedRequest, VerificationError } from '../../src/server/node.ts'
import { sign, type ToSign } from '../support/world.ts'

export const toReceived = ({ method, target, authorization, stringToSign }: SignedRequest): ReceivedRequest => ({
  method,
  target,
  authorization,
  body: stringToSign.body,
})

export const signed = async (what: ToSign = {}): Promise<ReceivedRequest> => toReceived(await sign(what))

/** `accept`, the reason of the refusal, or what was thrown in its place. */
export const verdictOf = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => 'accept',
    (error) => (error instanceof VerificationError ? error.reason : `threw ${error}`),
  )
