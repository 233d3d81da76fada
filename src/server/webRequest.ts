/**
 * A request as the web standard has it, where `fetch` handlers run: what their adapters share.
 *
 * Such a runtime has read the request before we see it. Where it has normalised the target (dot segments on Node and Bun) the
 * text that was signed is gone, and such a request is refused; where it has joined header lines, they are told apart again.
 */

import * as ByteBuffer from '../core/ByteBuffer.ts'
import * as Bytes from '../core/Bytes.ts'
import type { BodyError } from '../core/VerifyError.ts'
import * as RoutableTarget from './routableTarget.ts'
import { BodyUnreadable, type ReceivedRequest } from './Verifier.ts'

/** The pieces of a request; its body is read when the verifier asks for it, up to `limit` bytes. */
export const received = (request: Request, limit: number): ReceivedRequest => ({
  method: request.method,
  target: targetOf(request),
  authorization: linesOf(request.headers.get('authorization')),
  body: () => readBody(request, limit),
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
 * What follows these opens another line if it is an auth scheme, alone or with a blank and something behind it; in one line
 * that is accepted under any policy, `key=value` follows. So no such line is ever divided, and what is left in one piece by
 * mistake is no authorization.
 *
 * But for one case: a second line that is only `key=value` items cannot be told from the end of the first, with a blank
 * behind its comma, and the policy `ows` takes that. Then one header in two lines counts as one (RFC 9110 §5.3 has them mean
 * the same), where an adapter that sees the lines refuses two. No item can be added in this way but one that `unknown-param`
 * ignores: each of the four must stand there once, over both lines.
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
export const readBody = async (request: Request, limit: number): Promise<Uint8Array> => {
  const { headers } = request
  if (request.bodyUsed) return fail({ _tag: 'body_consumed' })
  // What is no number, because it is missing or stands there twice, is neither over the cap nor unequal below.
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  if (announced > limit) return fail({ _tag: 'body_too_large', limitBytes: limit })

  const { body } = request
  if (body === null) {
    // A Request of GET or HEAD has none, whatever was sent. What the handler cannot see is not taken for empty.
    return announced > 0 || headers.has('transfer-encoding') ? fail({ _tag: 'body_incomplete' }) : Bytes.empty
  }
  if (body.locked) return fail({ _tag: 'body_consumed' })
  const bytes = await gather(body.getReader(), limit)
  if (isBodiless(request) && bytes.length > 0) return fail({ _tag: 'body_incomplete' })
  if (announced >= 0 && bytes.length !== announced) {
    // The runtime holds a body to its length. Unless the caller has gone, something in front has put another in its place.
    return fail({
      _tag: bytes.length < announced && request.signal?.aborted === true ? 'body_incomplete' : 'body_consumed',
    })
  }
  return bytes
}

const gather = async (reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> => {
  const content = ByteBuffer.upTo(limit)
  for (;;) {
    const { done, value } = await reader.read().catch(() => fail({ _tag: 'body_incomplete' }))
    if (done) return content.bytes()
    if (Bytes.isBytes(value) && content.add(value)) continue
    // Nobody waits for a sender that does not stop.
    reader.cancel().catch(() => {})
    return fail(Bytes.isBytes(value) ? { _tag: 'body_too_large', limitBytes: limit } : { _tag: 'body_consumed' })
  }
}

const fail = (error: BodyError): Promise<never> => Promise.reject(new BodyUnreadable(error))

/** Whose Request can have no body; what a runtime takes for one all the same, the handler may not see. */
const isBodiless = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD' || method === 'TRACE'

/** The same request with these bytes for its body, to be read anew. */
export const withBody = (request: Request, body: Uint8Array): Request => {
  // The bytes are copied: what one handler writes into its own stays its own.
  // Next.js's Request, given one with a body, forgets the method, unless it is told anew.
  const { method, headers } = request
  if (!isBodiless(request)) return new Request(request, { method, headers, body: body as Uint8Array<ArrayBuffer> })
  // workerd has a body for each request, and this one has been read to its end, where nothing was.
  return request.bodyUsed ? new Request(request, { body: null }) : request
}
