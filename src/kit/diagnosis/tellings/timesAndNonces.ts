/** The words for a timestamp or a nonce that was signed otherwise than it was sent: made twice, read as a number, cut or decoded. */

import { mayBeZones } from '../clockCause.ts'
import type { Draft } from '../Draft.ts'
import { hyphens } from '../directions.ts'
import { clockDistance } from '../forms/clockNonces.ts'
import { withoutVariant } from '../forms/fewDigits.ts'
import { bytesAsLatin1, bytesAsUtf8, languagesOfBytes } from '../forms/nonceBytes.ts'
import {
  asFloat,
  bytesExtended,
  bytesUnpadded,
  firstCharactersIn,
  isInGuidOrder,
  isJoinedWithOther,
  isNonceDecoded,
  isReadAsNumber,
  isSameUuid,
  lastCharactersIn,
  zerosLost,
} from '../forms/nonceEncodings.ts'
import { decode } from '../forms/percent.ts'
import { isUnusualNumber } from '../forms/rareTimeNumbers.ts'
import { distanceBetween, isReadAgain } from '../forms/timeReadAgain.ts'
import { latin1 } from '../Received.ts'
import { beginningOf } from '../shownPair.ts'
import type { Telling } from '../Telling.ts'
import { timeOrNonceSigned } from './partsSigned.ts'
import { byForm, firstOf, forForm, type MistakeFound, ofDrafts, type Tellings } from './Teller.ts'

/** Sending a request takes at most so long. */
const maxSecondsOfSending = 5

/** Two times, in seconds or milliseconds, that lie further apart than a request takes. */
/** No request of this scheme lives longer, in seconds. */
const maxLife = 86_400

/** Spans of time down to which programs round a time, the longest first. */
const roundSpans: ReadonlyArray<readonly [seconds: number, name: string]> = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]

/** Why a signed time may be another number for the same moment. */
const roundingOf = (signed: number, sent: number): string | undefined => {
  if (Math.fround(sent) === signed)
    return 'this is the nearest number that a floating-point number of 32 bits can hold, so perhaps a variable has this type'
  const [, name] = roundSpans.find(([seconds]) => signed === Math.floor(sent / seconds) * seconds) ?? []
  return name && `this is the beginning of the same ${name} in UTC, so perhaps its program rounded the time down`
}

const timesApart = (signed: string, sent: string): Telling | undefined => {
  if (!/^\d{9,14}$/.test(signed) || !/^\d{9,11}$/.test(sent)) return undefined
  const isInMilliseconds = signed.length === sent.length + 3
  const signedSeconds = isInMilliseconds ? Math.floor(Number(signed) / 1000) : Number(signed)
  const seconds = signedSeconds - Number(sent)
  if (Math.abs(seconds) <= maxSecondsOfSending) return undefined
  const unit = isInMilliseconds ? ', in milliseconds' : ''
  const distance = `${Math.abs(seconds)} s ${seconds > 0 ? 'earlier' : 'later'}`
  const rounding = roundingOf(signedSeconds, Number(sent))
  if (rounding !== undefined && !isInMilliseconds)
    return {
      what: `The caller signed the time ${signed}, but sent ${sent}, ${distance}: ${rounding}.`,
      remedy: 'Calculate the whole seconds once, as an integer. Then sign and send this number.',
    }
  const cause = mayBeZones(seconds)
    ? 'perhaps one of the two is local time, not UTC'
    : seconds > 0 && seconds <= maxLife && signedSeconds % 60 === Number(sent) % 60
      ? "perhaps it signed the end of the request's life, or reads its clock in two places"
      : 'perhaps the caller reads its clock in two places, keeps an earlier time, or sent the header of another request'
  return {
    what: `The caller signed the time ${signed}${unit}, but sent ${sent}, ${distance}: ${cause}.`,
    remedy: 'Read the clock once for each request, in whole seconds since 1970. Then sign and send this number.',
  }
}

/** Two times in a form that is no whole seconds: the header has this form too. */
const readAgain = (signed: string, sent: string): Telling | undefined => {
  const distance = distanceBetween(signed, sent)
  return distance === undefined
    ? undefined
    : {
        what: `The caller read its clock twice. It signed the time ${signed}, but sent ${sent}, ${distance}.`,
        remedy: 'Read the clock once for each request, in whole seconds since 1970. Then sign and send this number.',
      }
}

/** A culture that writes a decimal comma shows that the number was printed for people. */
const decimalComma = (signed: string, sent: string): Telling | undefined =>
  signed.includes(',')
    ? {
        what: `The caller signed the time ${signed}: its program formatted the number in a local format, with a fraction after a decimal comma. But it sent ${sent}.`,
        remedy:
          'Calculate the whole seconds once, as an integer: in .NET with DateTimeOffset.UtcNow.ToUnixTimeSeconds(). Then sign and send this number.',
      }
    : undefined

/** Two nonces of one clock. */
const clockReadTwice = ({ nonce: signed }: Draft, { nonce: sent, timestamp }: Draft): Telling | undefined => {
  const distance = clockDistance(signed, sent, timestamp)
  return distance === undefined
    ? undefined
    : {
        what: `The caller made the nonce from its clock twice. It signed ${signed}, but sent ${sent}, ${distance}.`,
        remedy: 'Make one random nonce for each request. Then sign it and send it.',
      }
}

/** A longer addition is counted, and not shown. */
const maxShownAddition = 8

const additionShown = (addition: string): string =>
  addition.length <= maxShownAddition && /^[!-~]+$/.test(addition)
    ? addition
    : addition.length === 1
      ? '1 character'
      : `${addition.length} characters`

const placesOf = (before: string, after: string): string => {
  if (before === '') return `${additionShown(after)} after it`
  if (after === '') return `${additionShown(before)} before it`
  return `${additionShown(before)} before it and ${additionShown(after)} after it`
}

/** A nonce that holds the other one was not made twice: something stands before or after it on one side. */
const nonceWithin = ({ nonce: signed }: Draft, { nonce: sent }: Draft): Telling | undefined => {
  const isMore = signed.length > sent.length
  const [whole, part] = isMore ? [signed, sent] : [sent, signed]
  const start = part === '' || whole === part ? -1 : whole.indexOf(part)
  if (start < 0) return undefined
  const before = whole.slice(0, start)
  const after = whole.slice(start + part.length)
  const added = placesOf(before, after)
  return isMore
    ? {
        what: `The caller signed the nonce with ${added}, but sent it without.`,
        remedy: 'Make the nonce once. Then sign exactly the nonce that is sent, without anything before or after it.',
      }
    : {
        what: `The caller sent the nonce with ${added}, but signed it without.`,
        remedy: 'Make the nonce once. Then sign exactly the nonce that is sent, with everything in it.',
      }
}

const lettersAndDigits = (nonce: string): string => nonce.replace(/[^\p{L}\p{N}]/gu, '')

const isShort = (nonce: string): boolean => /^[ -~]{1,80}$/.test(nonce)

/** The same nonce with other marks in it is no second nonce. */
const sameNonce = ({ nonce: signed }: Draft, { nonce: sent }: Draft): Telling | undefined => {
  if (!isShort(signed) || !isShort(sent)) return undefined
  const both = `The caller signed ${signed} as the nonce, but sent ${sent}.`
  const remedy = 'Make the nonce once. Then sign exactly the nonce that is sent, character by character.'
  if (signed !== sent && decode(signed) === sent)
    return { what: `${both} It escaped the nonce before signing.`, remedy }
  return lettersAndDigits(signed) !== '' && lettersAndDigits(signed) === lettersAndDigits(sent)
    ? { what: `${both} Only the marks between the letters and digits differ.`, remedy }
    : undefined
}

/** Another value of the request in the place of the nonce is no second nonce. */
const otherValue = ({ nonce: signed }: Draft, { nonce: sent, body, target }: Draft): Telling | undefined => {
  if (!isShort(signed) || signed.length < leastOfValue) return undefined
  const place = latin1(body).includes(signed) ? 'body' : target.includes(signed) ? 'target' : undefined
  return (
    place && {
      what: `The caller signed ${signed} in the place of the nonce, but sent the nonce ${sent}. The signed text is a value of the ${place}.`,
      remedy: 'Check which variable the program signs as the nonce. Sign exactly the nonce that is sent.',
    }
  )
}

/** A shorter text is in many bodies by chance. */
const leastOfValue = 4

const signSentNonce = 'Sign exactly the nonce that is sent, character by character.'

const nonceDecodedTelling: Telling = {
  what: 'The caller signed the bytes that the nonce encodes, not the characters of the nonce in the header.',
  remedy: signSentNonce,
}

const nonceAsText = 'Keep the nonce as a text. Sign exactly the nonce that is sent, character by character.'

/** A nonce that a program read as a number, by the form. */
const numberTellings: Readonly<Record<string, Telling>> = {
  [zerosLost]: {
    what: 'The caller read the nonce as a number before signing, so its zeros in front were lost.',
    remedy: nonceAsText,
  },
  [asFloat]: {
    what: 'The caller read the nonce as a floating-point number before signing, so digits were lost.',
    remedy: nonceAsText,
  },
}

const nonceCut = (detail: string): Telling | undefined => {
  const first = firstCharactersIn(detail)
  if (first !== undefined)
    return {
      what: `The caller signed only the first ${first} characters of the nonce, but sent all of it.`,
      remedy: nonceAsText,
    }
  const last = lastCharactersIn(detail)
  return last === undefined
    ? undefined
    : {
        what: `The caller signed only the last ${last} characters of the nonce, but sent all of it.`,
        remedy: nonceAsText,
      }
}

const encodeOnce =
  'Write the bytes of the nonce as a text once, for example in hexadecimal digits. Then sign and send this text.'

/** The words for the bytes of the nonce, by the form, after the two texts. */
const wordsOfBytes: Readonly<Record<string, string>> = {
  [bytesAsUtf8]:
    'It read the bytes of the nonce as text in UTF-8. Bytes that are no text became U+FFFD, so the nonce was lost.',
  [bytesAsLatin1]: 'It read each byte of the nonce as one letter (ISO 8859-1), and signed these letters in UTF-8.',
  [bytesUnpadded]: 'Its program wrote a byte below 16 with one hexadecimal digit.',
  [bytesExtended]: 'Its program wrote ffffff before each byte above 127, because the byte has a sign.',
}

/** The bytes of the nonce, printed or read as text. They may hold any character, so only printed ones are quoted. */
const nonceBytes = ({ detail, signed, right }: MistakeFound): Telling | undefined => {
  const languages = languagesOfBytes(detail)
  if (languages !== undefined)
    return {
      what: `The caller signed the bytes of the nonce as ${languages} prints them: ${beginningOf(signed.nonce, maxQuoted)}. It sent ${right.nonce}.`,
      remedy: encodeOnce,
    }
  const words = wordsOfBytes[detail]
  return words === undefined
    ? undefined
    : { what: `The caller signed another text than the nonce. ${words}`, remedy: encodeOnce }
}

/** A longer text is cut. */
const maxQuoted = 80

const makeOnce = 'Make the text of the nonce once. Then sign and send exactly this text.'

/** A nonce in another form, by the form. Both nonces are short and of plain characters. */
const nonceRespelled = ({ detail, signed, right }: MistakeFound): Telling | undefined => {
  if (![signed.nonce, right.nonce].every(isShort)) return undefined
  const what = `The caller signed ${signed.nonce} as the nonce, but sent ${right.nonce}.`
  if (isReadAsNumber(detail))
    return { what: `${what} Its program read the nonce as a number, or wrote it as one.`, remedy: nonceAsText }
  if (isSameUuid(detail)) return { what: `${what} This is the same UUID in another form.`, remedy: makeOnce }
  if (isInGuidOrder(detail))
    return { what: `${what} These are the same 16 bytes in the order of a Guid of .NET.`, remedy: makeOnce }
  return isJoinedWithOther(detail) ? { what, remedy: signSentNonce } : undefined
}

/** The remedy of the catalogue names the seconds. */
const timestampSigned = (found: MistakeFound): Telling | undefined => {
  const telling = timeOrNonceSigned(found)
  const { detail } = found
  return (
    telling && {
      ...telling,
      ...(isUnusualNumber(detail)
        ? { what: `${telling.what} The signed number is the time in another form: ${withoutVariant(detail)}.` }
        : {}),
      remedy: 'Write whole seconds since 1970 in decimal digits once. Then sign and send exactly this text.',
    }
  )
}

export const freshnessTellings: Tellings = {
  'timestamp-drift': firstOf(
    ({ signed, right }) => timesApart(signed.timestamp, right.timestamp),
    forForm(isReadAgain, ({ signed, right }) => readAgain(signed.timestamp, right.timestamp)),
  ),
  'timestamp-fraction': ({ signed, right }) => decimalComma(signed.timestamp, right.timestamp),
  'nonce-drift': firstOf(ofDrafts(clockReadTwice), ofDrafts(nonceWithin), ofDrafts(sameNonce), ofDrafts(otherValue)),
  'nonce-encoding': firstOf(
    forForm(isNonceDecoded, () => nonceDecodedTelling),
    ({ detail }) => numberTellings[detail],
    byForm(nonceCut),
    nonceBytes,
    nonceRespelled,
    timeOrNonceSigned,
  ),
  'timestamp-format': timestampSigned,
  'nonce-dashes': ({ signed, right }) => hyphens(signed.nonce, right.nonce),
}
