/**
 * Who sent each request and under which id, for the lines about it: of one request always the same. A verdict does not name its
 * request, so the work on a request runs in a context that does.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from '../../core/untrusted.ts'
import type { NodeRequest } from '../../server/adapters/nodeRequest.ts'
import * as RequestIdentity from '../gateway/RequestIdentity.ts'

export interface RequestIdentities {
  readonly of: (req: NodeRequest) => RequestIdentity.RequestIdentity
  /** Of a request that could not be read. */
  readonly unread: (address: string | undefined) => RequestIdentity.RequestIdentity
  readonly during: <A>(identity: RequestIdentity.RequestIdentity, work: () => A) => A
  /** Of the request whose work runs. */
  readonly current: () => RequestIdentity.RequestIdentity | undefined
}

export const requestIdentities = (settings: RequestIdentity.IdentitySettings): RequestIdentities => {
  const known = new WeakMap<NodeRequest, RequestIdentity.RequestIdentity>()
  const context = new AsyncLocalStorage<RequestIdentity.RequestIdentity>()
  return {
    of: (req) => {
      const before = known.get(req)
      if (before !== undefined) return before
      // HTTP/2 throws where the session has ended.
      const address = inspect(() => req.socket.remoteAddress, undefined) ?? ''
      const identity = RequestIdentity.of(req.rawHeaders, address, settings)
      known.set(req, identity)
      return identity
    },
    unread: (address = '') => RequestIdentity.of([], address, settings),
    during: (identity, work) => context.run(identity, work),
    current: () => context.getStore(),
  }
}
