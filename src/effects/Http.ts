/**
 * The effect `Http`: sends one request, byte for byte, and answers what came back. The HTTP clients of `src/platform` interpret it; its
 * laws are in `countersign/testing/laws`.
 */
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { BaseUrl } from '../core/BaseUrl.ts'
import type { Bytes } from '../core/Bytes.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { HttpError } from '../core/SubmitError.ts'
import type { SignedContent } from './Content.ts'

/** How a caller stops a request: an AbortSignal. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  /** Hears of the stop once, or as often as it comes. */
  readonly addEventListener: (type: 'abort', listener: () => void, options?: { readonly once: boolean }) => void
  /** Forgets a listener. */
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

export interface HttpRequest {
  /** For scheme and authority only: `target` already includes the base URL's path. */
  readonly base: BaseUrl
  readonly method: Method
  readonly target: RequestTarget
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | SignedContent
  /** Until the head of the answer comes; for a content, since its last part was sent. */
  readonly timeoutMs: number
  /** Ends the request, and the reading of its answer. */
  readonly signal?: StopSignal | undefined
  /** Told how many bytes of the body have been sent; by fetch, only that all have. */
  readonly onSent?: ((bytes: number) => void) | undefined
  /** Members of fetch's `init`, for an interpreter on fetch. */
  readonly init?: object | undefined
}

export interface HttpResponse {
  readonly status: number
  /** Names in lower case; values of a repeated name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** As they came, if more than a record can hold. */
  readonly rawHeaders?: ReadonlyArray<readonly [name: string, value: string]> | undefined
  /** The content, in parts, once. Throws if it cannot be read to its end. */
  readonly body: Iterable<Bytes> | AsyncIterable<Bytes>
  /** Gives up what was not read. */
  readonly drop?: (() => void) | undefined
}

export interface Http {
  /**
   * Send exactly this target and these bytes, once, or fail with `target_rewritten` before sending. A content that is no longer
   * what was signed fails with `body_changed` before its last part is sent. Follow no redirect. Give up after `timeoutMs`.
   */
  readonly send: (request: HttpRequest) => TaskEither<HttpError, HttpResponse>
}
