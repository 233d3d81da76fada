/**
 * What stands in a signature. RSA without the private key is arithmetic: `s^e mod n` is the block that was signed (RFC 8017
 * §5.2.2). Nothing is ever accepted by it: the platform's crypto verifies, and this explains.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../core/Bytes.ts'
import * as Der from '../core/Der.ts'
import { modularPower } from '../core/modularPower.ts'
import { numbers, type PublicKey } from '../core/PublicKey.ts'
import type { Hash, HashName } from './Mistake.ts'

export type Recovered =
  /** PKCS #1 v1.5 by the book, or but for the NULL. */
  | { readonly _tag: 'Digest'; readonly hash: HashName; readonly digest: Bytes.Bytes; readonly withoutNull: boolean }
  /** The same, of a hash that cannot be computed here; or of none that has a name. */
  | { readonly _tag: 'Foreign'; readonly hash: string }
  /** Something else than a DigestInfo: padded as PKCS #1 v1.5 has it, or only filled up with zeros. */
  | { readonly _tag: 'Bare'; readonly content: Bytes.Bytes; readonly padding: 'pkcs1' | 'none' }
  /** What PSS makes of a digest: only who has the digest can tell for certain, but for the evidence. */
  | {
      readonly _tag: 'Pss'
      readonly hash: HashName
      readonly salt: Bytes.Bytes
      readonly salted: Bytes.Bytes
      /**
       * `certain`: a long run of zeros was under the mask, and chance makes none. `likely`: the salt leaves no room for zeros,
       * as in libraries that take the longest; of chance it is one in 65,536.
       */
      readonly evidence: 'certain' | 'likely' | 'weak'
    }

/** The block under a signature, as long as the modulus; nothing if the number is too large for the key. */
export const open = (signature: Bytes.Bytes, key: PublicKey): Bytes.Bytes | undefined => {
  if (signature.length !== key.signatureLength) return undefined
  const [n, e] = numbers(key)
  const s = BigInt(`0x0${Bytes.toHex(signature)}`)
  // 0, 1 and n − 1 are the same in every power: nobody has signed them.
  return s > 1n && s < n - 1n ? bytesOf(modularPower(s, e, n), key.signatureLength) : undefined
}

const bytesOf = (big: bigint, length: number): Bytes.Bytes => {
  const hex = big.toString(16).padStart(length * 2, '0')
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
}

/** Bytes of each digest. */
export const sizes: Readonly<Record<HashName, number>> = {
  sha256: 32,
  sha1: 20,
  sha512: 64,
  sha384: 48,
  sha224: 28,
  md5: 16,
}
const names = Object.keys(sizes) as ReadonlyArray<HashName>

/** What the block of a signature may be; nothing for what looks like chance: another key's, or no signature. */
export const read = (block: Bytes.Bytes, bits: number, hash: Hash): ReadonlyArray<Recovered> => {
  const content = pkcs1(block)
  if (content !== undefined) return [digestInfo(content) ?? { _tag: 'Bare', content, padding: 'pkcs1' }]
  const first = block.findIndex((byte) => byte !== 0)
  const significant = block.length - first
  const size = names
    .map((name) => sizes[name])
    .toSorted((a, b) => a - b)
    .find((length) => length >= significant)
  // A digest begins with zeros now and then, and half a block of them is no chance.
  if (first > 0 && size !== undefined) return [{ _tag: 'Bare', content: block.subarray(-size), padding: 'none' }]
  return pss(block, bits, hash)
}

/** RFC 8017 §9.2: 00 01 FF…FF 00, eight FF at least; what is behind it. */
const pkcs1 = (block: Bytes.Bytes): Bytes.Bytes | undefined => {
  if (block[0] !== 0 || block[1] !== 1) return undefined
  const end = block.findIndex((byte, i) => i > 1 && byte !== 0xff)
  return end >= 10 && block[end] === 0 ? block.subarray(end + 1) : undefined
}

/** DER of each algorithm's object identifier, in hexadecimal: those of the hashes that are known, and those with a name. */
const algorithms: Readonly<
  Record<string, HashName | 'sha512-224' | 'sha512-256' | 'sha3-256' | 'sha3-384' | 'sha3-512' | 'sm3' | 'ripemd160'>
> = {
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

/** DigestInfo ::= SEQUENCE { AlgorithmIdentifier { id, NULL }, OCTET STRING } (RFC 8017 §9.2). */
const digestInfo = (der: Bytes.Bytes): Recovered | undefined => {
  const outer = Der.all(der, [Der.SEQUENCE])
  const parts = E.isLeft(outer) ? outer : Der.all(outer.right[0] as Bytes.Bytes, [Der.SEQUENCE, Der.OCTET_STRING])
  if (E.isLeft(parts)) return undefined
  const [algorithm, digest] = parts.right as [Bytes.Bytes, Bytes.Bytes]
  const id = Der.first(algorithm)
  if (E.isLeft(id) || id.right.tag !== Der.OBJECT_IDENTIFIER) return undefined
  const hash = algorithms[Bytes.toHex(id.right.content)] ?? 'a hash without a name here'
  const withNull = Bytes.toHex(id.right.rest) === '0500'
  if (!withNull && id.right.rest.length > 0) return undefined
  return isHashName(hash) && digest.length === sizes[hash]
    ? { _tag: 'Digest', hash, digest, withoutNull: !withNull }
    : { _tag: 'Foreign', hash }
}

const isHashName = (name: string): name is HashName => Object.hasOwn(sizes, name)

/** RFC 8017 §9.1.2, up to where the message would be needed. */
const pss = (block: Bytes.Bytes, bits: number, hash: Hash): ReadonlyArray<Recovered> => {
  const emBits = bits - 1
  const em = block.subarray(block.length - ((emBits + 7) >> 3))
  if (em.at(-1) !== 0xbc || (block.length > em.length && block[0] !== 0)) return []
  const spare = 8 * em.length - emBits
  // Java masks with SHA-1 unless it is told otherwise.
  return names.flatMap((name) =>
    (name === 'sha1' ? [name] : [name, 'sha1' as const]).flatMap((mask) => unmask(em, spare, name, mask, hash)),
  )
}

const unmask = (
  em: Bytes.Bytes,
  spare: number,
  name: HashName,
  mask: HashName,
  hash: Hash,
): ReadonlyArray<Recovered> => {
  const split = em.length - sizes[name] - 1
  const masked = em.subarray(0, split)
  const salted = em.subarray(split, -1)
  if ((masked[0] as number) >> (8 - spare) !== 0) return []
  const bytes = mgf1(salted, split, mask, hash)
  const db = masked.map((byte, i) => byte ^ (bytes[i] as number))
  db[0] = (db[0] as number) & (0xff >> spare)
  const one = db.findIndex((byte) => byte !== 0)
  if (db[one] !== 1) return []
  const evidence = one >= 8 ? 'certain' : one === 0 && name === 'sha256' && mask === 'sha256' ? 'likely' : 'weak'
  return [{ _tag: 'Pss', hash: name, salt: db.subarray(one + 1), salted, evidence }]
}

/** RFC 8017 §B.2.1. */
const mgf1 = (seed: Bytes.Bytes, length: number, name: HashName, hash: Hash): Bytes.Bytes => {
  const blocks = Array.from({ length: Math.ceil(length / sizes[name]) }, (_, i) =>
    hash(name, Bytes.concat([seed, Uint8Array.of(0, 0, 0, i)])),
  )
  return Bytes.concat(blocks).subarray(0, length)
}

const eightZeros = new Uint8Array(8)

/** Whether this message was signed, as far as the block can tell: the hash is met, and for PSS the salted one. */
export const meets = (found: Recovered, hash: Hash): ((message: Bytes.Bytes) => boolean) => {
  switch (found._tag) {
    case 'Digest':
      return (message) => same(hash(found.hash, message), found.digest)
    case 'Pss':
      return (message) =>
        same(hash(found.hash, Bytes.concat([eightZeros, hash(found.hash, message), found.salt])), found.salted)
    case 'Bare':
      return (message) => bareForm(found.content, message, hash) !== undefined
    case 'Foreign':
      return () => false
  }
}

export interface BareForm {
  readonly hash: HashName
  readonly as: 'bytes' | 'hex' | 'text'
}

/** As what a message stands in a block without a DigestInfo. */
export const bareForm = (content: Bytes.Bytes, message: Bytes.Bytes, hash: Hash): BareForm | undefined => {
  if (same(content, message)) return { hash: 'sha256', as: 'text' }
  const direct = names.find((name) => sizes[name] === content.length)
  if (direct !== undefined && same(hash(direct, message), content)) return { hash: direct, as: 'bytes' }
  const inHex = names.find((name) => sizes[name] * 2 === content.length)
  if (inHex === undefined) return undefined
  const hex = Bytes.toHex(hash(inHex, message))
  const text = String.fromCharCode(...content)
  return text.toLowerCase() === hex ? { hash: inHex, as: 'hex' } : undefined
}

const same = (a: Bytes.Bytes, b: Bytes.Bytes): boolean => a[0] === b[0] && a[1] === b[1] && Bytes.Eq.equals(a, b)
