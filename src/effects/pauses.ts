import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Timer } from './Timer.ts'

/** Other work of the program waits for no longer than about this. */
const sliceMs = 10

/** A pause, if the last one is a slice of time ago: for work that would hold the event loop. */
export const pauses = ({ elapsed, wait }: Pick<Timer, 'wait' | 'elapsed'>): (() => Promise<void> | undefined) => {
  let since = elapsed()
  return () => {
    if (elapsed() - since < sliceMs) return undefined
    return wait(0)().then(() => {
      since = elapsed()
    })
  }
}

/** One task after the other, up to the first error, with pauses. */
export const traverseInSlices =
  (timer: Pick<Timer, 'wait' | 'elapsed'>) =>
  <A, B, Err>(items: ReadonlyArray<A>, run: (item: A) => TaskEither<Err, B>): TaskEither<Err, ReadonlyArray<B>> =>
  async () => {
    const results: Array<B> = []
    const pause = pauses(timer)
    for (const item of items) {
      const result = await run(item)()
      if (E.isLeft(result)) return result
      results.push(result.right)
      await pause()
    }
    return E.right(results)
  }
