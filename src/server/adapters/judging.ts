import * as E from 'fp-ts/lib/Either.js'
import { errorOf } from '../untrusted.ts'
import { VerificationError } from '../VerificationError.ts'
import type { ReceivedRequest, VerifiedRequest, Verifier } from '../Verifier.ts'

/** Asks for a verdict; rejects with any failure that is no refusal, always with an error. `receive` gets the verifier's body limit. */
export type Judge = (
  receive: (limit: number) => ReceivedRequest,
) => Promise<E.Either<VerificationError, VerifiedRequest>>

/**
 * The step that all adapters share. Throws a TypeError for a missing verifier or handler at the start, not at the first
 * request.
 */
export const judging = (verifier: Verifier, ...handlers: ReadonlyArray<unknown>): Judge => {
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  if (!handlers.every((handler) => typeof handler === 'function'))
    throw new TypeError('verified needs a handler for verified requests')
  return async (receive) => {
    try {
      const request = receive(verifier.bodyLimit)
      return E.right(await verifier.verify(asSigned(request)))
    } catch (error) {
      if (error instanceof VerificationError) return E.left(error)
      throw errorOf(error)
    }
  }
}

/**
 * The method is in upper case, as it is signed. HTTP/2 and `Request` know `pOsT`: a router may choose another handler for
 * it than for POST, so the verifier gets no method, and refuses the request as `method_invalid`.
 */
export const asSigned = (request: ReceivedRequest): ReceivedRequest =>
  request.method === request.method.toUpperCase() ? request : { ...request, method: '' }
