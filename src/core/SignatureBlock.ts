/**
 * Recovers the signed block, `s^e mod n` (RFC 8017 §5.2.2), to explain a wrong signature. It accepts no signature: only the
 * platform's crypto verifies.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat, toHex } from './Bytes.ts'
import * as Der from './Der.ts'
import { numbers, type PublicKey } from './PublicKey.ts'

/** The block, as long as the modulus; undefined if this key cannot have made the signature. */
export const open = (signature: Bytes, key: PublicKey): Bytes | undefined => {
  if (signature.length !== key.signatureLength) return undefined
  const [n, e] = numbers(key)
  const s = BigInt(`0x0${toHex(signature)}`)
  // 0, 1 and n − 1 are the same in every power: no private key was used.
  if (s <= 1n || s >= n - 1n) return undefined
  const hex = modularPower(s, e, n)
    .toString(16)
    .padStart(signature.length * 2, '0')
  return signature.map((_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
}

/** The content of PKCS#1 v1.5 padding: the bytes after 00 01 FF…FF 00, with at least eight FF (RFC 8017 §9.2). */
export const padded = (block: Bytes): Bytes | undefined => {
  if (block[0] !== 0 || block[1] !== 1) return undefined
  const end = block.findIndex((byte, i) => i > 1 && byte !== 0xff)
  return end >= 10 && block[end] === 0 ? block.subarray(end + 1) : undefined
}

/** DER of each hash's object identifier, in hexadecimal. */
const algorithms: Readonly<Record<string, string>> = {
  '2a864886f70d0205': 'md5',
  '2b0e03021a': 'sha1',
  '608648016503040204': 'sha224',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
  '608648016503040205': 'sha512-224',
  '608648016503040206': 'sha512-256',
  '608648016503040208': 'sha3-256',
  '608648016503040209': 'sha3-384',
  '60864801650304020a': 'sha3-512',
  '2a811ccf55018311': 'sm3',
  '2b24030201': 'ripemd160',
}

export interface DigestInfo {
  /** Such as `sha256`; for an unlisted object identifier, words that say so. */
  readonly hash: string
  readonly digest: Bytes
  readonly withoutNull: boolean
}

/** DigestInfo ::= SEQUENCE { AlgorithmIdentifier { id, NULL }, OCTET STRING } (RFC 8017 §9.2); the NULL may be missing. */
export const digestInfo = (der: Bytes): DigestInfo | undefined => {
  const parts = Der.members(der, [Der.SEQUENCE, Der.OCTET_STRING])
  if (E.isLeft(parts)) return undefined
  const [algorithm, digest] = parts.right as [Bytes, Bytes]
  const id = Der.first(algorithm)
  if (E.isLeft(id) || id.right.tag !== Der.OBJECT_IDENTIFIER) return undefined
  const withoutNull = id.right.rest.length === 0
  if (!withoutNull && toHex(id.right.rest) !== '0500') return undefined
  return { hash: algorithms[toHex(id.right.content)] ?? 'a hash without a name here', digest, withoutNull }
}

/** A block of PSS as it is signed (RFC 8017 §9.1.1), for a digest of `size` bytes. */
export interface Pss {
  readonly masked: Bytes
  /** The digest of eight zeros, the message's digest and the salt. */
  readonly salted: Bytes
  /** Hash inputs; their concatenated digests are the mask (RFC 8017 §B.2.1). */
  readonly seeds: ReadonlyArray<Bytes>
  /** Leading bits that are always zero. */
  readonly spare: number
}

/** The parts of a PSS block; undefined if it cannot be one. `bits` are the modulus's, `maskSize` the mask hash's bytes. */
export const pss = (block: Bytes, bits: number, size: number, maskSize: number = size): Pss | undefined => {
  const encoded = block.subarray(block.length - ((bits + 6) >> 3))
  const split = encoded.length - size - 1
  const spare = 8 * encoded.length - bits + 1
  const fits = encoded.at(-1) === 0xbc && (block.length === encoded.length || block[0] === 0)
  if (!fits || split < 1 || (encoded[0] as number) >> (8 - spare) !== 0) return undefined
  const salted = encoded.subarray(split, -1)
  const seeds = Array.from({ length: Math.ceil(split / maskSize) }, (_, i) =>
    concat([salted, Uint8Array.of(0, 0, 0, i)]),
  )
  return { masked: encoded.subarray(0, split), salted, seeds, spare }
}

/** Removes the mask: zeros, a 1 and the salt remain; undefined for any other content. */
export const unmask = (
  { masked, spare }: Pss,
  mask: Bytes,
): { readonly zeros: number; readonly salt: Bytes } | undefined => {
  const plain = masked.map((byte, i) => (byte ^ (mask[i] as number)) & (i === 0 ? 0xff >> spare : 0xff))
  const zeros = plain.findIndex((byte) => byte !== 0)
  return plain[zeros] === 1 ? { zeros, salt: plain.subarray(zeros + 1) } : undefined
}

/** The input of the last PSS hash (RFC 8017 §9.1.1, step 5). */
export const saltedInput = (digest: Bytes, salt: Bytes): Bytes => concat([new Uint8Array(8), digest, salt])

/**
 * base^exponent mod modulus: RSA's public operation (RFC 8017 §5.2.2), for diagnosis only. Not constant-time: never use a
 * secret exponent.
 */
export const modularPower = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
}
