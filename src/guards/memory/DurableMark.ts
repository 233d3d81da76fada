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
  let running = idle
  let waiting = idle

  /** Writes the mark that now runs. */
  const write = (): Promise<Outcome> => {
    running = highWater
      .write(state.running as Timestamp)()
      .then((outcome) => {
        state = MarkState.end(state, E.isRight(outcome))
        return outcome
      })
    return running
  }

  const writeNext = (): Promise<Outcome> => {
    state = MarkState.follow(state)
    return write()
  }

  const raise = (timestamp: Timestamp) => (): Promise<Outcome> => {
    const wasWaiting = state.waiting !== undefined
    const raised = MarkState.raise(state, timestamp)
    state = raised.state
    if (raised.by === 'running') return running
    if (raised.by === 'begun') return write()
    if (!wasWaiting) waiting = running.then(writeNext)
    return waiting
  }

  return {
    covers: (timestamp) => MarkState.covers(state, timestamp),
    lose: () => {
      state = MarkState.lose(state)
    },
    raise,
  }
}
