/**
 * Submitting a job: `POST {base_url}/v1/jobs` with the interface's headers (§4.1), authenticated in either way (§5).
 *
 * The body's bytes are signed and sent as they are given. The HTTP effect puts exactly the signed target on the
 * wire. The interface does not show the answer, so it is returned whatever its status.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { ReaderTaskEither } from 'fp-ts/lib/ReaderTaskEither.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import { type Bytes, concat, empty } from '../core/Bytes.ts'
import * as ClockOffset from '../core/ClockOffset.ts'
import { type Edition, offersBearer } from '../core/Edition.ts'
import * as Method from '../core/Method.ts'
import type { SubmitError, TokenNotOffered } from '../core/SubmitError.ts'
import type { Content } from '../effects/Content.ts'
import type { AccessToken, Credentials, SigningApp } from '../effects/Credentials.ts'
import type { HttpRequest, HttpResponse } from '../effects/Http.ts'
import { jsonOf } from './jsonOf.ts'
import { whole } from './readAnswer.ts'
import { type RetrySettings, type SendEnv, sendAuthorized } from './sendAuthorized.ts'

export interface SubmitEnv<Ed extends Edition> extends SendEnv {
  readonly credentials: Credentials<Ed>
}

export interface SubmitSettings<Ed extends Edition> extends RetrySettings {
  readonly baseUrl: BaseUrl.BaseUrl
  readonly edition: Ed
  /** For each attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number
  /** More headers, by their names in lower case. They are not signed. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export const defaults: Omit<RetrySettings, 'idempotent'> & { readonly timeoutMs: number } = {
  retries: 0,
  timeoutMs: 30_000,
  maxPauseMs: 30_000,
  totalTimeoutMs: 120_000,
  maxClockOffset: ClockOffset.defaultBound,
}

/** The largest answer that is accepted, in bytes. */
export const mostAnswered: number = 16 * 1024 * 1024

/** The service's answer. `json` is present if its Content-Type says JSON and the body is JSON. */
export interface Answer extends Pick<HttpResponse, 'status' | 'headers'> {
  /** Whether the status is 2xx. */
  readonly ok: boolean
  readonly body: Bytes
  readonly json?: unknown
}

/**
 * Sends a job's bytes, or its content. Each attempt has its own nonce: a service refuses a copy of a request that did arrive as a replay.
 *
 * @example
 * ```ts
 * import { BaseUrl, Bytes, Token, accessToken, submitJob, type Http } from 'countersign'
 * import { clock, digest, entropy, random, timer } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * const [baseUrl, token] = [BaseUrl.parse('https://jobs.example'), Token.parse('abc')]
 * assert.ok(E.isRight(baseUrl) && E.isRight(token))
 * // Instead of a network: this answers with the target.
 * const http: Http = {
 *   send: ({ target }) => TE.of({ status: 200, headers: {}, body: [Bytes.ofAscii(target)] }),
 * }
 * const offsets = { get: () => () => undefined, set: () => () => undefined }
 * const env = { clock, digest, entropy, random, timer, offsets, http, credentials: accessToken(token.right) }
 * const patience = { retries: 0, timeoutMs: 30_000, maxPauseMs: 30_000, totalTimeoutMs: 120_000, maxClockOffset: 600 }
 * const settings = { baseUrl: baseUrl.right, edition: 'international', ...patience } as const
 * const answer = await submitJob(settings)(Bytes.ofAscii('{"request_id":"42","stages":[]}'))(env)()
 * assert.ok(E.isRight(answer) && answer.right.status === 200)
 * ```
 */
export const submitJob =
  <Ed extends Edition>(settings: SubmitSettings<Ed>) =>
  (body: Bytes | Content): ReaderTaskEither<SubmitEnv<Ed>, SubmitError, Answer> =>
  (env) =>
  async () => {
    const { baseUrl: base, timeoutMs } = settings
    const credentials = offered(settings.edition)(env.credentials)
    if (E.isLeft(credentials)) return credentials
    const target = BaseUrl.target('/v1/jobs')(base)
    if (E.isLeft(target)) return target
    const given = { ...headersOf(settings.headers), ...settings.headers }
    const request = { base, method: Method.post, target: target.right, headers: given, body, timeoutMs }
    const sent = await sendAuthorized(settings)(request)({ ...env, http: whole(env.http, env.timer, mostAnswered) })()
    if (E.isLeft(sent)) return sent
    const { status, headers, body: parts } = sent.right
    const content = Symbol.iterator in parts ? concat([...parts]) : empty
    return E.right(withJson({ status, ok: status >= 200 && status < 300, headers, body: content }))
  }

/** The interface's (§4.1), as far as the caller names no others. */
const headersOf = (given: HttpRequest['headers'] = {}): HttpRequest['headers'] =>
  Object.fromEntries(
    Object.entries({ 'Content-Type': 'application/json; charset=UTF-8', Accept: 'application/json' }).filter(
      ([name]) => !Object.hasOwn(given, name.toLowerCase()),
    ),
  )

/** The mainland edition takes no token (interface §5.1). */
export const offered =
  (edition: Edition) =>
  <C extends SigningApp | AccessToken>(credentials: C): E.Either<TokenNotOffered, C> =>
    credentials._tag === 'AccessToken' && !offersBearer(edition)
      ? E.left({ _tag: 'bearer_not_offered' })
      : E.right(credentials)

const withJson = (answer: Answer): Answer => {
  const json = jsonOf(answer.headers['content-type'], answer.body)
  return O.isSome(json) ? { ...answer, json: json.value } : answer
}
