/** RSA private keys, under the policy of public keys. Functions return the bytes, so that printing a key does not show them. */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, empty, toHex } from './Bytes.ts'
import * as Der from './Der.ts'
import * as Jwk from './Jwk.ts'
import { type KeyResult, refused } from './KeyError.ts'
import type { KeyInput } from './KeyInput.ts'
import * as KeyMaterial from './KeyMaterial.ts'
import * as Pem from './Pem.ts'
import * as PublicKey from './PublicKey.ts'

export interface PrivateKey {
  readonly _tag: 'PrivateKey'
  /** PrivateKeyInfo (RFC 5208 §5), in DER. Secret. */
  readonly pkcs8: () => Bytes
  readonly publicKey: PublicKey.PublicKey
}

/** An EncryptedPrivateKeyInfo (RFC 5208 §6); only some platforms can decrypt it. */
export interface EncryptedKey {
  readonly _tag: 'EncryptedKey'
  /** In DER. As secret as the key itself: the passphrase may be guessed. */
  readonly der: () => Bytes
}

/**
 * Reads a private key: PEM (`PRIVATE KEY`, `RSA PRIVATE KEY` or `ENCRYPTED PRIVATE KEY`), the same in DER, a JWK with all its
 * members, or a JWK Set with exactly one private RSA key for RS256 signatures.
 *
 * @example
 * ```ts
 * import { PrivateKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = PrivateKey.parse({ kty: 'RSA', n: 'AQAB', e: 'AQAB' })
 * assert.ok(E.isLeft(read) && read.left.rule === 'public-for-private')
 * ```
 */
export const parse = (input: KeyInput): KeyResult<PrivateKey | EncryptedKey> => {
  const material = KeyMaterial.read(input)
  if (E.isLeft(material)) return material
  const given = material.right
  if (given._tag === 'Encoded') return ofEncoded(given.label, given.der)
  if (given._tag === 'Jwk') return ofJwk(given.jwk())
  const [jwk, ...more] = given.keys().filter(Jwk.suits('sign'))
  return jwk === undefined || more.length > 0
    ? refused('jwk-set', `${jwk === undefined ? 'no' : more.length + 1} private RSA keys for RS256`)
    : ofJwk(jwk)
}

const ofJwk = (jwk: object): KeyResult<PrivateKey> => {
  const numbers = Jwk.privateNumbers(jwk)
  return E.isLeft(numbers) ? numbers : ofNumbers(numbers.right)
}

const ofEncoded = (label: Pem.Label, decode: () => KeyResult<Bytes>): KeyResult<PrivateKey | EncryptedKey> => {
  if (!Pem.isPrivate(label)) return refused('public-for-private')
  if (label === 'OPENSSH PRIVATE KEY') return refused('openssh')
  if (label === 'EC PRIVATE KEY' || label === 'DSA PRIVATE KEY') return refused('not-rsa')
  const der = decode()
  if (E.isLeft(der)) return der
  if (label === 'ENCRYPTED PRIVATE KEY') return ofEncrypted(der.right)
  return label === 'PRIVATE KEY' ? ofPkcs8(der.right) : ofPkcs1(der.right)
}

/**
 * PrivateKeyInfo ::= SEQUENCE { version INTEGER, algorithm AlgorithmIdentifier, privateKey OCTET STRING, [0] attributes OPTIONAL }
 *
 * Drops the attributes, which Windows exports: they say nothing about the key itself.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { PrivateKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const read = PrivateKey.ofPkcs8(privateKey.export({ type: 'pkcs8', format: 'der' }))
 * assert.ok(E.isRight(read) && read.right.publicKey.bits === 2048)
 * ```
 */
export const ofPkcs8 = (der: Bytes): KeyResult<PrivateKey> => {
  const plain = Der.members(der, [Der.INTEGER, Der.SEQUENCE, Der.OCTET_STRING])
  const parts = E.isRight(plain)
    ? plain
    : Der.members(der, [Der.INTEGER, Der.SEQUENCE, Der.OCTET_STRING, Der.CONTEXT_0])
  // If both forms fail, report the error of the plain form, which detects trailing bytes.
  if (E.isLeft(parts)) return E.isLeft(plain) ? plain : parts
  const [version, algorithm, key, attributes = empty] = parts.right as [Bytes, Bytes, Bytes, Bytes?]
  const rsa = PublicKey.checkAlgorithm(algorithm)
  if (E.isLeft(rsa)) return rsa
  // Attribute ::= SEQUENCE. Nothing else may hide in bytes that are dropped.
  return isNumber(version, 0) && Der.areAll(attributes, Der.SEQUENCE) ? ofPkcs1(key) : refused('der')
}

/**
 * RSAPrivateKey ::= SEQUENCE { version 0, n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p } (RFC 8017 §A.1.2)
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { PrivateKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const read = PrivateKey.ofPkcs1(privateKey.export({ type: 'pkcs1', format: 'der' }))
 * assert.ok(E.isRight(read) && read.right.publicKey.bits === 2048)
 * ```
 */
export const ofPkcs1 = (der: Bytes): KeyResult<PrivateKey> => {
  const outer = Der.all(der, [Der.SEQUENCE])
  if (E.isLeft(outer)) return outer
  const version = Der.first(outer.right[0] as Bytes)
  if (E.isLeft(version) || version.right.tag !== Der.INTEGER) return refused('der')
  if (isNumber(version.right.content, 1)) return refused('multi-prime')
  if (!isNumber(version.right.content, 0)) return refused('der')
  const parts = Der.all(version.right.rest, new Array<number>(8).fill(Der.INTEGER))
  if (E.isLeft(parts)) return parts
  const numbers = E.traverseArray(Der.magnitude)(parts.right)
  return E.isLeft(numbers) ? numbers : ofNumbers(numbers.right)
}

/**
 * Whether the numbers belong together (RFC 8017 §3.2). OpenSSL signs with `d` where `p` or `dp` is damaged, so a trial signature
 * does not show it. Runs once, at import: BigInt takes a time that depends on the numbers.
 */
const areConsistent = (numbers: ReadonlyArray<Bytes>): boolean => {
  const [n, e, d, p, q, dp, dq, qInv] = numbers.map((bytes) => BigInt(`0x0${toHex(bytes)}`)) as unknown as Numbers
  if (p < 2n || q < 2n || p * q !== n || d >= n || qInv >= p) return false
  return (
    dp === d % (p - 1n) &&
    (e * dp) % (p - 1n) === 1n &&
    dq === d % (q - 1n) &&
    (e * dq) % (q - 1n) === 1n &&
    (qInv * q) % p === 1n
  )
}
type Numbers = readonly [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]

/** n, e, d, p, q, d mod p−1, d mod q−1, q⁻¹ mod p. */
const ofNumbers = (numbers: ReadonlyArray<Bytes>): KeyResult<PrivateKey> => {
  const [n, e] = numbers as [Bytes, Bytes]
  const publicKey = PublicKey.ofNumbers(n, e)
  if (E.isLeft(publicKey)) return publicKey
  if (!areConsistent(numbers)) return refused('inconsistent')
  const version = Der.integer(empty)
  const pkcs1 = Der.write(Der.SEQUENCE, version, ...numbers.map(Der.integer))
  const pkcs8 = Der.write(Der.SEQUENCE, version, PublicKey.rsaEncryption, Der.write(Der.OCTET_STRING, pkcs1))
  return E.right({ _tag: 'PrivateKey', pkcs8: () => pkcs8, publicKey: publicKey.right })
}

/** EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm AlgorithmIdentifier, encryptedData OCTET STRING } */
const ofEncrypted = (der: Bytes): KeyResult<EncryptedKey> => {
  const parts = Der.members(der, [Der.SEQUENCE, Der.OCTET_STRING])
  return E.isLeft(parts) ? parts : E.right({ _tag: 'EncryptedKey', der: () => der })
}

const isNumber = (content: Bytes, value: number): boolean => content.length === 1 && content[0] === value
