/**
 * Keeps the body of a request until the gateway has verified it: in memory as long as the body is small, then in a file. The file loses
 * its name before a byte is written to it, so nothing stays behind, whatever ends the process.
 *
 *     const body = spool(65_536, places.take)
 *     for await (const part of request) await body.add(part)
 *     // Verify body.content(), hand it on, then:
 *     await body.close()
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

/** The most files at once. A signature is checked last, so strangers can make the gateway write files. */
export const mostFiles = 64

/** The state of one spool. */
interface SpoolState {
  /** The body as long as it is in memory. */
  readonly memory: ByteBuffer.ByteBuffer
  readonly enter: () => ReturnType<Places['take']>
  readonly onFailure: () => void
  /** Bytes of all parts. */
  length: number
  file: FileHandle | undefined
  /** Gives back the place of the file. */
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
  const state: SpoolState = {
    memory: ByteBuffer.upTo(inMemory),
    enter,
    onFailure,
    length: 0,
    file: undefined,
    leave: undefined,
    failure: undefined,
    isClosed: false,
  }
  return {
    add: (part) => add(state, part),
    content: () => content(state),
    failure: () => state.failure,
    close: () => close(state),
  }
}

const add = async (state: SpoolState, part: Bytes): Promise<void> => {
  state.length += part.length
  try {
    // `memory.add` is false for a part that does not fit.
    const isInMemory = state.file === undefined && state.memory.add(part)
    if (!isInMemory) await write(state.file ?? (await moveToFile(state)), part)
  } catch (error) {
    state.failure = (error as NodeJS.ErrnoException).code ?? 'it cannot be written'
    state.onFailure()
    throw error
  }
}

/** Writes what is in memory to a new file. */
const moveToFile = async (state: SpoolState): Promise<FileHandle> => {
  state.leave = await state.enter()
  if (state.leave === undefined) throw Object.assign(new Error(), { code: 'too many uploads at once' })
  if (!state.isClosed) state.file = await openNameless()
  // `close` may run while this function waits for a place or for the file. Then it finds neither, so this function closes both.
  if (state.isClosed) await close(state)
  // Undefined after `close` only.
  if (state.file === undefined) throw Object.assign(new Error(), { code: 'closed' })
  await write(state.file, state.memory.bytes())
  return state.file
}

const content = ({ file, memory, length }: SpoolState): Uint8Array | Readable =>
  file === undefined
    ? memory.bytes()
    : // With `end` the stream has exactly the verified bytes; if some are missing, it ends by an error.
      file.createReadStream({ start: 0, end: length - 1, autoClose: false, highWaterMark: 256 * 1024 })

const close = async (state: SpoolState): Promise<void> => {
  const { file } = state
  state.isClosed = true
  state.file = undefined
  await file?.close().catch(() => {})
  state.leave?.()
}

/** Opens a file that this process alone can read, and removes it from its folder. */
const openNameless = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-upload-'))
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes all of a part. One call of the system may write fewer bytes than it is given. */
const write = async (file: FileHandle, part: Uint8Array): Promise<void> => {
  for (let written = 0; written < part.length; ) {
    const { bytesWritten } = await file.write(part, written)
    written += bytesWritten
  }
}
