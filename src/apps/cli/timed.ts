/**
 * An effect whose time is measured: for the keys and the replay guard of `serve --metrics`. What it answers, and whether it answers at
 * once, stays as it is.
 */
import type { IO } from 'fp-ts/lib/IO.js'
import type { AtOnce } from '../../effects/AtOnce.ts'

/** `took` hears of each answer, how many milliseconds it took. */
export const timed = <A, B>(effect: AtOnce<A, B>, elapsed: IO<number>, took: (ms: number) => void): AtOnce<A, B> => {
  const later = (a: A) => async (): Promise<B> => {
    const began = elapsed()
    try {
      return await effect(a)()
    } finally {
      took(elapsed() - began)
    }
  }
  const { atOnce } = effect
  if (atOnce === undefined) return later
  const now = (a: A): B | undefined => {
    const began = elapsed()
    const answer = atOnce(a)
    // Nothing was done: the task is run, and measured, next.
    if (answer !== undefined) took(elapsed() - began)
    return answer
  }
  return Object.assign(later, { atOnce: now })
}
