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
import { type RequestIdentity, header as requestIdHeader } from '../gateway/RequestIdentity.ts'
import { idText, ofIdentity } from './logLines.ts'
import { endAfterUpgrade } from './loopback.ts'

/** Writes one line, which holds nothing of the request but its caller's address. */
type Log = (status: number, text: string, more?: Readonly<Record<string, unknown>>) => void

/** `waits`: the caller sends its body after `100 Continue` only. */
export type Listener = (req: IncomingMessage, res: ServerResponse, waits?: boolean) => unknown

/** Holds `true` while a CORS preflight is handled: a verdict does not know that its request is one. */
export const preflight: AsyncLocalStorage<true> = new AsyncLocalStorage()

const expectation = {
  code: 'expectation_unsupported',
  message: 'the only supported Expect is 100-continue; send the request without Expect',
}

/** Of a body that nobody asked for, in bytes: behind a longer one the connection is closed. */
export const maxRest: number = 64 * 1024

/** Who hears of requests that are answered here, and gives them their ids. */
export interface OnUnreadable {
  /** Of a request that Node's parser refused nothing is known but its socket. */
  readonly identityOf?: (socket: Socket, req?: IncomingMessage) => RequestIdentity | undefined
  /** Of each, the status of its answer. */
  readonly count?: (status: number) => void
  /** Of those that Node's parser refused. */
  readonly tell?: (refusal: ParserRefusal, error: ParserError, requestId?: string) => void
}

/** What their answers say: of the parser, of CONNECT over HTTP/2, and of another Expect than `100-continue`. */
export const unreadableStatuses: ReadonlyArray<number> = [400, 405, 408, 417, 431]

/** What the listeners of one server know. */
interface Logged {
  readonly listener: Listener
  readonly log: Log
  readonly count: NonNullable<OnUnreadable['count']>
  readonly tell: NonNullable<OnUnreadable['tell']>
  readonly identityOf: NonNullable<OnUnreadable['identityOf']>
  /** Of each connection the latest request. */
  readonly latest: WeakMap<Duplex, Exchange>
}

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/**
 * A server that hands every request that can be read to `listener`, and logs, tells and answers the others. With `make`,
 * it is a server of another kind, whose listener itself answers `100 Continue`.
 */
export const loggedServer = (
  listener: Listener,
  log: Log,
  { count = () => {}, tell = () => {}, identityOf = () => undefined }: OnUnreadable = {},
  make?: (options: http.ServerOptions, listener: http.RequestListener) => http.Server,
): http.Server => {
  const logged: Logged = { listener, log, count, tell, identityOf, latest: new WeakMap() }
  const receive = (waits: boolean) => (req: IncomingMessage, res: ServerResponse) =>
    void attempt(logged, { req, res }, () => hand(logged, { req, res }, waits))
  const server = (make ?? http.createServer)({ requireHostHeader: false }, receive(false))
  if (make !== undefined) server.on('checkContinue', receive(true))
  // Node answers 417 by itself, in silence.
  server.on('checkExpectation', (req, res) => {
    void attempt(logged, { req, res }, () => refuseExpectation(logged, { req, res }))
  })
  server.on('connect', (req, channel) => refuseConnect(logged, req, channel))
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // The other side has gone.
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(logged, socket, error)
  })
  limitPipelining(server)
  return server
}

/** Runs a listener: what fails here would end the process. */
const attempt = async ({ log, identityOf }: Logged, exchange: Exchange, work: () => unknown): Promise<void> => {
  try {
    await work()
  } catch (error) {
    const { req } = exchange
    endInternally({ ...exchange, limit: maxRest }, error, (message) => {
      log(500, message, ofIdentity(identityOf(req.socket, req)))
    })
  }
}

const note = ({ latest }: Logged, exchange: Exchange): void => {
  const { req, res } = exchange
  latest.set(req.socket, exchange)
  endAfterUpgrade(req, res)
}

const hand = (logged: Logged, exchange: Exchange, waits: boolean): unknown => {
  const { listener } = logged
  const { req, res } = exchange
  note(logged, exchange)
  // Node answers a request without a Host header itself, in silence, if it requires one.
  if (req.headers.host === undefined && req.httpVersion === '1.1')
    return refuse(logged, req.socket, { code: 'NO_HOST' })
  if (isPreflight(req.method ?? '', headerOf(req))) return preflight.run(true, () => listener(req, res, waits))
  return listener(req, res, waits)
}

const refuseExpectation = (logged: Logged, exchange: Exchange): void => {
  const { req, res } = exchange
  note(logged, exchange)
  const identity = logged.identityOf(req.socket, req)
  logRefusal(logged, 417, req.socket, expectation, identity)
  const refusal = answer(417, expectation)
  answerRefused(req, res, { ...refusal, headers: { ...refusal.headers, ...idHeader(identity) } }, maxRest)
}

const refuseConnect = (logged: Logged, req: IncomingMessage, channel: Duplex | Http2ServerResponse): void => {
  // A socket of HTTP/2 belongs to all requests of its session.
  const error = { code: 'CONNECT' }
  if (!isHttp2(req)) {
    const { socket } = req
    // Node has taken all its listeners away: an error would end the process, and nobody would notice the end of the connection.
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

/** Answers what Node's parser refuses, on the socket: there is no response. */
const refuse = (logged: Logged, socket: Socket, error: ParserError): void => {
  const refusal = parserRefusal(error)
  const { status, message } = refusal
  const fault = { code: 'request_unreadable', message }
  const identity = logged.identityOf(socket)
  logRefusal(logged, status, socket, fault, identity)
  logged.tell(refusal, error, identity?.requestId)
  // The rest of a request that was refused at its header.
  if (isAnswered(logged, socket)) return void socket.destroy()
  const { headers, body } = answer(400, fault)
  const head = { ...headers, ...idHeader(identity), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

const isAnswered = ({ latest }: Logged, socket: Socket): boolean => {
  const { req, res } = latest.get(socket) ?? {}
  if (req?.complete === false && res?.headersSent === true) return true
  // In the middle of an answer, or before one that is due: what is written now would be taken for it.
  return res?.writableFinished === false && (req?.complete === true || res.headersSent || res.socket === null)
}

const logRefusal = (
  { count, log }: Logged,
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
