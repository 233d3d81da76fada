/** The newest accepted timestamp on a disk, for the memory guard: what it is and what it promises. */
import type { Option } from 'fp-ts/lib/Option.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'

/** Persists the newest accepted timestamp across restarts. */
export interface HighWater {
  readonly read: TaskEither<GuardUnavailable, Option<Timestamp>>
  /** Resolves when the mark is durable. */
  readonly write: (mark: Timestamp) => TaskEither<GuardUnavailable, void>
  /** Whether what was read or written last has gone, or was replaced by something else. */
  readonly isLost?: () => boolean
  /** Lets another guard read it. */
  readonly close?: () => Promise<void>
}
