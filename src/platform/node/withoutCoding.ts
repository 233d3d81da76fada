import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { inspect } from '../../core/untrusted.ts'

/** More than any body should be, so that a small one cannot fill the memory. */
const maxDecoded = 16 * 1024 * 1024

/** What gzip has compressed shows in its first bytes; anything else must be named. */
const codingOf = (body: Uint8Array, named = ''): string =>
  body[0] === 0x1f && body[1] === 0x8b ? 'gzip' : named.trim().toLowerCase()

const decoders = new Map([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
])

/** A body without its content coding: `coding` is the value of Content-Encoding. Undefined if it has none, or is damaged. */
export const withoutCoding = (body: Uint8Array, coding?: string): Uint8Array | undefined => {
  const decode = decoders.get(codingOf(body, coding))
  return inspect(() => decode?.(body, { maxOutputLength: maxDecoded }), undefined)
}
