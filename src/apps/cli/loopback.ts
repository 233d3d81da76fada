/**
 * A server on loopback that runs until a signal ends the command.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { CommandError, type World } from './Outcome.ts'

/**
 * Node's parser drops what stands behind an ignored Upgrade in the same packet. So the connection ends with this answer,
 * and a caller that pipelines knows that nothing behind it was seen.
 */
export const endAfterUpgrade = ({ headers }: IncomingMessage, res: ServerResponse): void => {
  if (headers.upgrade !== undefined) res.shouldKeepAlive = false
}

/** Resolves to its URL when it is ready; `option` is the one that names the port, after what else names the place. */
export const listening = (
  server: Server,
  port: number,
  place: Partial<Record<'option' | 'address' | 'scheme', string>> = {},
): Promise<string> => {
  const { option = '--port', address = '127.0.0.1', scheme = 'http' } = place
  return new Promise((resolve, reject) => {
    server.prependListener('request', endAfterUpgrade)
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why =
        code === 'EADDRINUSE'
          ? 'this port is in use; choose another port, or 0 for a free one'
          : `the system says ${code}`
      reject(new CommandError(3, `${option} ${port}: ${why}`))
    })
    server.listen(port, address, () => {
      const { address: host, port: taken } = server.address() as AddressInfo
      resolve(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })
}

/** Resolves when the server has closed after `signalled`. */
export const stopped = async (world: World, server: Server): Promise<void> => {
  await signalled(world)
  await close(server)
}

/** Resolves at SIGINT (Ctrl-C) or SIGTERM, or when npx has gone. A second signal ends the process, as it does by default. */
export const signalled = ({ interrupted }: World): Promise<void> =>
  interrupted ??
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
    const { ppid, env } = process
    // npx hands its signal to a shell, which may die of it and leave its child.
    const isOfNpx = env.npm_lifecycle_event === 'npx' && /^["']?countersign\b/.test(env.npm_lifecycle_script ?? '')
    if (isOfNpx) setInterval(() => process.ppid !== ppid && resolve(), 500).unref()
  })

export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
