/** The effect `Decompress` on Node: gzip, deflate with and without its frame, and Brotli. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Bytes } from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import { type Coding, codingsOf, likeliest } from '../../effects/Decompress.ts'

type Decoder = (body: Bytes, options: { readonly maxOutputLength: number }) => Buffer

const decoders: Readonly<Record<Coding, Decoder>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  'deflate-raw': inflateRawSync,
}

/**
 * A body without its content coding: gzip, deflate or br, which its bytes show. At most `limit` bytes, so that a small body cannot
 * fill the memory; undefined if the body has no coding, is damaged, or is larger.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { gzipSync } from 'node:zlib'
 * import { decompress } from 'countersign/node'
 *
 * const body = gzipSync('{"a":1}')
 * assert.equal(Buffer.from(decompress(body, 1024) ?? []).toString(), '{"a":1}')
 * assert.equal(decompress(body, 3), undefined)
 * ```
 */
export const decompress = (body: Bytes, limit: number): Bytes | undefined => {
  const contents = codingsOf(body).flatMap((coding) => {
    const decode = (): Bytes => new Uint8Array(decoders[coding](body, { maxOutputLength: Math.max(1, limit) }))
    const content = inspect<Bytes | undefined>(decode, undefined)
    return content === undefined || content.length > limit ? [] : [content]
  })
  return likeliest(contents)
}
