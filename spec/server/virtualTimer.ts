/** A timer whose time passes when the test says so. */
import type { Timer } from '../../src/effects/Timer.ts'

export interface VirtualTimer extends Pick<Timer, 'elapsed' | 'after'> {
  /** Passes the time, fires what is due in its order, and lets promises settle in between. */
  readonly pass: (ms: number) => Promise<void>
  /** Forgets every timer, as a worker's runtime does with the requests that set them. */
  readonly dropAll: () => void
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

export const virtualTimer = (): VirtualTimer => {
  let now = 1000
  let timers: ReadonlyArray<{ readonly at: number; readonly then: () => void }> = []
  return {
    elapsed: () => now,
    after: (ms, then) => {
      const one = { at: now + Math.max(0, ms), then }
      timers = [...timers, one]
      return () => {
        timers = timers.filter((each) => each !== one)
      }
    },
    pass: async (ms) => {
      const end = now + ms
      await settled()
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers = timers.filter((each) => each !== due)
        now = Math.max(now, due.at)
        due.then()
        await settled()
      }
      now = end
    },
    dropAll: () => {
      timers = []
    },
  }
}
