/**
 * Who sent each request and under which id, for the lines about it: of one request always the same. A verdict does not name its
 * request, so the work on a request runs in a context that does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from '../../core/untrusted.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import * as Arrival from '../gateway/Arrival.ts'

export interface Arrivals {
  readonly of: (req: NodeRequest) => Arrival.Arrival
  /** Of a request that could not be read. */
  readonly unread: (address: string | undefined) => Arrival.Arrival
  readonly during: <A>(arrival: Arrival.Arrival, work: () => A) => A
  /** Of the request whose work runs. */
  readonly current: () => Arrival.Arrival | undefined
}

export const arrivals = (settings: Arrival.ArrivalSettings): Arrivals => {
  const known = new WeakMap<NodeRequest, Arrival.Arrival>()
  const context = new AsyncLocalStorage<Arrival.Arrival>()
  return {
    of: (req) => {
      const before = known.get(req)
      if (before !== undefined) return before
      // HTTP/2 throws where the session has ended.
      const address = inspect(() => req.socket.remoteAddress, undefined) ?? ''
      const arrival = Arrival.of(req.rawHeaders, address, settings)
      known.set(req, arrival)
      return arrival
    },
    unread: (address = '') => Arrival.of([], address, settings),
    during: (arrival, work) => context.run(arrival, work),
    current: () => context.getStore(),
  }
}
