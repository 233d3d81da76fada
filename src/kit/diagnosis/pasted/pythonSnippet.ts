/**
 * The Python that Postman writes for a request, with its call as named values, which the readers of values know. No other code is read:
 * this has only literals, and it sends what they say.
 *
 *     url = "https://api.example/v1/jobs"
 *     payload = json.dumps({                                      →  payload = "{\"a\": 1}"
 *       "a": 1
 *     })
 *     headers = { 'Authorization': '…' }
 *     requests.request("POST", url, headers=headers, data=payload)   →  method = "POST"
 *
 * Texts have one character for each byte.
 */

import * as E from 'fp-ts/lib/Either.js'
import { read as readJson } from '../../../job/JsonReader.ts'
import { lettersOf } from './byteText.ts'
import { inspectedJson } from './inspectedObject.ts'
import { spacedJson } from './printedJson.ts'

const importLine = /^import (?:requests|http\.client)\r?$/m

/** The calls that Postman writes. A call with other arguments may send something else. */
const requestsCall = /\b(?:response ?= ?)?requests\.request\("([A-Z]{3,10})", url, headers=headers, data=payload\)/
const clientCall = /\bconn\.request\("[A-Z]{3,10}", "\/[^"\s]{0,65536}", payload, headers\)/

/** The URL and the headers, all of them literals. */
const literalUrl = /^url ?= ?"https?:[^"\\\n]{1,65536}"\r?$/m
const literalHeaders =
  /^headers ?= ?\{\r?\n(?:[ \t]{1,16}'[\w-]{1,256}': '[^'\\\n]{0,65536}',?[ \t]{0,4}\r?\n){1,256}\}/m

const payloadBegins = /^payload ?= ?/m

/** The value of the payload: a call of `json.dumps`, an empty dict, or a text. */
const payloadValue = /^(?:json\.dumps\(([{[][\s\S]*?)\)|(\{\})|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))\r?$/m

/** The snippet with named values. Undefined if the text is no such snippet, or if its payload is none of these. */
export const pythonSnippet = (source: string): string | undefined => {
  if (!importLine.test(source)) return undefined
  const method = requestsCall.exec(source)?.[1]
  const hasLiterals = literalHeaders.test(source) && (method === undefined || literalUrl.test(source))
  if (!hasLiterals || (method === undefined && !clientCall.test(source))) return undefined
  // A value that is set twice may be another one when it is sent.
  if (source.split(/^(?:payload|headers|url) ?=/m).length > (method === undefined ? 3 : 4)) return undefined
  const [name = ''] = payloadBegins.exec(source) ?? []
  const start = name === '' ? source.length : source.search(payloadBegins) + name.length
  const [value, dumped, empty, text] = payloadValue.exec(source.slice(start)) ?? []
  if (value === undefined) return undefined
  const sent = empty === undefined ? (text ?? dumpedText(dumped ?? '')) : '""'
  if (sent === undefined) return undefined
  // By their version, requests and http.client send letters beyond ASCII in UTF-8 or in Latin-1, so the body is not known.
  const isInAscii = !/[^\0-\x7f]|\\[uUN]/.test(text ?? '')
  const before = source.slice(0, start - (isInAscii ? 0 : name.length))
  const named = before + (isInAscii ? sent : '') + source.slice(start + value.length)
  return method === undefined ? named : named.replace(requestsCall, `method = "${method}"`)
}

/** A number that Python writes as it is here. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9]|\.0)?$/

/** The literal of what `json.dumps` makes of a dict or a list. Undefined if it holds anything but literals. */
const dumpedText = (literal: string): string | undefined => {
  const json = inspectedJson(lettersOf(literal))
  if (json === undefined || E.isLeft(readJson(json, { maxMembers: 100_000 }))) return undefined
  const numbers = json.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d[\w.+-]*/g) ?? []
  if (!numbers.every((number) => plainNumber.test(number))) return undefined
  const spaced = spacedJson(json)
  const escaped = spaced?.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return escaped === undefined ? undefined : JSON.stringify(escaped)
}
