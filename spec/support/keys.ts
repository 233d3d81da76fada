/**
 * Test keys, generated at run time and never committed. RSA keys are cached in the ignored folder `.tmp`, because every spec
 * is a process of its own and generating 4096 bits takes about a second.
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

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

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

/** The key of this size and name: always the same one. */
export const rsa = (bits = 2048, name = 'app-1', publicExponent = 65_537): TestKey => {
  const id = `rsa-${bits}-${publicExponent}-${encodeURIComponent(name)}`
  const known = cache.get(id)
  if (known !== undefined) return known
  const make = () => pems(generateKeyPairSync('rsa', { modulusLength: bits, publicExponent }))
  const made = kept(id) ?? keep(id, make())
  cache.set(id, made)
  return made
}

/** P-256. `crypto.verify` accepts such a key for SHA-256 as it does an RSA key. */
export const ec: () => TestKey = once(() => pems(generateKeyPairSync('ec', { namedCurve: 'P-256' })))

export const ed25519: () => TestKey = once(() => pems(generateKeyPairSync('ed25519')))

/** id-RSASSA-PSS: an RSA key whose algorithm forbids the interface's padding. */
export const pss: () => TestKey = once(() => pems(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })))

/** The private key in PKCS#8, encrypted as by `openssl genpkey -aes256`. */
export const encryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string

/** The private key in PKCS#1 with the legacy encryption, `Proc-Type: 4,ENCRYPTED`. */
export const legacyEncryptedPem = (key: TestKey, passphrase: string): string =>
  key.privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase }) as string
