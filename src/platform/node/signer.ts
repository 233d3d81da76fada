/**
 * Private keys by node:crypto.
 */
import { createPrivateKey, createSign, type KeyObject, sign as signOnPool, verify } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type Bytes, Eq } from '../../core/Bytes.ts'
import { type KeyError, type KeyResult, refused } from '../../core/KeyError.ts'
import type { KeyInput } from '../../core/KeyInput.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import * as Signature from '../../core/Signature.ts'
import type { SignerUnavailable } from '../../core/SignError.ts'
import { toBytes } from '../../core/StringToSign.ts'
import { inspect } from '../../core/untrusted.ts'
import { probe, type SignerSettings } from '../../effects/KeyImport.ts'
import type { Signer } from '../../effects/Signer.ts'
import { cryptoKeySigner, isSealed } from '../common/cryptoKey.ts'
import { importSpki, withoutPlatform } from './verificationKey.ts'

/**
 * A private key: PEM (`PRIVATE KEY`, `RSA PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`) or the same in DER, a JWK, a JWK Set with one
 * private key, a `KeyObject` or a `CryptoKey`. Fails with the rule of the key policy that it breaks, or because of the
 * passphrase. The key is tried once: what it signs must verify. A `CryptoKey` that is not extractable signs as it is, by
 * WebCrypto, and its numbers stay unknown.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { signer } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'example' })
 * assert.ok(E.isRight(await signer(encrypted as string, { passphrase: 'example' })()))
 * ```
 */
export const signer =
  (input: KeyInput, settings: SignerSettings = {}): TaskEither<KeyError, Signer> =>
  async () => {
    const { passphrase, cryptoOn = 'loop' } = settings
    if (isSealed(input)) return cryptoKeySigner(input)()
    const material = await withoutPlatform(input, 'sign')
    if (E.isLeft(material)) return material
    const parsed = PrivateKey.parse(material.right)
    if (E.isLeft(parsed)) return parsed
    const key = parsed.right._tag === 'EncryptedKey' ? decryptKey(parsed.right, passphrase) : E.right(parsed.right)
    if (E.isLeft(key)) return key
    const imported = importPkcs8(key.right.pkcs8())
    if (E.isLeft(imported)) return imported
    const publicKey = importSpki(key.right.publicKey.spki)
    if (E.isLeft(publicKey)) return publicKey
    const sign = cryptoOn === 'pool' ? onPool(imported.right) : onLoop(imported.right)
    const signature = await sign(probe)()
    const whole =
      E.isRight(signature) && verify('RSA-SHA256', toBytes(probe), publicKey.right, Signature.toBytes(signature.right))
    return whole ? E.right({ sign, begin: inParts(imported.right) }) : refused('inconsistent')
  }

/** Opens an encrypted key by its passphrase. */
export const decryptKey = (
  encrypted: PrivateKey.EncryptedKey,
  passphrase: string | undefined,
): KeyResult<PrivateKey.PrivateKey> => {
  if (passphrase === undefined) return refused('passphrase-missing')
  try {
    const key = createPrivateKey({ key: Buffer.from(encrypted.der()), format: 'der', type: 'pkcs8', passphrase })
    return PrivateKey.ofPkcs8(key.export({ ...plain, format: 'der', type: 'pkcs8' }))
  } catch (error) {
    // A wrong passphrase mostly breaks the padding; about once in 200 times the padding fits and the content is broken.
    const unknownCipher = /^ERR_OSSL_EVP_UN(?:SUPPORTED|KNOWN)/.test(codeOf(error))
    return refused(unknownCipher ? 'unsupported-here' : 'passphrase-wrong')
  }
}

/** Own members: Node would read these off `Object.prototype`. */
const plain = { passphrase: undefined, cipher: undefined }

const importPkcs8 = (pkcs8: Bytes): KeyResult<KeyObject> =>
  inspect((): KeyResult<KeyObject> => {
    const key = createPrivateKey({ ...plain, key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
    const isWhole = Eq.equals(key.export({ ...plain, format: 'der', type: 'pkcs8' }), pkcs8)
    return isWhole ? E.right(key) : refused('trailing-data')
  }, refused('refused-by-platform'))

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? 'no code')

/** Only the platform's code: its message may quote the input. */
const unavailable = (error: unknown): E.Either<SignerUnavailable, never> =>
  E.left({ _tag: 'signer_unavailable', detail: `node:crypto failed (${codeOf(error)})` })

/** Node's own Base64 output is canonical and ten times as fast as ours. */
const ofPlatform = (signature: Buffer): Signature.Signature => signature.toString('base64') as Signature.Signature

const onLoop = (key: KeyObject): Signer['sign'] => {
  const begin = inParts(key)
  return ({ head, body }) =>
    async () => {
      try {
        const signing = begin(head)
        signing.update(body)
        return await signing.end()
      } catch (error) {
        return unavailable(error)
      }
    }
}

/** On the event loop, part by part. */
const inParts =
  (key: KeyObject): NonNullable<Signer['begin']> =>
  (head) => {
    const signing = createSign('sha256').update(head, 'latin1')
    return {
      update: (part) => void signing.update(part),
      end: async () => {
        try {
          return E.right(ofPlatform(signing.sign(key)))
        } catch (error) {
          return unavailable(error)
        }
      },
    }
  }

/** On libuv's thread pool: signing takes a millisecond and more. */
const onPool =
  (key: KeyObject): Signer['sign'] =>
  (message) =>
  () =>
    new Promise((resolve) => {
      try {
        signOnPool('RSA-SHA256', toBytes(message), key, (error, signature) =>
          resolve(error === null ? E.right(ofPlatform(signature)) : unavailable(error)),
        )
      } catch (error) {
        resolve(unavailable(error))
      }
    })
