/** The effect `Signer`: makes the signature over a string to sign, wherever the private key is. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type { Task } from 'fp-ts/lib/Task.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import * as Base64 from '../core/Base64.ts'
import { type Bytes, concat, Eq, empty, ofAscii, ofHex, toHex, toText } from '../core/Bytes.ts'
import * as PublicKey from '../core/PublicKey.ts'
import * as Signature from '../core/Signature.ts'
import * as SignatureBlock from '../core/SignatureBlock.ts'
import type { SignatureFault, SignatureWrong, SignerError } from '../core/SignError.ts'
import { type StringToSign, toBytes } from '../core/StringToSign.ts'
import { begin, type Digest, type Hashing } from './Digest.ts'
import type { VerificationKey } from './KeyRing.ts'

/** Signs with a private key, which may be in this process, in an HSM or behind a KMS. */
export interface Signer {
  /** RSASSA-PKCS1-v1_5 with SHA-256 over the whole string to sign; deterministic. */
  readonly sign: (message: StringToSign) => TaskEither<SignerError, Signature.Signature>
  /**
   * The same for a body that arrives in parts; starts with the head of the string to sign. Absent if the platform, or the key,
   * takes whole messages only.
   */
  readonly begin?: ((head: string) => Signing) | undefined
}

/** One signature over an unfinished message. */
export interface Signing {
  /** Adds a part of the body. The caller may overwrite the part afterwards. */
  readonly update: (part: Bytes) => void
  /** Run once, at the end. */
  readonly end: TaskEither<SignerError, Signature.Signature>
}

/**
 * A signer for a key that signs digests only: most HSMs and KMSs accept 32 bytes, not a whole message. Fails as `signDigest`
 * does. Wrap it in `checked` to verify the signatures.
 *
 * @example
 * ```ts
 * import { constants, generateKeyPairSync, privateEncrypt } from 'node:crypto'
 * import { Signature, Signer } from 'countersign'
 * import { platform } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as TE from 'fp-ts/lib/TaskEither.js'
 *
 * // The HSM's part: pads and signs 32 bytes.
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
  (signDigest: (sha256: Bytes) => TaskEither<SignerError, Signature.Signature>): Signer => ({
    sign:
      ({ head, body }) =>
      async () =>
        signDigest(await digest.sha256([ofAscii(head), body])())(),
    ...(digest.begin && {
      begin: (head) => {
        const { update, end } = begun(digest, head)
        return { update, end: async () => signDigest(await end())() }
      },
    }),
  })

/** The hash of a message of which the body is missing. */
const begun = (digest: Digest, head: string): Hashing => {
  const hash = begin(digest)
  hash.update(ofAscii(head))
  return hash
}

/**
 * The same signer, but verifies each signature with the public key. A remote key may have another padding or hash, and the
 * service would only say "signature invalid". Fails as the signer does, or with `signature_wrong`, which names the mistake.
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
  (signer: Signer): Signer => {
    const { begin: sign } = signer
    /** The signature if it verifies. What was signed instead is told by the digest of the message, which may be too long to keep. */
    const right = async (
      signature: Signature.Signature,
      verifies: (bytes: Bytes) => unknown,
      sha256: Task<Bytes>,
      message?: StringToSign,
    ): Promise<E.Either<SignerError, Signature.Signature>> => {
      const bytes = Signature.toBytes(signature)
      if (bytes.length !== key.signatureLength) return E.left(ofLength(bytes, key.signatureLength))
      // Fail closed: JavaScript code may answer another truthy value.
      if ((await verifies(bytes)) === true) return E.right(signature)
      const whole = message && toBytes(message)
      return E.left(wrong(await faultOf(bytes, key, { sha256: await sha256(), whole }, digest)))
    }
    return {
      sign: (message) => async () => {
        const signature = await signer.sign(message)()
        if (E.isLeft(signature)) return signature
        const sha256 = () => digest.sha256([ofAscii(message.head), message.body])()
        return right(signature.right, () => key.verify(message, signature.right), sha256, message)
      },
      ...(sign && {
        begin: (head) => {
          const signing = sign(head)
          const hash = begun(digest, head)
          return {
            update: (part) => {
              signing.update(part)
              hash.update(part)
            },
            end: async () => {
              const signature = await signing.end()
              const sha256 = await hash.end()
              if (E.isLeft(signature)) return signature
              return right(
                signature.right,
                (bytes) => signs(bytes, key, sha256),
                async () => sha256,
              )
            },
          }
        },
      }),
    }
  }

/** Whether this is the signature of a message with this digest. By our own arithmetic: not every platform verifies a digest. */
const signs = (signature: Bytes, { spki }: VerificationKey, sha256: Bytes): boolean => {
  const key = PublicKey.ofSpki(spki ?? empty, { 'small-exponent': true })
  const block = E.isLeft(key) ? undefined : SignatureBlock.open(signature, key.right)
  const content = block && SignatureBlock.padded(block)
  return content !== undefined && toHex(content) === digestInfo + toHex(sha256)
}

interface Message {
  readonly sha256: Bytes
  readonly whole: Bytes | undefined
}

const wrong = (fault: SignatureFault, found?: string): SignatureWrong =>
  found === undefined ? { _tag: 'signature_wrong', fault } : { _tag: 'signature_wrong', fault, found }

const isBase64Text = (bytes: Bytes): boolean => {
  const text = toText(bytes)
  return E.isRight(text) && Base64.isBase64(text.right)
}

const ofLength = (bytes: Bytes, right: number): SignatureWrong =>
  bytes.length === Math.ceil(right / 3) * 4 && isBase64Text(bytes)
    ? wrong('base64')
    : wrong('length', `${bytes.length} bytes instead of ${right}`)

/** The signer's mistake; also `other-key` if the key has no `spki`. */
const faultOf = async (
  signature: Bytes,
  { spki }: VerificationKey,
  message: Message,
  digest: Digest,
): Promise<SignatureFault> => {
  const key = PublicKey.ofSpki(spki ?? empty, { 'small-exponent': true })
  const block = E.isLeft(key) ? undefined : SignatureBlock.open(signature, key.right)
  if (E.isLeft(key) || block === undefined) return 'other-key'
  const content = SignatureBlock.padded(block)
  if (content !== undefined) return faultIn(content, message, digest)
  return (await isPss(block, key.right.bits, message.sha256, digest)) ? 'pss' : 'other-key'
}

/** Whether the block is PSS of the message, with SHA-256 throughout and a salt of any length. */
const isPss = async (block: Bytes, bits: number, sha256: Bytes, digest: Digest): Promise<boolean> => {
  const pss = SignatureBlock.pss(block, bits, 32)
  if (pss === undefined) return false
  const mask = concat(await Promise.all(pss.seeds.map((seed) => digest.sha256([seed])())))
  const plain = SignatureBlock.unmask(pss, mask)
  if (plain === undefined) return false
  return Eq.equals(pss.salted, await digest.sha256([SignatureBlock.saltedInput(sha256, plain.salt)])())
}

/** DER of the DigestInfo of SHA-256, up to the digest (RFC 8017 §9.2), in hexadecimal. */
const digestInfo = '3031300d060960864801650304020105000420'

/** The mistake in a block with correct padding. */
const faultIn = async (content: Bytes, { sha256, whole }: Message, digest: Digest): Promise<SignatureFault> => {
  if (Eq.equals(content, sha256) || (whole !== undefined && Eq.equals(content, whole))) return 'no-digest-info'
  const signed = toHex(content)
  const right = digestInfo + toHex(sha256)
  if (signed.endsWith(right)) return 'digest-info-twice'
  if (!signed.startsWith(digestInfo)) return /^30..30..06/.test(signed) ? 'other-digest-info' : 'other-text'
  for (const hashed of [sha256, O.getOrElse(() => empty)(ofHex(right))])
    if (signed === digestInfo + toHex(await digest.sha256([hashed])())) return 'hashed-twice'
  return 'other-text'
}
