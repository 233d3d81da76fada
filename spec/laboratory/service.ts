// The service that the clients call, on loopback, and an edge in front of it that changes requests as proxies do.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { createVerifier, decodeJob, JobRefused, VerificationError, type VerifierOptions } from 'countersign/server'

/** One request as the service received it, with the verdict. */
export interface Arrival {
  /** The bytes of the connection, from the request line to the end of the body. */
  readonly raw: Buffer
  /** `undefined` where Node's HTTP parser refused the request. */
  readonly parsed?: {
    readonly method: string
    readonly target: string
    readonly host?: string
    /** Of Content-Encoding. */
    readonly coding?: string
    readonly authorization: ReadonlyArray<string>
    readonly body: Buffer
  }
  /** Seconds since 1970. */
  readonly now: number
  readonly status: number
  /** Why the verifier refused the request: `undefined` for an accepted one. */
  readonly reason?: string
  /** Whether the job in an accepted request decodes. */
  readonly job?: 'decoded' | 'refused'
}

export interface Service {
  readonly url: string
  readonly edge: string
  /** The requests since the last call. */
  readonly take: () => ReadonlyArray<Arrival>
  readonly close: () => void
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const headersOf = (message: IncomingMessage, name: string): ReadonlyArray<string> =>
  message.rawHeaders.flatMap((header, at) =>
    at % 2 === 0 && header.toLowerCase() === name ? [message.rawHeaders[at + 1] as string] : [],
  )

/** What a segment in front of the path makes the edge do: `/strip/v1/jobs` reaches the service as `/v1/jobs`. */
const edges: Readonly<Record<string, (target: string, body: Buffer) => readonly [target: string, body: Buffer]>> = {
  strip: (target, body) => [target, body],
  pretty: (target, body) => [target, Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))],
  compact: (target, body) => [target, Buffer.from(JSON.stringify(JSON.parse(body.toString())))],
  gunzip: (target, body) => [target, gunzipSync(body)],
  lines: (target, body) => [target, Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
  sorted: (target, body) => {
    const [path, query = ''] = target.split('?')
    return [`${path}?${query.split('&').sort().join('&')}`, body]
  },
  tenant: (target, body) => [`${target}${target.includes('?') ? '&' : '?'}tenant=main`, body],
  decoded: (target, body) => [decodeURI(target), body],
  slashes: (target, body) => [target.replace(/\/{2,}/g, '/'), body],
  upstream: (target, body) => [`/api${target}`, body],
}

/** The answer that the edge gives by itself. */
const shortAnswer = (kind: string, location: string, times: number): [number, Record<string, string>] | undefined => {
  if (kind === 'slash-added') return [308, { Location: `${location}/` }]
  if (kind === 'found') return [302, { Location: location }]
  return kind === 'flaky' && times === 1 ? [503, { 'Retry-After': '1' }] : undefined
}

const startEdge = (service: string, tries: Map<string, number>): Server =>
  createServer(async (req, res) => {
    const body = await readAll(req)
    const [, kind = '', rest = ''] = /^\/([^/?]+)(.*)$/s.exec(req.url ?? '') ?? []
    const target = rest === '' ? '/' : rest
    const times = (tries.get(kind) ?? 0) + 1
    tries.set(kind, times)
    const short = shortAnswer(kind, `${service}${target}`, times)
    if (short) {
      res.writeHead(...short).end()
      return
    }
    const [to, sent] = (edges[kind] ?? edges.strip)?.(target, body) ?? [target, body]
    const headers = req.rawHeaders.filter((_, at) => {
      const name = req.rawHeaders[at - (at % 2)]?.toLowerCase()
      return (
        !['content-length', 'transfer-encoding', 'connection', 'expect'].includes(name ?? '') &&
        !(kind === 'gunzip' && name === 'content-encoding')
      )
    })
    const onward = request(`${service}`, {
      method: req.method,
      path: to,
      headers: [...headers, 'Content-Length', `${sent.length}`] as never,
    })
    onward.on('response', async (answer) => res.writeHead(answer.statusCode ?? 502).end(await readAll(answer)))
    onward.on('error', () => res.writeHead(502).end())
    onward.end(sent)
  })

export const startService = async (options: VerifierOptions): Promise<Service> => {
  const verifier = await createVerifier(options)
  const arrivals: Array<Arrival> = []
  const chunks = new WeakMap<Socket, Array<Buffer>>()
  const rawOf = (socket: Socket): Buffer => {
    const raw = Buffer.concat(chunks.get(socket) ?? [])
    chunks.set(socket, [])
    return raw
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await readAll(req)
    const { host, 'content-encoding': coding } = req.headers
    const parsed = {
      method: req.method ?? '',
      target: req.url ?? '',
      authorization: headersOf(req, 'authorization'),
      body,
      ...(host === undefined ? {} : { host }),
      ...(coding === undefined ? {} : { coding }),
    }
    const now = Date.now() / 1000
    const arrived = { raw: rawOf(req.socket), parsed, now }
    try {
      const { appId } = await verifier.verify(parsed)
      let job: Arrival['job']
      if (req.method === 'POST' && req.url === '/v1/jobs') {
        try {
          decodeJob(body)
          job = 'decoded'
        } catch (error) {
          if (!(error instanceof JobRefused)) throw error
          job = 'refused'
        }
      }
      const status = job === 'refused' ? 400 : 200
      arrivals.push({ ...arrived, status, ...(job === undefined ? {} : { job }) })
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ app_id: appId }))
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      arrivals.push({ ...arrived, status: error.status, reason: error.reason })
      res.writeHead(error.status, { 'Content-Type': 'application/json' }).end(error.body)
    }
  }

  const server = createServer((req, res) => void answer(req, res))
  server.on('connection', (socket: Socket) => {
    chunks.set(socket, [])
    socket.on('data', (chunk) => chunks.get(socket)?.push(chunk))
  })
  server.on('clientError', (_, socket) => {
    arrivals.push({ raw: rawOf(socket as Socket), now: Date.now() / 1000, status: 400, reason: 'http_refused' })
    socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  const url = await listen(server)
  const tries = new Map<string, number>()
  const front = startEdge(url, tries)
  const edge = await listen(front)
  return {
    url,
    edge,
    take: () => {
      tries.clear()
      return arrivals.splice(0)
    },
    close: () => {
      for (const one of [server, front]) {
        one.closeAllConnections()
        one.close()
      }
    },
  }
}
