/**
 * RSASSA-PKCS1-v1_5 verification by hand (RFC 8017 §8.2.2 and §9.2). Real code must ask the platform; here each check of the
 * padded block is needed by itself, to show that a case is refused by that one alone.
 */
import { constants, createPublicKey, type KeyObject, publicEncrypt } from 'node:crypto'
import type { Message } from './content.ts'
import type { Key } from './keys.ts'
import type { Part } from './switches.ts'

/** What stands in a block behind the padding. */
export interface DigestInfo {
  readonly hash: string
  readonly digest: Buffer
  /** What stands behind the digest. */
  readonly rest: Buffer
}

export interface Rsa {
  readonly power: (signature: bigint, key: Key) => Buffer
  /** Where the padding ends and the DigestInfo begins, or undefined where the padding is wrong. */
  readonly skipPadding: (block: Buffer) => number | undefined
  readonly readDigestInfo: (info: Buffer) => DigestInfo | undefined
  readonly sameDigest: (a: Buffer, b: Buffer) => boolean
  readonly verifyBlock: (block: Buffer, message: Message) => boolean
  readonly verifySignature: (key: Key, message: Message, signature: Buffer) => boolean
}

const info = (hash: string, prefix: string): readonly [string, Buffer] => [hash, Buffer.from(prefix, 'hex')]

const sha256 = info('sha256', '3031300d060960864801650304020105000420')
const sha256WithoutNull = info('sha256', '302f300b0609608648016503040201' + '0420')

/** The beginnings of the DigestInfos of hashes that are not SHA-256. */
const others = [
  info('md5', '3020300c06082a864886f70d020505000410'),
  info('sha1', '3021300906052b0e03021a05000414'),
  info('sha224', '302d300d06096086480165030402040500041c'),
  info('sha384', '3041300d060960864801650304020205000430'),
  info('sha512', '3051300d060960864801650304020305000440'),
  info('sha512-224', '302d300d06096086480165030402050500041c'),
  info('sha512-256', '3031300d060960864801650304020605000420'),
  info('sha3-224', '302d300d06096086480165030402070500041c'),
  info('sha3-256', '3031300d060960864801650304020805000420'),
  info('sha3-384', '3041300d060960864801650304020905000430'),
  info('sha3-512', '3051300d060960864801650304020a05000440'),
  info('ripemd160', '3021300906052b2403020105000414'),
]

const toBytes = (n: bigint, length: number): Buffer => Buffer.from(n.toString(16).padStart(length * 2, '0'), 'hex')
export const toNumber = (bytes: Buffer): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`))

export const modpow = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  let square = base % modulus
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const imported = new Map<string, KeyObject>()

const platformKey = ({ fingerprint, modulus, exponent, bytes }: Key): KeyObject => {
  const text = (n: bigint): string => toBytes(n, Math.ceil(n.toString(16).length / 2)).toString('base64url')
  const known =
    imported.get(fingerprint) ??
    createPublicKey({
      key: { kty: 'RSA', n: toBytes(modulus, bytes).toString('base64url'), e: text(exponent) },
      format: 'jwk',
    })
  imported.set(fingerprint, known)
  return known
}

const blocks = new Map<string, Buffer>()

/** The platform's arithmetic is a hundred times faster than BigInt's; it does not take every exponent. */
export const powerOf = (signature: bigint, key: Key): Buffer => {
  const name = `${key.fingerprint} ${signature.toString(36)}`
  const known = blocks.get(name)
  if (known !== undefined) return known
  const reduced = signature % key.modulus
  const block =
    key.exponent === 65537n
      ? publicEncrypt({ key: platformKey(key), padding: constants.RSA_NO_PADDING }, toBytes(reduced, key.bytes))
      : toBytes(modpow(reduced, key.exponent, key.modulus), key.bytes)
  blocks.set(name, block)
  return block
}

export const rsa: Part<Rsa> = (f, { on, takes }) => ({
  power: powerOf,

  skipPadding: (block) => {
    if (!on('rsa-padding')) return block.length - 51
    let at = 2
    while (block[at] === 0xff) at++
    return block[at] === 0 ? at + 1 : undefined
  },

  readDigestInfo: (bytes) => {
    const taken = [sha256, ...(takes('missing-null') ? [sha256WithoutNull] : []), ...(on('rsa-hash') ? [] : others)]
    for (const [hash, prefix] of taken) {
      // With rsa-digest off, the two lengths before the digest are not compared either.
      const [from, to] = on('rsa-digest') ? [0, prefix.length] : [2, prefix.length - 1]
      if (!bytes.subarray(from, to).equals(prefix.subarray(from, to))) continue
      const end = prefix.length + (bytes[prefix.length - 1] ?? 0)
      return { hash, digest: bytes.subarray(prefix.length, end), rest: bytes.subarray(end) }
    }
    return undefined
  },

  sameDigest: (a, b) => a.equals(b),

  verifyBlock: (block, message) => {
    if (on('rsa-block-type') && !(block[0] === 0 && block[1] === 1)) return false
    const start = f.skipPadding(block)
    if (start === undefined) return false
    const found = f.readDigestInfo(block.subarray(start))
    // With rsa-digest-info off, any bytes that contain the digest pass.
    if (found === undefined)
      return !on('rsa-digest-info') && block.subarray(start).includes(f.digest('sha256', message))
    if (on('rsa-padding-length') && found.rest.length > 0) return false
    if (!on('rsa-digest')) return true
    // With rsa-hash off, any hash may be named, and the digest may be that hash's or SHA-256's.
    const hashes = on('rsa-hash') ? [found.hash] : [found.hash, 'sha256']
    return hashes.some((hash) => f.sameDigest(found.digest, f.digest(hash, message)))
  },

  verifySignature: (key, message, signature) => {
    if (!on('signature')) return true
    const s = toNumber(signature)
    if (on('rsa-range') && s >= key.modulus) return false
    return f.verifyBlock(f.power(s, key), message)
  },
})
