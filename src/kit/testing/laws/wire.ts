/**
 * A raw TCP server on loopback, for the laws of Http: it keeps the bytes of each connection, and answers what a law says. Law and
 * server speak of bytes as Latin-1, in which each byte is one character.
 *
 *     withWire(ok, async ({ base, received }) => {
 *       await client.send({ base, … })
 *       requestOf(received[0])         { line: 'POST /v1/jobs HTTP/1.1', headers: { host: '127.0.0.1:…', … }, … }
 *     })
 *
 * The server asks the process for `node:net` only when it starts. So every bundler takes the laws, and so does Jest, which refuses
 * `import()`.
 */
import type { AddressInfo, Server, Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../../core/BaseUrl.ts'

/** One connection of a client. */
export interface Connection {
  /** The bytes that the client has sent, as Latin-1. */
  readonly received: string
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
}

/** A server that listens. */
export interface Wire {
  readonly base: BaseUrl.BaseUrl
  readonly connections: ReadonlyArray<Connection>
  /** The bytes of each connection, in the order in which the connections came. The list grows while the server listens. */
  readonly received: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** Answers one request. `earlier`: how many requests came before on the same connection. `request`: its bytes. */
export type Answering = (socket: Socket, earlier: number, request: string) => void

// ---- The server

const baseOf = (server: Server): BaseUrl.BaseUrl => {
  const { port } = server.address() as AddressInfo
  const base = BaseUrl.parse(`http://127.0.0.1:${port}`)
  if (E.isLeft(base)) throw new Error('a loopback address is a base URL')
  return base.right
}

/** Node's sockets; Deno and Bun have them too. */
const nodeNet = (): typeof import('node:net') => {
  const net = globalThis.process?.getBuiltinModule?.('node:net')
  if (net === undefined) throw new Error('the laws of Http start a server, so they need a runtime with node:net')
  return net
}

/** Appends to `received` what the client sends on this connection, and answers each whole request. */
const attend = (socket: Socket, received: Array<string>, answer: Answering): Connection => {
  const index = received.push('') - 1
  let unanswered = ''
  let earlier = 0
  // A client may reset its connection. A socket without a listener for that would end the process.
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const bytes = chunk.toString('latin1')
    received[index] += bytes
    unanswered += bytes
    if (!isWhole(unanswered)) return
    const request = unanswered
    unanswered = ''
    answer(socket, earlier, request)
    earlier += 1
  })
  socket.on('end', () => socket.end())
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  return {
    closed,
    get received() {
      return received[index] as string
    },
  }
}

/** Starts a server on a free port. The caller closes it. */
export const listen = async (answer: Answering): Promise<Wire> => {
  const { createServer } = nodeNet()
  const received: Array<string> = []
  const connections: Array<Connection> = []
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    connections.push(attend(socket, received, answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { base: baseOf(server), connections, received, close }
}

/** Starts a server for `use`, and closes it when `use` has ended, also by an error. */
export const withWire = async (answer: Answering, use: (wire: Wire) => Promise<void>): Promise<void> => {
  const wire = await listen(answer)
  try {
    await use(wire)
  } finally {
    await wire.close()
  }
}

/** Answers every request with this response, as Latin-1, and closes the connection. */
export const say =
  (response: string): Answering =>
  (socket) =>
    void socket.end(response, 'latin1')

/** Answers 200 without a body, and closes the connection. */
export const ok: Answering = say('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')

// ---- Reading the bytes of a request

/** A request as it was sent. */
export interface SentRequest {
  /** The request line: `POST /v1/jobs HTTP/1.1`. */
  readonly line: string
  /** The headers by their names in lower case. If a header comes several times: its last value. */
  readonly headers: Readonly<Record<string, string>>
  /** The names of all headers in lower case. A repeated header has its name here as often as it came. */
  readonly names: ReadonlyArray<string>
  /** The body as Latin-1, without the framing of chunks. */
  readonly body: string
}

const endOfHead = '\r\n\r\n'
const contentLength = /\r\ncontent-length: *(\d+)/i

const isChunked = (head: string): boolean => /\r\ntransfer-encoding: *chunked/i.test(head)

/** Whether these bytes hold a whole request, by its Content-Length or its chunks. */
export const isWhole = (bytes: string): boolean => {
  const end = bytes.indexOf(endOfHead)
  if (end < 0) return false
  const head = bytes.slice(0, end)
  if (isChunked(head)) return bytes.endsWith('\r\n0\r\n\r\n')
  return bytes.length >= end + endOfHead.length + Number(contentLength.exec(head)?.[1] ?? 0)
}

/** The content of chunks: `abcde` for `3 CRLF abc CRLF 2 CRLF de CRLF 0 CRLF CRLF`, where a blank stands for nothing. */
const joinChunks = (chunked: string): string => {
  let content = ''
  let start = 0
  while (start < chunked.length) {
    const lineEnd = chunked.indexOf('\r\n', start)
    const size = lineEnd < 0 ? 0 : Number.parseInt(chunked.slice(start, lineEnd), 16)
    // The size of a chunk; the last one has size 0. `NaN` if no size is written here.
    if (!(size > 0)) break
    const chunkStart = lineEnd + 2
    content += chunked.slice(chunkStart, chunkStart + size)
    start = chunkStart + size + 2
  }
  return content
}

/** Reads the bytes of one request. */
export const requestOf = (bytes: string): SentRequest => {
  const end = bytes.indexOf(endOfHead)
  const head = bytes.slice(0, end)
  const [line = '', ...headerLines] = head.split('\r\n')
  const headers = headerLines.map((header) => {
    const colon = header.indexOf(':')
    return { name: header.slice(0, colon).toLowerCase(), value: header.slice(colon + 1).trim() }
  })
  const body = bytes.slice(end + endOfHead.length)
  return {
    line,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    names: headers.map(({ name }) => name),
    body: isChunked(head) ? joinChunks(body) : body,
  }
}
