import type { IO } from 'fp-ts/lib/IO.js'

/** By how many seconds each service's clock was found to be ahead of ours: remembered between requests, by origin. */
export interface ClockOffsets {
  readonly get: (origin: string) => IO<number>
  readonly set: (origin: string, seconds: number) => IO<void>
}
