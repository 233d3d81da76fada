/**
 * A whole text, such as a body or a URL, through one of the functions of languages for percent escapes: `unescape` and
 * `encodeURIComponent` of JavaScript, `urldecode` of PHP. `50%20off, caf%E9` becomes `50 off, café`.
 */
import { distinct } from './distinct.ts'
import { encoders } from './encoders.ts'
import { decode } from './percent.ts'
import type { Form } from './Respelling.ts'

/** `unescape` of JavaScript: each escape is a UTF-16 unit. */
const unescaped = (text: string): string =>
  text.replace(/%u([0-9A-Fa-f]{4})|%([0-9A-Fa-f]{2})/g, (_, unit?: string, byte?: string) =>
    String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)),
  )

/** `escape` of JavaScript. */
const escaped = (text: string): string =>
  text.replace(/[^0-9A-Za-z@*_+./-]/g, (c) => {
    const hex = c.charCodeAt(0).toString(16).toUpperCase()
    return hex.length > 2 ? `%u${hex.padStart(4, '0')}` : `%${hex.padStart(2, '0')}`
  })

/** What `decodeURI` leaves as it is. */
const reserved = /(%(?:2[346BCF]|3[ABDF]|40))/i

const decodedUri = (text: string): string =>
  text
    .split(reserved)
    .map((piece, i) => (i % 2 === 0 ? decode(piece) : piece))
    .join('')

function* decodings(text: string): Generator<Form> {
  if (!text.includes('%')) {
    if (text.includes('+')) yield ['by urldecode (PHP), unquote_plus (Python)', text.replaceAll('+', ' ')]
    return
  }
  yield ['by unescape (JavaScript)', unescaped(text)]
  yield ['by decodeURIComponent (JavaScript), unquote (Python)', decode(text)]
  yield ['by decodeURI (JavaScript)', decodedUri(text)]
  yield ['by urldecode (PHP), unquote_plus (Python)', decode(text.replaceAll('+', ' '))]
  yield ['by decodeURIComponent (JavaScript), twice', decode(decode(text))]
}

function* encodings(text: string): Generator<Form> {
  yield ['by escape (JavaScript)', escaped(text)]
  for (const { name, encode, isUsual } of encoders) if (isUsual) yield [`by ${name}`, encode(text)]
}

/** The text decoded as a whole, or encoded as a whole, each text once. */
export const wholeEscapes = (text: string): Iterable<Form> => distinct([text], {}, decodings(text), encodings(text))
