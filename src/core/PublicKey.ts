/**
 * RSA public keys and the policy that accepts them, the same on every platform.
 *
 * Platforms are too lenient. Node verifies a forgery under a key with exponent 1. It also accepts a private PEM for a public
 * key, an EC key, two blocks and trailing bytes. So this module parses a key strictly and re-encodes it; the
 * platform sees only the new encoding.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, Eq, toHex } from './Bytes.ts'
import * as Der from './Der.ts'
import * as Jwk from './Jwk.ts'
import { type KeyResult, refused } from './KeyError.ts'
import type * as KeyInput from './KeyInput.ts'
import * as KeyMaterial from './KeyMaterial.ts'
import { checkNumbers, type KeyPolicy } from './KeyNumbers.ts'
import * as Pem from './Pem.ts'
import { ours } from './Policies.ts'

export { type KeyPolicy, leastBits, mostBits } from './KeyNumbers.ts'

export interface PublicKey {
  readonly _tag: 'PublicKey'
  /** SubjectPublicKeyInfo (RFC 5280 §4.1), in DER: the same bytes for every file format of the key. */
  readonly spki: Bytes
  /** Bits of the modulus. */
  readonly bits: number
  /** Bytes of the modulus, and so of every signature. */
  readonly signatureLength: number
}

/** An X.509 certificate; only some platforms can extract its public key. */
export interface Certificate {
  readonly _tag: 'Certificate'
  readonly der: Bytes
}

/**
 * Reads the public keys of one key input: PEM (`PUBLIC KEY`, `RSA PUBLIC KEY` or `CERTIFICATE`), the same in DER, a JWK, or all
 * keys of a JWK Set that are RSA keys for RS256 signatures. A key of the platform is exported first, by its interpreter.
 *
 * Fails with the broken rule: RSA only, 2048 to 8192 bits, an odd exponent from 65537 to 2^32 − 1, one canonical encoding.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = PublicKey.parseAll('{"keys":[]}')
 * assert.ok(E.isLeft(read) && read.left.rule === 'jwk-set')
 * ```
 */
export const parseAll = (
  input: KeyInput.KeyInput,
  policy: KeyPolicy = ours,
): KeyResult<ReadonlyArray<PublicKey | Certificate>> => {
  const material = KeyMaterial.read(input)
  if (E.isLeft(material)) return material
  const given = material.right
  if (given._tag === 'Encoded') return alone(ofEncoded(given.label, given.der, policy))
  if (given._tag === 'Jwk') return alone(ofJwk(given.jwk(), policy))
  const validity = Jwk.checkValidity(given.set())
  if (E.isLeft(validity)) return validity
  // Also one for another use, which would be passed over: a private key has no place on a server.
  const jwks = given.keys()
  if (jwks.some(Jwk.isPrivate)) return refused('private-for-public')
  const fit = jwks.filter(Jwk.suits('verify'))
  if (fit.length === 0) return refused('jwk-set', 'no RSA key for RS256 signatures')
  return E.traverseArray((jwk: KeyInput.Jwk) => ofJwk(jwk, policy))(fit)
}

const alone = <A>(key: KeyResult<A>): KeyResult<ReadonlyArray<A>> => (E.isLeft(key) ? key : E.right([key.right]))

/**
 * Reads the one public key of a key input; of a JWK Set only if it holds one.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = PublicKey.parse({ kty: 'RSA', n: 'AQAB', e: 'AQAB' })
 * assert.ok(E.isLeft(read) && read.left.rule === 'modulus-too-short')
 * ```
 */
export const parse = (input: KeyInput.KeyInput, policy: KeyPolicy = ours): KeyResult<PublicKey | Certificate> => {
  const keys = parseAll(input, policy)
  return E.isLeft(keys) ? keys : KeyMaterial.theOne(keys.right)
}

/**
 * The key of a JWK, as `JSON.parse` gives it.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = PublicKey.ofJwk({ kty: 'RSA', n: 'AQAB', e: 'AQAB' })
 * assert.ok(E.isLeft(read) && read.left.rule === 'modulus-too-short')
 * ```
 */
export const ofJwk = (jwk: KeyInput.Jwk, policy: KeyPolicy = ours): KeyResult<PublicKey> => {
  // A JavaScript caller may pass any value.
  if (typeof jwk !== 'object' || jwk === null) return refused('not-a-key')
  const numbers = Jwk.publicNumbers(jwk)
  return E.isLeft(numbers) ? numbers : ofNumbers(...numbers.right, policy)
}

/**
 * The key of a PEM (`PUBLIC KEY`, `RSA PUBLIC KEY` or `CERTIFICATE`), by the rule of the suite: one block, and no other text.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const pem = publicKey.export({ type: 'pkcs1', format: 'pem' }) as string
 * assert.ok(E.isRight(PublicKey.ofPem(pem)))
 * assert.ok(E.isLeft(PublicKey.ofPem(`a comment\n${pem}`)))
 * ```
 */
export const ofPem = (pem: string, policy: KeyPolicy = ours): KeyResult<PublicKey | Certificate> => {
  const block = Pem.parse(pem)
  return E.isLeft(block) ? block : ofEncoded(block.right.label, () => Pem.decode(block.right), policy)
}

const ofEncoded = (
  label: Pem.Label,
  decode: () => KeyResult<Bytes>,
  policy: KeyPolicy,
): KeyResult<PublicKey | Certificate> => {
  // Checked before the content: the operator must learn first that a secret is in the wrong place.
  if (Pem.isPrivate(label)) return refused('private-for-public')
  const der = decode()
  if (E.isLeft(der)) return der
  if (label === 'CERTIFICATE') return E.right({ _tag: 'Certificate', der: der.right })
  return label === 'PUBLIC KEY' ? ofSpki(der.right, policy) : ofPkcs1(der.right, policy)
}

/**
 * SubjectPublicKeyInfo ::= SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const read = PublicKey.ofSpki(publicKey.export({ type: 'spki', format: 'der' }))
 * assert.ok(E.isRight(read) && read.right.signatureLength === 256)
 * ```
 */
export const ofSpki = (der: Bytes, policy: KeyPolicy = ours): KeyResult<PublicKey> => {
  const parts = Der.members(der, [Der.SEQUENCE, Der.BIT_STRING])
  if (E.isLeft(parts)) return parts
  const [algorithm, bits] = parts.right as [Bytes, Bytes]
  const rsa = checkAlgorithm(algorithm)
  if (E.isLeft(rsa)) return rsa
  // The first byte of a BIT STRING counts the unused bits of its last byte.
  return bits[0] === 0 ? ofPkcs1(bits.subarray(1), policy) : refused('der')
}

/**
 * RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER } (RFC 8017 §A.1.1)
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const read = PublicKey.ofPkcs1(publicKey.export({ type: 'pkcs1', format: 'der' }))
 * assert.ok(E.isRight(read) && read.right.bits === 2048)
 * ```
 */
export const ofPkcs1 = (der: Bytes, policy: KeyPolicy = ours): KeyResult<PublicKey> => {
  const parts = Der.members(der, [Der.INTEGER, Der.INTEGER])
  if (E.isLeft(parts)) return parts
  const [n, e] = parts.right.map(Der.magnitude) as [KeyResult<Bytes>, KeyResult<Bytes>]
  if (E.isLeft(n)) return n
  return E.isLeft(e) ? e : ofNumbers(n.right, e.right, policy)
}

/**
 * The key of a modulus and an exponent, both without leading zero bytes, if the policy accepts it.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const modulus = new Uint8Array(256).fill(0xff)
 * assert.ok(E.isRight(PublicKey.ofNumbers(modulus, Uint8Array.of(1, 0, 1))))
 * const three = PublicKey.ofNumbers(modulus, Uint8Array.of(3))
 * assert.ok(E.isLeft(three) && three.left.rule === 'exponent')
 * ```
 */
export const ofNumbers = (n: Bytes, e: Bytes, policy: KeyPolicy = ours): KeyResult<PublicKey> => {
  const bits = checkNumbers(n, e, policy)
  if (E.isLeft(bits)) return bits
  const pkcs1 = Der.write(Der.SEQUENCE, Der.integer(n), Der.integer(e))
  const spki = Der.write(Der.SEQUENCE, rsaEncryption, Der.write(Der.BIT_STRING, Uint8Array.of(0), pkcs1))
  return E.right({ _tag: 'PublicKey', spki, bits: bits.right, signatureLength: n.length })
}

/** DER of AlgorithmIdentifier { rsaEncryption, NULL }. RFC 8017 §A.1: the parameters are NULL, not absent. */
export const rsaEncryption: Bytes = Uint8Array.of(48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0)

/**
 * Whether the content of an AlgorithmIdentifier is that of plain RSA.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * // The two bytes before the content are its tag and its length.
 * assert.deepEqual(PublicKey.checkAlgorithm(PublicKey.rsaEncryption.subarray(2)), E.right(true))
 * ```
 */
export const checkAlgorithm = (content: Bytes): KeyResult<true> => {
  // The whole is compared, parameters included: DER has one encoding of it.
  if (Eq.equals(content, rsaEncryption.subarray(2))) return plainRsa
  const id = toHex(content)
  if (id.startsWith('06092a864886f70d01010a')) return refused('pss')
  // The identifier of another algorithm.
  return refused(/^06(?!092a864886f70d010101)/.test(id) ? 'not-rsa' : 'der')
}
const plainRsa: E.Either<never, true> = /* @__PURE__ */ E.right(true)

/**
 * Modulus and public exponent of a key.
 *
 * @example
 * ```ts
 * import { PublicKey } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const read = PublicKey.ofNumbers(new Uint8Array(256).fill(0xff), Uint8Array.of(1, 0, 1))
 * assert.ok(E.isRight(read))
 * assert.deepEqual(PublicKey.numbers(read.right), [2n ** 2048n - 1n, 65537n])
 * ```
 */
export const numbers = ({ spki }: PublicKey): readonly [n: bigint, e: bigint] => {
  // `ofNumbers` wrote this DER, so parsing cannot fail.
  const [, bits] = found(Der.members(spki, [Der.SEQUENCE, Der.BIT_STRING])) as [Bytes, Bytes]
  const [n, e] = found(Der.members(bits.subarray(1), [Der.INTEGER, Der.INTEGER])) as [Bytes, Bytes]
  return [bigOf(n), bigOf(e)]
}

const found = (parts: KeyResult<ReadonlyArray<Bytes>>): ReadonlyArray<Bytes> =>
  E.isLeft(parts) ? [new Uint8Array(0), new Uint8Array(0)] : parts.right

const bigOf = (magnitude: Bytes): bigint => BigInt(`0x0${toHex(magnitude)}`)
