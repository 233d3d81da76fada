/**
 * Verifies each request, then forwards it: the gateway of `countersign serve --upstream`. The order is the security argument:
 *
 *   admission → verdict on the whole body → a place at the upstream → forward → answer → place and file given back
 *
 * Admission: the upstream has room, and the host and the framing of the request are plain. So the upstream reads them as the gateway does.
 *
 * Nothing reaches the upstream before the verdict. It gets the method, the target and the body that were verified,
 * framed anew. If a proxy in front has removed a prefix of the target, the verifier puts it back for the verdict, and the upstream gets
 * the target without it, as it came. `Round.ts` decides each step of this order, and `carryOut` does what it says.
 */
import type { ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { VerifiedCaller } from '../../core/Caller.ts'
import { answer, type HttpAnswer } from '../../core/HttpAnswer.ts'
import * as PathPrefix from '../../core/PathPrefix.ts'
import { ofTimeouts, type Timer } from '../../effects/Timer.ts'
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
import { type Fault, faults, hostOf, unfit } from './faults.ts'
import * as Forwarding from './forward.ts'
import { sinkOf } from './forward.ts'
import * as Intake from './Intake.ts'
import * as Pace from './Pace.ts'
import * as Places from './Places.ts'
import { type Origin, type Passing, toUpstream, trusted, valuesOf } from './passedHeaders.ts'
import * as RequestIdentity from './RequestIdentity.ts'
import * as Round from './Round.ts'
import { mostFiles, type Spool, spool } from './Spool.ts'
import { bodyMs } from './servers.ts'
import type { Upstream } from './Upstream.ts'
import { type VerifiedBody, verifyBody } from './verifyBody.ts'

export interface GatewaySettings {
  readonly upstream: Upstream
  /** Whether the upstream gets the Authorization header. */
  readonly passAuthorization: boolean
  /** Names of headers that a trusted proxy in front sets. */
  readonly trustHeader?: ReadonlyArray<string>
  /** The part of the path that a proxy in front removes: it is verified, and the upstream does not get it. */
  readonly prefix?: string | undefined
  /** Who sent a request, and its id: the same one however often it is asked. */
  readonly identityOf: (req: NodeRequest) => RequestIdentity.RequestIdentity
  /** Runs the work of a request so that the verdict on it is known to be of this one. */
  readonly during?: <A>(identity: RequestIdentity.RequestIdentity, work: () => A) => A
  /** What the caller gets in place of the verifier's refusal; the refusal itself unless set. */
  readonly refusalFor?:
    | ((refusal: HttpAnswer, req: NodeRequest, identity: RequestIdentity.RequestIdentity) => HttpAnswer)
    | undefined
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
  /**
   * Called when the gateway stops reading a body, for example because the body came too slowly. It is called before the verifier
   * refuses the request with `body_incomplete`. The caller gets the gateway's answer, not this refusal. So a `body_incomplete` of
   * this request does not mean that the caller broke off.
   */
  readonly onBodyLost?: (identity: RequestIdentity.RequestIdentity) => void
  /** Hears how long the service took until the head of its answer. */
  readonly onServiceAnswer?: (milliseconds: number) => void
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
  readonly identity: RequestIdentity.RequestIdentity
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
  /** Of the places at the service, and of those of uploads if there are any. */
  readonly places: () => Readonly<Partial<Record<'service' | 'upload', ReturnType<Places.Places['state']>>>>
}

/** What all requests of a gateway have in common. */
interface Shared {
  readonly verifier: Verifier
  readonly settings: GatewaySettings
  readonly patience: Patience
  /** What of the headers is passed on. */
  readonly passing: Omit<Passing, 'contentLength' | 'requestId'>
  readonly limits: Forwarding.Limits
  readonly atUpstream: Places.Places
  readonly files: Places.Places
  readonly bodyPaces: Pace.Paces
  readonly underWay: Set<Run>
  readonly during: NonNullable<GatewaySettings['during']>
  isDraining: boolean
  onIdle: () => void
}

/** One request: where it is, and what it has taken. */
interface Run {
  readonly shared: Shared
  readonly req: NodeRequest
  readonly res: NodeResponse
  /** The caller sends its body after `100 Continue` only. */
  readonly waits: boolean
  readonly began: number
  /** Of the socket; empty if its caller had gone. */
  readonly address: string
  readonly identity: RequestIdentity.RequestIdentity
  round: Round.Round
  /** What has happened and is not dealt with yet. */
  readonly events: Array<Round.Event>
  isStepping: boolean
  host: string | undefined
  intake: Intake.Intake | undefined
  store: Spool | undefined
  body: VerifiedBody | undefined
  leavePlace: Places.Leave | undefined
  forwarding: Forwarding.Forwarding | undefined
  fileClosed: Promise<void> | undefined
  onOver: () => void
}

/** What each command of `Round.ts` does, in the order in which a request meets them. */
const carryOut: { readonly [C in Round.Command as C['_tag']]: (run: Run, command: C) => unknown } = {
  announceEnd: ({ res }) => announceEnd(res),
  closeStream: ({ res }) => sinkOf(res).destroy(),
  verify: (run) => run.shared.during(run.identity, () => verify(run)),
  giveUpBody: (run) => giveUpBody(run),
  refuse: (run, { answer }) =>
    refuse(run.req, run.res, withId(run, refusalFor(run, answer)), run.shared.verifier.bodyLimit),
  takePlace: (run, { caller }) => takePlace(run, caller),
  forward: (run, { caller }) => forwardVerified(run, caller),
  finishSending: ({ forwarding }) => forwarding && Forwarding.finish(forwarding),
  finishSendingSoon: ({ forwarding }) => forwarding && Forwarding.finishSoon(forwarding),
  abandon: ({ forwarding }) => forwarding && Forwarding.abandon(forwarding),
  beginAnswer: ({ forwarding }) => forwarding && Forwarding.passAnswer(forwarding),
  leavePlace: ({ leavePlace }) => leavePlace?.(),
  fail: (run, command) => fail(run, command),
  failInternally: (run, { error }) => failInternally(run, error),
  report: (run, { line }) => report(run, line),
  closeFile: (run) => {
    run.fileClosed = run.store?.close()
  },
}

/** Before the verdict, so that no nonce is spent on a request that cannot be forwarded. */
const admit = (run: Run): Round.Event => {
  const { req, shared, address } = run
  if (address === '') return { _tag: 'unreachable' }
  if (shared.isDraining) return turnedAway(faults.closing)
  if (!shared.atUpstream.hasRoom(() => [claimOf(req)])) return turnedAway(faults.overloaded)
  const host = hostOf(req)
  if (E.isLeft(host)) return turnedAway(host.left)
  const fault = unfit(req)
  if (fault !== undefined) return turnedAway(fault)
  run.host = host.right
  return { _tag: 'admitted' }
}

const turnedAway = (fault: Fault): Round.Event => ({ _tag: 'turnedAway', fault })

export const gateway = (verifier: Verifier, settings: GatewaySettings): Gateway => {
  const shared = sharedOf(verifier, settings)
  return {
    handle: async (req, res, waits = false) => {
      const turn = takeTurn(req, res)
      if (turn !== undefined && !(await turn)) return
      const run = runOf(shared, req, res, waits)
      shared.underWay.add(run)
      await toTheEnd(run)
      shared.underWay.delete(run)
      if (shared.underWay.size === 0) shared.onIdle()
    },
    isDraining: () => shared.isDraining,
    places: () => ({
      service: shared.atUpstream.state(),
      ...(settings.maxUpload === undefined ? {} : { upload: shared.files.state() }),
    }),
    drain: () =>
      new Promise((resolve) => {
        shared.isDraining = true
        shared.onIdle = resolve
        if (shared.underWay.size === 0) resolve()
        for (const run of shared.underWay) happen(run, { _tag: 'closing' })
      }),
  }
}

const sharedOf = (verifier: Verifier, settings: GatewaySettings): Shared => {
  const { upstream, passAuthorization, trustHeader = [], maxRequests, maxFiles = mostFiles } = settings
  const patience = settings.patience ?? patient
  const { termMs, stallMs, slowBodyMs, unreadMs } = patience
  // One unit is done when the caller has read all that the gateway has written. A caller that does not for `unreadMs` is late.
  const paces = Pace.make({ timer, perSecond: 1, graceMs: unreadMs })
  return {
    verifier,
    settings,
    patience,
    passing: { passAuthorization, trusted: trusted(trustHeader), upstreamHost: upstream.host },
    limits: { timer, timeoutMs: settings.upstreamTimeoutMs, paces, restMs: termMs },
    atUpstream: Places.make({ timer, most: maxRequests, termMs, stallMs }),
    files: Places.make({ timer, most: maxFiles, termMs, stallMs }),
    bodyPaces: Intake.pacesOf(timer, slowBodyMs),
    underWay: new Set(),
    during: settings.during ?? ((_, work) => work()),
    isDraining: false,
    onIdle: () => {},
  }
}

const runOf = (shared: Shared, req: NodeRequest, res: NodeResponse, waits: boolean): Run => ({
  shared,
  req,
  res,
  waits,
  began: performance.now(),
  // Now: a socket whose caller has gone has no address.
  address: (req.socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, ''),
  identity: shared.settings.identityOf(req),
  round: Round.received,
  events: [],
  isStepping: false,
  host: undefined,
  intake: undefined,
  store: undefined,
  body: undefined,
  leavePlace: undefined,
  forwarding: undefined,
  fileClosed: undefined,
  onOver: () => {},
})

/** Resolves when the caller has got its answer, or its stream is closed. Never rejects. */
const toTheEnd = async (run: Run): Promise<void> => {
  await new Promise<void>((resolve) => {
    run.onOver = resolve
    begin(run)
  })
  await run.fileClosed
  const sink = sinkOf(run.res)
  if (!sink.writableFinished && !sink.destroyed) await new Promise((resolve) => sink.once('close', resolve))
}

const begin = (run: Run): void => {
  try {
    happen(run, admit(run))
  } catch (error) {
    happen(run, { _tag: 'broken', error })
  }
}

/** An event that a command causes at once waits until the commands before it are carried out. Never throws. */
const happen = (run: Run, event: Round.Event): void => {
  run.events.push(event)
  if (run.isStepping) return
  run.isStepping = true
  for (let next = run.events.shift(); next !== undefined; next = run.events.shift()) {
    const { round, commands } = Round.step(run.round, next, run.shared.limits)
    run.round = round
    for (const command of commands) attempt(run, command)
  }
  run.isStepping = false
  if (run.round._tag === 'over') run.onOver()
}

/** A command that fails keeps none from being carried out. */
const attempt = (run: Run, command: Round.Command): void => {
  const act = carryOut[command._tag] as (run: Run, command: Round.Command) => unknown
  try {
    act(run, command)
  } catch (error) {
    run.events.push({ _tag: 'broken', error })
  }
}

const verify = async (run: Run): Promise<void> => {
  const { req, shared } = run
  // Node keeps this time for HTTP/1.1 alone.
  const deadline = isHttp2(req) ? setTimeout(() => req.stream.close(), bodyMs) : undefined
  try {
    const intake = intakeOf(run)
    run.intake = intake
    run.store = storeOf(run, intake)
    const { maxUpload = 0, prefix } = shared.settings
    const verifying = { verifier: shared.verifier, prefix }
    const verified = await verifyBody(verifying, intake, run.store && { store: run.store, limit: maxUpload })
    clearTimeout(deadline)
    if (E.isLeft(verified))
      return happen(run, { _tag: 'refused', answer: verified.left, failure: run.store?.failure() })
    run.body = verified.right
    happen(run, { _tag: 'verified', caller: verified.right.caller })
  } catch (error) {
    clearTimeout(deadline)
    happen(run, { _tag: 'broken', error })
  }
}

const giveUpBody = ({ intake, identity, shared }: Run): void => {
  shared.settings.onBodyLost?.(identity)
  if (intake !== undefined) Intake.giveUp(intake)
}

const intakeOf = (run: Run): Intake.Intake => {
  const { req, res, waits, identity, shared } = run
  return Intake.of({
    req,
    client: networkOf(identity.client),
    // Without it, Node closes the connection after the answer: the caller may hold back the body (RFC 9110 §10.1.1).
    begin: () => waits && !res.headersSent && (res as ServerResponse).writeContinue(),
    onLate: () => happen(run, { _tag: 'bodyLost', fault: faults.slowBody }),
    paces: shared.bodyPaces,
  })
}

/** For a body that may be too large for memory, if uploads are allowed. */
const storeOf = (run: Run, intake: Intake.Intake): Spool | undefined => {
  const { req, shared } = run
  const { bodyLimit } = shared.verifier
  if (shared.settings.maxUpload === undefined || !mayExceed(req, bodyLimit)) return undefined
  const enter = async () => {
    const leave = await shared.files.take(
      {
        path: [intake.client ?? '', claimOf(req)],
        behind: () => Intake.behind(intake),
        onLoss: (why) => happen(run, { _tag: 'bodyLost', fault: why === 'stalled' ? faults.slowBody : faults.upload }),
      },
      shared.patience.waitMs,
    )
    // The caller was not read while it waited for its place, so this time does not count as slowness of the caller.
    Intake.advance(intake, Number.POSITIVE_INFINITY)
    return leave
  }
  return spool(bodyLimit, enter, () => shared.settings.onBodyLost?.(run.identity))
}

const takePlace = async (run: Run, { appId }: VerifiedCaller): Promise<void> => {
  const { atUpstream, patience } = run.shared
  try {
    run.leavePlace = await atUpstream.take(
      {
        path: [appId],
        behind: () => (run.forwarding === undefined ? 0 : Forwarding.behind(run.forwarding)),
        onLoss: (why) => happen(run, { _tag: 'placeLost', why }),
      },
      patience.waitMs,
    )
    if (run.leavePlace === undefined) return happen(run, { _tag: 'crowded' })
    const isCallerThere = !run.req.socket.destroyed && !sinkOf(run.res).destroyed
    happen(run, { _tag: 'placed', isCallerThere, elapsed: timer.elapsed() })
  } catch (error) {
    happen(run, { _tag: 'broken', error })
  }
}

const forwardVerified = (run: Run, caller: VerifiedCaller): void => {
  const { req, res, address, identity, host, body, shared } = run
  if (body === undefined) return
  const { requestId } = identity
  const origin: Origin = { address, host, protocol: 'encrypted' in req.socket ? 'https' : 'http' }
  const contentLength = body.length > 0 || hasBody(req) ? body.length : undefined
  const headers = toUpstream(req.rawHeaders, caller, origin, { ...shared.passing, contentLength, requestId })
  // Method and target are those that were verified.
  const { method } = caller
  const target = PathPrefix.remove(shared.settings.prefix ?? '', caller.target)
  const request = { method, target, headers, body: body.content(), requestId }
  const began = performance.now()
  run.forwarding = Forwarding.forward(shared.settings.upstream, request, res, shared.limits, (event) => {
    if (event._tag === 'answerCame') shared.settings.onServiceAnswer?.(performance.now() - began)
    happen(run, event)
  })
}

const fail = (run: Run, { fault, detail, caller }: Extract<Round.Command, { _tag: 'fail' }>): void => {
  const { req, res, shared } = run
  const { status, code, message, headers } = fault
  // Nobody waits for the rest of a body that comes too slowly.
  const most = code === faults.slowBody.code ? 0 : shared.verifier.bodyLimit
  refuse(req, res, withId(run, answer(status, { code, message }, headers)), most)
  report(run, { status, code, message: `${code}: ${detail}`, ...(caller === undefined ? {} : { caller }) })
}

const refusalFor = ({ req, identity, shared }: Run, answer: HttpAnswer): HttpAnswer =>
  shared.settings.refusalFor?.(answer, req, identity) ?? answer

const withId = ({ identity }: Run, { headers, ...answer }: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...headers, [RequestIdentity.header]: identity.requestId },
})

const report = ({ shared, identity, began }: Run, line: Omit<GatewayLine, 'identity' | 'milliseconds'>): void =>
  shared.settings.report({ ...line, identity, milliseconds: performance.now() - began })

const failInternally = ({ req, res, identity, shared }: Run, error: unknown): void => {
  const { settings, verifier } = shared
  const headers = { [RequestIdentity.header]: identity.requestId }
  endInternally({ req, res, limit: verifier.bodyLimit, headers }, error, (message) =>
    settings.report({ status: 500, code: 'internal', message, identity, milliseconds: 0 }),
  )
}

/** The answer says that its connection closes. HTTP/2 says so for the whole session. */
const announceEnd = (res: NodeResponse): void => {
  if ('shouldKeepAlive' in res) res.shouldKeepAlive = false
}

/** Whether the body may have more than `limit` bytes. */
const mayExceed = (req: NodeRequest, limit: number): boolean => {
  if (!isHttp2(req)) return leavesRest(req, limit)
  return !req.stream.endAfterHeaders && !(Number(req.headers['content-length'] ?? Number.NaN) <= limit)
}

/** Methods for which most servers expect no body, and Node writes no framing of its own. */
const bodiless = /^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/

/** Whether the upstream gets a Content-Length of 0 for an empty body. */
const hasBody = (req: NodeRequest): boolean =>
  !bodiless.test(req.method ?? '') ||
  req.headers['content-length'] !== undefined ||
  req.headers['transfer-encoding'] !== undefined

/**
 * The app id in the Authorization header, not verified yet. The request uses the share of this app. A false app id takes no place at
 * the upstream: the verifier refuses the request first.
 */
const claimOf = ({ rawHeaders }: NodeRequest): string =>
  /[ ,]app_id="?([^",]*)/.exec(valuesOf(rawHeaders, 'authorization')[0] ?? '')?.[1] ?? ''
