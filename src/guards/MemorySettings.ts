/**
 * The memory guard's settings.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Freshness from '../core/Freshness.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Misconfigured } from '../core/VerifyError.ts'

/** What a program may write down: plain numbers, any of them left out. */
export interface Settings {
  /** Whole seconds that a timestamp may be old: what the verifier allows. Default 300. */
  readonly maxAge?: number | undefined
  /** Whole seconds that a timestamp may lie ahead: what the verifier allows. Default 60. */
  readonly maxSkew?: number | undefined
  /** Whole seconds for which a claim is remembered beyond the time it needs to be. Default 60. */
  readonly margin?: number | undefined
  /** How many claims are remembered; at most about 30 bytes each. Default 1,000,000. */
  readonly cap?: number | undefined
  /** How many of them may be one key's; as many as the cap for no such limit. Default a fifth of the cap, so that an app with four keys cannot fill it. */
  readonly quota?: number | undefined
  /** The first timestamp that is taken. Default the second in which the guard starts; an earlier one is for tests. */
  readonly floor?: number | undefined
}

export interface Rules {
  /** Seconds for which a claim is remembered: a timestamp may be as far ahead as `maxSkew` and become as old as `maxAge`. */
  readonly life: number
  readonly cap: number
  readonly quota: number
  readonly floor: Timestamp.Timestamp | undefined
}

export const names: ReadonlyArray<string> = [
  'maxAge',
  'maxSkew',
  'margin',
  'cap',
  'quota',
  'floor',
] satisfies ReadonlyArray<keyof Settings>

const most = 100_000_000

const wrong = (detail: string): E.Either<Misconfigured, never> => E.left({ _tag: 'Misconfigured', detail })

/** The rules that `settings` come to; the first that makes no sense is named. */
export const parse = (settings: Settings): E.Either<Misconfigured, Rules> => {
  const {
    maxAge = Freshness.defaults.maxAge,
    maxSkew = Freshness.defaults.maxSkew,
    margin = 60,
    cap = 1_000_000,
  } = settings
  for (const [name, n] of Object.entries({ maxAge, maxSkew, margin })) {
    if (!Timestamp.isTimestamp(n)) return wrong(`the guard's ${name} is a whole number of seconds, 0 or more`)
  }
  if (!Number.isSafeInteger(cap) || cap < 1 || cap > most)
    return wrong(`the guard's cap is a whole number, 1 to ${most}`)
  const { quota = Math.ceil(cap / 5), floor } = settings
  if (!Number.isSafeInteger(quota) || quota < 1 || quota > cap)
    return wrong(`the guard's quota is a whole number, 1 to its cap of ${cap}`)
  if (floor !== undefined && !Timestamp.isTimestamp(floor))
    return wrong("the guard's floor is a timestamp in whole seconds, 0 or more")
  return E.right({ life: maxAge + maxSkew + margin, cap, quota, floor })
}
