/** The service behind the gateway: how it is named, and connections to it. */
import * as http from 'node:http'
import * as https from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import type { Lines } from './passedHeaders.ts'

export interface Upstream {
  readonly url: string
  /** For a request that came without a Host line. */
  readonly host: string
  /** Begins a request. Silence of `timeoutMs` emits `timeout`. */
  readonly request: (head: UpstreamHead, timeoutMs: number) => http.ClientRequest
  /** Why no connection can be made; undefined if one can. */
  readonly unreachable: () => Promise<string | undefined>
  readonly close: () => void
}

export interface UpstreamHead {
  readonly method: string
  readonly target: string
  readonly headers: Lines
}

/**
 * An unused connection is closed after this time, before the upstream closes it (the shortest customary time is 2 s):
 * a request that meets a closing connection is lost, and must not be sent again.
 */
const idleMs = 1000

const reachMs = 1000

/** The most bytes of an answer's header. */
const maxHeaderSize = 64 * 1024

/** The methods of an agent that node documents for overriding. */
interface Hooks {
  keepSocketAlive: (socket: Socket) => boolean
  reuseSocket: (socket: Socket, request: http.ClientRequest) => void
}

/**
 * Closes a connection on which something comes while it is unused: the next caller would get it as the answer to
 * another request.
 */
const watching = (agent: http.Agent): http.Agent => {
  const hooks = agent as unknown as Hooks
  const { keepSocketAlive, reuseSocket } = hooks
  const stray = function (this: Socket): void {
    this.destroy()
  }
  hooks.keepSocketAlive = (socket) => {
    socket.on('data', stray)
    return keepSocketAlive.call(agent, socket)
  }
  hooks.reuseSocket = (socket, request) => {
    socket.off('data', stray)
    reuseSocket.call(agent, socket, request)
  }
  return agent
}

/** `http://HOST:PORT`, `https://HOST:PORT` or `unix:PATH`; undefined for any other text. */
export const upstreamOf = (text: string): Upstream | undefined => {
  const socketPath = /^unix:(\/.+)$/s.exec(text)?.[1]
  if (socketPath !== undefined) return over(text, 'localhost', http, { socketPath })
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  // A path would change the target that was signed.
  if (url === undefined || `${url.origin}/` !== url.href || url.href.length - text.length > 1) return undefined
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port)
  const where = { host: hostname, port }
  if (!secure) return over(url.origin, url.host, http, where)
  return over(url.origin, url.host, https, { ...where, servername: isIP(hostname) === 0 ? hostname : '' })
}

type Where =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number; readonly servername?: string }

const over = (url: string, host: string, client: typeof http | typeof https, where: Where): Upstream => {
  const agent = watching(new client.Agent({ keepAlive: true, timeout: idleMs }))
  return {
    url,
    host,
    request: ({ method, target, headers }, timeout) =>
      client.request({
        ...where,
        agent,
        method,
        path: target,
        headers: headers as Array<string>,
        timeout,
        maxHeaderSize,
        // Whatever NODE_OPTIONS say.
        insecureHTTPParser: false,
      }),
    unreachable: () =>
      new Promise((resolve) => {
        const socket = connect('socketPath' in where ? { path: where.socketPath } : where)
        const settle = (why: string | undefined) => {
          socket.destroy()
          resolve(why)
        }
        socket.setTimeout(reachMs, () => settle(`no connection within ${reachMs} ms`))
        socket.on('connect', () => settle(undefined))
        socket.on('error', ({ code }: NodeJS.ErrnoException) => settle(code ?? 'no connection'))
      }),
    close: () => agent.destroy(),
  }
}
