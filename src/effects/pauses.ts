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
