/**
 * A body that is kept until it is verified: in memory as long as it is small, then in a file. The file loses its name
 * before a byte is written to it, so nothing stays behind, whatever ends the process.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import * as ByteBuffer from '../../core/ByteBuffer.ts'
import type { Bytes } from '../../core/Bytes.ts'
import type { Leave, Places } from './Places.ts'

export interface Spool {
  /** Keeps one part. Rejects if the disk does not take it. */
  readonly add: (part: Bytes) => Promise<void>
  /** The whole body; a stream can be read once. */
  readonly content: () => Uint8Array | Readable
  /** Why a part was not kept; the system's code, such as ENOSPC, or words. */
  readonly failure: () => string | undefined
  readonly close: () => Promise<void>
}

/** Strangers can have files written, since a signature is checked last: so their number is bounded. */
export const mostFiles = 64

/**
 * A body of more than `inMemory` bytes goes to a file in the system's folder for temporary files, once `enter` has found it
 * a place among the files of all bodies.
 */
export const spool = (inMemory: number, enter: () => ReturnType<Places['take']>): Spool => {
  const held = ByteBuffer.upTo(inMemory)
  let length = 0
  let file: FileHandle | undefined
  let leave: Leave | undefined
  let failure: string | undefined

  const openFile = async (): Promise<FileHandle> => {
    leave = await enter()
    if (leave === undefined) throw Object.assign(new Error(), { code: 'too many uploads at once' })
    file = await nameless()
    await write(file, held.bytes())
    return file
  }

  return {
    add: async (part) => {
      length += part.length
      try {
        if (file !== undefined || !held.add(part)) await write(file ?? (await openFile()), part)
      } catch (error) {
        failure = (error as NodeJS.ErrnoException).code ?? 'it cannot be written'
        throw error
      }
    },
    content: () =>
      file === undefined
        ? held.bytes()
        : // Exactly the verified bytes, and an error rather than fewer.
          file.createReadStream({ start: 0, end: length - 1, autoClose: false, highWaterMark: 256 * 1024 }),
    failure: () => failure,
    close: async () => {
      await file?.close().catch(() => {})
      leave?.()
    },
  }
}

/** Open, readable by this process alone, and in no folder. */
const nameless = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-upload-'))
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file may take a part of what it is given. */
const write = async (file: FileHandle, part: Uint8Array): Promise<void> => {
  for (let at = 0; at < part.length; ) {
    const { bytesWritten } = await file.write(part, at)
    at += bytesWritten
  }
}
