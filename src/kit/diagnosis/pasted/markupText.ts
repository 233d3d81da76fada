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

import * as E from 'fp-ts/lib/Either.js'
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { textOf, withoutAtEnd } from '../Received.ts'
import { byteTextOf, lettersOf } from './byteText.ts'
import { encoded } from './librarySent.ts'
import { matchAt } from './matchAt.ts'
import { wholeHeaders } from './wholeHeaders.ts'

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The text without the references of XML and HTML: `&amp;`, `&#38;`, `&#x26;`. */
export const withoutReferences = (markup: string, written = (character: string): string => character): string =>
  markup.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));/gi, (reference, hex, digits, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? reference
    const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return point > 0x10ffff ? reference : written(String.fromCodePoint(point))
  })

/** The same of a text with one character for each byte: `&#xFC;` becomes the two bytes of `ü` in UTF-8. */
export const withoutReferencesInBytes = (markup: string): string =>
  withoutReferences(markup, (character) => byteTextOf(character))

const beginsPage = /^\s{0,256}<(?:!doctype html|html)\b/i

const htmlNames =
  /^(?:html|head|body|meta|title|style|script|div|p|span|pre|code|table|thead|tbody|t[rdh]|[uo]l|li|d[ltd]|h[1-6r]|br|blockquote|article|section|main|details|summary|figure|header|footer|nav|form|b|i|u|s|a|em|strong|font|center|small|tt|kbd|samp|img|at|attachment|(?:ac|ri|o|v|w):[\w-]{1,64})$/i

/** What an Authorization header has before the tag behind it: a mail program may break the line before an item. */
const beforeTag = /^(?:[^\n"'{}]|\n(?=\w{1,64}=))*$/

const endTag = /<(?:\/([a-z][\w:-]{0,64})|(?:br|p|div|span|td|tr|li|pre|code|font|o:p)\b)/iy

/** Of more headers the others are not looked at. */
const mostHeaders = 16

/**
 * Whether an Authorization header ends with a tag of HTML, as in a part of a page that people copy out of a mail, a wiki or a chat.
 * A tag of another name, such as `</stringProp>`, is of a document that has a reader of its own.
 */
const hasHeaderInMarkup = (text: string): boolean =>
  [...text.matchAll(/authorization/gi)].slice(0, mostHeaders).some(({ index }) => {
    const end = text.indexOf('<', index)
    const tag = end < 0 ? null : matchAt(endTag, text, end)
    const isOfHtml = tag !== null && htmlNames.test(tag[1] ?? 'br')
    return isOfHtml && beforeTag.test(text.slice(index, end))
  })

/** A document of XML has readers of its own. */
const isXml = (text: string): boolean => /<\?xml\b/.test(text.slice(0, 4096))

/** Whether the first tag is none of HTML, as in XML that was copied without its declaration. */
const beginsOtherMarkup = (text: string): boolean => {
  const name = /^\s{0,256}<([A-Za-z][\w:.-]{0,128})/.exec(text.slice(0, 512))?.[1]
  return name !== undefined && !htmlNames.test(name)
}

/** What a page has between a header and the tag behind it. In JSON a line end is an escape. */
const tagFollows = /(?:[ \t]|&nbsp;){0,16}(?:\\r|\r)?(?:\\n|\n)?[ \t]{0,64}</y

/** Whether a whole header has no tag behind it: then it is of the text round the markup, which is a body. */
const hasHeaderOutside = (text: string): boolean =>
  [...wholeHeaders(text)].some(({ 0: header, index }) => matchAt(tagFollows, text, index + header.length) === null)

const isMarkup = (text: string): boolean =>
  beginsPage.test(text.slice(0, 512)) ||
  (!isXml(text) && !beginsOtherMarkup(text) && hasHeaderInMarkup(text) && !hasHeaderOutside(text))

const preformatted = /<pre\b[^<>]{0,1024}>((?:(?!<pre\b)[\s\S])*?)<\/pre>/gi

/** The preformatted block that begins with a request line or a command; a wiki has other text round it. */
const blockWithRequest = (page: string): string | undefined =>
  [...page.matchAll(preformatted)]
    .map(([, inside = '']) => inside)
    .find(
      (inside) =>
        /^(?:\s|<(?:code|span)\b[^<>]{0,1024}>){0,64}(?:[A-Z]{3,10} \S{1,70000} HTTP\/|curl )/.test(inside) &&
        /authorization/i.test(inside),
    )

/** Text that no page shows. */
const hiddenParts = /<(script|style)\b[^<>]{0,4096}>(?:(?!<(?:script|style)\b)[\s\S])*?<\/\1>/gi

/** In a group of its own: the script of the inspector's page must not have these four characters together. */
const commentStart = /<(?:!--)/

/** The page without its comments; Outlook writes some round marks of its own. */
const withoutComments = (page: string): string => {
  const [beforeComments = '', ...comments] = page.split(commentStart)
  const shownAfter = (comment: string): string => {
    const end = comment.indexOf('-->')
    return end < 0 ? '' : comment.slice(end + 3)
  }
  return beforeComments + comments.map(shownAfter).join('')
}

const tagOrText = /<(\/?)([a-z][\w:-]{0,64})\b([^<>]{0,8192})>|<[!/?][^<>]{0,4096}>|[^<]+|</gi

/** The tags before and behind which a line ends. */
const isBlock =
  /^(?:p|div|pre|tr|table|tbody|thead|ul|ol|li|dl|dt|dd|h[1-6]|blockquote|section|article|header|footer|body|html|head|title|hr|form|summary|details)$/i

/** What is shown of a page up to some tag. */
interface Shown {
  lines: Array<string>
  /** Within how many preformatted blocks the text is. */
  preformatted: number
}

const endLine = ({ lines }: Shown): void => {
  const last = lines.length - 1
  if (lines[last] !== '') lines.push('')
}

const addText = ({ lines, preformatted: depth }: Shown, written: string): void => {
  const last = lines.length - 1
  // Outside of preformatted text a browser shows each run of blanks and line ends as one blank.
  const text = depth > 0 ? written.replaceAll('\r\n', '\n') : written.replace(/[ \t\r\n]+/g, ' ')
  const isAtStart = lines[last] === '' && depth === 0
  const [first = '', ...others] = withoutReferences(isAtStart ? text.trimStart() : text).split('\n')
  lines[last] += first
  for (const line of others) lines.push(line)
}

const addTag = (shown: Shown, isClosing: boolean, name: string): void => {
  if (/^t[dh]$/i.test(name)) {
    const last = shown.lines.length - 1
    if (!isClosing && shown.lines[last] !== '') shown.lines[last] = `${shown.lines[last]?.trimEnd()} = `
    return
  }
  if (/^br$/i.test(name)) shown.lines.push('')
  if (!isBlock.test(name)) return
  // A block that begins in a cell of a table stands behind the cell before it.
  const isInCell = !isClosing && shown.lines.at(-1)?.endsWith(' = ') === true
  if (!isInCell) endLine(shown)
  if (/^pre$/i.test(name)) shown.preformatted = Math.max(0, shown.preformatted + (isClosing ? -1 : 1))
}

/** The lines that a browser shows of this markup. */
const shownText = (markup: string): string => {
  const shown: Shown = { lines: [''], preformatted: 0 }
  for (const [piece, slash = '', name] of withoutComments(markup.replace(hiddenParts, '')).matchAll(tagOrText)) {
    if (name !== undefined) addTag(shown, slash === '/', name)
    else if (!/^<[!/?]/.test(piece)) addText(shown, piece)
  }
  // The last line ends with its block, so no line end there is of the text.
  return withoutAtEnd(shown.lines.map((line) => line.replaceAll('\u00a0', ' ').trimEnd()).join('\n'), '\n')
}

/** The request in a preformatted block of a page of HTML, or of a part of one. Undefined if the text has none, or a header outside too. */
export const preformattedRequest = (page: string): string | undefined => {
  const block = blockWithRequest(page)
  const section = block === undefined ? sectionWithRequest(page) : undefined
  const inside = block ?? section
  if (inside === undefined) return undefined
  const outside = page.replace(inside, () => '')
  if (/authorization["']?\s{0,8}[:=]/i.test(outside) || !wholeHeaders(outside).next().done) return undefined
  return block === undefined ? inside : textShown(`<pre>${block}</pre>`)
}

/** The text of CDATA that is a request, as a page of Confluence holds one. */
const sectionWithRequest = (page: string): string | undefined =>
  isXml(page)
    ? undefined
    : page
        .split('<![CDATA[')
        .slice(1)
        .map((section) => section.split(']]>', 1)[0] ?? '')
        .find(
          (section) =>
            /^\s{0,64}(?:[A-Z]{3,10} \S{1,70000} HTTP\/|curl )/.test(section) && /authorization/i.test(section),
        )

/** The text of a page of HTML, or of a part of one. Undefined if the text is none. */
export const pageText = (page: string): string | undefined => (isMarkup(page) ? textShown(page) : undefined)

const textShown = (markup: string): string => byteTextOf(shownText(lettersOf(markup)))

/**
 * The text of markup that a document of XML holds escaped, as Jira and feeds write a description. Undefined if no such text has an
 * Authorization header.
 *
 *     <description>&lt;pre&gt;POST /v1/jobs?a=1&amp;amp;b=2 HTTP/1.1 …      →  POST /v1/jobs?a=1&b=2 HTTP/1.1 …
 */
export const markupInXml = (document: string): string | undefined => {
  if (!/^\s{0,256}<(?:\?xml|!--|rss|feed)/.test(document.slice(0, 512))) return undefined
  const markup = [...document.matchAll(/>([^<>]+)</g)]
    .map(([, text = '']) => text)
    .find((text) => /^\s{0,256}&lt;[a-z]/i.test(text) && /authorization/i.test(text))
  if (markup === undefined) return undefined
  const page = withoutReferencesInBytes(markup)
  return preformattedRequest(page) ?? pageText(page)
}

/** Text in CDATA, which has no references; a tag; and other text. */
const pieces = /<!\[CDATA\[((?:(?!<!\[CDATA\[)[\s\S])*?)\]\]>|(<[^<>]{0,65536}>)|[^<]+|</g

/** The document with its tags, and its characters as they are meant, in lines of their own. Undefined if the text is no XML. */
export const xmlText = (document: Bytes.Bytes): Bytes.Bytes | undefined => {
  const xml = textOf(document)
  if (!/^\s{0,256}<\?xml\b/.test(xml.slice(0, 512))) return undefined
  let lastTag = ''
  return encoded(
    xml.replace(pieces, (piece: string, inside?: string, tag?: string) => {
      if (tag !== undefined) lastTag = tag
      if (tag !== undefined || piece.trim() === '') return withoutReferences(piece)
      const content = inside ?? withoutReferences(piece)
      return `\n${/\sencoding="base64"/.test(lastTag) ? decodedBase64(content) : content}\n`
    }),
  )
}

/** Charles keeps a body in Base64 if it has other characters than ASCII. Bytes that are no text stay in Base64. */
const decodedBase64 = (content: string): string => {
  const bytes = Base64.decode(content.replace(/\s+/g, ''))
  const decoded = E.isRight(bytes) ? Bytes.toText(bytes.right) : bytes
  return E.isRight(decoded) ? decoded.right : content
}
