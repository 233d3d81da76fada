/**
 * The scene of a law of Http: an interpreter and a raw server. Answers are read to their end, as all programs of the package read them.
 * An exception and an endless wait are outcomes too, so that the error of a law names them.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as Method from '../../../core/Method.ts'
import * as RequestTarget from '../../../core/RequestTarget.ts'
import type { HttpError } from '../../../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../../effects/Http.ts'
import { timer } from '../../../platform/common/system.ts'
import { whole } from '../../../programs/readAnswer.ts'
import { type Answering, requestOf, type SentRequest, type Wire, withWire } from './wire.ts'

/** Makes the interpreter for one law. */
export type MakeHttp = () => Http | Promise<Http>

export interface HttpLawsOptions {
  /** How many ms a law waits for an answer, or for the end of a connection. Default 10,000. */
  readonly waitMs?: number
}

/** An answer that was read to its end. */
export type WholeAnswer = Pick<HttpResponse, 'status' | 'headers'> & { readonly body: Uint8Array }

/** The outcome of `send`. `threw` and `no_answer` are never allowed. */
export type Outcome = E.Either<
  HttpError | { readonly _tag: 'threw'; readonly error: string } | { readonly _tag: 'no_answer' },
  WholeAnswer
>

export interface HttpScene {
  readonly http: Http
  readonly wire: Wire
  readonly waitMs: number
  /** A request to the server, with these changes. */
  readonly requestWith: (changes: Partial<HttpRequest>) => HttpRequest
  readonly send: (changes?: Partial<HttpRequest>) => Promise<Outcome>
  /** The newest request that the server has received. */
  readonly sent: () => SentRequest
}

export type WithHttp = (answer: Answering, use: (scene: HttpScene) => Promise<void>) => Promise<void>

export const targetOf = (text: string): RequestTarget.RequestTarget => {
  const target = RequestTarget.parse(text)
  if (E.isLeft(target)) throw new Error(`${text} is no request target`)
  return target.right
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Latin-1, as the server keeps what it receives. */
export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const limit = 16 * 2 ** 20

const bytesOf = ({ body }: HttpResponse): Uint8Array => new Uint8Array([...(body as Iterable<Uint8Array>)][0] ?? [])

/** Sends, and reads the answer to its end. */
export const sendWhole =
  (http: Http) =>
  (request: HttpRequest): TaskEither<HttpError, WholeAnswer> =>
  async () => {
    const answer = await whole(http, timer, limit).send(request)()
    if (E.isLeft(answer)) return answer
    const { status, headers } = answer.right
    return E.right({ status, headers, body: bytesOf(answer.right) })
  }

/** The promise's value, or `late` if it takes longer than `ms`. */
export const within = async <A, B>(ms: number, promise: Promise<A>, late: B): Promise<A | B> => {
  let cancel = (): void => {}
  const timeout = new Promise<B>((resolve) => {
    cancel = timer.after(ms, () => resolve(late))
  })
  return Promise.race([promise, timeout]).finally(() => cancel())
}

const outcomeOf = async (http: Http, request: HttpRequest, waitMs: number): Promise<Outcome> => {
  const run = Promise.resolve().then(() => sendWhole(http)(request)())
  const caught: Promise<Outcome> = run.catch((error) => E.left({ _tag: 'threw', error: String(error) }))
  return within(Math.min(request.timeoutMs, waitMs) + waitMs, caught, E.left({ _tag: 'no_answer' as const }))
}

export const withHttpOf =
  (make: MakeHttp, { waitMs = 10_000 }: HttpLawsOptions): WithHttp =>
  (answer, use) =>
    withWire(answer, async (wire) => {
      const http = await make()
      const requestWith: HttpScene['requestWith'] = (changes) => ({
        base: wire.base,
        method: Method.post,
        target: targetOf('/v1/jobs'),
        headers: { Authorization: 'SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=1,signature=AAAA' },
        body: utf8('{"request_id":"1"}'),
        timeoutMs: waitMs,
        ...changes,
      })
      await use({
        http,
        wire,
        waitMs,
        requestWith,
        send: (changes = {}) => outcomeOf(http, requestWith(changes), waitMs),
        sent: () => requestOf(wire.received.at(-1) ?? ''),
      })
    })

/** What a law compares of an outcome whose answer does not matter: the status, or the tag of the failure. */
export const statusOrTag = (outcome: Outcome): number | string =>
  E.isRight(outcome) ? outcome.right.status : outcome.left._tag
