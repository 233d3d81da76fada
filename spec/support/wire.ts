/**
 * A TCP server that records the bytes on the wire.
 */
import { createServer, type Socket } from 'node:net'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import { onLoopback } from './loopback.ts'
import { right } from './suite.ts'

export interface Wire {
  readonly base: BaseUrl.BaseUrl
  /** The data of each connection, as Latin-1. */
  readonly received: ReadonlyArray<string>
  readonly close: () => void
}

/** Whether the text holds a whole request, by its Content-Length. */
export const isWhole = (text: string): boolean => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
  return text.length >= end + 4 + length
}

/** Calls `answer` for each whole request, with the number of earlier requests on the same connection. */
export const listen = async (answer: (socket: Socket, before: number) => void): Promise<Wire> => {
  const received: Array<string> = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const at = received.push('') - 1
    let text = ''
    let before = 0
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received[at] += chunk.toString('latin1')
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      text = ''
      answer(socket, before++)
    })
    socket.on('end', () => socket.end())
  })
  const { url, close } = await onLoopback(server)
  return { base: right(BaseUrl.parse(url)), received, close: () => void close() }
}

/** Uses a server, and closes it afterwards. */
export const withWire = async (
  answer: (socket: Socket, before: number) => void,
  use: (wire: Wire) => Promise<void>,
): Promise<void> => {
  const wire = await listen(answer)
  try {
    await use(wire)
  } finally {
    wire.close()
  }
}

/** Answers without a body, and closes the connection. */
export const ok = (socket: Socket): void =>
  void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
