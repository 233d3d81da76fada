/**
 * How long a guard remembers a claim: the settings that all guards share.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as Freshness from '../core/Freshness.ts'
import { fn, wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { type Clock, ofSeconds } from '../effects/Clock.ts'
import { clock } from '../platform/common/clock.ts'

/** In whole seconds. */
export interface Settings {
  /** How old a timestamp may be: the verifier's `maxAge`. Default 300. */
  readonly maxAge?: number | undefined
  /** How far ahead a timestamp may be: the verifier's `maxSkew`. Default 60. */
  readonly maxSkew?: number | undefined
  /** How much longer a claim is remembered than it must be. Default 60. */
  readonly margin?: number | undefined
  /** The first timestamp that an empty memory accepts. Default: the second in which the guard starts. Earlier ones are for tests. */
  readonly floor?: number | undefined
}

/** For the guards' Promise faces; the functional ones take a `Clock`. */
export interface ClockOption {
  /** The time in seconds since 1970: the verifier's clock. Default: the system's. It decides when claims are forgotten. */
  readonly clock?: (() => number) | undefined
}

export interface Window {
  readonly maxAge: number
  readonly maxSkew: number
  readonly margin: number
  readonly floor: Timestamp.Timestamp | undefined
}

export const fields: Options.Fields<Window> = {
  maxAge: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxAge),
  maxSkew: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxSkew),
  margin: Options.defaulting(wholeNumber('seconds'), 60),
  floor: Options.optional(Timestamp.rule),
}

/** Another answer of the program's clock than a time fails the claim. */
const refuse = (): never => {
  throw new RangeError('clock must answer the seconds since 1970')
}

export const clockField: Options.Field<Clock> = (name, given) =>
  pipe(
    Options.optional(fn<() => number>())(name, given),
    E.map((seconds) => (seconds === undefined ? clock : ofSeconds(seconds, refuse))),
  )

/** How many milliseconds a claim may take. */
export const deadlineMs: Options.Field<number> = Options.defaulting(wholeNumber('milliseconds', 1, 60_000), 100)

/** Settings, and for how many seconds a claim is remembered. */
export type Lived<S> = S & { readonly life: number }

/** A timestamp may first be `maxSkew` ahead and then become `maxAge` old. */
export const withLife = <S extends Window>(settings: S): Lived<S> => {
  const { maxAge, maxSkew, margin } = settings
  return { ...settings, life: maxAge + maxSkew + margin }
}
