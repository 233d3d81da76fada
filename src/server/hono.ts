/**
 * The adapter for Hono. It translates and decides nothing: every Authorization line, the raw body under the verifier's cap,
 * and the refusal as the verifier words it.
 *
 * On @hono/node-server the request of node:http is at hand, and the verdict is the same as there if that is the request by
 * which Hono chose the handler. Otherwise, and elsewhere, it is that of the web standard Request.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Context, MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import * as RequestTarget from '../core/RequestTarget.ts'
import { isHttp2, type NodeRequest, received as receivedByNode } from './nodeRequest.ts'
import * as RoutableTarget from './routableTarget.ts'
import { VerificationError } from './VerificationError.ts'
import { BodyUnreadable, type ReceivedRequest, type VerifiedRequest, type Verifier } from './Verifier.ts'
import { readBody, received, withBody } from './webRequest.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Behind `verified`: who sent this request, and the bytes of its body. */
    verified: VerifiedRequest
  }
}

/**
 * A middleware that lets verified requests through and answers the others itself. Behind it, `c.get('verified')` says who
 * sent the request, and `c.req.json()`, `c.req.text()`, `c.req.arrayBuffer()` and `c.req.raw` give the bytes that were
 * verified. (Of GET and HEAD, whose Request has no body, only `c.get('verified').body` does.)
 *
 * Put it in front of whatever reads the body. What went before it may answer, set headers or count bytes, as `cors`,
 * `logger` and `bodyLimit` do.
 *
 * On @hono/node-server the target is verified as it stood on the request line, with the prefix that `app.mount` took off and with
 * dot segments resolved, so that `authorize` sees no other target than Hono's router. A mounted app refuses the very prefix, and
 * a path with escapes that `app.mount` decodes. (`app.route` and `app.basePath` change nothing.)
 *
 * A request that a handler sends the app itself, `app.request(url, init, c.env)`, needs a signature of its own. Do not hand it
 * `c.env` if its path is the end of the caller's path, and its query the same: it is taken for that of a mounted app.
 *
 * What a verifier throws that is no refusal goes to `app.onError`. Throws a TypeError if `verifier` is missing.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/hono'
 * import { createVerifier } from 'countersign/server'
 * import { Hono } from 'hono'
 *
 * const verifier = await createVerifier({ keys: {} })
 * const app = new Hono()
 * app.use('/v1/*', verified(verifier))
 * app.post('/v1/jobs', async (c) => c.json({ app_id: c.get('verified').appId, job: await c.req.json() }))
 *
 * const { status } = await app.request('/v1/jobs', { method: 'POST', body: '{}' })
 * assert.equal(status, 401)
 * ```
 */
export const verified = (verifier: Verifier): MiddlewareHandler => {
  // At the start, and not at the first request.
  if (typeof verifier?.verify !== 'function')
    throw new TypeError('verified needs a verifier; await createVerifier first')
  return async (c, next) => {
    let request: VerifiedRequest
    try {
      request = await verifier.verify(receivedIn(c, verifier.bodyLimit))
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      return refusal(c, error)
    }
    c.req.raw = withBody(c.req.raw, request.body)
    // What something in front has kept may be another text than these bytes.
    c.req.bodyCache = {}
    c.set('verified', request)
    return next()
  }
}

/** A response of the context's own keeps the headers that middleware has set before, such as those of CORS. */
const refusal = (c: Context, { status, headers, body }: VerificationError): Response =>
  c.newResponse(body, status as Parameters<Context['status']>[0], { ...headers })

const receivedIn = (c: Context, limit: number): ReceivedRequest => {
  const incoming = incomingOf(c)
  const request = incoming === undefined ? received(c.req.raw, limit) : receivedByNode(incoming, limit)
  const refused = { ...request, target: RoutableTarget.refused }
  if (!isReadAsWritten(c.req.url)) return refused
  if (incoming === undefined) return request
  if (!RoutableTarget.isPlainHost(hostOf(incoming))) return refused
  const written = RequestTarget.parse(request.target)
  // The verifier refuses it as it stands there, and says why.
  if (E.isLeft(written)) return request

  // The origin counts for nothing: it is not signed.
  const sent = new URL(`http://h${written.right}`)
  const routed = new URL(c.req.url)
  if (sent.search === routed.search) {
    // A mount takes a prefix off.
    if (sent.pathname.endsWith(routed.pathname)) {
      return {
        ...request,
        // Hono chooses the handler by what is left when dot segments are resolved, and `authorize` must see no other target.
        target: RoutableTarget.resolved(written.right),
        // The handler is chosen by the method of `c.req`. One that something in front has put in its place was not signed.
        method: c.req.method === incoming.method?.toUpperCase() ? request.method : c.req.method,
        body: () => readBodyOn(incoming, request.body, c, limit),
      }
    }
    // A mount shows `/` for its very prefix, and decodes the rest: such a request cannot be told from one that a handler sends the app.
    if (routed.pathname === '/' || sent.pathname.includes('%')) return refused
  }
  // A handler sends the app another request with the environment of its own, and in this, the request that it is answering.
  return received(c.req.raw, limit)
}

/** What @hono/node-server puts into the environment. Elsewhere the name is the program's own, for what it likes. */
const incomingOf = ({ env }: Context): NodeRequest | undefined => {
  const { incoming } = (env ?? {}) as { readonly incoming?: Partial<NodeRequest> | null }
  return Array.isArray(incoming?.rawHeaders) && typeof incoming.resume === 'function'
    ? (incoming as NodeRequest)
    : undefined
}

/** The host of which @hono/node-server makes the URL. */
const hostOf = (incoming: NodeRequest): string | undefined =>
  isHttp2(incoming) ? incoming.authority : incoming.headers.host

/** Whether Hono finds the same path whatever the host is: 4.8.0 to 4.9.5 take `/admin` for that of `http://[::1]/?x/admin`. */
const isReadAsWritten = (url: string): boolean => {
  const target = RoutableTarget.ofUrl(url)
  return (
    target !== undefined && getPath({ url } as Request) === getPath({ url: `http://localhost${target}` } as Request)
  )
}

const readBodyOn = async (
  incoming: NodeRequest,
  body: ReceivedRequest['body'],
  c: Context,
  limit: number,
): Promise<Uint8Array> => {
  // Whoever so much as looks at `c.req.raw.body` makes a web stream of the request, which begins to read a microtask later.
  await undefined
  if (isUntouched(incoming) && typeof body === 'function') return body()
  const bytes = await readBody(c.req.raw, limit)
  // A parser in front of Hono leaves a stream that ends at once.
  if (bytes.length === 0 && incoming.readableDidRead) throw new BodyUnreadable({ _tag: 'body_consumed' })
  return bytes
}

const isUntouched = (incoming: NodeRequest): boolean =>
  !incoming.readableDidRead && incoming.listenerCount('data') === 0
