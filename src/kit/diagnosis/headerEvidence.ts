/**
 * Reads the header of a refused request for the diagnosis. It answers the drafts that should have been signed, and all mistakes that
 * need no signature to be seen: in the grammar, in the spelling of the values, in the clock. Faults of the grammar are repaired if the
 * text shows how.
 *
 *     timestamp="1700000000000"     findings: header-quoted, header-milliseconds
 *                                   expected: a draft with 1700000000000, and one with 1700000000
 */

import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { firstFault } from '../../core/Rule.ts'
import { definedOf } from '../../core/Settings.ts'
import type { Timestamp } from '../../core/Timestamp.ts'
import type { VerifyPolicy } from '../../core/VerifyPolicy.ts'
import type { Hash } from '../../effects/Hash.ts'
import { appIdFindings } from './appIdFault.ts'
import type { Case } from './Case.ts'
import { catalogue } from './catalogue.ts'
import { clockFindings } from './clockFindings.ts'
import { bodyOfText, type Draft, draftOf, type View } from './Draft.ts'
import {
  callersClock,
  declaredCharset,
  forwardedHosts,
  headerNamed,
  originalTarget,
  removedPrefixes,
} from './evidenceHeaders.ts'
import { finding, inWordsOf } from './finding.ts'
import { signedHeaders } from './forms/namedLists.ts'
import { decode } from './forms/percent.ts'
import { characterName } from './glyphs.ts'
import { headerTimes } from './headerTimes.ts'
import type { Finding } from './Report.ts'
import { type HeaderFault, nonceFault, otherCharacter, type Reading, readHeader } from './readHeader.ts'
import { withoutSwap } from './swappedValues.ts'
import type { Telling } from './Telling.ts'
import { unfilledItem } from './unfilledItem.ts'

export interface HeaderEvidence {
  /** The mistakes that the header and the target show. */
  readonly findings: ReadonlyArray<Finding>
  /** The mistakes that the clock shows. No signature proves them. */
  readonly clock: ReadonlyArray<Finding>
  readonly appId: string | undefined
  /** Whether one of the known keys belongs to this app id. */
  readonly isRegistered: boolean
  readonly signature: string | undefined
  /** The time that the timestamp of the header means, also if it is in another unit or form. Undefined if the text does not show it. */
  readonly seconds: Timestamp | undefined
  /** The drafts that should have been signed: several if the header leaves timestamp or nonce open. */
  readonly expected: readonly [Draft, ...ReadonlyArray<Draft>]
  /** Whether the verifier expects the first of these drafts: the header has a timestamp and a nonce. */
  readonly isComplete: boolean
  /** Whether the header has neither a timestamp nor a nonce, as one of another scheme. Then each further mistake would be a guess. */
  readonly isBare: boolean
}

/** The evidence of this Authorization line. */
export const headerEvidence = (line: string, request: Case, policy: VerifyPolicy, hash: Hash): HeaderEvidence => {
  const { keys, now, headers, target } = request
  const appIds = keys.flatMap((known) => known.appId ?? [])
  const { values, faults } = withoutSwap(readHeader(line, policy), appIds)
  const [appId] = values.app_id
  const [nonce] = values.nonce_str
  const [timestamp] = values.timestamp
  const times = headerTimes(timesGiven(values, now), now, policy)
  const nonces = nonce === undefined ? [''] : [...new Set(values.nonce_str.map(asSent).flatMap(withDecoded))]
  const view = viewOf(request, appId ?? '')
  const drafts = times.texts.flatMap((timestampText) =>
    nonces.map((nonceText) => draftOf({ ...view, timestamp: timestampText, nonce: nonceText })),
  )
  const [right = draftOf({ ...request, timestamp: '', nonce: '', appId: '' }), ...otherDrafts] = drafts
  return {
    findings: [
      ...faults.map(findingOfFault),
      ...appIdFindings(appId === undefined ? undefined : asSent(appId), keys),
      ...targetFindings(target),
      ...times.findings,
      ...nonceFindings(nonce, right, hash),
    ],
    clock: clockFindings({ timestamp: times.seconds, now, sentAt: callersClock(headers) }, policy),
    appId,
    isRegistered: keys.some((known) => known.appId === appId),
    signature: values.signature[0],
    seconds: times.seconds,
    expected: [right, ...otherDrafts],
    isComplete: timestamp !== undefined && timestamp !== '' && nonce !== undefined,
    isBare: timestamp === undefined && nonce === undefined,
  }
}

/**
 * The timestamps of the header. A header with neither nonce nor timestamp is one of another scheme. Its text has perhaps the time of
 * arrival, and it is not worth a search for each time that a verifier accepts.
 */
const timesGiven = (values: Reading['values'], now: number | undefined): ReadonlyArray<string> =>
  values.timestamp.length === 0 && values.nonce_str.length === 0 && now !== undefined
    ? [String(now)]
    : values.timestamp.map(asSent)

/** The text of a value. Headers have one character for each byte, and callers write UTF-8 into them. */
const asSent = (value: string): string => {
  if (/[^\0-\u00ff]/.test(value) || !/[\u0080-\u00ff]/.test(value)) return value
  const text = Bytes.toText(Uint8Array.from(value, (c) => c.charCodeAt(0)))
  return E.isRight(text) ? text.right : value
}

/** The nonce as it was sent, and without its percent escapes: a program may have escaped it for the header alone. */
const withDecoded = (nonce: string): ReadonlyArray<string> => [nonce, decode(nonce)]

// ---- The request beside its header

/** The parts of the drafts that the header does not give. */
const viewOf = (request: Case, appId: string): Omit<View, 'timestamp' | 'nonce'> => {
  const parsedMethod = Method.parse(request.method)
  const parsedTarget = RequestTarget.parse(request.target)
  const target = E.isRight(parsedTarget) ? parsedTarget.right : asSent(request.target)
  return {
    ...shownOnTheWay(request, target),
    method: E.isRight(parsedMethod) ? parsedMethod.right : request.method,
    target,
    appId,
    compressed: compressedIn(request),
    moments: momentsOf(request),
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
    named: signedHeaders(headers ?? []),
  }
}

/** The body of the text that the caller shows, if it is compressed and has the content that arrived. */
const compressedIn = ({ claimed, claimedDecoded, body, decoded }: Case): Bytes.Bytes | undefined => {
  const isSame = (content: Bytes.Bytes | undefined): boolean =>
    content !== undefined && claimedDecoded !== undefined && Bytes.Eq.equals(content, claimedDecoded)
  return claimed !== undefined && (isSame(body) || isSame(decoded)) ? bodyOfText(claimed) : undefined
}

/** Times at which the request may have been sent: by its Date header or a HAR, then the time of arrival. */
const momentsOf = ({ headers, now }: Case): ReadonlyArray<number> => {
  const date = callersClock(headers)
  const isKnown = date !== undefined && Number.isFinite(date)
  return [...(isKnown ? [Math.floor(date)] : []), ...(now === undefined ? [] : [now])]
}

// ---- The findings on single values

const findingOfFault = ({ id, detail, offset, telling }: HeaderFault): Finding => ({
  ...finding(id, detail, 'header', offset),
  ...definedOf(telling ?? {}),
})

const encodeOnce = 'Percent-encode the target once. Then sign and send exactly this text.'

const targetFindings = (target: string): ReadonlyArray<Finding> => {
  const place = RequestTarget.parse(target)
  if (E.isRight(place) || (place.left.rule !== 'character' && place.left.rule !== 'fragment')) return []
  const found = target[place.left.offset] as string
  const other = found > '\u007f' ? 'a letter beyond ASCII' : 'a control character'
  const raw = finding('target-raw', found === ' ' ? 'a space' : found === '#' ? 'a fragment' : other)
  // The remedy of the catalogue removes a fragment too.
  return [target.includes('#') ? raw : inWordsOf(raw, { what: raw.what, remedy: encodeOnce })]
}

const nonceTooLong = (length: number): Telling => ({
  what: `The nonce in the header has ${length} characters, but no nonce has more than ${Nonce.rule.maxLength}.`,
  remedy: 'Write the random bytes of the nonce in hexadecimal digits: 16 bytes are enough.',
})

const nonceEscaped: Telling = {
  what: 'The nonce in the header has percent escapes. A nonce has only digits, ASCII letters and hyphens.',
  remedy: 'Make a nonce of hexadecimal digits. Then sign it and put it into the header unchanged.',
}

/** Names the first character that no nonce may have. */
const wordsOfCharacter = (nonce: string): Telling => {
  const offset = firstFault(Nonce.rule)(nonce) ?? 0
  const name = characterName(nonce.codePointAt(offset) ?? 0)
  const place = offset + 1
  return {
    detail: `${name} at character ${place}`,
    what: `Character ${place} of the nonce in the header is ${name}. A nonce has only digits, ASCII letters and hyphens.`,
    remedy: 'Write the random bytes of the nonce in hexadecimal digits.',
  }
}

const nonceFindings = (nonce: string | undefined, view: View, hash: Hash): ReadonlyArray<Finding> => {
  if (nonce === undefined) return []
  if (nonce === '') return [finding('nonce-empty', 'nothing behind =')]
  const unfilled = unfilledItem('nonce', nonce)
  if (unfilled !== undefined && nonceFault(nonce) !== undefined)
    return [inWordsOf(finding('nonce-alphabet', nonce), unfilled)]
  const fault = nonceFault(nonce)
  if (decode(nonce) !== nonce) return [inWordsOf(finding('nonce-alphabet', 'percent escapes'), nonceEscaped)]
  if (fault === 'too long') return [inWordsOf(finding('nonce-alphabet', fault), nonceTooLong(nonce.length))]
  if (fault === otherCharacter) return [inWordsOf(finding('nonce-alphabet', fault), wordsOfCharacter(nonce))]
  if (fault !== undefined) return [finding('nonce-alphabet', fault)]
  const fromClock = catalogue
    .find(({ id }) => id === 'nonce-from-clock')
    ?.sendings(view, hash)
    .find(({ parts }) => parts.nonce === nonce.toLowerCase())
  return fromClock === undefined ? [] : [finding('nonce-from-clock', fromClock.detail)]
}
