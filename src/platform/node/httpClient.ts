/**
 * HTTP by node:http and node:https, which write the request target as it is.
 */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import process from 'node:process'
import * as E from 'fp-ts/lib/Either.js'
import { type BaseUrl, origin } from '../../core/BaseUrl.ts'
import { isBytes } from '../../core/Bytes.ts'
import type { Rule } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import type { HttpError } from '../../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../effects/Http.ts'
import { errorOf, joined, partsOf, platformFaultOf, statusFault } from '../common/httpBody.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/system.ts'
import { digest } from './digest.ts'
import { isLoopback, type ProxyServer, proxyFor, proxyRule, transport, tunnel } from './proxy.ts'

export interface HttpClientSettings {
  /** Certificates (PEM) to trust instead of the platform's own. */
  readonly ca?: string | undefined
  /**
   * The URL of a proxy, perhaps with a user name and password; `false` for none. Unless set, the environment's: `https_proxy`,
   * `all_proxy` and `no_proxy`, in lower or upper case, for every service that is not on loopback.
   */
  readonly proxy?: string | false | undefined
  /** An agent of node:http or node:https in place of the client's own; `ca` and `proxy` are then its business. */
  readonly agent?: Agent | undefined
}

interface OwnSettings {
  readonly ca: string | undefined
  readonly proxy: ProxyServer | false | undefined
  readonly agent: Agent | undefined
}

const agentRule: Rule<Agent> = {
  expected:
    'an agent of node:http or node:https; for a dispatcher of undici, give the option fetch: (url, init) => undici.fetch(url, { ...init, dispatcher })',
  is: (value): value is Agent => typeof (value as { readonly addRequest?: unknown } | null)?.addRequest === 'function',
}

const settingsOf = readSettings<OwnSettings>('httpClient', {
  ca: Settings.optional({ expected: 'certificates in PEM', is: (value) => typeof value === 'string' }),
  proxy: (name, value) => (value === false ? E.right(value) : proxyRule(name, value)),
  agent: Settings.optional(agentRule),
})

/**
 * An HTTP client that keeps connections for further requests. It never sends a request again: if a service closes a kept
 * connection in the moment of its reuse, the request fails. Throws a RangeError if a setting is wrong.
 *
 * @example
 * ```ts
 * import { once } from 'node:events'
 * import { createServer } from 'node:http'
 * import { BaseUrl, Method, RequestTarget } from 'countersign'
 * import { httpClient } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const server = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1')
 * await once(server, 'listening')
 * const { port } = server.address() as { port: number }
 * const base = BaseUrl.parse(`http://127.0.0.1:${port}`)
 * const target = RequestTarget.parse("/a/../b?it's")
 * assert.ok(E.isRight(base) && E.isRight(target))
 *
 * const request = { base: base.right, method: Method.post, target: target.right, headers: {}, body: new Uint8Array() }
 * const answer = await httpClient().send({ ...request, timeoutMs: 5000 })()
 * assert.ok(E.isRight(answer))
 * const parts: Array<Uint8Array> = []
 * for await (const part of answer.right.body) parts.push(part)
 * server.closeAllConnections()
 * server.close()
 * assert.equal(Buffer.concat(parts).toString(), "/a/../b?it's")
 * ```
 */
export const httpClient = (settings: HttpClientSettings = {}): Http => {
  const way = wayTo(settingsOf(settings))
  return { send: (request) => () => new Promise((resolve) => begin(way, request, resolve)) }
}

/** A request on its way, and the answer to it. */
interface Exchange {
  readonly request: HttpRequest
  readonly resolve: (result: E.Either<HttpError, HttpResponse>) => void
  readonly onAbort: () => void
  sending: ClientRequest | undefined
  receiving: IncomingMessage | undefined
  /** Its result is known; the body of an answer may still come. */
  isOver: boolean
  /** Cancels the deadline. */
  cancel: () => void
}

const begin = (way: (request: HttpRequest) => Way, request: HttpRequest, resolve: Exchange['resolve']): void => {
  const { signal } = request
  const exchange: Exchange = {
    request,
    resolve,
    onAbort: () => abort(exchange),
    sending: undefined,
    receiving: undefined,
    isOver: false,
    cancel: () => {},
  }
  setDeadline(exchange)
  if (signal?.aborted === true) {
    abort(exchange)
    return
  }
  signal?.addEventListener('abort', exchange.onAbort)
  try {
    send(exchange, way(request))
  } catch (error) {
    fail(exchange, failureOf(error as Error))
  }
}

const send = (exchange: Exchange, { path, ...options }: Way): void => {
  const { request } = exchange
  const sending = open(request, path, options)
  exchange.sending = sending
  // The signed target is the sent one: node:http writes the path unchanged, or throws.
  if (sending.path !== path) {
    fail(exchange, { _tag: 'target_rewritten' })
    return
  }
  sending.on('error', (error) => fail(exchange, failureOf(error)))
  sending.on('response', (response) => receive(exchange, options, response))
  // An answer with 101 is an upgrade event, for which nobody listens: the connection closes without a response.
  sending.on('close', () => fail(exchange, { _tag: 'network_failed', detail: 'connection closed' }))
  if (isBytes(request.body) && request.onSent === undefined) sending.end(request.body)
  else uploadBody(exchange, sending)
}

/** While parts of the body are sent, the deadline begins anew with each. */
const uploadBody = (exchange: Exchange, sending: ClientRequest): void => {
  const { body, onSent } = exchange.request
  upload(sending, body, (bytes) => {
    onSent?.(bytes)
    if (isBytes(body) || exchange.isOver) return
    exchange.cancel()
    setDeadline(exchange)
  }).then((error) => error && fail(exchange, error))
}

const receive = (exchange: Exchange, options: Omit<Way, 'path'>, response: IncomingMessage): void => {
  const { sending } = exchange
  exchange.receiving = response
  // A service may answer before it has read the body. What is left of it is not sent.
  response.once('end', () => sending?.writableFinished === false && sending.destroy())
  response.once('close', () => ignoreAbort(exchange))
  settle(exchange, isProxys(options, response) ? E.left({ _tag: 'proxy_failed', detail: '407' }) : answerOf(response))
}

const setDeadline = (exchange: Exchange): void => {
  const { timeoutMs } = exchange.request
  exchange.cancel = timer.after(timeoutMs, () => fail(exchange, { _tag: 'timed_out', afterMs: timeoutMs }))
}

const abort = (exchange: Exchange): void => {
  fail(exchange, { _tag: 'aborted' })
  exchange.receiving?.destroy(new Error('aborted'))
}

const ignoreAbort = ({ request, onAbort }: Exchange): void => request.signal?.removeEventListener('abort', onAbort)

const fail = (exchange: Exchange, error: HttpError): void => settle(exchange, E.left(error))

const settle = (exchange: Exchange, result: E.Either<HttpError, HttpResponse>): void => {
  if (exchange.isOver) return
  exchange.isOver = true
  exchange.cancel()
  exchange.resolve(result)
  if (E.isRight(result)) return
  // After a failure nothing more may be sent.
  ignoreAbort(exchange)
  exchange.sending?.destroy()
}

/** How to connect, and the path of the request line. */
interface Way {
  readonly host: string
  readonly port?: number
  readonly isTls: boolean
  readonly agent: Agent
  readonly path: string
  /** For the proxy. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of the proxy itself, which a request in the absolute form may get: no service has asked for a proxy's password. */
const isProxys = ({ headers }: Pick<Way, 'headers'>, { statusCode }: IncomingMessage): boolean =>
  headers !== undefined && statusCode === 407

/** A client's own agents live as long as the client: one for each scheme, and for each proxy. */
const wayTo = ({ ca, proxy, agent }: OwnSettings): ((request: HttpRequest) => Way) => {
  const agents = new Map<string, Agent>()
  const kept = (name: string, isTls: boolean, through?: ProxyServer): Agent => {
    const found = agents.get(name) ?? new (transport(isTls).Agent)({ ...keeping, ca })
    if (through !== undefined && !agents.has(name)) tunnel(found, through, ca)
    agents.set(name, found)
    return found
  }
  return ({ base, target }) => {
    const isTls = origin(base).startsWith('https:')
    const direct = { ...address(base), isTls, path: target }
    if (agent !== undefined) return { ...direct, agent }
    const through = proxy === false ? undefined : (proxy ?? proxyFor(base, process.env))
    if (through === undefined) return { ...direct, agent: kept(isTls ? 'https' : 'http', isTls) }
    if (isTls) return { ...direct, agent: kept(`to ${through.name}`, isTls, through) }
    const { name, headers, ...to } = through
    if (!isLoopback(`${to.host}:${to.port}`))
      throw Object.assign(new Error('in the clear'), { proxy: 'plain http would leave this machine' })
    const Host = authorityOf(base)
    return { ...to, agent: kept(name, to.isTls), path: origin(base) + target, headers: { Host, ...headers } }
  }
}

// Deno and Bun send a request again if a kept connection turns out to be closed: the nonce would go out twice.
const resends = 'deno' in process.versions || 'bun' in process.versions

/** A kept connection is closed before a service's usual 5 seconds end, so that a request seldom meets one that just closed. */
const keeping = { keepAlive: !resends, timeout: 4000 }

const open = (
  { method, headers, body }: HttpRequest,
  path: string,
  { isTls, headers: forProxy, ...options }: Omit<Way, 'path'>,
): ClientRequest =>
  transport(isTls).request({
    ...options,
    method,
    path,
    // Without the length, node:http sends the body of a GET or DELETE without it.
    headers: {
      'accept-encoding': 'identity',
      ...forProxy,
      ...headers,
      ...(body.length === 0 ? {} : { 'Content-Length': body.length }),
    },
  })

const authorityOf = (base: BaseUrl): string => origin(base).replace(/^https?:\/\//, '')

/** From the text: `new URL` would rewrite a host such as `127.1`. */
const address = (base: BaseUrl): Pick<Way, 'host' | 'port'> => {
  const authority = authorityOf(base)
  const port = /:(\d+)$/.exec(authority)
  const host = (port === null ? authority : authority.slice(0, port.index)).replace(/^\[(.*)\]$/, '$1')
  return port === null ? { host } : { host, port: Number(port[1]) }
}

/** Sends part by part: the next is read when the last one has left, as both may share their memory. */
const upload = async (
  sending: ClientRequest,
  body: HttpRequest['body'],
  onSent: (bytes: number) => void,
): Promise<HttpError | undefined> => {
  let left: (isSent: boolean) => void = () => {}
  // The request's own events tell why.
  sending.once('close', () => left(false))
  let sent = 0
  for await (const part of partsOf(digest, body)) {
    if (E.isLeft(part)) return part.left
    const { right } = part
    const isSent = await new Promise((resolve) => {
      left = resolve
      if (sending.destroyed) resolve(false)
      else sending.write(right, (error) => resolve(!error))
    })
    if (isSent !== true) return undefined
    sent += right.length
    onSent(sent)
  }
  sending.end()
  return undefined
}

const answerOf = (response: IncomingMessage): E.Either<HttpError, HttpResponse> => {
  const status = response.statusCode as number
  const fault = statusFault(status)
  if (fault !== undefined) return E.left(fault)
  const rawHeaders = pairs(response.rawHeaders)
  return E.right({
    status,
    headers: joined(rawHeaders),
    rawHeaders,
    body: { [Symbol.asyncIterator]: () => response[Symbol.asyncIterator]() },
    drop: () => void response.destroy(),
  })
}

/** From the raw list: Node's record drops the second of some headers. */
const pairs = (raw: ReadonlyArray<string>): Array<[string, string]> =>
  Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] as string, raw[2 * i + 1] as string])

const failureOf = (error: Error & { readonly proxy?: string }): HttpError => {
  if (error.proxy === undefined) return errorOf(error)
  const cause = platformFaultOf(error.cause)
  return { _tag: 'proxy_failed', detail: error.proxy, ...(cause && { cause }) }
}
