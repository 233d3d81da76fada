/**
 * The members of a line of the log, beside its words: the verdict, who sent the request, and its id. They have the names of `--log json`. A
 * member that is not known is absent.
 *
 *   { outcome: 'reject', appId: 'app-1', … }   →   { "outcome": "reject", "app_id": "app-1", … }
 *
 * In the line of a refusal, `app_id`, `timestamp`, `method` and `path` are claims of the caller.
 */
import type { VerifiedCaller } from '../../core/Caller.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import type { RefusedVerdict } from '../../server/node.ts'
import type { RequestIdentity } from '../gateway/RequestIdentity.ts'

export type Level = 'info' | 'warn' | 'error'

/** Members of a line. */
export type Members = Readonly<Record<string, unknown>>

/** These causes of a 503 are no error: callers try again, after the start of the server or after its end. */
const passingCauses: ReadonlyArray<string | undefined> = ['guard_starting', 'closing']

/** `error` stands for a fault of the server or of the service, and for a flood. */
export const levelOf = (status: number, cause?: string): Level => {
  if (status < 400) return 'info'
  return status >= 500 && !passingCauses.includes(cause) ? 'error' : 'warn'
}

/** The members for a request that was verified. */
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

/** The members for a request that was refused. */
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

/** The end of a line of text: ` id=2f8a`. All lines about one request have the same id. */
export const idText = (id: string | undefined): string => (id === undefined ? '' : ` id=${id}`)

/** The most characters of a path in the log. A stranger chooses how long the path is. */
const mostOfPath = 200

export const shortened = (path: string): string => (path.length > mostOfPath ? `${path.slice(0, mostOfPath)}…` : path)

/** `/v1/jobs?a=1` → `/v1/jobs` */
export const pathOf = (target: string): string => target.replace(/\?.*$/s, '')

/** Rounded to a tenth. */
export const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10
