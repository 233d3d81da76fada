/**
 * A server that has a line in its log for every request. Those that Node's HTTP parser refuses reach no listener, and Node
 * alone would answer them 400 without a word.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answer } from '../../core/HttpAnswer.ts'
import { type ParserError, type ParserRefusal, parserRefusal } from '../../kit/diagnosis/pasted/parserRefusal.ts'
import { isPreflight } from '../../server/adapters/cors.ts'
import { refuse as answerRefused, headerOf, isHttp2 } from '../../server/adapters/nodeRequest.ts'
import { limitPipelining } from '../../server/adapters/pipeline.ts'
import { endInternally } from '../gateway/endInternally.ts'
import { endAfterUpgrade } from './loopback.ts'

/** Writes one line, which holds nothing of the request. */
type Log = (status: number, text: string) => void

/** `waits`: the caller sends its body after `100 Continue` only. */
export type Listener = (req: IncomingMessage, res: ServerResponse, waits?: boolean) => unknown

/** Holds `true` while a CORS preflight is handled: a verdict does not know that its request is one. */
export const preflight: AsyncLocalStorage<true> = new AsyncLocalStorage()

const expectation = {
  code: 'expectation_unsupported',
  message: 'the only Expect that is understood is 100-continue; send the request without it',
}

/** Of a body that nobody asked for, in bytes: behind a longer one the connection is closed. */
export const maxRest: number = 64 * 1024

/** Who hears of requests that cannot be read. */
export interface OnUnreadable {
  /** Of each, the status of its answer. */
  readonly count?: (status: number) => void
  /** Of those that Node's parser refused. */
  readonly tell?: (refusal: ParserRefusal, error: ParserError) => void
}

/** What their answers say: of the parser, of CONNECT over HTTP/2, and of another Expect than `100-continue`. */
export const unreadableStatuses: ReadonlyArray<number> = [400, 405, 408, 417, 431]

/**
 * A server that hands every request that can be read to `listener`, and logs, tells and answers the others. With `make`,
 * it is a server of another kind, whose listener itself answers `100 Continue`.
 */
export const loggedServer = (
  listener: Listener,
  log: Log,
  { count = () => {}, tell = () => {} }: OnUnreadable = {},
  make?: (options: http.ServerOptions, listener: http.RequestListener) => http.Server,
): http.Server => {
  const latest = new WeakMap<Duplex, readonly [IncomingMessage, ServerResponse]>()
  const note = (req: IncomingMessage, res: ServerResponse): void => {
    latest.set(req.socket, [req, res])
    endAfterUpgrade(req, res)
  }
  const isAnswered = (socket: Socket): boolean => {
    const [req, res] = latest.get(socket) ?? []
    if (req?.complete === false && res?.headersSent === true) return true
    // In the middle of an answer, or before one that is due: what is written now would be taken for it.
    return res?.writableFinished === false && (req?.complete === true || res.headersSent || res.socket === null)
  }
  const logRefusal = (status: number, { remoteAddress, remotePort }: Socket, code: string, message: string): void => {
    count(status)
    log(status, `${code}, from ${remoteAddress}:${remotePort}: ${message}`)
  }
  const refuse = (socket: Socket, error: ParserError): void => {
    const refusal = parserRefusal(error)
    const { status, message } = refusal
    logRefusal(status, socket, 'request_unreadable', message)
    tell(refusal, error)
    // The rest of a request that was refused at its header.
    if (isAnswered(socket)) return void socket.destroy()
    const { headers, body } = answer(400, { code: 'request_unreadable', message })
    const head = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  // What fails here would end the process.
  const attempt = async (req: IncomingMessage, res: ServerResponse, work: () => unknown): Promise<void> => {
    try {
      await work()
    } catch (error) {
      endInternally({ req, res, limit: maxRest }, error, (message) => log(500, message))
    }
  }
  // Node answers a request without a Host header itself, in silence, if it requires one.
  const hand = (req: IncomingMessage, res: ServerResponse, waits: boolean): unknown => {
    note(req, res)
    if (req.headers.host === undefined && req.httpVersion === '1.1') return refuse(req.socket, { code: 'NO_HOST' })
    if (isPreflight(req.method ?? '', headerOf(req))) return preflight.run(true, () => listener(req, res, waits))
    return listener(req, res, waits)
  }
  const receive = (req: IncomingMessage, res: ServerResponse, waits: boolean): void =>
    void attempt(req, res, () => hand(req, res, waits))
  const server = (make ?? http.createServer)({ requireHostHeader: false }, (req, res) => receive(req, res, false))
  if (make !== undefined) server.on('checkContinue', (req, res) => receive(req, res, true))
  // Node answers 417 by itself, in silence.
  server.on('checkExpectation', (req, res) => {
    void attempt(req, res, () => {
      note(req, res)
      logRefusal(417, req.socket, expectation.code, expectation.message)
      answerRefused(req, res, answer(417, expectation), maxRest)
    })
  })
  server.on('connect', (req, channel: Duplex | Http2ServerResponse) => {
    // A socket of HTTP/2 belongs to all requests of its session.
    if (!isHttp2(req)) return refuse(req.socket, { code: 'CONNECT' })
    logRefusal(405, req.socket, 'request_unreadable', parserRefusal({ code: 'CONNECT' }).message)
    ;(channel as Http2ServerResponse).writeHead(405).end()
  })
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // The other side has gone.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, error)
  })
  limitPipelining(server)
  return server
}
