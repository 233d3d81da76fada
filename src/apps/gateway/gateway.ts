/**
 * Verifies each request, then forwards it. The order is the security argument:
 *
 *   a host and a framing that upstream and gateway read alike → room → verdict on the whole body → forward
 *
 * Nothing reaches the upstream before the verdict. It gets the method, the target and the body that were verified,
 * framed anew.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { VerifiedCaller } from '../../core/Caller.ts'
import { answer } from '../../core/HttpAnswer.ts'
import { ofTimeouts, type Timer } from '../../effects/Timer.ts'
import { isShortage } from '../../platform/node/believedFile.ts'
import {
  isHttp2,
  leavesRest,
  type NodeRequest,
  type NodeResponse,
  networkOf,
  refuse,
} from '../../server/adapters/nodeRequest.ts'
import { takeTurn } from '../../server/adapters/pipeline.ts'
import type { Verifier } from '../../server/shared.ts'
import { endInternally } from './endInternally.ts'
import { type Fault, faults, hostOf, hungUp, unfit } from './faults.ts'
import { type Cut, type Forwarded, type Forwarding, forward, sinkOf } from './forward.ts'
import { toUpstream, trusted, valuesOf } from './headers.ts'
import * as Intake from './Intake.ts'
import * as Pace from './Pace.ts'
import * as Places from './Places.ts'
import { mostFiles, spool } from './Spool.ts'
import { bodyMs } from './servers.ts'
import type { Upstream } from './Upstream.ts'
import { verifyBody } from './verifyBody.ts'

export interface GatewaySettings {
  readonly upstream: Upstream
  /** Whether the upstream gets the Authorization header. */
  readonly passAuthorization: boolean
  /** Names of headers that a trusted proxy in front sets. */
  readonly trustHeader?: ReadonlyArray<string>
  /** The header in which a proxy in front names the address of the caller. Absent: the address of the socket counts. */
  readonly clientHeader?: string | undefined
  /**
   * The largest body that is kept in a file until it is verified. Undefined: a body over the verifier's limit is
   * refused.
   */
  readonly maxUpload: number | undefined
  /** Uploads that are kept in files at the same time. */
  readonly maxFiles?: number
  /** How long the upstream may be silent. */
  readonly upstreamTimeoutMs: number
  /** Verified requests that are at the upstream at the same time. Strangers cannot take their places; apps share them. */
  readonly maxRequests: number
  /** Tests shorten it. */
  readonly patience?: Patience
  readonly report: (line: GatewayLine) => void
}

/** In milliseconds. */
interface Patience {
  /** How long a lent place is safe: see `Places`. */
  readonly termMs: number
  /** Who makes no progress for so long loses its place to whoever waits. */
  readonly stallMs: number
  /** How long a request or an upload waits for a place: less than `slowBodyMs`. */
  readonly waitMs: number
  /** How far a body may fall behind its least rate. */
  readonly slowBodyMs: number
  /** How long a caller may leave unread what was written to it: as long as nginx grants. */
  readonly unreadMs: number
}

const patient: Patience = { termMs: 1000, stallMs: 10_000, waitMs: 15_000, slowBodyMs: 20_000, unreadMs: 60_000 }

/** Keeps no process alive. */
const timer: Timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms).unref(),
  (timeout) => clearTimeout(timeout),
  () => performance.now(),
)

/** What became of a request, but for refusals of the verifier, which reports them itself. */
export interface GatewayLine {
  readonly status: number
  /** In plain words, without any text of the request that was not verified. */
  readonly message: string
  /** The gateway's own refusals. */
  readonly code?: string
  /** Absent if the request was not verified. */
  readonly caller?: VerifiedCaller
  readonly milliseconds: number
}

export interface Gateway {
  /** `waits`: the caller sends its body after `100 Continue` only. */
  readonly handle: (req: NodeRequest, res: NodeResponse, waits?: boolean) => Promise<void>
  /** Refuses new requests; resolves when all others have ended. */
  readonly drain: () => Promise<void>
  readonly isDraining: () => boolean
}

/** Whether the body may have more than `limit` bytes. */
const mayExceed = (req: NodeRequest, limit: number): boolean => {
  if (!isHttp2(req)) return leavesRest(req, limit)
  return !req.stream.endAfterHeaders && !(Number(req.headers['content-length'] ?? Number.NaN) <= limit)
}

export const gateway = (verifier: Verifier, settings: GatewaySettings): Gateway => {
  const { upstream, passAuthorization, trustHeader = [], maxUpload, upstreamTimeoutMs, maxRequests, report } = settings
  const passing = { passAuthorization, trusted: trusted(trustHeader), upstreamHost: upstream.host }
  const { termMs, stallMs, waitMs, slowBodyMs, unreadMs } = settings.patience ?? patient
  const { bodyLimit } = verifier
  const underWay = new Set<NodeResponse>()
  const atUpstream = Places.make({ timer, most: maxRequests, termMs, stallMs })
  const files = Places.make({ timer, most: settings.maxFiles ?? mostFiles, termMs, stallMs })
  const intakeOf = Intake.make(timer, slowBodyMs)
  // A caller advances by reading all that was written.
  const paces = Pace.make({ timer, perSecond: 1, graceMs: unreadMs })
  const limits = { timer, timeoutMs: upstreamTimeoutMs, paces, restMs: termMs }
  let isDraining = false
  let onIdle = (): void => {}

  const handle = async (req: NodeRequest, res: NodeResponse, waits: boolean): Promise<void> => {
    const began = performance.now()
    // Now: a socket whose caller has gone has no address.
    const address = (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, '')
    const tell = (line: Omit<GatewayLine, 'milliseconds'>) =>
      report({ ...line, milliseconds: performance.now() - began })
    const fail = ({ status, code, message, headers }: Fault, detail = message, caller?: VerifiedCaller): void => {
      // Nobody waits for the rest of a body that comes too slowly.
      const most = code === faults.slowBody.code ? 0 : bodyLimit
      refuse(req, res, answer(status, { code, message }, headers), most)
      tell({ status, code, message: `${code}: ${detail}`, ...(caller === undefined ? {} : { caller }) })
    }

    if (address === '') {
      sinkOf(res).destroy()
      return tell({ status: hungUp, message: 'the caller hung up before its request was read' })
    }
    if (isDraining) {
      announceEnd(res)
      return fail(faults.closing)
    }
    // Before the verdict, so that the nonce is not spent.
    if (!atUpstream.hasRoom(() => [claimOf(req)])) return fail(faults.overloaded)
    const host = hostOf(req)
    if (E.isLeft(host)) return fail(host.left)
    const fault = unfit(req)
    if (fault !== undefined) return fail(fault)

    // Without it, Node closes the connection after the answer: the caller may hold back the body (RFC 9110 §10.1.1).
    const begin = () => waits && !res.headersSent && res.writeContinue()
    // Node keeps this time for HTTP/1.1 alone.
    const deadline = isHttp2(req) ? setTimeout(() => req.stream.close(), bodyMs) : undefined
    const named = valuesOf(req.rawHeaders, settings.clientHeader?.toLowerCase()).at(-1)
    const client = networkOf(named?.split(',').at(-1)?.trim() || address)
    const body = intakeOf({ req, client, begin })
    const store =
      maxUpload !== undefined && mayExceed(req, bodyLimit)
        ? spool(bodyLimit, async () => {
            const leave = await files.take(
              {
                path: [client ?? '', claimOf(req)],
                behind: body.behind,
                onLoss: (why) => body.giveUp(why === 'stalled' ? faults.slowBody : faults.upload),
              },
              waitMs,
            )
            // Meanwhile it was not the caller who was slow.
            body.advance(Number.POSITIVE_INFINITY)
            return leave
          })
        : undefined
    try {
      const verified = await verifyBody(verifier, body, store && { store, limit: maxUpload ?? 0 })
      clearTimeout(deadline)
      if (E.isLeft(verified)) {
        const lost = body.fault()
        if (lost !== undefined) return fail(lost)
        const failure = store?.failure()
        return failure === undefined
          ? refuse(req, res, verified.left, bodyLimit)
          : fail(faults.upload, `${faults.upload.message} (${failure})`)
      }
      const { caller, length, content } = verified.right
      let forwarding: Forwarding | undefined
      const leave = await atUpstream.take(
        { path: [caller.appId], behind: () => forwarding?.behind() ?? 0, onLoss: (why) => forwarding?.end(why) },
        waitMs,
      )
      if (leave === undefined) return fail(faults.crowded, faults.crowded.message, caller)
      let forwarded: Forwarded
      try {
        if (req.socket.destroyed || sinkOf(res).destroyed)
          return tell({ status: hungUp, message: 'the caller hung up before the request was forwarded', caller })
        const origin = { address, host: host.right, protocol: 'encrypted' in req.socket ? 'https' : 'http' } as const
        const contentLength = length > 0 || hasBody(req) ? length : undefined
        const headers = toUpstream(req.rawHeaders, caller, origin, { ...passing, contentLength })
        // Method and target are those that were verified.
        const { method, target } = caller
        forwarding = forward(upstream, { method, target, headers, body: content() }, res, limits)
        forwarded = await forwarding.ended
      } finally {
        leave()
      }
      const [end, message] = conclusion(forwarded)
      if (typeof end === 'number') tell({ status: end, message, caller })
      else fail(end, message, caller)
    } finally {
      clearTimeout(deadline)
      await store?.close()
    }
  }

  return {
    handle: async (req, res, waits = false) => {
      const turn = takeTurn(req, res)
      if (turn !== undefined && !(await turn)) return
      underWay.add(res)
      try {
        await handle(req, res, waits)
        const sink = sinkOf(res)
        if (!sink.writableFinished && !sink.destroyed) await new Promise((resolve) => sink.once('close', resolve))
      } catch (error) {
        // A bug in this program.
        endInternally({ req, res, limit: bodyLimit }, error, (message) =>
          report({ status: 500, code: 'internal', message, milliseconds: 0 }),
        )
      } finally {
        underWay.delete(res)
        if (underWay.size === 0) onIdle()
      }
    },
    isDraining: () => isDraining,
    drain: () =>
      new Promise((resolve) => {
        isDraining = true
        onIdle = resolve
        if (underWay.size === 0) resolve()
        for (const res of underWay) announceEnd(res)
      }),
  }
}

/** The answer says that its connection closes. HTTP/2 says so for the whole session. */
const announceEnd = (res: NodeResponse): void => {
  if ('shouldKeepAlive' in res) res.shouldKeepAlive = false
}

/** Methods for which most servers expect no body, and Node writes no framing of its own. */
const bodiless = /^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/

/** Whether the upstream gets a Content-Length of 0 for an empty body. */
const hasBody = (req: NodeRequest): boolean =>
  !bodiless.test(req.method ?? '') ||
  req.headers['content-length'] !== undefined ||
  req.headers['transfer-encoding'] !== undefined

/** The status of a forwarded request, or the fault to answer; and what the log says. */
const conclusion = (forwarded: Forwarded): Conclusion => {
  if (forwarded._tag === 'answered')
    return [forwarded.status, forwarded.cut ? cutOff[forwarded.why ?? 'otherwise'] : 'forwarded']
  if (forwarded._tag === 'unavailable') {
    // No connection was made, so the service has got nothing.
    if (isShortage({ code: forwarded.detail })) return [faults.crowded, `no descriptor is left (${forwarded.detail})`]
    return [faults.unavailable, `the upstream gave no answer (${forwarded.detail})`]
  }
  return unanswered[forwarded._tag]
}

type Conclusion = readonly [end: number | Fault, message: string]

const unanswered: Readonly<Record<'late' | 'gone' | 'displaced', Conclusion>> = {
  late: [faults.late, 'the upstream did not answer in time'],
  gone: [hungUp, 'the caller hung up before the upstream answered'],
  displaced: [faults.displaced, 'requests of other apps waited for its place at the upstream'],
}

const cutOff: Readonly<Record<Cut | 'otherwise', string>> = {
  unread: 'the answer was cut off, for its caller did not read it',
  stalled: 'the answer was cut off, for its caller did not read it, and others waited for its place',
  recalled: 'the answer was cut off, for requests of other apps waited for its place',
  otherwise: 'the answer was cut off',
}

/** The app that a request says it is of: whose share it asks for. A wrong one gets no further. */
const claimOf = ({ rawHeaders }: NodeRequest): string =>
  /[ ,]app_id="?([^",]*)/.exec(valuesOf(rawHeaders, 'authorization')[0] ?? '')?.[1] ?? ''
