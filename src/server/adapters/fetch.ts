/** The adapter for servers that take a web standard Request and answer a Response: workers, Deno, Bun, and some on Node. */
import * as E from 'fp-ts/lib/Either.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerificationError } from '../VerificationError.ts'
import { BodyUnreadable, type VerifiedRequest, type Verifier } from '../Verifier.ts'
import { type AdapterOptions, lost, withRawBody } from './AdapterOptions.ts'
import { type CorsAnswer, varying } from './cors.ts'
import { gateOf, passOn } from './gate.ts'
import { received, withBody } from './webRequest.ts'

/** Handles a verified request; `rest` is whatever else the runtime hands over (`env` and `ctx`, or `info`). */
export type VerifiedHandler<Rest extends ReadonlyArray<unknown> = []> = (
  request: Request,
  verified: VerifiedRequest,
  ...rest: Rest
) => Response | Promise<Response>

/**
 * The options of `verified`; `refused` and `rawBody` get the request, and whatever else the runtime hands over. `refused` returns
 * the Response; what it throws, `verified` rejects with.
 */
export type FetchOptions<Rest extends ReadonlyArray<unknown> = []> = AdapterOptions<
  readonly [request: Request, ...rest: Rest]
> & {
  /** Answers a refused request in the app's own shape. Absent: the refusal's own answer. */
  readonly refused?:
    | ((refusal: VerificationError, request: Request, ...rest: Rest) => Response | Promise<Response>)
    | undefined
}

const remedy =
  'Hand the request to verified before its body is read, or say where its bytes are kept: verified(verifier, handler, { rawBody: (request) => bytes })'

/**
 * A `fetch` handler that hands verified requests to `handler` and answers the others itself. `handler` gets a request whose
 * body is the bytes that were verified. A Request of GET or HEAD has no body, so one that announces a body is refused.
 *
 * The target is verified as the runtime shows it in `request.url`. Node and Bun resolve dot segments in it and encode quotation
 * marks, so a request that was signed with these is refused there. Deno shows dot segments as they were sent; the adapter refuses them.
 *
 * A `JobRefused` that `handler` throws is answered with its 400. Rejects with the other errors of `handler`, and with those of the verifier that are no refusal. Throws a TypeError if `verifier`
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
  options?: FetchOptions<Rest>,
): ((request: Request, ...rest: Rest) => Promise<Response>) => {
  const { cors, rawBody, refused, verdictOn } = gateOf(verifier, options, handler)
  const answer = async (request: Request, rest: Rest): Promise<Response> => {
    const verdict = await verdictOn(request, request, (limit) =>
      withRawBody(received(request, limit, remedy), rawBody && keptOnly(rawBody), request, header(request)),
    )
    if (E.isLeft(verdict))
      return ((await refused?.(verdict.left, request, ...rest)) as Response) ?? refusal(request, verdict.left)
    const made = withBody(request, verdict.right.body)
    passOn(request, made)
    try {
      return await handler(made, verdict.right, ...rest)
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      return refusal(request, error)
    }
  }
  const answerWithCors: typeof answer = async (request, rest) => {
    if (cors === undefined) return answer(request, rest)
    const allowed = cors(request.method, header(request))
    const response = allowed.isPreflight ? new Response(null, { status: 204 }) : await answer(request, rest)
    return withOrigin(response, allowed)
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign = (request: Request, ...rest: Rest): Promise<Response> => answerWithCors(request, rest)
  return countersign
}

const keptOnly =
  (rawBody: NonNullable<FetchOptions['rawBody']>): NonNullable<FetchOptions['rawBody']> =>
  async (request) => {
    const wasRead = request.bodyUsed
    const kept = await rawBody(request)
    if (request.bodyUsed && !wasRead)
      throw new BodyUnreadable(lost('rawBody has read the request itself, without a cap: leave it out'))
    return kept
  }

const header =
  ({ headers }: Request) =>
  (name: string): string | null =>
    headers.get(name)

const refusal = ({ method }: Request, { status, headers, body }: HttpAnswer): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers })

/** The response with the headers of CORS. Those of a response that came from elsewhere cannot be changed. */
const withOrigin = (response: Response, { headers, vary }: CorsAnswer): Response => {
  const added = new Headers(response.headers)
  for (const [name, value] of Object.entries(headers)) added.set(name, value)
  if (vary !== '') added.set('Vary', varying(response.headers.get('vary'), vary))
  const { body, status, statusText } = response
  // 101 hands the connection over to a WebSocket, and no page reads its headers.
  return status < 200 ? response : new Response(body, { status, statusText, headers: added })
}
