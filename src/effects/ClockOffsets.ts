/** Effect: where a client remembers, between requests, how far each service's clock is ahead of ours. */
import type { IO } from 'fp-ts/lib/IO.js'
import type { ClockOffset } from '../core/ClockOffset.ts'

/** Answer for an origin what was last set for it, and `undefined` for an unknown one. `ClockOffset` decides what counts. */
export interface ClockOffsets {
  /** What was last set for the origin. `undefined` if nothing was, or if it was forgotten. */
  readonly get: (origin: string) => IO<ClockOffset | undefined>
  /** `undefined` forgets the origin. */
  readonly set: (origin: string, offset: ClockOffset | undefined) => IO<void>
}
