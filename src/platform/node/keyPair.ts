import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Task } from 'fp-ts/lib/Task.js'

const generate = promisify(generateKeyPair)

export interface PemKeyPair {
  /** PKCS#8, unencrypted. */
  readonly privateKey: string
  /** SPKI. */
  readonly publicKey: string
}

/** A new RSA key pair with public exponent 65537. */
export const newKeyPair =
  (modulusLength: 2048 | 3072 | 4096): Task<PemKeyPair> =>
  () =>
    generate('rsa', {
      modulusLength,
      publicExponent: 65537,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
