/**
 * A raw-socket HTTP client: writes exact bytes and reads answers one by one.
 */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Talk {
  readonly socket: Socket
  readonly send: (bytes: string | Uint8Array) => void
  /** The next answer, complete by its Content-Length; undefined if the connection ends first. `head`: it has no body. */
  readonly answer: (kind?: 'head') => Promise<Answer | undefined>
  /** Resolves when the server has closed the connection. */
  readonly ended: Promise<void>
}

export const talk = (port: number): Talk => {
  // Otherwise a second write waits for the acknowledgement of the first, 40 ms, and joins the third.
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let pending = Buffer.alloc(0)
  let over = false
  let wake = (): void => {}
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      wake()
      resolve()
    }
    socket.on('end', end).on('close', end).on('error', end)
  })
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    wake()
  })
  const take = (kind: 'head' | undefined): Answer | undefined => {
    const end = pending.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [line = '', ...lines] = pending.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
    )
    const length = kind === 'head' ? 0 : Number(headers['content-length'] ?? 0)
    if (pending.length < end + 4 + length) return undefined
    const body = pending.subarray(end + 4, end + 4 + length).toString()
    pending = pending.subarray(end + 4 + length)
    return { status: Number(line.split(' ')[1]), headers, body }
  }
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    ended,
    answer: async (kind) => {
      for (;;) {
        const answer = take(kind)
        if (answer !== undefined || over) return answer
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
