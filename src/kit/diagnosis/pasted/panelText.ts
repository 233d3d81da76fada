/**
 * The headers panel of a browser's developer tools, copied as text, as a message. The panel lists the answer's headers before those of
 * the request, and newer browsers show each name and each value in a line of its own. A body is there only if somebody has copied the
 * payload too; its Content-Length shows that it is as it was sent.
 *
 *     Request URL: https://api.example/v1/jobs       Request URL                           POST https://api.example/v1/jobs
 *     Request Method: POST                           https://api.example/v1/jobs           accept: *\/*
 *     server: jobs/2.1                               Request Method                   →    authorization: …
 *     accept: *\/*                                   POST
 *     authorization: …                               …
 *
 * Texts have one character for each byte.
 */

import { byteTextOf, lettersOf } from './byteText.ts'
import { contentLengthIn, type Pair } from './Pair.ts'

const panelBegins = /^(?:Request URL|请求网址|请求 URL):?(?:[ \t]|\r?$)/im

/** The titles of the parts of the panel, which people copy or leave out. */
const title =
  /^(?:General|(?:Response|Request) Headers(?: \(\d{1,3}\))?|常规|(?:响应|请求)标头(?: \(\d{1,3}\))?|view (?:source|parsed)|Raw|Provisional headers are shown.*)$/i

/** What follows the headers in older browsers. */
const payloadTitle = /^(?:Request Payload|Form Data|Query String Parameters)\b/i

const pairOfLine = /^(:?[^:\s][^:]{0,127}):(?:[ \t]+(.*)|[ \t]*)$/

/** The lines of the headers, without titles, up to the payload. */
const headerLinesOf = (panel: string): ReadonlyArray<string> => {
  const lines = panel.split('\n').map((panelLine) => panelLine.trim())
  // People copy the payload or the answer below it.
  const end = lines.findIndex((panelLine) => payloadTitle.test(panelLine) || /^[[{<]/.test(panelLine))
  return (end < 0 ? lines : lines.slice(0, end)).filter((panelLine) => panelLine !== '' && !title.test(panelLine))
}

/** Names and values, both in a line or each in its own. */
const pairsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Pair> => {
  const inLines = lines.map((panelLine): Pair | undefined => {
    const [, name = '', value = ''] = pairOfLine.exec(panelLine) ?? []
    return name === '' || value === '' ? undefined : [name, value]
  })
  if (inLines.every((pair) => pair !== undefined)) return inLines
  return lines.flatMap(
    (name, i): ReadonlyArray<Pair> => (i % 2 === 0 ? [[name.replace(/:$/, ''), lines[i + 1] ?? '']] : []),
  )
}

const isAfter = (first: Pair | undefined, second: Pair): boolean =>
  first !== undefined && first[0].toLowerCase() > second[0].toLowerCase()

/** The headers of the request: the list is sorted, so it begins where the order breaks before the Authorization header. */
const requestHeadersIn = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const at = pairs.findIndex(([name]) => name.toLowerCase() === 'authorization')
  let first = at
  while (first > 0 && !isAfter(pairs[first - 1], pairs[first] as Pair)) first--
  return pairs.slice(first).filter(([name]) => !name.startsWith(':'))
}

/** The payload below its title, if it has the Content-Length. */
const payloadOf = (copied: string, headers: ReadonlyArray<Pair>): string | undefined => {
  const [, payload = ''] =
    /\nRequest Payload[ \t]*\r?\n(?:view (?:source|parsed)[ \t]*\r?\n)?([\s\S]+)$/i.exec(copied) ?? []
  const length = contentLengthIn(headers)
  return [payload, payload.trimEnd()].find((text) => text !== '' && String(text.length) === length)
}

/** The message that the panel shows. Undefined if the text is no such panel, or shows no Authorization header. */
export const panelText = (copied: string): string | undefined => {
  if (!/^authorization\b/im.test(copied)) return undefined
  const panel = lettersOf(copied)
  const begin = panelBegins.exec(panel)
  if (begin === null) return undefined
  const pairs = pairsOf(headerLinesOf(panel.slice(begin.index)))
  // A program that prints such labels may print the body too.
  if (pairs.some(([name]) => /^(?:request )?(?:body|payload|data)$/i.test(name))) return undefined
  const valueNamed = (wanted: RegExp): string | undefined => pairs.find(([name]) => wanted.test(name))?.[1]
  const url = valueNamed(/^(?:Request URL|请求网址|请求 URL)$/i)
  const method = valueNamed(/^(?:Request Method|请求方法)$/i)
  const headers = requestHeadersIn(pairs.filter(([name]) => /^:?[\w-]+$/.test(name)))
  const isWhole = url !== undefined && /^https?:\/\//.test(url) && method !== undefined && /^[A-Z]{3,10}$/.test(method)
  if (!isWhole || !headers.some(([name]) => name.toLowerCase() === 'authorization')) return undefined
  const payload = payloadOf(copied, headers)
  if (payload !== undefined)
    return `${byteTextOf([`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\n'))}${payload}`
  const end = method.startsWith('P') ? [`--> END ${method} (body omitted by the headers panel)`] : []
  const message = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ...end, '']
  return byteTextOf(message.join('\n'))
}
