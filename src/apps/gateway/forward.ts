/**
 * Sends a verified request to the upstream once, and streams its answer to the caller.
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
import type { Loss } from './Places.ts'
import type { Upstream, UpstreamHead } from './Upstream.ts'

export interface ForwardedRequest extends UpstreamHead {
  readonly body: Uint8Array | Readable
}

export type Forwarded =
  /** `cut`: the answer ended early, and why if the gateway ended it. */
  | { readonly _tag: 'answered'; readonly status: number; readonly cut: boolean; readonly why: Cut | undefined }
  /** No connection, or it ended without an answer that can be passed on; nothing has been sent to the caller. */
  | { readonly _tag: 'unavailable'; readonly detail: string }
  | { readonly _tag: 'late' }
  /** The caller hung up before the answer came. */
  | { readonly _tag: 'gone' }
  /** Others got its place before the answer came. */
  | { readonly _tag: 'displaced' }

/** The caller did not read its answer, and nobody or somebody waited for its place; or the place was lent. */
export type Cut = 'unread' | Loss

export interface Limits {
  readonly timer: Timer
  /** How long the upstream may be silent. */
  readonly timeoutMs: number
  /** Measures how long the caller leaves unread what was written to it. */
  readonly paces: Pace.Paces
  /** How long the upstream may take for the rest of a request that has lost its place. */
  readonly restMs: number
}

export interface Forwarding {
  /** Never rejects. */
  readonly ended: Promise<Forwarded>
  /** For how many milliseconds the caller has not read. */
  readonly behind: () => number
  readonly end: (why: Cut) => void
}

export const forward = (
  upstream: Upstream,
  { body, ...head }: ForwardedRequest,
  res: NodeResponse,
  { timer, timeoutMs, paces, restMs }: Limits,
): Forwarding => {
  /** While the caller has not read what was written to it. */
  let unread: Pace.Pace | undefined
  let why: Cut | undefined
  let stop = (): void => {}
  const end = (cut: Cut): void => {
    why ??= cut
    stop()
  }
  const ended = new Promise<Forwarded>((resolve) => {
    let isAnswered = false
    let isGone = false
    let isLate = false
    let sending: ClientRequest
    try {
      sending = upstream.request(head, timeoutMs)
    } catch (error) {
      return resolve({ _tag: 'unavailable', detail: codeOf(error) })
    }
    const unanswered = (detail: string): void => {
      // Its own stream tells how an answer ended.
      if (isAnswered) return
      if (isGone) resolve({ _tag: 'gone' })
      else if (why !== undefined) resolve({ _tag: 'displaced' })
      else resolve(isLate ? { _tag: 'late' } : { _tag: 'unavailable', detail })
    }
    const sink = sinkOf(res)
    const endOnceSent = (): void => {
      if (isAnswered || sending.writableFinished) sending.destroy()
      else sending.once('finish', () => sending.destroy())
    }
    stop = () => {
      endOnceSent()
      // A service that takes no more of the request keeps no place by that.
      const cancel = timer.after(restMs, () => sending.destroy())
      sending.once('close', cancel)
    }
    sink.once('close', () => {
      if (isAnswered) return
      isGone = true
      endOnceSent()
    })
    sending.on('timeout', () => {
      // The caller is slow, not the upstream; the caller's own connection has a timeout.
      if (isAnswered && sink.writableNeedDrain) return
      // What the upstream sent while the event loop was blocked is read first; with it, Node's timeout begins anew.
      const before = trafficOf(sending)
      timer.after(0, () => {
        if (trafficOf(sending) !== before) return
        isLate = true
        sending.destroy()
      })
    })
    // An interim answer (1xx) is a sign of life and no answer: it prolongs nothing.
    let written = -1
    let progressAt = timer.elapsed()
    sending.on('information', () => {
      const { bytesWritten = 0 } = sending.socket ?? {}
      if (bytesWritten !== written) {
        written = bytesWritten
        progressAt = timer.elapsed()
      } else if (timer.elapsed() - progressAt >= timeoutMs) {
        isLate = true
        sending.destroy()
      }
    })
    sending.on('error', (error) => {
      // After the caller has gone, the rest of the request may still be on its way.
      if (!isGone) unanswered(codeOf(error))
    })
    sending.on('close', () => unanswered('no answer'))
    sending.on('response', (answer) => {
      // The caller has gone: nobody reads this answer.
      if (isGone) return void sending.destroy()
      const { statusCode: status = 0 } = answer
      const begun = beginAnswer(res, answer)
      if (E.isLeft(begun)) {
        sending.destroy()
        return unanswered(begun.left)
      }
      isAnswered = true
      const isRead = (): void => {
        if (unread !== undefined) paces.end(unread)
        unread = undefined
      }
      // `pipeline` pauses the answer until the caller has read what was written; and once more at its end.
      answer.on('pause', () => {
        if (!sink.writableNeedDrain) return
        unread ??= paces.begin(() => end('unread'))
        answer.once('resume', isRead)
      })
      pipeline(answer, sink, (error) => {
        isRead()
        // An answer may come before the whole body has been sent; the rest is wanted no more.
        if (error || !sending.writableFinished) sending.destroy()
        resolve({ _tag: 'answered', status, cut: Boolean(error), why })
      })
    })
    if (body instanceof Uint8Array) sending.end(body.length > 0 ? body : undefined)
    else pipeline(body, sending, () => {})
  })
  return { ended, behind: () => (unread === undefined ? 0 : paces.behind(unread)), end }
}

/** Changes with whatever passes between the gateway and the upstream. */
const trafficOf = ({ socket }: ClientRequest): string =>
  `${socket?.connecting} ${socket?.bytesRead} ${socket?.bytesWritten}`

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? (message === 'socket hang up' ? 'ECONNRESET' : 'an error without a code')
}

/**
 * Begins the answer to the caller. A Left says why the upstream's cannot be passed on; then nothing has been sent, and the response is
 * as before, or its stream is destroyed.
 */
const beginAnswer = (res: NodeResponse, answer: IncomingMessage): E.Either<string, void> => {
  const { statusCode: status = 0, statusMessage: reason, rawHeaders: lines } = answer
  const head = callerAnswer(isHttp2(res) ? 'HTTP/2' : 'HTTP/1.1', { status, reason, lines })
  if (E.isLeft(head)) return head
  const before = { ...res.getHeaders() }
  try {
    if (isHttp2(res)) beginHttp2(res, head.right)
    else beginHttp1(res, head.right)
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
  // Now: an upstream that streams may send its first byte later. `flushHeaders` would write them in UTF-8.
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
