/**
 * Submitting a job: `POST {base_url}/v1/jobs` with the interface's headers (§4.1), authenticated in either way (§5).
 *
 * The body's bytes are signed and sent as they are given. The target that is signed is the one that the HTTP effect puts
 * on the wire. The answer, which the interface does not show, is handed back whatever its status.
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
import type { HttpError, SubmitError } from '../core/SubmitError.ts'
import type { Credentials } from '../effects/Credentials.ts'
import type { Http, HttpResponse } from '../effects/Http.ts'
import { jsonOf } from './jsonOf.ts'
import { type Send, type SendEnv, sendAuthorized } from './sendAuthorized.ts'

export interface SubmitEnv<Ed extends Edition> extends SendEnv {
  readonly http: Http
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
 * // Instead of a network: it answers with the target.
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
  <Ed extends Edition>(settings: SubmitSettings<Ed>) =>
  (body: Bytes): ReaderTaskEither<SubmitEnv<Ed>, SubmitError, Answer> =>
  (env) =>
  async () => {
    const { baseUrl: base, edition, retries, timeoutMs } = settings
    if (env.credentials._tag === 'AccessToken' && !offersBearer(edition)) return E.left({ _tag: 'bearer_not_offered' })
    const target = BaseUrl.target(path)(base)
    if (E.isLeft(target)) return target
    const send: Send<HttpError, HttpResponse> = (authorization) =>
      pipe(
        env.http.send({
          base,
          method: Method.post,
          target: target.right,
          headers: {
            'Content-Type': 'application/json; charset=UTF-8',
            Accept: 'application/json',
            Authorization: authorization,
          },
          body,
          timeoutMs,
        }),
        TE.map((answer) => ({ ...answer, answer, body: T.of(answer.body), drop: T.of(undefined) })),
      )
    const request = { method: Method.post, target: target.right, body }
    const answer = await sendAuthorized({ origin: BaseUrl.origin(base), retries }, send)(request)(env)()
    return E.isLeft(answer) ? answer : E.right(withJson(answer.right))
  }

const withJson = (answer: HttpResponse): Answer => {
  const json = jsonOf(answer.headers['content-type'], answer.body)
  return O.isNone(json) ? answer : { ...answer, json: json.value }
}
