/**
 * Monotonic time, for whoever waits: pauses, deadlines and ages.
 *
 * A deadline is for somebody else's work, and a blocked event loop cannot see that this work is done. So a turn of the loop
 * counts for a deadline as a slice of it at most, and nothing is late before the loop has looked for input once more.
 */
import type { IO } from 'fp-ts/lib/IO.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { type Rule, wholeNumber } from '../core/Rule.ts'

/** The option `timeoutMs` of every API. */
export const timeoutRule: Rule<number> = /* @__PURE__ */ wholeNumber('milliseconds', 1)

/** Monotonic time: never steps with the system's clock. */
export interface Timer {
  /** Resolves no earlier than `ms` milliseconds from now; never rejects. */
  readonly wait: (ms: number) => Task<void>
  /**
   * Calls `then` after a deadline of `ms` milliseconds. Never earlier; later by the time for which the event loop was blocked.
   * The returned function cancels the call.
   */
  readonly after: (ms: number, then: () => void) => () => void
  /** Milliseconds since an arbitrary start; a later reading is never smaller. Blocked time counts. */
  readonly elapsed: IO<number>
}

/** Platforms accept 31 bits of milliseconds; a longer timeout overflows and fires at once. */
const longestStep = 2 ** 31 - 1

/**
 * A turn of the event loop counts for a deadline as so many milliseconds at most: a twentieth of a second, or more for the long
 * deadlines, whose timers would otherwise fire too often.
 */
const sliceOf = (ms: number): number => Math.min(Math.max(50, Math.ceil(ms / 200)), longestStep)

/** A timer that fires so many milliseconds late is only inexact; beyond that, something has blocked the event loop. */
const inexactMs = 10

/** A deadline that is counted in steps, in milliseconds. */
interface Countdown {
  left: number
  /** When the last step began, and how long it was to last. */
  since: number
  asked: number
}

const stepOf = (left: number, slice: number): number => Math.min(Math.max(0, Math.ceil(left)), slice)

/** What is left at the end of a step. Of a turn in which the event loop was blocked, only what was asked for counts. */
const leftAfter = ({ left, since, asked }: Countdown, now: number): number => {
  const passed = now - since
  return left - (passed > asked + inexactMs ? asked : passed)
}

/** A timer from a platform's timeouts and its monotonic clock, in milliseconds. */
export const ofTimeouts = <T>(
  setTimeout: (then: () => void, ms: number) => T,
  clearTimeout: (timeout: T) => void,
  now: () => number,
): Timer => {
  const pause = (ms: number, then: () => void): void => {
    const end = now() + ms
    // A timeout may fire up to a millisecond early, so `step` checks the clock.
    const step = () => {
      const left = end - now()
      if (left > 0) setTimeout(step, Math.min(Math.ceil(left), longestStep))
      else then()
    }
    setTimeout(step, Math.min(Math.max(0, Math.ceil(ms)), longestStep))
  }

  const after = (ms: number, then: () => void): (() => void) => {
    const slice = sliceOf(ms)
    const countdown: Countdown = { left: ms, since: now(), asked: stepOf(ms, slice) }
    const step = () => {
      const at = now()
      countdown.left = leftAfter(countdown, at)
      countdown.since = at
      countdown.asked = stepOf(countdown.left, slice)
      // At last a timeout of nothing: answers that came while the loop was blocked are read before it fires.
      timeout = countdown.left > 0 ? setTimeout(step, countdown.asked) : setTimeout(then, 0)
    }
    let timeout = setTimeout(step, countdown.asked)
    return () => clearTimeout(timeout)
  }

  return { wait: (ms) => () => new Promise((resolve) => pause(ms, resolve)), after, elapsed: now }
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

/** One deadline for several tasks, one after the other. */
export interface Deadline {
  /** Like `within`: the task's answer, or `late()` once the deadline is over. A task that has its answer ready is never late. */
  readonly within: <A, B>(task: Task<A>, late: () => B) => Task<A | B>
  /** Cancels it. */
  readonly end: () => void
}

/** A deadline of `ms` milliseconds from now. */
export const deadlineIn = (timer: Timer, ms: number): Deadline => {
  let isOver = false
  let onOver = (): void => {}
  const end = timer.after(ms, () => {
    isOver = true
    onOver()
  })
  return {
    end,
    within: (task, late) => () => {
      if (isOver) return within(timer, 0)(task, late)()
      return new Promise((resolve, reject) => {
        onOver = () => resolve(late())
        task().then(resolve, reject)
      })
    },
  }
}

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
