/**
 * A file in parts, for a body that is too large to be kept. All parts lie in one buffer: a stream of node:fs takes new memory
 * for each, and dozens of MB have come together before the collector looks.
 */
import { open } from 'node:fs/promises'

/** An open file, as `open` of node:fs/promises answers it. */
export interface OpenFile {
  /** Reads into `buffer`, from where it stands; answers 0 bytes at its end. */
  readonly read: (
    buffer: Uint8Array,
    offset: number,
    length: number,
  ) => Promise<{
    readonly bytesRead: number
  }>
}

export interface FilePartsSettings {
  /**
   * How many bytes a part has at most; 1 MiB unless set. With parts of 64 KiB the same file takes longer and more memory, for
   * each part leaves promises behind.
   */
  readonly size?: number | undefined
}

/** The parts of a file, each of which is overwritten by the next. */
export type FileParts = AsyncGenerator<Uint8Array, void, undefined>

/**
 * The content of a file, part by part, as `verifyStream` takes a body: a part has been overwritten when the next has come.
 * Nothing is opened before the first is asked for. A file that is named is closed when it has been read to its end or cannot
 * be read, and when the parts are left early: by a `for await`, by `return()`, or by a verifier that refuses. A file that
 * was open is read from where it stands, and stays open.
 *
 * What is read is what is verified; that it is still the same later is for whoever may write to the file. The parts throw
 * what node:fs throws, upon which a verifier answers `body_incomplete`: open the file first, if it may be missing. Throws a
 * RangeError if `size` is no size.
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
export const fileParts = (file: string | OpenFile, { size = 2 ** 20 }: FilePartsSettings = {}): FileParts => {
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError('size is a whole number of bytes, 1 or more')
  return Object.defineProperty(typeof file === 'string' ? named(file, size) : opened(file, size), mark, { value: true })
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

/** Which all copies of this package share: the parts may come from another than the verifier. */
const mark = Symbol.for('countersign.fileParts')

/**
 * Closes the file, if these are the parts of one: for a verifier, which leaves a body where it stands. Another generator may
 * be over a connection, and would end it before it has its answer.
 */
export const leave = async (body: unknown): Promise<void> => {
  const parts = body as (Partial<FileParts> & { readonly [mark]?: unknown }) | null | undefined
  // The verdict stands, whatever becomes of the file.
  if (parts?.[mark] === true) await parts.return?.().catch(() => {})
}
