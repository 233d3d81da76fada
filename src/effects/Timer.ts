import type { IO } from 'fp-ts/lib/IO.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { type Rule, wholeNumber } from '../core/Rule.ts'

/** The option `timeoutMs` of every API. */
export const timeoutRule: Rule<number> = /* @__PURE__ */ wholeNumber('milliseconds', 1)

/** Monotonic time, for pauses, deadlines and ages: never steps with the system's clock. */
export interface Timer {
  /** Resolves no earlier than `ms` milliseconds from now; never rejects. */
  readonly wait: (ms: number) => Task<void>
  /** Calls `then` no earlier than `ms` milliseconds from now. The returned function cancels the call. */
  readonly after: (ms: number, then: () => void) => () => void
  /** Milliseconds since an arbitrary start; a later reading is never smaller. */
  readonly elapsed: IO<number>
}

/** Platforms accept 31 bits of milliseconds; a longer timeout overflows and fires at once. */
const longestStep = 2 ** 31 - 1

/** A timer from a platform's timeouts and its monotonic clock, in milliseconds. */
export const ofTimeouts = <T>(
  setTimeout: (then: () => void, ms: number) => T,
  clearTimeout: (timeout: T) => void,
  now: () => number,
): Timer => {
  const after = (ms: number, then: () => void): (() => void) => {
    const end = now() + ms
    // A timeout may fire up to a millisecond early, so `step` checks the clock.
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
 * The task's answer, or `late()` after `ms` milliseconds; a later answer or failure of the task is ignored. Rejects only if
 * the task rejects in time.
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

/** Other work of the program waits for no longer than about this. */
const sliceMs = 10

/** A pause, if the last one is a slice of time ago: for work that would hold the event loop. */
export const pauses = ({ elapsed, wait }: Pick<Timer, 'wait' | 'elapsed'>): (() => Promise<void> | undefined) => {
  let since = elapsed()
  return () => {
    if (elapsed() - since < sliceMs) return undefined
    return wait(0)().then(() => {
      since = elapsed()
    })
  }
}
