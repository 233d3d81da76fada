/**
 * Reads the timestamp of a header, right or wrong: the texts that the caller may have signed, what is wrong with the text, and the seconds
 * that were meant.
 *
 *     1700000000       signed as it is
 *     1700000000.5     signed as it is, or as 1700000000
 *     1,700,000,000    signed as it is, or as 1700000000: digits in groups
 *     ١٧٠٠٠٠٠٠٠٠       signed as it is, or as 1700000000: the digits of another script
 *     1700000000000    signed as it is, or as 1700000000: milliseconds
 *     (empty)          any time that a verifier accepts now
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { isFresh } from './clockFindings.ts'
import { finding, inWordsOf } from './finding.ts'
import { readScript } from './forms/timeForms.ts'
import type { Finding } from './Report.ts'
import { unfilledItem } from './unfilledItem.ts'

export interface HeaderTimes {
  /** The texts that the caller may have signed as its timestamp. */
  readonly texts: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  /** The seconds since 1970 that were meant, if the text shows them. */
  readonly seconds?: Timestamp.Timestamp | undefined
}

/** `given`: the timestamps of the header, several if it repeats the item. `now`: the time of arrival. */
export const headerTimes = (
  given: ReadonlyArray<string>,
  now: number | undefined,
  policy: VerifyPolicy,
): HeaderTimes => {
  const [text] = given
  if (text === undefined) return { texts: now === undefined ? [''] : acceptedTimes(now, policy), findings: [] }
  const parsed = Timestamp.parse(text)
  if (E.isLeft(parsed)) return malformedTimes(text, given, now, policy)
  // In a test, the verifier's own clock may be far ahead, so a fresh time is no other unit.
  const isNow = now !== undefined && isFresh(parsed.right, now, policy)
  const other = isNow ? undefined : otherTime(text, now)
  if (other === undefined) return { texts: given, findings: [], seconds: parsed.right }
  const { id, detail, seconds } = other
  const texts = [...new Set([...given, ...(seconds === undefined ? [] : [String(seconds)])])]
  return { texts, findings: [finding(id, detail)], seconds }
}

/** Each time that a verifier accepts at this moment, the latest first. */
const acceptedTimes = (now: number, { maxAge, maxSkew }: VerifyPolicy): ReadonlyArray<string> =>
  Array.from({ length: Math.min(maxAge + maxSkew, maxTimes) + 1 }, (_, i) => String(now + maxSkew - i))

const maxTimes = 3600

// ---- A text that is no whole number

/** The times of a text that the rule of timestamps refuses. */
const malformedTimes = (
  text: string,
  given: ReadonlyArray<string>,
  now: number | undefined,
  policy: VerifyPolicy,
): HeaderTimes => {
  const digits = text.replace(/[^\d]/g, '')
  if (grouped.test(text) && digits.length === secondsOfToday)
    return {
      texts: [text, digits],
      findings: [{ ...finding('header-timestamp', 'digits in groups'), ...groupedWords }],
      seconds: Number(digits) as Timestamp.Timestamp,
    }
  const other = readScript(text)
  if (other !== undefined && other.digits.length === secondsOfToday)
    return {
      texts: [text, other.digits],
      findings: [{ ...finding('header-timestamp', `${other.script} digits`), ...wordsOfScript(other.script) }],
      seconds: Number(other.digits) as Timestamp.Timestamp,
    }
  const suffixed = /^["']?(\d{10}|\d{13})(?:[nLlsUu]|ms|[uU][lL]{0,2}|LL)?["']?$/.exec(text)?.[1]
  if (suffixed !== undefined)
    return { texts: [...given, suffixed], findings: [finding('header-timestamp', 'a mark beside the digits')] }
  if (/^\d+\.\d+$/.test(text))
    return {
      texts: [...given, String(Math.floor(Number(text)))],
      findings: [finding('header-timestamp', 'a fraction')],
    }
  const unfilled = unfilledItem('timestamp', text)
  const odd = finding('header-timestamp', oddTime(text))
  return {
    // An empty timestamp: any time that a verifier accepts may have been signed.
    texts: text === '' && now !== undefined ? acceptedTimes(now, policy) : given,
    findings: [unfilled === undefined ? odd : inWordsOf(odd, unfilled)],
  }
}

/** A number with its digits in groups, as languages print it for people. */
const grouped = /^\d{1,3}(?:[,.'_\u00a0\u202f ]\d{3})+$/

/** Digits of a time between 2001 and 2286. */
const secondsOfToday = 10

const groupedWords = {
  what: 'The caller sent the timestamp with its digits in groups, such as 1,700,000,000. java.text.MessageFormat and similar functions write numbers in this way.',
  remedy: 'Write the timestamp in plain digits. Do not use the number format of a locale.',
}

const wordsOfScript = (script: string) => ({
  what: `The caller sent the timestamp in ${script} digits, not in the digits 0 to 9. A program writes them if it formats a number in the language of the device.`,
  remedy:
    'Format the number without a language: with Locale.ROOT in Java and Kotlin, with en_US_POSIX in Swift, with CultureInfo.InvariantCulture in .NET.',
})

const oddTime = (text: string): string => {
  if (text === '') return 'nothing behind ='
  if (/^\d{4}-\d\d-\d\d|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /.test(text)) return 'a date'
  if (/^6[34]\d{16}$/.test(text)) return 'ticks of .NET'
  if (/^[1-9]\d{17,18}$/.test(text)) return 'nanoseconds'
  if (/^\d\.\d{1,9}[eE]\+?0?9$/.test(text)) return 'scientific'
  return /^0\d+$/.test(text) ? 'a zero in front' : 'other'
}

// ---- A whole number that is no time in seconds

/** A timestamp whose digits are no seconds since 1970. */
interface OtherTime {
  readonly id: 'header-milliseconds' | 'header-timestamp'
  readonly detail: string
  /** The seconds since 1970 that were meant, if the digits show them. */
  readonly seconds?: Timestamp.Timestamp
}

/** The meaning of a number that is no fresh time. Undefined if it may be seconds. */
const otherTime = (digits: string, now: number | undefined): OtherTime | undefined => {
  if (dateInDigits.test(digits)) return { id: 'header-timestamp', detail: 'a date in digits' }
  const number = Number(digits)
  if (number >= leastOfUnits) {
    const { unitName, perSecond } = units.find((unit) => number / unit.perSecond < leastOfUnits) ?? nanoseconds
    const seconds = Math.floor(number / perSecond) as Timestamp.Timestamp
    const id = unitName === 'milliseconds' ? 'header-milliseconds' : 'header-timestamp'
    return { id, detail: unitName, seconds }
  }
  // No request was saved, and no clock falls behind, for so long.
  if (now !== undefined && now >= tenDigits && number < tenDigits)
    return { id: 'header-timestamp', detail: 'it does not count from 1970, or the clock was never set' }
  return undefined
}

/** Year, month, day, hour and minute; perhaps seconds and their fraction. */
const dateInDigits =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?$/

const nanoseconds = { unitName: 'nanoseconds', perSecond: 1e9 }
const units = [{ unitName: 'milliseconds', perSecond: 1e3 }, { unitName: 'microseconds', perSecond: 1e6 }, nanoseconds]

/** Larger numbers are no seconds: this is three thousand years from now. */
const leastOfUnits = 1e11

/** The first second that has ten digits, in 2001. */
const tenDigits = 1e9
