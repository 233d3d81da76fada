/**
 * Checks the folder of an LMDB database before lmdb opens it: lmdb may crash the process over a folder it cannot use.
 */
import { access, constants, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../memory/highWaterFile.ts'
import { refuseUnsoundHeader } from './LmdbPage.ts'
import * as LmdbProcess from './LmdbProcess.ts'

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Makes the folder if it is absent. Rejects with an Error that says what is wrong with it or its files. */
export const prepare = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true }).catch((e) => {
    throw e.code === 'EEXIST' ? new Error('it is a file') : e
  })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  for (const name of ['data.mdb', 'lock.mdb']) {
    const file = join(folder, name)
    if (await exists(file)) await access(file, constants.R_OK | constants.W_OK)
  }
  const data = join(folder, 'data.mdb')
  if (await exists(data)) refuseUnsoundHeader(data)
  await prepareLock(folder)
}

/** The bytes that lmdb takes for 126 readers. */
const lockBytes = 8192

/**
 * lmdb maps lock.mdb, and on a full disk a page without a block would end the process by SIGBUS. So every byte of a new file
 * is written here, where a full disk is an error.
 */
const prepareLock = async (folder: string): Promise<void> => {
  const path = join(folder, 'lock.mdb')
  if (!(await exists(path)) && (await LmdbProcess.isOpen(folder)))
    throw new Error(
      'its lock.mdb was removed while another process uses the folder: stop every process that uses it, then start them again',
    )
  // `a` appends and never empties the file: another process may make it at the same time.
  const file = await open(path, 'a')
  try {
    const { size } = await file.stat()
    if (size >= lockBytes) return
    await file.write(new Uint8Array(lockBytes - size))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** lmdb makes a missing or empty data.mdb anew. With this file beside it, claims are lost. */
const marker = (folder: string): string => join(folder, 'in-use')

export const isMarked = (folder: string): Promise<boolean> => exists(marker(folder))

/** Marks a folder whose database has been made. On the disk when it resolves. */
export const mark = async (folder: string): Promise<void> => {
  const text = 'data.mdb holds the nonces that countersign has accepted: never remove only this file\n'
  await writeFile(marker(folder), text, { flush: true })
  await syncFolder(folder)
}
