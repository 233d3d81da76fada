/**
 * What a service says of the text that it took for the string to sign: method, URL, length and the first bytes, as some services
 * put them into the answer that refuses a request. It is compared with the text of the request at hand, so it shows whether the
 * request was changed on the way.
 *
 *     { "detail": { "sign_information": { "method": "POST", "url": "/v3/pay", "sign_message_length": 383,
 *       "truncated_sign_message": "POST\n/v3/pay\n1686039829\nad34e9b1\n{\"appid\"\n" } } }          WeChat Pay
 *     { "code": "signature_invalid", "message": "…",
 *       "string_to_sign": { "length": 395, "beginning": "POST\\n/v1/jobs\\n1795260524\\n0aa0" } }        serve --explain-to-caller
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { definedOf } from '../../core/Settings.ts'
import { read as readJson } from '../../job/JsonReader.ts'
import type { Draft } from './Draft.ts'
import { differenceOf } from './difference.ts'
import { utf8 } from './forms/charsets.ts'
import { latin1, textOf, withoutAtEnd } from './Received.ts'
import type { Difference } from './Report.ts'

export interface ServiceText {
  readonly method?: string
  /** Path and query. */
  readonly url?: string
  /** Of the whole text, in bytes. */
  readonly length?: number
  /** The first bytes of the text; empty if the service shows none. */
  readonly beginning: Bytes.Bytes
}

/** How the service's text compares with that of the request at hand. */
export interface Comparison {
  /** The first byte that differs: `signed` is the service's, `expected` that of the request. */
  readonly difference?: Difference
  /** The service's method or URL, if no byte of the beginning differs and this does. */
  readonly other?: { readonly part: 'method' | 'URL'; readonly service: string; readonly request: string }
  /** Both lengths, if they alone differ. */
  readonly lengths?: { readonly service: number; readonly request: number }
}

/** No refusal of the service is as long as this. A longer answer is not looked at. */
const maxAnswer = 65_536

const beginningNames = ['truncated_sign_message', 'beginning']
const lengthNames = ['sign_message_length', 'length']
const urlNames = ['url', 'path', 'target', 'uri']

/** What an answer says; undefined if it says nothing of a text. */
export const serviceTextIn = (answer: Bytes.Bytes): ServiceText | undefined => {
  if (answer.length > maxAnswer) return undefined
  const answerText = textOf(answer)
  // A status line and headers may stand before the JSON, and a program's words.
  const jsonStart = answerText.indexOf('{')
  const jsonEnd = answerText.lastIndexOf('}')
  if (jsonStart < 0 || jsonEnd < jsonStart) return undefined
  const json = readJson(answerText.slice(jsonStart, jsonEnd + 1), { maxMembers: 1000 })
  return E.isLeft(json) ? undefined : findIn(json.right.value)
}

const findIn = (json: unknown): ServiceText | undefined => {
  if (typeof json !== 'object' || json === null) return undefined
  const ownText = memberOf(json)
  if (ownText !== undefined) return ownText
  for (const inner of Object.values(json)) {
    const innerText = findIn(inner)
    if (innerText !== undefined) return innerText
  }
  return undefined
}

/** An object counts if it has a beginning, and beside it a method or a length. */
const memberOf = (candidate: object): ServiceText | undefined => {
  const memberNamed = (memberNames: ReadonlyArray<string>): unknown => {
    const memberName = memberNames.find((alternative) => Object.hasOwn(candidate, alternative))
    return memberName === undefined ? undefined : (candidate as Record<string, unknown>)[memberName]
  }
  const beginning = memberNamed(beginningNames)
  const method = memberNamed(['method'])
  const length = memberNamed(lengthNames)
  if (typeof beginning !== 'string' || (typeof method !== 'string' && typeof length !== 'number')) return undefined
  const url = memberNamed(urlNames)
  return {
    beginning: bytesOf(beginning),
    ...definedOf({
      method: typeof method === 'string' ? method : undefined,
      url: typeof url === 'string' ? url : undefined,
      length: typeof length === 'number' ? length : undefined,
    }),
  }
}

/** The text as it is; if it has no line feed, with the escapes undone that stand for bytes. */
const bytesOf = (shown: string): Bytes.Bytes => {
  // A character that was cut in its middle.
  const beforeLineEnd = shown.endsWith('\n') ? shown.slice(0, -1) : shown
  const uncut = withoutAtEnd(beforeLineEnd, '\ufffd')
  const wholeCharacters = uncut === beforeLineEnd ? shown : uncut
  return wholeCharacters.includes('\n')
    ? utf8(wholeCharacters)
    : Bytes.ofAscii(unescaped(latin1(utf8(wholeCharacters.replaceAll('↵', '\n')))))
}

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unescaped = (escapedText: string): string =>
  escapedText.replace(
    /\\(?:x([0-9a-f]{2})|(.))/gi,
    (escapeText, hex: string | undefined, letter: string | undefined) =>
      hex === undefined
        ? (letters[letter ?? ''] ?? letter ?? escapeText)
        : String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** How the service's text differs from the right text of this request, `expected`. An empty record: it does not. */
export const compareWith = (service: ServiceText, expected: Bytes.Bytes, rightDraft: Draft): Comparison => {
  const beginning = withoutCut(service.beginning, expected)
  const difference = differenceOf(beginning, expected.subarray(0, beginning.length), rightDraft)
  if (difference !== undefined) return { difference }
  const { method, url, length } = service
  if (method !== undefined && method.toUpperCase() !== rightDraft.method)
    return { other: { part: 'method', service: method, request: rightDraft.method } }
  if (url !== undefined && url !== rightDraft.target)
    return { other: { part: 'URL', service: url, request: rightDraft.target } }
  // WeChat Pay's own text ends in a line feed.
  if (length === undefined || length === expected.length || length === expected.length + 1) return {}
  return { lengths: { service: length, request: expected.length } }
}

/** WeChat Pay ends a text that it cut by a line feed, which is no part of it. */
const withoutCut = (beginning: Bytes.Bytes, expected: Bytes.Bytes): Bytes.Bytes => {
  const lastIndex = beginning.length - 1
  return beginning[lastIndex] === 0x0a && expected[lastIndex] !== 0x0a ? beginning.subarray(0, lastIndex) : beginning
}
