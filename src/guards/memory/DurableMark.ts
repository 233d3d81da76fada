/**
 * Writes of the high-water mark, one at a time. Claims that come during a write share the next one. What is written when is
 * decided in MarkState.ts.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { GuardUnavailable } from '../../core/VerifyError.ts'
import type { HighWater } from '../../effects/HighWater.ts'
import * as MarkState from './MarkState.ts'

export interface DurableMark {
  /** Whether a durable mark is at least this high. */
  readonly covers: (timestamp: Timestamp) => boolean
  /** The mark is not on the disk any more: it covers nothing until the next `raise`, which writes it again. */
  readonly lose: () => void
  /** Makes the mark at least this high; fails when the write fails. */
  readonly raise: (timestamp: Timestamp) => TaskEither<GuardUnavailable, void>
}

type Outcome = E.Either<GuardUnavailable, void>

const idle: Promise<Outcome> = Promise.resolve(E.right(undefined))

/** `stored`: the mark that was read at the start, or −1 for none. */
export const make = (highWater: HighWater, stored: number): DurableMark => {
  let state = MarkState.make(stored)
  let runningWrite = idle
  let waitingWrite = idle

  /** Starts the write of the mark that the state names as `running`. */
  const write = (): Promise<Outcome> => {
    runningWrite = highWater
      .write(state.running as Timestamp)()
      .then((outcome) => {
        state = MarkState.end(state, E.isRight(outcome))
        return outcome
      })
    return runningWrite
  }

  const writeNext = (): Promise<Outcome> => {
    state = MarkState.follow(state)
    return write()
  }

  const raise = (timestamp: Timestamp) => (): Promise<Outcome> => {
    const isWriteWaiting = state.waiting !== undefined
    const raised = MarkState.raise(state, timestamp)
    state = raised.state
    if (raised.by === 'running') return runningWrite
    if (raised.by === 'begun') return write()
    // All claims that come during a write share the one write after it.
    if (!isWriteWaiting) waitingWrite = runningWrite.then(writeNext)
    return waitingWrite
  }

  return {
    covers: (timestamp) => MarkState.covers(state, timestamp),
    lose: () => {
      state = MarkState.lose(state)
    },
    raise,
  }
}
