/**
 * Requests of the web standard, for the adapters of `fetch` handlers. The runtime has read the request before us. If it has
 * normalised the target (dot segments on Node and Bun), the signed text is gone, and the request is refused. Header lines that
 * it has joined are separated again.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import * as Bytes from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import type { AdaptedRequest } from '../Verifier.ts'
import { hasGone } from './hasGone.ts'
import * as RoutableTarget from './routableTarget.ts'

/**
 * The request as it arrived; its body is read when the verifier asks for it, up to `limit` bytes. `remedy` tells the operator how
 * to keep a body that something in front has read.
 */
export const received = (request: Request, limit: number, remedy: string): AdaptedRequest => ({
  method: request.method,
  target: targetOf(request),
  authorization: linesOf(request.headers.get('authorization')),
  body: () => readBody(request, limit, remedy),
  hasGone: () => hasGone(request),
})

/**
 * The target as text: `new URL(request.url).search` would lose a bare `?`. Deno and workerd put a Host header into the URL as it
 * came, so that `Host: h/v1` would make `/jobs` a `/v1/jobs`, and leave dot segments for the handler's `new URL` to resolve.
 */
const targetOf = ({ url, headers }: Request): string => {
  const target = RoutableTarget.ofUrl(url)
  if (target === undefined || !RoutableTarget.isPlainHost(headers.get('host'))) return RoutableTarget.refused
  return RoutableTarget.resolved(target) === target ? target : RoutableTarget.refused
}

/**
 * The Authorization lines in a value that `Headers` joined with a comma and a blank.
 *
 * A piece opens another line if it is an auth scheme, alone or followed by a blank and something. In a line that any policy
 * accepts, `key=value` follows each comma. So no acceptable line is ever divided, and two lines left joined are refused.
 *
 * One exception: a second line of `key=value` items alone looks like the end of the first, which the policy `ows` accepts.
 * Then a header in two lines counts as one, and RFC 9110 §5.3 gives both the same meaning. Adapters that see the lines
 * refuse it. It can add no item but those that `unknown-param` ignores: each of the four must stand there once.
 */
export const linesOf = (joined: string | null): ReadonlyArray<string> => {
  if (joined === null) return []
  const [first = '', ...pieces] = joined.split(', ')
  const lines = [first]
  for (const piece of pieces) {
    if (opensLine.test(piece)) lines.push(piece)
    else lines[lines.length - 1] += `, ${piece}`
  }
  return lines
}

/** Nothing at all, a word without `=`, or a word, a blank and something other than `=`. */
const opensLine = /^(?:$|[^ \t,=]+(?:[ \t]*(?:,|$)|[ \t]+[^ \t,=]))/

/** The content as transmitted, as far as the runtime hands it over. */
export const readBody = async (
  request: Request,
  limit: number,
  remedy: string,
): Promise<E.Either<BodyError, Bytes.Bytes>> => {
  const consumed = { _tag: 'body_consumed', remedy } as const
  const { headers } = request
  if (request.bodyUsed) return E.left(consumed)
  // NaN if it is missing or repeated: then both comparisons below are false.
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  if (announced > limit) return E.left({ _tag: 'body_too_large', limitBytes: limit })

  const { body } = request
  if (body === null) {
    // A Request of GET or HEAD has no body, whatever was sent. A body that the handler cannot see is not taken for empty.
    return announced > 0 || headers.has('transfer-encoding')
      ? E.left({ _tag: 'body_incomplete' })
      : E.right(Bytes.empty)
  }
  if (body.locked) return E.left(consumed)
  const bytes = await gather(body.getReader(), limit)
  if (E.isLeft(bytes)) return bytes
  const { length } = bytes.right
  if (isBodiless(request) && length > 0) return E.left({ _tag: 'body_incomplete' })
  // The runtime enforces the length. So either the caller hung up, or somebody replaced the body.
  if (announced >= 0 && length !== announced)
    return E.left(length < announced && hasGone(request) ? { _tag: 'body_incomplete' } : consumed)
  return bytes
}

const gather = async (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<E.Either<BodyError, Bytes.Bytes>> => {
  const content = ByteBuffer.upTo(limit)
  for (;;) {
    const read = await reader.read().catch(() => undefined)
    if (read === undefined) return E.left({ _tag: 'body_incomplete' })
    const { done, value } = read
    if (done) return E.right(content.bytes())
    if (Bytes.isBytes(value) && content.add(value)) continue
    // Not awaited: the sender may never stop.
    reader.cancel().catch(() => {})
    return E.left(Bytes.isBytes(value) ? { _tag: 'body_too_large', limitBytes: limit } : { _tag: 'body_consumed' })
  }
}

/** A Request of these methods can have no body; if a runtime accepts one anyway, the handler may not see it. */
const isBodiless = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD' || method === 'TRACE'

/** The same request with these bytes for its body, to be read anew. */
export const withBody = (request: Request, body: Uint8Array): Request => {
  // Request copies the bytes: no handler writes into another's. Next.js's Request loses the method of one with a body.
  const { method, headers } = request
  if (!isBodiless(request)) return new Request(request, { method, headers, body: body as Uint8Array<ArrayBuffer> })
  // workerd gives every request a body; this empty one has been read to its end.
  // Deno makes no Request with the method TRACE.
  return request.bodyUsed ? inspect(() => new Request(request, { body: null }), request) : request
}
