/**
 * The elements of a document of XML as cells: one row for each `<row>`, or one for the whole document.
 *
 *     <row><field name="method">POST</field><field name="url">/v1/jobs</field></row>
 *     <request method="POST"><header name="Accept" value="text/html"/></request>
 */
import { withoutReferencesInBytes } from '../markupText.ts'
import type { Pair } from '../Pair.ts'
import type { Cell, Row } from '../sqlRows.ts'

/** Whether a document of XML begins and ends here. A page of HTML is none. */
const isXml = (source: string): boolean =>
  /^\s*(?:<\?xml\b|<(?!!|html\b|t[rdh]\b|table\b)[\w:.-]{1,128}[\s>])/i.test(source) &&
  /<\/[\w:.-]{1,128}>\s*$/.test(source)

/**
 * A tag, its attributes, and its text if it holds no other tag.
 *
 *     <method>POST</method>      <header name="Accept" value="text/html"/>      <request method="POST">
 */
const element =
  /<([\w:.-]{1,128})((?:\s{1,64}[\w:.-]{1,128}\s{0,8}=\s{0,8}(?:"[^"<]{0,65536}"|'[^'<]{0,65536}')){0,64})\s{0,64}(?:\/>|>(?:([^<]*)<\/\1\s{0,8}>)?)/g

const attribute = /([\w:.-]{1,128})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g

/** The document with references in place of the marks of CDATA: `&lt;` for `<`. */
const withoutCdata = (source: string): string =>
  source
    .split('<![CDATA[')
    .map((piece, i) => {
      const end = i === 0 ? -1 : piece.indexOf(']]>')
      if (end < 0) return piece
      const inside = piece.slice(0, end).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return inside + piece.slice(end + 3)
    })
    .join('')

/** `<method>POST</method>`, `<field name="method">POST</field>`, `<header name="Accept" value="text/html"/>`, `<request method="POST">`. */
const cellsOfElement = (tag: string, attributeText: string, elementText: string | undefined): Row => {
  const attributes = [...attributeText.matchAll(attribute)].map(
    ([, name = '', double, single]): Pair => [name.toLowerCase(), withoutReferencesInBytes(double ?? single ?? '')],
  )
  const label = attributes.find(([name]) => name === 'name' || name === 'key')?.[1]
  const value = attributes.find(([name]) => name === 'value')?.[1]
  if (label !== undefined && value !== undefined) return [{ name: label, readings: [value] }]
  const cells = attributes.map(([name, text]): Cell => ({ name, readings: [text] }))
  if (elementText === undefined) return cells
  return [...cells, { name: label ?? tag, readings: [withoutReferencesInBytes(elementText)] }]
}

/** Where a row of a table begins, if another tag follows it. */
const rowBegins = /<(?:row|record|item|httpSample)\b(?=[^<>]{0,1024}>\s*<)/

/** The response, which comes after the request. */
const responsePart = /<(?:\w{1,32}:)?response\b[\s\S]*$/i

export const xmlRows = (source: string): ReadonlyArray<Row> => {
  if (!isXml(source)) return []
  // XML 1.0 §2.11: a parser reads each line end as a line feed.
  const withLineFeeds = source.replace(/\r\n?/g, '\n')
  return withoutCdata(withLineFeeds)
    .split(rowBegins)
    .map((part) => withNamesOfJtl(cellsOf(part.replace(responsePart, ''))))
}

const cellsOf = (part: string): Row =>
  [...part.matchAll(element)].flatMap(([, tag = '', attributeText = '', elementText]) =>
    cellsOfElement(tag, attributeText, elementText),
  )

/** The cells by their usual names. JMeter's results name the URL after its class, and keep the body under the name of the query. */
const withNamesOfJtl = (row: Row): Row =>
  row.some(({ name }) => name === 'java.net.URL')
    ? row.map(({ name, readings }) => ({ name: namesOfJtl.get(name ?? '') ?? name, readings }))
    : row

const namesOfJtl: ReadonlyMap<string, string> = new Map([
  ['java.net.URL', 'url'],
  ['queryString', 'body'],
])
