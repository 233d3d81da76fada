import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { Bytes } from '../../core/Bytes.ts'

/** Against decompression bombs. */
const maxBytes = 16 * 1024 * 1024

/** The decompressed body, if it begins as gzip does. */
export const gunzip = async (body: Bytes): Promise<Bytes | undefined> => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return undefined
  const content = ByteBuffer.upTo(maxBytes)
  try {
    const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
    for (let read = await reader.read(); read.value !== undefined; read = await reader.read())
      if (!content.add(read.value)) return undefined
    return content.bytes()
  } catch {
    return undefined
  }
}
