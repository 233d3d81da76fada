/**
 * Signed requests for the measurements, by a 2048-bit key, each with its own nonce.
 */
import { createPublicKey, createSign, type KeyObject, randomBytes } from 'node:crypto'
import { Authorization, type IncomingRequest, type ReplayGuard, Signature, StringToSign } from 'countersign'
import { rsa, type TestKey } from '../../spec/support/keys.ts'

export const keyPair: TestKey = rsa()
export const publicPem: string = keyPair.publicPem
export const privatePem: string = keyPair.privatePem
export const now = 1_700_000_000

export interface Sample {
  readonly request: IncomingRequest
  readonly header: string
  /** The bare primitive's input: the joined string to sign and the decoded signature. */
  readonly joined: Uint8Array
  readonly signature: Uint8Array
}

/** A flat string, like a header from the wire. */
export const headerOf = ({ nonce, timestamp }: StringToSign.Parts, signature: Uint8Array): string => {
  const written = Authorization.serialize({
    _tag: 'Signed',
    authType: 'SVC-SHA256-RSA',
    appId: 'app-1',
    nonce,
    timestamp,
    signature: Signature.ofBytes(signature),
  } as Authorization.Signed)
  return Buffer.from(right(written), 'latin1').toString('latin1')
}

/** A request with a string to sign of `bytes` bytes. */
export const sample = (bytes: number, timestamp: number = now, privateKey: KeyObject = keyPair.privateKey): Sample => {
  const nonce = randomBytes(16).toString('hex')
  const parts = { method: 'POST', target: '/v1/jobs', timestamp, nonce } as StringToSign.Parts
  const body = Buffer.alloc(bytes - StringToSign.head(parts).length, '{"text":"a lighthouse at dawn"} ')
  const message = StringToSign.make(parts, body)
  const signature = createSign('sha256').update(message.head).update(body).sign(privateKey)
  const header = headerOf(parts, signature)
  return {
    request: { method: 'POST', target: '/v1/jobs', authorization: [header], body },
    header,
    joined: StringToSign.toBytes(message),
    signature,
  }
}

export const right = <A>(result: { _tag: string; right?: A }): A => {
  if (result._tag !== 'Right') throw new Error(JSON.stringify(result))
  return result.right as A
}

export const dearBits = 4096

/**
 * A public key of any odd modulus: the time of a check does not depend on its factors. OpenSSL's arithmetic finds its exponent
 * hard: each of its 32 bits is set.
 */
export const dearKey = (): KeyObject => {
  const n = randomBytes(dearBits / 8)
    .fill(0xff, 0, 1)
    .fill(0xff, dearBits / 8 - 1)
    .toString('base64url')
  const e = Buffer.alloc(4, 0xff).toString('base64url')
  return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
}

/** The job as HTTP/1.1 writes it. */
export const bytesOf = (authorization: string, body: Buffer): Buffer => {
  const head = `POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body])
}

const first = { _tag: 'Right', right: 'first' } as const
const firstLater = Promise.resolve(first)

/** A guard that takes no time, because another row measures guards. It answers synchronously, as the memory guard does. */
export const noClaim: ReplayGuard = { claim: Object.assign(() => () => firstLater, { atOnce: () => first }) }
