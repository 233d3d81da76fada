/**
 * HTTP by node:http and node:https.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as E from 'fp-ts/lib/Either.js'
import { type BaseUrl, origin } from '../core/BaseUrl.ts'
import * as ByteBuffer from '../core/ByteBuffer.ts'
import type { HttpError } from '../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../effects/Http.ts'

export interface HttpClientSettings {
  /** The largest answer that is taken, in bytes; 16 MiB unless set. */
  readonly maxResponseBytes?: number | undefined
  /** Certificates (PEM) to trust instead of the platform's own. */
  readonly ca?: string | undefined
}

const defaultMaxResponseBytes = 16 * 1024 * 1024
/** `setTimeout` takes 31 bits of milliseconds, and fires at once for more. */
const longestTimeoutMs = 2 ** 31 - 1

/**
 * An HTTP client that sends every request over a connection of its own. A connection that is kept can be closed by the
 * service at the very moment at which it is used again; whoever then sends the request once more sends a nonce twice.
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
 * server.close()
 * assert.ok(E.isRight(answer) && new TextDecoder().decode(answer.right.body) === "/a/../b?it's")
 * ```
 */
export const httpClient = ({ maxResponseBytes = defaultMaxResponseBytes, ca }: HttpClientSettings = {}): Http => ({
  send: (request) => () =>
    new Promise((resolve) => {
      const settle = (result: E.Either<HttpError, HttpResponse>) => {
        clearTimeout(timer)
        resolve(result)
        // After an answer there is nothing left to stop; after a failure nothing more may be sent.
        if (E.isLeft(result)) sending?.destroy()
      }
      const fail = (error: HttpError) => settle(E.left(error))
      const afterMs = Math.min(request.timeoutMs, longestTimeoutMs)
      const timer = setTimeout(() => fail({ _tag: 'timed_out', afterMs: request.timeoutMs }), afterMs)
      let sending: ClientRequest | undefined
      try {
        sending = open(request, ca)
        // What is signed is what is sent: node:http writes the path as it is given, or throws.
        if (sending.path !== request.target) return fail({ _tag: 'target_rewritten' })
        sending.on('error', (error) => fail(ofError(error)))
        sending.on('response', (response) => receive(response, maxResponseBytes, settle))
        // After an answer with 101, which is offered as an upgrade to those who listen for one, nothing else comes.
        sending.on('close', () => fail({ _tag: 'network_failed', detail: 'connection closed' }))
        sending.end(request.body)
      } catch (error) {
        fail(ofError(error))
      }
    }),
})

const open = ({ base, method, target, headers, body }: HttpRequest, ca: string | undefined): ClientRequest => {
  const options = {
    ...address(base),
    method,
    path: target,
    // Without the length, node:http sends a body with GET or DELETE that nobody can find the end of.
    headers: body.length === 0 ? headers : { ...headers, 'Content-Length': body.length },
    // A connection for this request alone.
    agent: false as const,
  }
  return origin(base).startsWith('https:')
    ? requestHttps(ca === undefined ? options : { ...options, ca })
    : requestHttp(options)
}

/** Read off the text, for `new URL` would rewrite a host such as `127.1`. */
const address = (base: BaseUrl): { readonly hostname: string; readonly port?: number } => {
  const authority = origin(base).replace(/^https?:\/\//, '')
  const port = /:(\d+)$/.exec(authority)
  const hostname = (port === null ? authority : authority.slice(0, port.index)).replace(/^\[(.*)\]$/, '$1')
  return port === null ? { hostname } : { hostname, port: Number(port[1]) }
}

const receive = (
  response: IncomingMessage,
  maxBytes: number,
  settle: (result: E.Either<HttpError, HttpResponse>) => void,
): void => {
  const fail = (detail: string) => settle(E.left({ _tag: 'network_failed', detail }))
  const content = ByteBuffer.upTo(maxBytes)
  response.on('error', (error) => settle(E.left(ofError(error))))
  response.on('data', (chunk: Buffer) => {
    if (!content.add(chunk)) fail('response too large')
  })
  response.on('end', () => {
    if (!response.complete) return fail('response ended early')
    settle(
      E.right({
        status: response.statusCode as number,
        headers: headersOf(response.rawHeaders),
        body: content.bytes(),
      }),
    )
  })
}

/** From the raw list: the platform's record drops the second of some headers. */
const headersOf = (raw: ReadonlyArray<string>): Readonly<Record<string, string>> => {
  const joined = new Map<string, string>()
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase()
    const value = raw[i + 1] as string
    const before = joined.get(name)
    joined.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}

/** The platform's code alone: its message may quote the request. */
const ofError = (error: unknown): HttpError => {
  // A host with several addresses fails with the failures of all of them.
  const errors = error instanceof AggregateError ? error.errors : [error]
  const codes = errors.map((e) => (e as NodeJS.ErrnoException | null)?.code ?? 'no code')
  if (codes.includes('ECONNREFUSED')) return { _tag: 'connection_refused' }
  return { _tag: 'network_failed', detail: String(codes[0]) }
}
