import type { IO } from 'fp-ts/lib/IO.js'
import type { Timestamp } from '../core/Timestamp.ts'

/** The system's time. It may step in either direction: nothing here may rely on a later reading being larger. */
export interface Clock {
  readonly now: IO<Timestamp>
}
