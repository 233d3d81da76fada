/**
 * The high-water mark as the guard uses it: one write at a time, and claims that come meanwhile share the next one.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timestamp } from '../core/Timestamp.ts'
import type { GuardUnavailable } from '../core/VerifyError.ts'
import type { HighWater } from '../effects/HighWater.ts'

export interface DurableMark {
  /** Whether a mark that is known to be durable is as high as this. */
  readonly covers: (timestamp: Timestamp) => boolean
  /** Resolves when it is; fails when the write that was to make it so has failed. */
  readonly raise: (timestamp: Timestamp) => TaskEither<GuardUnavailable, void>
}

type Outcome = E.Either<GuardUnavailable, void>

interface Write {
  mark: Timestamp
  readonly done: Promise<Outcome>
}

/** `stored` is the mark that was read at the start; −1 stands for none. */
export const make = (highWater: HighWater, stored: number): DurableMark => {
  let mark = stored
  let running: Write | undefined
  let waiting: Write | undefined

  const covers = (timestamp: Timestamp): boolean => timestamp <= mark

  const write = (timestamp: Timestamp): Promise<Outcome> => {
    const done = highWater
      .write(timestamp)()
      .then((outcome) => {
        // A failed write may have reached the disk; nothing was accepted for it, and too high a mark only refuses more.
        if (E.isRight(outcome)) mark = Math.max(mark, timestamp)
        running = undefined
        return outcome
      })
    running = { mark: timestamp, done }
    return done
  }

  const after = (earlier: Write, timestamp: Timestamp): Write => {
    const next: Write = {
      mark: timestamp,
      done: earlier.done.then(() => {
        waiting = undefined
        return write(next.mark)
      }),
    }
    return next
  }

  const raise = (timestamp: Timestamp) => (): Promise<Outcome> => {
    if (running !== undefined && timestamp <= running.mark) return running.done
    if (waiting !== undefined) {
      if (timestamp > waiting.mark) waiting.mark = timestamp
      return waiting.done
    }
    if (running === undefined) return write(timestamp)
    waiting = after(running, timestamp)
    return waiting.done
  }

  return { covers, raise }
}
