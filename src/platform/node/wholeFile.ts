/** Reads a file or stream whole. A regular file has an end; a device such as /dev/zero and a pipe may have none. */
import { readFile, stat } from 'node:fs/promises'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import { fileParts } from './fileParts.ts'

/** The most bytes of what is no regular file: 64 MiB. */
export const mostEndless: number = 2 ** 26

/** Fails with the code `ERR_ENDLESS` beyond the limit. */
export const wholeOf = async (parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const gathered = ByteBuffer.upTo(mostEndless)
  for await (const part of parts) {
    if (!gathered.add(part)) throw Object.assign(new Error('too large'), { code: 'ERR_ENDLESS' })
  }
  return gathered.bytes()
}

/** Fails as `readFile` of node:fs does, or with the code `ERR_ENDLESS`. */
export const wholeFile = async (path: string): Promise<Uint8Array> =>
  (await stat(path)).isFile() ? readFile(path) : wholeOf(fileParts(path, { size: 2 ** 16 }))
