/** The adapter for servers that take a web standard Request and answer a Response: workers, Deno, Bun, and some on Node. */
import * as E from 'fp-ts/lib/Either.js'
import { judging } from './judging.ts'
import type { VerificationError } from './VerificationError.ts'
import type { VerifiedRequest, Verifier } from './Verifier.ts'
import { received, withBody } from './webRequest.ts'

/** Handles a verified request; `rest` is whatever else the runtime hands over (`env` and `ctx`, or `info`). */
export type VerifiedHandler<Rest extends ReadonlyArray<unknown> = []> = (
  request: Request,
  verified: VerifiedRequest,
  ...rest: Rest
) => Response | Promise<Response>

/**
 * A `fetch` handler that hands verified requests to `handler` and answers the others itself. `handler` gets a request whose
 * body is the bytes that were verified. A Request of GET or HEAD has no body, so one that announces a body is refused.
 *
 * The target is verified as the runtime shows it in `request.url`. Node and Bun resolve dot segments in it and encode quotation
 * marks, so a request that was signed with these is refused there. Deno shows dot segments as they were sent; the adapter refuses them.
 *
 * Rejects with the errors of `handler`, and with those of the verifier that are no refusal. Throws a TypeError if `verifier`
 * or `handler` is missing.
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
  const judge = judging(verifier, handler)
  return async (request, ...rest) => {
    const verdict = await judge((limit) => received(request, limit))
    if (E.isLeft(verdict)) return refusal(request, verdict.left)
    return handler(withBody(request, verdict.right.body), verdict.right, ...rest)
  }
}

const refusal = ({ method }: Request, { status, headers, body }: VerificationError): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers })
