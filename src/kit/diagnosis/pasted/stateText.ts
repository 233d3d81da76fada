/**
 * A request in what a tool says of its fields, as a message off the wire.
 *
 *     <field name="http.request.line" … value="417574…"/>      tshark -T pdml: the bytes of each line, in hexadecimal
 *     "http.request.line_raw": [["417574…", 0, 54, 0, 26]]     tshark -T jsonraw, and -T json -x
 *     ::http::1(-method) = POST                                the state of a request of the package http of Tcl
 *
 * Texts have one character for each byte.
 */

import { lettersOf } from './byteText.ts'
import { isFormText } from './escapedBody.ts'
import { isWholeObject } from './printedJson.ts'

const bytesOfHex = (digits: string): string =>
  digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

interface PacketField {
  readonly name: string | undefined
  readonly bytes: string
}

const field =
  /<field name="http\.(request\.method|request\.uri|request\.line|file_data)"[^<>]{0,262144}? value="((?:[0-9a-f]{2})*)"/g

/** The same of JSON. The value is a list that begins with the digits, or a list of such lists. */
const rawField =
  /"http\.(request\.method|request\.uri|request\.line|file_data)_raw"\s{0,8}:\s{0,8}((?:\[\s{0,64}){1,2}"(?:[0-9a-f]{2})*"[^"]{0,256}(?:"(?:[0-9a-f]{2})*"[^"]{0,256}){0,256})/g

/** The bytes of the whole message, which some options of tshark print alone. */
const rawMessage = /"http_raw"\s{0,8}:\s{0,8}\[\s{0,64}"((?:[0-9a-f]{2})+)"/g

const requestBegins = /^[A-Z]{3,10} [!-~]{1,65536} HTTP\/[0-9.]{1,3}\r\n/

const messageOfRaw = (source: string): string | undefined =>
  [...source.matchAll(rawMessage)]
    .map(([, digits = '']) => bytesOfHex(digits))
    .find((bytes) => requestBegins.test(bytes.slice(0, 70_000)) && /authorization/i.test(bytes))

const fieldsOfRaw = (packet: string): ReadonlyArray<PacketField> =>
  [...packet.matchAll(rawField)].flatMap(([, name = '', list = '']) =>
    [...list.matchAll(/\[\s{0,64}"((?:[0-9a-f]{2})*)"/g)].map(([, digits = '']) => ({
      name,
      bytes: bytesOfHex(digits),
    })),
  )

/** The message of the first packet that has the lines of a request. What such a file shows as text may be cut. */
const messageOfPacket = (source: string): string | undefined => {
  const isXml = source.includes('<pdml')
  if (!isXml && !source.includes('"http.request.method_raw"')) return undefined
  for (const packet of source.split(isXml ? '<packet>' : '"_source"')) {
    const fields = isXml
      ? [...packet.matchAll(field)].map(([, name, digits = '']): PacketField => ({ name, bytes: bytesOfHex(digits) }))
      : fieldsOfRaw(packet)
    const bytesOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.bytes
    const method = bytesOf('request.method')
    const target = bytesOf('request.uri')
    const lines = fields.filter(({ name }) => name === 'request.line').map(({ bytes }) => bytes)
    if (method === undefined || target === undefined || lines.length === 0) continue
    return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${bytesOf('file_data') ?? ''}`
  }
  return undefined
}

/** `parray` writes the name of the array, which is that of the token or of a variable: `s(-query)`. */
const stateLine = /^(::http::\d{1,9}|\w{1,32})\((-?\w{1,32})\) {1,32}= (.*)$/

/** A list of Tcl: a word, or a text in braces. */
const listElement = /\{([^{}]*)\}|(\S+)/g

/** The bytes of a text that Tcl shows with one character for each of them. */
const bytesOfShown = (shown: string): string => {
  const characters = lettersOf(shown)
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
  const path = state.get('path') ?? /^https?:\/\/[^/]{1,256}(\/[!-~]{0,65536})$/.exec(state.get('url') ?? '')?.[1]
  if (method === undefined || path === undefined || !state.has('-headers')) return undefined
  const elements = [...(state.get('-headers') ?? '').matchAll(listElement)].map(
    ([, braced, word]) => braced ?? word ?? '',
  )
  const headers = elements.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${elements[i + 1] ?? ''}`] : []))
  const length = state.get('querylength')
  const query = state.get('-query') ?? ''
  // A body of several lines has only its first in this line, so without a length it has to end by itself.
  const isWhole = (bytes: string): boolean =>
    length === undefined ? isWholeObject(bytes) || isFormText(bytes) : String(bytes.length) === length
  const body = [query, bytesOfShown(query)].find(isWhole)
  if (query !== '' && body === undefined && length === undefined) return undefined
  const host =
    state.get('socketinfo') ?? state.get('host') ?? /^https?:\/\/([^/]{1,256})\//.exec(state.get('url') ?? '')?.[1]
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host ?? ''}`,
    ...headers,
    ...(length === undefined || length === '0' ? [] : [`Content-Length: ${length}`]),
    '',
    body ?? '',
  ].join('\r\n')
}

/** The message, if the text shows the fields of one. */
export const messageOfFields = (source: string): string | undefined =>
  messageOfPacket(source) ?? messageOfRaw(source) ?? messageOfState(source)
