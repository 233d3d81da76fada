/**
 * Reads the header of a refused request for the diagnosis. It answers the drafts that should have been signed, and all mistakes that
 * need no signature to be seen: in the grammar, in the spelling of the values, in the clock. Faults of the grammar are repaired if the
 * text shows how.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as Freshness from '../../core/Freshness.ts'
import * as Method from '../../core/Method.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { definedOf } from '../../core/Settings.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Hash } from '../../effects/Hash.ts'
import { appIdFindings } from './appIdFault.ts'
import type { Case } from './Case.ts'
import { catalogue } from './catalogue.ts'
import { type ClockCause, causeSentence, clockCause, distanceDetail, type Side } from './clockCause.ts'
import { type Draft, draftOf, type View } from './Draft.ts'
import {
  callersClock,
  declaredCharset,
  forwardedHosts,
  headerNamed,
  originalTarget,
  removedPrefixes,
} from './evidenceHeaders.ts'
import { finding } from './finding.ts'
import type { Finding } from './Report.ts'
import { nonceFault, readHeader } from './readHeader.ts'
import { forBoth } from './remedies.ts'

export interface HeaderEvidence {
  /** The mistakes that the header and the target show. */
  readonly findings: ReadonlyArray<Finding>
  /** The mistakes that the clock shows. No signature proves them. */
  readonly clock: ReadonlyArray<Finding>
  readonly appId: string | undefined
  /** Whether one of the known keys belongs to this app id. */
  readonly isRegistered: boolean
  readonly signature: string | undefined
  /** The drafts that should have been signed: several if the header leaves timestamp or nonce open. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  /** Whether the verifier expects the first of these drafts: the header has a timestamp and a nonce. */
  readonly isComplete: boolean
}

/** The evidence of this Authorization line. */
export const headerEvidence = (line: string, request: Case, policy: VerifyPolicy, hash: Hash): HeaderEvidence => {
  const { values, faults } = readHeader(line, policy)
  const appId = values.app_id[0]
  const times = timesOf(values.timestamp.map(asSent), request.now, policy)
  const nonces = values.nonce_str.length === 0 ? [''] : [...new Set(values.nonce_str.map(asSent))]
  const verb = Method.parse(request.method)
  const place = RequestTarget.parse(request.target)
  const method = E.isRight(verb) ? verb.right : request.method
  const target = E.isRight(place) ? place.right : asSent(request.target)
  const shown = shownOnTheWay(request, target)
  const view = { ...shown, method, target, appId: appId ?? '', moments: momentsOf(request) }
  const drafts = times.texts.flatMap((timestamp) => nonces.map((nonce) => draftOf({ ...view, timestamp, nonce })))
  const [right = draftOf({ ...request, timestamp: '', nonce: '', appId: '' })] = drafts
  return {
    findings: [
      ...faults.map(({ id, detail, offset, telling }) => ({
        ...finding(id, detail, 'header', offset),
        ...definedOf(telling ?? {}),
      })),
      ...appIdFindings(appId, request.keys),
      ...targetFindings(request.target),
      ...times.findings,
      ...nonceFindings(values.nonce_str[0], right, hash),
    ],
    clock: clockFindings(times.seconds, request.now, policy, callersClock(request.headers)),
    appId,
    isRegistered: request.keys.some((known) => known.appId === appId),
    signature: values.signature[0],
    expected: [right, ...drafts.slice(1)],
    isComplete: values.timestamp.length > 0 && values.timestamp[0] !== '' && values.nonce_str.length > 0,
  }
}

/** Facts about a request beside its own parts, also from its other headers. */
const shownOnTheWay = ({ body, host, url, paths, decoded, file, headers }: Case, target: string) => {
  const original = originalTarget(headers, target)
  return {
    body,
    host,
    url,
    // The likeliest path comes first.
    paths: original === undefined ? paths : [original[1], ...(paths ?? [])],
    decoded,
    file,
    original,
    prefixes: removedPrefixes(headers, target),
    hosts: forwardedHosts(headers),
    charset: declaredCharset(headers),
    date: headerNamed(headers, 'date'),
    contentType: headerNamed(headers, 'content-type'),
  }
}

/** Times at which the request may have been sent: by its Date header or a HAR, then the time of arrival. */
const momentsOf = ({ headers, now }: Case): ReadonlyArray<number> => {
  const date = callersClock(headers)
  const isKnown = date !== undefined && Number.isFinite(date)
  return [...(isKnown ? [Math.floor(date)] : []), ...(now === undefined ? [] : [now])]
}

/** The text of a value. Headers have one character for each byte, and callers write UTF-8 into them. */
const asSent = (value: string): string => {
  if (/[^\0-\u00ff]/.test(value) || !/[\u0080-\u00ff]/.test(value)) return value
  const text = Bytes.toText(Uint8Array.from(value, (c) => c.charCodeAt(0)))
  return E.isRight(text) ? text.right : value
}

interface Times {
  /** The texts that the caller may have signed as its timestamp. */
  readonly texts: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  /** The seconds since 1970 that were meant, if the text tells. */
  readonly seconds?: Timestamp.Timestamp | undefined
}

const timesOf = (given: ReadonlyArray<string>, now: number | undefined, policy: VerifyPolicy): Times => {
  const [text] = given
  if (text === undefined) return { texts: now === undefined ? [''] : acceptable(now, policy), findings: [] }
  const number = Timestamp.parse(text)
  if (E.isLeft(number)) {
    const digits = text.replace(/[^\d]/g, '')
    if (grouped.test(text) && digits.length === secondsOfToday)
      return {
        texts: [text, digits],
        findings: [{ ...finding('header-timestamp', 'digits in groups'), ...groupedWords }],
        seconds: Number(digits) as Timestamp.Timestamp,
      }
    const isFraction = /^\d+\.\d+$/.test(text)
    const seconds = isFraction ? [String(Math.floor(Number(text)))] : []
    return {
      // An empty timestamp: any time that a verifier accepts may have been signed.
      texts: text === '' && now !== undefined ? acceptable(now, policy) : [...given, ...seconds],
      findings: [finding('header-timestamp', isFraction ? 'a fraction' : oddTime(text))],
    }
  }
  // In a test, the verifier's own clock may be far ahead, so a fresh time is no other unit.
  const isFresh = now !== undefined && E.isRight(checked(number.right, now, policy))
  const other = isFresh ? undefined : otherTime(text, now)
  if (other === undefined) return { texts: given, findings: [], seconds: number.right }
  const { id, detail, seconds } = other
  const texts = [...new Set([...given, ...(seconds === undefined ? [] : [String(seconds)])])]
  return { texts, findings: [finding(id, detail)], seconds }
}

/** A number with its digits in groups, as languages print it for people. */
const grouped = /^\d{1,3}(?:[,.'_\u00a0\u202f ]\d{3})+$/

/** Digits of a time between 2001 and 2286. */
const secondsOfToday = 10

const groupedWords = {
  what: 'The caller sent the timestamp with its digits in groups, such as 1,700,000,000. java.text.MessageFormat and similar functions write numbers in this way.',
  remedy: 'Write the timestamp in plain digits. Do not use the number format of a locale.',
}

/** A timestamp whose digits are no seconds since 1970. */
interface OtherTime {
  readonly id: 'header-milliseconds' | 'header-timestamp'
  readonly detail: string
  /** The seconds since 1970 that were meant, if the digits tell. */
  readonly seconds?: Timestamp.Timestamp
}

/** Year, month, day, hour and minute; perhaps seconds and their fraction. */
const date = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?$/

const units = [
  ['milliseconds', 1e3],
  ['microseconds', 1e6],
  ['nanoseconds', 1e9],
] as const

/** Larger numbers are no seconds: this is three thousand years from now. */
const least = 1e11

/** The first second that has ten digits, in 2001. */
const tenDigits = 1e9

/** The meaning of a number that is no fresh time. Undefined if it may be seconds. */
const otherTime = (digits: string, now: number | undefined): OtherTime | undefined => {
  if (date.test(digits)) return { id: 'header-timestamp', detail: 'a date in digits' }
  const number = Number(digits)
  if (number >= least) {
    const [name, unit] = units.find(([, each]) => number / each < least) ?? ['nanoseconds', 1e9]
    const seconds = Math.floor(number / unit) as Timestamp.Timestamp
    return { id: name === 'milliseconds' ? 'header-milliseconds' : 'header-timestamp', detail: name, seconds }
  }
  // No request was saved, and no clock falls behind, for so long.
  if (now !== undefined && now >= tenDigits && number < tenDigits)
    return { id: 'header-timestamp', detail: 'it does not count from 1970, or the clock was never set' }
  return undefined
}

const oddTime = (text: string): string => {
  if (text === '') return 'nothing behind ='
  if (/^\d{4}-\d\d-\d\d/.test(text)) return 'a date'
  if (/^[1-9]\d{17,18}$/.test(text)) return 'nanoseconds'
  return /^0\d+$/.test(text) ? 'a zero in front' : 'other'
}

const checked = (timestamp: Timestamp.Timestamp | undefined, now: number | undefined, policy: VerifyPolicy) =>
  timestamp === undefined || now === undefined
    ? E.right(undefined)
    : Freshness.check(policy, timestamp, now as Timestamp.Timestamp)

const acceptable = (now: number, { maxAge, maxSkew }: VerifyPolicy): ReadonlyArray<string> =>
  Array.from({ length: Math.min(maxAge + maxSkew, 3600) + 1 }, (_, i) => String(now + maxSkew - i))

const clockFindings = (
  timestamp: Timestamp.Timestamp | undefined,
  now: number | undefined,
  policy: VerifyPolicy,
  sentAt: number | undefined,
): ReadonlyArray<Finding> => {
  const fresh = checked(timestamp, now, policy)
  if (E.isRight(fresh)) return []
  const isBehind = fresh.left._tag === 'timestamp_expired'
  const side = isBehind ? 'behind' : 'ahead'
  const seconds = fresh.left._tag === 'timestamp_expired' ? fresh.left.ageSeconds : fresh.left.aheadSeconds
  const cause = clockCause(timestamp ?? 0, seconds, side)
  const found = finding(isBehind ? 'clock-behind' : 'clock-ahead', distanceDetail(seconds, cause), 'clock')
  const words = clockWords(timestamp ?? 0, now ?? 0, sentAt) ?? (cause === undefined ? {} : wordsOfCause(cause, side))
  return [{ ...found, ...words }]
}

/** The words if the timestamp suggests a cause. The detail has the cause itself. */
const wordsOfCause = ({ remedy }: ClockCause, side: Side): Pick<Finding, 'what' | 'remedy'> => ({
  what:
    side === 'behind'
      ? 'The timestamp is too old for the assumed time of arrival.'
      : 'The timestamp is later than the assumed time of arrival.',
  remedy: `${remedy} If the request arrived at another time, give this time.`,
})

/** Two readings of one clock, with the way to the service between them, are at most so many seconds apart. */
const atOnce = 60

/** The words if Date or an archive shows the caller's clock: whether that clock is wrong, or the timestamp is. */
const clockWords = (
  timestamp: number,
  now: number,
  sentAt: number | undefined,
): Pick<Finding, 'what' | 'remedy' | 'remedyFor'> | undefined => {
  if (sentAt === undefined) return undefined
  const since = sentAt - timestamp
  const readings = `The caller's clock showed ${sentAt} when the request was sent (from its Date header or the archive)`
  if (Math.abs(since) <= atOnce)
    return {
      what: `${readings}, and the timestamp agrees with this. Either this clock is wrong by ${Math.abs(now - sentAt)} s, or the request was delayed for as long. ${causeSentence(sentAt, Math.abs(now - sentAt), now > sentAt ? 'behind' : 'ahead')}`.trim(),
      ...forBoth(
        "Synchronize the caller's clock with NTP.",
        'If the request was saved and examined later, give the time when it arrived.',
      ),
    }
  const isRight = Math.abs(now - sentAt) <= atOnce
  return {
    what: `${readings}${isRight ? ', which is right' : ''}. But the timestamp is ${Math.abs(since)} s ${since > 0 ? 'older' : 'ahead of that'}, so it is not the time of sending. ${causeSentence(timestamp, Math.abs(since), since > 0 ? 'behind' : 'ahead')}`.trim(),
    remedy:
      'Each time you send a request, take the timestamp from the clock, in seconds since 1970 (UTC). Also when you send the same request again, take a new timestamp and sign again.',
  }
}

const targetFindings = (target: string): ReadonlyArray<Finding> => {
  const place = RequestTarget.parse(target)
  if (E.isRight(place) || (place.left.rule !== 'character' && place.left.rule !== 'fragment')) return []
  const found = target[place.left.offset] as string
  const other = found > '\u007f' ? 'a letter beyond ASCII' : 'a control character'
  return [finding('target-raw', found === ' ' ? 'a space' : found === '#' ? 'a fragment' : other)]
}

const nonceFindings = (nonce: string | undefined, view: View, hash: Hash): ReadonlyArray<Finding> => {
  if (nonce === undefined) return []
  if (nonce === '') return [finding('nonce-empty', 'nothing behind =')]
  const fault = nonceFault(nonce)
  if (fault !== undefined) return [finding('nonce-alphabet', fault)]
  const fromClock = catalogue
    .find(({ id }) => id === 'nonce-from-clock')
    ?.sendings(view, hash)
    .find(({ parts }) => parts.nonce === nonce.toLowerCase())
  return fromClock === undefined ? [] : [finding('nonce-from-clock', fromClock.detail)]
}
