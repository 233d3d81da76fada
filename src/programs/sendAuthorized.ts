/**
 * Sends one request in as many attempts as it may have. Each attempt is authorized anew (interface §5): a service refuses a
 * copy of a request that did arrive as a replay. How a request is sent is an argument; this program decides when to retry.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as t from 'io-ts'
import * as Authorization from '../core/Authorization.ts'
import type { Bytes } from '../core/Bytes.ts'
import * as HttpDate from '../core/HttpDate.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { SignerError } from '../core/SignError.ts'
import * as Timestamp from '../core/Timestamp.ts'
import type { Clock } from '../effects/Clock.ts'
import type { ClockOffsets } from '../effects/ClockOffsets.ts'
import type { AccessToken, SigningApp } from '../effects/Credentials.ts'
import type { Entropy } from '../effects/Entropy.ts'
import type { Timer } from '../effects/Timer.ts'
import { jsonOf } from './jsonOf.ts'
import { signParts } from './signRequest.ts'

export interface SendEnv {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly timer: Pick<Timer, 'wait'>
  readonly offsets: ClockOffsets
  readonly credentials: SigningApp | AccessToken
}

export interface SendSettings {
  /** The service's scheme and authority. The offset of its clock is stored under this name. */
  readonly origin: string
  /**
   * How many further attempts: after a refused connection, a 503, a 429 with `Retry-After`, a refusal that says when a timestamp
   * is accepted again, or once after a refusal for a wrong clock.
   */
  readonly retries: number
}

/** The signed parts of a request, without timestamp and nonce. */
export interface RequestToSend {
  readonly method: Method
  readonly target: RequestTarget
  readonly body: Bytes
}

/** The answer to one attempt, and the parts of it that decide whether there is another. */
export interface Attempted<A> {
  readonly answer: A
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The content. Read at most once, and only where an error code in it may lead to another attempt. */
  readonly body: Task<Bytes>
  /** Run before another attempt, since nobody will read this answer. */
  readonly drop: Task<void>
}

/** Sends the request with this Authorization header, once. */
export type Send<L, A> = (authorization: string) => TE.TaskEither<L, Attempted<A>>

/** Why there is no header. */
type Unauthorized = SignerError | Authorization.HeaderTooLong

type Task<A> = T.Task<A>

/** What comes before another attempt: a pause, or a correction of the clock, which needs none. */
type Retry =
  | { readonly _tag: 'Pause'; readonly ms: number }
  | { readonly _tag: 'ClockCorrection'; readonly offset: number }

/**
 * The answer to the last attempt, whatever its status. Fails if the request cannot be signed, or if the last attempt brought
 * no answer.
 */
export const sendAuthorized =
  <L extends { readonly _tag: string }, A>({ origin, retries }: SendSettings, send: Send<L, A>) =>
  (request: RequestToSend): ReaderTaskEither<SendEnv, Unauthorized | L, A> =>
  (env) => {
    const serviceTime = () => Timestamp.add(env.offsets.get(origin)())(env.clock.now())
    const attempt = (n: number, clockCorrected: boolean): TE.TaskEither<Unauthorized | L, A> =>
      pipe(
        TE.fromIO(serviceTime),
        TE.bindTo('timestamp'),
        TE.bind('authorization', ({ timestamp }) => authorize(env, request, timestamp)),
        TE.chainW(({ timestamp, authorization }) =>
          pipe(
            send(authorization),
            T.bindTo('attempted'),
            T.bind('retry', ({ attempted }) =>
              n < retries ? retryAfter(env, n, clockCorrected, timestamp, serviceTime())(attempted) : T.of(O.none),
            ),
            T.chain(({ attempted, retry }) =>
              O.isNone(retry)
                ? T.of(E.map(({ answer }: Attempted<A>) => answer)(attempted))
                : pipe(
                    prepare(attempted, retry.value),
                    T.chain(() => attempt(n + 1, clockCorrected || retry.value._tag === 'ClockCorrection')),
                  ),
            ),
          ),
        ),
      )

    const prepare = (attempted: E.Either<L, Attempted<A>>, retry: Retry): Task<void> =>
      pipe(
        E.isRight(attempted) ? attempted.right.drop : T.of(undefined),
        T.chain(() =>
          retry._tag === 'Pause' ? env.timer.wait(retry.ms) : T.fromIO(env.offsets.set(origin, retry.offset)),
        ),
      )

    return attempt(0, false)
  }

/** The header for this very attempt. */
const authorize = (
  { credentials, entropy }: SendEnv,
  { method, target, body }: RequestToSend,
  timestamp: Timestamp.Timestamp,
): TE.TaskEither<Unauthorized, string> =>
  credentials._tag === 'AccessToken'
    ? TE.fromEither(Authorization.serialize({ _tag: 'Bearer', token: credentials.reveal() }))
    : pipe(
        () => signParts(credentials, { method, target, timestamp, nonce: entropy.nonce() }, body, credentials.signer),
        TE.map(({ authorization }) => authorization),
      )

/**
 * Whether another attempt may help. After a failure that is not named here the service may have taken the request, and a
 * second request would be a second job.
 */
const retryAfter =
  (
    { credentials, clock }: SendEnv,
    n: number,
    clockCorrected: boolean,
    sent: Timestamp.Timestamp,
    serviceTime: Timestamp.Timestamp,
  ) =>
  (attempted: E.Either<{ readonly _tag: string }, Attempted<unknown>>): Task<O.Option<Retry>> => {
    if (E.isLeft(attempted)) return T.of(attempted.left._tag === 'connection_refused' ? pause(200 * 2 ** n) : O.none)
    const answer = attempted.right
    const askedMs = retryAfterMs(answer, serviceTime)
    if (answer.status === 503 || (answer.status === 429 && askedMs !== undefined))
      return T.of(pause(Math.max(200 * 2 ** n, askedMs ?? 0)))
    if (answer.status !== 401 || credentials._tag === 'AccessToken') return T.of(O.none)
    return pipe(
      answer.body,
      T.map((body) => {
        const code = refusalCode(answer.headers, body)
        // The replay guard has lost its memory and accepts nothing that may be a replay. No clock is wrong.
        if (code === 'timestamp_expired' && askedMs !== undefined && askedMs > 0) return pause(askedMs)
        return clockCorrected ? O.none : correction(answer, code, sent, clock.now())
      }),
    )
  }

const longestPauseMs = 30_000

const pause = (ms: number): O.Option<Retry> => O.some({ _tag: 'Pause', ms: Math.min(longestPauseMs, ms) })

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds, 0 for a date in the past; undefined for any other text. */
const retryAfterMs = ({ headers }: Attempted<unknown>, serviceTime: Timestamp.Timestamp): number | undefined => {
  const asked = headers['retry-after'] ?? ''
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1000
  const date = HttpDate.parse(asked)
  if (O.isNone(date)) return undefined
  const now = O.getOrElse(() => serviceTime)(HttpDate.parse(headers.date ?? ''))
  return Math.max(0, date.value - now) * 1000
}

const largestCorrection = 86_400
const likelySkew = 60

/**
 * The offset of the service's clock, if the 401 is a refusal for a wrong clock. Our service says so in its code. The
 * interface shows no error bodies, so for another service we go by its `Date`: it lies more than a minute from our timestamp.
 * An offset of more than a day is no clock. The base URL is https or loopback, so nobody in between has set the date.
 */
const correction = (
  { headers }: Attempted<unknown>,
  code: string | undefined,
  sent: Timestamp.Timestamp,
  now: Timestamp.Timestamp,
): O.Option<Retry> =>
  pipe(
    HttpDate.parse(headers.date ?? ''),
    O.filter((theirs) =>
      code === undefined
        ? Math.abs(theirs - sent) > likelySkew
        : code === 'timestamp_expired' || code === 'timestamp_in_future',
    ),
    O.map((theirs) => theirs - now),
    O.filter((offset) => Math.abs(offset) <= largestCorrection),
    O.map((offset) => ({ _tag: 'ClockCorrection', offset })),
  )

const Refusal = t.type({ error: t.type({ code: t.string }) })

/** The code of a body `{"error":{"code"}}`. */
const refusalCode = (headers: Readonly<Record<string, string>>, body: Bytes): string | undefined =>
  pipe(
    jsonOf(headers['content-type'], body),
    O.chain((json) => O.fromEither(Refusal.decode(json))),
    O.match(
      () => undefined,
      ({ error }) => error.code,
    ),
  )
