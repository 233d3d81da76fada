/** Saves what comes in parts: the whole of it takes the place of a file, or nothing does. */
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
    const length = await written(name, file, parts).finally(() => file.close())
    await usable(name, rename(draft, path), 3)
    return length
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

const written = async (
  name: string,
  file: FileHandle,
  parts: AsyncIterable<Bytes> | Iterable<Bytes>,
): Promise<number> => {
  let length = 0
  const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]()
  for (;;) {
    const next = await Promise.resolve(source.next()).catch(() => Promise.reject(brokenOff))
    if (next.done === true) return length
    await usable(name, file.writeFile(next.value), 3)
    length += next.value.length
  }
}

/** An answer that ended early. */
export const brokenOff: CommandError = new CommandError(3, 'the connection ended before the whole answer had come')
