/**
 * The words for a mistake that was found, by the text that was recovered. The catalogue says what a mistake is in general; the
 * text shows which characters differ, whatever form of the mistake led to it.
 */

import * as Bytes from '../../core/Bytes.ts'
import {
  bodyDifference,
  brokenLetters,
  bufferDifference,
  bytesAsLetters,
  bytesDecoded,
  bytesLeftOut,
  paddingCut,
} from './bodyDifference.ts'
import { calledTarget } from './calledTarget.ts'
import { appendedByGo } from './catalogue/body.ts'
import { jwsHeaderOf, payloadWritingOf } from './catalogue/encodings.ts'
import { charsetTelling, lettersAsMarks } from './charsetWords.ts'
import { mayBeZones } from './clockCause.ts'
import { type Draft, encodedOf, rewritable, standard, textOf } from './Draft.ts'
import {
  ampersandsWritten,
  byteOrderMark,
  carriageReturnsDoubled,
  doubleSlash,
  endWithNonce,
  escapedBody,
  htmlEntities,
  hyphens,
  lineEndsBehind,
  lineEndsWithin,
  linesReadAlone,
  missingParts,
  missingSeparators,
  partsInOrder,
  requestLine,
  schemeTelling,
  trailingSlash,
} from './directions.ts'
import { emptyBodyDifference, emptyObjectSigned } from './emptyBody.ts'
import { encodedText } from './encodedText.ts'
import { escapeDifference } from './escapeDifference.ts'
import { fieldsDifference, fieldsInOrder, signWholeValue, sortedByName } from './fieldsDifference.ts'
import { isQueryAsJson, queryAgain, textSpread } from './forms/changedBody.ts'
import { clockDistance } from './forms/clockNonces.ts'
import { isCutString } from './forms/cutParts.ts'
import { digestHeaderIn } from './forms/digestHeaders.ts'
import { firstReplacedTelling, isFirstAlone } from './forms/firstReplaced.ts'
import { markedTelling } from './forms/markedForms.ts'
import { misreadTelling, readWindows1252 } from './forms/misreadText.ts'
import {
  isInQuery,
  isMergedByGateway,
  mergedTelling,
  movedTelling,
  signedTwiceTelling,
} from './forms/movedParameters.ts'
import { payloadMarkIn } from './forms/payloadMarks.ts'
import { byDecodedName, splitTarget } from './forms/percent.ts'
import { hasNamesOnce, isLongNumberQuoted } from './forms/readJson.ts'
import { holdsText, isSentAsBody, sentAsBody } from './forms/sentText.ts'
import { splitTooLate } from './forms/splitDecoded.ts'
import { repeatedText, topBitsCleared } from './forms/wholeText.ts'
import { isJoinedQuery, isQueryBefore } from './forms/wrappedBody.ts'
import { jsonDifference } from './jsonDifference.ts'
import { lineEndAfterBody, literalSeparator, printedBody } from './languageWords.ts'
import type { Library } from './library.ts'
import { miswritingDifference } from './miswritingDifference.ts'
import { normalizationDifference } from './normalizationDifference.ts'
import { pieceDifference } from './pieceDifference.ts'
import { latin1 } from './Received.ts'
import { forBoth, forOperator } from './remedies.ts'
import { shownText } from './search/provenText.ts'
import { shownPair } from './shownPair.ts'
import type { Telling } from './Telling.ts'
import { dotsResolved, fragmentCut, strayEnd, targetDifference } from './targetDifference.ts'
import { targetMarks } from './targetMarks.ts'
import { trimmedFields } from './trimmedDifference.ts'
import { echoedJson, signedUnquoted } from './unquotedVariable.ts'
import { listed, variablesIn } from './variables.ts'

const redirected: Readonly<Record<string, Telling>> = {
  'HEAD GET': {
    what: 'The caller signed HEAD, but GET arrived. Either its client sent GET, or something on the way, such as a CDN or a proxy, changed HEAD to GET.',
    ...forBoth(
      'Sign the method that is sent, or send GET.',
      'If the caller sent HEAD, configure the CDN so that it does not change the method.',
    ),
  },
  'POST GET': {
    what: "The caller signed POST, but GET arrived. Either the signing code signs POST for each request, a redirect changed POST to GET, or the program did not set the client's method.",
    remedy:
      "If GET is right, sign GET. If POST is right, set the client's method to POST, and call the final address of the redirect.",
  },
}

/** A method in letters, which a sentence can name. */
const methodName = /^[A-Z]{1,20}$/

/** Of any other two methods. After a redirect with the status 303, clients send GET in place of each of them. */
const otherMethod = (signed: string, sent: string): Telling | undefined => {
  if (!methodName.test(signed) || !methodName.test(sent) || signed === sent) return undefined
  const what = `The caller signed the method ${signed}, but sent ${sent}.`
  return sent === 'GET' && signed !== 'HEAD'
    ? { what: `${what} A redirect may have changed the method.`, remedy: 'Sign the method that is sent.' }
    : { what, remedy: 'Sign the method that is sent.' }
}

/** A symbol or keyword, a name that some languages have as a value, is printed with a colon: `:post`. */
const symbolTelling = (signed: string, sent: string): Telling | undefined =>
  signed.toUpperCase() === `:${sent}`
    ? {
        what: `The caller signed ${signed} as the method, which is how Clojure prints a keyword, Ruby a symbol and Elixir an atom.`,
        remedy: `Turn the method into a text in upper case, and sign ${sent}.`,
      }
    : undefined

/** The member of an enumeration, bytes or a class, as a language prints it for the method; or capitals of another language. */
const printedMethod = (signed: string, sent: string): Telling | undefined => {
  if (signed === sent) return undefined
  if (signed.includes('\u0130'))
    return {
      what: `The caller signed ${signed} as the method. In Turkish, the capital of i is İ.`,
      remedy:
        'Change the method to upper case without a locale: toUpperCase(Locale.ROOT) in Java, ToUpperInvariant() in .NET.',
    }
  return signed.toUpperCase().includes(sent)
    ? {
        what: `The caller signed ${signed} as the method. Its program printed another value than a plain text, such as the member of an enumeration.`,
        remedy: `Turn the method into a text in upper case, and sign ${sent}.`,
      }
    : undefined
}

/** One more line feed in front of the body. With a line feed behind it, a template over several lines made both. */
const lineFeedBeforeBody = ({ separator, last, end }: Draft['layout']): Telling | undefined => {
  if (separator !== standard.separator || last !== '\n\n') return undefined
  return end === '\n'
    ? {
        what: 'The body that the caller signed begins with a line feed and ends with one, and the body that it sent does not.',
        remedy: 'Let the body follow the fourth line feed directly, and let nothing follow the body.',
      }
    : {
        what: 'The body that the caller signed begins with a line feed, and the body that it sent does not.',
        remedy: 'Let the body follow the fourth line feed directly.',
      }
}

const repeated: Telling = {
  what: 'The caller signed the whole text twice. It appended the new string to sign to the old one.',
  remedy: 'Build a new string to sign for each request, and sign it once.',
}

/** What was signed after the body. */
const trailing = (end: string, hasBody: boolean): Telling | undefined =>
  end === '' ? undefined : (lineEndsBehind(end, hasBody) ?? trailingSeparator(JSON.stringify(end), hasBody))

const trailingSeparator = (separator: string, hasBody: boolean): Telling =>
  hasBody
    ? {
        detail: separator,
        what: `The caller signed ${separator} after the body, as if another part followed.`,
        remedy: 'End the string to sign with the last byte of the body.',
      }
    : {
        detail: separator,
        what: `The caller signed ${separator} at the end of the text, as if another part followed. But this request has no body.`,
        remedy: endWithNonce,
      }

/** Another separator, and something after the body as well. */
const closedTelling = ({ separator, end }: Draft['layout']): Telling | undefined =>
  end === ''
    ? undefined
    : {
        what: `The caller joined the parts with ${JSON.stringify(separator)}, and signed ${JSON.stringify(end)} at the end of the text.`,
        remedy: 'Join the parts with a single line feed, and put nothing after the body.',
      }

/** A line feed after the method or the timestamp makes an empty line, as an empty value does. */
const emptyLineAfter = (signed: Draft, right: Draft): Telling | undefined => {
  const slot = (['method', 'timestamp'] as const).find((name) => signed[name] === `${right[name]}\n`)
  return slot === undefined
    ? undefined
    : {
        what: `The caller signed an empty line after the ${slot}. It may be an empty value that it signed as one more part, or the line end of a file or of a variable.`,
        remedy: 'Sign only the five parts, without white space at their ends, and put a single line feed between them.',
      }
}

const everyLineEnded: Telling = {
  what: 'The caller ended every line with CR LF, even the last line. echo of cmd.exe and println on Windows do so.',
  remedy: 'Join the parts with a single line feed, and put nothing after the body.',
}

const verifyBeforeProxy =
  'Verify the request before the proxy changes the target, or configure the proxy so that it does not change the target.'

/** The target that a proxy says was called is the one that was signed. */
const originalTelling = ({ target }: Draft, { original, target: arrived }: Draft): Telling | undefined =>
  original === undefined || original[1] !== target
    ? undefined
    : {
        detail: `${original[0]}: ${target}`,
        what: `The caller signed ${target}, and ${original[0]} says that it called this target. But a proxy before the verifier changed the target to ${arrived}, or sends its own request.`,
        ...forOperator(verifyBeforeProxy),
      }

/** A text that was shown, and that no layout makes. */
const otherLayout = ({ layout: { text } }: Draft, rightDraft: Draft): Telling => {
  const signedText = latin1(text ?? Bytes.empty)
  const parts = { ...encodedOf(rightDraft), appId: Bytes.empty }
  const lacking = standard.order.filter((partName) => !signedText.includes(latin1(parts[partName])))
  return {
    detail: lacking.length > 0 ? `without ${lacking.join(', ')}` : 'in another form',
    what:
      lacking.length > 0
        ? `The caller signed a text without the ${listed(lacking)} of this request.`
        : 'The caller signed the five parts of this request, but joined them in another way or added something to them.',
    remedy: 'Sign method, target, timestamp, nonce and body, in this order, with a single line feed between them.',
  }
}

/** How the text of a digest was written, by the form. */
const digestTexts: Readonly<Record<string, string>> = {
  hex: 'in hexadecimal digits',
  HEX: 'in hexadecimal digits in upper case',
  base64: 'in Base64',
  'hex LF': 'in hexadecimal digits with a line feed after them',
  openssl: 'as openssl dgst prints it',
  'openssl 1': 'as openssl dgst of version 1 prints it',
  sha256sum: 'as sha256sum prints it',
}

/** The name of another hash than SHA-256, by the form. */
const otherHashes: Readonly<Record<string, string>> = { md5: 'MD5', sha1: 'SHA-1', sha512: 'SHA-512' }

const digestText = (detail: string): Telling | undefined => {
  const [hashName = '', form = ''] = detail.split(' ')
  const otherHash = otherHashes[hashName]
  if (otherHash !== undefined)
    return {
      what: `The caller signed the ${otherHash} of the string to sign, ${digestTexts[form]}, instead of the string to sign.`,
      remedy: 'Pass the string to sign to the signing function, not its digest.',
    }
  const writing = digestTexts[detail]
  return writing === undefined
    ? undefined
    : {
        what: `The caller signed the digest of the string to sign, ${writing}, instead of the string to sign.`,
        remedy: 'Pass the string to sign to the signing function, not its digest.',
      }
}

/** Sending a request takes at most so long. */
const maxSecondsOfSending = 5

/** Two times, in seconds or milliseconds, that lie further apart than a request takes. */
const timesApart = (signed: string, sent: string): Telling | undefined => {
  if (!/^\d{9,14}$/.test(signed) || !/^\d{9,11}$/.test(sent)) return undefined
  const isInMilliseconds = signed.length === sent.length + 3
  const signedSeconds = isInMilliseconds ? Math.floor(Number(signed) / 1000) : Number(signed)
  const seconds = signedSeconds - Number(sent)
  if (Math.abs(seconds) <= maxSecondsOfSending) return undefined
  const unit = isInMilliseconds ? ', in milliseconds' : ''
  const distance = `${Math.abs(seconds)} s ${seconds > 0 ? 'earlier' : 'later'}`
  const cause = mayBeZones(seconds)
    ? 'perhaps one of the two is local time, not UTC'
    : seconds > 0 && signedSeconds % 60 === Number(sent) % 60
      ? "perhaps it signed the end of the request's life, or reads its clock in two places"
      : 'perhaps the caller reads its clock in two places, keeps an earlier time, or sent the header of another request'
  return {
    what: `The caller signed the time ${signed}${unit}, but sent ${sent}, ${distance}: ${cause}.`,
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

const nonceDecoded: Telling = {
  what: 'The caller signed the bytes that the nonce encodes, not the characters of the nonce in the header.',
  remedy: 'Sign exactly the nonce that is sent, character by character.',
}

/** A nonce that a program read as a number, or of which it signed the beginning. */
const nonceReadOtherwise = (detail: string): Telling | undefined => {
  const remedy = 'Keep the nonce as a text. Sign exactly the nonce that is sent, character by character.'
  if (detail === 'without the zeros in front')
    return { what: 'The caller read the nonce as a number before signing, so its zeros in front were lost.', remedy }
  if (detail === 'as a floating-point number')
    return { what: 'The caller read the nonce as a floating-point number before signing, so digits were lost.', remedy }
  const [, count] = /^its first (\d+) characters$/.exec(detail) ?? []
  return count === undefined
    ? undefined
    : { what: `The caller signed only the first ${count} characters of the nonce, but sent all of it.`, remedy }
}

/** Variables in the signed body that the sent body does not have. */
const templateInBody = (signed: string, sent: string): Telling | undefined => {
  const variables = signed === sent ? [] : variablesIn(signed, sent)
  if (variables.length === 0) return undefined
  const valueWords = variables.length === 1 ? 'a value' : 'values'
  return {
    what: `The caller signed the body with ${listed(variables)} instead of ${valueWords}. It signed the text before the variables got their values.`,
    remedy:
      'Put the values into the body before you sign it, in Postman with pm.variables.replaceIn(pm.request.body.raw). A dynamic variable has another value each time, so sign and send the same text.',
  }
}

/** A variable for the address of the service, in front of the target. */
const baseUnfilled = (signed: string, sent: string): Telling | undefined =>
  signed.length > sent.length && signed.endsWith(sent)
    ? unfilledAddress(signed.slice(0, signed.length - sent.length))
    : undefined

/** What languages print for a missing value. */
const printedNothing = /^(?:undefined|null|None|nil|NaN|\[object Object\])$/

const unfilledAddress = (variable: string): Telling => ({
  what: printedNothing.test(variable)
    ? `The caller signed ${variable} before the path, which is how a program prints a missing value. Its variable for the address of the service had no value.`
    : `The caller signed ${variable} before the path. This is a variable for the address of the service, and it has not got its value.`,
  remedy: 'Sign only the path and the query, without the address of the service.',
})

const textSent: Telling = {
  id: 'body-other',
  detail: sentAsBody,
  what: 'The body that arrived is the string to sign. The caller signed it, and then sent the whole string as the body.',
  remedy: 'Send only the body: the part after the fourth line feed of the string to sign.',
}

const isBodyAlone = (signed: Draft, { body }: Draft): boolean => Bytes.Eq.equals(textOf(signed), body)

/** The beginning of the path that arrived was not signed. */
const prefixLost = (prefix: string): Telling => ({
  what: `The caller signed the path without ${prefix}, with which the path that arrived begins. Either the caller left out this prefix, such as the path of the base URL, or something on the way added it.`,
  remedy: `Sign the whole path that is sent, with ${prefix}.`,
})

/** The address of the service: in front of the path and the query that were sent, or in place of them. */
const originTelling = (signed: string, sent: string): Telling | undefined => {
  const [path] = splitTarget(sent)
  if (!signed.endsWith(sent) && path !== '/' && signed.includes(path))
    return {
      detail: 'the URL, printed',
      what: `The caller signed ${signed}. This is the whole URL, as a program prints an object that holds it.`,
      remedy: 'Sign only the path and the query, as a plain text.',
    }
  if (!signed.endsWith(sent))
    return {
      detail: signed,
      what: `The caller signed ${signed} instead of the path and the query. This is only the address of the service.`,
      remedy: 'Sign the path and the query of the request, without scheme and host.',
    }
  const origin = signed.slice(0, signed.length - sent.length)
  if (/^https?:\/[^/]+$/.test(origin))
    return {
      what: `The caller signed ${origin} before the path. A function for file names joined the URL, and wrote one slash for two.`,
      remedy: 'Sign only the path and the query. Join a URL with functions for URLs.',
    }
  const [, missingPort] = /:(-1|None|null|undefined)$/.exec(origin) ?? []
  if (missingPort !== undefined)
    return {
      what: `The caller signed ${origin} before the path. The URL has no port, and the program wrote ${missingPort} for it.`,
      remedy: 'Sign only the path and the query.',
    }
  if (/^[a-z]+:\/\/[^/]+$/.test(origin))
    return {
      what: `The caller signed the whole URL: ${origin} is before the path.`,
      remedy: 'Sign only the path and the query.',
    }
  return /^[^/]+$/.test(origin)
    ? {
        what: `The caller signed the host before the path: ${origin}.`,
        remedy: 'Sign only the path and the query.',
      }
    : undefined
}

const linesOf = (bytes: Bytes.Bytes): number => bytes.filter((byte) => byte === 0x0a).length

/** On which side the line ends are missing. */
const linesDropped = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling =>
  linesOf(signed) > linesOf(sent)
    ? {
        detail: 'the line ends were not sent',
        what: 'The caller signed the body with its line ends, but the body arrived without them. For example, curl with -d @FILE removes the line ends of a file.',
        remedy:
          'Send exactly the bytes that are signed. With curl, use --data-binary @FILE, which keeps the line ends.',
      }
    : {
        detail: 'the line ends were not signed',
        what: 'The caller signed the body without its line ends, but sent it with them.',
        remedy: 'Sign exactly the bytes that are sent, with their line ends.',
      }

/** Requests of these methods have no body, as a rule. */
const readingMethods: ReadonlyArray<string> = ['GET', 'HEAD']

/** A body that a client sent with such a request, and that was not signed. */
const bodyOfReading = (signed: Draft, { method, body }: Draft): Telling | undefined =>
  readingMethods.includes(method) && signed.body.length === 0 && body.length > 0
    ? {
        what: `The caller signed no body, but sent a body with ${method}. Perhaps the client kept the body of an earlier request.`,
        remedy: `Send no body with ${method}: clear the body that the client keeps. If the request should have a body, sign the bytes of the body after the fourth line feed.`,
      }
    : undefined

const signBodyItself = 'Put the bytes of the body itself after the fourth line feed, as they are sent.'

/** A constant of another scheme was signed, or the hash of no bytes. */
const bodyStoodFor = (signed: string, detail: string): Telling | undefined => {
  const mark = payloadMarkIn(signed)
  if (mark !== undefined)
    return {
      what: `The caller signed ${mark} instead of the body. Other schemes write this mark if the body is not hashed.`,
      remedy:
        'In the text to sign, put the bytes of the body after the fourth line feed. If there is no body, put nothing there.',
    }
  const digestHeader = digestHeaderIn(detail)
  if (digestHeader !== undefined)
    return {
      what: `The caller signed ${digestHeader} instead of the body. Other schemes send this digest of the body in a header such as Digest or Content-Digest, and sign it.`,
      remedy: signBodyItself,
    }
  if (detail === appendedByGo)
    return {
      what: 'The caller signed the body, and behind it the hash of an empty text. In Go, h.Sum(body) does not hash the body: it appends the hash of what was written before.',
      remedy: signBodyItself,
    }
  return detail === 'of no bytes'
    ? {
        what: 'The caller signed the hash of an empty text instead of the body. Other schemes need this for a request without a body.',
        remedy:
          'In the text to sign, put the bytes of the body after the fourth line feed. If there is no body, put nothing there.',
      }
    : undefined
}

const sevenBits: Telling = {
  what: "The caller signed each byte of the body without its top bit, as toString('ascii') of a Buffer reads it in Node, and sent the letters in UTF-8.",
  remedy: "Read the body with toString('utf8'), or sign its bytes as they are.",
}

const isTextBeyondAscii = (bytes: Bytes.Bytes): boolean => /[^\0-\u007f]/.test(rewritable(bytes) ?? '')

/**
 * Whether `doubled` is `bytes` encoded in UTF-8 once more: a program read each byte as a letter, as one of `readers` does, and wrote
 * the letters in UTF-8. `é` is C3 A9; read as Latin-1 it is `Ã©`, and this is C3 83 C2 A9.
 */
const isUtf8OfBytes = (
  bytes: Bytes.Bytes,
  doubled: Bytes.Bytes,
  readers: ReadonlyArray<(bytes: Bytes.Bytes) => string>,
): boolean => {
  if (!isTextBeyondAscii(bytes) || doubled.length <= bytes.length) return false
  const text = rewritable(doubled)
  return readers.some((read) => read(bytes) === text)
}

/** One side has the text in UTF-8, and the other has it encoded once more. */
const encodedTwice = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  if (isUtf8OfBytes(signed, sent, [latin1, (bytes) => readWindows1252(bytes, false)]))
    return {
      detail: 'sent in UTF-8 twice',
      what: 'The caller signed the body in UTF-8, and sent it encoded in UTF-8 twice: its HTTP client took each byte for a letter and encoded it again.',
      remedy:
        'Encode the text in UTF-8 once, and give the HTTP client those bytes, or the text itself before it is encoded.',
    }
  // A text that was signed after it was read as windows-1252 has words of its own, which name the encoding.
  return isUtf8OfBytes(sent, signed, [latin1])
    ? {
        detail: 'signed in UTF-8 twice',
        what: 'The caller sent the body in UTF-8, and signed it encoded in UTF-8 twice: its program took each byte for a letter and encoded it again.',
        remedy: 'Encode the text in UTF-8 once, then sign and send those bytes.',
      }
    : undefined
}

/** A program counted the length of a value in another unit, or cut it off. */
const cutStringTelling = (detail: string): Telling => ({
  detail,
  what: `The caller signed a value of the JSON only in part, and sent all of it: ${detail}.`,
  remedy: signWholeValue,
})

/** A protocol that puts bytes into a text. */
const payloadTelling = (detail: string): Telling | undefined => {
  const jwsHeader = jwsHeaderOf(detail)
  if (jwsHeader !== undefined)
    return {
      what: `Instead of the body, the caller signed the signing input of a JWS: its header ${jwsHeader}, a dot and the payload.`,
      remedy: signBodyItself,
    }
  const writing = payloadWritingOf(detail)
  if (writing === undefined) return undefined
  return writing === 'Base64url'
    ? {
        what: 'Instead of the body, the caller signed the Base64url of the body, as JWS writes a payload.',
        remedy: signBodyItself,
      }
    : {
        what: `Instead of the body, the caller signed the body written in ${writing}.`,
        remedy: signBodyItself,
      }
}

const namesOnce: Telling = {
  detail: 'each name once',
  what: 'The caller sent JSON in which a name is repeated, but signed JSON with each name once. Probably a program parsed the text and wrote it again before signing.',
  remedy: 'Give each member a different name. Serialize the body once. Then sign and send exactly these bytes.',
}

const longNumberTelling = (isQuoted: boolean): Telling => ({
  detail: isQuoted ? 'long numbers as strings' : 'long numbers without quotes',
  what: isQuoted
    ? 'The caller signed numbers of more than 15 digits as strings, but sent them without quotes.'
    : 'The caller signed numbers of more than 15 digits without quotes, but sent them as strings.',
  remedy:
    'Write a number of more than 15 digits as a string. Or serialize the body once, and then sign and send exactly these bytes.',
})

/** The parameters stand in the query, and were signed where the body stands, too. */
const queryAgainTelling = (signedTarget: string, method: string): Telling => ({
  what: signedTarget.includes('?')
    ? 'The caller signed the target with its query, and the query again instead of a body. It sent no body.'
    : 'The caller signed the query instead of a body, and not in the target. It sent no body.',
  remedy: readingMethods.includes(method)
    ? `Sign nothing after the line feed after the nonce: ${method} sends no body.`
    : 'Sign the body that is sent: nothing after the line feed after the nonce, or send these parameters as the body.',
})

/** The parameters stand in the query, and were signed as JSON where the body stands. */
const queryAsJsonTelling = (signed: string, detail: string, method: string): Telling => ({
  detail,
  what: `Instead of a body, the caller signed the parameters of the query as JSON, ${shownPair(signed, '')[0]}. It sent no body.`,
  remedy: readingMethods.includes(method)
    ? `Sign nothing after the line feed after the nonce: ${method} sends no body.`
    : 'Sign the body that is sent: nothing after the line feed after the nonce, or send this JSON as the body.',
})

/** Some services sign the query and the body, and no target. */
const queryBeforeTelling = (detail: string): Telling => ({
  detail,
  what: 'The caller signed the target with its query, and the query again before the body.',
  remedy: 'Sign the query only in the target. After the fourth line feed, sign only the body.',
})

const spreadTelling: Telling = {
  detail: textSpread,
  what: 'The caller signed a text, but sent an object that has a member for each character of the text, as {...text} of JavaScript makes it.',
  remedy:
    'Send the text itself, as it was signed. To add a member, parse the text first, add the member, and make the text once more. Then sign and send that text.',
}

/** Some services sign the query and the body as one text. */
const joinedQueryTelling = (target: string): Telling => ({
  id: 'body-other',
  detail: `signed ${splitTarget(target)[1].slice(1)} with the body`,
  what: 'The caller signed the path without its query. It put the query together with the body.',
  remedy:
    'Sign the target with its query, exactly as it is on the request line. After the fourth line feed, sign only the body.',
})

const fieldsOf = (target: string): ReadonlyArray<string> => splitTarget(target)[1].slice(1).split('&')

const splitDecodedTelling: Telling = {
  what: 'The caller decoded the query before splitting it at each &, so %26 within a value became a separator.',
  remedy:
    'Sign the query exactly as it is sent. If the program must split it, split it at & before decoding names and values.',
}

const queryDifference = (signed: string, received: string, detail: string): Telling | undefined =>
  (detail.startsWith(splitTooLate) ? splitDecodedTelling : undefined) ??
  strayEnd(signed, received) ??
  fragmentCut(signed, received) ??
  lineEndsWithin(signed, received, 'query') ??
  fieldsDifference(fieldsOf(signed), fieldsOf(received), detail, 'query')

const sortedDecoded: Telling = {
  what: 'The caller sorted the parameters by their decoded names before signing, but sent them in another order.',
  remedy: 'Sign the query in the order in which it is sent.',
}

const queryInOrder = ({ detail, signed, right }: MistakeFound): Telling | undefined => {
  const signedFields = fieldsOf(signed.target)
  const sentFields = fieldsOf(right.target)
  return (
    sortedByName(signedFields, sentFields) ??
    (detail === byDecodedName ? sortedDecoded : fieldsInOrder(signedFields, sentFields, 'query'))
  )
}

const formDifference = (signed: string, received: string, detail: string): Telling | undefined =>
  markedTelling(detail) ??
  trimmedFields(signed.split('&'), received.split('&'), 'form') ??
  lineEndsWithin(signed, received, 'body') ??
  escapeDifference(signed, received, 'form') ??
  fieldsDifference(signed.split('&'), received.split('&'), detail, 'form')

/** A mistake that was found, and what was signed in place of the right draft. */
interface MistakeFound {
  readonly id: string
  /** The form of the mistake that led to the text. */
  readonly detail: string
  readonly signed: Draft
  readonly right: Draft
  /** The library that the request names. */
  readonly library?: Library | undefined
}

/** The bodies as texts; empty if they are not UTF-8. */
const signedBodyText = ({ signed }: MistakeFound): string => rewritable(signed.body) ?? ''
const sentBodyText = ({ right }: MistakeFound): string => rewritable(right.body) ?? ''

type Tellings = Readonly<Record<string, (found: MistakeFound) => Telling | undefined>>

/** By the id of the mistake. */
const requestLineTellings: Tellings = {
  'parts-labelled': ({ detail, signed, right }) =>
    symbolTelling(signed.method, right.method) ??
    printedMethod(signed.method, right.method) ??
    requestLine(detail, signed.layout),
  'method-other': ({ signed, right }) =>
    redirected[`${signed.method} ${right.method}`] ?? otherMethod(signed.method, right.method),
  'target-with-origin': ({ signed, right }) => originTelling(signed.target, right.target),
  'target-other': (found) => {
    const { signed, right } = found
    return (
      originalTelling(signed, right) ??
      dotsResolved(signed.target, right.target) ??
      calledTarget(signed, right) ??
      signedTwiceTelling(signed.target, right.target, sentBodyText(found)) ??
      pieceDifference(signed.target, right.target) ??
      targetMarks(signed.target, right.target) ??
      miswritingDifference(signed.target, right.target, right.method) ??
      targetDifference(signed.target, right.target) ??
      escapeDifference(signed.target, right.target)
    )
  },
  'target-prefix-added': ({ signed, right }) => {
    const dots = dotsResolved(signed.target, right.target)
    if (dots !== undefined) return { ...dots, id: 'target-other' }
    const difference = targetDifference(signed.target, right.target)
    return difference?.id === 'target-prefix-added' ? difference : undefined
  },
  'target-prefix-lost': ({ detail }) => prefixLost(detail),
  'target-decoded': ({ signed, right }) => escapeDifference(signed.target, right.target),
  'target-reencoded': ({ signed, right }) => escapeDifference(signed.target, right.target),
  'target-trailing-slash': ({ signed, right }) => trailingSlash(signed.target, right.target),
  'target-double-slash': ({ signed, right }) => doubleSlash(signed.target, right.target),
  'query-reordered': queryInOrder,
  'query-respelled': ({ detail, signed, right }) => queryDifference(signed.target, right.target, detail),
}

/** An empty body was signed, or was sent, and the other was not empty. */
const emptyBodyTelling = ({ signed, right, library }: MistakeFound): Telling | undefined =>
  emptyBodyDifference(signed.body, right.body, library)

/** By the id of the mistake. */
const bodyTellings: Tellings = {
  'body-lines-joined': ({ signed, right }) => linesDropped(signed.body, right.body),
  'body-hashed': (found) => bodyStoodFor(signedBodyText(found), found.detail),
  'body-missing': (found) => {
    const { detail, signed, right } = found
    if (isInQuery(detail)) return movedTelling(detail.slice(detail.indexOf(': /') + 2))
    if (isMergedByGateway(detail)) return mergedTelling(detail)
    if (isJoinedQuery(detail)) return joinedQueryTelling(right.target)
    return emptyBodyTelling(found) ?? bodyOfReading(signed, right)
  },
  'body-printed': (found) =>
    emptyBodyTelling(found) ?? bodyOfReading(found.signed, found.right) ?? printedBody(found.detail),
  'body-trailing-newline': ({ library }) => lineEndAfterBody(library),
  'form-reencoded': (found) =>
    paddingCut(found.signed.body, found.right.body) ??
    formDifference(signedBodyText(found), sentBodyText(found), found.detail),
  'body-bom': ({ signed, right }) => byteOrderMark(signed.body, right.body),
  'body-crlf': ({ signed, right }) =>
    carriageReturnsDoubled(latin1(signed.body), latin1(right.body)) ??
    linesReadAlone(latin1(signed.body), latin1(right.body)) ??
    lineEndsWithin(latin1(signed.body), latin1(right.body), 'body'),
  'body-reserialized': (found) => {
    const signed = signedBodyText(found)
    const sent = sentBodyText(found)
    if (hasNamesOnce(signed, sent)) return namesOnce
    if (isLongNumberQuoted(signed, sent)) return longNumberTelling(signed.length > sent.length)
    return emptyBodyTelling(found) ?? echoedJson(signed, sent) ?? jsonDifference(signed, sent, found.library)
  },
  'body-other': (found) => {
    const { detail, signed, right } = found
    if (isSentAsBody(detail)) return { ...textSent, detail }
    if (isCutString(detail)) return cutStringTelling(detail)
    if (isQueryBefore(detail)) return queryBeforeTelling(detail)
    if (detail === textSpread) return spreadTelling
    if (detail === queryAgain) return queryAgainTelling(signed.target, right.method)
    if (isQueryAsJson(detail)) return queryAsJsonTelling(signedBodyText(found), detail, right.method)
    return (
      emptyBodyTelling(found) ??
      emptyObjectSigned(signed.body, right.body) ??
      signedUnquoted(signedBodyText(found), sentBodyText(found)) ??
      paddingCut(signed.body, right.body) ??
      bodyDifference(signed.body, right.body, detail)
    )
  },
  'body-encoding': (found) => {
    const { detail, signed, right } = found
    if (detail === topBitsCleared) return sevenBits
    return (
      encodedTwice(signed.body, right.body) ??
      payloadTelling(detail) ??
      misreadTelling(detail) ??
      normalizationDifference(signedBodyText(found), sentBodyText(found), 'body') ??
      brokenLetters(signedBodyText(found), sentBodyText(found), detail) ??
      bytesDecoded(signed.body, right.body) ??
      bytesLeftOut(detail) ??
      bytesAsLetters(signed.body, right.body) ??
      lettersAsMarks(signed.body, right.body, detail) ??
      charsetTelling(detail)
    )
  },
  'part-unfilled': (found) =>
    baseUnfilled(found.signed.target, found.right.target) ?? templateInBody(signedBodyText(found), sentBodyText(found)),
  'body-quoted': ({ signed, right }) => escapedBody(signed.body, right.body),
}

/** By the id of the mistake: how the parts were joined, timestamp and nonce. */
const joinTellings: Tellings = {
  'separator-literal': ({ library }) => literalSeparator(library),
  'separator-other': ({ signed }) => closedTelling(signed.layout),
  'separator-crlf': ({ signed }) => (signed.layout.end === '\r\n' ? everyLineEnded : undefined),
  'separator-missing': ({ signed }) => missingSeparators(signed.layout),
  'part-missing': (found) => {
    const { detail, signed, right } = found
    if (isBodyAlone(signed, right) && holdsText(right, sentBodyText(found))) return textSent
    return missingParts(detail, signed, right) ?? schemeTelling(detail)
  },
  'html-entities': ({ signed, right }) =>
    ampersandsWritten(signed.target, right.target) ??
    ampersandsWritten(latin1(signed.body), latin1(right.body)) ??
    htmlEntities(textOf(signed), textOf(right)),
  'parts-reordered': ({ detail, signed }) =>
    signed.layout.whole === repeatedText ? repeated : partsInOrder(detail, signed),
  'text-encoded': ({ detail, signed, right }) =>
    bufferDifference(textOf(signed), textOf(right), 'the text') ?? encodedText(detail, signed.layout),
  'hex-digest-signed': ({ detail }) => digestText(detail),
  'timestamp-drift': ({ signed, right }) => timesApart(signed.timestamp, right.timestamp),
  'timestamp-fraction': ({ signed, right }) => decimalComma(signed.timestamp, right.timestamp),
  'white-space-signed': ({ signed, right }) => emptyLineAfter(signed, right),
  'nonce-drift': ({ signed, right }) => clockReadTwice(signed, right),
  'nonce-encoding': ({ detail }) => (detail.startsWith('decoded') ? nonceDecoded : nonceReadOtherwise(detail)),
  'nonce-dashes': ({ signed, right }) => hyphens(signed.nonce, right.nonce),
}

/** Each id is in one of the three tables. */
const tellings: Tellings = { ...requestLineTellings, ...bodyTellings, ...joinTellings }

const signedByShell = ({ body }: Draft, { body: sent }: Draft): Telling | undefined =>
  signedUnquoted(rewritable(body) ?? '', rewritable(sent) ?? '')

/**
 * What the text says of a mistake in one part, if it says more than the catalogue; `detail` is the form that led to it, and
 * `isAlone`: no other mistake changes that part.
 */
export const tellingOf = (
  { id, detail }: { readonly id: string; readonly detail: string },
  signed: Draft,
  rightDraft: Draft,
  isAlone: boolean,
  library?: Library | undefined,
): Telling | undefined => {
  // These two show themselves also beside another mistake of the layout.
  if (id === 'trailing-line-feed') return trailing(signed.layout.end, rightDraft.body.length > 0)
  if (id === 'separator-other' && signed.layout.last !== undefined) return lineFeedBeforeBody(signed.layout)
  if (!isAlone) return undefined
  if (detail === shownText) return otherLayout(signed, rightDraft)
  // Of two blanks, a shell leaves one too.
  if (isFirstAlone(detail)) return signedByShell(signed, rightDraft) ?? firstReplacedTelling(detail)
  return tellings[id]?.({ id, detail, signed, right: rightDraft, library })
}
