/**
 * A request in what a tool says of its fields, as a message off the wire.
 *
 *     <field name="http.request.line" … value="417574…"/>      tshark -T pdml: the bytes of each line, in hexadecimal
 *     ::http::1(-method) = POST                                the state of a request of the package http of Tcl
 *
 * Texts have one character for each byte.
 */
import * as Bytes from '../../../core/Bytes.ts'
import { textOf } from '../Received.ts'

const bytesOfHex = (digits: string): string =>
  digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

const field =
  /<field name="http\.(request\.method|request\.uri|request\.line|file_data)"[^<>]{0,262144}? value="((?:[0-9a-f]{2})*)"/g

/** The message of the first packet that has the lines of a request. What such a file shows as text may be cut. */
const messageOfPacket = (source: string): string | undefined => {
  if (!source.includes('<pdml')) return undefined
  for (const packet of source.split('<packet>')) {
    const fields = [...packet.matchAll(field)].map(([, name, digits = '']) => ({ name, bytes: bytesOfHex(digits) }))
    const bytesOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.bytes
    const method = bytesOf('request.method')
    const target = bytesOf('request.uri')
    const lines = fields.filter(({ name }) => name === 'request.line').map(({ bytes }) => bytes)
    if (method === undefined || target === undefined || lines.length === 0) continue
    return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${bytesOf('file_data') ?? ''}`
  }
  return undefined
}

const stateLine = /^(::http::\d{1,9})\((-?\w{1,32})\) {1,32}= (.*)$/

/** A list of Tcl: a word, or a text in braces. */
const listElement = /\{([^{}]*)\}|(\S+)/g

/** The bytes of a text that Tcl shows with one character for each of them. */
const bytesOfShown = (shown: string): string => {
  const characters = textOf(Bytes.ofAscii(shown))
  return /^[\0-\xff]*$/.test(characters) && characters !== shown ? characters : shown
}

/** The message of a request whose state is printed by `parray`. */
const messageOfState = (source: string): string | undefined => {
  const state = new Map<string, string>()
  for (const line of source.split(/\r?\n/)) {
    const [, , name = '', value = ''] = stateLine.exec(line) ?? []
    if (name !== '' && !state.has(name)) state.set(name, value)
  }
  const method = state.get('-method') ?? state.get('method')
  const path = state.get('path')
  if (method === undefined || path === undefined) return undefined
  const elements = [...(state.get('-headers') ?? '').matchAll(listElement)].map(
    ([, braced, word]) => braced ?? word ?? '',
  )
  const headers = elements.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${elements[i + 1] ?? ''}`] : []))
  const length = state.get('querylength')
  const body = [state.get('-query') ?? '', bytesOfShown(state.get('-query') ?? '')].find(
    (bytes) => String(bytes.length) === length,
  )
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${state.get('socketinfo') ?? state.get('host') ?? ''}`,
    ...headers,
    ...(length === undefined || length === '0' ? [] : [`Content-Length: ${length}`]),
    '',
    body ?? '',
  ].join('\r\n')
}

/** The message, if the text shows the fields of one. */
export const messageOfFields = (source: string): string | undefined => messageOfPacket(source) ?? messageOfState(source)
