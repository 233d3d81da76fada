/**
 * What a line of the log holds beside its words: the verdict as it is, who sent the request, and its id. Names are those of `--log
 * json`; a member that is not known is absent.
 *
 *   { outcome: 'reject', appId: 'app-1', … }   →   { "outcome": "reject", "app_id": "app-1", … }
 *
 * Of a refusal, `app_id`, `timestamp`, `method` and `path` are what the caller claims.
 */
import type { VerifiedCaller } from '../../core/Caller.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import type { RefusedVerdict } from '../../server/node.ts'
import type { RequestIdentity } from '../gateway/RequestIdentity.ts'

export type Level = 'info' | 'warn' | 'error'

/** Members of a line. */
export type Members = Readonly<Record<string, unknown>>

/**
 * `error`: the server's own fault, a flood, or the service's. Two answers of 503 are none: callers sign anew after a start, and send
 * again after the end.
 */
export const levelOf = (status: number, cause?: string): Level => {
  if (status < 400) return 'info'
  return status >= 500 && cause !== 'guard_starting' && cause !== 'closing' ? 'error' : 'warn'
}

/** Of a request that was verified. */
export const ofCaller = (caller: VerifiedCaller): Members => ({
  outcome: 'accept',
  app_id: caller.appId,
  scheme: caller.scheme,
  ...(caller.scheme === 'signed'
    ? { key: Fingerprint.short(caller.fingerprint as Fingerprint.Fingerprint), timestamp: caller.timestamp }
    : {}),
  method: caller.method,
  path: pathOf(caller.target),
})

/** Of one that was refused. Its words are a message of their own. */
export const ofRefusal = (verdict: RefusedVerdict): Members => {
  const { outcome, reason, code, keys, milliseconds } = verdict
  return { outcome, reason, code, ...claimsOf(verdict), keys, milliseconds: rounded(milliseconds) }
}

/** What the caller of a refused request claims. */
export const claimsOf = ({ appId, timestamp, method, path }: RefusedVerdict): Members => ({
  app_id: appId,
  timestamp,
  method,
  path: path === undefined ? undefined : shortened(path),
})

export const ofIdentity = (identity: RequestIdentity | undefined): Members =>
  identity === undefined ? {} : { client: identity.client, request_id: identity.requestId }

/** Behind a line of text: the lines of one request have the same. */
export const idText = (id: string | undefined): string => (id === undefined ? '' : ` id=${id}`)

/** A stranger chooses how long it is. */
export const shortened = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path)

export const pathOf = (target: string): string => target.replace(/\?.*$/s, '')

/** To a tenth. */
export const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10
