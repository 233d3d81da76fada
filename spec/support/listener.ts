/**
 * A raw TCP listener on loopback that records requests as sent, before any HTTP parser.
 */
import { createServer } from 'node:net'
import { type Loopback, onLoopback } from './loopback.ts'

export interface RawRequest {
  readonly requestLine: string
  /** Name in lower case, value as sent, in the order sent. */
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array
}

export interface Listener extends Loopback {
  readonly requests: ReadonlyArray<RawRequest>
  readonly connections: () => number
}

/** The n-th text answers the n-th request, the last one all further ones. `undefined` hangs up; `silence` never answers. */
export type Script = ReadonlyArray<string | undefined>

export const silence = ''

export const ok = (json = '{}', headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n${headers}\r\n${json}`

export const status = (line: string, headers = '', body = ''): string =>
  `HTTP/1.1 ${line}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`

const parse = (bytes: Buffer): { readonly request: RawRequest; readonly rest: Buffer } | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [requestLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0)
  if (bytes.length < end + 4 + length) return undefined
  return {
    request: { requestLine, headers, body: bytes.subarray(end + 4, end + 4 + length) },
    rest: bytes.subarray(end + 4 + length),
  }
}

export const listen = async (script: Script = [ok()]): Promise<Listener> => {
  const requests: Array<RawRequest> = []
  let connections = 0
  const server = createServer((socket) => {
    connections++
    let pending: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (let parsed = parse(pending); parsed !== undefined; parsed = parse(pending)) {
        pending = Buffer.from(parsed.rest)
        requests.push(parsed.request)
        const answer = script[Math.min(requests.length, script.length) - 1]
        if (answer === undefined) socket.destroy()
        else if (answer !== silence) socket.write(answer)
      }
    })
    socket.on('error', () => socket.destroy())
  })
  return { ...(await onLoopback(server)), requests, connections: () => connections }
}

/** Listens for as long as it is used. */
export const withListener = async (script: Script, use: (listener: Listener) => Promise<void>): Promise<void> => {
  const listener = await listen(script)
  try {
    await use(listener)
  } finally {
    await listener.close()
  }
}
