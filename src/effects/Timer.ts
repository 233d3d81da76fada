import type { Task } from 'fp-ts/lib/Task.js'

/** Passing time, for pauses between attempts. */
export interface Timer {
  /** Resolves no earlier than `ms` milliseconds from now; never rejects. */
  readonly wait: (ms: number) => Task<void>
}
