/**
 * What all guards share: settings, the refusal of wrong ones, and warnings to the operator.
 */
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import * as Freshness from '../core/Freshness.ts'
import { fn, wholeNumber } from '../core/Rule.ts'
import * as Options from '../core/Settings.ts'
import * as Timestamp from '../core/Timestamp.ts'
import { type GuardUnavailable, type Misconfigured, message, misconfigured } from '../core/VerifyError.ts'
import { type Clock, ofSeconds } from '../effects/Clock.ts'
import { tell } from '../effects/Listener.ts'
import { clock } from '../platform/common/system.ts'

/** How long a claim is remembered, in whole seconds. */
export interface LifetimeOptions {
  /** How old a timestamp may be: the verifier's `maxAge`. Default 300. */
  readonly maxAge?: number | undefined
  /** How far ahead a timestamp may be: the verifier's `maxSkew`. Default 60. */
  readonly maxSkew?: number | undefined
  /** How much longer a claim is remembered than it must be. Default 60. */
  readonly margin?: number | undefined
  /** The first timestamp that an empty memory accepts. Default: the second in which the guard starts. Earlier ones are for tests. */
  readonly floor?: number | undefined
}

/** So that no app can fill a guard, or push out the claims of others. */
export interface QuotaOption {
  /** How many claims one key may have; the cap means no limit. Default: a fifth of the cap, so that an app with four keys cannot fill the guard. */
  readonly quota?: number | undefined
}

/** For the guards' Promise faces; the functional ones take a `Clock`. */
export interface ClockOption {
  /** The time in seconds since 1970: the verifier's clock. Default: the system's. It decides when claims are forgotten. */
  readonly clock?: (() => number) | undefined
}

type OnWarning = (text: string) => void

/** For the guards' Promise faces. */
export interface WarningOption {
  /** Called once for each setting that should be changed. Default: `process.emitWarning`, if the platform has it. */
  readonly onWarning?: OnWarning | undefined
}

/** The lifetime's options, read. */
export interface Lifetime extends Options.Decoded<LifetimeOptions, 'maxAge' | 'maxSkew' | 'margin'> {
  readonly floor: Timestamp.Timestamp | undefined
}

export const fields: Options.Fields<Lifetime> = {
  maxAge: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxAge),
  maxSkew: Options.defaulting(wholeNumber('seconds'), Freshness.defaults.maxSkew),
  margin: Options.defaulting(wholeNumber('seconds'), 60),
  floor: Options.optional(Timestamp.rule),
}

export const quotaField: Options.Field<number | undefined> = Options.optional(wholeNumber(undefined, 1))

/** How many milliseconds a claim may take. */
export const deadlineMs: Options.Field<number> = Options.defaulting(wholeNumber('milliseconds', 1, 60_000), 100)

/** Another answer of the program's clock than a time fails the claim. */
const refuse = (): never => {
  throw new RangeError('clock must return the seconds since 1970')
}

export const clockField: Options.Field<Clock> = (name, given) =>
  pipe(
    Options.optional(fn<() => number>())(name, given),
    E.map((seconds) => (seconds === undefined ? clock : ofSeconds(seconds, refuse))),
  )

export const emitWarning: OnWarning = (text) => globalThis.process?.emitWarning?.(text, 'CountersignWarning')

export const onWarningField: Options.Field<OnWarning> = Options.defaulting(fn<OnWarning>(), emitWarning)

/** Settings, and for how many seconds a claim is remembered. */
export type Lived<S> = S & { readonly life: number }

/** A timestamp may first be `maxSkew` ahead and then become `maxAge` old. */
export const withLife = <S extends Lifetime>(settings: S): Lived<S> => {
  const { maxAge, maxSkew, margin } = settings
  return { ...settings, life: maxAge + maxSkew + margin }
}

// Redis counts a key's expiry in milliseconds since 1970, in 64 bits. A year is far from an overflow.
const longestLife = 366 * 86_400

/** The same for a store whose own expiry forgets the claims. */
export const withBoundedLife = <S extends Lifetime>(settings: S): E.Either<Options.Complaints, Lived<S>> => {
  const lived = withLife(settings)
  if (lived.life >= 1 && lived.life <= longestLife) return E.right(lived)
  return Options.complain('maxAge, maxSkew and margin together must be at least 1 second and at most a year')
}

/** Of a guard that forgets the oldest claims beyond a cap. */
interface Capped<Quota> {
  readonly cap: number
  readonly quota: Quota
}

/** The quota that is meant where none is given. */
export const withQuota = <S extends Capped<number | undefined>>({
  quota,
  ...settings
}: S): E.Either<Options.Complaints, Omit<S, 'quota'> & Capped<number>> => {
  const { cap } = settings
  if (quota !== undefined && quota > cap) return Options.complain(`quota must be at most cap, which is ${cap}`)
  return E.right({ ...settings, quota: quota ?? Math.ceil(cap / 5) })
}

export const unavailable = (detail: string): GuardUnavailable => ({ _tag: 'guard_unavailable', detail })

/** All complaints about a guard's options, in one error. */
export const refused: <A>(read: E.Either<Options.Complaints, A>) => E.Either<Misconfigured, A> = E.mapLeft(
  flow(Options.message('the guard'), misconfigured),
)

/** For a guard's Promise face: a Left becomes a thrown Error, whose `cause` is the error as data. */
export const orThrow = <A>(made: E.Either<GuardUnavailable | Misconfigured, A>): A => {
  if (E.isLeft(made)) throw new Error(message(made.left), { cause: made.left })
  return made.right
}

/** The options of a guard's Promise face. Throws an Error that names everything that is wrong with them. */
export const optionsOrThrow = <S extends object>(fields: Options.Fields<S>): ((options: unknown) => S) =>
  flow(Options.decode(fields), refused, orThrow)

/**
 * Warns of a floor that lies ahead of every timestamp that the verifier accepts: once, until that is over. `remedy` says how to
 * begin with an empty memory.
 */
export const watchFloor = (
  onWarning: OnWarning | undefined,
  maxSkew: number,
  remedy: string,
): ((floor: number, now: number) => void) => {
  let isAhead = false
  return (floor, now) => {
    const wasAhead = isAhead
    isAhead = floor > now + maxSkew
    if (isAhead && !wasAhead)
      tell(
        onWarning,
        `for the next ${floor - now} s the guard refuses every request. The clock was ahead, up to ${new Date(1000 * floor).toISOString()}, and the guard has forgotten requests of that time. Correct the clock. If you cannot wait, ${remedy}; then a request with a timestamp ahead of the clock can be accepted a second time`,
      )
  }
}
