/** A forward proxy on loopback: CONNECT for https, absolute-form for http. It keeps what it was asked, and changes nothing. */
import { createServer, type IncomingMessage, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { onLoopback } from './loopback.ts'

export interface Asked {
  readonly line: string
  readonly headers: IncomingMessage['headers']
}

export interface ForwardProxy {
  readonly port: number
  readonly asked: ReadonlyArray<Asked>
  readonly close: () => void
}

/**
 * `status`: what CONNECT is answered; or `user:password`, without which every request is answered with 407. With a certificate,
 * the way to the proxy itself is TLS.
 */
export const forwardProxy = async (
  status: number | string = 200,
  tls?: { key: string; cert: string },
): Promise<ForwardProxy> => {
  const statusFor = ({ headers }: IncomingMessage): number => {
    if (typeof status === 'number') return status
    return headers['proxy-authorization'] === `Basic ${Buffer.from(status).toString('base64')}` ? 200 : 407
  }
  const asked: Array<Asked> = []
  const sockets = new Set<Socket>()
  const kept = <S extends Socket>(socket: S): S => {
    sockets.add(socket.on('error', () => socket.destroy()))
    return socket
  }
  const server = tls === undefined ? createServer() : createTlsServer(tls)
  server.on('connection', kept)
  server.on('request', (req, res) => {
    asked.push({ line: `${req.method} ${req.url}`, headers: req.headers })
    if (statusFor(req) === 407) return void res.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="x"' }).end()
    const { hostname, port } = new URL(req.url ?? '')
    const path = (req.url ?? '').replace(/^http:\/\/[^/]*/, '')
    const onward = request({ hostname, port, path, method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    req.pipe(onward)
  })
  server.on('connect', (req: IncomingMessage, socket: Socket) => {
    asked.push({ line: `${req.method} ${req.url}`, headers: req.headers })
    const answer = statusFor(req)
    if (answer !== 200) return void socket.end(`HTTP/1.1 ${answer} No\r\nContent-Length: 0\r\n\r\n`)
    const [, host, port] = /^(.*):(\d+)$/.exec(req.url ?? '') ?? []
    const onward = kept(connect(Number(port), host))
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
  })
  const { port, close } = await onLoopback(server)
  return {
    port,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy()
      void close()
    },
  }
}
