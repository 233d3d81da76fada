/**
 * What is remembered of a request while it is judged, for whoever is told of refusals. It is there for a verifier with
 * `onRefusal` only, and promises are kept as they are: a request that is accepted waits for nothing more.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../core/AppId.ts'
import * as Bytes from '../core/Bytes.ts'
import { type BodyError, message, reason, type VerifyError } from '../core/VerifyError.ts'
import type { VerifyPolicy } from '../core/VerifyPolicy.ts'
import type { VerificationKey } from '../effects/KeyRing.ts'
import type { RefusedRequest } from '../effects/RefusedRequest.ts'
import type { IncomingRequest, VerifyEnv } from '../programs/verifyRequest.ts'
import type { Arrived } from './arrived.ts'

export interface Witness {
  appId?: AppId
  keys?: Promise<E.Either<unknown, ReadonlyArray<VerificationKey>>>
  body?: Bytes.Bytes | Promise<E.Either<BodyError, Bytes.Bytes>>
}

/** The environment, with a key ring whose answers are remembered. */
export const watchKeys = (env: VerifyEnv, witness: Witness): VerifyEnv => ({
  ...env,
  keyRing: {
    keysOf: (appId) => () => {
      const keys = env.keyRing.keysOf(appId)()
      witness.appId = appId
      witness.keys = keys
      return keys
    },
  },
})

/** The body, which is remembered once it has been read. */
export const watchBody = (body: IncomingRequest['body'], witness: Witness): IncomingRequest['body'] => {
  if (typeof body !== 'function') {
    witness.body = body
    return body
  }
  return () => {
    const reading = body()
    witness.body = reading
    return reading
  }
}

/** What was remembered, as it was answered. */
export interface Testimony {
  readonly appId?: AppId | undefined
  readonly keys: ReadonlyArray<VerificationKey>
  readonly body?: Bytes.Bytes | undefined
}

/** Nothing is waited for that the verdict has not waited for. */
export const testimony = async ({ appId, keys, body }: Witness): Promise<Testimony> => {
  const found = await keys?.catch(() => undefined)
  const read = body instanceof Promise ? await body.catch(() => undefined) : E.right(body)
  return {
    appId,
    keys: found !== undefined && E.isRight(found) ? found.right : [],
    body: read !== undefined && E.isRight(read) ? read.right : undefined,
  }
}

/** Settings that nobody can change who is told of a refusal. */
export const sealed = (policy: VerifyPolicy): VerifyPolicy =>
  Object.freeze({ ...policy, policies: Object.freeze({ ...policy.policies }) })

/** May throw, where a clock or a key from outside does. */
export const refusedRequest = (
  error: VerifyError,
  { method, target, authorization }: Arrived,
  { appId, keys, body }: Testimony,
  { env, settings }: { readonly env: Pick<VerifyEnv, 'clock'>; readonly settings: VerifyPolicy },
): RefusedRequest => ({
  reason: reason(error),
  message: message(error),
  method,
  target,
  authorization: authorization.map((line) => withoutToken(line, settings.authType)),
  ...(body === undefined ? {} : { body }),
  // A timestamp is refused at one reading of the clock, and that one counts.
  now: 'now' in error ? error.now : env.clock.now(),
  ...(appId === undefined ? {} : { appId }),
  keys: keys.flatMap(({ spki }) => (Bytes.isBytes(spki) ? [{ spki }] : [])),
  settings,
})

const itemNames = /(?<=^|[\s,;&"'])(?:app_?id|nonce|sign|timestamp)[a-z_]{0,8}["']?[ \t]{0,4}[=:]/gi

/**
 * Tokens and passwords are secrets, and no diagnosis needs them. So a line is handed on only if it opens as a signed request
 * does here, or holds two of its items, whatever it opens with; of any other only its first word is, if a scheme's name can be
 * so. No token holds a blank or a comma.
 */
const withoutToken = (line: string, authType: string): string => {
  const isSigned =
    line.toLowerCase().startsWith(`${authType.toLowerCase()} `) || [...line.matchAll(itemNames)].length > 1
  return isSigned ? line : (/^[ \t]{0,8}([A-Za-z][0-9A-Za-z-]{0,31})(?=[ \t])/.exec(line)?.[1] ?? '')
}
