/**
 * Key pairs made in the page, in PEM.
 */

import * as Base64 from '../../core/Base64.ts'
import { algorithm } from '../../platform/common/cryptoKey.ts'

export interface KeyPair {
  /** PKCS#8. */
  readonly privatePem: string
  /** SPKI. */
  readonly publicPem: string
}

/** RSA with 2048 bits; needs a secure context. */
export const makeKeyPair = async (): Promise<KeyPair> => {
  const publicExponent = new Uint8Array([1, 0, 1])
  const parameters = { ...algorithm, modulusLength: 2048, publicExponent }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey)
  return {
    privatePem: pem('PRIVATE KEY', pkcs8),
    publicPem: pem('PUBLIC KEY', await crypto.subtle.exportKey('spki', publicKey)),
  }
}

/** RFC 7468 §2: lines of 64 characters. */
export const pem = (label: string, der: ArrayBuffer | Uint8Array): string => {
  const text = Base64.encode(der instanceof Uint8Array ? der : new Uint8Array(der))
  return `-----BEGIN ${label}-----\n${text.replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
}
