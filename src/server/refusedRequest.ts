/** What `onRefusal` receives about a refused request. */
import * as Bytes from '../core/Bytes.ts'
import { withoutSecret } from '../core/Credential.ts'
import { inspect } from '../core/untrusted.ts'
import { message, reason } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { KeyRing } from '../effects/KeyRing.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { IncomingRequest, IncomingStream, VerifyEnv } from '../programs/verifyRequest.ts'
import type { Refused } from './Verdict.ts'

/** May throw if a foreign clock or key does. */
export const refusedRequest = (
  { error, opened, keys, body }: Refused,
  request: IncomingRequest | IncomingStream,
  { clock, keyRing }: Pick<VerifyEnv, 'clock' | 'keyRing'>,
  settings: VerifyPolicy,
): RefusedRequest => {
  const appId = opened?.target === undefined ? undefined : opened.appId
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
    ...(appId === undefined ? {} : { appId }),
    keys: (keys ?? []).flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ spki }] : [])),
    // A getter: there may be many keys, and few listeners look at them.
    get otherKeys() {
      return otherKeysIn(keyRing, appId)
    },
    settings,
  }
}

/** None if a foreign ring breaks its law. */
const otherKeysIn = ({ entries = () => [] }: KeyRing, appId: string | undefined): RefusedRequest['otherKeys'] & {} =>
  inspect(
    () =>
      entries().flatMap(([owner, keys]) =>
        owner === appId ? [] : keys.flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ appId: owner, spki }] : [])),
      ),
    [],
  )
