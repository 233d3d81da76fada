/**
 * A raw-socket HTTP client: writes exact bytes and reads answers one by one. And one of HTTP/2.
 */
import { once } from 'node:events'
import * as http2 from 'node:http2'
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
  /** Sends, and takes the answer, which must come. */
  readonly ask: (bytes: string | Uint8Array, kind?: 'head') => Promise<Answer>
  /** Resolves when the server has closed the connection. */
  readonly ended: Promise<void>
  /** All that has come on the connection. */
  readonly heard: () => string
}

export const talk = (port: number): Talk => {
  // Without `noDelay` (Nagle) the second write waits up to 40 ms for the acknowledgement of the first, and is sent together with the third.
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let pending = Buffer.alloc(0)
  let all = ''
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
    all += chunk.toString('latin1')
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
  const send = (bytes: string | Uint8Array): void => void socket.write(bytes)
  const answer = async (kind?: 'head'): Promise<Answer | undefined> => {
    for (;;) {
      const complete = take(kind)
      if (complete !== undefined || over) return complete
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const ask = async (bytes: string | Uint8Array, kind?: 'head'): Promise<Answer> => {
    send(bytes)
    const told = await answer(kind)
    if (told === undefined) throw new Error(`the connection ended before an answer to ${bytes}`)
    return told
  }
  return { socket, send, answer, ask, ended, heard: () => all }
}

/** The connections of one test to a server. */
export interface Talks {
  readonly connect: () => Talk
  /** Asks on one connection, which all calls of `ask` share and no call of `connect` returns. */
  readonly ask: Talk['ask']
  readonly end: () => void
}

export const talks = (port: number): Talks => {
  const all: Array<Talk> = []
  const connect = (): Talk => {
    const made = talk(port)
    all.push(made)
    return made
  }
  let first: Talk | undefined
  const ask: Talk['ask'] = (bytes, kind) => {
    first ??= connect()
    return first.ask(bytes, kind)
  }
  return { connect, ask, end: () => all.forEach(({ socket }) => void socket.destroy()) }
}

/**
 * Sends a request in a session, `POST /v1/jobs` unless the headers say otherwise. Gives status and body of the answer, even if the server
 * answers before it has read the whole request.
 */
type AskInSession = (
  headers: http2.OutgoingHttpHeaders,
  body: Uint8Array | string,
) => Promise<readonly [status: number, body: string]>

/** One session of HTTP/2, for as long as it is used. */
export const withSession = async <A>(port: number, use: (ask: AskInSession) => Promise<A>): Promise<A> => {
  const session = http2.connect(`http://127.0.0.1:${port}`)
  try {
    return await use(async (headers, body) => {
      const all = { ':method': 'POST', ':path': '/v1/jobs', ...headers }
      const stream = session.request(all, { endStream: false }).setEncoding('utf8')
      stream.on('error', () => {})
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      const answered = once(stream, 'response')
      const closed = once(stream, 'close')
      stream.end(body)
      const [{ ':status': status }] = await answered
      await closed
      return [status, text]
    })
  } finally {
    session.destroy()
  }
}
