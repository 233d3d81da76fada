/** A timer whose time passes when the test says so. */
import { setImmediate } from 'node:timers/promises'
import type { Timer } from '../../src/effects/Timer.ts'

export interface VirtualTimer extends Timer {
  /** Passes the time, fires what is due in its order, and lets promises settle in between. */
  readonly pass: (ms: number) => Promise<void>
  /** Passes the time, and fires nothing: something holds the event loop. */
  readonly hold: (ms: number) => void
  /** How many timers are to fire. */
  readonly pending: () => number
  /** Forgets every timer, as a worker's runtime does with the requests that set them. */
  readonly dropAll: () => void
}

interface Due {
  readonly at: number
  readonly then: () => void
}

/** `settle` lets promises settle; by default, those of real input and output as well. */
export const virtualTimer = (settle: () => Promise<unknown> = setImmediate, start = 1000): VirtualTimer => {
  let now = start
  const timers = new Set<Due>()

  const firstUntil = (end: number): Due | undefined => {
    let first: Due | undefined
    for (const each of timers) if (each.at <= end && (first === undefined || each.at < first.at)) first = each
    return first
  }

  const after: Timer['after'] = (ms, then) => {
    const one = { at: now + Math.max(0, ms), then }
    timers.add(one)
    return () => void timers.delete(one)
  }

  return {
    elapsed: () => now,
    after,
    wait: (ms) => () => new Promise((resolve) => void after(ms, resolve)),
    pass: async (ms) => {
      const end = now + ms
      await settle()
      for (let due = firstUntil(end); due !== undefined; due = firstUntil(end)) {
        timers.delete(due)
        now = Math.max(now, due.at)
        due.then()
        await settle()
      }
      if (end < Number.POSITIVE_INFINITY) now = Math.max(now, end)
    },
    hold: (ms) => {
      now += ms
    },
    pending: () => timers.size,
    dropAll: () => timers.clear(),
  }
}
