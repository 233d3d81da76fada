/**
 * Saves an answer that comes in chunks, as `fetch --output FILE` does. The chunks go to a draft beside the file, and the draft takes the
 * file's name when all have come. If the connection ends early, the old file stays.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { Bytes } from '../../core/Bytes.ts'
import { usable } from './files.ts'
import { CommandError } from './Outcome.ts'

/** Resolves to the number of bytes. `option` names the file in an error. */
export const saveParts = async (
  option: string,
  path: string,
  parts: AsyncIterable<Bytes> | Iterable<Bytes>,
): Promise<number> => {
  const name = `${option} ${path}`
  const draft = `${path}.${randomUUID()}.part`
  // `wx` follows no link, and overwrites nothing.
  const file = await usable(name, open(draft, 'wx'), 3)
  try {
    const length = await writeChunks(name, file, parts).finally(() => file.close())
    await usable(name, rename(draft, path), 3)
    return length
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** Not `for await`: an error of the source and one of the file end the command in different words. */
const writeChunks = async (
  name: string,
  file: FileHandle,
  chunks: AsyncIterable<Bytes> | Iterable<Bytes>,
): Promise<number> => {
  const source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  let length = 0
  for (;;) {
    const chunk = await Promise.resolve(source.next()).catch(() => Promise.reject(brokenOff))
    if (chunk.done === true) return length
    await usable(name, file.writeFile(chunk.value), 3)
    length += chunk.value.length
  }
}

/** An answer that ended early. */
export const brokenOff: CommandError = new CommandError(3, 'the connection ended before the whole answer arrived')
