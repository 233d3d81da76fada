/**
 * The text of a page of HTML, as a browser shows it, and a document of XML without its references and its marks of CDATA. Pages of
 * errors show a request in tables: a name and its value in two cells.
 *
 *     <td>HTTP_AUTHORIZATION</td> <td><pre>&#x27;********&#x27;</pre></td>      →  HTTP_AUTHORIZATION = '********'
 *     <body><![CDATA[{"a":1}]]></body>                                          →  <body> ⏎ {"a":1} ⏎ </body>
 *     <Data Name="Buffer">{&quot;a&quot;:1}</Data>                              →  <Data Name="Buffer"> ⏎ {"a":1} ⏎ </Data>
 *
 * Texts have one character for each byte.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

/** The text without the references of XML and HTML: `&amp;`, `&#38;`, `&#x26;`. */
export const withoutReferences = (markup: string, written = (character: string): string => character): string =>
  markup.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));/gi, (reference, hex, digits, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? reference
    const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return point > 0x10ffff ? reference : written(String.fromCodePoint(point))
  })

/** The same of a text with one character for each byte: `&#xFC;` becomes the two bytes of `ü` in UTF-8. */
export const withoutReferencesInBytes = (markup: string): string =>
  withoutReferences(markup, (character) => latin1(encoded(character)))

const beginsPage = /^\s{0,256}<(?:!doctype html|html)\b/i

const preformatted = /<pre\b[^<>]{0,1024}>((?:(?!<pre\b)[\s\S])*?)<\/pre>/gi

/** The preformatted block that begins with a request line or a command; a wiki has other text round it. */
const blockWithRequest = (page: string): string | undefined =>
  [...page.matchAll(preformatted)]
    .map(([, inside = '']) => inside)
    .find((inside) => /^\s{0,64}(?:[A-Z]{3,10} \S{1,70000} HTTP\/|curl )/.test(inside) && /authorization/i.test(inside))

/** The text of a page of HTML. Undefined if the text is none. */
export const pageText = (page: string): string | undefined => {
  if (!beginsPage.test(page.slice(0, 512))) return undefined
  const shown = (blockWithRequest(page) ?? page)
    .replace(/<(script|style)\b[^<>]{0,4096}>(?:(?!<(?:script|style)\b)[\s\S])*?<\/\1>/gi, '')
    .replace(/<\/t[dh]>\s{0,256}<t[dh]\b[^<>]{0,1024}>/gi, ' = ')
    .replace(/<[a-z!/][^<>]{0,4096}>/gi, '')
  return latin1(encoded(withoutReferences(textOf(Bytes.ofAscii(shown)))))
}

/** Text in CDATA, which has no references; a tag; and other text. */
const pieces = /<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>|(<[^<>]{0,65536}>)|[^<]+|</g

/** The document with its tags, and its characters as they are meant, in lines of their own. Undefined if the text is no XML. */
export const xmlText = (document: Bytes.Bytes): Bytes.Bytes | undefined => {
  const xml = textOf(document)
  if (!/^\s{0,256}<\?xml\b/.test(xml.slice(0, 512))) return undefined
  return encoded(
    xml.replace(pieces, (piece: string, inside?: string, tag?: string) => {
      if (tag !== undefined || piece.trim() === '') return withoutReferences(piece)
      return `\n${inside ?? withoutReferences(piece)}\n`
    }),
  )
}
