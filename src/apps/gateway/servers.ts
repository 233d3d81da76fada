/** The gateway's server: plain HTTP/1.1, or TLS with HTTP/2 and HTTP/1.1. */
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { within } from '../../effects/Timer.ts'
import { timer } from '../../platform/common/system.ts'
import type { Certificate } from './certificate.ts'

export type Listener = (req: IncomingMessage, res: ServerResponse) => void

const second = 1000

/** How long a body may take to arrive. */
export const bodyMs: number = 300 * second

/** In milliseconds; of HTTP/2 the request's time is kept by the gateway. */
const limits = {
  /** For request line and headers. */
  headersTimeout: 20 * second,
  /** For the whole request. */
  requestTimeout: bodyMs,
  /** Longer than nginx keeps an unused connection (60 s): whoever closes first must be the one in front. */
  keepAliveTimeout: 65 * second,
  /** Node would drop headers beyond it; `maxHeaderSize` bounds them. */
  maxHeadersCount: 0,
}

/** As many requests at once in a session as browsers and nginx expect; Node's own default is no limit. */
const http2 = { allowHTTP1: true, settings: { maxConcurrentStreams: 100 } }

/** Whatever NODE_OPTIONS say. */
const strict = { insecureHTTPParser: false }

/** `silenceMs`: how long a connection may be silent, longer than the upstream may be. */
export const serverOf =
  (certificate: Certificate | undefined, silenceMs: number) =>
  (options: ServerOptions, listener: Listener): Server => {
    const common = { ...options, ...strict }
    // The types of the HTTP/1.1 half are those of node:http, and the compatibility API serves the other half.
    const server = certificate
      ? (createSecureServer({ ...common, ...certificate, ...http2 }, listener as never) as unknown as Server)
      : createServer(common, listener)
    Object.assign(server, limits)
    // Without a listener, Node ends a connection that is silent for so long.
    server.setTimeout(silenceMs)
    return server
  }

/**
 * Stops taking connections, waits for `drained`, at most `graceMs`, and closes what is left.
 * Sessions of HTTP/2 are told at once that no new request is taken.
 */
export const closing = (server: Server): ((drained: Promise<void>, graceMs: number) => Promise<void>) => {
  const sockets = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  const keep =
    <A extends Socket | ServerHttp2Session>(set: Set<A>) =>
    (it: A): void => {
      set.add(it)
      it.once('close', () => set.delete(it))
    }
  server.on('connection', keep(sockets))
  server.on('session', keep(sessions))
  return async (drained, graceMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const session of sessions) session.close()
    await within(timer, graceMs)(
      () => drained,
      () => {},
    )()
    for (const socket of sockets) socket.destroySoon()
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 500).unref())])
    for (const socket of sockets) socket.destroy()
    await closed
  }
}
