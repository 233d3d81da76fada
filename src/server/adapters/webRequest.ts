/**
 * Requests of the web standard, for the adapters of `fetch` handlers. The runtime has read the request before us:
 *
 *     url: http://h/v1/jobs?a                   →   target: /v1/jobs?a
 *     url: http://h/v1/../jobs                  →   no target: another path was signed than the handler sees
 *     authorization: SVC app_id="a", Bearer b   →   two Authorization lines, as they came
 *
 * Where the runtime has resolved the dot segments itself, as Node and Bun do, the signature does not match.
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
 * to keep a body that other middleware has read. With `allowRewrites` the URL that the handler sees is verified.
 */
export const received = (
  request: SeenRequest,
  limit: number,
  remedy: string,
  allowRewrites = false,
): AdaptedRequest => {
  const seenTarget = targetOf(request)
  const { lineTarget = seenTarget } = request
  const isRewritten = lineTarget !== seenTarget && seenTarget !== RoutableTarget.refused && !allowRewrites
  const { target, fault } = isRewritten ? beforeMount(lineTarget, seenTarget) : { target: seenTarget, fault: undefined }
  return {
    method: request.method,
    target,
    authorization:
      request.authorization?.flatMap((line) => linesOf(line)) ?? linesOf(request.headers.get('authorization')),
    body: () => readBody(request, limit, remedy),
    hasGone: () => hasGone(request),
    headers: () => request.headers,
    fault: request.fault ?? fault,
  }
}

/**
 * The target in the URL, as text: `new URL(request.url).search` would lose a bare `?`. Two kinds of requests are refused:
 *
 * - The Host is no plain host. Deno and workerd copy it into the URL, so `Host: h/v1` would make `/jobs` a `/v1/jobs`.
 * - The target has dot segments, which Deno and workerd leave to the `new URL` of the handler.
 */
const targetOf = ({ url, headers }: SeenRequest): string => {
  const target = RoutableTarget.ofUrl(url)
  if (target === undefined || !RoutableTarget.isPlainHost(headers.get('host'))) return RoutableTarget.refused
  return RoutableTarget.resolved(target) === target ? target : RoutableTarget.refused
}

/**
 * The target of the request line `/api/jobs`, where a mount at `/api` has left `/jobs` in the URL. A URL with another end was rewritten,
 * which is a fault of the program. Two targets that only a caller can cause are refused, and are no fault:
 *
 * - `/api`, the prefix of the mount alone
 * - a spelling that URLs change
 */
const beforeMount = (lineTarget: string, seenTarget: string): Pick<AdaptedRequest, 'target' | 'fault'> => {
  const routable = RoutableTarget.ofRequestLine(lineTarget)
  const parsed = RequestTarget.parse(routable)
  // The verifier refuses this target, and names the rule.
  if (E.isLeft(parsed)) return { target: routable }
  const target = parsed.right
  const isPrefix = /^\/(?:\?|$)/.test(seenTarget)
  if (isPrefix || RoutableTarget.resolved(target) !== target) return { target: RoutableTarget.refused }
  if (RoutableTarget.isEndOf(target, seenTarget, undefined)) return { target }
  const isSpelledOtherwise = RoutableTarget.ofUrl(new URL(`http://h${target}`).href) !== target
  return isSpelledOtherwise ? { target: RoutableTarget.refused } : { target, fault: RoutableTarget.rewritten }
}

/**
 * The Authorization lines in a value that `Headers` joined with a comma and a blank, or AWS with a comma.
 *
 *     linesOf('SVC app_id="a",nonce_str="b", Bearer c')   [ 'SVC app_id="a",nonce_str="b"', 'Bearer c' ]
 *
 * A piece begins another line if it is an auth scheme, alone or followed by a blank and more text. In a line that any policy
 * accepts, `key=value` follows each comma. So no acceptable line is ever divided, and two lines that stay joined are refused.
 *
 * One exception: a second line of nothing but `key=value` items looks like the end of the first line, and the policy `ows` accepts
 * both as one line. RFC 9110 §5.3 gives both the same meaning, and adapters that see the lines refuse them. The second line can add
 * only items that `unknown-param` ignores, because each of the four known items must be there once.
 */
export const linesOf = (joined: string | null, separator: ', ' | ',' = ', '): ReadonlyArray<string> => {
  if (joined === null) return []
  const [first = '', ...pieces] = joined.split(separator)
  const lines = [first]
  for (const piece of pieces) {
    // The value of a header may itself have a blank after a comma.
    const line = separator === ',' ? piece.trimStart() : piece
    if (lineStart.test(line)) lines.push(line)
    else lines[lines.length - 1] += `${separator}${piece}`
  }
  return lines
}

/** An empty piece; a word without `=`; or a word, a blank and a character other than `=`. */
const lineStart = /^(?:$|[^ \t,=]+(?:[ \t]*(?:,|$)|[ \t]+[^ \t,=]))/

/** The content as transmitted, if the runtime still has all of it. */
export const readBody = async (
  request: SeenRequest,
  limit: number,
  remedy: string,
): Promise<E.Either<BodyError, Bytes.Bytes>> => {
  const consumed = { _tag: 'body_consumed', remedy } as const
  const { headers } = request
  if (request.bodyUsed) return E.left(consumed)
  // NaN for a missing or repeated Content-Length: then both comparisons below are false.
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  if (announced > limit) return E.left({ _tag: 'body_too_large', limitBytes: limit })

  const { body } = request
  if (body === null) {
    // A Request of GET or HEAD has no body, even if the caller sent one. A body that the handler cannot see does not count as empty.
    return announced > 0 || headers.has('transfer-encoding')
      ? E.left({ _tag: 'body_incomplete' })
      : E.right(Bytes.empty)
  }
  if (body.locked) return E.left(consumed)
  const bytes = await gather(body.getReader(), limit)
  if (E.isLeft(bytes)) return bytes
  const { length } = bytes.right
  if (isBodiless(request) && length > 0) return E.left({ _tag: 'body_incomplete' })
  // The runtime enforces the length. So either the caller hung up, or the program replaced the body.
  if (announced >= 0 && length !== announced)
    return E.left(length < announced && hasGone(request) ? { _tag: 'body_incomplete' } : consumed)
  return bytes
}

/** All bytes of a body. A body over the limit is cancelled. */
const gather = async (reader: BodyReader, limit: number): Promise<E.Either<BodyError, Bytes.Bytes>> => {
  const content = ByteBuffer.upTo(limit)
  for (;;) {
    const part = await reader.read().catch(() => undefined)
    if (part === undefined) return E.left({ _tag: 'body_incomplete' })
    const { done, value } = part
    if (done) return E.right(content.bytes())
    if (Bytes.isBytes(value) && content.add(value)) continue
    // Not awaited: the sender may never stop.
    reader.cancel().catch(() => {})
    return E.left(Bytes.isBytes(value) ? { _tag: 'body_too_large', limitBytes: limit } : { _tag: 'body_consumed' })
  }
}

/** A Request of these methods can have no body; if a runtime accepts one anyway, the handler may not see it. */
const isBodiless = ({ method }: SeenRequest): boolean => method === 'GET' || method === 'HEAD' || method === 'TRACE'

/** The same request with these bytes for its body, which the handler can read. */
export const withBody = (request: Request, body: Uint8Array): Request => {
  // Request copies the bytes, so no handler changes the bytes of another. The method is given, because the Request of Next.js loses it.
  const { method, headers } = request
  if (!isBodiless(request)) {
    try {
      return new Request(request, { method, headers, body: body as Uint8Array<ArrayBuffer> })
    } catch {
      // The platform refuses a Request of another class.
      return requestOf(seen(request), body)
    }
  }
  // workerd gives every request a body; this empty one has been read to its end.
  // Deno makes no Request with the method TRACE.
  return request.bodyUsed ? inspect(() => new Request(request, { body: null }), request) : request
}
