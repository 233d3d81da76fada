/**
 * HTTP by fetch.
 */
import * as E from 'fp-ts/lib/Either.js'
import { origin } from '../../core/BaseUrl.ts'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { OwnBytes } from '../../core/Bytes.ts'
import type { HttpError } from '../../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../effects/Http.ts'
import { joined, maxResponseBytes } from '../common/httpAnswer.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/timer.ts'
import { errorOfFetch } from './errorOfFetch.ts'

export interface HttpClientSettings {
  /** The largest answer that is accepted, in bytes; 16 MiB unless set. */
  readonly maxResponseBytes?: number | undefined
}

const settingsOf = /* @__PURE__ */ readSettings<{ readonly maxResponseBytes: number }>('httpClient', {
  maxResponseBytes,
})

/**
 * An HTTP client on the platform's `fetch`. It refuses a target that the platform's URL would rewrite, such as one with
 * a bare `?`, dot segments or a `'` in its query. Browsers hide redirects, so there a redirect is a failure.
 *
 * A browser may itself resend a request if a kept connection breaks; the service then refuses the second copy as a replay.
 * Throws a RangeError if a setting is wrong.
 *
 * @example
 * ```ts
 * import { BaseUrl, Method, RequestTarget } from 'countersign'
 * import { httpClient } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const base = BaseUrl.parse('http://127.0.0.1')
 * const target = RequestTarget.parse('/v1/jobs?')
 * assert.ok(E.isRight(base) && E.isRight(target))
 *
 * const request = { base: base.right, method: Method.post, target: target.right, headers: {}, body: new Uint8Array() }
 * const answer = await httpClient().send({ ...request, timeoutMs: 5000 })()
 * assert.ok(E.isLeft(answer) && answer.left._tag === 'target_rewritten')
 * ```
 */
export const httpClient = (settings: HttpClientSettings = {}): Http => {
  const { maxResponseBytes } = settingsOf(settings)
  return {
    send: (request) => async () => {
      const aborter = new AbortController()
      const cancel = timer.after(request.timeoutMs, () => aborter.abort())
      try {
        const made = make(request, aborter.signal)
        if (!keepsTarget(made, request.target)) return E.left({ _tag: 'target_rewritten' })
        return await receive(await fetch(made), maxResponseBytes, aborter)
      } catch (error) {
        // Nothing else aborts: an answer over the limit has returned already.
        return E.left(aborter.signal.aborted ? { _tag: 'timed_out', afterMs: request.timeoutMs } : errorOfFetch(error))
      } finally {
        cancel()
      }
    },
  }
}

const make = ({ base, method, target, headers, body }: HttpRequest, signal: AbortSignal): Request =>
  new Request(origin(base) + target, {
    method,
    headers,
    body: body.length === 0 ? null : (body as OwnBytes),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })

/** The platform sends the URL's path and search; the URL's text would not show that a bare `?` is lost. */
const keepsTarget = (made: Request, target: string): boolean => {
  const { pathname, search } = new URL(made.url)
  return pathname + search === target
}

const receive = async (
  response: Response,
  maxBytes: number,
  aborter: AbortController,
): Promise<E.Either<HttpError, HttpResponse>> => {
  if (response.type === 'opaqueredirect')
    return E.left({ _tag: 'network_failed', detail: 'a redirect that the platform hides' })
  const content = ByteBuffer.upTo(maxBytes)
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    if (!content.add(read.value)) {
      aborter.abort()
      return E.left({ _tag: 'network_failed', detail: 'response too large' })
    }
  }
  return E.right({ status: response.status, headers: joined(response.headers), body: content.bytes() })
}
