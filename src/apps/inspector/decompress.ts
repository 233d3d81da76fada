/**
 * A body without its content coding, by what the browser has for that: gzip and deflate in all of them, Brotli in some.
 */
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { Bytes } from '../../core/Bytes.ts'
import { inspect } from '../../core/untrusted.ts'
import { type Coding, codingsOf, likeliest } from '../../effects/Decompress.ts'

export interface Decompressed {
  readonly decoded: Bytes | undefined
  /** If nothing was decompressed: the codings that the body may have, and the browser cannot take off. */
  readonly lacks: ReadonlyArray<Coding>
}

/** As the Compression Streams standard names them; lib.dom knows no Brotli. */
const formats: Readonly<Record<Coding, string>> = {
  gzip: 'gzip',
  deflate: 'deflate',
  'deflate-raw': 'deflate-raw',
  br: 'brotli',
}

/** The content has at most `limit` bytes, so that a small body cannot fill the memory. */
export const decompress = async (body: Bytes, limit: number): Promise<Decompressed> => {
  const contents: Array<Bytes> = []
  const lacks: Array<Coding> = []
  for (const coding of codingsOf(body)) {
    const decoder = inspect(() => new DecompressionStream(formats[coding] as CompressionFormat), undefined)
    if (decoder === undefined) lacks.push(coding)
    const content = decoder === undefined ? undefined : await decoded(body, decoder, limit)
    if (content !== undefined) contents.push(content)
  }
  return { decoded: likeliest(contents), lacks: contents.length > 0 ? [] : lacks }
}

const decoded = async (body: Bytes, decoder: DecompressionStream, limit: number): Promise<Bytes | undefined> => {
  const content = ByteBuffer.upTo(limit)
  try {
    const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(decoder).getReader()
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read())
      if (!content.add(read.value)) {
        await reader.cancel()
        return undefined
      }
    return content.bytes()
  } catch {
    return undefined
  }
}
