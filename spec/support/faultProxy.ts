/**
 * A TCP proxy on loopback that simulates network faults: delays, lost replies, cut and hanging connections.
 */
import { connect, createServer, type Socket } from 'node:net'
import { onLoopback } from './loopback.ts'

export interface FaultProxy {
  readonly port: number
  /** Sets the port for new connections. */
  readonly pointTo: (port: number) => void
  /** Closes all connections. */
  readonly cut: () => void
  /** While on: accepts connections and drops all data in both directions. */
  readonly blackHole: (on: boolean) => void
  /** The connections of now stay open, and no data passes on them any more. New ones work. */
  readonly silence: () => void
  /** How many connections were made. */
  readonly connections: () => number
  /** While on: closes each new connection at once. */
  readonly refuse: (on: boolean) => void
  /** Delays the server's replies. */
  readonly delay: (ms: number) => void
  /** Passes on the next data from the client that contains `text`, drops the reply, and closes the connection. */
  readonly loseReplyTo: (text: string) => void
  /** Delays the next data from the client that matches, and everything after it. */
  readonly holdBack: (what: RegExp, ms: number) => void
  /** How many replies `loseReplyTo` has lost. */
  readonly lost: () => number
  readonly close: () => Promise<void>
}

/** The faults that are set now, and what has happened so far. */
interface State {
  /** The port of the server for new connections. */
  target: number
  isBlackHole: boolean
  refusesNew: boolean
  delayMs: number
  /** The reply to data with this text is lost. */
  losing: string | undefined
  holding: { readonly what: RegExp; readonly ms: number } | undefined
  /** Replies that were lost. */
  lost: number
  connections: number
  /** Connections up to this one are silent. */
  silentUntil: number
}

/** A connection of a client, and the one to the server that serves it. */
interface Relay {
  readonly client: Socket
  readonly server: Socket
  /** The number of the connection, from 1 on. */
  readonly serial: number
  /** Whether the next reply of the server is lost. */
  losesReply: boolean
}

const end = ({ client, server }: Relay): void => {
  client.destroy()
  server.destroy()
}

const isMute = ({ isBlackHole, silentUntil }: State, { serial }: Relay): boolean => isBlackHole || serial <= silentUntil

/** Passes data of the client on. */
const toServer = (state: State, relay: Relay, chunk: Buffer): void => {
  if (isMute(state, relay)) return
  if (state.losing !== undefined && chunk.includes(state.losing)) {
    state.losing = undefined
    relay.losesReply = true
  }
  const { holding } = state
  if (holding === undefined || !holding.what.test(chunk.toString('latin1'))) {
    relay.server.write(chunk)
    return
  }
  state.holding = undefined
  relay.client.pause()
  setTimeout(() => {
    relay.server.write(chunk)
    relay.client.resume()
  }, holding.ms)
}

/** Passes a reply of the server on. */
const toClient = (state: State, relay: Relay, chunk: Buffer): void => {
  const { client } = relay
  if (isMute(state, relay)) return
  if (relay.losesReply) {
    state.lost++
    end(relay)
  } else if (state.delayMs === 0) client.write(chunk)
  else setTimeout(() => client.destroyed || client.write(chunk), state.delayMs)
}

/** Connects a client to the server. `sockets` are those that are open. */
const relayClient = (state: State, client: Socket, sockets: Set<Socket>): void => {
  if (state.refusesNew) {
    client.destroy()
    return
  }
  const relay: Relay = {
    client,
    server: connect(state.target, '127.0.0.1'),
    serial: ++state.connections,
    losesReply: false,
  }
  for (const socket of [client, relay.server]) {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => end(relay))
    socket.on('close', () => {
      sockets.delete(socket)
      end(relay)
    })
  }
  client.on('data', (chunk) => toServer(state, relay, chunk))
  relay.server.on('data', (chunk) => toClient(state, relay, chunk))
}

export const startProxy = async (target: number): Promise<FaultProxy> => {
  const state: State = {
    target,
    isBlackHole: false,
    refusesNew: false,
    delayMs: 0,
    losing: undefined,
    holding: undefined,
    lost: 0,
    connections: 0,
    silentUntil: 0,
  }
  const sockets = new Set<Socket>()
  const { port, close } = await onLoopback(createServer((client) => relayClient(state, client, sockets)))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    pointTo: (next) => Object.assign(state, { target: next }),
    cut,
    blackHole: (on) => Object.assign(state, { isBlackHole: on }),
    silence: () => Object.assign(state, { silentUntil: state.connections }),
    connections: () => state.connections,
    refuse: (on) => Object.assign(state, { refusesNew: on }),
    delay: (ms) => Object.assign(state, { delayMs: ms }),
    loseReplyTo: (text) => Object.assign(state, { losing: text }),
    holdBack: (what, ms) => Object.assign(state, { holding: { what, ms } }),
    lost: () => state.lost,
    close: () => {
      cut()
      return close()
    },
  }
}
