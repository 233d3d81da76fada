/**
 * Public keys by WebCrypto.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type OwnBytes, toHex } from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import { type KeyError, type KeyResult, refused } from '../../core/KeyError.ts'
import type { KeyInput, PemOrJwk } from '../../core/KeyInput.ts'
import { ours } from '../../core/Policies.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import * as Signature from '../../core/Signature.ts'
import { type StringToSign, toBytes } from '../../core/StringToSign.ts'
import { policyOf, type VerificationKeySettings } from '../../effects/KeyImport.ts'
import type { VerificationKey } from '../../effects/KeyRing.ts'
import { algorithm, exported, isCryptoKey, noWebCrypto, subtle } from '../common/cryptoKey.ts'
import { digest } from './digest.ts'

/**
 * The public keys of one key input: PEM (`PUBLIC KEY`, `RSA PUBLIC KEY`) or the same in DER, a JWK, the RSA keys of a JWK Set for
 * RS256 signatures, or an extractable `CryptoKey`. Fails with the rule of the key policy that a key breaks. A certificate and
 * the policy `missing-null` are unsupported here.
 *
 * @example
 * ```ts
 * import { verificationKeys } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const e65537 = new Uint8Array([1, 0, 1])
 * const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: e65537 }
 * const { publicKey } = await crypto.subtle.generateKey(rs256, true, ['sign', 'verify'])
 * const keys = await verificationKeys({ keys: [await crypto.subtle.exportKey('jwk', publicKey)] })()
 * assert.ok(E.isRight(keys) && keys.right.length === 1)
 * ```
 */
export const verificationKeys =
  (input: KeyInput, settings: VerificationKeySettings = {}): TaskEither<KeyError, ReadonlyArray<VerificationKey>> =>
  async () => {
    const material = isCryptoKey(input) ? await exported(input, 'verify') : E.right(input)
    if (E.isLeft(material)) return material
    const parsed = PublicKey.parseAll(material.right, policyOf(settings))
    if (E.isLeft(parsed)) return parsed
    const keys: Array<VerificationKey> = []
    for (const key of parsed.right) {
      const imported = await importKey(key, settings)
      if (E.isLeft(imported)) return imported
      keys.push(imported.right)
    }
    return E.right(keys)
  }

/**
 * The public key of a PEM or a JWK, by the rule of the suite alone; `verificationKeys` takes every other form as well. A page
 * that calls only this one carries the smaller reader.
 *
 * @example
 * ```ts
 * import { verificationKey } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const e65537 = new Uint8Array([1, 0, 1])
 * const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: e65537 }
 * const pair = await crypto.subtle.generateKey(rs256, true, ['sign', 'verify'])
 * const key = await verificationKey(await crypto.subtle.exportKey('jwk', pair.publicKey))()
 * assert.ok(E.isRight(key) && key.right.signatureLength === 256)
 * ```
 */
export const verificationKey =
  (input: PemOrJwk, settings: VerificationKeySettings = {}): TaskEither<KeyError, VerificationKey> =>
  async () => {
    const policy = policyOf(settings)
    const parsed = typeof input === 'string' ? PublicKey.ofPem(input, policy) : PublicKey.ofJwk(input, policy)
    return E.isLeft(parsed) ? parsed : importKey(parsed.right, settings)
  }

const importKey = async (
  parsed: PublicKey.PublicKey | PublicKey.Certificate,
  { validity = {}, policies = ours }: VerificationKeySettings,
): Promise<KeyResult<VerificationKey>> => {
  const web = subtle()
  if (parsed._tag === 'Certificate' || policies['missing-null']) return refused('unsupported-here')
  if (web === undefined) return noWebCrypto()
  const { spki, signatureLength } = parsed
  const imported = await importSpki(web, spki)
  if (E.isLeft(imported)) return imported
  const fingerprint = Fingerprint.ofDigest(await digest.sha256([spki])())
  const verify = async (message: StringToSign, signature: Signature.Signature): Promise<boolean> => {
    try {
      // WebCrypto verifies one array only: the body is copied.
      return await web.verify(algorithm, imported.right, Signature.toBytes(signature) as OwnBytes, toBytes(message))
    } catch {
      return false
    }
  }
  return E.right({ fingerprint, spki, signatureLength, validity, verify })
}

/** The platform's key, if the platform exports it unchanged. */
export const importSpki = async (web: SubtleCrypto, spki: Uint8Array): Promise<KeyResult<CryptoKey>> => {
  try {
    const key = await web.importKey('spki', spki as OwnBytes, algorithm, true, ['verify'])
    const exported = new Uint8Array(await web.exportKey('spki', key))
    // Not Eq, which a page that only verifies would carry for this alone.
    return toHex(exported) === toHex(spki) ? E.right(key) : refused('trailing-data')
  } catch {
    return refused('refused-by-platform')
  }
}
