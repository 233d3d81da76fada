/** Sends a request byte for byte, on a connection of its own, and reads what comes until the server closes. */
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WireRequest } from './requests.ts'

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Nobody listens any more. */
export class Gone extends Error {}

const patienceMs = 15_000

const http1Text = ({ method, target, host, headers, version }: WireRequest): string =>
  [
    `${method} ${target} HTTP/${version}`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(['GET', 'HEAD'].includes(method) ? [] : ['Content-Length: 0']),
    '',
    '',
  ].join('\r\n')

const read = (text: string): Answer | undefined => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((each) => [
    each.slice(0, each.indexOf(':')).toLowerCase(),
    each.slice(each.indexOf(':') + 1).trim(),
  ])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) }
}

/** Resolves when the stream is closed. `end` stops waiting for it. */
const closed = (stream: Duplex, end: () => unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new Error(`no answer within ${patienceMs / 1000} s`))
      end()
    }, patienceMs)
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') reject(new Gone('the server has ended'))
    })
    stream.on('close', () => {
      clearTimeout(limit)
      resolve()
    })
  })

/** The answer; undefined if the server closed without one. */
export const overHttp1 = async (port: number, request: WireRequest): Promise<Answer | undefined> => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(Buffer.from(http1Text(request), 'latin1'))
  await closed(socket, () => socket.destroy())
  return read(text)
}

const sessions = new Map<number, ClientHttp2Session>()

const openSession = (port: number): ClientHttp2Session => {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  session.on('error', () => {}).unref()
  sessions.set(port, session)
  return session
}

const sessionTo = (port: number): ClientHttp2Session => {
  const known = sessions.get(port)
  return known !== undefined && !known.closed && !known.destroyed ? known : openSession(port)
}

const isEnded = Symbol('the session ended before the answer')

/** A server ends a session that has sent many malformed requests, and what else is on its way: that is sent once more. */
export const overHttp2 = async (port: number, request: WireRequest): Promise<Answer | undefined> => {
  const first = await sendOn(sessionTo(port), request)
  if (first !== isEnded) return first
  const again = await sendOn(openSession(port), request)
  return again === isEnded ? undefined : again
}

const sendOn = async (
  session: ClientHttp2Session,
  { method, target, host, headers }: WireRequest,
): Promise<Answer | undefined | typeof isEnded> => {
  const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  const pseudo = { ':method': method, ':path': target, ...(host === undefined ? {} : { ':authority': host }) }
  let stream: ReturnType<ClientHttp2Session['request']>
  try {
    stream = session.request({ ...pseudo, ...fields }, { endStream: true })
  } catch {
    // Node's client sends no such header.
    return undefined
  }
  let answer: Answer | undefined
  let body = ''
  stream.on('response', (answered) => {
    const named = Object.entries(answered).map(([name, value]) => [name, String(value)])
    answer = { status: Number(answered[':status']), headers: Object.fromEntries(named), body: '' }
  })
  stream.setEncoding('latin1').on('data', (text: string) => {
    body += text
  })
  await closed(stream, () => session.destroy())
  if (answer !== undefined) return { ...(answer as Answer), body }
  return session.closed || session.destroyed ? isEnded : undefined
}

/** Lets the process end. */
export const closeSessions = (): void => {
  for (const session of sessions.values()) session.destroy()
  sessions.clear()
}
