/**
 * What two bodies show by themselves: the difference between the one that was signed and the one that arrived, in words.
 * `{"a":1}` signed and `{"a":1` sent: the end of the body did not arrive. It claims no more than the bytes show.
 */
import * as Bytes from '../../core/Bytes.ts'
import { rewritable } from './Draft.ts'
import { multipartParts } from './forms/multipart.ts'
import { latin1 } from './Received.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

/** A time of today, in seconds, in milliseconds or as a date. */
const time = /(?:1[5-9]|2[0-2])\d{8}(?:\d{3})?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g

/** Whether nothing but a time in the body differs. */
const timeDifference = (signed: string, sent: string): Telling | undefined => {
  const theirs = signed.match(time) ?? []
  const ours = sent.match(time) ?? []
  const at = theirs.findIndex((each, i) => each !== ours[i])
  if (at < 0 || signed.replace(time, '') !== sent.replace(time, '')) return undefined
  return {
    detail: `${theirs[at]} where ${ours[at]} was sent`,
    what: `The caller signed the time ${theirs[at]} in the body, and sent ${ours[at]}: it read its clock twice.`,
    remedy: 'Make the body once, then sign and send those very bytes.',
  }
}

const named: Readonly<Record<number, string>> = { 0: 'NUL', 32: 'a space' }

const startsWith = (bytes: Bytes.Bytes, start: Bytes.Bytes): boolean =>
  start.length > 0 && bytes.length > start.length && Bytes.Eq.equals(bytes.subarray(0, start.length), start)

/** What stands behind the part that both texts have in common, if one of them ends there. */
export const bufferDifference = (signed: Bytes.Bytes, sent: Bytes.Bytes, what = 'the body'): Telling | undefined => {
  if (startsWith(sent, signed))
    return {
      what: `The caller signed the first ${signed.length} bytes of ${what} alone, which has ${sent.length}: a buffer of its program, or a length that it counts in characters, is too small.`,
      remedy: `Sign all ${sent.length} bytes that are sent.`,
    }
  const [first = 0, ...rest] = startsWith(signed, sent) ? signed.subarray(sent.length) : []
  if (rest.length === 0 || !rest.every((byte) => byte === first)) return undefined
  const name = named[first] ?? `0x${first.toString(16).toUpperCase().padStart(2, '0')}`
  return {
    what: `The caller signed ${rest.length + 1} further bytes behind ${what}, each of them ${name}: a whole buffer of its program, and not only the text in it.`,
    remedy: 'Give the signing function the length of the text, and not the size of its buffer.',
  }
}

/** More bytes of an end fill no sentence. */
const maxShown = 24

/** The end of the body that was signed, if all before it arrived. */
const endLost = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  const text = rewritable(signed)
  if (!startsWith(signed, sent) || text === undefined) return undefined
  const end = latin1(signed.subarray(sent.length))
  const units = [text.length, Array.from(text).length]
  const isCounted = signed.length > text.length && units.includes(sent.length)
  const count = isCounted ? `, and ${sent.length} is how many characters the signed text has` : ''
  const shown = end.length > maxShown || /[^ -~]/.test(end) ? `${end.length} bytes` : end
  return {
    detail: `without ${shown}`,
    what: `The end of the body did not arrive, ${shown}: the caller signed ${signed.length} bytes and ${sent.length} arrived${count}.`,
    remedy: isCounted
      ? 'Count Content-Length in the bytes of the body and not in its characters, or let the HTTP library count them.'
      : 'Send all bytes that are signed: look at Content-Length, and at what cuts the body on its way.',
  }
}

/** One part of a multipart form, if that was signed in place of the form. */
const partAlone = (signed: Bytes.Bytes, sent: Bytes.Bytes): Telling | undefined => {
  const text = latin1(signed)
  const part = multipartParts(latin1(sent))?.find(({ content }) => content === text)
  return part === undefined
    ? undefined
    : {
        what: `The caller signed the part ${part.name} of the multipart form alone, and sent the whole form.`,
        remedy: 'Sign all bytes of the form as they are sent, with their boundaries, or send that part as the body.',
      }
}

/** Nothing that is more than a body. */
const catalogueRemedy = 'Make the body once, then sign and send those very bytes.'

const isForm = (text: string): boolean => /^[^\s=&{}<>"]+=[^\r\n]*$/.test(text)

/** Another kind of content. */
const otherKind = (signed: string, sent: string): Telling | undefined => {
  const kindOf = (text: string): string | undefined => {
    if (/^\s*[[{]/.test(text)) return 'JSON'
    if (text.startsWith('--') && multipartParts(text) !== undefined) return 'a multipart form'
    return isForm(text) ? 'a form' : undefined
  }
  const theirs = kindOf(signed)
  const ours = kindOf(sent)
  if (theirs === undefined || ours === undefined || theirs === ours) return undefined
  return {
    what: `The caller signed ${theirs} as the body, and sent ${ours}.`,
    remedy: 'Give the HTTP library the finished text of the body, then sign and send those very bytes.',
  }
}

/** The difference of two bodies, with what the form that led to it says. */
export const bodyDifference = (signed: Bytes.Bytes, sent: Bytes.Bytes, detail: string): Telling | undefined => {
  const theirs = rewritable(signed)
  const ours = rewritable(sent)
  const telling =
    timeDifference(theirs ?? '', ours ?? '') ??
    bufferDifference(signed, sent) ??
    endLost(signed, sent) ??
    partAlone(signed, sent) ??
    (theirs === undefined || ours === undefined ? undefined : otherKind(theirs, ours))
  if (telling !== undefined) return telling
  return /^signed /.test(detail)
    ? undefined
    : { what: `The caller signed another body than arrived: ${detail}.`, remedy: catalogueRemedy }
}

const lettersBeyondAscii = /[^\0-\u007f\ufffd]/gu

/** Letters that one side has as U+FFFD, where it has others as they are: its program decoded them in pieces. */
export const brokenLetters = (signed: string, sent: string): Telling | undefined => {
  const [whole, broken] = signed.includes('\ufffd') ? [sent, signed] : [signed, sent]
  if (!broken.includes('\ufffd') || whole.includes('\ufffd') || broken.match(lettersBeyondAscii) === null)
    return undefined
  const gaps = broken.split(/\ufffd+/)
  const lost: Array<string> = []
  let at = 0
  for (const [i, gap] of gaps.entries()) {
    const next = i === 0 ? (whole.startsWith(gap) ? 0 : -1) : gap === '' ? whole.length : whole.indexOf(gap, at)
    if (next < 0) return undefined
    if (i > 0) lost.push(whole.slice(at, next))
    at = next + gap.length
  }
  if (lost.length === 0 || lost.some((text) => !/^[^\0-\u007f]+$/u.test(text))) return undefined
  const letters = listed(lost)
  const marks = 'the replacement character U+FFFD'
  const isSigned = broken === signed
  return {
    detail: `${letters} ${isSigned ? 'signed' : 'sent'} as U+FFFD`,
    what: isSigned
      ? `The caller signed ${marks} in place of ${letters}, which it sent, as where a program decodes a text in pieces and a letter lies in two of them.`
      : `The caller signed ${letters}, and ${marks} arrived in that place, as where a program decodes a text in pieces and a letter lies in two of them.`,
    remedy:
      'Join the bytes of all chunks first, and decode the whole, or use a decoder that keeps what is left of a chunk.',
  }
}
