/**
 * Submitting a job: `POST {base_url}/v1/jobs` with the interface's headers (§4.1), authenticated in either way (§5).
 *
 * The body's bytes are signed and sent as they are given. The target that is signed is the one that the HTTP effect puts
 * on the wire. The answer, which the interface does not show, is handed back whatever its status.
 */
import * as E from 'fp-ts/lib/Either.js'
import { parse as parseJson } from 'fp-ts/lib/Json.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as Authorization from '../core/Authorization.ts'
import * as BaseUrl from '../core/BaseUrl.ts'
import { type Bytes, toText } from '../core/Bytes.ts'
import { type Edition, offersBearer } from '../core/Edition.ts'
import * as HttpDate from '../core/HttpDate.ts'
import * as Method from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { SignError } from '../core/SignError.ts'
import type { SubmitError } from '../core/SubmitError.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Clock } from '../effects/Clock.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import type { Credentials } from '../effects/Credentials.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { Http, HttpResponse } from '../effects/Http.ts'
import type { Timer } from '../effects/Timer.ts'
import { signRequest } from './signRequest.ts'

export interface SubmitEnv<Ed extends Edition> {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly http: Http
  readonly timer: Timer
  readonly offsets: ClockOffsets
  readonly credentials: Credentials<Ed>
}

export interface SubmitSettings<Ed extends Edition> {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly edition: Ed
  /** How many more times to try: after a refused connection, a 503, or once after a refusal for a wrong clock. */
  readonly retries: number
  /** For each attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number
}

export const defaults = { retries: 0, timeoutMs: 30_000 } as const

/** The service's answer; `json` is there when the answer says that it is JSON, and is. */
export interface Answer extends HttpResponse {
  readonly json?: unknown
}

const path = '/v1/jobs'

/**
 * Sends a job's bytes. Every attempt is authorized anew, with a nonce of its own: a copy of a request that did arrive
 * would be refused as a repetition.
 */
export const submitJob =
  <Ed extends Edition>(settings: SubmitSettings<Ed>) =>
  (body: Bytes): ReaderTaskEither<SubmitEnv<Ed>, SubmitError, Answer> =>
  (env) =>
  async () => {
    const { baseUrl: base, edition, retries, timeoutMs } = settings
    if (env.credentials._tag === 'AccessToken' && !offersBearer(edition)) return E.left({ _tag: 'TokenNotOffered' })
    const target = BaseUrl.target(base, path)
    if (E.isLeft(target)) return target
    const origin = BaseUrl.origin(base)

    const attempt = async (n: number, clockCorrected: boolean): Promise<E.Either<SubmitError, Answer>> => {
      const timestamp = Timestamp.add(env.clock.now(), env.offsets.get(origin)())
      const authorization = await authorize(env, target.right, body, timestamp)
      if (E.isLeft(authorization)) return authorization
      const headers = {
        'Content-Type': 'application/json; charset=UTF-8',
        Accept: 'application/json',
        Authorization: authorization.right,
      }
      const answer = await env.http.send({
        base,
        method: Method.post,
        target: target.right,
        headers,
        body,
        timeoutMs,
      })()

      if (n < retries && (E.isLeft(answer) ? answer.left._tag === 'ConnectionRefused' : answer.right.status === 503)) {
        await env.timer.wait(pause(n, answer))()
        return attempt(n + 1, clockCorrected)
      }
      if (E.isLeft(answer)) return answer
      if (n < retries && !clockCorrected && env.credentials._tag === 'SigningApp') {
        const theirs = clockOf(answer.right, timestamp, env.clock.now())
        if (O.isSome(theirs)) {
          env.offsets.set(origin, theirs.value - env.clock.now())()
          return attempt(n + 1, true)
        }
      }
      return E.right(withJson(answer.right))
    }
    return attempt(0, false)
  }

/** The header for this very attempt. */
const authorize = async <Ed extends Edition>(
  { credentials, clock, entropy }: SubmitEnv<Ed>,
  target: RequestTarget,
  body: Bytes,
  timestamp: Timestamp.Timestamp,
): Promise<E.Either<SignError, string>> => {
  if (credentials._tag === 'AccessToken') {
    return E.right(Authorization.serialize({ _tag: 'Bearer', token: credentials.reveal() }))
  }
  const request = { method: Method.post, url: target, body, timestamp }
  const signed = await signRequest(credentials)(request)({ clock, entropy, signer: credentials.signer })()
  return E.isLeft(signed) ? signed : E.right(signed.right.authorization)
}

const longestPauseMs = 30_000

/** 0.2 s, doubled with each attempt; longer if the service asks for it in `Retry-After`, up to half a minute. */
const pause = (attempt: number, answer: E.Either<unknown, HttpResponse>): number => {
  const asked = E.isRight(answer) ? (answer.right.headers['retry-after'] ?? '') : ''
  const askedMs = /^\d{1,9}$/.test(asked) ? Number(asked) * 1000 : 0
  return Math.min(longestPauseMs, Math.max(200 * 2 ** attempt, askedMs))
}

const largestCorrection = 86_400
const likelySkew = 60

/**
 * The service's clock, if the answer is a refusal for a wrong clock. Ours says so in its code. The interface shows no
 * error bodies, so for another service the evidence must do: a 401 whose `Date` lies more than a minute from what was sent.
 * More than a day from our own clock, however often it was corrected, is no clock. The base URL is https or loopback, so nobody on the way has set the date.
 */
const clockOf = (
  answer: HttpResponse,
  sent: Timestamp.Timestamp,
  now: Timestamp.Timestamp,
): O.Option<Timestamp.Timestamp> => {
  const date = HttpDate.parse(answer.headers.date ?? '')
  if (answer.status !== 401 || O.isNone(date)) return O.none
  const off = Math.abs(date.value - sent)
  const code = refusalCode(answer)
  const clockRefusal =
    code === undefined ? off > likelySkew : code === 'timestamp_expired' || code === 'timestamp_in_future'
  return clockRefusal && Math.abs(date.value - now) <= largestCorrection ? date : O.none
}

/** The code of a body `{"error":{"code"}}`. */
const refusalCode = (answer: HttpResponse): string | undefined => {
  const { json } = withJson(answer) as { json?: { error?: { code?: unknown } } | null }
  return typeof json?.error?.code === 'string' ? json.error.code : undefined
}

const withJson = (answer: HttpResponse): Answer => {
  if (!/^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(answer.headers['content-type'] ?? '')) return answer
  const text = toText(answer.body)
  const json = E.isLeft(text) ? text : parseJson(text.right)
  return E.isLeft(json) ? answer : { ...answer, json: json.right }
}
