// An event loop that something blocks, as long as the test says and however fast the machine is: its timeouts fire between turns.
import { ofTimeouts, type Timer } from '../../src/effects/Timer.ts'

interface Timeout {
  at: number
  readonly then: () => void
  readonly unref: () => Timeout
  readonly refresh: () => Timeout
}

export interface SlowLoop {
  readonly timer: Timer
  /** Something blocks the loop for so long. Then the timeouts fire that are due, before any input is read. */
  readonly turn: (ms: number) => void
  readonly setTimeout: (then: () => void, ms?: number) => Timeout
  readonly clearTimeout: (timeout: Timeout | undefined) => void
  readonly now: () => number
}

export const slowLoop = (): SlowLoop => {
  let now = 1000
  const timeouts = new Set<Timeout>()
  const setTimeout = (then: () => void, ms = 0): Timeout => {
    // As in Node, a timeout of nothing takes a millisecond.
    const refresh = (): Timeout => {
      one.at = now + Math.max(1, ms)
      timeouts.add(one)
      return one
    }
    const one: Timeout = { at: 0, then, unref: () => one, refresh }
    // A pause and no deadline: it ends in the next turn of the real loop.
    if (ms <= 0) setImmediate(() => timeouts.delete(one) && then())
    return refresh()
  }
  const clearTimeout = (timeout: Timeout | undefined): void => {
    if (timeout !== undefined) timeouts.delete(timeout)
  }
  const turn = (ms: number): void => {
    now += ms
    const due = [...timeouts].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
    for (const one of due) if (timeouts.delete(one)) one.then()
  }
  return { timer: ofTimeouts(setTimeout, clearTimeout, () => now), turn, setTimeout, clearTimeout, now: () => now }
}

/** The same loop in place of the runtime's own, for what takes no timer. Sockets, files and threads stay real. */
export const onSlowLoop = async (use: (loop: SlowLoop) => Promise<void>): Promise<void> => {
  const loop = slowLoop()
  const own = { setTimeout, clearTimeout }
  const { now } = performance
  Object.assign(globalThis, { setTimeout: loop.setTimeout, clearTimeout: loop.clearTimeout })
  performance.now = loop.now
  try {
    await use(loop)
  } finally {
    Object.assign(globalThis, own)
    performance.now = now
  }
}
