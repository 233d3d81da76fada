/** Sends a request as it is spelt, over HTTP/1.1, TLS or HTTP/2, on a connection of its own. */
import { request as overHttp } from 'node:http'
import { connect } from 'node:http2'
import { request as overHttps } from 'node:https'

export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Buffer
  /** The body announces no length. */
  readonly chunked?: boolean
  /** The connection breaks off after so many bytes of the body. */
  readonly cutAfter?: number
}

export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The answer; undefined if the connection ended without one. */
export type Send = (request: WireRequest) => Promise<Answer | undefined>

/** A server that answers nothing for so long has failed the probe. */
const patienceMs = 20_000

const hasLength = ({ method, body, chunked }: WireRequest): boolean =>
  chunked !== true && (body.length > 0 || method !== 'GET')

/** To an origin of http or https. Certificates are not looked at. */
export const sendTo =
  (origin: string): Send =>
  (request) =>
    new Promise((resolve) => {
      const { protocol, host, hostname, port } = new URL(origin)
      const { method, target, headers, body, cutAfter } = request
      const length = hasLength(request) ? ['Content-Length', String(body.length)] : []
      const lines = ['Host', host, 'Connection', 'close', ...headers.flat(), ...length]
      const options = { hostname, port, method, path: target, headers: lines, rejectUnauthorized: false, agent: false }
      const sent = (protocol === 'https:' ? overHttps : overHttp)({ ...options, timeout: patienceMs } as object)
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(undefined))
      sent.on('response', (answer) => {
        const parts: Array<Buffer> = []
        const read = () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() })
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', read).on('error', read)
      })
      if (cutAfter === undefined) sent.end(body)
      else sent.write(body.subarray(0, cutAfter), () => setTimeout(() => sent.destroy(), 20))
    })

/** To an origin that speaks HTTP/2, which has no chunked coding. */
export const sendOverHttp2 =
  (origin: string): Send =>
  ({ method, target, headers, body, cutAfter }) =>
    new Promise((resolve) => {
      const session = connect(origin, { rejectUnauthorized: false })
      const end = (answer?: Answer): void => {
        session.destroy()
        resolve(answer)
      }
      session.setTimeout(patienceMs, () => end())
      session.on('error', () => end())
      const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
      const stream = session.request({ ':method': method, ':path': target, ...fields }, { endStream: false })
      const parts: Array<Buffer> = []
      let head: { readonly [name: string]: string | string[] | undefined } = {}
      stream.on('response', (received) => {
        head = received as typeof head
      })
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', () => end())
      stream.on('end', () =>
        end({ status: Number(head[':status']), headers: head, body: Buffer.concat(parts).toString() }),
      )
      if (cutAfter === undefined) stream.end(body)
      else stream.write(body.subarray(0, cutAfter), () => setTimeout(() => end(), 20))
    })
