/**
 * Keys of WebCrypto, which every platform has. An extractable key is exported, so that the suite's rule reads it. A private key
 * that is not extractable signs as it is.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Operation } from '../../core/Jwk.ts'
import { type KeyResult, refused } from '../../core/KeyError.ts'
import * as PublicKey from '../../core/PublicKey.ts'
import * as Signature from '../../core/Signature.ts'
import { toBytes } from '../../core/StringToSign.ts'
import { inspect } from '../../core/untrusted.ts'
import { probe } from '../../effects/KeyImport.ts'
import type { Signer } from '../../effects/Signer.ts'

export const isCryptoKey = (input: unknown): input is CryptoKey =>
  inspect(() => typeof CryptoKey === 'function' && input instanceof CryptoKey, false)

/** The key in DER: SPKI to verify with, PKCS#8 to sign with. */
export const exported = async (key: CryptoKey, operation: Operation): Promise<KeyResult<Uint8Array>> => {
  const fit = checkUse(key, operation)
  if (E.isLeft(fit)) return fit
  if (!key.extractable) return refused('not-extractable')
  try {
    const der = await subtle()?.exportKey(operation === 'verify' ? 'spki' : 'pkcs8', key)
    return der === undefined ? refused('no-webcrypto') : E.right(new Uint8Array(der))
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
 * A signer with a private key that is not extractable. The rule reads what the platform says of the key: its length and its
 * exponent. The other numbers stay unknown, and so does whether they belong together.
 */
export const sealedSigner = async (key: CryptoKey): Promise<KeyResult<Signer>> => {
  const fit = checkUse(key, 'sign')
  if (E.isLeft(fit)) return fit
  const { modulusLength, publicExponent } = key.algorithm as RsaHashedKeyAlgorithm
  // Of a modulus the rule looks at the length and the last bit, so another one of this length stands for it.
  const modulus = new Uint8Array(Math.ceil(modulusLength / 8)).fill(0xff)
  modulus[0] = 0xff >> (modulus.length * 8 - modulusLength)
  const exponent = publicExponent.slice(publicExponent.findIndex((byte) => byte !== 0))
  const rule = PublicKey.ofNumbers(modulus, exponent)
  if (E.isLeft(rule)) return rule
  const web = subtle()
  if (web === undefined) return refused('no-webcrypto')
  const sign = signWith(web, key)
  const signature = await sign(probe)()
  const whole = E.isRight(signature) && Signature.byteLength(signature.right) === rule.right.signatureLength
  return whole ? E.right({ sign }) : refused('refused-by-platform')
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
