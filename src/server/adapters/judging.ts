import * as E from 'fp-ts/lib/Either.js'
import { errorOf } from '../untrusted.ts'
import { VerificationError } from '../VerificationError.ts'
import type { AdaptedRequest, ReceivedRequest, VerifiedRequest, Verifier } from '../Verifier.ts'

/**
 * Asks for a verdict on `of`, the request as the framework knows it; rejects with any failure that is no refusal, always with an
 * error. `receive` gets the verifier's body limit.
 */
export type Judge = (
  of: object,
  receive: (limit: number) => AdaptedRequest,
) => Promise<E.Either<VerificationError, VerifiedRequest>>

/** What a request was let in as. */
interface Passed {
  readonly of: object
  readonly verifier: Verifier
  readonly request: ReceivedRequest
  readonly verified: VerifiedRequest
}

/**
 * A program may put one verifier at an app and at a route: a second claim of the nonce would refuse every honest caller. On the
 * request itself: a WeakMap took 4 µs of each.
 */
const passed = Symbol('passed')

interface Marked {
  [passed]?: Passed
}

/** A copy of the request has its members, and is another one. */
const entryOf = (of: object & Marked): Passed | undefined => (of[passed]?.of === of ? of[passed] : undefined)

/** For a request that an adapter has made of a verified one, with the same bytes. */
export const passOn = (of: object, made: object): void => {
  const entry = entryOf(of)
  if (entry !== undefined) (made as Marked)[passed] = { ...entry, of: made }
}

/** The body is not compared: it was read, and the verified bytes are handed on again. */
const isSame = (a: ReceivedRequest, b: ReceivedRequest): boolean =>
  a.method === b.method && a.target === b.target && `${a.authorization}` === `${b.authorization}`

/**
 * The step that all adapters share. Throws a TypeError for a missing verifier or handler at the start, not at the first
 * request.
 */
export const judging = (verifier: Verifier, ...handlers: ReadonlyArray<unknown>): Judge => {
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  if (!handlers.every((handler) => typeof handler === 'function'))
    throw new TypeError('verified needs a handler for verified requests')
  return async (of, receive) => {
    try {
      const request = asSigned(receive(verifier.bodyLimit))
      const before = entryOf(of)
      if (before?.verifier === verifier && request.fault === undefined && isSame(before.request, request))
        return E.right(before.verified)
      const verified = await verifier.verify(request)
      ;(of as Marked)[passed] = { of, verifier, request, verified }
      return E.right(verified)
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
export const asSigned = (request: AdaptedRequest): AdaptedRequest =>
  request.method === request.method.toUpperCase() ? request : { ...request, method: '' }
