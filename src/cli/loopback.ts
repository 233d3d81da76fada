/**
 * A server on loopback that runs until a signal ends the command.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { CommandError } from './Outcome.ts'

/**
 * Node's parser drops what stands behind an ignored Upgrade in the same packet. So the connection ends with this answer,
 * and a caller that pipelines knows that nothing behind it was seen.
 */
export const endAfterUpgrade = ({ headers }: IncomingMessage, res: ServerResponse): void => {
  if (headers.upgrade !== undefined) res.shouldKeepAlive = false
}

/** Resolves to its URL when it is ready; `option` is the one that names the port. */
export const listening = (server: Server, port: number, option = '--port'): Promise<string> =>
  new Promise((resolve, reject) => {
    server.prependListener('request', endAfterUpgrade)
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'it is taken; choose another, or 0 for a free one' : `the system says ${code}`
      reject(new CommandError(3, `${option} ${port}: ${why}`))
    })
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

/** Resolves when the servers have closed after SIGINT (Ctrl-C) or SIGTERM. */
export const stopped = async (...servers: ReadonlyArray<Server>): Promise<void> => {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve())
  })
  await Promise.all(servers.map(close))
}

export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
