/**
 * Requests of the web standard, for the adapters of `fetch` handlers. The runtime has read the request before us. If it has
 * normalised the target (dot segments on Node and Bun), the signed text is gone, and the request is refused. Header lines that
 * it has joined are separated again.
 */

import * as E from 'fp-ts/lib/Either.js'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import * as Bytes from '../../core/Bytes.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { inspect } from '../../core/untrusted.ts'
import type { BodyError } from '../../core/VerifyError.ts'
import type { AdaptedRequest } from '../Verifier.ts'
import { type BodyReader, requestOf, type SeenRequest, seen } from './foreignRequest.ts'
import { hasGone } from './hasGone.ts'
import * as RoutableTarget from './routableTarget.ts'

/**
 * The request as it arrived; its body is read when the verifier asks for it, up to `limit` bytes. `remedy` tells the operator how
 * to keep a body that something in front has read.
 */
export const received = (
  request: SeenRequest,
  limit: number,
  remedy: string,
  allowRewrites = false,
): AdaptedRequest => {
  const left = targetOf(request)
  const { whole = left, fault } = request
  const isMoved = whole !== left && left !== RoutableTarget.refused && !allowRewrites
  const placed = isMoved ? inFrontOfMount(whole, left) : { target: left, fault: undefined }
  return {
    method: request.method,
    target: placed.target,
    authorization:
      request.authorization?.flatMap((line) => linesOf(line)) ?? linesOf(request.headers.get('authorization')),
    body: () => readBody(request, limit, remedy),
    hasGone: () => hasGone(request),
    headers: () => request.headers,
    fault: fault ?? placed.fault,
  }
}

/**
 * The target as text: `new URL(request.url).search` would lose a bare `?`. Deno and workerd put a Host header into the URL as it
 * came, so that `Host: h/v1` would make `/jobs` a `/v1/jobs`, and leave dot segments for the handler's `new URL` to resolve.
 */
const targetOf = ({ url, headers }: SeenRequest): string => {
  const target = RoutableTarget.ofUrl(url)
  if (target === undefined || !RoutableTarget.isPlainHost(headers.get('host'))) return RoutableTarget.refused
  return RoutableTarget.resolved(target) === target ? target : RoutableTarget.refused
}

/**
 * The target of the request line, of which a mount has left the end in `url`. What only a caller can cause is refused, and is no
 * fault: a spelling that URLs change, and the very prefix of the mount.
 */
const inFrontOfMount = (line: string, left: string): Pick<AdaptedRequest, 'target' | 'fault'> => {
  const routable = RoutableTarget.ofRequestLine(line)
  const written = RequestTarget.parse(routable)
  // The verifier refuses it, and names the rule.
  if (E.isLeft(written)) return { target: routable }
  const target = written.right
  const isPrefix = /^\/(?:\?|$)/.test(left)
  if (isPrefix || RoutableTarget.resolved(target) !== target) return { target: RoutableTarget.refused }
  if (RoutableTarget.isEndOf(target, left, undefined)) return { target }
  const isSpelledAnew = RoutableTarget.ofUrl(new URL(`http://h${target}`).href) !== target
  return isSpelledAnew ? { target: RoutableTarget.refused } : { target, fault: RoutableTarget.rewritten }
}

/**
 * The Authorization lines in a value that `Headers` joined with a comma and a blank, or AWS with a comma.
 *
 * A piece opens another line if it is an auth scheme, alone or followed by a blank and something. In a line that any policy
 * accepts, `key=value` follows each comma. So no acceptable line is ever divided, and two lines left joined are refused.
 *
 * One exception: a second line of `key=value` items alone looks like the end of the first, which the policy `ows` accepts.
 * Then a header in two lines counts as one, and RFC 9110 §5.3 gives both the same meaning. Adapters that see the lines
 * refuse it. It can add no item but those that `unknown-param` ignores: each of the four must stand there once.
 */
export const linesOf = (joined: string | null, separator: ', ' | ',' = ', '): ReadonlyArray<string> => {
  if (joined === null) return []
  const [first = '', ...pieces] = joined.split(separator)
  const lines = [first]
  for (const piece of pieces) {
    // A comma alone may have a blank behind it all the same.
    const line = separator === ',' ? piece.trimStart() : piece
    if (opensLine.test(line)) lines.push(line)
    else lines[lines.length - 1] += `${separator}${piece}`
  }
  return lines
}

/** Nothing at all, a word without `=`, or a word, a blank and something other than `=`. */
const opensLine = /^(?:$|[^ \t,=]+(?:[ \t]*(?:,|$)|[ \t]+[^ \t,=]))/

/** The content as transmitted, as far as the runtime hands it over. */
export const readBody = async (
  request: SeenRequest,
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

const gather = async (reader: BodyReader, limit: number): Promise<E.Either<BodyError, Bytes.Bytes>> => {
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
const isBodiless = ({ method }: SeenRequest): boolean => method === 'GET' || method === 'HEAD' || method === 'TRACE'

/** The same request with these bytes for its body, to be read anew. */
export const withBody = (request: Request, body: Uint8Array): Request => {
  // Request copies the bytes: no handler writes into another's. Next.js's Request loses the method of one with a body.
  const { method, headers } = request
  if (!isBodiless(request)) {
    try {
      return new Request(request, { method, headers, body: body as Uint8Array<ArrayBuffer> })
    } catch {
      // The platform takes no Request of another class.
      return requestOf(seen(request), body)
    }
  }
  // workerd gives every request a body; this empty one has been read to its end.
  // Deno makes no Request with the method TRACE.
  return request.bodyUsed ? inspect(() => new Request(request, { body: null }), request) : request
}
