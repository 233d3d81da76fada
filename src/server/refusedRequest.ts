/** What `onRefusal` receives about a refused request. */
import * as Bytes from '../core/Bytes.ts'
import { withoutSecret } from '../core/Credential.ts'
import { message, reason } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { Clock } from '../effects/Clock.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { IncomingRequest, IncomingStream } from '../programs/verifyRequest.ts'
import type { Refused } from './Verdict.ts'

/** May throw if a foreign clock or key does. */
export const refusedRequest = (
  { error, opened, keys, body }: Refused,
  request: IncomingRequest | IncomingStream,
  clock: Clock,
  settings: VerifyPolicy,
): RefusedRequest => {
  const content = typeof request.body === 'function' ? body : request.body
  return {
    reason: reason(error),
    message: message(error),
    method: request.method,
    target: request.target,
    authorization: request.authorization.map((line) => withoutSecret(line, settings.authType)),
    ...(content === undefined ? {} : { body: content }),
    // A refused timestamp was compared with one reading of the clock: report that one.
    now: 'now' in error ? error.now : clock.now(),
    // Named once its keys are looked up, which is when the target has been read.
    ...(opened?.target === undefined || opened.appId === undefined ? {} : { appId: opened.appId }),
    keys: (keys ?? []).flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ spki }] : [])),
    settings,
  }
}
