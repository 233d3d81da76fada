import type { IO } from 'fp-ts/lib/IO.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { type Rule, wholeNumber } from '../core/Rule.ts'

/** The option `timeoutMs` of every face. */
export const timeoutRule: Rule<number> = /* @__PURE__ */ wholeNumber('milliseconds', 1)

/** Passing time, for pauses, deadlines and ages: it never steps, whatever is done to the system's clock. */
export interface Timer {
  /** Resolves no earlier than `ms` milliseconds from now; never rejects. */
  readonly wait: (ms: number) => Task<void>
  /** Calls `then` no earlier than `ms` milliseconds from now, unless what it answers is called before. */
  readonly after: (ms: number, then: () => void) => () => void
  /** Milliseconds since some beginning; a later reading is never smaller. */
  readonly elapsed: IO<number>
}

/** Platforms take 31 bits of milliseconds, and fire at once for more. */
const longestStep = 2 ** 31 - 1

/** A timer made of a platform's timeouts and its monotonic clock, in milliseconds. */
export const ofTimeouts = <T>(
  setTimeout: (then: () => void, ms: number) => T,
  clearTimeout: (timeout: T) => void,
  now: () => number,
): Timer => {
  const after = (ms: number, then: () => void): (() => void) => {
    const end = now() + ms
    // A timeout may come up to a millisecond early, so the end is looked for and not assumed.
    const step = () => {
      const left = end - now()
      if (left > 0) timeout = setTimeout(step, Math.min(Math.ceil(left), longestStep))
      else then()
    }
    let timeout = setTimeout(step, Math.min(Math.max(0, Math.ceil(ms)), longestStep))
    return () => clearTimeout(timeout)
  }
  return { wait: (ms) => () => new Promise((resolve) => void after(ms, resolve)), after, elapsed: now }
}

/**
 * What `task` answers, or `late()` if it has not answered within `ms` milliseconds: then its own answer, and its failure,
 * count for nothing any more. Rejects only if the task does in time.
 */
export const within =
  (timer: Timer, ms: number) =>
  <A, B>(task: Task<A>, late: () => B): Task<A | B> =>
  () =>
    new Promise((resolve, reject) => {
      const cancel = timer.after(ms, () => resolve(late()))
      task().then(
        (answer) => {
          cancel()
          resolve(answer)
        },
        (thrown) => {
          cancel()
          reject(thrown)
        },
      )
    })
