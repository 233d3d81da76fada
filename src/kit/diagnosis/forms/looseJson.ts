/**
 * Texts that are nearly the body, of a caller who signed JSON as people write it in a program:
 *
 *     {"a":"b"}   →   {'a':'b'}    {a:'b'}    {"a":"b",}
 *
 * Also JSON in a call, a value that was filled in after signing, a body that arrived twice or with the framing of chunks.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import type { Form } from './Respelling.ts'

/** A longer text has too many forms. */
const maxLength = 16_384
const maxStrings = 24

const nameOrString = /("(?:[^"\\]|\\.)*")(\s*:)?/g

/** A comma before the last bracket and the white space there. */
const withLastComma = (json: string): string => {
  const content = json.trimEnd().slice(0, -1).trimEnd()
  return `${content},${json.slice(content.length)}`
}

/** Strings and names in single quotes, names without quotes, a comma too many, and JSON in a call. */
export function* looseJson(json: string): Generator<Form> {
  if (json.length > maxLength || !/^\s*[[{]\s*[^\s\]}]/.test(json) || !isJson(json)) return
  yield ['with single quotes', json.replaceAll('"', "'")]
  for (const quote of ['"', "'"])
    yield [
      `its names without quotes, its strings in ${quote}`,
      json.replace(nameOrString, (_, literal: string, colon?: string) =>
        colon === undefined ? literal.replace(/^"|"$/g, quote) : literal.slice(1, -1) + colon,
      ),
    ]
  yield ['with a comma behind the last member or item', withLastComma(json)]
  yield ['in parentheses', `(${json})`]
  yield ['with a semicolon', `${json};`]
  yield ['with = behind it', `${json}=`]
  yield ['with a space before it', ` ${json}`]
  for (const name of ['callback', 'jsonp', 'cb']) {
    yield [`in a call of ${name}`, `${name}(${json})`]
    yield [`in a call of ${name}, with a semicolon`, `${name}(${json});`]
  }
}

/** Each string of the JSON text empty or null, as before it was filled in: a signature, a time, a number of an order. */
export function* emptiedStrings(json: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  const strings = objectsIn(json)
    .flatMap(({ members }) => members)
    .filter(({ value }) => json.slice(...value).startsWith('"') && json.slice(...value) !== '""')
  for (const { name, value } of strings.slice(0, maxStrings))
    for (const empty of ['""', 'null'])
      yield [
        `${json.slice(...name)} was ${empty} and filled in after signing`,
        json.slice(0, value[0]) + empty + json.slice(value[1]),
      ]
}

/** The content of a body that arrived in chunks with their framing. Undefined if it has none. */
const withoutFraming = (bytes: Bytes.Bytes): Bytes.Bytes | undefined => {
  const text = latin1(bytes)
  const pieces: Array<Bytes.Bytes> = []
  for (let offset = 0; offset < bytes.length; ) {
    const [frame, digits] = frameStart.exec(text.slice(offset, offset + maxFrame)) ?? []
    if (frame === undefined || digits === undefined) return undefined
    const start = offset + frame.length
    const size = Number.parseInt(digits, 16)
    if (size === 0) return Bytes.concat(pieces)
    pieces.push(bytes.subarray(start, start + size))
    offset = start + size + 2
  }
  return undefined
}

/** The size of a chunk, and perhaps an extension. */
const frameStart = /^([0-9A-Fa-f]{1,6})(?:;[^\r\n]{0,60})?\r\n/
const maxFrame = 80

/** What was signed, if the body arrived twice, or with the framing of chunks. */
export function* sentInFrames(bytes: Bytes.Bytes): Generator<Form<Bytes.Bytes>> {
  const half = bytes.length / 2
  if (half >= 2 && Number.isInteger(half) && Bytes.Eq.equals(bytes.subarray(0, half), bytes.subarray(half)))
    yield ['it was signed once, and arrived twice', bytes.subarray(0, half), 'alone']
  const content = bytes.length <= maxLength ? withoutFraming(bytes) : undefined
  if (content !== undefined) yield ['it arrived with the chunk sizes of Transfer-Encoding', content, 'alone']
}
