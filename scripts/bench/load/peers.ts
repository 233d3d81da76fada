/**
 * Other libraries, as servers use them by their own documentation. Keys are imported before the first request, where the library can.
 * A bearer token does not sign the body, and no library remembers what it has seen.
 */
import { createHash, createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { appId, load } from '../peers/Peer.ts'

/** In seconds, longer than a run: all requests are signed at its start. */
export const maxAge = 3600

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Peer {
  /** The headers of a request: the value of Authorization, and a tab before each further one. */
  readonly signer: (privateKey: string, body: Buffer) => Promise<() => string | Promise<string>>
  /** Whether a request is right; an exception or a rejection is a no. */
  readonly check: (publicKey: string) => Promise<(received: Received) => unknown>
}

const bearerOf = ({ headers }: Received): string => (headers.authorization ?? '').replace(/^Bearer /, '')

const tokens: Peer['signer'] = async (key) => {
  const { createSigner } = await load<{ createSigner: (options: object) => (claims: object) => string }>('fast-jwt')
  const sign = createSigner({ key, algorithm: 'RS256' })
  return () => `Bearer ${sign({ iss: appId, jti: randomUUID() })}`
}

interface HttpMessageSignatures {
  readonly createSigner: (key: unknown, algorithm: string, id: string) => unknown
  readonly createVerifier: (key: unknown, algorithm: string) => unknown
  readonly httpbis: {
    readonly signMessage: (config: object, message: object) => Promise<{ readonly headers: Record<string, string> }>
    readonly verifyMessage: (config: object, message: object) => Promise<boolean | null>
  }
}
const algorithm = 'rsa-v1_5-sha256'
const digestOf = (body: Buffer): string => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`

export type PeerName = 'fast-jwt' | 'jsonwebtoken' | 'jose' | 'http-message-signatures'

export const peers: Readonly<Record<PeerName, Peer>> = {
  'fast-jwt': {
    signer: tokens,
    check: async (key) => {
      const { createVerifier } = await load<{ createVerifier: (options: object) => (token: string) => unknown }>(
        'fast-jwt',
      )
      const verify = createVerifier({ key, algorithms: ['RS256'], allowedIss: appId, maxAge: maxAge * 1000 })
      return (received) => verify(bearerOf(received))
    },
  },
  jsonwebtoken: {
    signer: tokens,
    check: async (pem) => {
      const { verify } = await load<{ verify: (token: string, key: unknown, options: object) => unknown }>(
        'jsonwebtoken',
      )
      const key = createPublicKey(pem)
      const options = { algorithms: ['RS256'], issuer: appId, maxAge }
      return (received) => verify(bearerOf(received), key, options)
    },
  },
  jose: {
    signer: tokens,
    check: async (pem) => {
      const { importSPKI, jwtVerify } = await load<{
        importSPKI: (pem: string, algorithm: string) => Promise<unknown>
        jwtVerify: (token: string, key: unknown, options: object) => Promise<unknown>
      }>('jose')
      const key = await importSPKI(pem, 'RS256')
      const options = { algorithms: ['RS256'], issuer: appId, maxTokenAge: maxAge }
      return (received) => jwtVerify(bearerOf(received), key, options)
    },
  },
  'http-message-signatures': {
    signer: async (privateKey, body) => {
      const { createSigner, httpbis } = await load<HttpMessageSignatures>('http-message-signatures')
      const key = createSigner(createPrivateKey(privateKey), algorithm, appId)
      const fields = ['@method', '@path', 'content-digest']
      const params = ['created', 'nonce', 'keyid', 'alg']
      const message = {
        method: 'POST',
        url: 'http://127.0.0.1/v1/jobs',
        headers: { 'Content-Digest': digestOf(body) },
      }
      return async () => {
        const paramValues = { created: new Date(), nonce: randomUUID() }
        const { headers } = await httpbis.signMessage({ key, fields, params, paramValues }, message)
        return ['none', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t')
      }
    },
    check: async (pem) => {
      const { createVerifier, httpbis } = await load<HttpMessageSignatures>('http-message-signatures')
      const key = { id: appId, algs: [algorithm], verify: createVerifier(createPublicKey(pem), algorithm) }
      const config = {
        keyLookup: async ({ keyid }: { keyid: string }) => (keyid === appId ? key : null),
        requiredFields: ['@method', '@path', 'content-digest'],
        requiredParams: ['created', 'nonce', 'keyid', 'alg'],
        maxAge,
      }
      return async ({ method, url, headers, body }) =>
        (await httpbis.verifyMessage(config, { method, url: `http://127.0.0.1${url}`, headers })) &&
        headers['content-digest'] === digestOf(body)
    },
  },
}
