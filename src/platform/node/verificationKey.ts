/**
 * Public keys by node:crypto.
 */
import { Buffer } from 'node:buffer'
import * as crypto from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type Bytes, concat, Eq } from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import type { Operation } from '../../core/Jwk.ts'
import { type KeyError, type KeyResult, refused } from '../../core/KeyError.ts'
import type { KeyInput, PemOrJwk } from '../../core/KeyInput.ts'
import { ours } from '../../core/Policies.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import type { Signature } from '../../core/Signature.ts'
import type { StringToSign } from '../../core/StringToSign.ts'
import { inspect } from '../../core/untrusted.ts'
import { policyOf, type VerificationKeySettings } from '../../effects/KeyImport.ts'
import type { VerificationKey } from '../../effects/KeyRing.ts'
import { exported, isCryptoKey } from '../common/cryptoKey.ts'

type Verify = VerificationKey['verify']
type Begin = NonNullable<VerificationKey['begin']>

/**
 * The public keys of one key input: PEM (`PUBLIC KEY`, `RSA PUBLIC KEY`, `CERTIFICATE`) or the same in DER, a JWK, the RSA keys of a
 * JWK Set for RS256 signatures, a `KeyObject` or an extractable `CryptoKey`. Fails with the rule of the key policy that a key
 * breaks. Of a certificate only the key is taken: neither its chain nor its dates are looked at.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { verificationKeys } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const [old, next] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }))
 * const keys = await verificationKeys(JSON.stringify({ keys: [old, next] }))()
 * assert.ok(E.isRight(keys) && keys.right.length === 2)
 * ```
 */
export const verificationKeys =
  (input: KeyInput, settings: VerificationKeySettings = {}): TaskEither<KeyError, ReadonlyArray<VerificationKey>> =>
  async () => {
    const policy = policyOf(settings)
    const material = typeof input === 'string' ? E.right(input) : await withoutPlatform(input, 'verify')
    if (E.isLeft(material)) return material
    const parsed = PublicKey.parseAll(material.right, policy)
    if (E.isLeft(parsed)) return parsed
    return E.traverseArray((key: PublicKey.PublicKey | PublicKey.Certificate) => importKey(key, policy, settings))(
      parsed.right,
    )
  }

/**
 * The public key of a PEM or a JWK, by the rule of the suite alone; `verificationKeys` takes every other form as well.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { verificationKey } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const key = await verificationKey(publicKey.export({ type: 'spki', format: 'pem' }) as string)()
 * assert.ok(E.isRight(key) && key.right.signatureLength === 256)
 * ```
 */
export const verificationKey =
  (input: PemOrJwk, settings: VerificationKeySettings = {}): TaskEither<KeyError, VerificationKey> =>
  async () => {
    const policy = policyOf(settings)
    const parsed = typeof input === 'string' ? PublicKey.ofPem(input, policy) : PublicKey.ofJwk(input, policy)
    return E.isLeft(parsed) ? parsed : importKey(parsed.right, policy, settings)
  }

const importKey = (
  parsed: PublicKey.PublicKey | PublicKey.Certificate,
  policy: PublicKey.KeyPolicy,
  { validity = {}, policies = ours, cryptoOn = 'loop' }: VerificationKeySettings,
): KeyResult<VerificationKey> => {
  const key = publicKeyOf(parsed, policy)
  if (E.isLeft(key)) return key
  const { spki, signatureLength } = key.right
  const early = signatureLength > takenEverywhere ? importSpki(spki) : undefined
  if (early !== undefined && E.isLeft(early)) return early
  const platformKey = atFirstUse(spki, early?.right)
  const verify = cryptoOn === 'pool' ? onPool(platformKey) : onLoop(platformKey)
  const begin = inParts(platformKey)
  const fingerprint = Fingerprint.ofDigest(crypto.createHash('sha256').update(spki).digest())
  return E.right(
    policies['missing-null'] === true
      ? {
          fingerprint,
          spki,
          signatureLength,
          validity,
          verify: orWithoutNull(verify, platformKey),
          begin: inPartsOrWithoutNull(begin, platformKey),
        }
      : { fingerprint, spki, signatureLength, validity, verify, begin },
  )
}

/** The platform's key. Throws if the platform refuses it, which a check answers with `false`. */
type PlatformKey = () => crypto.KeyObject

/** In bytes. Deno takes no longer key, and that should be told before the first signature comes. */
const takenEverywhere = 512

/** The suite's rule has read the key, and the platform takes ten times as long: it waits for the first signature. */
const atFirstUse = (spki: Bytes, early?: crypto.KeyObject): PlatformKey => {
  let key = early
  return () => {
    const imported = key === undefined ? importSpki(spki) : E.right(key)
    if (E.isLeft(imported)) throw new Error(imported.left.rule)
    key = imported.right
    return key
  }
}

/** The platform's key, if the platform exports it unchanged. */
export const importSpki = (spki: Bytes): KeyResult<crypto.KeyObject> =>
  inspect((): KeyResult<crypto.KeyObject> => {
    const input = { key: Buffer.from(spki), format: 'der', type: 'spki', passphrase: undefined } as const
    // Own members: Node would read a passphrase off Object.prototype.
    const key = crypto.createPublicKey(input)
    return Eq.equals(key.export({ format: 'der', type: 'spki' }), spki) ? E.right(key) : refused('trailing-data')
  }, refused('refused-by-platform'))

const publicKeyOf = (
  parsed: PublicKey.PublicKey | PublicKey.Certificate,
  policy: PublicKey.KeyPolicy,
): KeyResult<PublicKey.PublicKey> => {
  if (parsed._tag === 'PublicKey') return E.right(parsed)
  return inspect((): KeyResult<PublicKey.PublicKey> => {
    const certificate = new crypto.X509Certificate(parsed.der)
    if (!Eq.equals(certificate.raw, parsed.der)) return refused('trailing-data')
    return PublicKey.ofSpki(certificate.publicKey.export({ format: 'der', type: 'spki' }), policy)
  }, refused('der'))
}

/** A signature is canonical Base64, so the platform's lenient decoder is safe here. */
const bytesOf = (signature: Signature): Buffer => Buffer.from(signature, 'base64')

/** Hashes each part as it arrives; only the signature check is left for the end. Always on the event loop. */
const inParts =
  (key: PlatformKey): Begin =>
  (head) => {
    const check = crypto.createVerify('sha256').update(head, 'latin1')
    return {
      update: (part) => void check.update(part),
      end: (signature) => inspect(() => check.verify(key(), signature, 'base64'), false),
    }
  }

/** In memory that is not zeroed first, and for a small message is not allocated for it alone. */
const joined = ({ head, body }: StringToSign): Buffer => {
  const bytes = Buffer.allocUnsafe(head.length + body.length)
  bytes.write(head, 'latin1')
  bytes.set(body, head.length)
  return bytes
}

/** Up to here a copy costs less than a second `update`; it fits into the pool of `Buffer.allocUnsafe`. */
const smallBytes = Buffer.poolSize >>> 1

/** A `Verify` object can be used once, so each check has its own. A large body is hashed without a copy. */
const onLoop =
  (key: PlatformKey): Verify =>
  (message, signature) => {
    try {
      const check = crypto.createVerify('sha256')
      if (message.head.length + message.body.length < smallBytes) check.update(joined(message))
      else check.update(message.head, 'latin1').update(message.body)
      return check.verify(key(), signature, 'base64')
    } catch {
      return false
    }
  }

/** Keeps the event loop free, but copies the body: the one-shot form takes one array. */
const onPool =
  (key: PlatformKey): Verify =>
  (message, signature) =>
    new Promise((resolve) => {
      try {
        crypto.verify('RSA-SHA256', joined(message), key(), bytesOf(signature), (error, valid) =>
          resolve(error === null && valid),
        )
      } catch {
        resolve(false)
      }
    })

/** DigestInfo { AlgorithmIdentifier { id-sha256 }, OCTET STRING of 32 bytes }: the parameters are absent instead of NULL. */
const digestInfoWithoutNull = Buffer.from('302f300b06096086480165030402010420', 'hex')

/**
 * The policy `missing-null`. The platform checks the padding. The content is compared as a whole and not parsed, so no
 * unchecked bytes can hide in it.
 */
const orWithoutNull =
  (verify: Verify, key: PlatformKey): Verify =>
  async (message, signature) => {
    if (await verify(message, signature)) return true
    const { head, body } = message
    return isWithoutNull(key, crypto.createHash('sha256').update(head, 'latin1').update(body).digest(), signature)
  }

const inPartsOrWithoutNull =
  (begin: Begin, key: PlatformKey): Begin =>
  (head) => {
    const check = begin(head)
    const hash = crypto.createHash('sha256').update(head, 'latin1')
    return {
      update: (part) => {
        check.update(part)
        hash.update(part)
      },
      end: async (signature) => (await check.end(signature)) || isWithoutNull(key, hash.digest(), signature),
    }
  }

const isWithoutNull = (key: PlatformKey, digest: Bytes, signature: Signature): boolean =>
  inspect(() => {
    const block = crypto.publicDecrypt({ key: key(), padding: crypto.constants.RSA_PKCS1_PADDING }, bytesOf(signature))
    return Eq.equals(block, concat([digestInfoWithoutNull, digest]))
  }, false)

/** A `KeyObject` or a `CryptoKey` in DER; other key material as it is. */
export const withoutPlatform = async (input: KeyInput, operation: Operation): Promise<KeyResult<KeyInput>> => {
  if (isCryptoKey(input)) return exported(input, operation)
  return isKeyObject(input) ? derOf(input) : E.right(input)
}

const isKeyObject = (input: unknown): input is crypto.KeyObject =>
  inspect(() => input instanceof crypto.KeyObject, false)

/** Own members: Node would read these off `Object.prototype`. */
const plain = { format: 'der', passphrase: undefined, cipher: undefined } as const

const derOf = (key: crypto.KeyObject): KeyResult<Uint8Array> => {
  if (key.type === 'secret') return refused('symmetric')
  const type = key.type === 'public' ? 'spki' : 'pkcs8'
  return inspect(() => E.right(key.export({ ...plain, type })), refused('refused-by-platform'))
}
