/** A verifier's verdict as data. Only its Promise API rejects with a `VerificationError`. */
import * as E from 'fp-ts/lib/Either.js'
import { errorOf } from './untrusted.ts'
import { VerificationError } from './VerificationError.ts'
import {
  type AdaptedRequest,
  BodyUnreadable,
  type StreamedRequest,
  type VerifiedRequest,
  type VerifiedStream,
  type Verifier,
} from './Verifier.ts'

export type Outcome<A> = E.Either<VerificationError, A>

/** Another copy of this package, such as the CommonJS one, finds it as well. */
const asData = Symbol.for('countersign.verdictAsData')

interface Marked<Q, A> {
  readonly [asData]?: (request: Q) => Promise<Outcome<A>>
}

/** On the function, so that a program that replaces the function replaces both. */
export const withVerdict = <F extends object, Q, A>(verify: F, verdict: (request: Q) => Promise<Outcome<A>>): F =>
  Object.assign(verify, { [asData]: verdict })

/** The verdict on what an adapter has read. */
export const verdictOf = (verifier: Verifier, request: AdaptedRequest): Promise<Outcome<VerifiedRequest>> => {
  const verdict = (verifier.verify as Marked<AdaptedRequest, VerifiedRequest>)[asData]
  return verdict === undefined ? outcomeOf(verifier.verify(given(request))) : verdict(request)
}

/** The verdict on a stream. */
export const streamVerdictOf = (verifier: Verifier, request: StreamedRequest): Promise<Outcome<VerifiedStream>> => {
  const verdict = (verifier.verifyStream as Marked<StreamedRequest, VerifiedStream>)[asData]
  return verdict === undefined ? outcomeOf(verifier.verifyStream(request)) : verdict(request)
}

/** Of a verifier that the program has made or wrapped. What is no refusal is rejected, always with an error. */
const outcomeOf = <A>(verified: Promise<A>): Promise<Outcome<A>> =>
  verified.then(E.right, (thrown) => {
    if (thrown instanceof VerificationError) return E.left(thrown)
    throw errorOf(thrown)
  })

/** As the Promise API takes it; a `fault` goes along. */
const given = ({ body, ...request }: AdaptedRequest) => ({
  ...request,
  body: async () => {
    const read = await body()
    if (E.isLeft(read)) throw new BodyUnreadable(read.left)
    return read.right
  },
})
