/**
 * A request as libraries print it for a programmer: `Debug` of reqwest in Rust and `ToString()` of `HttpRequestMessage` in .NET, both
 * without the body, and `toString()` of `RequestEntity` in Spring.
 *
 *     Request { method: POST, url: "https://h/v1/jobs", headers: {"authorization": "…"} }
 *     Method: POST, RequestUri: 'https://h/v1/jobs', Version: 1.1, Content: …, Headers:
 *     {
 *       Authorization: …
 *     }
 *     <POST https://h/v1/jobs,{"a":1},[Authorization:"…", Content-Type:"application/json"]>
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Received, textOf } from '../Received.ts'
import { lettersOf } from './byteText.ts'
import type { Wrong } from './curlOptions.ts'
import { isFormText, isJson } from './escapedBody.ts'
import { bodyIsInspected, bytesBody, encoded, parametersInPath, requestSent } from './librarySent.ts'
import { contentLengthIn, type Pair } from './Pair.ts'

/** Where a request of either form begins. */
const beginning = /\b(?:Request \{ method|Method): [A-Z]/g

/** Of more beginnings the others are not tried, and a request is not longer. So a text of many beginnings takes linear time. */
const mostBeginnings = 16
const longestRequest = 262_144

const rust =
  /^Request \{ method: ([A-Z]{3,10}), url: "([^"\s]{1,65536})"(?:, version: [\w./]{1,16})?, headers: \{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\}/
/** The headers end with the first line that begins with a brace: a value may hold one. */
const dotnet =
  /^Method: ([A-Z]{3,10}), RequestUri: '([^'\s]{1,65536})', Version: [\d.]{1,8}, Content: [^\r\n]{1,256}, Headers:\r?\n\{\r?\n((?:(?![ \t]*\})[^\n]*\n)*)[ \t]*\}/

/** The request without its body, if the text has one of these forms. */
export const debugPrinted = (bytes: Bytes.Bytes): E.Either<Wrong, Received> | undefined => {
  const printedText = textOf(bytes)
  const beginnings = [...printedText.matchAll(beginning)].slice(0, mostBeginnings)
  for (const { index } of beginnings) {
    const printedRequest = printedText.slice(index, index + longestRequest)
    const ofRust = rust.exec(printedRequest)
    if (ofRust !== null) return withHeaders(ofRust, ofPairs)
    const ofDotnet = dotnet.exec(printedRequest)
    if (ofDotnet !== null) return withHeaders(ofDotnet, ofLines)
  }
  return ofSpring(printedText)
}

const springOpens = /<([A-Z]{3,10}) (?=https?:\/\/)/
/** A URL has no blank; the body begins behind the first comma that an object, a list or the headers follow. */
const springUrl = /^(https?:\/\/[!-~]{1,65536}?),(?=[[{"<]|[\w.%+-]{1,128}=[^\s,]{0,65536},\[)/
const springField = /([\w-]{1,256}):("[^"\r\n]{0,65536}"(?:, "[^"\r\n]{0,65536}")*)/
const springEnds = new RegExp(`(?:^|,)\\[(${springField.source}(?:, ${springField.source}){0,256})\\]>`)

/** What is said of a request of Spring whose URL and body nothing divides but a comma. */
export const commaOfSpring =
  'Spring writes only a comma between the URL and the body here, and no Content-Length shows where the body begins; log the URL and the body separately, or give the request as raw HTTP'

/** `toString()` of an entity of Spring. The body is as its class prints it: a text as it was sent, a map or an object otherwise. */
const ofSpring = (printedText: string): E.Either<Wrong, Received> | undefined => {
  const [opening, method = ''] = springOpens.exec(printedText) ?? []
  if (opening === undefined) return undefined
  const inside = printedText.slice(printedText.indexOf(opening) + opening.length)
  const end = springEnds.exec(inside)
  if (end === null) return undefined
  const headers = [...(end[1] ?? '').matchAll(new RegExp(springField, 'g'))].map(
    ([, fieldName = '', values = '']): Pair => [fieldName, values.slice(1, -1).replaceAll('", "', ', ')],
  )
  const urlAndBody = inside.slice(0, end.index)
  const parts = measuredParts(urlAndBody, contentLengthIn(headers)) ?? likelyParts(inside, urlAndBody, method, headers)
  if (typeof parts === 'string') return E.left(parts)
  // A template whose variables Spring fills in later.
  if (/[{}]/.test(parts.url)) return E.left(parametersInPath)
  const body = parts.body === '' ? undefined : bytesBody(parts.body)
  return requestSent({ method, url: parts.url, headers, body, notes: [] })
}

interface SpringParts {
  readonly url: string
  readonly body: string
}

/** The URL before the body of the Content-Length. Undefined if no comma stands before a body of this length. */
const measuredParts = (urlAndBody: string, length: string | undefined): SpringParts | undefined => {
  if (length === undefined || !/^[1-9]\d{0,8}$/.test(length)) return undefined
  const bytes = latin1(encoded(urlAndBody))
  const bodyAt = bytes.length - Number(length)
  const url = bytes.slice(0, Math.max(0, bodyAt - 1))
  return bytes[bodyAt - 1] === ',' && /^https?:\/\/[!-~]+$/.test(url)
    ? { url, body: lettersOf(bytes.slice(bodyAt)) }
    : undefined
}

/** The URL and the body as they look, or why they are not known. */
const likelyParts = (
  inside: string,
  urlAndBody: string,
  method: string,
  headers: ReadonlyArray<Pair>,
): SpringParts | Wrong => {
  const [, url] = springUrl.exec(inside) ?? []
  if (url === undefined || url.length > urlAndBody.length)
    return /^[!-~]+$/.test(urlAndBody) && !urlAndBody.includes(',') ? { url: urlAndBody, body: '' } : commaOfSpring
  // Without a body of JSON behind it, a comma in the URL may be the end of the URL.
  const isEndKnown = !url.includes(',') || inside[url.length + 1] === '{' || /^(?:GET|HEAD)$/.test(method)
  if (!isEndKnown) return commaOfSpring
  const body = urlAndBody.slice(url.length + 1)
  const bytes = encoded(body)
  const isSent =
    contentLengthIn(headers) === undefined &&
    ((isJson(latin1(bytes)) && body.startsWith('{')) || isFormOf(headers, body))
  return body === '' || isSent ? { url, body } : bodyIsInspected
}

/** Whether the text is the form that the headers announce: a map of Java is in braces. */
const isFormOf = (headers: ReadonlyArray<Pair>, printedBody: string): boolean =>
  isFormText(printedBody) &&
  headers.some(([fieldName, fieldValue]) => /^content-type$/i.test(fieldName) && /urlencoded/i.test(fieldValue))

const withHeaders = (
  [, method = '', url = '', inside = '']: RegExpExecArray,
  readHeaders: (inside: string) => Pairs,
): E.Either<Wrong, Received> => requestSent({ method, url, headers: readHeaders(inside), body: undefined, notes: [] })

type Pairs = ReadonlyArray<Pair>

const ofPairs = (inside: string): Pairs =>
  [...inside.matchAll(/"([^"\\]{1,256})": "((?:[^"\\]|\\.)*)"/g)].map(
    ([, fieldName = '', fieldValue = '']) => [fieldName, fieldValue.replace(/\\(.)/g, '$1')] as const,
  )

const ofLines = (inside: string): Pairs =>
  [...inside.matchAll(/^[ \t]*([\w-]{1,256}): (.*?)\r?$/gm)].map(
    ([, fieldName = '', fieldValue = '']) => [fieldName, fieldValue] as const,
  )
