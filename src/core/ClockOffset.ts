/**
 * What a client believes of a service's clock, for requests that are signed by it. A correction is a suspicion until a service
 * accepts a request that was signed by it; it is forgotten after a refusal, after a contradicting `Date`, and with age.
 */
import * as O from 'fp-ts/lib/Option.js'
import * as HttpDate from './HttpDate.ts'
import { type Rule, wholeNumber } from './Rule.ts'
import type { Timestamp } from './Timestamp.ts'

/** A correction that a service has confirmed. */
export interface ClockOffset {
  /** Whole seconds that the service's clock is ahead of ours, possibly negative. */
  readonly seconds: number
  /** When the last accepted request was signed by it, in milliseconds of a monotonic clock. */
  readonly confirmedAt: number
}

/** The option `maxClockOffset`: the largest correction that a client makes, in seconds. */
export const boundRule: Rule<number> = /* @__PURE__ */ wholeNumber('seconds', 0, 86_400)

/** `maxClockOffset`, unless set. A service that lies about the time gets signatures that are valid so much later. */
export const defaultBound = 600

/** A correction counts for ten minutes after a service has last confirmed it. */
export const keptMs = 600_000

/** Clocks that differ by no more agree: an answer is under way for some time. */
export const likelySkew = 60

/** By how many seconds the next request is corrected; `most` is the option `maxClockOffset`. */
export const secondsAt = (known: ClockOffset | undefined, elapsedMs: number, most: number): number =>
  known === undefined || elapsedMs - known.confirmedAt > keptMs || Math.abs(known.seconds) > most ? 0 : known.seconds

/** A 401, as far as it tells of a wrong clock. */
export interface ClockRefusal {
  /** Its `Date` header. */
  readonly date: string | undefined
  /** The code in its body, if there is one. */
  readonly code: string | undefined
  /** The timestamp that was refused. */
  readonly sent: Timestamp
  /** Our clock. */
  readonly now: Timestamp
}

/**
 * The offset of the service's clock, if the 401 is a refusal for a wrong clock. Our service says so in its code. The
 * interface shows no error bodies, so for another service we go by its `Date`: it lies more than a minute from our timestamp.
 * The base URL is https or loopback, so nobody in between has set the date.
 */
export const suggestedBy = ({ date, code, sent, now }: ClockRefusal, most: number): O.Option<number> => {
  const theirs = HttpDate.parse(date ?? '')
  if (O.isNone(theirs)) return O.none
  const isForTime =
    code === undefined
      ? Math.abs(theirs.value - sent) > likelySkew
      : code === 'timestamp_expired' || code === 'timestamp_in_future'
  const offset = theirs.value - now
  return isForTime && Math.abs(offset) <= most ? O.some(offset) : O.none
}

/** An answer to a signed request. */
export interface AnswerSeen {
  readonly status: number
  /** Its `Date` header. */
  readonly date: string | undefined
  /** The correction that the request was signed by; 0 for none. */
  readonly seconds: number
  /** Our clock when the answer came. */
  readonly now: Timestamp
  /** The same moment on the monotonic clock, in milliseconds. */
  readonly elapsedMs: number
}

/**
 * What is believed after an answer. Only 2xx confirms: any other status may come from a proxy that has verified nothing. A 401
 * drops the correction, whatever its reason. So does a `Date` that differs from it: then an earlier answer has lied.
 */
export const afterAnswer = (
  known: ClockOffset | undefined,
  { status, date, seconds, now, elapsedMs }: AnswerSeen,
): ClockOffset | undefined => {
  if (seconds === 0) return known
  const others = known?.seconds === seconds ? undefined : known
  if (status === 401) return others
  if (status < 200 || status > 299) return known
  const theirs = HttpDate.parse(date ?? '')
  const isContradicted = O.isSome(theirs) && Math.abs(theirs.value - now - seconds) > likelySkew
  return isContradicted ? others : { seconds, confirmedAt: elapsedMs }
}
