/**
 * `fetch` with an Authorization header for each attempt.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../core/BaseUrl.ts'
import type { HttpResponse } from '../effects/Http.ts'
import { type RetrySettings, sendAuthorized } from '../programs/sendAuthorized.ts'
import { type CallEnv, effectsFor, type RetryOptions, settingsFor, under, unlessAborted } from './CallOptions.ts'
import { clientError, orReject } from './ClientError.ts'
import type { BodyReader } from './outgoingBody.ts'
import { type FetchInit, prepare } from './PreparedRequest.ts'
import { readFetchCall } from './settings.ts'

/** `fetch`, with an Authorization header of its own for each request. */
export type SignedFetch = (input: string | URL | Request, init?: FetchInit) => Promise<Response>

export interface SignedFetchSettings extends RetrySettings {
  readonly baseUrl: BaseUrl.BaseUrl
  /** For each attempt, until the head of the answer arrives. */
  readonly timeoutMs: number
  readonly body: BodyReader
  /** Throws for members of `init` that mean something to fetch alone, where another transport sends. */
  readonly checkInit?: ((init: object | undefined) => void) | undefined
}

export const signedFetch =
  (settings: SignedFetchSettings) =>
  (env: CallEnv, own: RetryOptions): SignedFetch =>
  async (input, init) => {
    const { baseUrl: base } = settings
    const call = orReject(readFetchCall(init))
    const { request, signal, failsOnRedirect } = await prepare(base, settings.body, input, init)
    settings.checkInit?.(request.init)
    const { timeoutMs, ...retries } = settingsFor(settings, call)
    const run = sendAuthorized(retries)({ ...request, base, timeoutMs })(
      effectsFor(env, { ...under(own, call), signal }),
    )
    const answer = await unlessAborted(signal, run)
    if (E.isLeft(answer)) throw answer.left._tag === 'aborted' ? signal?.reason : clientError(answer.left)
    const isRedirect = answer.right.status >= 300 && answer.right.status < 400 && answer.right.status !== 304
    if (failsOnRedirect && isRedirect) {
      answer.right.drop?.()
      throw clientError({ _tag: 'network_failed', detail: 'a redirect' })
    }
    return responseOf(answer.right, request.method, BaseUrl.origin(base) + request.target, signal)
  }

/** The platform's Response. So much of a body is read ahead that a short one releases its connection unread. */
const responseOf = (
  { status, headers, rawHeaders, body, drop }: HttpResponse,
  method: string,
  url: string,
  signal: AbortSignal | undefined,
): Response => {
  const parts = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]()
  const isEmpty = method === 'HEAD' || new Set([204, 205, 304]).has(status)
  const stream = new ReadableStream(
    {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        try {
          const { done, value } = await parts.next()
          if (done === true) controller.close()
          else if (value.length > 0) controller.enqueue(value)
        } catch (error) {
          controller.error(signal?.aborted ? signal.reason : error)
        }
      },
      cancel: () => drop?.(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 2 ** 16 }),
  )
  const made = new Response(isEmpty ? null : stream, {
    status,
    headers: new Headers((rawHeaders as Array<[string, string]> | undefined) ?? headers),
  })
  return Object.defineProperty(made, 'url', { value: url })
}
