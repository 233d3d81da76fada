/**
 * A server on loopback that runs until a signal ends the command.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { CommandError } from './Outcome.ts'

/** Resolves to its URL when it is ready. */
export const listening = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'it is taken; choose another, or 0 for a free one' : `the system says ${code}`
      reject(new CommandError(3, `--port ${port}: ${why}`))
    })
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

/** Resolves when the server has closed after SIGINT (Ctrl-C) or SIGTERM. */
export const stopped = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      server.close(() => resolve())
      server.closeAllConnections()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
