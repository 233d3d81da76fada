/**
 * Requests whose body the gateway could not store, or gave up because it came too slowly. The verifier refuses them as
 * `body_incomplete`, but their callers get the gateway's own answer. So the verdict has no line, and is not counted; the line about the
 * gateway's answer says what the caller claims.
 */
import type { RefusedVerdict } from '../../server/node.ts'
import type { Arrival } from '../gateway/Arrival.ts'
import { claimsOf, type Members } from './logLines.ts'

export interface LostBodies {
  readonly add: (arrival: Arrival) => void
  readonly has: (arrival: Arrival | undefined) => boolean
  /** Keeps what the caller claims. */
  readonly judged: (arrival: Arrival | undefined, verdict: RefusedVerdict) => void
  /** For the line about the gateway's answer; empty for a request that has lost nothing. */
  readonly claimsOf: (arrival: Arrival) => Members
}

export const lostBodies = (): LostBodies => {
  const claims = new WeakMap<Arrival, Members>()
  return {
    add: (arrival) => void claims.set(arrival, {}),
    has: (arrival) => arrival !== undefined && claims.has(arrival),
    judged: (arrival, verdict) => {
      if (arrival !== undefined && claims.has(arrival)) claims.set(arrival, claimsOf(verdict))
    },
    claimsOf: (arrival) => claims.get(arrival) ?? {},
  }
}
