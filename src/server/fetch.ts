/**
 * The adapter for what takes a web standard Request and answers a Response: workers, Deno, Bun, and on Node whatever speaks
 * that. It translates and decides nothing: every Authorization line, the raw body under the verifier's cap, and the refusal
 * as the verifier words it.
 */
import { VerificationError } from './VerificationError.ts'
import type { VerifiedRequest, Verifier } from './Verifier.ts'
import { received, withBody } from './webRequest.ts'

/** What handles a verified request; behind it comes whatever else the runtime hands over (`env` and `ctx`, or `info`). */
export type VerifiedHandler<Rest extends ReadonlyArray<unknown> = []> = (
  request: Request,
  verified: VerifiedRequest,
  ...rest: Rest
) => Response | Promise<Response>

/**
 * A `fetch` handler that hands verified requests to `handler` and answers the others itself. The body of the request that
 * `handler` gets is the bytes that were verified; of GET and HEAD, whose Request has no body, one that announces any is refused.
 *
 * The target is verified as the runtime shows it in `request.url`. Node and Bun resolve dot segments in it and encode quotation
 * marks, so a request that was signed with these is refused there. Deno shows dot segments as they were sent; the adapter refuses them.
 *
 * Rejects with what `handler` throws, and with what a verifier throws that is no refusal. Throws a TypeError if `verifier` or
 * `handler` is missing.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/fetch'
 * import { createVerifier } from 'countersign/server'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const worker = { fetch: verified(verifier, (_, { appId }) => Response.json({ app_id: appId })) }
 *
 * const { status } = await worker.fetch(new Request('https://api.example/v1/jobs', { method: 'POST', body: '{}' }))
 * assert.equal(status, 401)
 * ```
 */
export const verified = <Rest extends ReadonlyArray<unknown> = []>(
  verifier: Verifier,
  handler: VerifiedHandler<Rest>,
): ((request: Request, ...rest: Rest) => Promise<Response>) => {
  // At the start, and not at the first request.
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  if (typeof handler !== 'function') throw new TypeError('verified needs a handler to hand verified requests to')
  return async (request, ...rest) => {
    let answer: VerifiedRequest
    try {
      answer = await verifier.verify(received(request, verifier.bodyLimit))
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      return refusal(request, error)
    }
    return handler(withBody(request, answer.body), answer, ...rest)
  }
}

const refusal = ({ method }: Request, { status, headers, body }: VerificationError): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers })
