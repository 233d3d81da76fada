/**
 * http-signature (the draft before RFC 9421): request line, date, nonce and digest as signed headers; the digest brings the
 * body in, and is made anew by whoever verifies. It signs by its own key objects, or by a function, which is the faster;
 * it verifies by its own key objects alone.
 */
import { hash, sign } from 'node:crypto'
import { keyPair, publicPem } from '../requests.ts'
import { appId, load, maxAge, type Peer } from './Peer.ts'

interface Message {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Outcome {
  readonly keyId: string
  readonly algorithm: string
  readonly signature: string
}

interface RequestSigner {
  readonly writeTarget: (method: string, path: string) => void
  readonly writeHeader: (name: string, value: string) => string
  readonly sign: (done: (error: Error | null, authorization: string) => void) => void
}

interface Library {
  readonly createSigner: (options: {
    sign: (data: string, done: (error: null, outcome: Outcome) => void) => void
  }) => RequestSigner
  readonly parseRequest: (message: Message, options: object) => unknown
  readonly verifySignature: (parsed: unknown, key: unknown) => boolean
}

const algorithm = 'rsa-sha256'
const headers = ['(request-target)', 'date', 'x-nonce', 'digest']

const digestOf = (body: Buffer): string => `SHA-256=${hash('sha256', body, 'base64')}`

export const httpSignature = async (): Promise<Peer<Message>> => {
  const { createSigner, parseRequest, verifySignature } = await load<Library>('http-signature')
  const { parseKey } = await load<{ parseKey: (pem: string) => unknown }>('sshpk')
  const key = parseKey(publicPem)
  return {
    name: 'http-signature',
    sign: ({ method, target, timestamp, nonce, body }) => {
      const signer = createSigner({
        sign: (data, done) => {
          const signature = sign('sha256', Buffer.from(data), keyPair.privateKey).toString('base64')
          done(null, { keyId: appId, algorithm, signature })
        },
      })
      signer.writeTarget(method, target)
      const date = signer.writeHeader('date', new Date(timestamp * 1000).toUTCString())
      const unique = signer.writeHeader('x-nonce', nonce)
      const digest = signer.writeHeader('digest', digestOf(body))
      let authorization = ''
      signer.sign((error, value) => {
        if (error !== null) throw error
        authorization = value
      })
      return {
        method,
        url: target,
        httpVersion: '1.1',
        headers: { authorization, date, 'x-nonce': unique, digest },
        body,
      }
    },
    verify: (message) =>
      verifySignature(parseRequest(message, { headers, algorithms: [algorithm], clockSkew: maxAge }), key) &&
      digestOf(message.body) === message.headers.digest,
    withBody: (message, body) => ({ ...message, body }),
  }
}
