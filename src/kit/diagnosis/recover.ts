/**
 * Reads the digest that was signed from the block under a signature. It also reads blocks that no verifier accepts, such as PSS or a
 * bare digest, because it only explains: nothing is accepted by it.
 */

import * as Bytes from '../../core/Bytes.ts'
import * as SignatureBlock from '../../core/SignatureBlock.ts'
import { digestSizes, type Hash, type HashName, hexOf } from '../../effects/Hash.ts'
import { latin1 } from './Received.ts'

export type Recovered =
  /** PKCS #1 v1.5 as RFC 8017 says, or without the NULL of its algorithm. */
  | {
      readonly _tag: 'Digest'
      /** The hash that makes digests of this length. */
      readonly hash: HashName
      readonly digest: Bytes.Bytes
      readonly withoutNull: boolean
      /** The hash that the DigestInfo names, if it makes digests of another length. */
      readonly named?: HashName
    }
  /** PKCS #1 v1.5 with another hash, which cannot be computed here. */
  | { readonly _tag: 'Foreign'; readonly hash: string }
  /** No DigestInfo, padded as in PKCS #1 v1.5 or only with zeros. */
  | { readonly _tag: 'Bare'; readonly content: Bytes.Bytes; readonly padding: 'pkcs1' | 'none' }
  /** PSS. Without the digest only the evidence tells whether it is more than chance. */
  | {
      readonly _tag: 'Pss'
      readonly hash: HashName
      readonly salt: Bytes.Bytes
      readonly salted: Bytes.Bytes
      /**
       * `certain`: under the mask was a long run of zeros, which chance does not make. `likely`: the longest salt leaves no
       * room for zeros; chance makes one such block in 65,536.
       */
      readonly evidence: 'certain' | 'likely' | 'weak'
    }

export { open } from '../../core/SignatureBlock.ts'

const hashNames = Object.keys(digestSizes) as ReadonlyArray<HashName>

/** The hash with digests of so many bytes. */
export const hashOfSize = (bytes: number): HashName | undefined =>
  hashNames.find((hashName) => digestSizes[hashName] === bytes)

/** The readings of a block. Empty if it looks like chance, as under a wrong key. */
export const read = (block: Bytes.Bytes, bits: number, hash: Hash): ReadonlyArray<Recovered> => {
  const content = SignatureBlock.padded(block)
  if (content !== undefined) return [digestInfo(content) ?? { _tag: 'Bare', content, padding: 'pkcs1' }]
  const firstSignificant = block.findIndex((byte) => byte !== 0)
  const significant = block.length - firstSignificant
  const size = hashNames
    .map((hashName) => digestSizes[hashName])
    .toSorted((a, b) => a - b)
    .find((length) => length >= significant)
  // A digest may begin with a few zeros; half a block of zeros is no chance.
  if (firstSignificant > 0 && size !== undefined)
    return [{ _tag: 'Bare', content: block.subarray(-size), padding: 'none' }]
  return pss(block, bits, hash)
}

const digestInfo = (der: Bytes.Bytes): Recovered | undefined => {
  const info = SignatureBlock.digestInfo(der)
  if (info === undefined) return undefined
  const { hash, digest, withoutNull } = info
  if (!isHashName(hash)) return { _tag: 'Foreign', hash }
  if (digest.length === digestSizes[hash]) return { _tag: 'Digest', hash, digest, withoutNull }
  const hashOfDigest = hashOfSize(digest.length)
  return hashOfDigest === undefined
    ? { _tag: 'Foreign', hash }
    : { _tag: 'Digest', hash: hashOfDigest, digest, withoutNull, named: hash }
}

const isHashName = (hashName: string): hashName is HashName => Object.hasOwn(digestSizes, hashName)

/** The readings of a block as PSS. Java masks with SHA-1 by default. */
const pss = (block: Bytes.Bytes, bits: number, hash: Hash): ReadonlyArray<Recovered> =>
  hashNames.flatMap((hashName) =>
    (hashName === 'sha1' ? [hashName] : [hashName, 'sha1' as const]).flatMap((mask) =>
      unmask(block, bits, hashName, mask, hash),
    ),
  )

const unmask = (
  block: Bytes.Bytes,
  bits: number,
  hashName: HashName,
  mask: HashName,
  hash: Hash,
): ReadonlyArray<Recovered> => {
  const found = SignatureBlock.pss(block, bits, digestSizes[hashName], digestSizes[mask])
  if (found === undefined) return []
  const plain = SignatureBlock.unmask(found, Bytes.concat(found.seeds.map((seed) => hash(mask, seed))))
  if (plain === undefined) return []
  const { zeros, salt } = plain
  const evidence =
    zeros >= 8 ? 'certain' : zeros === 0 && hashName === 'sha256' && mask === 'sha256' ? 'likely' : 'weak'
  return [{ _tag: 'Pss', hash: hashName, salt, salted: found.salted, evidence }]
}

/** Fewer bytes of a digest do not prove which text was signed. */
const fewestProving = 8

/**
 * The bytes before the first zero byte, if only zeros follow, two or more. Such a digest may have been a string of C, which ends at its
 * first zero byte.
 */
const beforeZeros = (digest: Bytes.Bytes): Bytes.Bytes | undefined => {
  const end = digest.indexOf(0)
  const isEnded = end >= fewestProving && end <= digest.length - 2 && digest.subarray(end).every((byte) => byte === 0)
  return isEnded ? digest.subarray(0, end) : undefined
}

/** Whether the digest of this signed text was cut at its first zero byte. A digest that itself ends in zeros was not. */
export const isCutAtZero = (found: Recovered, message: Bytes.Bytes, hash: Hash): boolean =>
  found._tag === 'Digest' && !Bytes.Eq.equals(found.digest, hash(found.hash, message))

/** Makes a test whether the block was made of a message. */
export const matcherOf = (found: Recovered, hash: Hash): ((message: Bytes.Bytes) => boolean) => {
  switch (found._tag) {
    case 'Digest': {
      const digest = Bytes.toHex(found.digest)
      const hex = hexOf(hash)
      const beginning = beforeZeros(found.digest)
      if (beginning === undefined) return (message) => hex(found.hash, message) === digest
      const digitsToZero = `${Bytes.toHex(beginning)}00`
      return (message) => hex(found.hash, message).startsWith(digitsToZero)
    }
    case 'Pss':
      return (message) =>
        same(hash(found.hash, SignatureBlock.saltedInput(hash(found.hash, message), found.salt)), found.salted)
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

/** The form in which a block without a DigestInfo has a message. */
export const bareForm = (content: Bytes.Bytes, message: Bytes.Bytes, hash: Hash): BareForm | undefined => {
  if (same(content, message)) return { hash: 'sha256', as: 'text' }
  const direct = hashOfSize(content.length)
  if (direct !== undefined && same(hash(direct, message), content)) return { hash: direct, as: 'bytes' }
  const inHex = hashOfSize(content.length / 2)
  if (inHex === undefined) return undefined
  const hex = Bytes.toHex(hash(inHex, message))
  const digits = latin1(content)
  return digits.toLowerCase() === hex ? { hash: inHex, as: 'hex' } : undefined
}

const same = (a: Bytes.Bytes, b: Bytes.Bytes): boolean => a[0] === b[0] && a[1] === b[1] && Bytes.Eq.equals(a, b)
