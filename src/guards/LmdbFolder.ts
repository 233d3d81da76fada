/**
 * The folder of an LMDB database, looked at before lmdb does: where lmdb itself cannot open one, it may end the process.
 */
import { access, constants, mkdir, open } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** What the first page of a database says behind its 24 bytes of header: that it is one, and of the form that lmdb 3 reads. */
const magic = 0xbeefc0de
const form = 2

const number = (bytes: Buffer, at: number): number =>
  endianness() === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

const refuseOther = async (file: string): Promise<void> => {
  const opened = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(32), 0, 32, 0)
    // An empty file is a database that was not begun.
    if (bytesRead === 0) return
    if (bytesRead < 32 || number(buffer, 24) !== magic) throw new Error('its data.mdb is not an LMDB database')
    if ((number(buffer, 28) & 0xffff) !== form) throw new Error('its data.mdb is of a form that lmdb 3 does not read')
  } finally {
    await opened.close()
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Makes the folder if it is not there. Rejects with an Error that says what is wrong with it or with what is in it. */
export const prepare = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true }).catch((e) => {
    throw e.code === 'EEXIST' ? new Error('it is a file') : e
  })
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  for (const name of ['data.mdb', 'lock.mdb']) {
    const file = join(folder, name)
    if (await isThere(file)) await access(file, constants.R_OK | constants.W_OK)
  }
  const data = join(folder, 'data.mdb')
  if (await isThere(data)) await refuseOther(data)
}
