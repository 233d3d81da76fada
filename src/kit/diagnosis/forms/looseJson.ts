/**
 * Texts that are nearly the body, of a caller who signed JSON as people write it in a program:
 *
 *     {"a":"b"}   →   {'a':'b'}    {a:'b'}    {"a":"b",}
 *
 * Also JSON in a call, a value that was filled in after signing, a body that arrived twice or with the framing of chunks.
 */

import * as Bytes from '../../../core/Bytes.ts'
import { latin1 } from '../Received.ts'
import type { Telling } from '../Telling.ts'
import { isJson } from './isJson.ts'
import { objectsIn } from './jsonSpans.ts'
import { isNumber } from './jsonText.ts'
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

/** What stands for a string that has no value yet. Templates print the word of their language for a variable without a value. */
const emptyStrings = ['""', 'null', '"undefined"', '"null"', '"None"', '"[object Object]"']

/** The same for a number. A shell prints nothing. */
const emptyNumbers = ['undefined', 'NaN', '']

/** More strings are not emptied two at a time. */
const maxInPairs = 8

/**
 * Each string or number of the JSON text empty, as before it was filled in: a signature, a time, a number of an order. Also two strings, as
 * where two variables have no value.
 */
export function* emptiedStrings(json: string): Generator<Form> {
  if (json.length > maxLength || !isJson(json)) return
  const members = objectsIn(json).flatMap((object) => object.members)
  const literalOf = ({ value }: Member): string => json.slice(...value)
  const strings = members.filter((member) => literalOf(member).startsWith('"') && literalOf(member) !== '""')
  const numbers = members.filter((member) => isNumber(literalOf(member)))
  for (const [chosen, words] of [
    [strings, emptyStrings],
    [numbers, emptyNumbers],
  ] as const)
    for (const member of chosen.slice(0, maxStrings)) for (const word of words) yield emptied(json, [member], word)
  if (strings.length > maxInPairs) return
  for (const [i, first] of strings.entries())
    for (const second of strings.slice(i + 1))
      for (const word of ['""', '"undefined"', 'null']) yield emptied(json, [first, second], word)
}

type Member = ReturnType<typeof objectsIn>[number]['members'][number]

const emptied = (json: string, members: ReadonlyArray<Member>, word: string): Form => {
  const inOrder = members.toSorted((a, b) => a.value[0] - b.value[0])
  const names = inOrder.map(({ name }) => json.slice(...name)).join(' and ')
  let text = ''
  let offset = 0
  for (const { value } of inOrder) {
    text += json.slice(offset, value[0]) + word
    offset = value[1]
  }
  return [`the value of ${names} before it was filled in: ${word || 'nothing'}`, text + json.slice(offset)]
}

/** Says what was signed in place of a value, by the detail of such a form. */
export const unfilledTelling = (detail: string): Telling | undefined => {
  const [, names = '', word = ''] = /^the value of (.*) before it was filled in: (.*)$/s.exec(detail) ?? []
  if (names === '') return undefined
  return {
    detail,
    what: `The caller signed ${word} as the value of ${names}. Either its program filled in the value after signing, or it read a variable that had no value yet.`,
    remedy: 'First put all values into the body. Then sign and send exactly this text.',
  }
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
