/** The shared part of the HTTP clients. */
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
    const before = values.get(key)
    values.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** Fetch and node:http let through what is no status (RFC 9110 §15). */
export const statusFault = (status: number): NetworkFailed | undefined =>
  status >= 200 && status < 600 ? undefined : { _tag: 'network_failed', detail: `the HTTP status is ${status}` }

/** The parts to send. The last one comes when the whole is known to be what was signed; an error ends them. */
export const partsOf = (digest: Digest, body: HttpRequest['body']): AsyncIterable<E.Either<HttpError, Bytes>> =>
  isBytes(body) ? slices(body) : unchanged(digest, body)

const sliceBytes = 2 ** 16

async function* slices(bytes: Bytes): AsyncGenerator<E.Either<HttpError, Bytes>, void, undefined> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield E.right(bytes.subarray(at, at + sliceBytes))
}

async function* unchanged(
  digest: Digest,
  { open, length, sha256 }: SignedContent,
): AsyncGenerator<E.Either<HttpError, Bytes>, void, undefined> {
  const hash = begin(digest)
  let left = length
  let last: Bytes | undefined
  try {
    for await (const part of open()) {
      left -= part.length
      if (left < 0) break
      hash.update(part)
      if (left > 0) yield E.right(part)
      // A copy: whether there is more is known when the next part is asked for, which may overwrite this one.
      else if (part.length > 0) last = Uint8Array.from(part)
    }
  } catch (thrown) {
    yield E.left(unreadable(thrown))
    return
  }
  if (left !== 0 || !Eq.equals(await hash.end(), sha256)) yield E.left({ _tag: 'body_changed' })
  else if (last !== undefined) yield E.right(last)
}

/** A code such as ECONNRESET or UND_ERR_SOCKET. Other text may hold a part of the request. */
const code = /^[A-Z][0-9A-Z_]{0,63}$/

/**
 * What a platform's error tells, by its members alone: its message, and an error of a replaced fetch, may quote the request.
 * Node's fetch gives the cause, other platforms throw it, browsers hide it; a host with several addresses has several.
 */
export const platformFaultOf = (error: unknown): PlatformFault | undefined => {
  const cause = error instanceof Error ? error.cause : undefined
  const all = [error, cause].flatMap((each) => (each instanceof AggregateError ? [each, ...each.errors] : [each]))
  const coded = all.filter((each) => matching(each, 'code', code) !== undefined)
  const told = coded.find((each) => matching(each, 'code', code) === 'ECONNREFUSED') ?? coded[0]
  if (told === undefined) return undefined
  const host = /^[\w.:%-]{1,253}$/
  const port: unknown = Reflect.get(Object(told), 'port')
  return definedOf({
    code: matching(told, 'code', code),
    syscall: matching(told, 'syscall', /^[a-z]{1,32}$/),
    hostname: matching(told, 'hostname', host),
    address: matching(told, 'address', host),
    port: typeof port === 'number' ? port : undefined,
  }) as PlatformFault
}

/** A member that is a text of this form. */
const matching = (given: unknown, name: keyof PlatformFault, form: RegExp): string | undefined => {
  const value: unknown = Reflect.get(Object(given), name)
  return typeof value === 'string' && form.test(value) ? value : undefined
}

export const errorOf = (error: unknown): HttpError => {
  const cause = platformFaultOf(error)
  if (cause === undefined) return { _tag: 'network_failed', detail: 'no code' }
  if (cause.code === 'ECONNREFUSED') return { _tag: 'connection_refused', cause }
  const _tag = isCertificateCode(cause.code) ? 'certificate_untrusted' : 'network_failed'
  return { _tag, detail: cause.code, cause }
}
