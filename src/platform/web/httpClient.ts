/**
 * HTTP by fetch, the platform's or a replacement, for clients and for keys behind a URL. A replacement may ignore the signal, so
 * each wait for it, also for a part of the body, ends by our own hand.
 */
import * as E from 'fp-ts/lib/Either.js'
import { origin } from '../../core/BaseUrl.ts'
import { isBytes, type OwnBytes } from '../../core/Bytes.ts'
import { fn } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import type { HttpError } from '../../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../effects/Http.ts'
import { pauses } from '../../effects/Timer.ts'
import { errorOf, joined, partsOf, statusFault } from '../common/httpBody.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/system.ts'
import { digest } from './digest.ts'

/** The platform's fetch, or its replacement. */
export type SendingFetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpClientSettings {
  /** Replaces the platform's fetch. It must send the URL's path and query as the platform's URL parser writes them. */
  readonly fetch?: SendingFetch | undefined
}

const settingsOf = /* @__PURE__ */ readSettings<{ readonly fetch: SendingFetch }>('httpClient', {
  // Looked up at each call: a program may replace the platform's fetch later.
  fetch: /* @__PURE__ */ Settings.defaulting(/* @__PURE__ */ fn<SendingFetch>(), (url, init) => fetch(url, init)),
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
  const { fetch } = settingsOf(settings)
  return {
    send: (request) => async () => {
      const { base, target, method, headers, body, timeoutMs, signal, onSent } = request
      let failed: HttpError | undefined
      const ending = new AbortController()
      const end = (error: HttpError, reason?: unknown) => {
        failed ??= error
        ending.abort(reason)
      }
      const abort = () => end({ _tag: 'aborted' }, signal?.reason)
      const stop = () => signal?.removeEventListener('abort', abort)
      const cancel = timer.after(timeoutMs, () => end({ _tag: 'timed_out', afterMs: timeoutMs }))
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
      const ended = new Promise<never>((_, reject) => ending.signal.addEventListener('abort', reject, { once: true }))
      // Nobody awaits this after the race; keep it from being an unhandled rejection.
      ended.catch(() => {})
      try {
        const url = new URL(origin(base) + target)
        // Platforms send the path and the search; the URL's text would not show that a bare `?` is lost.
        if (url.pathname + url.search !== target) end({ _tag: 'target_rewritten' })
        if (failed !== undefined) return E.left(failed)
        const init = {
          credentials: 'omit',
          cache: 'no-store',
          ...request.init,
          method,
          headers: new Headers(headers),
          ...(isBytes(body)
            ? { body: body.length === 0 ? null : (body as OwnBytes) }
            : body.native instanceof Blob
              ? { body: body.native }
              : { body: streamOf(request, (error) => end(error)), duplex: 'half' }),
          redirect: 'manual',
          signal: ending.signal,
        } as RequestInit
        // A replacement of fetch may ignore the signal.
        const response = await Promise.race([fetch(url.href, init), ended])
        onSent?.(body.length)
        return answerOf(response, ending.signal, stop)
      } catch (error) {
        return E.left(failed ?? errorOf(error))
      } finally {
        // Only the caller's signal ends the reading of the answer.
        cancel()
      }
    },
  }
}

const streamOf = ({ body }: HttpRequest, fail: (error: HttpError) => void): ReadableStream<Uint8Array> => {
  const parts = partsOf(digest, body)[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done === true) return controller.close()
      if (E.isRight(value)) return controller.enqueue(Uint8Array.from(value.right))
      fail(value.left)
      controller.error(new Error(value.left._tag))
    },
    cancel: () => void parts.return?.(undefined),
  })
}

const answerOf = (response: Response, ending: AbortSignal, stop: () => void): E.Either<HttpError, HttpResponse> => {
  const { status, headers, body } = response
  if (response.type === 'opaqueredirect')
    return E.left({ _tag: 'network_failed', detail: 'a redirect that the platform hides' })
  const fault = statusFault(status)
  if (fault !== undefined) return E.left(fault)
  const reader = body?.getReader()
  const cancel = () => void reader?.cancel().catch(() => {})
  // Ends a read that waits.
  ending.addEventListener('abort', cancel, { once: true })
  return E.right({
    status,
    headers: joined(headers),
    rawHeaders: [...headers],
    body: partsFrom(reader, ending, stop),
    drop: () => {
      stop()
      cancel()
    },
  })
}

async function* partsFrom(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  ending: AbortSignal,
  stop: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  // Parts without an end that are at hand, such as empty ones, would let no timer fire.
  const pause = pauses(timer)
  try {
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      yield read.value
      await pause()
    }
    if (ending.aborted) throw new Error('aborted')
  } finally {
    stop()
  }
}
