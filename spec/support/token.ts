/**
 * The signature operations of an HSM or a KMS, on a local private key.
 */
import { constants, createHash, privateEncrypt, randomBytes, sign } from 'node:crypto'
import type { TestKey } from './keys.ts'

/** The DER prefix of a SHA-256 DigestInfo, before the digest (RFC 8017 §9.2). */
export const digestInfo: Buffer = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** CKM_RSA_PKCS: pads any content by PKCS #1 v1.5. */
export const pad =
  ({ privateKey: key }: TestKey): ((content: Uint8Array) => Uint8Array) =>
  (content) =>
    privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, content)

/** As a KMS signs a digest. */
export const signDigest =
  (key: TestKey): ((sha256: Uint8Array) => Uint8Array) =>
  (sha256) =>
    pad(key)(Buffer.concat([digestInfo, sha256]))

/** CKM_SHA256_RSA_PKCS. */
export const signMessage =
  ({ privateKey }: TestKey): ((message: Uint8Array) => Uint8Array) =>
  (message) =>
    sign('sha256', message, privateKey)

/** RSASSA-PSS (RFC 8017 §9.1.1) over a digest. By hand, because no platform signs a foreign digest with PSS. */
export const signDigestByPss =
  (key: TestKey): ((sha256: Uint8Array) => Uint8Array) =>
  (digest) => {
    const { privateKey } = key
    const salt = randomBytes(32)
    const salted = createHash('sha256').update(Buffer.alloc(8)).update(digest).update(salt).digest()
    const length = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8
    const block = Buffer.concat([Buffer.alloc(length - 66), Buffer.from([1]), salt])
    for (let i = 0; i * 32 < block.length; i++) {
      const mask = createHash('sha256')
        .update(salted)
        .update(Buffer.from([0, 0, 0, i]))
        .digest()
      for (let k = 0; k < 32 && i * 32 + k < block.length; k++) {
        block[i * 32 + k] = (block[i * 32 + k] as number) ^ (mask[k] as number)
      }
    }
    block[0] = (block[0] as number) & 0x7f
    const padding = constants.RSA_NO_PADDING
    return privateEncrypt({ key: privateKey, padding }, Buffer.concat([block, salted, Buffer.from([0xbc])]))
  }
