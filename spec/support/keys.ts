/**
 * Test keys, generated at run time and never committed. They are cached in the ignored folder `.tmp`, because specs run in
 * several processes and generating 4096 bits takes about a second.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

const folder = fileURLToPath(new URL('../../.tmp/keys', import.meta.url))

const kept = (id: string): TestKey | undefined => {
  try {
    const privateKey = createPrivateKey(readFileSync(`${folder}/${id}.pem`))
    return pems({ privateKey, publicKey: createPublicKey(privateKey) })
  } catch {
    return undefined
  }
}

const keep = (id: string, key: TestKey): TestKey => {
  mkdirSync(folder, { recursive: true })
  // Atomic: another process may be reading.
  const half = `${folder}/${id}.${process.pid}`
  writeFileSync(half, key.privatePem)
  renameSync(half, `${folder}/${id}.pem`)
  return key
}

const cache = new Map<string, TestKey>()

const known = (id: string, make: () => TestKey): TestKey => {
  const key = cache.get(id) ?? kept(id) ?? keep(id, make())
  cache.set(id, key)
  return key
}

/** The key of this size and name: always the same one. */
export const rsa = (bits = 2048, name = 'app-1', publicExponent = 65_537): TestKey =>
  known(`rsa-${bits}-${publicExponent}-${encodeURIComponent(name)}`, () =>
    pems(generateKeyPairSync('rsa', { modulusLength: bits, publicExponent })),
  )

/** P-256. `crypto.verify` accepts such a key for SHA-256 as it does an RSA key. */
export const ec = (): TestKey => known('ec', () => pems(generateKeyPairSync('ec', { namedCurve: 'P-256' })))

export const ed25519 = (): TestKey => known('ed25519', () => pems(generateKeyPairSync('ed25519')))

/** id-RSASSA-PSS: an RSA key whose algorithm forbids the interface's padding. */
export const pss = (): TestKey => known('pss', () => pems(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })))

/** The private key in PKCS#8, encrypted as by `openssl genpkey -aes256`. */
export const encryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string

/** The private key in PKCS#1 with the legacy encryption, `Proc-Type: 4,ENCRYPTED`. */
export const legacyEncryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string
