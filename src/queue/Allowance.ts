/** A rate of work that a flood must not exceed, such as files or diagnoses of refused requests: a token bucket. */
import type { Timer } from '../effects/Timer.ts'

/** `most` in a minute, and as many at once after a quiet minute. Each call takes one, or answers `false`. */
export const perMinute = ({ elapsed }: Pick<Timer, 'elapsed'>, most: number): (() => boolean) => {
  let left = most
  let since = elapsed()
  return () => {
    const now = elapsed()
    left = Math.min(most, left + ((now - since) * most) / 60_000)
    since = now
    if (!(left >= 1)) return false
    left--
    return true
  }
}
