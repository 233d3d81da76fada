/**
 * Private keys by WebCrypto.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import { type Bytes, Eq, type OwnBytes } from '../../core/Bytes.ts'
import { type KeyError, type KeyResult, refused } from '../../core/KeyError.ts'
import type { KeyInput } from '../../core/KeyInput.ts'
import * as PrivateKey from '../../core/PrivateKey.ts'
import * as Signature from '../../core/Signature.ts'
import { toBytes } from '../../core/StringToSign.ts'
import { probe, type SignerSettings } from '../../effects/KeyImport.ts'
import type { Signer } from '../../effects/Signer.ts'
import {
  algorithm,
  cryptoKeySigner,
  exported,
  isCryptoKey,
  isSealed,
  noWebCrypto,
  signWith,
  subtle,
} from '../common/cryptoKey.ts'
import { importSpki } from './verificationKey.ts'

/**
 * A private key: PEM (`PRIVATE KEY`, `RSA PRIVATE KEY`) or the same in DER, a JWK, a JWK Set with one private key, or a
 * `CryptoKey`. Fails with the rule of the key policy that it breaks; an encrypted key is unsupported here. The key is tried
 * once: what it signs must verify. A `CryptoKey` that is not extractable signs as it is, and its numbers stay unknown.
 *
 * @example
 * ```ts
 * import { signer } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const e65537 = new Uint8Array([1, 0, 1])
 * const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: e65537 }
 * const pair = await crypto.subtle.generateKey(rs256, true, ['sign', 'verify'])
 * assert.ok(E.isRight(await signer(pair.privateKey)()))
 * ```
 */
export const signer =
  (input: KeyInput, _settings: SignerSettings = {}): TaskEither<KeyError, Signer> =>
  async () => {
    if (isSealed(input)) return cryptoKeySigner(input)()
    const material = isCryptoKey(input) ? await exported(input, 'sign') : E.right(input)
    if (E.isLeft(material)) return material
    const parsed = PrivateKey.parse(material.right)
    if (E.isLeft(parsed)) return parsed
    const web = subtle()
    if (parsed.right._tag === 'EncryptedKey') return refused('unsupported-here')
    if (web === undefined) return noWebCrypto()
    const privateKey = await importPkcs8(web, parsed.right.pkcs8())
    if (E.isLeft(privateKey)) return privateKey
    const publicKey = await importSpki(web, parsed.right.publicKey.spki)
    if (E.isLeft(publicKey)) return publicKey
    const sign = signWith(web, privateKey.right)
    const signature = await sign(probe)()
    if (E.isLeft(signature)) return refused('inconsistent')
    const verified = await verifiesProbe(web, publicKey.right, signature.right)
    if (E.isLeft(verified)) return verified
    return verified.right ? E.right({ sign }) : refused('inconsistent')
  }

const verifiesProbe = async (
  web: SubtleCrypto,
  publicKey: CryptoKey,
  signature: Signature.Signature,
): Promise<KeyResult<boolean>> => {
  try {
    return E.right(await web.verify(algorithm, publicKey, Signature.toBytes(signature) as OwnBytes, toBytes(probe)))
  } catch {
    return refused('refused-by-platform')
  }
}

const importPkcs8 = async (web: SubtleCrypto, pkcs8: Bytes): Promise<KeyResult<CryptoKey>> => {
  try {
    const readable = await web.importKey('pkcs8', pkcs8 as OwnBytes, algorithm, true, ['sign'])
    const exported = new Uint8Array(await web.exportKey('pkcs8', readable))
    if (!Eq.equals(exported, pkcs8)) return refused('trailing-data')
    // The key that is kept cannot be exported.
    return E.right(await web.importKey('pkcs8', pkcs8 as OwnBytes, algorithm, false, ['sign']))
  } catch {
    return refused('refused-by-platform')
  }
}
