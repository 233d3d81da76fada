/**
 * A folder that keeps the newest of its files. Each file is written whole or not at all, for its owner alone.
 */
import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './replaceFile.ts'

export interface Bounds {
  readonly files: number
  /** Of all files together. */
  readonly bytes: number
  /** The names that are counted and removed; other files stay. They sort by age. */
  readonly isOurs: (name: string) => boolean
}

/** The end of a name while the file is written. */
const unfinished = '.new'

/** What a process that ended in the middle of a write has left behind is removed after so many milliseconds. */
const abandonedMs = 60_000

/**
 * Writes a file and resolves to its path. Before that it makes the folder if it is missing, and removes the oldest files until
 * there is room.
 */
export const writerTo =
  (folder: string, bounds: Bounds) =>
  async (name: string, content: Uint8Array): Promise<string> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await makeRoom(folder, bounds, content.length)
    const path = join(folder, name)
    await replaceFile(path, `${path}${unfinished}`, content, 0o600)
    return path
  }

const makeRoom = async (folder: string, { files, bytes, isOurs }: Bounds, length: number): Promise<void> => {
  const names = (await readdir(folder)).sort().reverse()
  let count = 1
  let sum = length
  for (const name of names) {
    const isDraft = name.endsWith(unfinished)
    if (!isOurs(isDraft ? name.slice(0, -unfinished.length) : name)) continue
    const path = join(folder, name)
    // Another process may have removed it.
    const found = await lstat(path).catch(() => undefined)
    if (found === undefined) continue
    count++
    sum += found.size
    const isOld = isDraft ? Date.now() - found.mtimeMs > abandonedMs : count > files || sum > bytes
    if (!isOld) continue
    await rm(path, { force: true })
    count--
    sum -= found.size
  }
}
