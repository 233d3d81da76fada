import type { Task } from 'fp-ts/lib/Task.js'

/**
 * A function that asks an effect, whose answer may be known without waiting. Nobody has to offer `atOnce`; where it is
 * offered, a request whose body is at hand waits for nothing, and each wait costs it 2 % of its time.
 *
 * It hangs on the very function whose answer it gives: whoever replaces the function, in a copy of its record or in the
 * record itself, has replaced both, and no answer comes past the new one.
 */
export interface AtOnce<A, B> {
  (a: A): Task<B>
  /** What the task would answer, by the same law, and as good as run; `undefined`: nothing was done, and it is to be run. */
  readonly atOnce?: (a: A) => B | undefined
}

/** Asks what always knows its answer. */
export const known = <A, B>(answer: (a: A) => B): AtOnce<A, B> =>
  Object.assign((a: A) => () => Promise.resolve(answer(a)), { atOnce: answer })
