/**
 * A request in the frame that pretty_dio_logger of Dart draws round it, as a message. A long value is broken into lines of the
 * frame. The body is indented there, so its bytes are lost, and it is left out.
 *
 *     ╔╣ Request ║ GET                       GET https://api.example/v1/jobs
 *     ║  https://api.example/v1/jobs    →    Authorization: …
 *     ╔ Headers
 *     ╟ Authorization:
 *     ║ …
 *
 * Texts have one character for each byte.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, textOf } from '../Received.ts'
import { encoded } from './librarySent.ts'

const frameBegins = /^[^\n╔]{0,128}╔╣ Request ║ ([A-Z]{3,10}) *\r?\n[^\n║]{0,128}║ +(https?:\S+)/m

/** The message in such a frame. Undefined if the text has none. */
export const framedText = (log: string): string | undefined => {
  // The first bytes of the frame.
  if (!log.includes('\u00e2\u0095\u0094\u00e2\u0095\u00a3 Request')) return undefined
  const framed = textOf(Bytes.ofAscii(log))
  const begin = frameBegins.exec(framed)
  if (begin === null) return undefined
  const headers: Array<string> = []
  let isHeaders = false
  for (const frameLine of framed.slice(begin.index + begin[0].length).split(/\r?\n/)) {
    const [, mark = '', content = ''] = /^[^╔╟║]{0,128}([╔╟║])(.*)$/.exec(frameLine) ?? []
    if (mark === '╔' && /^ Body|^╣/.test(content)) break
    if (mark === '╔') isHeaders = content.trim() === 'Headers'
    if (isHeaders && mark === '╟') headers.push(content.trim().replace(/:$/, ': '))
    if (isHeaders && mark === '║' && headers.length > 0) headers.push((headers.pop() ?? '') + content.trim())
  }
  const [, method = '', url = ''] = begin
  // As OkHttp says that it left the body out.
  const end = method.startsWith('P') ? `--> END ${method} (body omitted)\n` : ''
  return latin1(encoded([`${method} ${url}`, ...headers, '', end].join('\n')))
}
