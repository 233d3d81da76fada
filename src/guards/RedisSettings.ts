/**
 * The Redis guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../core/Timestamp.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import * as Lifetime from './Lifetime.ts'

const { wrong } = Lifetime

/** What a program may write down, any of it left out. */
export interface Settings extends Lifetime.Settings {
  /** What the guard's keys begin with; guards with the same prefix share one memory. Default `countersign:`. */
  readonly prefix?: string | undefined
  /** For how many milliseconds a claim may wait for Redis; then it fails, and nothing is accepted. Default 100. */
  readonly deadlineMs?: number | undefined
  /**
   * How many seconds a caller's clock may be ahead of ours for the promise to hold over a failover, a restart or a flush of
   * Redis: for so long, and two seconds more, no request is accepted then. `maxSkew + margin / 2` covers every caller.
   * Default 5.
   */
  readonly fence?: number | undefined
  /** The first timestamp that is taken where nothing is stored yet. Default the second in which the guard starts; an earlier one is for tests. */
  readonly floor?: number | undefined
}

export interface Rules {
  readonly lifetime: Lifetime.Lifetime
  readonly prefix: string
  readonly deadlineMs: number
  readonly fence: number
  readonly floor: number | undefined
}

export const names: ReadonlyArray<string> = [
  ...Lifetime.names,
  ...(['prefix', 'deadlineMs', 'fence', 'floor'] satisfies ReadonlyArray<keyof Settings>),
]

// Redis counts a key's life in milliseconds from 1970, in 64 bits; a year of life is far from their end.
const longest = 366 * 86_400

/** The rules that `settings` come to; the first that makes no sense is named. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> => {
  const parsed = Lifetime.parse(settings)
  if (E.isLeft(parsed)) return parsed
  const lifetime = parsed.right
  if (lifetime.life < 1 || lifetime.life > longest)
    return wrong("the guard's maxAge, maxSkew and margin come to 1 second or more, and to a year at most")
  const { prefix = 'countersign:', deadlineMs = 100, fence = 5, floor } = settings
  if (typeof prefix !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(prefix))
    return wrong("the guard's prefix is 1 to 128 visible ASCII characters")
  if (!Number.isSafeInteger(deadlineMs) || deadlineMs < 1 || deadlineMs > 60_000)
    return wrong("the guard's deadlineMs is a whole number of milliseconds, 1 to 60000")
  if (!Number.isSafeInteger(fence) || fence < 0 || fence > 86_400)
    return wrong("the guard's fence is a whole number of seconds, 0 to 86400")
  if (floor !== undefined && !Timestamp.isTimestamp(floor))
    return wrong("the guard's floor is a timestamp in whole seconds, 0 or more")
  return E.right({ lifetime, prefix, deadlineMs, fence, floor })
}
