/**
 * A request in the frame that pretty_dio_logger of Dart draws round it, as a message. A long value is broken into lines of the
 * frame, all of one width. A body that is a text stands behind the last table; a body that is a map is a table, so its bytes are
 * lost, and it is left out.
 *
 *     ╔╣ Request ║ PUT                       PUT https://api.example/v1/jobs
 *     ║  https://api.example/v1/jobs    →    Authorization: …
 *     ╚════════════════════════════╝
 *     ╔ Headers                              {"a":1}
 *     ╟ Authorization:
 *     ║ …
 *     ╚════════════════════════════╝
 *     ║ {"a":1}
 *
 * Texts have one character for each byte.
 */

import { byteTextOf, lettersOf } from './byteText.ts'
import { firstHeaderAt } from './wholeHeaders.ts'

const frameBegins = /^[^\n╔]{0,128}╔╣ Request ║ ([A-Z]{3,10}) *\r?\n[^\n║]{0,128}║ +(https?:\S+)/m

/** The message in such a frame. Undefined if the text has none. */
export const framedText = (log: string): string | undefined => {
  // The first bytes of the frame.
  if (!log.includes('\u00e2\u0095\u0094\u00e2\u0095\u00a3 Request')) return undefined
  const framed = lettersOf(log)
  const begin = frameBegins.exec(framed)
  // A header before the frame is of a request whose body has the frame.
  if (begin === null || firstHeaderAt(framed.slice(0, begin.index)) !== undefined) return undefined
  const [beginText, method = '', url = ''] = begin
  const { headers, bodyLines } = partsOf(framed.slice(begin.index + beginText.length).split(/\r?\n/))
  const body = bodyOf(bodyLines)
  // As OkHttp says that it left the body out.
  const end = method.startsWith('P') ? `--> END ${method} (body omitted by pretty_dio_logger)\n` : ''
  const message = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body ?? end]
  return byteTextOf(message.join('\n'))
}

interface Parts {
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The lines behind the last table. Undefined if the body is a table, or the frame has a line that is not drawn. */
  readonly bodyLines: ReadonlyArray<string> | undefined
}

/** The parts up to the next frame: that of the answer, of an error, or of another request. */
const partsOf = (lines: ReadonlyArray<string>): Parts => {
  const headers: Array<[name: string, value: string]> = []
  let bodyLines: Array<string> | undefined = []
  let section: string | undefined
  for (const frameLine of lines) {
    const [, mark = '', content = ''] = /^[^╔╟║╚]{0,128}([╔╟║╚])(.*)$/.exec(frameLine) ?? []
    if (mark === '╔' && content.startsWith('╣')) break
    if (mark === '╔') section = content.trim()
    if (mark === '╔' && !isTableBefore.test(content.trim())) bodyLines = undefined
    // Above the tables this line ends the frame of the URL.
    if (mark === '╚') section = undefined
    const [, name = '', value = ''] = /^ ([^:]{1,256}): ?(.*)$/.exec(content) ?? []
    const isHeaders = section?.endsWith('Headers') === true
    if (isHeaders && mark === '╟') headers.push([name, value.trim()])
    const last = headers.at(-1)
    if (isHeaders && mark === '║' && last !== undefined) last[1] += content.replace(/^ /, '')
    if (section === undefined && mark === '║') bodyLines?.push(content)
    // A body of several lines: the frame is drawn before its first line only.
    if (mark === '' && frameLine.trim() !== '' && bodyLines?.length !== 0) bodyLines = undefined
  }
  return { headers, bodyLines }
}

/** The tables that stand before the body. */
const isTableBefore = /^(?:Query Parameters|(?:Request )?Headers|Extras)$/

/** The text in these lines: all but the last have one width. Undefined if the text itself has line ends, or if there is none. */
const bodyOf = (bodyLines: ReadonlyArray<string> | undefined): string | undefined => {
  const lines = bodyLines?.filter((line) => line !== '').map((line) => line.replace(/^ /, '')) ?? []
  const [first = ''] = lines
  const isWhole = lines.every((line, i) => line.length === first.length || (i === lines.length - 1 && line !== ''))
  return first !== '' && isWhole && lines.every(({ length }) => length <= first.length) ? lines.join('') : undefined
}
