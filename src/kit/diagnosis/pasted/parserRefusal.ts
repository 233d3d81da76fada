/**
 * What Node's HTTP parser refused: such a request reaches no handler, and Node's own answer says nothing. The raw bytes
 * show what is wrong. Neither a query nor a header's value is repeated.
 */
import type * as Bytes from '../../../core/Bytes.ts'
import { isToken } from '../../../core/Rule.ts'
import { byteName, codePointName, glyphAt } from '../glyphs.ts'
import { escapedIn, escapeOf, isBlank, latin1 } from '../Received.ts'
import { linesFrom } from './readContent.ts'

/** An error of a server's event `clientError`. */
export interface ParserError {
  /** Such as `HPE_INVALID_URL`. */
  readonly code?: string | undefined
  /** What the parser was reading. */
  readonly rawPacket?: Bytes.Bytes | undefined
}

export type ParserStatus = 400 | 408 | 413 | 431

export interface ParserRefusal {
  /** For the answer. */
  readonly status: ParserStatus
  /** What is wrong, and what to do. Holds nothing of the request, so the caller may have it. */
  readonly message: string
  /** Where it is and what stands there, for the operator: names the path. Absent if the bytes do not show it. */
  readonly detail?: string
}

/** What is wrong, by the parser's code. */
const problems: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'Node does not know this method; send a method in capitals, such as POST',
  HPE_INVALID_URL: 'the request target holds a blank, or a byte that is not visible ASCII; percent-encode it',
  HPE_INVALID_CONSTANT: 'the request line is not METHOD TARGET HTTP/1.1; write a space in the target as %20',
  HPE_INVALID_VERSION: 'the request line does not end in HTTP/1.1, CR and LF; fix it',
  HPE_UNEXPECTED_SPACE: 'a header begins with a blank; begin each with its name',
  HPE_INVALID_HEADER_TOKEN:
    'a header does not have the form "Name: value" on one line, or contains a control character; fix it',
  HPE_HEADER_OVERFLOW: 'request line and headers are longer than 16 KiB together; shorten them',
  HPE_INVALID_CONTENT_LENGTH:
    'Content-Length is not a decimal number, or comes with Transfer-Encoding; send only one of the two headers',
  HPE_UNEXPECTED_CONTENT_LENGTH:
    'Content-Length came twice, or together with Transfer-Encoding; send only one of the two headers, once',
  HPE_INVALID_TRANSFER_ENCODING: 'Transfer-Encoding does not end in chunked, or comes with Content-Length; fix it',
  HPE_INVALID_CHUNK_SIZE: 'the size of a chunk is not a hexadecimal number; send Content-Length, or fix the chunks',
  HPE_STRICT: 'a line does not end in CR and LF; fix it',
  HPE_CR_EXPECTED: 'a line ends only in a line feed; end each line with CR LF',
  HPE_LF_EXPECTED: 'a line ends only in a carriage return; end each line with CR LF',
  HPE_INVALID_EOF_STATE: 'the connection ended in the middle of a request; send as many bytes as Content-Length says',
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    'the extensions of the chunks are longer than 16 KiB; send the chunks without extensions, or send Content-Length',
  ERR_HTTP_REQUEST_TIMEOUT: 'the whole request did not arrive in time; send it faster',
  CONNECT: 'CONNECT asks for a tunnel, but this is not a proxy; call this server without a proxy',
  NO_HOST: 'the Host header is missing; HTTP/1.1 needs one',
}

/** As Node's own listener answers. */
const statuses: Readonly<Record<string, ParserStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const usualStatus = 400

/** Every status of a refusal. */
export const parserStatuses: ReadonlyArray<ParserStatus> = [usualStatus, ...Object.values(statuses)]

/** The value of an own member: a table also inherits `constructor` and the like. */
const ownIn = <A>(table: Readonly<Record<string, A>>, code: string): A | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined

/** What is said of a code without words of its own. Other codes than the parser's are those of the connection. */
const unknownProblem = (code: string): string => {
  if (!/^[A-Z][A-Z0-9_]{0,63}$/.test(code)) return "Node's parser does not say why; compare the request with RFC 9112"
  return code.startsWith('HPE_')
    ? `Node's parser says ${code}; compare the request with RFC 9112`
    : `the connection failed (${code}) before the request was whole; send the request again`
}

/** Codes that concern the head: of others the bytes may be a part of a body. */
const ofHead =
  /^HPE_(?:INVALID_(?:METHOD|URL|CONSTANT|VERSION|HEADER_TOKEN)|UNEXPECTED_SPACE|HEADER_OVERFLOW|STRICT|CR_EXPECTED|LF_EXPECTED)$/

/**
 * What is wrong with a request that Node's HTTP parser refused, where, and what to do. The error is what a server of
 * node:http gives to a listener of `clientError`, with its `code` and its `rawPacket`.
 *
 * @example
 * ```ts
 * import { parserRefusal } from 'countersign/diagnosis'
 *
 * const rawPacket = new TextEncoder().encode('GET /v1/jobs?title=red fox HTTP/1.1\r\nHost: h\r\n\r\n')
 * const { status, detail } = parserRefusal({ code: 'HPE_INVALID_CONSTANT', rawPacket })
 * assert.equal(status, 400)
 * assert.ok(detail?.startsWith('GET /v1/jobs?…: byte 23 of the request line, in the query, is 0x20 (space); send it as %20'))
 * ```
 */
export const parserRefusal = ({ code = '', rawPacket }: ParserError): ParserRefusal => {
  const detail = rawPacket !== undefined && ofHead.test(code) ? detailOf(rawPacket, code) : undefined
  return {
    status: ownIn(statuses, code) ?? usualStatus,
    message: otherProtocol(rawPacket) ?? ownIn(problems, code) ?? unknownProblem(code),
    ...(detail === undefined ? {} : { detail }),
  }
}

/** A ClientHello, and the preface of HTTP/2. */
const otherProtocol = (packet: Bytes.Bytes | undefined): string | undefined => {
  if (packet?.[0] === 0x16) return 'this is TLS, but this port speaks plain HTTP; call http:// instead of https://'
  return packet !== undefined && latin1(packet.subarray(0, 5)) === 'PRI *' ? 'this is HTTP/2; send HTTP/1.1' : undefined
}

/** Longer ones are cut. */
const maxPath = 80

/** The request line without its query, if it is one: bytes of a body may look like anything. */
const shownLine = (requestLine: string): string | undefined => {
  const [, method, path, query] = /^([A-Za-z]{1,20}) (\/[^?]*?)(\?.*?)?(?: HTTP\/[\d.]{1,3})?$/s.exec(requestLine) ?? []
  if (method === undefined || path === undefined) return undefined
  const plain = escapedIn(path, /[^!-~]/g)
  return `${method} ${plain.slice(0, maxPath)}${plain.length > maxPath ? '…' : ''}${query === undefined ? '' : '?…'}`
}

interface Line {
  readonly text: string
  readonly endsInLfAlone: boolean
}

const detailOf = (packet: Bytes.Bytes, code: string): string | undefined => {
  const headLines: Array<Line> = []
  for (const { from: lineStart, to: lineEnd, next: nextLineStart, crlf } of linesFrom(packet, 0)) {
    if (lineEnd === lineStart && headLines.length > 0) break
    headLines.push({
      text: latin1(packet.subarray(lineStart, lineEnd)),
      endsInLfAlone: !crlf && nextLineStart > lineEnd,
    })
  }
  const requestLine = headLines[0]?.text ?? ''
  const shown = shownLine(requestLine)
  if (shown === undefined) return undefined
  const isLong = code === 'HPE_HEADER_OVERFLOW'
  const fault = isLong ? longest(headLines) : (inRequestLine(packet, requestLine, code) ?? inHeaders(headLines))
  return `${shown}: ${fault ?? 'the fault does not show in these bytes'}`
}

const inRequestLine = (packet: Bytes.Bytes, requestLine: string, code: string): string | undefined => {
  const targetStart = requestLine.indexOf(' ') + 1
  const version = / HTTP\/[\d.]{1,3}$/.exec(requestLine)?.index
  const target = requestLine.slice(targetStart, version)
  const odd = target.search(/[^\x21-\x7e]/)
  if (odd >= 0) {
    const targetPart = target.lastIndexOf('?', odd) >= 0 ? 'query' : 'path'
    const { name: characterName, encoded, length } = characterAt(packet, targetStart + odd)
    const furtherPlaces = [...target.slice(odd + length).matchAll(/[^\x21-\x7e]+/g)].length
    const hint = furtherPlaces > 0 ? ` (there are more such places: ${furtherPlaces})` : ''
    const place = `byte ${targetStart + odd + 1} of the request line, in the ${targetPart}`
    return `${place}, is ${characterName}; send it as ${encoded}, and sign the target with the escape${hint}`
  }
  if (code === 'HPE_INVALID_METHOD')
    return /^[a-z]/.test(requestLine)
      ? 'Node knows methods only in capitals; send and sign the method in capitals'
      : 'Node does not know this method, or its body is longer than its Content-Length says; fix that'
  if (version === undefined || !/ HTTP\/1\.[01]$/.test(requestLine))
    return 'the request line does not end in HTTP/1.1; put one space and HTTP/1.1 behind the target'
  return undefined
}

/** The character that begins here, and its percent-encoding. */
const characterAt = (
  packet: Bytes.Bytes,
  characterStart: number,
): { name: string; encoded: string; length: number } => {
  const {
    text: character,
    from: characterFrom,
    to: characterEnd,
  } = glyphAt({ length: packet.length, at: (offset) => packet[offset] }, characterStart)
  const [byte = 0, ...furtherBytes] = packet.subarray(characterFrom, characterEnd)
  const encoded = [byte, ...furtherBytes].map(escapeOf).join('')
  if (furtherBytes.length > 0)
    return { name: `${codePointName(character)} in UTF-8`, encoded, length: 1 + furtherBytes.length }
  return byte < 0x80
    ? { name: byteName(byte), encoded, length: 1 }
    : { name: `${byteName(byte)}, which is no UTF-8`, encoded: 'its character in UTF-8, percent-encoded', length: 1 }
}

/** Names that are no secret; a token in the wrong place may look like a name. */
const wellKnown =
  /^(?:accept(?:-[a-z]+)?|authorization|connection|content-[a-z]+|cookie|host|origin|referer|traceparent|tracestate|user-agent)$/i

const nameIn = (headerLine: string): string => headerLine.slice(0, Math.max(0, headerLine.indexOf(':')))

const placeOf = (i: number, headLine: string): string => {
  const fieldName = nameIn(headLine)
  return i === 0 ? 'the request line' : `header line ${i}${wellKnown.test(fieldName) ? ` (${fieldName})` : ''}`
}

const inHeaders = (headLines: ReadonlyArray<Line>): string | undefined => {
  for (const [i, { text: headLine, endsInLfAlone }] of headLines.entries()) {
    const place = placeOf(i, headLine)
    if (endsInLfAlone) return `${place} ends in a line feed alone; end each line with CR LF`
    if (i === 0) continue
    if (isBlank(headLine.charCodeAt(0))) return `${place} begins with a blank; begin it with its name`
    if (!isToken(nameIn(headLine)))
      return headLine.includes(':')
        ? `${place} has a wrong name: only letters, digits and hyphens are allowed; fix it`
        : `${place} has no colon; write Name: value, or leave an empty line before the body`
    const control = headLine.search(/[^\t\x20-\x7e\x80-\xff]/)
    if (control >= 0)
      return `${place} holds ${byteName(headLine.charCodeAt(control))} at byte ${control + 1}; leave control characters out`
  }
  return undefined
}

/** What takes the room. */
const longest = (headLines: ReadonlyArray<Line>): string => {
  const lengths = headLines.map(({ text: headLine }) => headLine.length)
  const most = lengths.reduce((most, length) => Math.max(most, length), 0)
  const i = lengths.indexOf(most)
  return `the longest line is ${placeOf(i, headLines[i]?.text ?? '')}, with ${most} bytes or more; shorten it`
}
