/**
 * Public keys by WebCrypto.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type OwnBytes, toHex } from '../core/Bytes.ts'
import * as Fingerprint from '../core/Fingerprint.ts'
import { type KeyError, refused } from '../core/KeyError.ts'
import type { KeyInput } from '../core/KeyInput.ts'
import { ours } from '../core/Policies.ts'
import * as PublicKey from '../core/PublicKey.ts'
import * as Signature from '../core/Signature.ts'
import { type StringToSign, toBytes } from '../core/StringToSign.ts'
import { defaultMaxKeyBits, type VerificationKeySettings } from '../effects/KeyImport.ts'
import type { VerificationKey } from '../effects/KeyRing.ts'
import { digest } from './digest.ts'
import { algorithm, subtle } from './subtle.ts'

/**
 * A public key: PEM (`PUBLIC KEY`, `RSA PUBLIC KEY`) or a JWK. Fails with the rule of the key policy that it breaks. A
 * certificate and the policy `missing-null` are unsupported here.
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
  (input: KeyInput, settings: VerificationKeySettings = {}): TaskEither<KeyError, VerificationKey> =>
  async () => {
    const { validity = {}, policies = ours, maxKeyBits = defaultMaxKeyBits } = settings
    const parsed = PublicKey.parse(input, { ...policies, maxKeyBits })
    if (E.isLeft(parsed)) return parsed
    const web = subtle()
    if (parsed.right._tag === 'Certificate' || policies['missing-null']) return refused('unsupported-here')
    if (web === undefined) return refused('no-webcrypto')
    const { spki, signatureLength } = parsed.right
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
export const importSpki = async (web: SubtleCrypto, spki: Uint8Array): Promise<E.Either<KeyError, CryptoKey>> => {
  try {
    const key = await web.importKey('spki', spki as OwnBytes, algorithm, true, ['verify'])
    const exported = new Uint8Array(await web.exportKey('spki', key))
    // Not Eq, which a page that only verifies would carry for this alone.
    return toHex(exported) === toHex(spki) ? E.right(key) : refused('trailing-data')
  } catch {
    return refused('refused-by-platform')
  }
}
