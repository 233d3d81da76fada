/**
 * The effect of asking the service whether an app may make a request. The verifier asks for an authenticated request only, so a caller
 * who cannot sign learns nothing about an app's rights.
 */
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { AppId } from '../core/AppId.ts'
import type { Method } from '../core/Method.ts'
import type { RequestTarget } from '../core/RequestTarget.ts'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'

export interface Authorizer {
  /** Whether an authenticated app may make this request. A failure refuses the request as temporary, with 503. */
  readonly allows: (who: {
    readonly appId: AppId
    readonly scheme: 'signed' | 'bearer'
    readonly method: Method
    readonly target: RequestTarget
  }) => TaskEither<KeySourceUnavailable, boolean>
}
