/** The service for tests as a listener of node:http. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { verified } from '../../server/adapters/http.ts'
import type { VerifiedRequest } from '../../server/Verifier.ts'
import type { ServiceParts, TestService, TestServiceOptions } from './testService.ts'
import { faultyAnswer, fetchOf, serviceParts } from './testService.ts'
import type { CreateTestVerifier } from './testVerifier.ts'

export interface NodeTestService extends TestService {
  /** Give it to `createServer` of node:http or node:https. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** `testService` on Node, with a listener too. */
export type CreateNodeTestService = (options?: TestServiceOptions) => Promise<NodeTestService>

export const nodeTestServiceOn =
  (testVerifier: CreateTestVerifier): CreateNodeTestService =>
  async (options) => {
    const parts = await serviceParts(testVerifier, options)
    return { fetch: fetchOf(parts), listener: listenerOf(parts), requests: parts.requests, next: parts.next }
  }

const listenerOf = ({ verifier, answer, requests, fault }: ServiceParts): NodeTestService['listener'] => {
  const seen = new WeakMap<IncomingMessage, VerifiedRequest>()
  const handle = verified(verifier, async (req, res, request) => {
    seen.set(req, request)
    await write(res, await answer(request))
  })
  return async (req, res) => {
    const given = fault()
    if (given === undefined) {
      await handle(req, res)
      const request = seen.get(req)
      requests.push({ ...lineOf(req), outcome: res.statusCode, ...(request && { verified: request }) })
      return
    }
    requests.push({ ...lineOf(req), outcome: typeof given === 'object' ? given.status : given })
    if (given === 'reset') req.socket.resetAndDestroy()
    else if (given !== 'hang') await write(res, faultyAnswer(given))
  }
}

const lineOf = ({ method = '', url = '' }: IncomingMessage) => ({ method, target: url })

const write = async (res: ServerResponse, response: Response): Promise<void> => {
  res.writeHead(response.status, Object.fromEntries(response.headers))
  res.end(new Uint8Array(await response.arrayBuffer()))
}
