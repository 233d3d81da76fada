/**
 * A raw TCP server on loopback, for the laws of Http: it keeps the bytes of each connection, and answers what a law says. It
 * asks the process for `node:net` when it starts, so that every bundler takes the laws, and Jest, which refuses `import()`.
 */
import type { AddressInfo, Server, Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../../core/BaseUrl.ts'

export interface Connection {
  /** What the client has sent, as Latin-1. */
  readonly received: string
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
}

export interface Wire {
  readonly base: BaseUrl.BaseUrl
  readonly connections: ReadonlyArray<Connection>
  /** What came over each connection. */
  readonly received: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** Answers one request, whose bytes are `text`; `before`: how many came earlier on the same connection. */
export type Answering = (socket: Socket, before: number, text: string) => void

const contentLength = /\r\ncontent-length: *(\d+)/i

/** Whether the text holds a whole request, by its Content-Length or its chunks. */
export const isWhole = (text: string): boolean => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end)
  if (isChunked(head)) return text.endsWith('\r\n0\r\n\r\n')
  return text.length >= end + 4 + Number(contentLength.exec(head)?.[1] ?? 0)
}

const isChunked = (head: string): boolean => /\r\ntransfer-encoding: *chunked/i.test(head)

const joinedChunks = (text: string): string => {
  let joined = ''
  for (let rest = text; rest !== ''; ) {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (!(size > 0)) break
    joined += rest.slice(line + 2, line + 2 + size)
    rest = rest.slice(line + 4 + size)
  }
  return joined
}

export interface SentRequest {
  readonly line: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The names as often as they came. */
  readonly names: ReadonlyArray<string>
  /** Without the framing of chunks, as Latin-1. */
  readonly body: string
}

export const requestOf = (text: string): SentRequest => {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((header) => {
    const colon = header.indexOf(':')
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()] as const
  })
  const body = text.slice(end + 4)
  return {
    line,
    headers: Object.fromEntries(headers),
    names: headers.map(([name]) => name),
    body: isChunked(head) ? joinedChunks(body) : body,
  }
}

/** Keeps what the client sends, and answers each whole request. */
const attend = (socket: Socket, received: Array<string>, answer: Answering): Connection => {
  const at = received.push('') - 1
  let text = ''
  let before = 0
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    const latin1 = chunk.toString('latin1')
    received[at] += latin1
    text += latin1
    if (!isWhole(text)) return
    const request = text
    text = ''
    answer(socket, before++, request)
  })
  socket.on('end', () => socket.end())
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  return {
    closed,
    get received() {
      return received[at] as string
    },
  }
}

const baseOf = (server: Server): BaseUrl.BaseUrl => {
  const { port } = server.address() as AddressInfo
  const base = BaseUrl.parse(`http://127.0.0.1:${port}`)
  if (E.isLeft(base)) throw new Error('a loopback address is a base URL')
  return base.right
}

const nodeNet = (): typeof import('node:net') => {
  const net = globalThis.process?.getBuiltinModule?.('node:net')
  if (net === undefined) throw new Error('the laws of Http start a server, so they need a runtime with node:net')
  return net
}

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

/** Uses a server, and closes it afterwards. */
export const withWire = async (answer: Answering, use: (wire: Wire) => Promise<void>): Promise<void> => {
  const wire = await listen(answer)
  try {
    await use(wire)
  } finally {
    await wire.close()
  }
}

/** Answers with this text, and closes. */
export const say =
  (text: string): Answering =>
  (socket) =>
    void socket.end(text, 'latin1')

/** Answers 200 without a body, and closes the connection. */
export const ok: Answering = say('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
