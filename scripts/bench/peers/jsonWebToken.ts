/**
 * A request as the claims of a JSON Web Token: RS256 is the same signature as ours. A token carries what it signs, so the body
 * is a claim, and the claims are as many bytes of JSON as our string to sign has: what stands round them and what their
 * escapes add is taken off the body. A token's age is checked by `iat`; its nonce (`jti`) and the rest are read as claims.
 */
import { keyPair, privatePem, publicPem } from '../requests.ts'
import { appId, type Content, load, maxAge, maxSkew, type Peer } from './Peer.ts'

interface Claims {
  readonly iss: string
  readonly iat: number
  readonly jti: string
  readonly htm: string
  readonly htu: string
  readonly body: string
}

const bytes = 400

const claimsOf = ({ method, target, timestamp, nonce, body }: Content): Claims => {
  const claims = { iss: appId, iat: timestamp, jti: nonce, htm: method, htu: target }
  const room = bytes - JSON.stringify({ ...claims, body: '' }).length
  let text = body.toString('latin1')
  while (JSON.stringify(text).length - 2 > room) text = text.slice(0, -1)
  return { ...claims, body: text }
}

/** The length of the trimmed body, computed once: all requests have the same length. */
const claimer = (): ((content: Content) => Claims) => {
  let text: string | undefined
  return (content) => {
    text ??= claimsOf(content).body
    const { method, target, timestamp, nonce } = content
    return { iss: appId, iat: timestamp, jti: nonce, htm: method, htu: target, body: text }
  }
}

/** Whether an accepted token has the claims that make up the request. */
const isRequest = ({ iss, jti, htm, htu, body }: Partial<Claims>): boolean =>
  iss === appId && jti !== undefined && htm !== undefined && htu !== undefined && body !== undefined

const withBody = (token: string, body: Buffer): string => {
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const altered = Buffer.from(JSON.stringify({ ...claims, body: body.toString() })).toString('base64url')
  return [header, altered, signature].join('.')
}

interface FastJwt {
  readonly createSigner: (options: object) => (claims: Claims) => string
  readonly createVerifier: (options: object) => (token: string) => Claims
}

export const fastJwt = async (): Promise<Peer<string>> => {
  const { createSigner, createVerifier } = await load<FastJwt>('fast-jwt')
  const sign = createSigner({ key: privatePem, algorithm: 'RS256', mutatePayload: true })
  const ages = { maxAge: maxAge * 1000, clockTolerance: maxSkew * 1000 }
  // The library's token cache would skip the signature the second time.
  const verify = createVerifier({ key: publicPem, algorithms: ['RS256'], cache: false, ...ages })
  const claims = claimer()
  return {
    name: 'fast-jwt',
    sign: (content) => sign(claims(content)),
    verify: (token) => isRequest(verify(token)),
    withBody,
  }
}

interface JsonWebToken {
  readonly sign: (claims: Claims, key: unknown, options: object) => string
  readonly verify: (token: string, key: unknown, options: object) => Claims
}

export const jsonWebToken = async (): Promise<Peer<string>> => {
  const { sign, verify } = await load<JsonWebToken>('jsonwebtoken')
  const signing = { algorithm: 'RS256', mutatePayload: true }
  const verifying = { algorithms: ['RS256'], maxAge, clockTolerance: maxSkew }
  const claims = claimer()
  return {
    name: 'jsonwebtoken',
    sign: (content) => sign(claims(content), keyPair.privateKey, signing),
    verify: (token) => isRequest(verify(token, keyPair.publicKey, verifying)),
    withBody,
  }
}

interface Jose {
  readonly importSPKI: (pem: string, algorithm: string) => Promise<unknown>
  readonly importPKCS8: (pem: string, algorithm: string) => Promise<unknown>
  readonly SignJWT: new (
    claims: Claims,
  ) => {
    readonly setProtectedHeader: (header: object) => { readonly sign: (key: unknown) => Promise<string> }
  }
  readonly jwtVerify: (token: string, key: unknown, options: object) => Promise<{ readonly payload: Claims }>
}

export const jose = async (): Promise<Peer<string>> => {
  const { importSPKI, importPKCS8, SignJWT, jwtVerify } = await load<Jose>('jose')
  const privateKey = await importPKCS8(privatePem, 'RS256')
  const publicKey = await importSPKI(publicPem, 'RS256')
  const options = { algorithms: ['RS256'], maxTokenAge: maxAge, clockTolerance: maxSkew }
  const claims = claimer()
  return {
    name: 'jose',
    sign: (content) => new SignJWT(claims(content)).setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
    verify: async (token) => isRequest((await jwtVerify(token, publicKey, options)).payload),
    withBody,
  }
}
