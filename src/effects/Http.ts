import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { BaseUrl } from '../core/BaseUrl.ts'
import type { Bytes } from '../core/Bytes.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { HttpError } from '../core/SubmitError.ts'

export interface HttpRequest {
  /** Scheme and authority; the target is whole and holds the base URL's path already. */
  readonly base: BaseUrl
  readonly method: Method
  readonly target: RequestTarget
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes
  readonly timeoutMs: number
}

export interface HttpResponse {
  readonly status: number
  /** Names in lower case; a name that came several times is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes
}

export interface Http {
  /**
   * Puts exactly this target and these bytes on the wire, or fails with `target_rewritten` before anything is sent.
   * Follows no redirect, and gives up after `timeoutMs`.
   */
  readonly send: (request: HttpRequest) => TaskEither<HttpError, HttpResponse>
}
