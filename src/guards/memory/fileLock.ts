/**
 * A lock beside a file, held until the process ends, in whatever way: a Unix socket that listens. With the process the kernel closes it,
 * and a name that is left behind refuses connections. Other containers that share the folder see the lock, where a process number
 * would say nothing. On Windows it is a named pipe.
 *
 * Nobody takes the name of a dead lock: of two who find it dead, one would remove the other's. The names are numbered, and the
 * next one is made, which only one can do. It is the lock if no other one is alive or higher by then.
 */

/** A Unix socket's name has 108 bytes on Linux, and 104 elsewhere; a number of some digits comes behind. */
const longest = 90

export interface FileLock {
  /** Whether the lock was removed: another guard may have the file. */
  readonly isLost: () => Promise<boolean>
  readonly release: () => Promise<void>
}

export const inUse: Error = new Error('is in use: another guard uses it, and each guard needs its own file')

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

/** How the sockets of a folder are named for the system. `close` when no more of them are made or looked for. */
const namesIn = async (folder: string, longestName: string) => {
  const { fs, path, os } = platform()
  const isLong = os === 'linux' && new TextEncoder().encode(folder + longestName).length > longest
  // Linux follows this link, so that a long path has a short name. The handle stays open as long as the socket.
  const handle = isLong ? await fs.open(folder, 'r') : undefined
  const nameOf = (name: string): string => path.join(handle === undefined ? folder : `/proc/self/fd/${handle.fd}`, name)
  return { nameOf, close: async () => handle?.close() }
}

/** A lock that is found dead may have been replaced by a new one of its name; not by one that is as old. */
const oldMs = 60_000

/** The names in a folder that begin so and are locks that are held. Old ones of ended processes are removed. */
export const living = async (folder: string, prefix: string): Promise<ReadonlyArray<string>> => {
  const { fs, os } = platform()
  // The names of pipes cannot be listed there.
  if (os === 'win32') return []
  const found = (await fs.readdir(folder)).filter((name) => name.startsWith(prefix) && /\.lock\.\d+$/.test(name))
  const { nameOf, close } = await namesIn(
    folder,
    found.reduce((a, b) => (a.length > b.length ? a : b), ''),
  )
  try {
    const isHeld = await Promise.all(found.map((name) => isAlive(nameOf(name))))
    const tidy = async (name: string): Promise<void> => {
      const { mtimeMs } = await fs.stat(nameOf(name))
      if (Date.now() - mtimeMs > oldMs) await fs.rm(nameOf(name), { force: true })
    }
    await Promise.all(found.map((name, i) => (isHeld[i] ? undefined : tidy(name).catch(() => {}))))
    return found.filter((_, i) => isHeld[i])
  } finally {
    await close()
  }
}

/** Rejects with `inUse`, or with the system's error. */
export const acquire = async (file: string): Promise<FileLock> => {
  const { fs, path, os } = platform()
  if (os === 'win32') {
    const server = await listening(`\\\\.\\pipe\\countersign-${file.replaceAll(/[\\/:]/g, '-')}`)
    if (server === undefined) throw inUse
    return { isLost: async () => false, release: async () => void server.close() }
  }
  const folder = path.dirname(file)
  const prefix = `${path.basename(file)}.lock.`
  const names = await namesIn(folder, prefix)
  const nameOf = (n: number): string => names.nameOf(prefix + n)

  const numbers = async (): Promise<ReadonlyArray<number>> =>
    (await fs.readdir(folder))
      .filter((name) => name.startsWith(prefix))
      .map((name) => Number(name.slice(prefix.length)))
      .filter((n) => Number.isSafeInteger(n) && n > 0)
  const isAnyAlive = async (some: ReadonlyArray<number>): Promise<boolean> =>
    (await Promise.all(some.map((n) => isAlive(nameOf(n))))).includes(true)

  /** The number of a file that is gone is soon used again, so the time counts as well. */
  const identity = (n: number): Promise<string> =>
    fs.stat(nameOf(n), { bigint: true }).then(
      ({ dev, ino, ctimeNs }) => `${dev} ${ino} ${ctimeNs}`,
      () => '',
    )

  const take = async (): Promise<FileLock> => {
    for (;;) {
      const before = await numbers()
      if (await isAnyAlive(before)) throw inUse
      const own = before.reduce((most, number) => Math.max(most, number), 0) + 1
      const server = await listening(nameOf(own))
      if (server === undefined) continue
      // To close it removes its name.
      const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve))
      const others = (await numbers()).filter((n) => n !== own)
      if (others.some((n) => n > own) || (await isAnyAlive(others))) {
        await close()
        continue
      }
      await Promise.all(others.map((n) => fs.rm(nameOf(n), { force: true })))
      const made = await identity(own)
      const isLost = async (): Promise<boolean> => (await identity(own)) !== made
      const release = async (): Promise<void> => {
        if (await isLost()) return
        await close()
        await names.close()
      }
      return { isLost, release }
    }
  }
  return take().catch(async (e) => {
    await names.close()
    throw e
  })
}
