/**
 * Explains the difference between the body that was signed and the body that arrived, by these two alone. For the findings of a search
 * that has recovered the signed body. It claims no more than the bytes show:
 *
 *     signed {"a":1}, sent {"a":1      The end of the body did not arrive, }. The caller signed 7 bytes, but 6 bytes arrived.
 *     signed {"a":1}, sent a=1         The caller signed JSON as the body, but a form arrived.
 *
 * `brokenLetters` explains another finding: letters that a program replaced by U+FFFD, in the signed body or in the one that arrived.
 */
import * as Bytes from '../../core/Bytes.ts'
import { textDifferences } from './contentDifference.ts'
import { rewritable } from './Draft.ts'
import { namesOfFields, shownFields } from './fieldsDifference.ts'
import { roundCount } from './forms/buffers.ts'
import { isOfChunks } from './forms/chunks.ts'
import { maxLastCut } from './forms/cutParts.ts'
import { isJson } from './forms/isJson.ts'
import { multipartParts } from './forms/multipart.ts'
import { memberOfBase64, sentNotationOf } from './forms/wrappedBody.ts'
import { latin1 } from './Received.ts'
import { forBoth } from './remedies.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** A time as a program writes it today: Unix seconds or milliseconds of the years 2017 to 2042, or any date with a time. */
const time = /(?<!\d)(?:1[5-9]|2[0-2])\d{8}(?:\d{3})?(?!\d)|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g

/** The digits of Unix seconds. Milliseconds have more. */
const secondsDigits = 10

const millisecondsOf = (written: string): number => {
  if (written.includes('T')) return Date.parse(`${written}Z`)
  return Number(written) * (written.length === secondsDigits ? 1000 : 1)
}

/** Two readings of a clock for one request are at most so far apart. Other numbers of ten digits are no times, such as those of orders. */
const maxBetweenMs = 60_000

const areReadTogether = (signed: string, sent: string): boolean =>
  signed.length === sent.length && Math.abs(millisecondsOf(signed) - millisecondsOf(sent)) <= maxBetweenMs

/** A time in the body, if nothing but times differs that lie close together. */
const timeDifference = (signed: string, sentBody: string): Telling | undefined => {
  const signedTimes = signed.match(time) ?? []
  const sentTimes = sentBody.match(time) ?? []
  if (signedTimes.length !== sentTimes.length) return undefined
  const timeIndex = signedTimes.findIndex((signedTime, i) => signedTime !== sentTimes[i])
  if (timeIndex < 0 || signed.replace(time, '') !== sentBody.replace(time, '')) return undefined
  if (!signedTimes.every((signedTime, i) => areReadTogether(signedTime, sentTimes[i] ?? ''))) return undefined
  return {
    detail: `${signedTimes[timeIndex]} where ${sentTimes[timeIndex]} was sent`,
    what: `The caller read its clock twice. It signed the time ${signedTimes[timeIndex]} in the body, but sent ${sentTimes[timeIndex]}.`,
    remedy: 'Make the body once. Then sign and send exactly these bytes.',
  }
}

const fillerNames: Readonly<Record<number, string>> = { 0: 'NUL', 32: 'a space' }

const countedBytes = (count: number): string => (count === 1 ? '1 byte' : `${count} bytes`)

/** Whether the bytes begin with these and go on. */
const startsWith = (bytes: Bytes.Bytes, start: Bytes.Bytes): boolean =>
  start.length > 0 && bytes.length > start.length && Bytes.Eq.equals(bytes.subarray(0, start.length), start)

const lineFeed = 0x0a

/** All lines were signed but the last one, which does not end in a line feed. */
const lastLineLost = (signed: Bytes.Bytes, sentBytes: Bytes.Bytes, subject: string): Telling | undefined =>
  signed.at(-1) === lineFeed && !sentBytes.subarray(signed.length).includes(lineFeed)
    ? {
        what: `The caller signed only the first ${signed.length} bytes of ${subject}, which has ${sentBytes.length} bytes: all lines but the last one, which has no line end. Either a program that reads lines left it out, as while read of a shell does, or a buffer is too small.`,
        remedy: `Sign all ${sentBytes.length} bytes that are sent.`,
      }
    : undefined

/** Only NUL bytes follow what was signed: the client sent the whole array behind its text, as ByteBuffer.array() of Java gives it. */
const nulBytesSent = (signed: Bytes.Bytes, sentBytes: Bytes.Bytes): Telling | undefined => {
  const furtherBytes = sentBytes.subarray(signed.length)
  // One further byte is no buffer: `lastCut` shows it as the end of the body.
  if (furtherBytes.length < 2 || signed.at(-1) === 0 || !furtherBytes.every((byte) => byte === 0)) return undefined
  return {
    what: `The body was sent with ${furtherBytes.length} NUL bytes at its end, which the caller did not sign. Its program sent a whole buffer, not only the text in the buffer.`,
    remedy:
      'Send only the text that is signed, up to its length and not to the size of the buffer. In Java, array() of a ByteBuffer gives the whole buffer: use limit() for the length.',
  }
}

/** The signed text ends where the sent one has its first NUL byte. */
const endedByNul = (signed: Bytes.Bytes, sentBytes: Bytes.Bytes, subject: string): Telling | undefined =>
  sentBytes.indexOf(0) === signed.length
    ? {
        what: `The caller signed only the first ${signed.length === 1 ? 'byte' : `${signed.length} bytes`} of ${subject}, which has ${sentBytes.length} bytes: all before its first NUL byte. The program takes these bytes for a string of C, which ends at a NUL byte.`,
        remedy: `Give the signing function the bytes and their number, ${sentBytes.length}. Do not count them with strlen, and do not copy them as a string.`,
      }
    : undefined

/** The text up to a round number of characters. In ASCII, this number may be that of the bytes of a buffer. */
const firstCharactersSigned = (signed: Bytes.Bytes, sentBytes: Bytes.Bytes): Telling | undefined => {
  const signedText = rewritable(signed) ?? ''
  const sentText = rewritable(sentBytes) ?? ''
  const count = roundCount(signedText)
  if (count === undefined || signed.length === count || !isCharactersOf(signedText, sentText)) return undefined
  return {
    what: `The caller signed only the first ${count} characters of the body, which are ${signed.length} bytes. The body has ${sentBytes.length} bytes. Its program shortens the text before it signs it.`,
    remedy: `Sign all ${sentBytes.length} bytes that are sent.`,
  }
}

/** Half of a surrogate pair at the end is written as a U+FFFD. */
const isCharactersOf = (signedText: string, sentText: string): boolean =>
  sentText.length > signedText.length &&
  (sentText.startsWith(signedText) || (signedText.endsWith('\ufffd') && sentText.startsWith(signedText.slice(0, -1))))

/** Whether a program that takes the number of characters for that of bytes comes to this number, in code points or in UTF-16. */
const isCountOfCharacters = (count: number, bytes: Bytes.Bytes): boolean => {
  const text = rewritable(bytes)
  return text !== undefined && count < bytes.length && [text.length, [...text].length].includes(count)
}

/** The bytes that one text has after the end of the other, if both are the same up to there. */
export const bufferDifference = (
  signed: Bytes.Bytes,
  sentBytes: Bytes.Bytes,
  subject = 'the body',
): Telling | undefined => {
  if (startsWith(sentBytes, signed))
    return (
      nulBytesSent(signed, sentBytes) ??
      endedByNul(signed, sentBytes, subject) ??
      lastLineLost(signed, sentBytes, subject) ?? {
        what: `The caller signed only the first ${signed.length === 1 ? 'byte' : `${signed.length} bytes`} of ${subject}, which has ${sentBytes.length} bytes. A buffer or a limit of its program is too small${isCountOfCharacters(signed.length, sentBytes) ? ', or the program counts characters instead of bytes' : ''}.`,
        remedy: `Sign all ${sentBytes.length} bytes that are sent.`,
      }
    )
  const withoutNul = signed.subarray(0, -1)
  if (signed.at(-1) === 0 && signed.length > 1 && startsWith(sentBytes, withoutNul))
    return {
      what: `The caller signed only the first ${withoutNul.length === 1 ? 'byte' : `${withoutNul.length} bytes`} of ${subject}, and a NUL byte after them. The program signed its whole buffer, which is too small for the text.`,
      remedy:
        'Take a larger buffer, and pass the length of the text to the signing function, not the size of the buffer.',
    }
  const furtherBytes = startsWith(signed, sentBytes) ? signed.subarray(sentBytes.length) : Bytes.empty
  const [filler = 0] = furtherBytes
  // One further byte is no buffer: `endLost` shows it as the end of the body.
  if (furtherBytes.length < 2 || !furtherBytes.every((byte) => byte === filler)) return undefined
  const fillerName = fillerNames[filler] ?? `0x${filler.toString(16).toUpperCase().padStart(2, '0')}`
  return {
    what: `The caller signed ${furtherBytes.length} more bytes after ${subject}. Each of these bytes is ${fillerName}. The program signed its whole buffer, not only the text in the buffer.`,
    remedy: 'Pass the length of the text to the signing function, not the size of the buffer.',
  }
}

/** Shorter texts look like Base64 by chance, such as the name of a field. */
const leastBase64 = 16

/** Whether `end` is the padding that Base64 needs after this text. The parts of a JWS are joined by dots. */
const isPaddingOf = (text: string, end: string): boolean => {
  const lastPart = text.slice(text.lastIndexOf('.') + 1)
  return (
    text.length >= leastBase64 &&
    /^={1,2}$/.test(end) &&
    /^[0-9A-Za-z+/_.-]+$/.test(text) &&
    (lastPart.length + end.length) % 4 === 0
  )
}

/** The body without the padding of Base64. */
export const paddingCut = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  if (!startsWith(sentBody, signed)) return undefined
  const padding = latin1(sentBody.subarray(signed.length))
  return isPaddingOf(latin1(signed), padding)
    ? {
        id: 'body-other',
        detail: `without ${JSON.stringify(padding)} at its end`,
        what: `The caller signed the body without ${JSON.stringify(padding)}, the padding of Base64 at its end.`,
        remedy: 'Encode the body in Base64 once, with the padding or without it. Then sign and send exactly this text.',
      }
    : undefined
}

/**
 * The last characters of the body were not signed. A line end alone is no such cut: other forms name it. More bytes are rather a buffer
 * that is too small.
 */
const lastCut = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  if (!startsWith(sentBody, signed) || sentBody.length - signed.length > maxLastCut) return undefined
  const cutBytes = sentBody.subarray(signed.length)
  const lastCharacters = rewritable(cutBytes)
  if (lastCharacters !== undefined && /^[\r\n]+$/.test(lastCharacters)) return undefined
  const count = countedBytes(cutBytes.length)
  const end = JSON.stringify(lastCharacters ?? '')
  return {
    // A cut within a letter leaves bytes that are no text.
    detail: lastCharacters === undefined ? `without ${count} at its end` : `without ${end} at its end`,
    what:
      lastCharacters === undefined
        ? `The caller signed the body without ${count} at its end. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.`
        : `The caller signed the body without ${end}, its last bytes. Either the program cuts off the end of the text, as if it were a separator after the last field, or it counts the length wrongly.`,
    remedy: `Sign all ${sentBody.length} bytes that are sent.`,
  }
}

/** The first line of a multipart form: its boundary with two hyphens before it. */
const boundaryLine = (form: string): string => form.slice(0, form.indexOf('\r\n'))

/**
 * A multipart form up to its last boundary, or up to a place within this boundary: a program wrote the parts and did not close the form, or
 * signed the text before it was closed.
 */
const lastBoundaryCut = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  if (!startsWith(sentBody, signed) || sentBody[0] !== hyphen || sentBody.length > maxMultipart) return undefined
  const form = latin1(sentBody)
  const boundary = boundaryLine(form)
  const closing = form.lastIndexOf(`\r\n${boundary}--`)
  if (closing < 0 || signed.length < closing || multipartParts(form) === undefined) return undefined
  const missing = form.slice(signed.length)
  // A line end alone is told by other words.
  if (!missing.includes('-')) return undefined
  return missing.includes(boundary)
    ? {
        detail: 'without the last boundary',
        what: `The caller signed the multipart form without its last boundary, ${boundary}--, but sent it with this boundary.`,
        remedy: closeForm,
      }
    : {
        detail: 'only a part of the last boundary',
        what: `The caller signed the multipart form without ${JSON.stringify(missing)}, the end of its last boundary, but sent it with this end.`,
        remedy: closeForm,
      }
}

/** The same form with two boundaries: a library makes a new one each time it encodes a form. */
const otherBoundary = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  if (signed[0] !== hyphen || sentBody[0] !== hyphen || sentBody.length > maxMultipart) return undefined
  const signedForm = latin1(signed)
  const sentForm = latin1(sentBody)
  const signedBoundary = boundaryLine(signedForm)
  const sentBoundary = boundaryLine(sentForm)
  if (signedBoundary === sentBoundary || multipartParts(sentForm) === undefined) return undefined
  return sentForm.replaceAll(sentBoundary, () => signedBoundary) === signedForm
    ? {
        detail: 'another boundary',
        what: `The caller signed the multipart form with the boundary ${signedBoundary.slice(2)}, but it arrived with the boundary ${sentBoundary.slice(2)}. The form was encoded twice, and a library makes a new boundary each time.`,
        remedy:
          'Encode the form once. Then sign and send exactly these bytes, with the Content-Type that names their boundary.',
      }
    : undefined
}

const hyphen = 0x2d

/** A longer form is not read. */
const maxMultipart = 262_144

const closeForm = 'Write the whole form once, with its last boundary. Then sign and send exactly these bytes.'

/** The body that was signed, with something round it that a client adds to a text: a second copy, or the name of a field and its sign. */
const addedBySender = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const signedText = latin1(signed)
  const sentText = latin1(sentBody)
  if (signedText === '' || !sentText.includes(signedText)) return undefined
  if (sentText === signedText + signedText)
    return {
      what: 'The body arrived twice, one copy right after the other. The caller signed it once.',
      remedy: 'Send exactly the bytes that are signed, once.',
    }
  if (sentText === `${signedText}=` && !isOfFields(signedText))
    return {
      what: 'The body that arrived ends with an equals sign, which the caller did not sign. A client that sends a text as a form takes the text for a name, and writes the sign after it.',
      remedy: 'Send the text as it is, and not as a form. Give the client the Content-Type of the text.',
    }
  const [, name] = /^([A-Za-z_][\w.-]{0,40})=$/.exec(sentText.slice(0, -signedText.length)) ?? []
  return name === undefined || !sentText.endsWith(signedText)
    ? undefined
    : {
        what: `The body that arrived begins with ${name}=, which the caller did not sign. It signed only what follows.`,
        remedy: 'Make the text of the body once. Then sign and send exactly this text.',
      }
}

/** A form or Base64 has equals signs of its own. */
const isOfFields = (text: string): boolean => /^[^\s{}<>"]*$/.test(text)

/** A short number at the end of a form, with its name, or a body that is a number. No program cuts so few digits. */
const lastNumber = /(?:^|&)((?:[^&=]{1,40}=)?-?\d{1,9})$/

/** Other digits at the end of the last number: `limit=1` signed and `limit=10` sent are two values, and none is a part of the other. */
const otherNumber = (signed: string, sentText: string): Telling | undefined => {
  const [longer, shorter] = signed.length > sentText.length ? [signed, sentText] : [sentText, signed]
  if (!longer.startsWith(shorter) || !/^\d+$/.test(longer.slice(shorter.length))) return undefined
  const [, signedNumber] = lastNumber.exec(signed) ?? []
  const [, sentNumber] = lastNumber.exec(sentText) ?? []
  if (signedNumber === undefined || sentNumber === undefined) return undefined
  return {
    detail: `${signedNumber} where ${sentNumber} was sent`,
    what: `At the end of the body, the caller signed ${signedNumber}, but ${sentNumber} was sent.`,
    remedy: catalogueRemedy,
  }
}

/** The body without its last line end, where no mistake of its own tells of it. */
const lastLineEndCut = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined =>
  startsWith(sentBody, signed) && /^\r?\n$/.test(latin1(sentBody.subarray(signed.length)))
    ? {
        what: 'The caller signed the body without the line end at its end.',
        remedy: 'Sign exactly the bytes that are sent, with the line end.',
      }
    : undefined

/** Fields at the end of a form, or at its beginning, that were not signed. A stray `&` is no field. */
const fieldsAdded = (signed: string, sentForm: string): Telling | undefined => {
  if (!isForm(signed) || !isForm(sentForm)) return undefined
  const rest = sentForm.startsWith(`${signed}&`)
    ? sentForm.slice(signed.length + 1)
    : sentForm.endsWith(`&${signed}`)
      ? sentForm.slice(0, -signed.length - 1)
      : ''
  const added = rest.split('&').filter((field) => field !== '')
  if (added.length === 0) return undefined
  return {
    detail: `without ${shownFields(added)}`,
    what: `Fields were added to the form after signing: ${namesOfFields(added)}. The client added them, or something on the way.`,
    remedy: 'Add every field before you sign the form. Then sign and send exactly this text.',
  }
}

/** Header lines, and the empty line that ends the headers. */
const headersAndEmptyLine = /^([A-Za-z][0-9A-Za-z-]{0,40}): [^\n]*\n(?:[A-Za-z][0-9A-Za-z-]{0,40}: [^\n]*\n)*\r?\n$/

/** The body that was signed follows lines that were to be headers, in the body that arrived. */
const headersInBody = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const count = sentBody.length - signed.length
  const [, headerName] = headersAndEmptyLine.exec(latin1(sentBody.subarray(0, count))) ?? []
  if (headerName === undefined) return undefined
  return {
    detail: `only the last ${signed.length} of ${sentBody.length} bytes`,
    what: `The body that arrived begins with what looks like a header, ${headerName}. The caller signed only what follows the headers. Perhaps an empty line before it ended the headers too early.`,
    remedy: `Look for a line end at the end of the header before ${headerName}, for example behind the signature, and remove it.`,
  }
}

/** Only the end of the body was signed. */
const startCut = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const count = sentBody.length - signed.length
  if (signed.length === 0 || count <= 0 || !Bytes.Eq.equals(sentBody.subarray(count), signed)) return undefined
  const headers = headersInBody(signed, sentBody)
  if (headers !== undefined) return headers
  return {
    detail: `only the last ${signed.length} of ${sentBody.length} bytes`,
    what: `The caller signed only the last ${signed.length === 1 ? 'byte' : `${signed.length} bytes`} of the body, which has ${sentBody.length}. Either its signing code has another body than its client, or it cuts the text at a wrong place.`,
    remedy: `Sign all ${sentBody.length} bytes that are sent.`,
  }
}

/** A longer end is described by its length. */
const maxShown = 24

/** Whether the text that arrived is visibly cut: JSON, XML or a multipart form that is not closed. */
const isCutVisible = (arrived: string): boolean =>
  (/^\s*[[{"]/.test(arrived) && !isJson(arrived)) ||
  (/^\s*</.test(arrived) && !/>\s*$/.test(arrived)) ||
  (arrived.startsWith('--') && !/--\s*$/.test(arrived))

/** More was signed after the text that arrived, and this text is not visibly cut. */
const moreSigned = (shown: string, sentBody: Bytes.Bytes): Telling => {
  const arrived = rewritable(sentBody) ?? ''
  const isWhole = /^\s*[[{"]/.test(arrived)
  return {
    detail: 'more after the body',
    what: isWhole
      ? `The caller signed more after the body that arrived, ${shown}. The body that arrived is complete JSON, so probably the signing code adds this.`
      : `The caller signed more after the body that arrived, ${shown}. Either the signing code adds this, or the end of the body did not arrive.`,
    ...(isWhole
      ? { remedy: 'End the string to sign with the last byte of the body. Do not add a secret or another text.' }
      : forBoth(
          'End the string to sign with the last byte of the body that is sent, and check Content-Length.',
          'Check whether something on the way cuts the body.',
        )),
  }
}

/** The end of the body that was signed, if all before it arrived. */
const endLost = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const signedText = rewritable(signed)
  if (!startsWith(signed, sentBody) || signedText === undefined) return undefined
  const end = latin1(signed.subarray(sentBody.length))
  const characterCounts = [signedText.length, Array.from(signedText).length]
  const isCounted = signed.length > signedText.length && characterCounts.includes(sentBody.length)
  const shown = end.length > maxShown || /[^ -~]/.test(end) ? countedBytes(end.length) : end
  if (!isCounted && !isCutVisible(rewritable(sentBody) ?? '')) return moreSigned(shown, sentBody)
  return {
    detail: `without ${shown}`,
    what: isCounted
      ? `The end of the body did not arrive, ${shown}. The caller signed ${signed.length} bytes, but ${countedBytes(sentBody.length)} arrived: as many as the signed text has characters.`
      : `The end of the body did not arrive, ${shown}. The caller signed ${signed.length} bytes, but ${countedBytes(sentBody.length)} arrived.`,
    ...(isCounted
      ? {
          remedy:
            'Content-Length must be the number of bytes of the body, not of its characters. Or let the HTTP library calculate it.',
        }
      : forBoth(
          'Send all bytes that are signed, and check Content-Length.',
          'Check whether something on the way cuts the body.',
        )),
  }
}

/** A body was signed, and none arrived. */
const bodyDropped = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined =>
  sentBody.length > 0 || signed.length === 0
    ? undefined
    : {
        detail: 'no body arrived',
        what: `The caller signed a body of ${countedBytes(signed.length)}, but no body arrived.`,
        ...forBoth(
          'Send the body that is signed. Some clients send no body with GET or DELETE.',
          'If the caller sent it, something on the way dropped it, as some proxies and CDNs do with GET or DELETE. Configure it to forward the body.',
        ),
      }

/** One part of a multipart form, if that was signed in place of the form. */
const partAlone = (signed: Bytes.Bytes, sentForm: Bytes.Bytes): Telling | undefined => {
  const signedText = latin1(signed)
  const signedPart = multipartParts(latin1(sentForm))?.find(({ content }) => content === signedText)
  return signedPart === undefined
    ? undefined
    : {
        what: `The caller signed only the part ${signedPart.name} of the multipart form, but sent the whole form.`,
        remedy:
          'Sign all bytes of the form exactly as they are sent, with the boundaries. Or send only this part as the body.',
      }
}

/** The body that arrived is another notation of the signed body. */
const sentInLetters = (detail: string): Telling | undefined => {
  const notation = sentNotationOf(detail)
  if (notation === undefined) return undefined
  return {
    detail,
    what:
      notation === 'Base64'
        ? 'The body that arrived is the Base64 of the body that was signed. Either the client encoded the body after signing, or a gateway on the way did.'
        : 'The body that arrived is the body that was signed, written in hexadecimal digits.',
    ...forBoth(
      'Send the body exactly as it was signed.',
      notation === 'Base64'
        ? 'If a gateway encodes the body, decode it before you verify the request. In an event of AWS Lambda, body is Base64 if isBase64Encoded is true.'
        : 'If something on the way encodes the body, decode it before you verify the request.',
    ),
  }
}

/** The body that arrived is an object with the signed body in a member. */
const sentWithinObject = (detail: string): Telling | undefined => {
  const name = memberOfBase64(detail)
  if (name === undefined) return undefined
  return {
    detail,
    what: `The body that arrived is a JSON object. Its member ${name} is the Base64 of the body that was signed. Probably a gateway put the body into this object.`,
    ...forBoth(
      'Send the body exactly as it was signed.',
      `Decode the member ${name} from Base64, and verify these bytes as the body. With API Gateway, use the proxy integration instead of a mapping template.`,
    ),
  }
}

const catalogueRemedy = 'Make the body once. Then sign and send exactly these bytes.'

const isForm = (candidate: string): boolean => /^[^\s=&{}<>"]+=[^\r\n]*$/.test(candidate)

/** A digest behind the name of its hash, or with the padding of Base64, is no form: `SHA-256=cx6h…F4=`. */
const digestWithName = /^(?:(?:sha|md|hmac)[\w-]*=[0-9A-Za-z+/_-]{16,}={0,2}|[\w-]+=[0-9A-Za-z+/_-]{16,}={1,2})$/i

/** The kinds of content of both bodies, if they differ: JSON, a form or a multipart form. */
const otherKind = (signed: string, sentBody: string): Telling | undefined => {
  const kindOf = (bodyText: string): string | undefined => {
    if (/^\s*[[{]/.test(bodyText)) return 'JSON'
    if (bodyText.startsWith('--') && multipartParts(bodyText) !== undefined) return 'a multipart form'
    return isForm(bodyText) && !digestWithName.test(bodyText) ? 'a form' : undefined
  }
  const signedKind = kindOf(signed)
  const sentKind = kindOf(sentBody)
  if (signedKind === undefined || sentKind === undefined || signedKind === sentKind) return undefined
  return {
    what: `The caller signed ${signedKind} as the body, but ${sentKind} arrived.`,
    remedy: 'Give the HTTP library the complete text of the body. Then sign and send exactly these bytes.',
  }
}

/**
 * The difference of two bodies. `detail` is what the form says by which the search found the signed body.
 *
 * The most specific explanation comes first: other times leave the bodies otherwise the same, a full buffer repeats one byte, a lost end
 * leaves the beginning the same, a part is a piece of the form that was sent. Only then the two kinds of content are compared.
 */
export const bodyDifference = (signed: Bytes.Bytes, sentBody: Bytes.Bytes, detail: string): Telling | undefined => {
  const signedText = rewritable(signed)
  const sentText = rewritable(sentBody)
  const telling =
    timeDifference(signedText ?? '', sentText ?? '') ??
    (signedText === undefined || sentText === undefined ? undefined : fieldsAdded(signedText, sentText)) ??
    addedBySender(signed, sentBody) ??
    otherNumber(signedText ?? '', sentText ?? '') ??
    lastLineEndCut(signed, sentBody) ??
    (startsWith(sentBody, signed) ? nulBytesSent(signed, sentBody) : undefined) ??
    (startsWith(sentBody, signed) ? endedByNul(signed, sentBody, 'the body') : undefined) ??
    (startsWith(sentBody, signed) ? lastLineLost(signed, sentBody, 'the body') : undefined) ??
    lastBoundaryCut(signed, sentBody) ??
    otherBoundary(signed, sentBody) ??
    lastCut(signed, sentBody) ??
    firstCharactersSigned(signed, sentBody) ??
    bufferDifference(signed, sentBody) ??
    endLost(signed, sentBody) ??
    partAlone(signed, sentBody) ??
    sentInLetters(detail) ??
    sentWithinObject(detail) ??
    startCut(signed, sentBody) ??
    (signedText === undefined || sentText === undefined ? undefined : otherKind(signedText, sentText)) ??
    bodyDropped(signed, sentBody)
  if (telling !== undefined) return telling
  // Such a detail, `signed {}`, names the signed body itself. After "differs …:" it would add nothing, so the general words serve.
  if (detail.startsWith('signed ')) return undefined
  const words = placeNamed(signedText ?? '', sentText ?? '', detail).replace(
    /, written anew \(\d+\)$/,
    ', and the whole text written anew',
  )
  return {
    detail: words,
    what: `The body that was signed differs from the body that arrived: ${words}.`,
    remedy: catalogueRemedy,
  }
}

/** A change of one unit, which the two texts name: `only /n: "7" where 7 was sent` for `only in place 3 of 5`. */
const placeNamed = (signed: string, sentText: string, detail: string): string => {
  if (!countedUnit.test(detail) || !isJson(signed) || !isJson(sentText)) return detail
  const [difference, ...others] = new Set(textDifferences(signed, sentText))
  return difference === undefined || others.length > 0 ? detail : detail.replace(countedUnit, `, only ${difference}`)
}

const countedUnit = /, only (?:in place \d+ of \d+|within|at the top)$/

/** White space round the body that one text has and the other has not. A last line end alone has words of its own. */
export const whiteSpaceRound = (signed: string, sentText: string): Telling | undefined => {
  if (signed === sentText || signed.trim() !== sentText.trim() || signed.trim() === '') return undefined
  const isCut = signed === signed.trim()
  if (!isCut && sentText !== sentText.trim()) return undefined
  const whole = isCut ? sentText : signed
  const before = whole.length - whole.trimStart().length
  const after = whole.length - whole.trimEnd().length
  if (before === 0 && /^\r?\n$/.test(whole.slice(-after))) return undefined
  const place = before === 0 ? 'end' : after === 0 ? 'beginning' : 'beginning and the end'
  return {
    detail: isCut ? 'without the white space round it' : 'with white space round it',
    what: isCut
      ? `The caller signed the body without the white space at its ${place}, but it arrived with this white space.`
      : `The caller signed the body with white space at its ${place}, but it arrived without this white space.`,
    remedy:
      'Trim the body before you sign and send it, or do not trim it at all. Then sign and send exactly these bytes.',
  }
}

const lettersBeyondAscii = /[^\0-\u007f\ufffd]/gu

/** Where a piece of the broken text is in the intact one, -1 if nowhere. The first piece begins the text, and the last piece ends it. */
const offsetOfPiece = (intact: string, pieces: ReadonlyArray<string>, index: number, from: number): number => {
  const piece = pieces[index] ?? ''
  if (index === 0) return intact.startsWith(piece) ? 0 : -1
  if (index < pieces.length - 1) return intact.indexOf(piece, from)
  const start = intact.length - piece.length
  return start >= from && intact.endsWith(piece) ? start : -1
}

/**
 * The texts of the intact text that the broken one has as one or several U+FFFD: `['中']` for `a中b` and `a\ufffdb`. Undefined if the
 * texts differ in more than that.
 */
const lettersLost = (intact: string, broken: string): ReadonlyArray<string> | undefined => {
  const lost: Array<string> = []
  let end = 0
  const pieces = broken.split(/\ufffd+/)
  for (const [i, piece] of pieces.entries()) {
    const offset = offsetOfPiece(intact, pieces, i, end)
    if (offset < 0) return undefined
    if (i > 0) lost.push(intact.slice(end, offset))
    end = offset + piece.length
  }
  const areAllBeyondAscii = lost.every((letters) => /^[^\0-\u007f]+$/u.test(letters))
  return lost.length > 0 && areAllBeyondAscii ? lost : undefined
}

/**
 * Letters that one text has as U+FFFD: a program decoded the text in pieces. Its other letters show this, if they are intact. If there are
 * none, `detail` must be that of a form of `forms/chunks.ts`.
 */
export const brokenLetters = (signed: string, sentText: string, detail = ''): Telling | undefined => {
  const [intact, broken] = signed.includes('\ufffd') ? [sentText, signed] : [signed, sentText]
  if (!broken.includes('\ufffd') || intact.includes('\ufffd')) return undefined
  if (broken.match(lettersBeyondAscii) === null && !isOfChunks(detail)) return undefined
  const lost = lettersLost(intact, broken)
  if (lost === undefined) return undefined
  const letters = listed(lost)
  const marks = 'the replacement character U+FFFD'
  const isSigned = broken === signed
  return {
    detail: `${letters} ${isSigned ? 'signed' : 'sent'} as U+FFFD`,
    what: isSigned
      ? `The caller sent ${letters}, but signed ${marks} instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.`
      : `The caller signed ${letters}, but ${marks} arrived instead. This happens when a program decodes a text in pieces, and a letter is split between two pieces.`,
    remedy:
      'First join the bytes of all chunks. Then decode them together. Or use a decoder that keeps the incomplete end of a chunk.',
  }
}

/** Bytes that are not UTF-8, such as those of an image, were decoded as UTF-8 before signing. */
export const bytesDecoded = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined =>
  rewritable(sentBody, sentBody.length) === undefined && (rewritable(signed, signed.length) ?? '').includes('\ufffd')
    ? {
        what: 'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and U+FFFD took the place of these bytes.',
        remedy: 'Sign the bytes of the body as they are sent. Do not decode them to text.',
      }
    : undefined

/** The same, where the decoder left these bytes out. */
export const bytesLeftOut = (detail: string): Telling | undefined =>
  detail === 'bytes that are not UTF-8 were left out'
    ? {
        what: 'The body that was sent has bytes that are not UTF-8. The caller decoded it as UTF-8 before signing, and these bytes were left out.',
        remedy: 'Sign the bytes of the body as they are sent. Do not decode them to text.',
      }
    : undefined

/** Control characters that no text has. Tabs, line ends, form feeds and escapes are not among them. */
const isNoText = (bytes: Bytes.Bytes): boolean =>
  bytes.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== escapeByte))

const escapeByte = 0x1b

/** The same for bytes that were taken for letters, one by one: a binary string of JavaScript, or `decode('latin-1')` of Python. */
export const bytesAsLetters = (signed: Bytes.Bytes, sentBody: Bytes.Bytes): Telling | undefined => {
  const letters = latin1(sentBody)
  const isText = rewritable(sentBody, sentBody.length) !== undefined || !isNoText(sentBody)
  if (isText || rewritable(signed, signed.length) !== letters) return undefined
  return {
    detail: 'each byte as a letter',
    what: 'The body that was sent is no text. The caller took each of its bytes for a letter, and signed the UTF-8 of these letters.',
    remedy:
      'Sign the bytes of the body as they are sent. In JavaScript, give the signing function a Buffer or a Uint8Array, not a string.',
  }
}
