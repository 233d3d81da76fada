import type { IO } from 'fp-ts/lib/IO.js'

/** How many seconds each service's clock is ahead of ours; remembered between requests, by origin. */
export interface ClockOffsets {
  /** Whole seconds; 0 for an unknown origin. */
  readonly get: (origin: string) => IO<number>
  /** Whole seconds, possibly negative. */
  readonly set: (origin: string, seconds: number) => IO<void>
}
