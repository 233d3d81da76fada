/**
 * The option `decode` of every adapter: the job is read from the verified body, before any handler runs.
 *
 * `gate.ts` calls `readJob` once the verdict is known, so the nonce is used up and `onVerdict` was told of an accepted request.
 * What `decode` throws goes where an error of a handler goes. So a `JobRefused` is answered as if the handler had called
 * `decodeJob`, and `answerRefusal`, which answers those who are not verified, does not get it.
 *
 * A decoder is an argument of the program's: an adapter without it carries no codec.
 */
import type { OwnBytes } from '../../core/Bytes.ts'
import { errorOf } from '../untrusted.ts'
import type { VerifiedJob, VerifiedRequest } from '../Verifier.ts'

/** Reads the job in a verified body, as `decodeJob` of `countersign/server` does. What it throws refuses the job. */
export type JobDecoder<J> = (body: OwnBytes) => J | Promise<J>

/** `J` where TypeScript infers nothing, as `NoInfer` of TypeScript 5.4: the decoder alone says what a job is. */
type Fixed<J> = [J][J extends unknown ? 0 : never]

/** What a handler gets: a job is there if the option `decode` is. */
export type VerifiedFor<J> = [J] extends [never] ? VerifiedRequest : VerifiedJob<Fixed<J>>

/** The decoder that read the job. By the registry of symbols: another copy of this package finds it as well. */
const readBy: unique symbol = Symbol.for('countersign.jobReadBy') as never

const isReadBy = (verified: object | undefined, decode: JobDecoder<unknown>): boolean =>
  (verified as { readonly [readBy]?: unknown } | undefined)?.[readBy] === decode

/** The request with its job. Rejects with what `decode` throws, always with an error: a framework takes nothing for leave to go on. */
export const readJob = async (verified: VerifiedRequest, decode: JobDecoder<unknown>): Promise<VerifiedRequest> => {
  if (isReadBy(verified, decode)) return verified
  try {
    const job = await decode(verified.body)
    // Not enumerable, so that no log shows it.
    return Object.defineProperty({ ...verified, job }, readBy, { value: decode })
  } catch (thrown) {
    throw errorOf(thrown)
  }
}

/**
 * Throws a TypeError, which a framework answers with 500, if `verified` has not run for what `holder` belongs to, or has not read
 * the job by `decode`.
 */
export const assertCovered = (
  holder: { readonly verified?: object | undefined },
  remedy: string,
  decode?: JobDecoder<unknown>,
): void => {
  if (!Object.hasOwn(holder, 'verified') || holder.verified === undefined)
    throw new TypeError(`this route is not covered by verified: put ${remedy} before it`)
  if (decode !== undefined && !isReadBy(holder.verified, decode))
    throw new TypeError(
      'this function did not read the job of this route: give the function to `verified` as its option decode',
    )
}
