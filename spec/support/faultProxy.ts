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

export const startProxy = async (target: number): Promise<FaultProxy> => {
  let to = target
  let hole = false
  let refusing = false
  let delayMs = 0
  let losing: string | undefined
  let holding: { readonly what: RegExp; readonly ms: number } | undefined
  let lost = 0
  let connections = 0
  /** Connections up to this one are silent. */
  let silentUntil = 0
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const upstream = connect(to, '127.0.0.1')
    const serial = ++connections
    let loses = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (chunk) => {
      if (hole || serial <= silentUntil) return
      if (losing !== undefined && chunk.includes(losing)) {
        losing = undefined
        loses = true
      }
      if (holding === undefined || !holding.what.test(chunk.toString('latin1'))) return void upstream.write(chunk)
      client.pause()
      setTimeout(() => {
        upstream.write(chunk)
        client.resume()
      }, holding.ms)
      holding = undefined
    })
    upstream.on('data', (chunk) => {
      if (hole || serial <= silentUntil) return
      if (loses) {
        lost++
        return end()
      }
      if (delayMs === 0) client.write(chunk)
      else setTimeout(() => client.destroyed || client.write(chunk), delayMs)
    })
  })
  const { port, close } = await onLoopback(server)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    pointTo: (next) => {
      to = next
    },
    cut,
    blackHole: (on) => {
      hole = on
    },
    silence: () => {
      silentUntil = connections
    },
    connections: () => connections,
    refuse: (on) => {
      refusing = on
    },
    delay: (ms) => {
      delayMs = ms
    },
    loseReplyTo: (text) => {
      losing = text
    },
    holdBack: (what, ms) => {
      holding = { what, ms }
    },
    lost: () => lost,
    close: () => {
      cut()
      return close()
    },
  }
}
