/**
 * For the gateway: a body that is kept until it is verified: in memory as long as it is small, then in a file. The file loses its name
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

/** What is kept of one body. */
interface Kept {
  readonly held: ByteBuffer.ByteBuffer
  readonly enter: () => ReturnType<Places['take']>
  readonly onFailure: () => void
  length: number
  file: FileHandle | undefined
  /** Leaves the place of the file. */
  leave: Leave | undefined
  failure: string | undefined
  isClosed: boolean
}

/**
 * A body of more than `inMemory` bytes goes to a file in the system's folder for temporary files, once `enter` has found it
 * a place among the files of all bodies. `onFailure` hears that a part was not kept, before `add` rejects.
 */
export const spool = (
  inMemory: number,
  enter: () => ReturnType<Places['take']>,
  onFailure: () => void = () => {},
): Spool => {
  const kept: Kept = {
    held: ByteBuffer.upTo(inMemory),
    enter,
    onFailure,
    length: 0,
    file: undefined,
    leave: undefined,
    failure: undefined,
    isClosed: false,
  }
  return {
    add: (part) => add(kept, part),
    content: () => content(kept),
    failure: () => kept.failure,
    close: () => close(kept),
  }
}

const add = async (kept: Kept, part: Bytes): Promise<void> => {
  kept.length += part.length
  try {
    if (kept.file !== undefined || !kept.held.add(part)) await write(kept.file ?? (await openFile(kept)), part)
  } catch (error) {
    kept.failure = (error as NodeJS.ErrnoException).code ?? 'it cannot be written'
    kept.onFailure()
    throw error
  }
}

const openFile = async (kept: Kept): Promise<FileHandle> => {
  kept.leave = await kept.enter()
  if (kept.leave === undefined) throw Object.assign(new Error(), { code: 'too many uploads at once' })
  if (!kept.isClosed) kept.file = await nameless()
  // Closed meanwhile: nobody else closes what came after that.
  if (kept.isClosed) await close(kept)
  if (kept.file === undefined) throw Object.assign(new Error(), { code: 'closed' })
  await write(kept.file, kept.held.bytes())
  return kept.file
}

const content = ({ file, held, length }: Kept): Uint8Array | Readable =>
  file === undefined
    ? held.bytes()
    : // Exactly the verified bytes, and an error rather than fewer.
      file.createReadStream({ start: 0, end: length - 1, autoClose: false, highWaterMark: 256 * 1024 })

const close = async (kept: Kept): Promise<void> => {
  const { file } = kept
  kept.isClosed = true
  kept.file = undefined
  await file?.close().catch(() => {})
  kept.leave?.()
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
