/**
 * Looks at keys and tokens while no request comes. Keys and tokens are read again when a request asks for them, so without this a
 * damaged file would be reported at the next request: after a rotation at night, in the morning.
 */
import type { AppId } from '../../core/AppId.ts'
import type { Token } from '../../core/Token.ts'
import type { KeyRing } from '../../effects/KeyRing.ts'
import type { Timer } from '../../effects/Timer.ts'
import type { TokenBook } from '../../effects/TokenBook.ts'

export interface Watched {
  readonly ring: KeyRing
  readonly book: TokenBook | undefined
}

/** Between two looks. A request of an app looks anew after a second. */
export const lookEveryMs = 2000

/** Of no app, and no token: the question alone makes ring and book look, and report what is wrong. */
const nobody = '-' as AppId
const nothing = '-' as Token

export interface Watch {
  readonly stop: () => void
  /** Seconds since the last look that had an answer; at the start both have been read. */
  readonly age: () => number
}

/** `onLook` is called after each look that had an answer. */
export const watch = ({ ring, book }: Watched, timer: Timer, onLook: () => void = () => {}): Watch => {
  let isOver = false
  let cancel = () => {}
  let lookedAt = timer.elapsed()
  const look = async (): Promise<void> => {
    const answers = await Promise.allSettled([ring.keysOf(nobody)(), book?.find(nothing)()])
    const isAnswered = answers.every((it) => it.status === 'fulfilled' && it.value?._tag !== 'Left')
    if (isAnswered) {
      lookedAt = timer.elapsed()
      onLook()
    }
    if (!isOver) cancel = timer.after(lookEveryMs, () => void look())
  }
  cancel = timer.after(lookEveryMs, () => void look())
  const stop = (): void => {
    isOver = true
    cancel()
  }
  return { stop, age: () => (timer.elapsed() - lookedAt) / 1000 }
}
