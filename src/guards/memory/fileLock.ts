/**
 * A lock beside a file, held until the process ends, in whatever way: a Unix socket that listens. With the process the kernel closes it,
 * and a name that is left behind refuses connections. Other containers that share the folder see the lock, where a process number
 * would say nothing. On Windows it is a named pipe.
 */

/** Of two that find a dead lock at once, one removes the other's. So each looks again after so many milliseconds. */
const settleMs = 100
/** A Unix socket's name has 108 bytes on Linux, and 104 elsewhere. */
const longest = 100

export interface FileLock {
  /** Whether another process has taken the lock's place. */
  readonly isLost: () => Promise<boolean>
  readonly release: () => Promise<void>
}

export const inUse: Error = new Error('is in use by another guard: each guard needs a file of its own')

const platform = () => {
  const { process } = globalThis
  const net = process.getBuiltinModule('node:net')
  const fs = process.getBuiltinModule('node:fs/promises')
  const path = process.getBuiltinModule('node:path')
  return { net, fs, path, os: process.platform }
}

type Server = ReturnType<ReturnType<typeof platform>['net']['createServer']>

const codeOf = (e: unknown): string => (e as { readonly code?: string }).code ?? ''

/** `undefined` if the name exists. Exclusive: workers of `node:cluster` would share the socket. */
const listening = (name: string) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const server = platform().net.createServer((socket) => socket.destroy())
    server.once('error', (e) => (codeOf(e) === 'EADDRINUSE' ? resolve(undefined) : reject(e)))
    server.listen({ path: name, exclusive: true }, () => resolve(server.unref()))
  })

/** Whether a process listens there. */
const isAlive = (name: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = platform().net.connect({ path: name }, () => resolve(socket.destroy() !== undefined))
    socket.once('error', (e) => {
      if (['ECONNREFUSED', 'ENOENT'].includes(codeOf(e))) resolve(false)
      // What Bun says when the other side closes the connection at once.
      else if (codeOf(e) === 'ECONNRESET') resolve(true)
      else reject(e)
    })
  })

/** Rejects with `inUse`, or with the system's error. */
export const acquire = async (file: string): Promise<FileLock> => {
  const { fs, path, os } = platform()
  if (os === 'win32') {
    const server = await listening(`\\\\.\\pipe\\countersign-${file.replaceAll(/[\\/:]/g, '-')}`)
    if (server === undefined) throw inUse
    return { isLost: async () => false, release: async () => void server.close() }
  }
  const lock = `${file}.lock`
  // Linux follows this link, so that a long path has a short name. The handle stays open as long as the socket.
  const folder =
    os === 'linux' && Buffer.byteLength(lock) > longest ? await fs.open(path.dirname(lock), 'r') : undefined
  const name = folder === undefined ? lock : `/proc/self/fd/${folder.fd}/${path.basename(lock)}`
  const identity = async (): Promise<string> => {
    const { dev, ino } = await fs.stat(lock, { bigint: true })
    return `${dev} ${ino}`
  }
  let wasDead = false
  const take = async (): Promise<Server> => {
    for (;;) {
      const server = await listening(name)
      if (server !== undefined) return server
      if (await isAlive(name)) throw inUse
      wasDead = true
      await fs.rm(lock, { force: true })
    }
  }
  const server = await take().catch(async (e) => {
    await folder?.close()
    throw e
  })
  const own = await identity()
  const isLost = (): Promise<boolean> =>
    identity().then(
      (now) => now !== own,
      () => true,
    )
  if (wasDead) await new Promise((resolve) => setTimeout(resolve, settleMs))
  // To close the server removes the name, whoever has it now.
  if (await isLost()) throw inUse
  const release = async (): Promise<void> => {
    if (await isLost()) return
    await new Promise((resolve) => server.close(resolve))
    await folder?.close()
  }
  return { isLost, release }
}
