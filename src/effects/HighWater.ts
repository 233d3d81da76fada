import type { Option } from 'fp-ts/lib/Option.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'

/** A mark that outlives the process: the newest timestamp that was ever accepted. */
export interface HighWater {
  readonly read: TaskEither<GuardUnavailable, Option<Timestamp>>
  /** Resolves when the mark is durable. */
  readonly write: (mark: Timestamp) => TaskEither<GuardUnavailable, void>
}
