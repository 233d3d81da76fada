/** Servers on a free port of loopback. */
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** A server of node:net, node:http, node:https or node:http2. */
type Listening = Pick<Server, 'once' | 'address' | 'close'> & {
  readonly listen: (port: number, host: string, then: () => void) => unknown
} & Partial<Pick<HttpServer, 'closeAllConnections'>>

export interface Loopback {
  readonly port: number
  readonly url: string
  /** Ends its connections as well, where it knows them. Resolves when nobody listens any more. */
  readonly close: () => Promise<void>
}

export const onLoopback = async (server: Listening): Promise<Loopback> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections?.()
    })
  return { port, url: `http://127.0.0.1:${port}`, close }
}

/** The server listens for as long as it is used. */
export const withServer = async <A>(server: Listening, use: (running: Loopback) => Promise<A>): Promise<A> => {
  const it = await onLoopback(server)
  try {
    return await use(it)
  } finally {
    void it.close()
  }
}

/** A port on which nobody listens. */
export const freePort = async (): Promise<number> => {
  const { port, close } = await onLoopback(createServer())
  await close()
  return port
}
