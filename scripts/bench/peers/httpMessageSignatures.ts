/**
 * http-message-signatures (RFC 9421): method, target and body as components, timestamp and nonce as parameters. It signs
 * headers and no body, so the body goes in by a `Content-Digest`, as its README has it, with SHA-256; whoever verifies makes
 * that digest anew. The target goes as `@target-uri`, which it takes as it stands; the others make it parse the URL, and its
 * README advises against `@request-target`. The message has no headers beside those that are needed.
 */
import { hash } from 'node:crypto'
import { keyPair } from '../requests.ts'
import { appId, load, maxAge, maxSkew, type Peer } from './Peer.ts'

interface Message {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Library {
  readonly httpbis: {
    readonly signMessage: (config: object, message: Message) => Promise<Message>
    readonly verifyMessage: (config: object, message: Message) => Promise<boolean | null>
  }
  readonly createSigner: (key: unknown, algorithm: string, id: string) => unknown
  readonly createVerifier: (key: unknown, algorithm: string) => unknown
}

const algorithm = 'rsa-v1_5-sha256'
const fields = ['@method', '@target-uri', 'content-digest']
const params = ['created', 'nonce', 'keyid', 'alg']

const digestOf = (body: Buffer): string => `sha-256=:${hash('sha256', body, 'base64')}:`

export const httpMessageSignatures = async (): Promise<Peer<Message>> => {
  const { httpbis, createSigner, createVerifier } = await load<Library>('http-message-signatures')
  const signingKey = createSigner(keyPair.privateKey, algorithm, appId)
  const keys = new Map([
    [appId, { id: appId, algs: [algorithm], verify: createVerifier(keyPair.publicKey, algorithm) }],
  ])
  const config = {
    keyLookup: async ({ keyid }: { keyid: string }) => keys.get(keyid),
    requiredFields: fields,
    requiredParams: params,
    maxAge,
    tolerance: maxSkew,
  }
  return {
    name: 'http-message-signatures',
    sign: ({ method, target, timestamp, nonce, body }) =>
      httpbis.signMessage(
        { key: signingKey, fields, params, paramValues: { created: new Date(timestamp * 1000), nonce } },
        {
          method,
          url: `https://jobs.example${target}`,
          headers: { 'content-digest': digestOf(body) },
          body,
        },
      ),
    verify: async (message) =>
      (await httpbis.verifyMessage(config, message)) === true &&
      digestOf(message.body) === message.headers['content-digest'],
    withBody: (message, body) => ({ ...message, body }),
  }
}
