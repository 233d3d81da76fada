/**
 * A server that logs every request, also a request that Node's HTTP parser refuses. Such a request reaches no listener, and Node alone
 * would answer 400 without a line in the log.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { answer } from '../../core/HttpAnswer.ts'
import {
  type ParserError,
  type ParserRefusal,
  parserRefusal,
  parserStatuses,
} from '../../kit/diagnosis/pasted/parserRefusal.ts'
import { isPreflight } from '../../server/adapters/cors.ts'
import { refuse as answerRefused, headerOf, isHttp2 } from '../../server/adapters/nodeRequest.ts'
import { limitPipelining } from '../../server/adapters/pipeline.ts'
import { endInternally } from '../gateway/endInternally.ts'
import { type RequestIdentity, header as requestIdHeader } from '../gateway/RequestIdentity.ts'
import { idText, ofIdentity } from './logLines.ts'
import { endAfterUpgrade } from './loopback.ts'

/** Writes one line, which holds nothing of the request but its caller's address. */
type Log = (status: number, text: string, more?: Readonly<Record<string, unknown>>) => void

/** `waits`: the caller sends its body only after `100 Continue`. */
export type Listener = (req: IncomingMessage, res: ServerResponse, waits?: boolean) => unknown

/** Holds `true` while a CORS preflight is handled. A verdict does not show that its request is a preflight. */
export const preflight: AsyncLocalStorage<true> = new AsyncLocalStorage()

const expectation = {
  code: 'expectation_unsupported',
  message: 'the only supported Expect is 100-continue; send the request without Expect',
}

/** How many bytes of an unwanted body are read, so that the connection can be used again. After a longer body, it is closed. */
export const maxRest: number = 64 * 1024

/** Called for requests that are answered here, and not by the listener. */
export interface OnUnreadable {
  /** The identity of such a request. If Node's parser refused it, only its socket is known. */
  readonly identityOf?: (socket: Socket, req?: IncomingMessage) => RequestIdentity | undefined
  /** Gets the status of each answer. */
  readonly count?: (status: number) => void
  /** Gets each refusal of Node's parser. */
  readonly tell?: (refusal: ParserRefusal, error: ParserError, requestId?: string) => void
}

/** The statuses of the answers: those of the parser, 405 for CONNECT, and 417 for another Expect than `100-continue`. */
export const unreadableStatuses: ReadonlyArray<number> = [...parserStatuses, 405, 417]

/** What the listeners of one server share. */
interface LoggedServer {
  readonly listener: Listener
  readonly log: Log
  readonly count: NonNullable<OnUnreadable['count']>
  readonly tell: NonNullable<OnUnreadable['tell']>
  readonly identityOf: NonNullable<OnUnreadable['identityOf']>
  /** The latest request of each connection. */
  readonly latest: WeakMap<Duplex, Exchange>
}

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/**
 * A server that hands every readable request to `listener`, and itself answers, logs and reports the others. `make` makes a server of
 * another kind, whose listener answers `100 Continue` itself.
 */
export const loggedServer = (
  listener: Listener,
  log: Log,
  { count = () => {}, tell = () => {}, identityOf = () => undefined }: OnUnreadable = {},
  make?: (options: http.ServerOptions, listener: http.RequestListener) => http.Server,
): http.Server => {
  const logged: LoggedServer = { listener, log, count, tell, identityOf, latest: new WeakMap() }
  const receive = (waits: boolean) => (req: IncomingMessage, res: ServerResponse) =>
    void attempt(logged, { req, res }, () => handOver(logged, { req, res }, waits))
  const server = (make ?? http.createServer)({ requireHostHeader: false }, receive(false))
  if (make !== undefined) server.on('checkContinue', receive(true))
  // Without this listener, Node would answer 417 without a line in the log.
  server.on('checkExpectation', (req, res) => {
    void attempt(logged, { req, res }, () => refuseExpectation(logged, { req, res }))
  })
  server.on('connect', (req, channel) => refuseConnect(logged, req, channel))
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // Nobody is left to read an answer.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(logged, socket, error)
  })
  limitPipelining(server)
  return server
}

/** Runs a listener, and answers 500 if it fails. Otherwise its rejection would end the process. */
const attempt = async ({ log, identityOf }: LoggedServer, exchange: Exchange, work: () => unknown): Promise<void> => {
  try {
    await work()
  } catch (error) {
    const { req } = exchange
    endInternally({ ...exchange, limit: maxRest }, error, (message) => {
      log(500, message, ofIdentity(identityOf(req.socket, req)))
    })
  }
}

const noteLatest = ({ latest }: LoggedServer, exchange: Exchange): void => {
  const { req, res } = exchange
  latest.set(req.socket, exchange)
  endAfterUpgrade(req, res)
}

const handOver = (logged: LoggedServer, exchange: Exchange, waits: boolean): unknown => {
  const { listener } = logged
  const { req, res } = exchange
  noteLatest(logged, exchange)
  // `requireHostHeader` is off: with it, Node would refuse such a request without a line in the log.
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    return refuse(logged, req.socket, { code: 'NO_HOST' })
  if (isPreflight(req.method ?? '', headerOf(req))) return preflight.run(true, () => listener(req, res, waits))
  return listener(req, res, waits)
}

const refuseExpectation = (logged: LoggedServer, exchange: Exchange): void => {
  const { req, res } = exchange
  noteLatest(logged, exchange)
  const identity = logged.identityOf(req.socket, req)
  logRefusal(logged, 417, req.socket, expectation, identity)
  const refusal = answer(417, expectation)
  answerRefused(req, res, { ...refusal, headers: { ...refusal.headers, ...idHeader(identity) } }, maxRest)
}

const refuseConnect = (logged: LoggedServer, req: IncomingMessage, channel: Duplex | Http2ServerResponse): void => {
  const error = { code: 'CONNECT' }
  // Over HTTP/2, only the stream is answered: the socket belongs to all requests of the session.
  if (!isHttp2(req)) {
    const { socket } = req
    // Node has removed its own listeners: an error would end the process, and the end of the connection would go unnoticed.
    socket.on('error', () => socket.destroy()).resume()
    refuse(logged, socket, error)
    socket.destroySoon()
    return
  }
  const { message } = parserRefusal(error)
  const identity = logged.identityOf(req.socket, req)
  logRefusal(logged, 405, req.socket, { code: 'request_unreadable', message }, identity)
  ;(channel as Http2ServerResponse).writeHead(405, idHeader(identity)).end()
}

/** Answers a request that Node's parser refused. It has no response, so the answer is written to the socket. */
const refuse = (logged: LoggedServer, socket: Socket, error: ParserError): void => {
  const refusal = parserRefusal(error)
  const { status, message } = refusal
  const fault = { code: 'request_unreadable', message }
  const identity = logged.identityOf(socket)
  logRefusal(logged, status, socket, fault, identity)
  logged.tell(refusal, error, identity?.requestId)
  // The parser refused the rest of a request that already has its answer.
  if (isAnswered(logged, socket)) return void socket.destroy()
  const { headers, body } = answer(400, fault)
  const head = { ...headers, ...idHeader(identity), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Whether the latest request on the socket has its answer, or will get it. Then the caller would take another answer for that one. */
const isAnswered = ({ latest }: LoggedServer, socket: Socket): boolean => {
  const exchange = latest.get(socket)
  if (exchange === undefined) return false
  const { req, res } = exchange
  // The request was answered before its body had arrived.
  if (!req.complete && res.headersSent) return true
  // Its answer is due, has begun, or waits for the answers to earlier requests.
  return !res.writableFinished && (req.complete || res.headersSent || res.socket === null)
}

const logRefusal = (
  { count, log }: LoggedServer,
  status: number,
  { remoteAddress, remotePort }: Socket,
  { code, message }: { readonly code: string; readonly message: string },
  identity: RequestIdentity | undefined,
): void => {
  count(status)
  const id = idText(identity?.requestId)
  const more = { code, client: remoteAddress, ...ofIdentity(identity) }
  log(status, `${code}, from ${remoteAddress}:${remotePort}: ${message}${id}`, more)
}

const idHeader = (identity: RequestIdentity | undefined): Readonly<Record<string, string>> =>
  identity === undefined ? {} : { [requestIdHeader]: identity.requestId }
