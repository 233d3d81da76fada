/**
 * A whole text, such as a body or a URL, that went through a function for percent escapes: `unescape` or `encodeURIComponent` of
 * JavaScript, `urldecode` of PHP. `50%20off, caf%E9` becomes `50 off, café`.
 */

import { distinct } from './distinct.ts'
import { encoders } from './encoders.ts'
import { decode, decodeForm } from './percent.ts'
import type { Form } from './Respelling.ts'

/** `unescape` of JavaScript: each escape is a UTF-16 unit. */
const unescapeUnits = (encodedText: string): string =>
  encodedText.replace(/%u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})/g, (_, unit?: string, byte?: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)),
  )

/** `escape` of JavaScript. */
export const escapeUnits = (plain: string): string =>
  plain.replace(/[^0-9A-Za-z@*_+./-]/g, (c) => {
    const hex = c.charCodeAt(0).toString(16).toUpperCase()
    return hex.length > 2 ? `%u${hex.padStart(4, '0')}` : `%${hex.padStart(2, '0')}`
  })

/** The escapes that `decodeURI` leaves as they are. */
const reserved = /(%(?:2[346BCF]|3[ABDF]|40))/i

const decodeUri = (encodedText: string): string =>
  encodedText
    .split(reserved)
    .map((stretch, i) => (i % 2 === 0 ? decode(stretch) : stretch))
    .join('')

function* decodings(text: string): Generator<Form> {
  if (!text.includes('%')) {
    if (text.includes('+')) yield ['by urldecode (PHP), unquote_plus (Python)', text.replaceAll('+', ' ')]
    return
  }
  yield ['by unescape (JavaScript)', unescapeUnits(text)]
  yield ['by decodeURIComponent (JavaScript), unquote (Python)', decode(text)]
  yield ['by decodeURI (JavaScript)', decodeUri(text)]
  yield ['by urldecode (PHP), unquote_plus (Python)', decodeForm(text)]
  yield ['by decodeURIComponent (JavaScript), twice', decode(decode(text))]
}

function* encodings(body: string): Generator<Form> {
  yield ['by escape (JavaScript)', escapeUnits(body)]
  for (const { name: encoderName, encode, isUsual } of encoders) if (isUsual) yield [`by ${encoderName}`, encode(body)]
}

/** The whole text decoded or encoded, each text once. */
export const wholeEscapes = (body: string): Iterable<Form> => distinct([body], {}, decodings(body), encodings(body))
