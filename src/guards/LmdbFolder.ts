/**
 * Checks the folder of an LMDB database before lmdb opens it: lmdb may crash the process over a folder it cannot use.
 */
import { access, constants, mkdir, open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** After a header of 24 bytes, the first page holds LMDB's magic number and the version of the data format. */
const magic = 0xbeefc0de
const version = 2

const number = (bytes: Buffer, at: number): number =>
  endianness() === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

const refuseForeign = async (file: string): Promise<void> => {
  const opened = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(32), 0, 32, 0)
    // lmdb accepts an empty file as a new database.
    if (bytesRead === 0) return
    if (bytesRead < 32 || number(buffer, 24) !== magic) throw new Error('its data.mdb is not an LMDB database')
    if ((number(buffer, 28) & 0xffff) !== version)
      throw new Error('its data.mdb has a format that lmdb 3 does not read')
  } finally {
    await opened.close()
  }
}

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
  if (await exists(data)) await refuseForeign(data)
}
