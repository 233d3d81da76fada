import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'

/** Whether an app, whose identity is proven, may make this request. */
export interface Authorizer {
  /** Whether it may; a failure refuses the request as temporary, with 503. */
  readonly allows: (who: {
    readonly appId: AppId
    readonly scheme: 'signed' | 'bearer'
    readonly method: Method
    readonly target: RequestTarget
  }) => TaskEither<KeySourceUnavailable, boolean>
}
