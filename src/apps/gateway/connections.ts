/**
 * A bound on the connections of callers. At the limit the connection that has been idle longest is closed for the new one, so whoever
 * only holds connections takes no place from those who send requests. A connection is idle while no request of it is under way.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inspect } from '../../core/untrusted.ts'

interface Connection {
  readonly socket: Socket
  readonly peer: string
  /** Requests whose answers have not ended. */
  underWay: number
}

interface Connections {
  readonly all: Map<string, Connection>
  /** Longest idle first. */
  readonly idle: Set<Connection>
}

/** Over TLS, a request has another socket than its connection, but the same peer. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const forget = ({ all, idle }: Connections, connection: Connection): void => {
  idle.delete(connection)
  if (all.get(connection.peer) === connection) all.delete(connection.peer)
}

const open = (connections: Connections, socket: Socket, most: number): void => {
  const { all, idle } = connections
  const connection = { socket, peer: peerOf(socket), underWay: 0 }
  all.set(connection.peer, connection)
  idle.add(connection)
  socket.once('close', () => forget(connections, connection))
  if (all.size <= most) return
  // The new one is idle as well, so there is one: where all others are busy, it is closed itself.
  const [longest] = idle
  if (longest === undefined) return
  forget(connections, longest)
  longest.socket.destroy()
}

const occupy = ({ all, idle }: Connections, req: IncomingMessage, res: ServerResponse): void => {
  // Where the session of HTTP/2 has ended, its socket throws.
  const connection = all.get(inspect(() => peerOf(req.socket), ''))
  if (connection === undefined) return
  connection.underWay += 1
  idle.delete(connection)
  res.once('close', () => {
    connection.underWay -= 1
    if (connection.underWay === 0 && all.get(connection.peer) === connection) idle.add(connection)
  })
}

/** To be called when the server has all its listeners. */
export const boundConnections = (server: Server, most: number): void => {
  if (!Number.isFinite(most)) return
  const connections: Connections = { all: new Map(), idle: new Set() }
  // Node's own bound refuses new connections instead of closing idle ones. One more, so that ours comes first.
  server.maxConnections = most + 1
  server.on('connection', (socket) => open(connections, socket, most))
  // Node answers by itself where nobody listens, so no listener is added there.
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    if (server.listenerCount(event) > 0)
      server.prependListener(event, (req: IncomingMessage, res: ServerResponse) => occupy(connections, req, res))
}
