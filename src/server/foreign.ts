/**
 * What the embedding program's own functions may do that their types do not say: throw, answer something else, or never
 * answer. Whatever it is, nothing is accepted on it.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { nameOf } from '../core/untrusted.ts'
import type { Misconfigured } from '../core/VerifyError.ts'

export const wrong = (detail: string): E.Either<Misconfigured, never> => E.left({ _tag: 'misconfigured', detail })

/** Of any kind: what comes of a call to another worker is a function as well. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** What the embedding program's own functions did wrong, in our words. */
export class BrokenPromise extends Error {}

/** What was thrown may be made to throw when it is looked at. */
export const isBrokenPromise = (thrown: unknown): thrown is BrokenPromise => {
  try {
    return thrown instanceof BrokenPromise
  } catch {
    return false
  }
}

/** A function from outside may throw where its law says that it does not. */
export const brokenLaw = (thrown: unknown): E.Either<Misconfigured, never> =>
  isBrokenPromise(thrown)
    ? wrong(thrown.message)
    : wrong(`an effect threw ${nameOf(thrown)} where it should have answered`)

/** For how long a function from outside is waited for. */
export interface Patience {
  /** What the task answers, or `late` of our words for it. */
  readonly with: <A, B>(task: Task<A>, late: (detail: string) => B) => Task<A | B>
}
