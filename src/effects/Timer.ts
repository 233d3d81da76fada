import type { Task } from 'fp-ts/lib/Task.js'

/** Passing time, for pauses between attempts. */
export interface Timer {
  /** Resolves no earlier than `ms` milliseconds from now; never rejects. */
  readonly wait: (ms: number) => Task<void>
}

/** Platforms take 31 bits of milliseconds, and fire at once for more. */
const longestStep = 2 ** 31 - 1

/** A timer made of a platform's `setTimeout` and its monotonic clock, in milliseconds. */
export const ofTimeouts = (setTimeout: (then: () => void, ms: number) => unknown, now: () => number): Timer => ({
  wait: (ms) => () =>
    new Promise((resolve) => {
      const end = now() + ms
      // A timeout may come up to a millisecond early, so the end is looked for and not assumed.
      const step = () => {
        const left = end - now()
        if (left > 0) setTimeout(step, Math.min(Math.ceil(left), longestStep))
        else resolve()
      }
      step()
    }),
})
