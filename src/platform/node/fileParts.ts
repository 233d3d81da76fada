/**
 * A file in parts, for a body that is too large for memory. All parts share one buffer: a stream of node:fs allocates each
 * part, and dozens of MB gather before a garbage collection.
 */
import { open } from 'node:fs/promises'
import { wholeNumber } from '../../core/Rule.ts'
import * as Settings from '../../core/Settings.ts'
import { partsMark } from '../../effects/Content.ts'
import { settingsOf as readSettings } from '../common/settings.ts'

/** An open file, such as the one from `open` of node:fs/promises. */
export interface OpenFile {
  /** Reads into `buffer` from the file's current position; 0 bytes at its end. */
  readonly read: (buffer: Uint8Array, offset: number, length: number) => Promise<{ readonly bytesRead: number }>
}

export interface FilePartsSettings {
  /** Bytes of a part; 1 MiB unless set. Parts of 64 KiB take longer and more memory: each part costs some promises. */
  readonly size?: number | undefined
}

const settingsOf = readSettings<{ readonly size: number }>('fileParts', {
  size: Settings.defaulting(wholeNumber('bytes', 1), 2 ** 20),
})

/** The parts of a file. Each overwrites the one before. */
export type FileParts = AsyncGenerator<Uint8Array, void, undefined>

/**
 * The content of a file, part by part, as `verifyStream` takes a body. A part is overwritten by the next one. The file is
 * opened when the first part is requested. A file given by its path is closed at its end, after an error, and when the reader
 * leaves early: by `break`, by `return()`, or by a verifier that refuses. An open file is read from its position and stays open.
 *
 * The verdict is about the bytes that were read: a file that changes later is not verified again. An error of node:fs is
 * thrown, and a verifier answers `body_incomplete`; open the file first if it may be missing. Throws a RangeError if `size`
 * is wrong.
 *
 * @example
 * ```ts
 * import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { fileParts } from 'countersign/node'
 *
 * const folder = mkdtempSync(join(tmpdir(), 'parts-'))
 * writeFileSync(join(folder, 'body'), 'twelve bytes')
 * const sizes: Array<number> = []
 * for await (const part of fileParts(join(folder, 'body'), { size: 8 })) sizes.push(part.length)
 * rmSync(folder, { recursive: true })
 * assert.deepEqual(sizes, [8, 4])
 * ```
 */
export const fileParts = (file: string | OpenFile, settings: FilePartsSettings = {}): FileParts => {
  const { size } = settingsOf(settings)
  return typeof file === 'string'
    ? Object.defineProperty(named(file, size), partsMark, { value: () => named(file, size) })
    : Object.defineProperty(opened(file, size), partsMark, { value: true })
}

async function* named(path: string, size: number): FileParts {
  const file = await open(path)
  try {
    yield* opened(file, size)
  } finally {
    await file.close()
  }
}

async function* opened(file: OpenFile, size: number): FileParts {
  const buffer = new Uint8Array(size)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, size)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/**
 * Closes the file, if these are the parts of one: a verifier calls this when it stops reading. Another generator is left open:
 * it may read from a connection, which must stay open for the answer.
 */
export const leave = async (body: unknown): Promise<void> => {
  const parts = body as (Partial<FileParts> & { readonly [partsMark]?: unknown }) | null | undefined
  // The verdict is final, even if the file cannot be closed.
  if (parts?.[partsMark] !== undefined) await parts.return?.().catch(() => {})
}
