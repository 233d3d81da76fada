import type { Timer } from './Timer.ts'

/** A token bucket: `perMinute` in a minute, and as many at once after a quiet minute. Takes one, or answers `false`. */
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
