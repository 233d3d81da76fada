/** `keyRing` of `countersign/web`: the key ring of a program's record of public keys, with WebCrypto. */
import { toKeyRing } from '../../effects/KeyRecord.ts'
import { timer } from '../common/system.ts'
import { verificationKeys } from './verificationKey.ts'

/**
 * A ring of the keys in a record; it does not change while it lives.
 *
 * @example
 * ```ts
 * import { keyRing } from 'countersign/web'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const e65537 = new Uint8Array([1, 0, 1])
 * const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: e65537 }
 * const pair = await crypto.subtle.generateKey(rs256, true, ['sign', 'verify'])
 * const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
 * assert.ok(E.isRight(await keyRing({ 'app-1': { key: jwk, notAfter: 4102444800 } })()))
 *
 * const shared = await keyRing({ 'app-1': jwk, 'app-2': jwk })()
 * assert.ok(E.isLeft(shared) && shared.left.rule === 'same-key-for-two-apps')
 * ```
 */
export const keyRing: ReturnType<typeof toKeyRing> = toKeyRing(verificationKeys, timer)
