/**
 * Sends a verified request to the upstream once, and streams its answer to the caller. `Round.ts` decides what to do, and learns from
 * the function `happened` what has happened. The gateway has a number of places: each request in progress holds one.
 *
 * A request that has begun to go is sent whole, even if the caller hangs up: a service that reads half a body may act
 * on it, and nobody has signed that half.
 */
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { pipeline, type Readable, type Writable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import type { Timer } from '../../effects/Timer.ts'
import type { NodeResponse } from '../../server/adapters/nodeRequest.ts'
import { type AnswerHead, callerAnswer } from './callerAnswer.ts'
import type * as Pace from './Pace.ts'
import * as RequestIdentity from './RequestIdentity.ts'
import type { ForwardingEvent } from './Round.ts'
import type { Upstream, UpstreamHead } from './Upstream.ts'

export interface ForwardedRequest extends UpstreamHead {
  /** The caller gets it with the answer. */
  readonly requestId: string
  readonly body: Uint8Array | Readable
}

export interface Limits {
  readonly timer: Timer
  /** How long the upstream may be silent. */
  readonly timeoutMs: number
  /** Measures how long the caller leaves unread what was written to it. */
  readonly paces: Pace.Paces
  /** How long the upstream may take the rest of a request whose caller has its answer or has gone. */
  readonly restMs: number
}

/** A request on its way to the upstream, and its answer on its way back. */
export interface Forwarding {
  readonly sending: ClientRequest
  readonly res: NodeResponse
  /** Where the answer's body is written. */
  readonly sink: Writable
  readonly limits: Limits
  readonly requestId: string
  readonly happened: (event: ForwardingEvent) => void
  /** The upstream's answer, once it has come. */
  answer: IncomingMessage | undefined
  /** Present while the caller has not read what was written to it. */
  unread: Pace.Pace | undefined
}

/** Begins. Undefined if no request could be made; then `happened` is called with `upstreamFailed`. */
export const forward = (
  upstream: Upstream,
  { body, requestId, ...head }: ForwardedRequest,
  res: NodeResponse,
  limits: Limits,
  happened: Forwarding['happened'],
): Forwarding | undefined => {
  const sending = requestAt(upstream, head, limits.timeoutMs)
  if (E.isLeft(sending)) {
    happened({ _tag: 'upstreamFailed', detail: sending.left })
    return undefined
  }
  const sink = sinkOf(res)
  const forwarding: Forwarding = {
    sending: sending.right,
    res,
    sink,
    limits,
    requestId,
    happened,
    answer: undefined,
    unread: undefined,
  }
  watch(forwarding)
  send(forwarding, body)
  return forwarding
}

const requestAt = (upstream: Upstream, head: UpstreamHead, timeoutMs: number): E.Either<string, ClientRequest> => {
  try {
    return E.right(upstream.request(head, timeoutMs))
  } catch (error) {
    return E.left(codeOf(error))
  }
}

const watch = (forwarding: Forwarding): void => {
  const { sending, sink, limits, happened } = forwarding
  sink.once('close', () => happened({ _tag: 'callerGone' }))
  sending.on('timeout', () => checkSilence(forwarding))
  sending.on('information', () => {
    const { bytesWritten = 0 } = sending.socket ?? {}
    happened({ _tag: 'interim', bytesWritten, elapsed: limits.timer.elapsed() })
  })
  sending.on('error', (error) => happened({ _tag: 'upstreamFailed', detail: codeOf(error) }))
  sending.on('close', () => happened({ _tag: 'upstreamClosed' }))
  sending.on('response', (answer) => {
    forwarding.answer = answer
    happened({ _tag: 'answerCame' })
  })
}

const send = ({ sending }: Forwarding, body: Uint8Array | Readable): void => {
  if (body instanceof Uint8Array) sending.end(body.length > 0 ? body : undefined)
  else pipeline(body, sending, () => {})
}

const checkSilence = ({ sending, sink, limits, answer, happened }: Forwarding): void => {
  // The caller is slow, not the upstream; the caller's own connection has a timeout.
  if (answer !== undefined && sink.writableNeedDrain) return
  // What the upstream sent while the event loop was blocked is read first; with it, Node's timeout begins anew.
  const before = trafficOf(sending)
  limits.timer.after(0, () => {
    if (trafficOf(sending) === before) happened({ _tag: 'upstreamSilent' })
  })
}

/** Ends the request once it has been sent whole. */
export const finish = ({ sending }: Forwarding): void => {
  if (sending.writableFinished) sending.destroy()
  else sending.once('finish', () => sending.destroy())
}

/** As `finish`, but ends the request after `restMs` at the latest: a service that stops reading it must not hold a place. */
export const finishSoon = (forwarding: Forwarding): void => {
  const { sending, limits } = forwarding
  finish(forwarding)
  const cancel = limits.timer.after(limits.restMs, () => sending.destroy())
  sending.once('close', cancel)
}

/** Ends the request, and its answer, now. */
export const abandon = ({ sending }: Forwarding): void => {
  sending.destroy()
}

/** Begins the answer to the caller, and streams the rest. */
export const passAnswer = (forwarding: Forwarding): void => {
  const { res, answer, requestId, happened } = forwarding
  if (answer === undefined) return
  const begun = beginAnswer(res, answer, requestId)
  if (E.isLeft(begun)) happened({ _tag: 'answerUnfit', detail: begun.left })
  else {
    happened({ _tag: 'answerBegun', status: answer.statusCode ?? 0 })
    streamAnswer(forwarding, answer)
  }
}

const streamAnswer = (forwarding: Forwarding, answer: IncomingMessage): void => {
  const { sending, sink, limits, happened } = forwarding
  const isRead = (): void => {
    if (forwarding.unread !== undefined) limits.paces.end(forwarding.unread)
    forwarding.unread = undefined
  }
  // `pipeline` pauses the answer while the caller has not read what was written. It also pauses the answer once at its end, when the
  // caller may have read everything.
  answer.on('pause', () => {
    if (!sink.writableNeedDrain) return
    forwarding.unread ??= limits.paces.begin(() => happened({ _tag: 'callerSlow' }))
    answer.once('resume', isRead)
  })
  pipeline(answer, sink, (error) => {
    isRead()
    // An answer may come before the whole body has been sent; the rest is wanted no more.
    if (error || !sending.writableFinished) sending.destroy()
    happened({ _tag: 'answerEnded', isCut: Boolean(error) })
  })
}

/** For how many milliseconds the caller has not read. */
export const behind = ({ unread, limits }: Forwarding): number =>
  unread === undefined ? 0 : limits.paces.behind(unread)

/** Changes with whatever passes between the gateway and the upstream. */
const trafficOf = ({ socket }: ClientRequest): string =>
  `${socket?.connecting} ${socket?.bytesRead} ${socket?.bytesWritten}`

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? (message === 'socket hang up' ? 'ECONNRESET' : 'an error without a code')
}

/**
 * Begins the answer to the caller. A Left says why the upstream's answer cannot be passed on. Then the response is as before and
 * another answer can be sent; but if the head has been sent already, the stream is destroyed.
 */
const beginAnswer = (res: NodeResponse, answer: IncomingMessage, requestId: string): E.Either<string, void> => {
  const { statusCode: status = 0, statusMessage: reason, rawHeaders: lines } = answer
  const head = callerAnswer(isHttp2(res) ? 'HTTP/2' : 'HTTP/1.1', { status, reason, lines })
  if (E.isLeft(head)) return head
  const named = { ...head.right, lines: RequestIdentity.withId(head.right.lines, requestId) }
  const before = { ...res.getHeaders() }
  try {
    if (isHttp2(res)) beginHttp2(res, named)
    else beginHttp1(res, named)
    return E.right(undefined)
  } catch (error) {
    // Another version of Node may refuse what `callerAnswer` lets pass.
    if (res.headersSent) sinkOf(res).destroy()
    else restoreHeaders(res, before)
    return E.left(codeOf(error))
  }
}

const restoreHeaders = (res: NodeResponse, before: OutgoingHttpHeaders): void => {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of Object.entries(before)) if (value !== undefined) res.setHeader(name, value)
  if (!isHttp2(res)) res.statusMessage = ''
}

/** Where the body of an answer is written: the response of HTTP/2's compatibility API is no real stream. */
export const sinkOf = (res: NodeResponse): Writable => (isHttp2(res) ? res.stream : res)

const isHttp2 = (res: NodeResponse): res is Http2ServerResponse => 'stream' in (res as Partial<Http2ServerResponse>)

const beginHttp1 = (res: ServerResponse, { status, reason, lines }: AnswerHead): void => {
  if (reason === undefined) res.writeHead(status, lines as Array<string>)
  else res.writeHead(status, reason, lines as Array<string>)
  // An upstream that streams may send its first byte much later, so an empty write sends the headers now, in Latin-1. `flushHeaders`
  // would write the headers in UTF-8.
  res.write(new Uint8Array(0))
}

const beginHttp2 = (res: Http2ServerResponse, { status, lines }: AnswerHead): void => {
  const headers = new Map<string, Array<string>>()
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] as string
    headers.set(name, [...(headers.get(name) ?? []), lines[i + 1] as string])
  }
  for (const [name, values] of headers) res.setHeader(name, values.length === 1 ? (values[0] as string) : values)
  res.writeHead(status)
}
