/**
 * The adapter for Hono. On @hono/node-server it verifies the request of node:http, if that is the request by which Hono chose
 * the handler. Otherwise, and on other runtimes, it verifies the web standard Request.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono'
import { getPath } from 'hono/utils/url'
import * as Package from '../../core/Package.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import type { VerificationError } from '../VerificationError.ts'
import type { AdaptedRequest, VerifierSource } from '../Verifier.ts'
import { type AdapterOptions, withRawBody } from './AdapterOptions.ts'
import { type CorsAnswer, varying } from './cors.ts'
import { gateOf } from './gate.ts'
import * as NodeHttp from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { assertCovered, type JobDecoder, type VerifiedFor } from './verifiedJob.ts'
import { readBody, received, withBody } from './webRequest.ts'

/**
 * What `verified` sets in the context. `new Hono<VerifiedEnv>()` says that it covers every route of the app, and
 * `new Hono<VerifiedEnv<Job>>()` that its option `decode` reads a `Job`.
 */
export interface VerifiedEnv<J = never> {
  Variables: {
    /** Who sent this request, and the bytes of its body. */
    verified: VerifiedFor<J>
  }
}

/**
 * The options of `verified`; `answerRefusal` and `rawBody` get the context. `rawBody` is asked for a body that something has read.
 */
export type HonoOptions<J = never> = AdapterOptions<readonly [c: Context], J> & {
  /** Returns the Response; what it throws goes to `app.onError`. */
  readonly answerRefusal?: ((refusal: VerificationError, c: Context) => Response | Promise<Response>) | undefined
}

const remedy =
  "In Hono, move app.use('/v1/*', verified(verifier)) above the middleware that reads the body. Or use the bytes that Hono keeps: " +
  "app.use('/v1/*', verified(verifier, { rawBody: (c) => c.req.arrayBuffer() }))"

/**
 * A middleware that lets verified requests through and answers the others itself. Behind it, `c.get('verified')` says who
 * sent the request, and `c.req.json()`, `c.req.text()`, `c.req.arrayBuffer()` and `c.req.raw` give the bytes that were
 * verified. (Of GET and HEAD, whose Request has no body, only `c.get('verified').body` does.)
 *
 * Put it in front of every middleware that reads the body. Earlier middleware may answer, set headers or count bytes, as
 * `cors`, `logger` and `bodyLimit` do.
 *
 * On @hono/node-server the target is verified as it stood on the request line, with the prefix that `app.mount` took off and with
 * dot segments resolved, so that `authorize` sees no other target than Hono's router. A mounted app refuses the very prefix, and
 * a path with escapes that `app.mount` decodes. (`app.route` and `app.basePath` change nothing.)
 * On other runtimes `app.mount` hands on a Request without its prefix: put `verified` in front of the mount.
 *
 * A request that a handler sends the app itself, `app.request(url, init, c.env)`, needs a signature of its own.
 *
 * In a handler of `/v1/jobs`, do not pass `c.env` with a request to `/jobs`: if the path is the end of the caller's path, and the
 * query the same, `verified` takes the request for the caller's in a mounted app.
 *
 * A failure that is no refusal goes to `app.onError`. Throws a TypeError if `verifier` is missing, and in Hono 3.
 *
 * @example
 * ```ts
 * import { type VerifiedEnv, verified } from 'countersign/hono'
 * import { createVerifier } from 'countersign/server'
 * import { Hono } from 'hono'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const app = new Hono<VerifiedEnv>()
 * app.use('/v1/*', verified(verifier))
 * app.post('/v1/jobs', async (c) => c.json({ app_id: c.get('verified').appId, job: await c.req.json() }))
 *
 * const { status } = await app.request('/v1/jobs', { method: 'POST', body: '{}' })
 * assert.equal(status, 401)
 * ```
 */
export const verified = <J = never>(
  verifier: VerifierSource,
  options?: HonoOptions<J>,
): MiddlewareHandler<VerifiedEnv<J>> => {
  // Hono 3, whose routers may run a handler in front of its middleware.
  if ('showRoutes' in Hono.prototype) throw new TypeError(Package.unserved(Package.hono))
  const { cors, rawBody, answerRefusal, verdictOn } = gateOf(verifier, options)
  const answer = async (c: Context, next: Next): Promise<Response | undefined> => {
    // TrieRouter calls the middleware of `*` twice for the path `/*`.
    const verdict = await verdictOn(c, c, (limit) =>
      withRawBody(receivedIn(c, limit), isRead(c) ? rawBody : undefined, c, (name) => c.req.header(name)),
    )
    if (E.isLeft(verdict)) {
      if (answerRefusal === undefined) return refusal(c, verdict.left)
      begin(c, verdict.left)
      return ((await answerRefusal(verdict.left, c)) as Response) ?? refusal(c, verdict.left)
    }
    c.req.raw = withBody(c.req.raw, verdict.right.body)
    // An earlier middleware may have cached another text than these bytes.
    c.req.bodyCache = {}
    c.set('verified', verdict.right as VerifiedFor<J>)
    await next()
    return undefined
  }
  const pass: MiddlewareHandler<VerifiedEnv<J>> = async (c, next) => {
    if (cors === undefined) return answer(c, next)
    const allowed = cors(c.req.method, (name) => c.req.header(name))
    try {
      const response = allowed.isPreflight ? c.newResponse(null, 204) : await answer(c, next)
      if (response !== undefined) c.res = response
    } finally {
      // Now, so that answers of `onError` and `notFound` have them as well.
      allowOrigin(c, allowed)
    }
    return undefined
  }
  // Not async, as in every adapter: some frameworks judge a handler by that.
  const countersign: MiddlewareHandler<VerifiedEnv<J>> = (c, next) => pass(c, next)
  return countersign
}

/** A context of a route behind `verified`. */
export interface Covered<J = never> {
  /** As `c.get` of a chained route. */
  readonly get: (name: 'verified') => VerifiedFor<J>
  readonly var: VerifiedEnv<J>['Variables']
}

/**
 * For TypeScript, which knows the routes behind `verified` only where they are chained: from here on `c.get('verified')` is there.
 * With the decoder that `verified` was given as its option `decode`, its `job` is there as well. Throws a TypeError, which Hono
 * answers with 500, if it is not.
 *
 * @example
 * ```ts
 * import { assertVerified, verified } from 'countersign/hono'
 * import { createVerifier } from 'countersign/server'
 * import { Hono } from 'hono'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const chained = new Hono().use(verified(verifier)).get('/', (c) => c.text(c.get('verified').appId))
 * const app = new Hono().route('/v1', chained).get('/health', (c) => {
 *   assertVerified(c)
 *   return c.text(c.get('verified').appId)
 * })
 * app.onError((error, c) => c.text(error.message, 500))
 * assert.match(await (await app.request('/health')).text(), /this route is not covered by verified/)
 * ```
 */
export function assertVerified<C extends { readonly var: object }, J = never>(
  c: C,
  decode?: JobDecoder<J>,
): asserts c is C & Covered<J> {
  assertCovered(c.var, "app.use('/v1/*', verified(verifier))", decode)
}

const allowOrigin = (c: Context, { headers, vary }: CorsAnswer): void => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (vary !== '') c.header('Vary', varying(c.res.headers.get('Vary'), vary))
}

/** For a program that writes the answer with `c.json` and its like: status and headers, but for those of the body. */
const begin = (c: Context, { status, headers }: VerificationError): void => {
  c.status(status as Parameters<Context['status']>[0])
  for (const [name, value] of Object.entries(headers)) if (name !== 'Content-Type') c.header(name, value)
}

/** The context's own response keeps the headers that earlier middleware has set, such as those of CORS. */
const refusal = (c: Context, { status, headers, body }: VerificationError): Response =>
  c.newResponse(body, status as Parameters<Context['status']>[0], { ...headers })

const receivedIn = (c: Context, limit: number): AdaptedRequest => {
  const incoming = incomingOf(c)
  const { outgoing: res } = (c.env ?? {}) as { readonly outgoing?: NodeHttp.NodeResponse }
  const request =
    incoming === undefined ? received(c.req.raw, limit, remedy) : NodeHttp.received(incoming, limit, remedy, { res })
  const refused = { ...request, target: RoutableTarget.refused }
  if (!isReadAsWritten(c.req.url)) return refused
  if (incoming === undefined) return request
  if (!RoutableTarget.isPlainHost(hostOf(incoming))) return refused
  const written = RequestTarget.parse(request.target)
  // The verifier refuses it, and says why.
  if (E.isLeft(written)) return request
  const target = RoutableTarget.resolved(written.right)
  // A mount of Express takes /api from `/api/..`, and leaves the rest to Hono: the handler of /api runs.
  if (target !== written.right && isMounted(incoming)) return refused

  // Any origin will do: it is not signed.
  const sent = new URL(`http://h${written.right}`)
  const routed = new URL(c.req.url)
  if (sent.search === routed.search) {
    // A mount removes a prefix.
    if (sent.pathname.endsWith(routed.pathname)) {
      return {
        ...request,
        // Hono chooses the handler by what is left when dot segments are resolved, and `authorize` must see no other target.
        target,
        // Hono chooses the handler by the method of `c.req`. A method that earlier middleware put there was not signed.
        method: c.req.method,
        body: () => readBodyOn(incoming, request.body, c, limit),
      }
    }
    // A mount at `/api` shows `/api` as `/`, and `/api/%41` as `/A`: it then looks like a request that a handler sends the app.
    if (routed.pathname === '/' || sent.pathname.includes('%')) return refused
  }
  // A handler sends the app another request, and with its own environment the request that it is answering.
  return received(c.req.raw, limit, remedy)
}

const isMounted = ({ url, originalUrl }: NodeHttp.NodeRequest & { readonly originalUrl?: unknown }): boolean =>
  originalUrl !== undefined && originalUrl !== url

/** @hono/node-server puts it into the environment. Elsewhere `incoming` may be anything of the program's. */
const incomingOf = ({ env }: Context): NodeHttp.NodeRequest | undefined => {
  const { incoming } = (env ?? {}) as { readonly incoming?: Partial<NodeHttp.NodeRequest> | null }
  return Array.isArray(incoming?.rawHeaders) && typeof incoming.resume === 'function'
    ? (incoming as NodeHttp.NodeRequest)
    : undefined
}

/** @hono/node-server builds the URL from this host. */
const hostOf = (incoming: NodeHttp.NodeRequest): string | undefined =>
  NodeHttp.isHttp2(incoming) ? incoming.authority : incoming.headers.host

/** Whether Hono finds the same path whatever the host is: 4.8.0 to 4.9.5 take `/admin` for that of `http://[::1]/?x/admin`. */
const isReadAsWritten = (url: string): boolean => {
  const target = RoutableTarget.ofUrl(url)
  return (
    target !== undefined && getPath({ url } as Request) === getPath({ url: `http://localhost${target}` } as Request)
  )
}

/** Otherwise `rawBody` as `(c) => c.req.arrayBuffer()` would read the body, and without a cap. */
const isRead = (c: Context): boolean =>
  Object.keys(c.req.bodyCache).length > 0 || (incomingOf(c)?.readableDidRead ?? c.req.raw.bodyUsed)

const readBodyOn = async (
  incoming: NodeHttp.NodeRequest,
  body: AdaptedRequest['body'],
  c: Context,
  limit: number,
): ReturnType<AdaptedRequest['body']> => {
  // Any look at `c.req.raw.body` makes a web stream of the request, which begins to read a microtask later.
  await undefined
  if (isUntouched(incoming)) {
    const read = await body()
    if (E.isLeft(read)) return read
    const bytes = read.right
    // @hono/node-server makes its Request of these, and leaves alone the request into which the bytes were put back.
    const { Buffer } = globalThis
    Object.assign(incoming, { rawBody: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
    return read
  }
  const read = await readBody(c.req.raw, limit, remedy)
  if (E.isLeft(read)) return read
  // A parser in front of Hono leaves a stream that ends at once.
  if (read.right.length === 0 && incoming.readableDidRead) return E.left({ _tag: 'body_consumed', remedy })
  NodeHttp.refuseReaders(incoming)
  return read
}

const isUntouched = (incoming: NodeHttp.NodeRequest): boolean =>
  !incoming.readableDidRead && incoming.listenerCount('data') === 0
