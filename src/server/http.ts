/**
 * The adapter for node:http, and for node:http2 with its requests and responses in the style of node:http. It translates
 * and decides nothing: raw target, every Authorization line, the raw body under the verifier's cap, and the refusal as the
 * verifier words it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { received, refuse } from './nodeRequest.ts'
import { VerificationError } from './VerificationError.ts'
import type { VerifiedRequest, Verifier } from './Verifier.ts'

/** What handles a verified request. */
export type VerifiedListener<Req = IncomingMessage, Res = ServerResponse> = (
  req: Req,
  res: Res,
  request: VerifiedRequest,
) => unknown

/**
 * A listener for `createServer` that hands verified requests to `listener` and answers the others itself.
 *
 * What `listener` throws, or its promise rejects with, is handled as node handles it without this adapter: the process
 * ends and shows it or, if `events.captureRejections` was set before the server was made, the server answers 500.
 *
 * @example
 * ```ts
 * import { once } from 'node:events'
 * import { createServer } from 'node:http'
 * import { verified } from 'countersign/http'
 * import { createVerifier } from 'countersign/server'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const server = createServer(verified(verifier, (_, res, { appId }) => res.end(`hello ${appId}`)))
 * await once(server.listen(0, '127.0.0.1'), 'listening')
 * const { port } = server.address() as { port: number }
 * const { status } = await fetch(`http://127.0.0.1:${port}/v1/jobs/1`)
 * server.closeAllConnections()
 * server.close()
 * assert.equal(status, 401)
 * ```
 */
export const verified = <
  Req extends IncomingMessage | Http2ServerRequest = IncomingMessage,
  Res extends ServerResponse | Http2ServerResponse = ServerResponse,
>(
  verifier: Verifier,
  listener: VerifiedListener<Req, Res>,
): ((req: Req, res: Res) => Promise<void>) => {
  // At the start, and not at the first request.
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  if (typeof listener !== 'function') throw new TypeError('verified needs a listener to hand verified requests to')
  return async (req, res) => {
    let request: VerifiedRequest
    try {
      request = await verifier.verify(received(req, verifier.bodyLimit))
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      return refuse(req, res, error, verifier.bodyLimit)
    }
    await listener(req, res, request)
  }
}
