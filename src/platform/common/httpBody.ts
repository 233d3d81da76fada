/**
 * What the HTTP clients of both platforms share: the headers and the status of an answer, the chunks of a body to send, and what a
 * platform's error shows without a part of the request.
 *
 *     joined([['Vary', 'Origin'], ['vary', 'Accept']])                 { vary: 'Origin, Accept' }
 *     errorOf(error whose cause has the code ECONNREFUSED)            { _tag: 'connection_refused', cause }
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, Eq, isBytes } from '../../core/Bytes.ts'
import { isCertificateCode, type PlatformFault } from '../../core/ConnectionFault.ts'
import { definedOf } from '../../core/Settings.ts'
import type { HttpError, NetworkFailed } from '../../core/SubmitError.ts'
import { type SignedContent, unreadable } from '../../effects/Content.ts'
import { begin, type Digest } from '../../effects/Digest.ts'
import type { HttpRequest, HttpResponse } from '../../effects/Http.ts'

/** Headers by their names in lower case; the values of a repeated name are joined by `, `. */
export const joined = (headers: Iterable<readonly [name: string, value: string]>): HttpResponse['headers'] => {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const earlierValue = values.get(key)
    values.set(key, earlierValue === undefined ? value : `${earlierValue}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** Fetch and node:http let through what is no status (RFC 9110 §15). */
export const statusFault = (status: number): NetworkFailed | undefined =>
  status >= 200 && status < 600 ? undefined : { _tag: 'network_failed', detail: `the HTTP status is ${status}` }

// ---- A body to send

/** The chunks to send. The last one comes when the whole is known to be what was signed; an error ends them. */
export const partsOf = (digest: Digest, body: HttpRequest['body']): AsyncIterable<E.Either<HttpError, Bytes>> =>
  isBytes(body) ? slices(body) : unchanged(digest, body)

const sliceBytes = 2 ** 16

async function* slices(bytes: Bytes): AsyncGenerator<E.Either<HttpError, Bytes>, void, undefined> {
  for (let start = 0; start < bytes.length; start += sliceBytes)
    yield E.right(bytes.subarray(start, start + sliceBytes))
}

/** Reads a content again. It may have changed since it was signed, as a file may. */
async function* unchanged(
  digest: Digest,
  { open, length, sha256 }: SignedContent,
): AsyncGenerator<E.Either<HttpError, Bytes>, void, undefined> {
  const hash = begin(digest)
  let missing = length
  let lastChunk: Bytes | undefined
  try {
    for await (const chunk of open()) {
      missing -= chunk.length
      if (missing < 0) break
      hash.update(chunk)
      if (missing > 0) yield E.right(chunk)
      // A copy: asking for the next chunk shows whether there is more, and may overwrite this one.
      else if (chunk.length > 0) lastChunk = Uint8Array.from(chunk)
    }
  } catch (thrown) {
    yield E.left(unreadable(thrown))
    return
  }
  if (missing !== 0 || !Eq.equals(await hash.end(), sha256)) yield E.left({ _tag: 'body_changed' })
  else if (lastChunk !== undefined) yield E.right(lastChunk)
}

// ---- Errors of the platform

/** What may be shown of an error's members. Other text may hold a part of the request. */
const forms = {
  /** Such as ECONNRESET or UND_ERR_SOCKET. */
  code: /^[A-Z][0-9A-Z_]{0,63}$/,
  syscall: /^[a-z]{1,32}$/,
  host: /^[\w.:%-]{1,253}$/,
}

const codeOf = (error: unknown): string | undefined => matching(error, 'code', forms.code)

/**
 * What a platform's error shows, by its members alone: its message, and an error of a replaced fetch, may quote the request.
 * Node's fetch gives the cause, other platforms throw it, browsers hide it; a host with several addresses has several.
 */
export const platformFaultOf = (error: unknown): PlatformFault | undefined => {
  const cause = error instanceof Error ? error.cause : undefined
  const errors = [error, cause].flatMap((thrown) =>
    thrown instanceof AggregateError ? [thrown, ...thrown.errors] : [thrown],
  )
  const withCode = errors.filter((thrown) => codeOf(thrown) !== undefined)
  // `errorOf` has a name of its own for a refused connection, so that error counts before the others.
  const shown = withCode.find((thrown) => codeOf(thrown) === 'ECONNREFUSED') ?? withCode[0]
  if (shown === undefined) return undefined
  const port: unknown = Reflect.get(Object(shown), 'port')
  return definedOf({
    code: codeOf(shown),
    syscall: matching(shown, 'syscall', forms.syscall),
    hostname: matching(shown, 'hostname', forms.host),
    address: matching(shown, 'address', forms.host),
    port: typeof port === 'number' ? port : undefined,
  }) as PlatformFault
}

/** A member of an error, if it is a text of this form. */
const matching = (error: unknown, member: keyof PlatformFault, form: RegExp): string | undefined => {
  const value: unknown = Reflect.get(Object(error), member)
  return typeof value === 'string' && form.test(value) ? value : undefined
}

export const errorOf = (error: unknown): HttpError => {
  const cause = platformFaultOf(error)
  if (cause === undefined) return { _tag: 'network_failed', detail: 'no code' }
  if (cause.code === 'ECONNREFUSED') return { _tag: 'connection_refused', cause }
  const _tag = isCertificateCode(cause.code) ? 'certificate_untrusted' : 'network_failed'
  return { _tag, detail: cause.code, cause }
}
