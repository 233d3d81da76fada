/**
 * Reads the timestamp of a header, right or wrong: the texts that the caller may have signed, what is wrong with the text, and the seconds
 * that were meant.
 *
 *     1700000000       signed as it is
 *     1700000000.5     signed as it is, or as 1700000000
 *     1,700,000,000    signed as it is, or as 1700000000: digits in groups
 *     ١٧٠٠٠٠٠٠٠٠       signed as it is, or as 1700000000: the digits of another script
 *     1700000000000    signed as it is, or as 1700000000: milliseconds
 *     2023-11-14T22:13:20Z  signed as it is, or as 1700000000: a date
 *     123456789012345  signed as it is: it does not count from 1970, like System.nanoTime() of Java
 *     (empty)          any time that a verifier accepts now
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Timestamp from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import { isFresh } from './clockFindings.ts'
import { epochOf } from './epochs.ts'
import { finding, inWordsOf } from './finding.ts'
import { readScript } from './forms/timeForms.ts'
import type { Finding } from './Report.ts'
import type { Telling } from './Telling.ts'
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
  const { id, detail, seconds, words } = other
  const texts = [...new Set([...given, ...(seconds === undefined ? [] : [String(seconds)])])]
  const found = finding(id, detail)
  return { texts, findings: [words === undefined ? found : inWordsOf(found, words)], seconds }
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
    return {
      texts: [...given, suffixed],
      findings: [finding('header-timestamp', 'a mark beside the digits')],
      seconds: secondsOfDigits(suffixed),
    }
  const [, whole, point] = /^(\d+)([.,])\d+$/.exec(text) ?? []
  if (whole !== undefined)
    return {
      texts: [...given, whole],
      findings: [inWordsOf(finding('header-timestamp', ''), fractions[point as '.' | ','])],
      seconds: secondsOfDigits(whole),
    }
  const detail = oddTime(text)
  const words = unfilledItem('timestamp', text) ?? wordsOfOddTime(detail, text)
  const odd = finding('header-timestamp', detail)
  const seconds = secondsOfOddTime(detail, text)
  const signable = seconds ?? (detail === 'a date' ? secondsOfDate(text) : undefined)
  const shown = signable === undefined ? given : [...given, String(signable)]
  return {
    // An empty timestamp: any time that a verifier accepts may have been signed.
    texts: text === '' && now !== undefined ? acceptedTimes(now, policy) : shown,
    findings: [words === undefined ? odd : inWordsOf(odd, words)],
    seconds,
  }
}

/** A number with its digits in groups, as languages print it for people. */
const grouped = /^\d{1,3}(?:[,.'_\u00a0\u2009\u202f ]\d{3})+$/

/** Digits of a time between 2001 and 2286. */
const secondsOfToday = 10

/** The seconds of a time of today in seconds or milliseconds. Undefined for a number of other digits. */
const secondsOfDigits = (digits: string): Timestamp.Timestamp | undefined =>
  /^[1-9]\d{9}(?:\d{3})?$/.test(digits) ? (Number(digits.slice(0, secondsOfToday)) as Timestamp.Timestamp) : undefined

/** The timestamp is in the signed text too, so a new one in the header alone makes the signature invalid. */
const signAndSend = 'Then sign and send this number.'

const groupedWords = {
  what: 'The caller sent the timestamp with a mark or a blank between each three digits, as programs write numbers in the format of a country.',
  remedy: `Write the timestamp in plain digits. Do not use the number format of a locale. ${signAndSend}`,
}

const wordsOfScript = (script: string) => ({
  what: `The caller sent the timestamp in ${script} digits, not in the digits 0 to 9. A program writes them if it formats a number in the language of the device.`,
  remedy: `Format the number without a language: with Locale.ROOT in Java and Kotlin, with en_US_POSIX in Swift, with CultureInfo.InvariantCulture in .NET. ${signAndSend}`,
})

const fractions = {
  '.': {
    detail: 'a fraction',
    what: 'The timestamp is a number with a fraction, but it must be whole seconds.',
    remedy: 'Round the seconds down to a whole number. Then sign and send this number.',
  },
  ',': {
    detail: 'a fraction after a decimal comma',
    what: 'The timestamp is a number with a fraction after a decimal comma, as programs write it in the format of a country. It must be whole seconds.',
    remedy: 'Round the seconds down to a whole number. Then sign and send this number.',
  },
}

const writeSeconds = `Write the whole seconds since 1970 in plain decimal digits. ${signAndSend}`

/** The words for a form of `oddTime`. The catalogue has the words for the others. */
const wordsOfOddTime = (detail: string, text: string): Telling | undefined => {
  switch (detail) {
    case 'a date':
      return { what: 'The timestamp is a date in text, but it must be the seconds since 1970.', remedy: writeSeconds }
    case 'ticks of .NET':
      return {
        what: 'The timestamp is in ticks of .NET, which count from the year 1, but it must be the seconds since 1970.',
        remedy: `Take the seconds from DateTimeOffset.UtcNow.ToUnixTimeSeconds(). ${signAndSend}`,
      }
    case 'nanoseconds':
      return wordsOfUnit(nanoseconds)
    case 'scientific':
      return {
        what: `The timestamp is ${text}, a number in scientific notation. It must be whole seconds in plain digits.`,
        remedy: 'Turn the number into an integer before you write it. Then sign and send this integer.',
      }
  }
  return undefined
}

/** The seconds since 1970 that a form of `oddTime` shows. */
const secondsOfOddTime = (detail: string, text: string): Timestamp.Timestamp | undefined => {
  switch (detail) {
    case 'nanoseconds':
      return secondsOfDigits(text.slice(0, secondsOfToday))
    case 'ticks of .NET':
      return (Number(text.slice(0, -digitsOfTicks)) - secondsFromYear1) as Timestamp.Timestamp
  }
  return undefined
}

/** The seconds of a date that names UTC or an offset. A date without a zone may be of any. */
const secondsOfDate = (text: string): number | undefined => {
  const seconds = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(text) ? Math.floor(Date.parse(text) / 1000) : Number.NaN
  return seconds >= 0 ? seconds : undefined
}

/** A tick of .NET is a tenth of a microsecond. */
const digitsOfTicks = 7

/** From the year 1 to 1970. */
const secondsFromYear1 = 62_135_596_800

const oddTime = (text: string): string => {
  if (text === '') return 'nothing behind ='
  if (/^\d{4}-\d\d-\d\d|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /.test(text)) return 'a date'
  if (/^6[34]\d{16}$/.test(text)) return 'ticks of .NET'
  if (/^1\d{18}$/.test(text)) return 'nanoseconds'
  if (/^\d\.\d{1,17}[eE]\+?\d{1,2}$/.test(text)) return 'scientific'
  return /^0\d+$/.test(text) ? 'a zero in front' : 'other'
}

// ---- A whole number that is no time in seconds

/** A timestamp whose digits are no seconds since 1970. */
interface OtherTime {
  readonly id: 'header-milliseconds' | 'header-timestamp'
  readonly detail: string
  /** The seconds since 1970 that were meant, if the digits show them. */
  readonly seconds?: Timestamp.Timestamp
  /** The words, if they say more than those of the catalogue. */
  readonly words?: Telling
}

/** The meaning of a number that is no fresh time. Undefined if it may be seconds. */
const otherTime = (digits: string, now: number | undefined): OtherTime | undefined => {
  if (dateInDigits.test(digits))
    return {
      id: 'header-timestamp',
      detail: 'a date in digits',
      words: {
        what: 'The timestamp is a date in digits, but it must be the seconds since 1970.',
        remedy: writeSeconds,
      },
    }
  const number = Number(digits)
  if (number >= leastOfUnits) {
    const unit = units.find(({ perSecond }) => isOurTime(number / perSecond, now))
    if (unit === undefined)
      return { id: 'header-timestamp', detail: 'it does not count from 1970', words: notSince1970(digits) }
    const seconds = Math.floor(number / unit.perSecond) as Timestamp.Timestamp
    if (unit.unitName === 'milliseconds') return { id: 'header-milliseconds', detail: unit.unitName, seconds }
    return { id: 'header-timestamp', detail: unit.unitName, seconds, words: wordsOfUnit(unit) }
  }
  // No request was saved, and no clock falls behind, for so long.
  if (now !== undefined && now >= tenDigits && number < tenDigits) return smallTime(number, now)
  return undefined
}

/** A number of fewer digits than the seconds since 1970 have. */
const smallTime = (number: number, now: number): OtherTime => {
  const epoch = epochOf(number, now)
  const id = 'header-timestamp'
  return epoch === undefined
    ? {
        id,
        detail: 'it does not count from 1970, or the clock was never set',
        words: {
          what: `The timestamp ${number} is too small to be the seconds since 1970. Either the clock of the device was never set, or the program counts from another moment, such as its start.`,
          remedy: `Set the clock, for example by NTP, before the first request. Take the whole seconds since 1970 from it. ${signAndSend}`,
        },
      }
    : {
        id,
        detail: `counted from ${epoch.name}`,
        words: {
          what: `The seconds of the timestamp are counted from ${epoch.name}, ${epoch.system}, but they must be counted from 1970.`,
          remedy: `Count the seconds from 1970. ${signAndSend}`,
        },
      }
}

/** Year, month, day, hour and minute; perhaps seconds and their fraction. */
const dateInDigits =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?$/

interface Unit {
  readonly unitName: string
  readonly perSecond: number
}

const nanoseconds: Unit = { unitName: 'nanoseconds', perSecond: 1e9 }
const units: ReadonlyArray<Unit> = [
  { unitName: 'milliseconds', perSecond: 1e3 },
  { unitName: 'microseconds', perSecond: 1e6 },
  nanoseconds,
]

/** No saved request is older, and no clock is wrong by more: ten years. */
const maxApart = 10 * 366 * 86_400

/** The times of ten digits, if nothing says when the request arrived. */
const ofTenDigits = { from: 1e9, to: 1e10 }

const isOurTime = (seconds: number, now: number | undefined): boolean =>
  now === undefined ? seconds >= ofTenDigits.from && seconds < ofTenDigits.to : Math.abs(seconds - now) <= maxApart

/** `System.nanoTime()` of Java counts from any moment, such as the start of the machine. */
const notSince1970 = (digits: string): Telling => ({
  what: `The timestamp has ${digits.length} digits. As milliseconds, microseconds or nanoseconds since 1970, it is no time near the time of arrival.`,
  remedy: `Write the seconds since 1970 (UTC). In Java, this is System.currentTimeMillis() / 1000: System.nanoTime() does not count from 1970. ${signAndSend}`,
})

const wordsOfUnit = ({ unitName, perSecond }: Unit): Telling => ({
  what: `The timestamp is in ${unitName}, but must be in seconds.`,
  remedy: `Divide the ${unitName} by ${perSecond} and round down. ${signAndSend}`,
})

/** Larger numbers are no seconds: this is three thousand years from now. */
const leastOfUnits = 1e11

/** The first second that has ten digits, in 2001. */
const tenDigits = 1e9
