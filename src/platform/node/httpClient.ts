/**
 * HTTP by node:http and node:https.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import * as E from 'fp-ts/lib/Either.js'
import { type BaseUrl, origin } from '../../core/BaseUrl.ts'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import * as Settings from '../../core/Settings.ts'
import type { HttpError } from '../../core/SubmitError.ts'
import type { Http, HttpRequest, HttpResponse } from '../../effects/Http.ts'
import { joined, maxResponseBytes } from '../common/httpAnswer.ts'
import { settingsOf as readSettings } from '../common/settings.ts'
import { timer } from '../common/timer.ts'

export interface HttpClientSettings {
  /** The largest answer that is accepted, in bytes; 16 MiB unless set. */
  readonly maxResponseBytes?: number | undefined
  /** Certificates (PEM) to trust instead of the platform's own. */
  readonly ca?: string | undefined
}

const settingsOf = readSettings<{ readonly maxResponseBytes: number; readonly ca: string | undefined }>('httpClient', {
  maxResponseBytes,
  ca: Settings.optional({ expected: 'certificates in PEM', is: (value) => typeof value === 'string' }),
})

/**
 * An HTTP client that opens a connection for each request. A service may close a kept connection in the moment of its reuse;
 * a client that then resends the request sends a nonce twice. Throws a RangeError if a setting is wrong.
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
export const httpClient = (settings: HttpClientSettings = {}): Http => {
  const { maxResponseBytes, ca } = settingsOf(settings)
  return {
    send: (request) => () =>
      new Promise((resolve) => {
        const settle = (result: E.Either<HttpError, HttpResponse>) => {
          cancel()
          resolve(result)
          // After an answer nothing is left to stop; after a failure nothing more may be sent.
          if (E.isLeft(result)) sending?.destroy()
        }
        const fail = (error: HttpError) => settle(E.left(error))
        const { timeoutMs } = request
        const cancel = timer.after(timeoutMs, () => fail({ _tag: 'timed_out', afterMs: timeoutMs }))
        let sending: ClientRequest | undefined
        try {
          sending = open(request, ca)
          // The signed target is the sent one: node:http writes the path unchanged, or throws.
          if (sending.path !== request.target) return fail({ _tag: 'target_rewritten' })
          sending.on('error', (error) => fail(ofError(error)))
          sending.on('response', (response) => receive(response, maxResponseBytes, settle))
          // An answer with 101 is an upgrade event, for which nobody listens: the connection closes without a response.
          sending.on('close', () => fail({ _tag: 'network_failed', detail: 'connection closed' }))
          sending.end(request.body)
        } catch (error) {
          fail(ofError(error))
        }
      }),
  }
}

const open = ({ base, method, target, headers, body }: HttpRequest, ca: string | undefined): ClientRequest => {
  const options = {
    ...address(base),
    method,
    path: target,
    // Without it, node:http sends the body of a GET or DELETE without its length.
    headers: body.length === 0 ? headers : { ...headers, 'Content-Length': body.length },
    agent: false as const,
  }
  return origin(base).startsWith('https:')
    ? requestHttps(ca === undefined ? options : { ...options, ca })
    : requestHttp(options)
}

/** From the text: `new URL` would rewrite a host such as `127.1`. */
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
        headers: joined(pairs(response.rawHeaders)),
        body: content.bytes(),
      }),
    )
  })
}

/** From the raw list: Node's record drops the second of some headers. */
const pairs = function* (raw: ReadonlyArray<string>): Iterable<readonly [string, string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i] as string, raw[i + 1] as string]
}

/** Only the platform's code: its message may quote the request. */
const ofError = (error: unknown): HttpError => {
  // A host with several addresses fails with an error for each.
  const errors = error instanceof AggregateError ? error.errors : [error]
  const codes = errors.map((e) => (e as NodeJS.ErrnoException | null)?.code ?? 'no code')
  if (codes.includes('ECONNREFUSED')) return { _tag: 'connection_refused' }
  return { _tag: 'network_failed', detail: String(codes[0]) }
}
