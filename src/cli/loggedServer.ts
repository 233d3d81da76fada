/**
 * A server that has a line in its log for every request. Those that Node's HTTP parser refuses reach no listener, and Node
 * alone would answer them 400 without a word.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answer } from '../core/HttpAnswer.ts'

/** An error of the parser. */
interface ParserError extends NodeJS.ErrnoException {
  /** What it was reading. */
  readonly rawPacket?: Uint8Array
}

/** By the parser's code: what is wrong, and what to do. */
const words: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'the method is none that Node knows; send one in capitals, such as POST',
  HPE_INVALID_URL: 'the request target holds a blank, or a byte that is not visible ASCII; percent-encode it',
  HPE_INVALID_CONSTANT: 'the request line is not METHOD TARGET HTTP/1.1; a blank in the target must be percent-encoded',
  HPE_INVALID_VERSION: 'the request line does not end in HTTP/1.1, CR and LF; mend it',
  HPE_UNEXPECTED_SPACE: 'a header begins with a blank; begin each with its name',
  HPE_INVALID_HEADER_TOKEN: 'a header is not Name: value on one line, or holds a control character; mend it',
  HPE_HEADER_OVERFLOW: 'request line and headers are longer than 16 KiB together; shorten them',
  HPE_INVALID_CONTENT_LENGTH:
    'Content-Length is no decimal number, or stands beside Transfer-Encoding; send one of the two',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Content-Length came twice, or beside Transfer-Encoding; send one of the two, once',
  HPE_INVALID_TRANSFER_ENCODING: 'Transfer-Encoding does not end in chunked, or stands beside Content-Length; mend it',
  HPE_INVALID_CHUNK_SIZE: 'the size of a chunk is no hexadecimal number; send Content-Length, or mend the chunks',
  HPE_STRICT: 'a line does not end in CR and LF; mend it',
  HPE_CR_EXPECTED: 'a line ends in a line feed alone; end each line with CR LF',
  HPE_LF_EXPECTED: 'a line ends in a carriage return alone; end each line with CR LF',
  HPE_INVALID_EOF_STATE: 'the connection ended in the middle of a request; send as many bytes as Content-Length says',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not come whole in time; send it faster',
  CONNECT: 'CONNECT asks for a tunnel, and this is no proxy; call it without one',
  NO_HOST: 'the Host header is missing; HTTP/1.1 needs one',
}

const inWords = (code: string, rawPacket: Uint8Array = new Uint8Array(0)): string => {
  // A ClientHello, and the preface of HTTP/2.
  if (rawPacket[0] === 0x16) return 'this is TLS, and plain HTTP is spoken here; call http:// instead of https://'
  if (Buffer.from(rawPacket.subarray(0, 5)).toString('latin1') === 'PRI *') return 'this is HTTP/2; send HTTP/1.1'
  return words[code] ?? `Node's parser says ${code}; compare the request with RFC 9112`
}

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Writes one line, which holds nothing of the request. */
type Log = (status: number, text: string) => void

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown

/** A server that hands every request that can be read to `listener`, and logs and answers the others. */
export const loggedServer = (listener: Listener, log: Log): Server => {
  const latest = new WeakMap<Duplex, readonly [IncomingMessage, ServerResponse]>()
  const isAnswered = (socket: Socket): boolean => {
    const [req, res] = latest.get(socket) ?? []
    return req?.complete === false && res?.headersSent === true
  }
  const refuse = (socket: Socket, code: string, rawPacket?: Uint8Array): void => {
    const what = inWords(code, rawPacket)
    const status = statuses[code] ?? '400 Bad Request'
    log(Number.parseInt(status, 10), `request_unreadable, from ${socket.remoteAddress}:${socket.remotePort}: ${what}`)
    // The rest of a request that was refused at its header.
    if (isAnswered(socket)) return void socket.destroy()
    const { headers, body } = answer(400, { code: 'request_unreadable', message: what })
    const head = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  }
  // Node answers a request without a Host header itself, in silence, if it requires one.
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    latest.set(req.socket, [req, res])
    if (req.headers.host === undefined && req.httpVersion === '1.1') refuse(req.socket, 'NO_HOST')
    else listener(req, res)
  })
  server.on('connect', ({ socket }) => refuse(socket, 'CONNECT'))
  server.on('clientError', ({ code = '', rawPacket }: ParserError, socket: Socket) => {
    // The other side has gone.
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, code, rawPacket)
  })
  return server
}
