/** RSA verification by hand, with faults that allowed forgeries. */
import { createHash } from 'node:crypto'
import type { Message } from '../plain/content.ts'
import { refuse } from '../plain/switches.ts'
import { type Bug, leavingOut, wrongIn } from './bug.ts'

const sha256 = (...chunks: ReadonlyArray<Buffer>): Buffer => createHash('sha256').update(Buffer.concat(chunks)).digest()

/** EMSA-PSS-VERIFY (RFC 8017 §9.1.2), for any length of the salt. */
const pss = (block: Buffer, digest: Buffer, bits: number): boolean => {
  const size = Math.ceil((bits - 1) / 8)
  const em = block.subarray(block.length - size)
  if (em.at(-1) !== 0xbc) return false
  const hash = em.subarray(-33, -1)
  const db = Buffer.from(em.subarray(0, -33))
  for (let at = 0, i = 0; at < db.length; at += 32, i++) {
    const mask = sha256(hash, Buffer.of(0, 0, 0, i))
    for (let j = at; j < Math.min(at + 32, db.length); j++) db[j] = (db[j] ?? 0) ^ (mask[j - at] ?? 0)
  }
  db[0] = (db[0] ?? 0) & (0xff >> (8 * size - (bits - 1)))
  const one = db.findIndex((byte) => byte !== 0)
  if (db[one] !== 1) return false
  return sha256(Buffer.alloc(8), digest, db.subarray(one + 1)).equals(hash)
}

const upToNul = (bytes: Buffer): Buffer => (bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes)

const bug = wrongIn('rsa')
const without = leavingOut('rsa')

export const rsa: ReadonlyArray<Bug> = [
  without('no-padding-check', 'does not check the padding', ['rsa-padding', 'rsa-block-type']),
  without('trailing-garbage', 'accepts bytes after the digest', 'rsa-padding-length'),
  bug('ber-parser', 'skips the parameters of the algorithm unchecked', (clean) => ({
    readDigestInfo: (info) => {
      const known = clean.readDigestInfo(info)
      if (known !== undefined) return known
      const names = info.subarray(0, 40).includes(Buffer.from('0609608648016503040201', 'hex'))
      const last = info.length - 34
      return names && info[last] === 4 && info[last + 1] === 32
        ? { hash: 'sha256', digest: info.subarray(-32), rest: Buffer.alloc(0) }
        : undefined
    },
  })),
  bug('exponent-31-bits', 'takes no public exponent beyond 31 bits', (clean) => ({
    importKey: (pem, use) => {
      const key = clean.importKey(pem, use)
      return key.exponent < 2n ** 31n ? key : refuse('key_invalid')
    },
  })),
  {
    id: 'exponent-wraps',
    group: 'rsa',
    what: 'checks the low 32 bits of a public exponent',
    without: 'key-exponent-long',
    plant: (clean) => ({
      importKey: (pem, use) => {
        const key = clean.importKey(pem, use)
        return key.exponent % 2n ** 32n >= 65_537n ? key : refuse('key_invalid')
      },
    }),
  },
  without('length-unchecked', 'takes a signature of any length', 'signature-length'),
  without('range-unchecked', 'reduces a signature that is not below the modulus', 'rsa-range'),
  bug('leading-zero', 'strips a leading zero byte of the signature', (clean) => ({
    decodeBase64: (text, reason) => {
      const bytes = clean.decodeBase64(text, reason)
      return bytes[0] === 0 ? bytes.subarray(1) : bytes
    },
    readBytes: (given) => {
      const bytes = clean.readBytes(given)
      return bytes[0] === 0 && bytes.length >= 256 && bytes.length <= 1024 ? bytes.subarray(1) : bytes
    },
  })),
  without('any-hash', 'takes the hash that the DigestInfo names', 'rsa-hash'),
  bug('sha-1-too', 'takes SHA-1 too, for old callers', 'wrong-hash', (clean) => ({
    readDigestInfo: (info) => {
      const sha1 = Buffer.from('3021300906052b0e03021a05000414', 'hex')
      return info.subarray(0, 15).equals(sha1)
        ? { hash: 'sha1', digest: info.subarray(15, 35), rest: info.subarray(35) }
        : clean.readDigestInfo(info)
    },
  })),
  bug('first-twenty-bytes', 'compares the first 20 bytes of the digest', () => ({
    sameDigest: (a, b) => a.subarray(0, 20).equals(b.subarray(0, 20)),
  })),
  bug('last-twenty-bytes', 'compares the last 20 bytes of the digest', () => ({
    sameDigest: (a, b) => a.subarray(-20).equals(b.subarray(-20)),
  })),
  bug('strcmp', 'compares digests up to the first NUL', () => ({
    sameDigest: (a, b) => upToNul(a).equals(upToNul(b)),
  })),
  bug('pss-fallback', 'tries PSS where PKCS#1 does not fit', 'pss-padding', (clean) => ({
    verifyBlock: (block: Buffer, message: Message) =>
      clean.verifyBlock(block, message) || pss(block, clean.digest('sha256', message), block.length * 8),
  })),
  bug('bare-digest', 'takes a digest without DigestInfo', 'bare-digest', (clean) => ({
    readDigestInfo: (info) =>
      info.length === 32 ? { hash: 'sha256', digest: info, rest: Buffer.alloc(0) } : clean.readDigestInfo(info),
  })),
  bug('missing-null', 'takes a DigestInfo without NULL and does not say so', (clean) => ({
    readDigestInfo: (info) => {
      const prefix = Buffer.from('302f300b06096086480165030402010420', 'hex')
      return info.subarray(0, 17).equals(prefix)
        ? { hash: 'sha256', digest: info.subarray(17, 49), rest: info.subarray(49) }
        : clean.readDigestInfo(info)
    },
  })),
  bug('ends-with-digest', 'looks only whether the block ends with the digest', (clean) => ({
    verifyBlock: (block, message) => block.subarray(-32).equals(clean.digest('sha256', message)),
  })),
  bug('any-key', 'tries the keys of all apps', 'other-key', (clean) => ({
    keysOf: (running, appId) => {
      clean.keysOf(running, appId)
      return running.keys
    },
  })),
  bug('first-key', 'tries the first key of an app only', (clean) => ({
    keysOf: (running, appId) => clean.keysOf(running, appId).slice(0, 1),
  })),
  bug('2048-only', 'takes signatures of 256 bytes only', (clean) => ({
    verifySignature: (key, message, signature) =>
      signature.length === 256 && clean.verifySignature(key, message, signature),
  })),
]
