/**
 * Sends one request in as many attempts as it may have. Each attempt is authorized anew (interface §5): a service refuses a
 * copy of a request that did arrive as a replay.
 *
 * The law of repeating. A request that was surely not taken may be repeated: the connection was refused, the proxy opened no
 * way, the answer is 429 or 503, or one refusal for a wrong clock was corrected. A request that perhaps was taken (no answer
 * in time, a broken connection, 500, 502, 504) only if twice is the same as once: by its method (RFC 9110 §9.2.2), or because
 * the caller says so. No other request is repeated.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { IO } from 'fp-ts/lib/IO.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as Authorization from '../core/Authorization.ts'
import * as BaseUrl from '../core/BaseUrl.ts'
import { type Bytes, isBytes } from '../core/Bytes.ts'
import * as ClockOffset from '../core/ClockOffset.ts'
import * as HttpDate from '../core/HttpDate.ts'
import type { SignerError } from '../core/SignError.ts'
import type { BodyUnreadable, HttpError } from '../core/SubmitError.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import { type Content, readOver, type SignedContent } from '../effects/Content.ts'
import type { AccessToken, SigningApp } from '../effects/Credentials.ts'
import type { HttpRequest, HttpResponse } from '../effects/Http.ts'
import type { Platform } from '../effects/Platform.ts'
import type { Timer } from '../effects/Timer.ts'
import { jsonOf } from './jsonOf.ts'
import { readAnswer } from './readAnswer.ts'
import { retryAfterMs } from './retryAfterMs.ts'
import { signContent, signParts } from './signRequest.ts'

export interface SendEnv extends Pick<Platform, 'clock' | 'entropy' | 'timer' | 'digest' | 'http' | 'random'> {
  readonly offsets: ClockOffsets
  readonly credentials: SigningApp | AccessToken
  /** Told of every repetition before its pause, and may prevent it with `false`. */
  readonly mayRetry?: ((retry: Retry) => IO<boolean>) | undefined
}

export interface RetrySettings {
  /** How many further attempts at most. */
  readonly retries: number
  /** Twice is the same as once for the service. Absent: by the method. */
  readonly idempotent?: boolean | undefined
  /** The longest pause. A service that asks for a longer one gets no further attempt. */
  readonly maxPauseMs: number
  /** No attempt begins later than this after the first, even if signing it took the time. Then the attempt before it was the last. */
  readonly totalTimeoutMs: number
  /** The largest correction of the clock, in seconds; 0 for none. */
  readonly maxClockOffset: number
}

/** A request without its Authorization header. */
export type RequestToSend = Omit<HttpRequest, 'body'> & { readonly body: Bytes | Content }

/** What comes before another attempt. */
export interface Retry {
  /** How many attempts have failed. */
  readonly attempts: number
  readonly pauseMs: number
  /** Of the answer. */
  readonly status?: number
  /** Why there is no answer. */
  readonly reason?: HttpError['_tag']
  /** The service's clock differs from ours by so many seconds; the next attempt goes by it. */
  readonly clockOffset?: number
}

/** Why there is no header. */
type Unauthorized = SignerError | Authorization.HeaderTooLong | BodyUnreadable

type Outcome = E.Either<HttpError, HttpResponse>
type Next = Pick<Retry, 'pauseMs' | 'clockOffset'>

/** A request on its way through its attempts. */
interface Sending {
  readonly env: SendEnv
  readonly settings: RetrySettings
  readonly request: RequestToSend
  readonly origin: string
  /** No further attempt begins after this, by the timer. */
  readonly endsAtMs: number
}

/** The attempts so far. */
interface Before {
  readonly attempts: number
  /** The correction of the clock that one answer suggested. */
  readonly tried?: number | undefined
  /** How the last of them ended. */
  readonly outcome?: Outcome
}

/**
 * The answer to the last attempt, whatever its status. Fails if the request cannot be signed, or if the last attempt brought
 * no answer.
 */
export const sendAuthorized =
  (settings: RetrySettings) =>
  (request: RequestToSend): ReaderTaskEither<SendEnv, Unauthorized | HttpError, HttpResponse> =>
  (env) =>
  () => {
    const endsAtMs = env.timer.elapsed() + settings.totalTimeoutMs
    return attempt({ env, settings, request, origin: BaseUrl.origin(request.base), endsAtMs }, { attempts: 0 })
  }

/** Sends the request once, and again as long as the law of repeating allows it. */
const attempt = async (
  sending: Sending,
  { attempts: earlier, tried, outcome: before }: Before,
): Promise<E.Either<Unauthorized | HttpError, HttpResponse>> => {
  const { env, settings, request, origin, endsAtMs } = sending
  const { clock, timer, offsets, http } = env
  const leftMs = () => endsAtMs - timer.elapsed()
  const offset = tried ?? ClockOffset.secondsAt(offsets.get(origin)(), timer.elapsed(), settings.maxClockOffset)
  const timestamp = Timestamp.add(offset)(clock.now())
  const authorized = await authorize(env, request, timestamp)
  if (before !== undefined) {
    // A slow signer has used up the time, so the attempt before this one was the last.
    if (E.isRight(authorized) && leftMs() <= 0) return before
    // Nobody will read the answer before this attempt.
    if (E.isRight(before)) before.right.drop?.()
  }
  if (E.isLeft(authorized)) return authorized
  const { body, authorization } = authorized.right
  const timeoutMs = before === undefined ? request.timeoutMs : Math.min(request.timeoutMs, leftMs())
  const headers = { ...request.headers, Authorization: authorization }
  const sent = await http.send({ ...request, body, headers, timeoutMs })()
  if (env.credentials._tag === 'SigningApp' && E.isRight(sent)) learn(env, origin, offset, sent.right)
  const attempts = earlier + 1
  if (attempts > settings.retries) return sent
  const { next, outcome } = await nextAfter(sending, { attempts, tried, timestamp, offset }, sent)
  if (next === undefined || next.pauseMs >= leftMs()) return outcome
  const cause = E.isRight(outcome) ? { status: outcome.right.status } : { reason: outcome.left._tag }
  if (env.mayRetry?.({ attempts, ...next, ...cause })() === false) return outcome
  if (next.pauseMs > 0) await timer.wait(next.pauseMs)()
  return attempt(sending, { attempts, tried: next.clockOffset ?? tried, outcome })
}

/** What the answer to a signed request says about the correction that it was signed by. */
const learn = ({ clock, timer, offsets }: SendEnv, origin: string, seconds: number, answer: HttpResponse): void => {
  const { status, headers } = answer
  const seen = { status, date: headers.date, seconds, now: clock.now(), elapsedMs: timer.elapsed() }
  const known = offsets.get(origin)()
  const believed = ClockOffset.afterAnswer(known, seen)
  if (believed !== known) offsets.set(origin, believed)()
}

interface Authorized {
  readonly authorization: string
  readonly body: Bytes | SignedContent
}

/** The header for this very attempt. */
const authorize = async (
  { credentials, digest, entropy }: SendEnv,
  { method, target, body }: RequestToSend,
  timestamp: Timestamp.Timestamp,
): Promise<E.Either<Unauthorized, Authorized>> => {
  if (credentials._tag === 'SigningApp') {
    const parts = { method, target, timestamp, nonce: entropy.nonce() }
    if (!isBytes(body)) return signContent(credentials, parts, body, credentials.signer, digest)()
    const signed = await signParts(credentials, parts, body, credentials.signer)
    return E.isLeft(signed) ? signed : E.right({ authorization: signed.right.authorization, body })
  }
  const sent = isBytes(body) ? E.right(body) : await readOver(digest, () => {})(body)()
  if (E.isLeft(sent)) return sent
  const authorization = Authorization.serialize({ _tag: 'Bearer', token: credentials.reveal() })
  return E.isLeft(authorization) ? authorization : E.right({ authorization: authorization.right, body: sent.right })
}

// ---- The law of repeating

interface Sent extends Pick<Before, 'attempts' | 'tried'> {
  readonly timestamp: Timestamp.Timestamp
  /** The correction in `timestamp`. */
  readonly offset: number
}

/** What comes after an outcome. */
interface Decision {
  /** Undefined: no other attempt may come. */
  readonly next: Next | undefined
  /** The outcome, which can still be read. */
  readonly outcome: Outcome
}

const untaken: ReadonlySet<unknown> = new Set([429, 503, 'connection_refused', 'proxy_failed'])
const perhapsTaken: ReadonlySet<unknown> = new Set([500, 502, 504, 'timed_out', 'network_failed'])
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])

const nextAfter = async (
  { env: { credentials, clock, random, timer }, settings, request: { method, timeoutMs } }: Sending,
  { attempts, tried, timestamp, offset }: Sent,
  outcome: Outcome,
): Promise<Decision> => {
  const { maxPauseMs, maxClockOffset, idempotent = idempotentMethods.has(method) } = settings
  const kind = E.isRight(outcome) ? outcome.right.status : outcome.left._tag
  const askedMs = E.isRight(outcome)
    ? retryAfterMs(outcome.right.headers, Timestamp.add(offset)(clock.now()))
    : undefined
  /** Full jitter: callers that failed together do not come back together. Never sooner than the service asks. */
  const pause = (): Next | undefined => {
    const own = random() * Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))
    const least = askedMs ?? 0
    return least > maxPauseMs ? undefined : { pauseMs: Math.min(maxPauseMs, least + own) }
  }
  const isSigned = credentials._tag === 'SigningApp'
  if (kind === 503 && E.isRight(outcome) && isSigned && tried === undefined) {
    const refused = { sent: timestamp, now: clock.now(), most: maxClockOffset }
    const { clockOffset, answer } = await behindGuard(timer, timeoutMs, refused, outcome.right)
    const next = pause()
    return { next: next && clockOffset !== undefined ? { ...next, clockOffset } : next, outcome: E.right(answer) }
  }
  const isRepeatable = untaken.has(kind) || (idempotent && perhapsTaken.has(kind))
  if (isRepeatable) return { next: pause(), outcome }
  if (E.isLeft(outcome) || kind !== 401 || !isSigned) return { next: undefined, outcome }
  const { content, answer } = await readAnswer(timer, longestRefusal, timeoutMs)(outcome.right)()
  const code = E.isRight(content) ? refusalCode(answer.headers, content.right) : undefined
  // The replay guard has lost its memory and accepts nothing that may be a replay. No clock is wrong.
  if (code === 'timestamp_expired' && askedMs !== undefined && askedMs > 0)
    return { next: pause(), outcome: E.right(answer) }
  const refusal = { date: answer.headers.date, code, sent: timestamp, now: clock.now() }
  const theirs = tried === undefined ? ClockOffset.suggestedBy(refusal, maxClockOffset) : O.none
  return {
    next: O.isSome(theirs) ? { pauseMs: 0, clockOffset: theirs.value } : undefined,
    outcome: E.right(answer),
  }
}

interface Correction {
  /** In seconds. Undefined: no clock is to blame. */
  readonly clockOffset?: number | undefined
  /** The answer, which can still be read. */
  readonly answer: HttpResponse
}

/**
 * The correction of our clock after a 503. A replay guard that has started accepts what was signed since. A caller whose clock is
 * behind is refused until it passes the guard's start, so it takes the service's clock.
 */
const behindGuard = async (
  timer: Timer,
  timeoutMs: number,
  { sent, now, most }: { readonly sent: Timestamp.Timestamp; readonly now: Timestamp.Timestamp; readonly most: number },
  answer: HttpResponse,
): Promise<Correction> => {
  const { date } = answer.headers
  const theirs = HttpDate.parse(date ?? '')
  // A second may pass on the way.
  if (O.isNone(theirs) || theirs.value - sent <= 1) return { answer }
  const read = await readAnswer(timer, longestRefusal, timeoutMs)(answer)()
  const code = E.isRight(read.content) ? refusalCode(read.answer.headers, read.content.right) : undefined
  if (code !== 'guard_starting') return { answer: read.answer }
  const suggested = ClockOffset.suggestedBy({ date, code: 'timestamp_expired', sent, now }, most)
  return { clockOffset: O.toUndefined(suggested), answer: read.answer }
}

const firstPauseMs = 200

/** In bytes. A refusal is short; a longer answer is not searched for an error code. */
const longestRefusal = 64 * 1024

const memberAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** The code of a body `{"error":{"code"}}`. */
const refusalCode = (headers: HttpResponse['headers'], body: Bytes): string | undefined => {
  const json = jsonOf(headers['content-type'], body)
  const code = O.isSome(json) ? memberAt(memberAt(json.value, 'error'), 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
