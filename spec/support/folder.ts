/** Temporary folders: for one use, for the life of the process, and in memory where the machine has such a place. */
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Where a file is in memory, if this machine has such a place: there a write that must be on the disk waits for none. */
export const fastPlace: string = isWritable(inMemory) ? inMemory : tmpdir()

/** Uses a new folder and removes it afterwards. */
export const inFolder = async <A>(use: (folder: string) => Promise<A>, place: string = tmpdir()): Promise<A> => {
  const folder = await mkdtemp(join(place, 'countersign-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const lasting: Array<string> = []
process.once('exit', () => {
  for (const folder of lasting) rmSync(folder, { recursive: true, force: true })
})

/** A new folder, which goes with this process. */
export const lastingFolder = (place: string = tmpdir()): string => {
  const folder = realpathSync(mkdtempSync(join(place, 'countersign-')))
  lasting.push(folder)
  return folder
}
