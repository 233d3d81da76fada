import type { IO } from 'fp-ts/lib/IO.js'
import type { Timestamp } from '../core/Timestamp.ts'

/** The system's clock. It may step in either direction: never assume that a later reading is larger. */
export interface Clock {
  readonly now: IO<Timestamp>
}
