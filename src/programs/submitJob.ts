/**
 * Submitting a job: `POST {base_url}/v1/jobs` with the interface's headers (§4.1), authenticated in either way (§5).
 *
 * The body's bytes are signed and sent as they are given. The HTTP effect puts exactly the signed target on the
 * wire. The interface does not show the answer, so it is returned whatever its status.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as T from 'fp-ts/lib/Task.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import type { Bytes } from '../core/Bytes.ts'
import { type Edition, offersBearer } from '../core/Edition.ts'
import * as Method from '../core/Method.ts'
import type { HttpError, SubmitError, TokenNotOffered } from '../core/SubmitError.ts'
import type { AccessToken, Credentials, SigningApp } from '../effects/Credentials.ts'
import type { Http, HttpRequest, HttpResponse } from '../effects/Http.ts'
import { jsonOf } from './jsonOf.ts'
import { type Send, type SendEnv, sendAuthorized } from './sendAuthorized.ts'

export interface SubmitEnv<Ed extends Edition> extends SendEnv {
  readonly http: Http
  readonly credentials: Credentials<Ed>
}

export interface SubmitSettings<Ed extends Edition> {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly edition: Ed
  /** How many further attempts: see `SendSettings`. */
  readonly retries: number
  /** For each attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number
}

export const defaults = { retries: 0, timeoutMs: 30_000 } as const

/** The service's answer. `json` is present if its Content-Type says JSON and the body is JSON. */
export interface Answer extends HttpResponse {
  readonly json?: unknown
}

/**
 * Sends a job's bytes. Each attempt has its own nonce: a service refuses a copy of a request that did arrive as a replay.
 *
 * @example
 * ```ts
 * import { BaseUrl, Bytes, Token, accessToken, submitJob, type Http } from 'countersign'
 * import { clock, entropy, timer } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * const [baseUrl, token] = [BaseUrl.parse('https://jobs.example'), Token.parse('abc')]
 * assert.ok(E.isRight(baseUrl) && E.isRight(token))
 * // Instead of a network: this answers with the target.
 * const http: Http = {
 *   send: ({ target }) => TE.of({ status: 200, headers: {}, body: Bytes.ofAscii(target) }),
 * }
 * const offsets = { get: () => () => 0, set: () => () => undefined }
 * const env = { clock, entropy, timer, offsets, http, credentials: accessToken(token.right) }
 * const settings = { baseUrl: baseUrl.right, edition: 'international', retries: 0, timeoutMs: 30_000 } as const
 * const answer = await submitJob(settings)(Bytes.ofAscii('{"request_id":"42","stages":[]}'))(env)()
 * assert.ok(E.isRight(answer) && answer.right.status === 200)
 * ```
 */
export const submitJob =
  <Ed extends Edition>({ baseUrl, edition, retries, timeoutMs }: SubmitSettings<Ed>) =>
  (body: Bytes): ReaderTaskEither<SubmitEnv<Ed>, SubmitError, Answer> =>
  (env) =>
    pipe(
      offered(edition)(env.credentials),
      E.chainW(() => BaseUrl.target('/v1/jobs')(baseUrl)),
      TE.fromEither,
      TE.chainW((target) => {
        const request = { base: baseUrl, method: Method.post, target, body, timeoutMs }
        return sendAuthorized({ origin: BaseUrl.origin(baseUrl), retries }, post(env.http, request))(request)(env)
      }),
      TE.map(withJson),
    )

/** The mainland edition takes no token (interface §5.1). */
export const offered =
  (edition: Edition) =>
  <C extends SigningApp | AccessToken>(credentials: C): E.Either<TokenNotOffered, C> =>
    credentials._tag === 'AccessToken' && !offersBearer(edition)
      ? E.left({ _tag: 'bearer_not_offered' })
      : E.right(credentials)

const post =
  (http: Http, request: Omit<HttpRequest, 'headers'>): Send<HttpError, HttpResponse> =>
  (authorization) =>
    pipe(
      http.send({
        ...request,
        headers: {
          'Content-Type': 'application/json; charset=UTF-8',
          Accept: 'application/json',
          Authorization: authorization,
        },
      }),
      TE.filterOrElse(
        ({ status }) => status >= 100 && status < 600 && Number.isInteger(status),
        ({ status }): HttpError => ({ _tag: 'network_failed', detail: `the HTTP status is ${status}` }),
      ),
      TE.map((answer) => ({ ...answer, answer, body: T.of(answer.body), drop: T.of(undefined) })),
    )

const withJson = (answer: HttpResponse): Answer =>
  pipe(
    jsonOf(answer.headers['content-type'], answer.body),
    O.match(
      () => answer,
      (json) => ({ ...answer, json }),
    ),
  )
