/**
 * Requests whose body the gateway could not store, or gave up because it came too slowly. The verifier refuses them as
 * `body_incomplete`, but their callers get the gateway's own answer. So the verdict has no line, and is not counted; the line about the
 * gateway's answer says what the caller claims.
 */
import type { RefusedVerdict } from '../../server/node.ts'
import type { RequestIdentity } from '../gateway/RequestIdentity.ts'
import { claimsOf, type Members } from './logLines.ts'

export interface LostBodies {
  readonly add: (identity: RequestIdentity) => void
  readonly has: (identity: RequestIdentity | undefined) => boolean
  /** Keeps what the caller claims. */
  readonly judged: (identity: RequestIdentity | undefined, verdict: RefusedVerdict) => void
  /** For the line about the gateway's answer; empty for a request that has lost nothing. */
  readonly claimsOf: (identity: RequestIdentity) => Members
}

export const lostBodies = (): LostBodies => {
  const claims = new WeakMap<RequestIdentity, Members>()
  return {
    add: (identity) => void claims.set(identity, {}),
    has: (identity) => identity !== undefined && claims.has(identity),
    judged: (identity, verdict) => {
      if (identity !== undefined && claims.has(identity)) claims.set(identity, claimsOf(verdict))
    },
    claimsOf: (identity) => claims.get(identity) ?? {},
  }
}
