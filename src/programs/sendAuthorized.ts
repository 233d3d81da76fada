/**
 * Sending one request in as many attempts as it may have, each authorized anew (interface §5): a copy of a request that
 * did arrive would be refused as a repetition. How it is sent is an argument; when it is sent again is decided here.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as Authorization from '../core/Authorization.ts'
import type { Bytes } from '../core/Bytes.ts'
import * as HttpDate from '../core/HttpDate.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { SignError } from '../core/SignError.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Clock } from '../effects/Clock.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import type { AccessToken, SigningApp } from '../effects/Credentials.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { Timer } from '../effects/Timer.ts'
import { jsonOf } from './jsonOf.ts'
import { signRequest } from './signRequest.ts'

export interface SendEnv {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly timer: Pick<Timer, 'wait'>
  readonly offsets: ClockOffsets
  readonly credentials: SigningApp | AccessToken
}

export interface SendSettings {
  /** The service's scheme and authority: what its clock's offset is kept by. */
  readonly origin: string
  /**
   * How many more times to try: after a refused connection, a 503, a refusal that says when a timestamp is taken again, or
   * once after a refusal for a wrong clock.
   */
  readonly retries: number
}

/** What is signed of a request, beside the timestamp and the nonce. */
export interface RequestToSend {
  readonly method: Method
  readonly target: RequestTarget
  readonly body: Bytes
}

/** What an attempt has brought: the answer, and what of it decides whether there is another attempt. */
export interface Attempted<A> {
  readonly answer: A
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The content, which is asked for, once, only where a code in it may bring another attempt. */
  readonly body: Task<Bytes>
  /** Run before another attempt: nobody will read this answer. */
  readonly drop: Task<void>
}

/** Sends the request with this Authorization header, once. */
export type Send<L, A> = (authorization: string) => TaskEither<L, Attempted<A>>

/**
 * The answer to the last attempt, whatever its status. Fails with why the request cannot be signed, or with why the last
 * attempt has brought no answer.
 */
export const sendAuthorized =
  <L extends { readonly _tag: string }, A>({ origin, retries }: SendSettings, send: Send<L, A>) =>
  (request: RequestToSend): ReaderTaskEither<SendEnv, SignError | L, A> =>
  (env) => {
    const attempt = async (n: number, clockCorrected: boolean): Promise<E.Either<SignError | L, A>> => {
      const timestamp = Timestamp.add(env.offsets.get(origin)())(env.clock.now())
      const authorization = await authorize(env, request, timestamp)
      if (E.isLeft(authorization)) return authorization
      const attempted = await send(authorization.right)()

      if (n < retries && isPassing(attempted)) {
        if (E.isRight(attempted)) await attempted.right.drop()
        await env.timer.wait(pause(n, attempted))()
        return attempt(n + 1, clockCorrected)
      }
      if (E.isLeft(attempted)) return attempted
      const answered = attempted.right
      if (n < retries && env.credentials._tag === 'SigningApp' && answered.status === 401) {
        const code = refusalCode(answered.headers, await answered.body())
        if (takesLater(answered, code)) {
          await answered.drop()
          await env.timer.wait(Math.min(longestPauseMs, askedMs(answered)))()
          return attempt(n + 1, clockCorrected)
        }
        const theirs = clockOf(answered, code, timestamp, env.clock.now())
        if (!clockCorrected && O.isSome(theirs)) {
          await answered.drop()
          env.offsets.set(origin, theirs.value - env.clock.now())()
          return attempt(n + 1, true)
        }
      }
      return E.right(answered.answer)
    }
    return () => attempt(0, false)
  }

/** The header for this very attempt. */
const authorize = async (
  { credentials, clock, entropy }: SendEnv,
  { method, target, body }: RequestToSend,
  timestamp: Timestamp.Timestamp,
): Promise<E.Either<SignError, string>> => {
  if (credentials._tag === 'AccessToken') {
    return E.right(Authorization.serialize({ _tag: 'Bearer', token: credentials.reveal() }))
  }
  const request = { method, url: target, body, timestamp }
  const signed = await signRequest(credentials)(request)({ clock, entropy, signer: credentials.signer })()
  return E.isLeft(signed) ? signed : E.right(signed.right.authorization)
}

/** After any other failure the request may have been taken, and a second one would be a second job. */
const isPassing = (attempted: E.Either<{ readonly _tag: string }, Attempted<unknown>>): boolean =>
  E.isLeft(attempted) ? attempted.left._tag === 'connection_refused' : attempted.right.status === 503

const longestPauseMs = 30_000

/** 0.2 s, doubled with each attempt; longer if the service asks for it in `Retry-After`, up to half a minute. */
const pause = (n: number, attempted: E.Either<unknown, Attempted<unknown>>): number => {
  const asked = E.isRight(attempted) ? askedMs(attempted.right) : 0
  return Math.min(longestPauseMs, Math.max(200 * 2 ** n, asked))
}

/** What `Retry-After` says in seconds; a date, or anything else, asks for no pause. */
const askedMs = ({ headers }: Attempted<unknown>): number => {
  const asked = headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(asked) ? Number(asked) * 1000 : 0
}

/**
 * Whether this refuses the timestamp and says when one is taken again: our service's replay guard has lost what it knew, and
 * takes nothing that may have been before. No clock is wrong, so none is corrected.
 */
const takesLater = (refused: Attempted<unknown>, code: string | undefined): boolean =>
  code === 'timestamp_expired' && askedMs(refused) > 0

const largestCorrection = 86_400
const likelySkew = 60

/**
 * The service's clock, if the 401 is a refusal for a wrong clock. Ours says so in its code. The interface shows no
 * error bodies, so for another service the evidence must do: a 401 whose `Date` lies more than a minute from what was sent.
 * More than a day from our own clock, however often it was corrected, is no clock. The base URL is https or loopback, so nobody on the way has set the date.
 */
const clockOf = (
  { headers }: Attempted<unknown>,
  code: string | undefined,
  sent: Timestamp.Timestamp,
  now: Timestamp.Timestamp,
): O.Option<Timestamp.Timestamp> => {
  const date = HttpDate.parse(headers.date ?? '')
  if (O.isNone(date)) return O.none
  const off = Math.abs(date.value - sent)
  const clockRefusal =
    code === undefined ? off > likelySkew : code === 'timestamp_expired' || code === 'timestamp_in_future'
  return clockRefusal && Math.abs(date.value - now) <= largestCorrection ? date : O.none
}

/** The code of a body `{"error":{"code"}}`. */
const refusalCode = (headers: Readonly<Record<string, string>>, body: Bytes): string | undefined => {
  const json = O.toUndefined(jsonOf(headers['content-type'], body))
  const code = (json as { readonly error?: { readonly code?: unknown } } | null | undefined)?.error?.code
  return typeof code === 'string' ? code : undefined
}
