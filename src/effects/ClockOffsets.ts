import type { IO } from 'fp-ts/lib/IO.js'

/** By how many seconds each service's clock was found to be ahead of ours: remembered between requests, by origin. */
export interface ClockOffsets {
  /** Whole seconds; 0 if nothing is known of the origin. */
  readonly get: (origin: string) => IO<number>
  /** Remembers whole seconds, which may be negative. */
  readonly set: (origin: string, seconds: number) => IO<void>
}
