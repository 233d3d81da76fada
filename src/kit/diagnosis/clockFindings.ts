/**
 * What the distance between a timestamp and the time of arrival shows. No signature proves it: a saved request, a slow one and a wrong
 * clock look alike. If the request has a Date header, this shows the caller's clock as well. `clockCause.ts` knows the usual distances,
 * such as those of time zones.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Freshness from '../../core/Freshness.ts'
import type * as Timestamp from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { type ClockCause, causeSentence, clockCause, distanceDetail, type Side } from './clockCause.ts'
import { finding } from './finding.ts'
import type { Finding } from './Report.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'

/** The times of a request, in seconds since 1970, as far as they are known. */
export interface RequestTimes {
  /** What the caller sent as its timestamp. */
  readonly timestamp: Timestamp.Timestamp | undefined
  /** The time of arrival. */
  readonly now: number | undefined
  /** What the caller's clock showed, by its Date header or an archive. */
  readonly sentAt: number | undefined
}

/** The finding if the timestamp is too old or too far ahead. None if a time is not known. */
export const clockFindings = (
  { timestamp, now, sentAt }: RequestTimes,
  policy: VerifyPolicy,
): ReadonlyArray<Finding> => {
  if (timestamp === undefined || now === undefined) return []
  const fresh = freshness(timestamp, now, policy)
  if (E.isRight(fresh)) return []
  const isBehind = fresh.left._tag === 'timestamp_expired'
  const side = isBehind ? 'behind' : 'ahead'
  const seconds = fresh.left._tag === 'timestamp_expired' ? fresh.left.ageSeconds : fresh.left.aheadSeconds
  const cause = clockCause(timestamp, seconds, side)
  const found = finding(isBehind ? 'clock-behind' : 'clock-ahead', distanceDetail(seconds, cause), 'clock')
  if (sentAt !== undefined) return [{ ...found, ...wordsByClock(timestamp, now, sentAt) }]
  return [{ ...found, ...(cause === undefined ? {} : wordsOfCause(cause, side)) }]
}

/** The words if the timestamp suggests a cause. The detail has the cause itself. */
const wordsOfCause = ({ remedy }: ClockCause, side: Side): Pick<Finding, 'what' | 'remedy' | 'remedyFor'> => ({
  what:
    side === 'behind'
      ? 'The timestamp is too old for the assumed time of arrival.'
      : 'The timestamp is later than the assumed time of arrival.',
  ...forBoth(remedy, otherArrival),
})

const otherArrival = 'If the request arrived at another time, give this time.'

/** Whether a verifier accepts the timestamp at this moment. */
export const isFresh = (timestamp: Timestamp.Timestamp, now: number, policy: VerifyPolicy): boolean =>
  E.isRight(freshness(timestamp, now, policy))

const freshness = (timestamp: Timestamp.Timestamp, now: number, policy: VerifyPolicy) =>
  Freshness.check(policy, timestamp, now as Timestamp.Timestamp)

/** The words if the caller signed a right time and sent a wrong one, by the id of the finding. */
export const wordsBySignedTime = (id: string): Telling => ({
  what: `The timestamp in the header is ${id === 'clock-behind' ? 'too old' : 'too far ahead'}, but the signed timestamp is not. So the caller's clock is right.`,
  ...forBoth('Put the time that the program signs into the header too.', otherArrival),
})

// ---- With the caller's clock

/** Two readings of one clock, with the way to the service between them, are at most so many seconds apart. */
const atOnce = 60

/** What else than the caller's clock may be wrong, by the side on which its timestamp is. No delay makes a timestamp too late. */
const otherThanClock: Readonly<Record<Side, { readonly other: string; readonly operator: string }>> = {
  behind: {
    other: 'the request was delayed for as long',
    operator: 'If the request was saved and examined later, give the time when it arrived.',
  },
  ahead: {
    other: 'the clock of the service is behind by as much',
    operator:
      'Compare the clock of the service with a time server. If the request arrived at another time, give this time.',
  },
}

/** The words if the caller's clock is known: whether that clock is wrong, or the timestamp is. */
const wordsByClock = (
  timestamp: number,
  now: number,
  sentAt: number,
): Pick<Finding, 'what' | 'remedy' | 'remedyFor'> => {
  const since = sentAt - timestamp
  const offBy = Math.abs(now - sentAt)
  const readings = `The caller's clock showed ${sentAt} when the request was sent (from its Date header or the archive)`
  if (Math.abs(since) <= atOnce) {
    const side = now > sentAt ? 'behind' : 'ahead'
    const { other, operator } = otherThanClock[side]
    return {
      what: `${readings}, and the timestamp agrees with this. Either this clock is wrong by ${offBy} s, or ${other}. ${causeSentence(sentAt, offBy, side)}`.trim(),
      ...forBoth("Synchronize the caller's clock with NTP.", operator),
    }
  }
  const isRight = offBy <= atOnce
  return {
    what: `${readings}${isRight ? ', which is right' : ''}. But the timestamp is ${Math.abs(since)} s ${since > 0 ? 'older' : 'ahead of that'}, so it is not the time of sending. ${causeSentence(timestamp, Math.abs(since), since > 0 ? 'behind' : 'ahead')}`.trim(),
    remedy:
      'Each time you send a request, take the timestamp from the clock, in seconds since 1970 (UTC). Also when you send the same request again, take a new timestamp and sign again.',
  }
}
