/** Keys from PEM. The DER is parsed by hand, so that each rule can be switched off. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as der from './der.ts'
import { type Part, refuse } from './switches.ts'

export interface Key {
  readonly modulus: bigint
  readonly exponent: bigint
  readonly bits: number
  readonly bytes: number
  /** The SHA-256 of the public half as SPKI. */
  readonly fingerprint: string
}

export type Use = 'verify' | 'sign'

interface Pem {
  readonly label: string
  readonly der: Buffer
}

export interface Keys {
  readonly readPem: (pem: string) => Pem
  readonly importKey: (pem: string, use: Use) => Key
  readonly signBytes: (pem: string, message: Buffer) => Buffer
}

const whole = /^-----BEGIN ([A-Z ]+)-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END \1-----(?:\r?\n)?$/
const anywhere = /-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END/

const rsaEncryption = Buffer.from('06092a864886f70d010101', 'hex')
const algorithm = der.write(0x30, rsaEncryption, Buffer.of(5, 0))

const spkiOf = (modulus: bigint, exponent: bigint): Buffer => {
  const pkcs1 = der.write(0x30, der.writeInteger(modulus), der.writeInteger(exponent))
  return der.write(0x30, algorithm, der.write(3, Buffer.of(0), pkcs1))
}

/** What the DER of a key says, before any rule is asked. */
interface DerKey {
  readonly modulus: bigint
  readonly exponent: bigint
  readonly purpose: Use
  /** Whether the algorithm is plain RSA. A key of another algorithm has neither modulus nor exponent: both are 0. */
  readonly plainRsa: boolean
  /** Whether the bytes are the only ones that DER allows for this key. */
  readonly canonical: boolean
  /** Whether the numbers of a private key belong together. */
  readonly consistent: boolean
}

const isPlainRsa = (identifier: Buffer): boolean => identifier.equals(algorithm.subarray(2))

type Numbers = Pick<DerKey, 'modulus' | 'exponent'>

/** Modulus and exponent of PKCS#1. A private key has its version before them, so they begin at `index` 1. */
const numbersAt = (pkcs1: Buffer, index: number): Numbers => {
  const list = der.elements(der.read(pkcs1).content)
  const modulus = der.integer(list[index])
  if (modulus === 0n) throw new RangeError('a version stands where the modulus belongs')
  return { modulus, exponent: der.integer(list[index + 1]) }
}

/** The same for a key that may be of another algorithm. */
const numbersIfRsa = (pkcs1: Buffer, index: number, plainRsa: boolean): Numbers => {
  if (plainRsa) return numbersAt(pkcs1, index)
  try {
    return numbersAt(pkcs1, index)
  } catch {
    return { modulus: 0n, exponent: 0n }
  }
}

/** The numbers of a private key in DER, of version 0. */
const canonicalPrivate = (pkcs1: Buffer): Buffer => {
  const [, ...others] = der.elements(der.read(pkcs1).content).map(der.integer)
  return der.write(0x30, ...[0n, ...others.slice(0, 8)].map(der.writeInteger))
}

/** By the definition of RFC 8017 §3.2: e·dP ≡ 1 (mod p − 1), e·dQ ≡ 1 (mod q − 1), q·qInv ≡ 1 (mod p). */
const belongTogether = (pkcs1: Buffer): boolean => {
  const [, n, e, d, p, q, dP, dQ, qInv] = der.elements(der.read(pkcs1).content).map(der.integer)
  if (!n || !e || !d || !p || !q || !dP || !dQ || !qInv || p === 1n || q === 1n) return false
  const products = [
    [e * d, p - 1n],
    [e * d, q - 1n],
    [e * dP, p - 1n],
    [e * dQ, q - 1n],
    [q * qInv, p],
  ] as const
  return n === p * q && products.every(([product, modulus]) => product % modulus === 1n)
}

/** RFC 5208 §5: `[0]`, and each attribute is a SEQUENCE. */
const isSetOfAttributes = ({ tag, content }: der.Element): boolean =>
  tag === 0xa0 && der.elements(content).every((each) => each.tag === 0x30)

const rewrite = ({ tag, content }: der.Element): Buffer => der.write(tag, content)

const ofPkcs1Public = (bytes: Buffer): DerKey => {
  const { modulus, exponent } = numbersAt(bytes, 0)
  const again = der.write(0x30, der.writeInteger(modulus), der.writeInteger(exponent))
  return { modulus, exponent, purpose: 'verify', plainRsa: true, canonical: again.equals(bytes), consistent: true }
}

const ofPkcs1Private = (bytes: Buffer): DerKey => ({
  ...numbersAt(bytes, 1),
  purpose: 'sign',
  plainRsa: true,
  canonical: canonicalPrivate(bytes).equals(bytes),
  consistent: belongTogether(bytes),
})

const ofSpki = (bytes: Buffer): DerKey => {
  const outer = der.read(bytes)
  const [identifier, bits] = der.elements(outer.content)
  if (identifier === undefined || bits?.tag !== 3) throw new RangeError('no SPKI')
  const plainRsa = isPlainRsa(identifier.content)
  const { modulus, exponent } = numbersIfRsa(bits.content.subarray(1), 0, plainRsa)
  const canonical = plainRsa ? spkiOf(modulus, exponent).equals(bytes) : outer.rest.length === 0
  return { modulus, exponent, purpose: 'verify', plainRsa, canonical, consistent: true }
}

const ofPkcs8 = (bytes: Buffer): DerKey => {
  const [, identifier, octets, ...more] = der.elements(der.read(bytes).content)
  if (identifier === undefined || octets?.tag !== 4) throw new RangeError('no PKCS#8')
  const plainRsa = isPlainRsa(identifier.content)
  const pkcs1 = plainRsa ? canonicalPrivate(octets.content) : octets.content
  const again = [der.writeInteger(0n), der.write(0x30, identifier.content), der.write(4, pkcs1)]
  const attributes = more.slice(0, 1).filter(isSetOfAttributes)
  return {
    ...numbersIfRsa(octets.content, 1, plainRsa),
    purpose: 'sign',
    plainRsa,
    canonical: der.write(0x30, ...again, ...attributes.map(rewrite)).equals(bytes),
    consistent: !plainRsa || belongTogether(octets.content),
  }
}

/** For example an EC key in its own form, which only its label tells. Its bytes must be elements of DER all the same. */
const ofOtherAlgorithm = ({ label, der: bytes }: Pem): DerKey => {
  der.elements(der.read(bytes).content)
  return {
    modulus: 0n,
    exponent: 0n,
    purpose: label.includes('PRIVATE') ? 'sign' : 'verify',
    plainRsa: false,
    canonical: true,
    consistent: true,
  }
}

/** The readers of DER by the label of the PEM. */
const readers: ReadonlyMap<string, (bytes: Buffer) => DerKey> = new Map([
  ['PUBLIC KEY', ofSpki],
  ['RSA PUBLIC KEY', ofPkcs1Public],
  ['PRIVATE KEY', ofPkcs8],
  ['RSA PRIVATE KEY', ofPkcs1Private],
])

/** Throws a RangeError for bytes that are no DER of such a key. */
const readKey = (pem: Pem): DerKey => readers.get(pem.label)?.(pem.der) ?? ofOtherAlgorithm(pem)

const readKeys = new Map<string, DerKey | undefined>()
const privateKeys = new Map<string, KeyObject>()
const signatures = new Map<string, Buffer>()

/** The private key for the platform, from PKCS#8 or PKCS#1. */
const privateKeyOf = (pem: string): KeyObject => {
  const [block, label] = anywhere.exec(pem) ?? [pem]
  const known = privateKeys.get(pem) ?? createPrivateKey(label === undefined ? block : `${block} ${label}-----\n`)
  privateKeys.set(pem, known)
  return known
}

/** Signatures are deterministic, so all ports share this cache. */
export const signOnce = (pem: string, message: Buffer): Buffer => {
  const name = `${createHash('sha256').update(message).digest('hex')} ${pem}`
  const signature = signatures.get(name) ?? sign('RSA-SHA256', message, privateKeyOf(pem))
  signatures.set(name, signature)
  return signature
}

/** The key of a block, or undefined if its bytes are none. */
const readKeyOnce = (pem: Pem): DerKey | undefined => {
  const name = `${pem.label} ${pem.der.toString('base64')}`
  if (!readKeys.has(name)) readKeys.set(name, readOrNone(pem))
  return readKeys.get(name)
}

const readOrNone = (pem: Pem): DerKey | undefined => {
  try {
    return readKey(pem)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export const keys: Part<Keys> = (f, { on, takes }) => {
  /** Without the check, the label may be wrong. */
  const candidates = (pem: Pem): ReadonlyArray<Pem> =>
    on('key-form') ? [pem] : [pem, ...Array.from(readers.keys(), (label) => ({ ...pem, label }))]

  return {
    readPem: (pem) => {
      const block = (on('key-form') ? whole : anywhere).exec(pem)
      const [, label, lines] = block ?? refuse('key_invalid')
      const text = (lines ?? '').replace(/\s/g, '')
      const bytes = Buffer.from(text, 'base64')
      if (on('key-form') && bytes.toString('base64') !== text) refuse('key_invalid')
      return { label: label ?? '', der: bytes }
    },

    importKey: (pem, use) => {
      const { modulus, exponent, purpose, plainRsa, canonical, consistent } =
        candidates(f.readPem(pem))
          .map(readKeyOnce)
          .find((each) => each !== undefined) ?? refuse('key_invalid')
      if (on('key-form') && !canonical) refuse('key_invalid')
      if (on('key-algorithm') && !plainRsa) refuse('key_invalid')
      if (on('key-purpose') && purpose !== use) refuse('key_invalid')
      if (on('key-form') && plainRsa && modulus % 2n === 0n) refuse('key_invalid')
      if (on('key-consistent') && purpose === use && !consistent) refuse('key_invalid')
      const bits = modulus.toString(2).length
      if (on('key-short') && plainRsa && bits < 2048) refuse('key_invalid')
      if (on('key-long') && plainRsa && bits > 8192) refuse('key_invalid')
      const large = exponent >= 65537n || (exponent === 3n && use === 'verify' && takes('small-exponent'))
      if (on('key-exponent') && plainRsa && !(large && exponent % 2n === 1n)) refuse('key_invalid')
      if (on('key-exponent-long') && plainRsa && exponent >= 2n ** 32n) refuse('key_invalid')
      const fingerprint = createHash('sha256').update(spkiOf(modulus, exponent)).digest('hex')
      return { modulus, exponent, bits, bytes: Math.ceil(bits / 8), fingerprint }
    },

    signBytes: signOnce,
  }
}
