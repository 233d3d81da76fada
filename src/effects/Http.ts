import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { BaseUrl } from '../core/BaseUrl.ts'
import type { Bytes } from '../core/Bytes.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { HttpError } from '../core/SubmitError.ts'

export interface HttpRequest {
  /** For scheme and authority only: `target` already includes the base URL's path. */
  readonly base: BaseUrl
  readonly method: Method
  readonly target: RequestTarget
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes
  readonly timeoutMs: number
}

export interface HttpResponse {
  readonly status: number
  /** Names in lower case; values of a repeated name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes
}

export interface Http {
  /**
   * Send exactly this target and these bytes, or fail with `target_rewritten` before sending. Follow no redirect. Give up after
   * `timeoutMs`.
   */
  readonly send: (request: HttpRequest) => TaskEither<HttpError, HttpResponse>
}
