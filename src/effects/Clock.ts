/**
 * The effect of reading the time, in whole seconds since 1970 as a timestamp of the scheme has them. Programs ask for a `Clock` and
 * never for the time itself, so a test can set it: `ofSeconds(() => 1_700_000_000.9, refuse).now()` is 1700000000.
 */
import type { IO } from 'fp-ts/lib/IO.js'
import { isTimestamp, type Timestamp } from '../core/Timestamp.ts'

/** The system's clock. It may step in either direction: never assume that a later reading is larger. */
export interface Clock {
  readonly now: IO<Timestamp>
}

/** A clock of the embedding program, which answers the seconds since 1970. `refuse` throws: another answer is no time. */
export const ofSeconds = (seconds: () => number, refuse: () => never): Clock => ({
  now: () => {
    const now = Math.floor(seconds())
    return isTimestamp(now) ? now : refuse()
  },
})
