/**
 * The words for a mistake that was found, by the text that was recovered. The catalogue says what a mistake is in general; the
 * text shows which characters differ, whatever form of the mistake led to it.
 */
import * as Bytes from '../../core/Bytes.ts'
import { type Draft, rewritable, textOf } from './Draft.ts'
import { repeatedText } from './forms/wholeText.ts'
import { jsonDifference } from './jsonDifference.ts'
import type { Telling } from './Telling.ts'
import { escapeDifference, targetDifference } from './targetDifference.ts'

const redirected: Readonly<Record<string, Telling>> = {
  'HEAD GET': {
    what: 'The caller signed HEAD, and GET arrived: a CDN or a proxy turned one into the other.',
    remedy: 'Let the CDN pass HEAD as it is, or send GET.',
  },
  'POST GET': {
    what: 'The caller signed POST, and GET arrived: a redirect turned one into the other, or the client was told no method.',
    remedy: 'Call the address to which the redirect leads, with the method that is signed.',
  },
}

const repeated: Telling = {
  what: 'The caller signed the whole text twice, one after the other: it was appended to what was there.',
  remedy: 'Build the string to sign anew for each request, and sign it once.',
}

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

/** What stands behind the body, if it is no line feed. */
const trailing = (end: string): Telling | undefined =>
  /^[\r\n]*$/.test(end)
    ? undefined
    : {
        detail: JSON.stringify(end),
        what: `The caller signed ${JSON.stringify(end)} behind the body, as between the parts.`,
        remedy: 'Let nothing follow the body.',
      }

/** The target that a proxy says was called is the one that was signed. */
const originalTelling = ({ target }: Draft, { original, target: arrived }: Draft): Telling | undefined =>
  original === undefined || original[1] !== target
    ? undefined
    : {
        detail: `${original[0]}: ${target}`,
        what: `The caller signed ${target}, which is what it called by ${original[0]}; a proxy in front made ${arrived} of it, or asks by a request of its own.`,
        remedy: 'Verify in front of what rewrites the target, or let it leave the target as it came.',
      }

/** Of times that lie further apart than a request takes. */
const timesApart = (signed: string, sent: string): Telling | undefined => {
  if (!/^\d{9,14}$/.test(signed) || !/^\d{9,11}$/.test(sent)) return undefined
  const isInMilliseconds = signed.length === sent.length + 3
  const seconds = (isInMilliseconds ? Math.floor(Number(signed) / 1000) : Number(signed)) - Number(sent)
  if (Math.abs(seconds) <= 5) return undefined
  const isZone = seconds % 900 === 0
  return {
    what: `The caller signed the time ${signed}${isInMilliseconds ? ', in milliseconds,' : ''} and sent ${sent}, ${Math.abs(seconds)} s ${seconds > 0 ? 'earlier' : 'later'}${isZone ? ': one of them is the time of a zone, and not UTC' : ': it reads its clock in two places, or sent the header of another request'}.`,
    remedy: 'Read the clock once for each request, in whole seconds since 1970, then sign and send that number.',
  }
}

/** As tools for requests write a variable, the usual ways. */
const variable =
  /\{\{[^{}]+\}\}|[$#@]\{[^{}]+\}|\$\([\w-]+\)|\{% [^%]+ %\}|\{[\w-]+\}|%[\w-]+%|<[\w-]+>|%7B%7B[\w-]+%7D%7D/

/** The first variable that stands in the body which was signed, and not in the one that was sent. */
const templateInBody = (signed: string, sent: string): Telling | undefined => {
  const [found] = variable.exec(signed) ?? []
  if (signed === sent || found === undefined || sent.includes(found)) return undefined
  return {
    what: `The caller signed the body with ${found} in place of a value: before its variables were filled in.`,
    remedy:
      'Fill the variables in before the body is signed, as pm.variables.replaceIn(pm.request.body.raw) does in Postman, and sign that text.',
  }
}

const named: Readonly<Record<number, string>> = { 0: 'NUL', 32: 'a space' }

/** What stands behind the part that both texts have in common, if one of them ends there. */
const bufferDifference = (signed: Bytes.Bytes, sent: Bytes.Bytes, what = 'the body'): Telling | undefined => {
  const shared = Math.min(signed.length, sent.length)
  if (shared === 0 || !Bytes.Eq.equals(signed.subarray(0, shared), sent.subarray(0, shared))) return undefined
  const [first = 0, ...rest] = signed.subarray(shared)
  if (signed.length < sent.length)
    return {
      what: `The caller signed the first ${signed.length} bytes of ${what} alone, which has ${sent.length}: a buffer of its program, or a length that it counts in characters, is too small.`,
      remedy: `Sign all ${sent.length} bytes that are sent.`,
    }
  if (rest.length === 0 || !rest.every((byte) => byte === first)) return undefined
  const name = named[first] ?? `0x${first.toString(16).toUpperCase().padStart(2, '0')}`
  return {
    what: `The caller signed ${rest.length + 1} further bytes behind ${what}, each of them ${name}: a whole buffer of its program, and not only the text in it.`,
    remedy: 'Give the signing function the length of the text, and not the size of its buffer.',
  }
}

/** What the text says of a mistake in one part, if it says more than the catalogue; `isAlone`: no other changes that part. */
export const tellingOf = (id: string, signed: Draft, right: Draft, isAlone: boolean): Telling | undefined => {
  if (id === 'trailing-line-feed') return trailing(signed.layout.end)
  if (!isAlone) return undefined
  switch (id) {
    case 'method-other':
      return redirected[`${signed.method} ${right.method}`]
    case 'timestamp-drift':
      return timesApart(signed.timestamp, right.timestamp)
    case 'target-other':
      return originalTelling(signed, right) ?? targetDifference(signed.target, right.target)
    case 'target-decoded':
    case 'target-reencoded':
      return escapeDifference(signed.target, right.target)
    case 'body-reserialized':
      return jsonDifference(rewritable(signed.body) ?? '', rewritable(right.body) ?? '')
    case 'body-other':
      return (
        timeDifference(rewritable(signed.body) ?? '', rewritable(right.body) ?? '') ??
        bufferDifference(signed.body, right.body)
      )
    case 'part-unfilled':
      return templateInBody(rewritable(signed.body) ?? '', rewritable(right.body) ?? '')
    case 'text-encoded':
      return bufferDifference(textOf(signed), textOf(right), 'the text')
    case 'parts-reordered':
      return signed.layout.whole === repeatedText ? repeated : undefined
    default:
      return undefined
  }
}
