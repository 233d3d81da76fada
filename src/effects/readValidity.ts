/**
 * When a key is valid, as a row of a database says it: a `Date` of a timestamp column, a number, a bigint, the digits that
 * drivers make of BIGINT, or null.
 */
import * as E from 'fp-ts/lib/Either.js'
import { mustBe, wholeNumber } from '../core/Rule.ts'
import * as Settings from '../core/Settings.ts'
import type { Timestamp } from '../core/Timestamp.ts'
import { inspect } from '../core/untrusted.ts'
import type { Validity } from './KeyRing.ts'

/** Seconds since 1970, not milliseconds, or a `Date`. Drivers give BIGINT as digits in a text, or as a bigint. */
export type SecondsOrDate = number | bigint | `${bigint}` | Date

/** The year 5138 in seconds. A `notAfter` in milliseconds would be later, and the key would never expire. */
const farFuture = 100_000_000_000

const second = {
  ...wholeNumber<Timestamp>(undefined, 0, farFuture),
  expected: `a Date, null, or whole seconds since 1970, 0 to ${farFuture}`,
}

const isDate = (value: unknown): value is Date =>
  // By its tag: `instanceof` fails across realms, such as a test runner's sandbox.
  inspect(() => Object.prototype.toString.call(value) === '[object Date]', false)

/** A number if it is seconds in any of the forms. A key is valid for whole seconds only, hence `round`. */
const secondsOf = (given: unknown, round: (seconds: number) => number): unknown => {
  if (isDate(given)) return round(Number(given) / 1000)
  return typeof given === 'bigint' || (typeof given === 'string' && /^(?:0|[1-9]\d{0,15})$/.test(given))
    ? Number(given)
    : given
}

/** What came, in the words of who looks for the mistake. */
const foundIn = (given: unknown): string => {
  const seconds = secondsOf(given, Math.floor)
  if (typeof seconds === 'number') {
    if (isDate(given) && Number.isNaN(seconds)) return 'an invalid Date'
    return seconds > farFuture && seconds < farFuture * 1000
      ? `${seconds}, which are milliseconds: divide them by 1000`
      : `${seconds}`
  }
  if (typeof given !== 'string') return typeof given
  return /^\d{4}-\d\d-\d\d/.test(given) ? 'a date as text: give new Date(text)' : 'text'
}

/** `null` counts as left out: it is what an empty column gives. */
const instant =
  (round: (seconds: number) => number): Settings.Field<Timestamp | undefined> =>
  (name, given) => {
    if (given === undefined || given === null) return E.right(undefined)
    const seconds = secondsOf(given, round)
    return second.is(seconds)
      ? E.right(seconds)
      : Settings.complain(`${mustBe(name, second)} (found ${foundIn(given)})`)
  }

/** A boolean, the 0 or 1 of a database without booleans, or when the key was revoked: it is revoked from the start. */
const revoked: Settings.Field<boolean | undefined> = (name, given) => {
  if (given === undefined || given === null || typeof given === 'boolean') return E.right(given ?? undefined)
  const since = secondsOf(given, Math.trunc)
  return second.is(since) || (isDate(given) && !Number.isNaN(since))
    ? E.right(isDate(given) || since !== 0)
    : Settings.complain(
        `${name} must be true, false, or the time of the revocation: ${second.expected} (found ${foundIn(given)})`,
      )
}

/** The validity in a row without its key. A name that is not known is refused: it may be a misspelled `notAfter`. */
export const readValidity: (given: unknown) => E.Either<Settings.Complaints, Validity> =
  /* @__PURE__ */ Settings.decode<Validity>({
    notBefore: /* @__PURE__ */ instant(Math.ceil),
    notAfter: /* @__PURE__ */ instant(Math.floor),
    revoked,
  })
