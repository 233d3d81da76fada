/**
 * Writes of the high-water mark, one at a time. Claims that come during a write share the next one.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { GuardUnavailable } from '../../core/VerifyError.ts'
import type { HighWater } from '../../effects/HighWater.ts'

export interface DurableMark {
  /** Whether a durable mark is at least this high. */
  readonly covers: (timestamp: Timestamp) => boolean
  /** The mark is not on the disk any more: it covers nothing until the next `raise`, which writes it again. */
  readonly lose: () => void
  /** Makes the mark at least this high; fails when the write fails. */
  readonly raise: (timestamp: Timestamp) => TaskEither<GuardUnavailable, void>
}

type Outcome = E.Either<GuardUnavailable, void>

interface Write {
  mark: Timestamp
  readonly done: Promise<Outcome>
}

/** `stored`: the mark that was read at the start, or −1 for none. */
export const make = (highWater: HighWater, stored: number): DurableMark => {
  let mark = stored
  /** The highest mark that was durable, and must be so again. */
  let highest = stored
  let running: Write | undefined
  let waiting: Write | undefined

  const covers = (timestamp: Timestamp): boolean => timestamp <= mark

  const lose = (): void => {
    mark = -1
  }

  const write = (wanted: Timestamp): Promise<Outcome> => {
    const timestamp = Math.max(wanted, highest) as Timestamp
    const done = highWater
      .write(timestamp)()
      .then((outcome) => {
        // A failed write may still reach the disk. That is safe: too high a mark only refuses more.
        if (E.isRight(outcome)) {
          mark = Math.max(mark, timestamp)
          highest = Math.max(highest, mark)
        }
        running = undefined
        return outcome
      })
    running = { mark: timestamp, done }
    return done
  }

  const raise = (timestamp: Timestamp) => (): Promise<Outcome> => {
    if (running !== undefined && timestamp <= running.mark) return running.done
    if (waiting !== undefined) {
      if (timestamp > waiting.mark) waiting.mark = timestamp
      return waiting.done
    }
    if (running === undefined) return write(timestamp)
    const next: Write = {
      mark: timestamp,
      done: running.done.then(() => {
        waiting = undefined
        return write(next.mark)
      }),
    }
    waiting = next
    return next.done
  }

  return { covers, lose, raise }
}
