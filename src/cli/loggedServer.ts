/**
 * A server that has a line in its log for every request. Those that Node's HTTP parser refuses reach no listener, and Node
 * alone would answer them 400 without a word.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answer } from '../core/HttpAnswer.ts'
import { type ParserError, type ParserRefusal, parserRefusal } from '../diagnosis/parserRefusal.ts'

/** Writes one line, which holds nothing of the request. */
type Log = (status: number, text: string) => void

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown

/** A server that hands every request that can be read to `listener`, and logs, tells and answers the others. */
export const loggedServer = (
  listener: Listener,
  log: Log,
  tell: (refusal: ParserRefusal, error: ParserError) => void = () => {},
): Server => {
  const latest = new WeakMap<Duplex, readonly [IncomingMessage, ServerResponse]>()
  const isAnswered = (socket: Socket): boolean => {
    const [req, res] = latest.get(socket) ?? []
    return req?.complete === false && res?.headersSent === true
  }
  const refuse = (socket: Socket, error: ParserError): void => {
    const refusal = parserRefusal(error)
    const { status, message } = refusal
    log(status, `request_unreadable, from ${socket.remoteAddress}:${socket.remotePort}: ${message}`)
    tell(refusal, error)
    // The rest of a request that was refused at its header.
    if (isAnswered(socket)) return void socket.destroy()
    const { headers, body } = answer(400, { code: 'request_unreadable', message })
    const head = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  // Node answers a request without a Host header itself, in silence, if it requires one.
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    latest.set(req.socket, [req, res])
    if (req.headers.host === undefined && req.httpVersion === '1.1') refuse(req.socket, { code: 'NO_HOST' })
    else listener(req, res)
  })
  server.on('connect', ({ socket }) => refuse(socket, { code: 'CONNECT' }))
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // The other side has gone.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, error)
  })
  return server
}
