/**
 * How long a claim lives: a setting of every guard.
 */
import * as Freshness from '../core/Freshness.ts'
import { wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'

/** In whole seconds. */
export interface Settings {
  /** How old a timestamp may be: what the verifier allows. Default 300. */
  readonly maxAge?: number | undefined
  /** How far a timestamp may lie ahead: what the verifier allows. Default 60. */
  readonly maxSkew?: number | undefined
  /** For how long a claim is remembered beyond the time it needs to be. Default 60. */
  readonly margin?: number | undefined
}

export interface Window {
  readonly maxAge: number
  readonly maxSkew: number
  readonly margin: number
}

export interface Lifetime extends Window {
  /** For how long a claim is remembered: a timestamp may be as far ahead as `maxSkew` and become as old as `maxAge`. */
  readonly life: number
}

export const fields: Options.Fields<Window> = {
  maxAge: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxAge),
  maxSkew: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxSkew),
  margin: Options.defaulting(wholeNumber('seconds'), 60),
}

export const of = ({ maxAge, maxSkew, margin }: Window): Lifetime => ({
  maxAge,
  maxSkew,
  margin,
  life: maxAge + maxSkew + margin,
})
