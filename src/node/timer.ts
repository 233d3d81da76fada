import type { Timer } from '../effects/Timer.ts'

/** `setTimeout` takes 31 bits of milliseconds, and fires at once for more. */
const longestStep = 2 ** 31 - 1

export const timer: Timer = {
  wait: (ms) => () =>
    new Promise((resolve) => {
      const end = performance.now() + ms
      // A timeout may come up to a millisecond early, so the end is looked for and not assumed.
      const step = () => {
        const left = end - performance.now()
        if (left > 0) setTimeout(step, Math.min(Math.ceil(left), longestStep))
        else resolve()
      }
      step()
    }),
}
