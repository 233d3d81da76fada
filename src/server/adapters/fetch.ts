/** The adapter for servers that take a web standard Request and answer a Response: workers, Deno, Bun, and some on Node. */
import * as E from 'fp-ts/lib/Either.js'
import type { HttpAnswer } from '../../core/HttpAnswer.ts'
import { JobRefused } from '../JobRefused.ts'
import type { VerificationError } from '../VerificationError.ts'
import { type AdaptedRequest, BodyUnreadable, type VerifierSource } from '../Verifier.ts'
import { type AdapterOptions, lost, withRawBody } from './AdapterOptions.ts'
import { type CorsAnswer, type CorsPolicy, varying } from './cors.ts'
import { type RequestLike, requestOf, type SeenRequest, seen } from './foreignRequest.ts'
import { gateOf, passOn } from './gate.ts'
import type { VerifiedFor } from './verifiedJob.ts'
import { received, withBody } from './webRequest.ts'

/** The verified request, and the one that the runtime handed over; with a job of `J` if the option `decode` reads one. */
export type VerifiedWithOriginal<Original = Request, J = never> = VerifiedFor<J> & {
  /** With the members that only its own class has, such as `nextUrl` or `params`. Its body has been read. */
  readonly original: Original
}

/** Handles a verified request; `rest` is whatever else the runtime hands over (`env` and `ctx`, or `info`). */
export type VerifiedHandler<Rest extends ReadonlyArray<unknown> = [], Original = Request, J = never> = (
  request: Request,
  verified: VerifiedWithOriginal<Original, J>,
  ...rest: Rest
) => Response | Promise<Response>

/**
 * The options of `verified`; `answerRefusal` and `rawBody` get the request, and whatever else the runtime hands over. `answerRefusal`
 * returns the Response; what it throws, `verified` rejects with.
 */
export type FetchOptions<Rest extends ReadonlyArray<unknown> = [], Original = Request, J = never> = AdapterOptions<
  readonly [request: Original, ...rest: Rest],
  J
> & {
  /** Answers a refused request in the app's own shape. Absent: the refusal's own answer. */
  readonly answerRefusal?:
    | ((refusal: VerificationError, request: Original, ...rest: Rest) => Response | Promise<Response>)
    | undefined
}

const remedy =
  'Call verified(…) before any other code reads the body. If other code must read it first, tell verified(…) where the bytes are: verified(verifier, handler, { rawBody: (request) => bytes })'

/**
 * A `fetch` handler that hands verified requests to `handler` and answers the others itself. `handler` gets a request whose
 * body is the bytes that were verified. A Request of GET or HEAD has no body, so one that announces a body is refused.
 *
 * The target is verified as the runtime shows it in `request.url`. Node and Bun resolve dot segments in it and encode quotation
 * marks, so a request that was signed with these is refused there. Deno shows dot segments as they were sent; the adapter refuses them.
 *
 * The request may be of any class that has the members of a Request, as those of srvx, whatwg-node and Azure: each member is read
 * once, and `handler` gets a Request of the platform. What the runtime handed over is `original` of its second argument.
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
export const verified = <Rest extends ReadonlyArray<unknown> = [], Original extends RequestLike = Request, J = never>(
  verifier: VerifierSource,
  handler: VerifiedHandler<Rest, Original, J>,
  options?: FetchOptions<Rest, Original, J>,
): ((request: Original, ...rest: Rest) => Promise<Response>) => {
  const { cors, rawBody, answerRefusal, verdictOn, allowRewrites } = gateOf(verifier, options, handler)
  const handle = async (original: Original, request: SeenRequest, rest: Rest): Promise<Response> => {
    const of: object = Object(original)
    const own: Made = {}
    const verdict = await verdictOn(of, original, (limit) => {
      const adapted = received(request, limit, remedy, allowRewrites)
      const kept = withRawBody(adapted, rawBody && keptOnly(rawBody), original, header(request))
      return request === of ? kept : makingOwn(kept, request, own)
    })
    if (E.isLeft(verdict))
      return ((await answerRefusal?.(verdict.left, original, ...rest)) as Response) ?? refusal(request, verdict.left)
    const { body } = verdict.right
    const made = request === of ? withBody(of as Request, body) : (own.request ?? requestOf(request, body))
    passOn(of, made)
    return await handler(made, withOriginal(verdict.right as VerifiedFor<J>, original), ...rest)
  }
  const answer = async (original: Original, request: SeenRequest, rest: Rest): Promise<Response> => {
    try {
      return await handle(original, request, rest)
    } catch (error) {
      if (!(error instanceof JobRefused)) throw error
      return refusal(request, error)
    }
  }
  const answerWithCors = async (
    cors: CorsPolicy,
    original: Original,
    request: SeenRequest,
    rest: Rest,
  ): Promise<Response> => {
    const allowed = cors(request.method, header(request))
    const response = allowed.isPreflight ? new Response(null, { status: 204 }) : await answer(original, request, rest)
    return withOrigin(response, allowed)
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign = (request: Original, ...rest: Rest): Promise<Response> =>
    cors === undefined ? answer(request, seen(request), rest) : answerWithCors(cors, request, seen(request), rest)
  return countersign
}

interface Made {
  request?: Request
}

/** The Request for the handler is made as soon as the body is read: if the platform makes none, no nonce has been claimed. */
const makingOwn = (adapted: AdaptedRequest, request: SeenRequest, made: Made): AdaptedRequest => ({
  ...adapted,
  body: async () => {
    const read = await adapted.body()
    if (E.isRight(read)) made.request = requestOf(request, read.right)
    return read
  },
})

/** Not enumerable: who logs a verified request shows no header of the original, such as a token. */
const withOriginal = <Original, J>(verified: VerifiedFor<J>, original: Original): VerifiedWithOriginal<Original, J> =>
  Object.defineProperty({ ...verified }, 'original', { value: original }) as VerifiedWithOriginal<Original, J>

const keptOnly =
  <Original extends RequestLike>(
    rawBody: NonNullable<FetchOptions<[], Original>['rawBody']>,
  ): NonNullable<FetchOptions<[], Original>['rawBody']> =>
  async (request) => {
    const wasRead = request.bodyUsed
    const kept = await rawBody(request)
    if (request.bodyUsed && !wasRead)
      throw new BodyUnreadable(lost('rawBody has read the request itself, without a size limit: leave rawBody out'))
    return kept
  }

const header =
  ({ headers }: SeenRequest) =>
  (name: string): string | null =>
    headers.get(name)

const refusal = ({ method }: SeenRequest, { status, headers, body }: HttpAnswer): Response =>
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
