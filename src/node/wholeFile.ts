/** Reads a file or stream whole, up to a limit: a device such as /dev/zero has no end. */
import * as ByteBuffer from '../core/ByteBuffer.ts'
import { fileParts } from './fileParts.ts'

/** The most bytes of a file that is read whole: 64 MiB. */
export const mostWhole: number = 2 ** 26

/** Fails with the code `ERR_FS_FILE_TOO_LARGE`, as node:fs does above 2 GiB. */
export const wholeOf = async (parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const gathered = ByteBuffer.upTo(mostWhole)
  for await (const part of parts) {
    if (!gathered.add(part)) throw Object.assign(new Error('too large'), { code: 'ERR_FS_FILE_TOO_LARGE' })
  }
  return gathered.bytes()
}

export const wholeFile = (path: string): Promise<Uint8Array> => wholeOf(fileParts(path, { size: 2 ** 16 }))

/** A file in UTF-8, as `readFile` decodes it. */
export const wholeText = async (path: string): Promise<string> => Buffer.from(await wholeFile(path)).toString('utf8')
