/** Servers on a free port of loopback. */
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A server of node:net, node:http, node:https or node:http2. */
type Listening = Pick<Server, 'address' | 'close'> & {
  readonly on: (event: 'connection', listener: (socket: Socket) => void) => unknown
  readonly listen: (port: number, host: string, then: () => void) => unknown
}

export interface Loopback {
  readonly port: number
  readonly url: string
  /** Ends its connections as well. Resolves when nobody listens any more. */
  readonly close: () => Promise<void>
}

export const onLoopback = async (server: Listening): Promise<Loopback> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, url: `http://127.0.0.1:${port}`, close }
}

/** A server of node:http with this listener. */
export const httpOnLoopback = (listener: RequestListener): Promise<Loopback> => onLoopback(createHttpServer(listener))

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
