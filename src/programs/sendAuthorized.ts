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

/**
 * The answer to the last attempt, whatever its status. Fails if the request cannot be signed, or if the last attempt brought
 * no answer.
 */
export const sendAuthorized =
  (settings: RetrySettings) =>
  (request: RequestToSend): ReaderTaskEither<SendEnv, Unauthorized | HttpError, HttpResponse> =>
  (env) =>
  () => {
    const { clock, timer, offsets, http } = env
    const origin = BaseUrl.origin(request.base)
    const began = timer.elapsed()
    const left = () => began + settings.totalTimeoutMs - timer.elapsed()
    const { retries, maxClockOffset } = settings
    const remembered = () => ClockOffset.secondsAt(offsets.get(origin)(), timer.elapsed(), maxClockOffset)
    /** `tried`: the correction that one answer suggested. `earlier`: how the attempt before this one ended. */
    const attempt = async (
      attempts: number,
      tried?: number,
      earlier?: Outcome,
    ): Promise<E.Either<Unauthorized | HttpError, HttpResponse>> => {
      const offset = tried ?? remembered()
      const timestamp = Timestamp.add(offset)(clock.now())
      const authorized = await authorize(env, request, timestamp)
      // A slow signer has used up the time, so the attempt before this one was the last.
      if (earlier !== undefined && E.isRight(authorized) && left() <= 0) return earlier
      // Nobody will read the answer before this attempt.
      if (earlier !== undefined && E.isRight(earlier)) earlier.right.drop?.()
      if (E.isLeft(authorized)) return authorized
      const { body, authorization } = authorized.right
      const timeoutMs = attempts === 1 ? request.timeoutMs : Math.min(request.timeoutMs, left())
      const headers = { ...request.headers, Authorization: authorization }
      const outcome = await http.send({ ...request, body, headers, timeoutMs })()
      if (env.credentials._tag === 'SigningApp' && E.isRight(outcome)) learn(env, origin, offset, outcome.right)
      if (attempts > retries) return outcome
      const sent = { attempts, isCorrected: tried !== undefined, timestamp, offset }
      const [next, answered] = await nextAfter(env, settings, request, sent, outcome)
      if (next === undefined || next.pauseMs >= left()) return answered
      const cause = E.isRight(answered) ? { status: answered.right.status } : { reason: answered.left._tag }
      if (env.mayRetry?.({ attempts, ...next, ...cause })() === false) return answered
      if (next.pauseMs > 0) await timer.wait(next.pauseMs)()
      return attempt(attempts + 1, next.clockOffset ?? tried, answered)
    }
    return attempt(1)
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

interface Sent {
  readonly attempts: number
  readonly isCorrected: boolean
  readonly timestamp: Timestamp.Timestamp
  /** The correction in `timestamp`. */
  readonly offset: number
}

const untaken: ReadonlySet<unknown> = new Set([429, 503, 'connection_refused', 'proxy_failed'])
const perhapsTaken: ReadonlySet<unknown> = new Set([500, 502, 504, 'timed_out', 'network_failed'])
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])

/** What may come next, if another attempt may come, and the outcome itself, which can still be read. */
const nextAfter = async (
  { credentials, clock, random, timer }: SendEnv,
  { maxPauseMs, maxClockOffset, idempotent }: RetrySettings,
  { method, timeoutMs }: RequestToSend,
  { attempts, isCorrected, timestamp, offset }: Sent,
  outcome: Outcome,
): Promise<readonly [Next | undefined, Outcome]> => {
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
  if (kind === 503 && E.isRight(outcome) && credentials._tag === 'SigningApp' && !isCorrected) {
    const refused = { sent: timestamp, now: clock.now(), most: maxClockOffset }
    const [clockOffset, answer] = await behindGuard(timer, timeoutMs, refused, outcome.right)
    const next = pause()
    return [next && clockOffset !== undefined ? { ...next, clockOffset } : next, E.right(answer)]
  }
  const isRepeatable = untaken.has(kind) || (perhapsTaken.has(kind) && (idempotent ?? idempotentMethods.has(method)))
  if (isRepeatable) return [pause(), outcome]
  if (E.isLeft(outcome) || kind !== 401 || credentials._tag === 'AccessToken') return [undefined, outcome]
  const { content, answer } = await readAnswer(timer, longestRefusal, timeoutMs)(outcome.right)()
  const code = E.isRight(content) ? refusalCode(answer.headers, content.right) : undefined
  // The replay guard has lost its memory and accepts nothing that may be a replay. No clock is wrong.
  if (code === 'timestamp_expired' && askedMs !== undefined && askedMs > 0) return [pause(), E.right(answer)]
  const refusal = { date: answer.headers.date, code, sent: timestamp, now: clock.now() }
  const theirs = isCorrected ? O.none : ClockOffset.suggestedBy(refusal, maxClockOffset)
  return [O.isSome(theirs) ? { pauseMs: 0, clockOffset: theirs.value } : undefined, E.right(answer)]
}

/**
 * The correction of our clock after a 503. A replay guard that has started accepts what was signed since. A caller whose clock is
 * behind is refused until it passes the guard's start, so it takes the service's clock. Undefined: no clock is to blame.
 */
const behindGuard = async (
  timer: Timer,
  timeoutMs: number,
  { sent, now, most }: { readonly sent: Timestamp.Timestamp; readonly now: Timestamp.Timestamp; readonly most: number },
  answer: HttpResponse,
): Promise<readonly [number | undefined, HttpResponse]> => {
  const { date } = answer.headers
  const theirs = HttpDate.parse(date ?? '')
  // A second may pass on the way.
  if (O.isNone(theirs) || theirs.value - sent <= 1) return [undefined, answer]
  const read = await readAnswer(timer, longestRefusal, timeoutMs)(answer)()
  const code = E.isRight(read.content) ? refusalCode(read.answer.headers, read.content.right) : undefined
  if (code !== 'guard_starting') return [undefined, read.answer]
  return [O.toUndefined(ClockOffset.suggestedBy({ date, code: 'timestamp_expired', sent, now }, most)), read.answer]
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
