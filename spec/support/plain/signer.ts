/** A signer, and the request that submits a job. */
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { Inputs, VectorBytes, VectorText } from '../../../src/kit/conformance/Vector.ts'
import type { Message } from './content.ts'
import type { Written } from './parts.ts'
import { type Part, refuse } from './switches.ts'

export interface Sent {
  readonly method: string
  readonly target: string
  readonly authorization: string
}

export interface Signer {
  readonly drawNonce: (timestamp: string) => string
  /** The five parts from the caller's input. */
  readonly write: (input: Inputs['stringToSign']) => Written
  /** The bytes that are signed. */
  readonly bytesToSign: (message: Message) => Buffer
  readonly sign: (input: Inputs['sign'], nonce: string) => Sent
  readonly encodeSignature: (signature: Buffer) => string
  readonly requestBody: (body: Inputs['request']['body']) => VectorBytes | VectorText
  readonly splitBase: (baseUrl: string) => string
  readonly request: (input: Inputs['request']) => unknown
}

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])'
const loopback = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[::1\\])$`, 'i')
const base = /^(https?):\/\/([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::([0-9]+))?(\/[^?#]*)?$/i

/** By Node’s own readers of addresses. A host whose last label is a number, as in `a.0x7f`, is taken for an IPv4 address. */
const isHost = (host: string): boolean => {
  if (host.startsWith('[')) return isIPv6(host.slice(1, -1))
  const lastLabel = host.split('.').at(-1) ?? ''
  return isIPv4(host) || !/^(?:[0-9]+|0x[0-9a-f]*)$/i.test(lastLabel)
}

/** Every port draws the same nonces, so that cached signatures can be used again. */
const nonceNumber = (n: number): string => createHash('sha256').update(`nonce ${n}`).digest('hex').slice(0, 32)

export const signer: Part<Signer> = (f, { on }) => {
  let drawn = 0
  return {
    drawNonce: (timestamp) => (on('nonce-fresh') ? nonceNumber(drawn++) : `at-${timestamp}`),

    write: ({ method, url, timestamp, nonce, body }) => {
      f.checkTimestamp(timestamp, 'timestamp_malformed')
      f.checkNonce(nonce, 'nonce_malformed')
      const target = f.readTarget(url, 'given')
      return { method: f.readMethod(method, 'given'), target, timestamp, nonce, body: f.readBody(body) }
    },

    bytesToSign: ({ head, body }) => Buffer.concat([head, body]),

    encodeSignature: (signature) => signature.toString('base64'),

    sign: ({ privateKey, authType, appId, method, url, timestamp, body }, nonce) => {
      f.checkAuthType(authType)
      f.checkAppId(appId, 'app_id_malformed')
      f.importKey(privateKey, 'sign')
      const written = f.write({ method, url, timestamp, nonce, body })
      const signature = f.encodeSignature(f.signBytes(privateKey, f.bytesToSign(f.join(written))))
      const authorization = f.formatSigned(authType, { appId, nonce, timestamp, signature })
      return { method: written.method, target: written.target, authorization }
    },

    requestBody: (body) => ('job' in body ? { hex: f.encodeJob(body.job).toString('hex') } : body),

    /** The path of a base URL, without slashes at its end. */
    splitBase: (baseUrl) => {
      const parts = base.exec(baseUrl)
      const [, scheme = '', host = '', port = '443', path = ''] = parts ?? []
      const isSecure = scheme.toLowerCase() === 'https' || loopback.test(host)
      const isPort = Number(port) >= 1 && Number(port) <= 65535
      const isValid = parts !== null && isHost(host) && isSecure && isPort
      if (on('base-url') && !isValid) refuse('base_url_invalid')
      // With the check switched off, any text has a path: what is between the host and the query.
      const writtenPath = isValid ? path : baseUrl.replace(/^[^/]*\/\/[^/?#]*/, '').replace(/[?#].*$/, '')
      return writtenPath.replace(/\/+$/, '')
    },

    request: (input) => {
      const { edition, authType, credentials, timestamp, nonce } = input
      const url = `${f.splitBase(input.baseUrl)}/v1/jobs`
      const content = f.requestBody(input.body)
      const body = f.readBody(content)
      let sent: Sent
      if ('token' in credentials) {
        if (on('edition') && edition === 'mainland') refuse('bearer_not_offered')
        const target = f.readTarget(url, 'given')
        sent = { method: 'POST', target, authorization: f.formatToken(credentials.token) }
      } else {
        sent = f.sign({ ...credentials, authType, method: 'POST', url, timestamp, body: content }, nonce)
      }
      const headers = [
        ['Content-Type', 'application/json; charset=UTF-8'],
        ['Accept', 'application/json'],
        ['Authorization', sent.authorization],
      ]
      return { method: sent.method, target: sent.target, headers, body: { hex: body.toString('hex') } }
    },
  }
}
