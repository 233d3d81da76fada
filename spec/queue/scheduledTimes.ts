/** Time that fast-check's scheduler passes, for properties about promises that race. */
import type * as fc from 'fast-check'
import type { Timer } from '../../src/effects/Timer.ts'

export interface ScheduledTimes {
  readonly timer: Timer
  readonly nextTurn: (then: () => void) => void
  /** The alarms and turns that are to come. */
  readonly pending: ReadonlySet<string>
}

/** Alarms and turns of the event loop that come when the scheduler comes to them: an alarm at its time, or any time later. */
export const scheduledTimes = (scheduler: fc.Scheduler): ScheduledTimes => {
  let now = 0
  let count = 0
  const pending = new Set<string>()
  const later = (name: string, then: () => void): (() => void) => {
    const label = `${name} ${count++}`
    pending.add(label)
    void scheduler.schedule(Promise.resolve(), label).then(() => {
      if (pending.delete(label)) then()
    })
    return () => void pending.delete(label)
  }
  const timer: Timer = {
    elapsed: () => now,
    wait: () => () => Promise.reject(new Error('nobody waits here')),
    after: (ms, then) => {
      const due = now + ms
      return later('alarm', () => {
        now = Math.max(now, due)
        then()
      })
    },
  }
  return { timer, nextTurn: (then: () => void) => void later('turn', then), pending }
}
