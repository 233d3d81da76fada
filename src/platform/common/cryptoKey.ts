/**
 * Keys of WebCrypto, which every platform has. An extractable key is exported, so that the suite's rule reads it. A private key
 * that is not extractable signs as it is.
 *
 * This file needs no reader of PEM, DER or JWK: a page with such a key carries `cryptoKeySigner` and 2 KB of the package.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { TaskEither } from 'fp-ts/lib/TaskEither.js'
import type { Operation } from '../../core/Jwk.ts'
import type { PlatformKey } from '../../core/KeyInput.ts'
import { checkNumbers } from '../../core/KeyNumbers.ts'
import { type KeyError, type KeyResult, refused } from '../../core/keyFault.ts'
import * as Signature from '../../core/Signature.ts'
import { toBytes } from '../../core/StringToSign.ts'
import { inspect } from '../../core/untrusted.ts'
import { probe } from '../../effects/KeyImport.ts'
import type { Signer } from '../../effects/Signer.ts'

export const isCryptoKey = (input: unknown): input is CryptoKey =>
  inspect(() => typeof CryptoKey === 'function' && input instanceof CryptoKey, false)

export const noWebCrypto = (): KeyResult<never> => refused('no-webcrypto')

/** The key in DER: SPKI to verify with, PKCS#8 to sign with. */
export const exported = async (key: CryptoKey, operation: Operation): Promise<KeyResult<Uint8Array>> => {
  const fit = checkUse(key, operation)
  if (E.isLeft(fit)) return fit
  if (!key.extractable) return refused('not-extractable')
  try {
    const der = await subtle()?.exportKey(operation === 'verify' ? 'spki' : 'pkcs8', key)
    return der === undefined ? noWebCrypto() : E.right(new Uint8Array(der))
  } catch {
    return refused('refused-by-platform')
  }
}

/** What the key says of itself, as `alg` and `key_ops` of a JWK do. */
const checkUse = (key: CryptoKey, operation: Operation): KeyResult<true> => {
  const { name, hash } = key.algorithm as RsaHashedKeyAlgorithm
  if (key.type === 'secret') return refused('symmetric')
  if (name === 'RSA-PSS') return refused('pss')
  if (!name.startsWith('RSA')) return refused('not-rsa')
  if (name !== algorithm.name) return refused('key-use', name)
  if (hash.name !== algorithm.hash) return refused('key-use', hash.name)
  if (operation === 'verify' && key.type === 'private') return refused('private-for-public')
  if (operation === 'sign' && key.type === 'public') return refused('public-for-private')
  return key.usages.includes(operation) ? E.right(true) : refused('key-use', `usages without ${operation}`)
}

/** Whether the key can only be used as it is. */
export const isSealed = (input: unknown): input is CryptoKey =>
  isCryptoKey(input) && input.type === 'private' && !input.extractable

/**
 * A signer of a private `CryptoKey`, by what the platform says of the key: its algorithm, hash and usages, the length of its
 * modulus, and its exponent. The other numbers stay unknown, also of an extractable key; `signer` exports and reads that one.
 * Fails with the rule of the key policy that the key breaks. The key is tried once.
 *
 * A page that signs with this and `signRequest` carries no reader of keys, and less than 4 KB of this package.
 *
 * @example
 * ```ts
 * import { AppId, AuthType, signRequest } from 'countersign'
 * import { clock, cryptoKeySigner, entropy } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * // Not extractable: no script can read the key, and IndexedDB keeps it.
 * const e65537 = new Uint8Array([1, 0, 1])
 * const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: e65537 }
 * const { privateKey } = await crypto.subtle.generateKey(rs256, false, ['sign', 'verify'])
 * const key = await cryptoKeySigner(privateKey)()
 * const appId = AppId.parse('app-1')
 * assert.ok(E.isRight(key) && E.isRight(appId))
 *
 * const sign = signRequest({ appId: appId.right, authType: AuthType.standard })
 * const signed = await sign({ method: 'POST', url: '/v1/jobs', body: '{}' })({ clock, entropy, signer: key.right })()
 * assert.ok(E.isRight(signed) && signed.right.authorization.startsWith('SVC-SHA256-RSA app_id=app-1,'))
 * ```
 */
export const cryptoKeySigner =
  (input: PlatformKey): TaskEither<KeyError, Signer> =>
  async () => {
    if (!isCryptoKey(input)) return notCryptoKey(input)
    const fit = checkUse(input, 'sign')
    if (E.isLeft(fit)) return fit
    const { modulusLength, publicExponent } = input.algorithm as RsaHashedKeyAlgorithm
    // Of a modulus the rule looks at the length and the last bit, so another one of this length stands for it.
    const modulus = new Uint8Array(Math.ceil(modulusLength / 8)).fill(0xff)
    modulus[0] = 0xff >> (modulus.length * 8 - modulusLength)
    const exponent = publicExponent.slice(publicExponent.findIndex((byte) => byte !== 0))
    const rule = checkNumbers(modulus, exponent)
    if (E.isLeft(rule)) return rule
    const web = subtle()
    if (web === undefined) return noWebCrypto()
    const sign = signWith(web, input)
    const signature = await sign(probe)()
    const whole = E.isRight(signature) && Signature.byteLength(signature.right) === modulus.length
    return whole ? E.right({ sign }) : refused('refused-by-platform')
  }

/** A JavaScript caller may pass any value. */
const notCryptoKey = (input: unknown): KeyResult<never> => {
  if (input === undefined || input === null) return refused('missing', String(input))
  const isPromise = typeof inspect(() => Reflect.get(input, 'then'), undefined) === 'function'
  return isPromise ? refused('promise') : refused('unsupported-here', 'no CryptoKey')
}

export const signWith =
  (web: SubtleCrypto, key: CryptoKey): Signer['sign'] =>
  (message) =>
  async () => {
    try {
      return E.right(Signature.ofBytes(new Uint8Array(await web.sign(algorithm, key, toBytes(message)))))
    } catch (error) {
      const name = error instanceof Error ? error.name : 'no name'
      return E.left({ _tag: 'signer_unavailable', detail: `WebCrypto failed (${name})` })
    }
  }

/** WebCrypto. Browsers hide it from pages that were not loaded over https. */
export const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle

/** SHA256withRSA (interface §5.2), as WebCrypto calls it. */
export const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
