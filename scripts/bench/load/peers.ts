/**
 * The fastest other libraries, as servers use them by their own documentation: RS256 tokens. Keys are imported before the first
 * request, where the library can. A token does not sign the body, and no library remembers what it has seen.
 */
import { randomUUID } from 'node:crypto'
import { appId, load } from '../peers/Peer.ts'

/** In seconds, longer than a run: all requests are signed at its start. */
export const maxAge = 3600

/** Whether a token is right; an exception or a rejection is a no. */
export type Check = (token: string) => unknown

export const signer = async (key: string): Promise<() => string> => {
  const { createSigner } = await load<{ createSigner: (options: object) => (claims: object) => string }>('fast-jwt')
  const sign = createSigner({ key, algorithm: 'RS256' })
  return () => `Bearer ${sign({ iss: appId, jti: randomUUID() })}`
}

export const peers: Readonly<Record<'fast-jwt' | 'jose', (publicKey: string) => Promise<Check>>> = {
  'fast-jwt': async (key) => {
    const { createVerifier } = await load<{ createVerifier: (options: object) => Check }>('fast-jwt')
    return createVerifier({ key, algorithms: ['RS256'], allowedIss: appId, maxAge: maxAge * 1000 })
  },
  jose: async (pem) => {
    const { importSPKI, jwtVerify } = await load<{
      importSPKI: (pem: string, algorithm: string) => Promise<unknown>
      jwtVerify: (token: string, key: unknown, options: object) => Promise<unknown>
    }>('jose')
    const key = await importSPKI(pem, 'RS256')
    const options = { algorithms: ['RS256'], issuer: appId, maxTokenAge: maxAge }
    return (token) => jwtVerify(token, key, options)
  },
}
