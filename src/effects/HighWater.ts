import type { Option } from 'fp-ts/lib/Option.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'

/** Persists the newest accepted timestamp across restarts. */
export interface HighWater {
  readonly read: TaskEither<GuardUnavailable, Option<Timestamp>>
  /** Resolves when the mark is durable. */
  readonly write: (mark: Timestamp) => TaskEither<GuardUnavailable, void>
  /** Lets another guard read it. */
  readonly close?: () => Promise<void>
}
