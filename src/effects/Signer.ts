import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as T from 'fp-ts/lib/Task.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import * as Base64 from '../core/Base64.ts'
import { type Bytes, ofAscii, toHex } from '../core/Bytes.ts'
import { modularPower } from '../core/modularPower.ts'
import * as PublicKey from '../core/PublicKey.ts'
import * as Signature from '../core/Signature.ts'
import type { SignatureFault, SignatureWrong, SignerError } from '../core/SignError.ts'
import { type StringToSign, toBytes } from '../core/StringToSign.ts'
import type { Digest } from './Digest.ts'
import type { VerificationKey } from './KeyRing.ts'

/** A private key's one use. The key may lie in this process, in an HSM or behind a KMS. */
export interface Signer {
  /** RSASSA-PKCS1-v1_5 with SHA-256 over the whole string to sign; the same signature for the same string. */
  readonly sign: (message: StringToSign) => TE.TaskEither<SignerError, Signature.Signature>
}

/**
 * A signer for a key that signs digests only: most HSMs and KMSs take 32 bytes and not a message of any length. Fails with
 * what `signDigest` fails with; whether it has signed as it should is `checked`'s matter.
 *
 * @example
 * ```ts
 * import { constants, generateKeyPairSync, privateEncrypt } from 'node:crypto'
 * import { Signature, Signer } from 'countersign'
 * import { platform } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * // The part of the HSM: it is given 32 bytes, and pads and signs them.
 * const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')
 * const token = (sha256: Uint8Array) =>
 *   privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([digestInfo, sha256]))
 *
 * const signer = Signer.ofDigestSigner(platform.digest)((sha256) => TE.of(Signature.ofBytes(token(sha256))))
 * assert.ok(E.isRight(await signer.sign({ head: 'GET\n/\n1\nn\n', body: new Uint8Array() })()))
 * ```
 */
export const ofDigestSigner =
  (digest: Digest) =>
  (signDigest: (sha256: Bytes) => TE.TaskEither<SignerError, Signature.Signature>): Signer => ({
    sign: ({ head, body }) =>
      pipe(
        digest.sha256([ofAscii(head), body]),
        T.chain((sha256) => signDigest(sha256)),
      ),
  })

/**
 * The same signer, each of whose signatures is verified with the public key before it is handed on: what a distant key was
 * told to do, and with what padding, cannot be seen from here, and at the service it would only be "signature invalid".
 * Fails as the signer does, or with `signature_wrong`, which says what was done instead.
 *
 * @example
 * ```ts
 * import { constants, generateKeyPairSync, sign } from 'node:crypto'
 * import { Signature, Signer, StringToSign } from 'countersign'
 * import { platform, verificationKey } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const padding = constants.RSA_PKCS1_PSS_PADDING
 * const token: Signer.Signer = {
 *   sign: (s) => TE.of(Signature.ofBytes(sign('sha256', StringToSign.toBytes(s), { key: privateKey, padding }))),
 * }
 * const key = await verificationKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)()
 * if (E.isLeft(key)) throw new Error(key.left.rule)
 * const signer = Signer.checked(key.right, platform.digest)(token)
 * const signed = await signer.sign({ head: 'GET\n/\n1\nn\n', body: new Uint8Array() })()
 * assert.deepEqual(signed, E.left({ _tag: 'signature_wrong', fault: 'pss' }))
 * ```
 */
export const checked =
  (key: VerificationKey, digest: Digest) =>
  (signer: Signer): Signer => ({
    sign: (message) => async () => {
      const signature = await signer.sign(message)()
      if (E.isLeft(signature)) return signature
      const bytes = Signature.toBytes(signature.right)
      if (bytes.length !== key.signatureLength) return E.left(ofLength(bytes, key.signatureLength))
      // Nothing but true is a yes.
      if ((await key.verify(message, signature.right)) === true) return signature
      const block = blockOf(bytes, key)
      return E.left(wrong(block === undefined ? 'other-key' : await faultOf(block, message, digest)))
    },
  })

const wrong = (fault: SignatureFault, found?: string): SignatureWrong =>
  found === undefined ? { _tag: 'signature_wrong', fault } : { _tag: 'signature_wrong', fault, found }

const ofLength = (bytes: Bytes, right: number): SignatureWrong =>
  bytes.length === Math.ceil(right / 3) * 4 && Base64.isBase64(String.fromCharCode(...bytes))
    ? wrong('base64')
    : wrong('length', `${bytes.length} bytes instead of ${right}`)

interface Block {
  readonly hex: string
  /** The modulus has so many. */
  readonly bits: number
}

/**
 * The block that was signed; nothing where the key keeps its numbers to itself. It is `s^e mod n` (RFC 8017 §5.2.2): public
 * arithmetic, which explains and by which nothing is accepted.
 */
const blockOf = (bytes: Bytes, { spki }: VerificationKey): Block | undefined => {
  const key = PublicKey.ofSpki(spki ?? new Uint8Array(), { 'small-exponent': true })
  if (E.isLeft(key)) return undefined
  const [n, e] = PublicKey.numbers(key.right)
  const block = modularPower(BigInt(`0x0${toHex(bytes)}`), e, n)
  return { hex: block.toString(16).padStart(bytes.length * 2, '0'), bits: n.toString(2).length }
}

const faultOf = async (block: Block, message: StringToSign, digest: Digest): Promise<SignatureFault> => {
  const signed = /^0001(?:ff){8,}00((?:..)*)$/.exec(block.hex)?.[1]
  if (signed !== undefined) return faultIn(signed, message, digest)
  return (await isPss(block, message, digest)) ? 'pss' : 'other-key'
}

/**
 * Whether the block is what PSS makes of the message (RFC 8017 §9.1), with SHA-256 throughout and a salt of any length. That
 * it ends as such blocks do says nothing: one in 256 does by chance.
 */
const isPss = async ({ hex, bits }: Block, message: StringToSign, digest: Digest): Promise<boolean> => {
  if (!hex.endsWith('bc')) return false
  const encoded = ofHex(hex).subarray(-Math.ceil((bits - 1) / 8))
  const split = encoded.length - 33
  const salted = encoded.subarray(split, -1)
  const mask: Array<number> = []
  for (let count = 0; mask.length < split; count++) {
    mask.push(...(await digest.sha256([salted, Uint8Array.of(0, 0, 0, count)])()))
  }
  const unmasked = encoded.subarray(0, split).map((byte, i) => byte ^ (mask[i] as number))
  unmasked[0] = (unmasked[0] as number) & (0xff >> (8 * encoded.length - bits + 1))
  // Zeros, a 1, and the salt.
  const salt = unmasked.subarray(unmasked.indexOf(1) + 1)
  const sha256 = await digest.sha256([toBytes(message)])()
  return toHex(salted) === toHex(await digest.sha256([new Uint8Array(8), sha256, salt])())
}

const ofHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** DER of the DigestInfo of SHA-256, up to the digest (RFC 8017 §9.2). */
const digestInfo = '3031300d060960864801650304020105000420'

/** A body may be of any size, and what was signed is not. */
const isHexOf = (hex: string, bytes: Bytes): boolean => hex.length === bytes.length * 2 && hex === toHex(bytes)

/** What is wrong where the padding is right; `signed` is in hexadecimal. */
const faultIn = async (signed: string, message: StringToSign, digest: Digest): Promise<SignatureFault> => {
  const whole = toBytes(message)
  const sha256 = await digest.sha256([whole])()
  const right = digestInfo + toHex(sha256)
  if (signed === toHex(sha256) || isHexOf(signed, whole)) return 'no-digest-info'
  if (signed.endsWith(right)) return 'digest-info-twice'
  if (!signed.startsWith(digestInfo)) return /^30..30..06/.test(signed) ? 'other-digest-info' : 'other-text'
  const info = Uint8Array.from(right.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  for (const hashed of [sha256, info]) {
    if (signed === digestInfo + toHex(await digest.sha256([hashed])())) return 'hashed-twice'
  }
  return 'other-text'
}
