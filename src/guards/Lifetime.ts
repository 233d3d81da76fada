/**
 * How long a claim lives: a setting of every guard.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Freshness from '../core/Freshness.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Misconfigured } from '../core/VerifyError.ts'

/** In whole seconds. */
export interface Settings {
  /** How old a timestamp may be: what the verifier allows. Default 300. */
  readonly maxAge?: number | undefined
  /** How far a timestamp may lie ahead: what the verifier allows. Default 60. */
  readonly maxSkew?: number | undefined
  /** For how long a claim is remembered beyond the time it needs to be. Default 60. */
  readonly margin?: number | undefined
}

export interface Lifetime {
  readonly maxAge: number
  readonly maxSkew: number
  readonly margin: number
  /** For how long a claim is remembered: a timestamp may be as far ahead as `maxSkew` and become as old as `maxAge`. */
  readonly life: number
}

export const names: ReadonlyArray<string> = ['maxAge', 'maxSkew', 'margin'] satisfies ReadonlyArray<keyof Settings>

export const wrong = (detail: string): E.Either<Misconfigured, never> => E.left({ _tag: 'misconfigured', detail })

/** The lifetime that `settings` come to; the first that makes no sense is named. */
export const parse = (settings: Settings): E.Either<Misconfigured, Lifetime> => {
  const { maxAge = Freshness.defaults.maxAge, maxSkew = Freshness.defaults.maxSkew, margin = 60 } = settings
  for (const [name, n] of Object.entries({ maxAge, maxSkew, margin })) {
    if (!Timestamp.isTimestamp(n)) return wrong(`the guard's ${name} is a whole number of seconds, 0 or more`)
  }
  return E.right({ maxAge, maxSkew, margin, life: maxAge + maxSkew + margin })
}
