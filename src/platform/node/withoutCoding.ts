import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** More than any body should be, so that a small one cannot fill the memory. */
const maxDecoded = 16 * 1024 * 1024

/** What gzip has compressed shows in its first bytes; anything else must be named. */
const codingOf = (body: Uint8Array, named = ''): string =>
  body[0] === 0x1f && body[1] === 0x8b ? 'gzip' : named.trim().toLowerCase()

/** A body without its content coding: `coding` is the value of Content-Encoding. Undefined if it has none, or is damaged. */
export const withoutCoding = (body: Uint8Array, coding?: string): Uint8Array | undefined => {
  const options = { maxOutputLength: maxDecoded }
  try {
    switch (codingOf(body, coding)) {
      case 'gzip':
        return gunzipSync(body, options)
      case 'br':
        return brotliDecompressSync(body, options)
      case 'deflate':
        return inflateSync(body, options)
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}
