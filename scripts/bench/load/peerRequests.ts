/** The requests of `npm run load -- peers`: 400 bytes of JSON each, signed by the key of the same app in each scheme. */
import { createHash, createPrivateKey, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSigner } from 'countersign/client'
import { load } from '../peers/Peer.ts'
import type { Scheme } from './peerVariants.ts'
import { appId, type Requests } from './requests.ts'

const body = Buffer.from(`{"text":"${'a lighthouse at dawn '.repeat(19).slice(0, 389)}"}`)
/** Fastify reads no body without it. */
const contentType = '\tContent-Type: application/json'

interface FastJwt {
  readonly createSigner: (options: object) => (claims: object) => string
}

interface HttpMessageSignatures {
  readonly createSigner: (key: unknown, algorithm: string, id: string) => unknown
  readonly httpbis: {
    readonly signMessage: (config: object, message: object) => Promise<{ readonly headers: Record<string, string> }>
  }
}

/** Makes the headers of one request: the value of Authorization, and a tab before each further header. */
type Sign = () => string | Promise<string>

const signerOf = async (scheme: Scheme, privateKey: string): Promise<Sign> => {
  if (scheme === 'none' || scheme.startsWith('countersign')) {
    const signer = await createSigner({ appId, privateKey, where: 'pool' })
    return async () => (await signer.sign({ method: 'POST', url: '/v1/jobs', body })).authorization
  }
  if (scheme === 'http-message-signatures') {
    const { createSigner: make, httpbis } = await load<HttpMessageSignatures>(scheme)
    const key = make(createPrivateKey(privateKey), 'rsa-v1_5-sha256', appId)
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
    return async () => {
      const { headers } = await httpbis.signMessage(
        {
          key,
          fields: ['@method', '@path', 'content-digest'],
          params: ['created', 'nonce', 'keyid', 'alg'],
          paramValues: { created: new Date(), nonce: randomUUID() },
        },
        { method: 'POST', url: 'http://127.0.0.1/v1/jobs', headers: { 'Content-Digest': digest } },
      )
      return ['none', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t')
    }
  }
  const { createSigner: make } = await load<FastJwt>('fast-jwt')
  const sign = make({ key: privateKey, algorithm: 'RS256' })
  return () => `Bearer ${sign({ iss: appId, jti: randomUUID() })}`
}

/** Writes `count` requests of a scheme to files in `folder`. */
export const signPeerRequests = async (
  folder: string,
  privateKey: string,
  scheme: Scheme,
  count: number,
): Promise<Requests> => {
  const sign = await signerOf(scheme, privateKey)
  const lines: Array<string> = []
  for (let first = 0; first < count; first += 64) {
    const batch = Array.from({ length: Math.min(64, count - first) }, sign)
    for (const line of await Promise.all(batch)) lines.push(`${line}${contentType}\n`)
  }
  const name = join(folder, `${scheme.replace(/\W/g, '-')}-${count}`)
  writeFileSync(name, lines.join(''))
  writeFileSync(`${name}-body`, body)
  return { args: [name, `${name}-body`, `${name}-body`, '0'], count }
}
