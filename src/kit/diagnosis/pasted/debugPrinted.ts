/**
 * A request as libraries print it for a programmer, without its body: `Debug` of reqwest in Rust, `ToString()` of
 * `HttpRequestMessage` in .NET.
 *
 *     Request { method: POST, url: "https://h/v1/jobs", headers: {"authorization": "…"} }
 *     Method: POST, RequestUri: 'https://h/v1/jobs', Version: 1.1, Content: …, Headers:
 *     {
 *       Authorization: …
 *     }
 */
import type * as E from 'fp-ts/lib/Either.js'
import type * as Bytes from '../../../core/Bytes.ts'
import { type Received, textOf } from '../Received.ts'
import type { Wrong } from './curlOptions.ts'
import { requestSent } from './librarySent.ts'
import type { Pair } from './Pair.ts'

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
  return undefined
}

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
