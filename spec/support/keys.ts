/**
 * Test keys, made at run time by the platform and kept for the run: nothing here is a secret, and nothing is committed.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface TestKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** PKCS#8. */
  readonly privatePem: string
  /** SPKI. */
  readonly publicPem: string
}

const pems = (pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }): TestKey => ({
  ...pair,
  privatePem: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  publicPem: pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
})

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const cache = new Map<string, TestKey>()

/** The key of that many bits and that name; asked for again it is the same one. A key of 4096 bits takes about a second. */
export const rsa = (bits = 2048, name = 'app-1', publicExponent = 65_537): TestKey => {
  const id = `${bits} ${name} ${publicExponent}`
  const known = cache.get(id)
  if (known !== undefined) return known
  const made = pems(generateKeyPairSync('rsa', { modulusLength: bits, publicExponent }))
  cache.set(id, made)
  return made
}

/** P-256: a key that `crypto.verify` would take for SHA-256 as readily as an RSA key. */
export const ec: () => TestKey = once(() => pems(generateKeyPairSync('ec', { namedCurve: 'P-256' })))

export const ed25519: () => TestKey = once(() => pems(generateKeyPairSync('ed25519')))

/** id-RSASSA-PSS: RSA numbers under an algorithm that forbids the padding of the interface. */
export const pss: () => TestKey = once(() => pems(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })))

/** The private key in PKCS#8, encrypted the way `openssl genpkey -aes256` does it. */
export const encryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string

/** The private key in the old encryption of PKCS#1: `Proc-Type: 4,ENCRYPTED`. */
export const legacyEncryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string
