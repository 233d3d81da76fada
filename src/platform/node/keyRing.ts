/** `keyRing` of `countersign/node`: the key ring of a program's record of public keys, with node:crypto. */
import { toKeyRing } from '../../effects/KeyRecord.ts'
import { timer } from '../common/system.ts'
import { verificationKeys } from './verificationKey.ts'

/**
 * A ring of the keys in a record; it does not change while it lives.
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto'
 * import { keyRing } from 'countersign/node'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
 * const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
 * assert.ok(E.isRight(await keyRing({ 'app-1': { key: pem, notAfter: 4102444800 } })()))
 *
 * const shared = await keyRing({ 'app-1': pem, 'app-2': pem })()
 * assert.ok(E.isLeft(shared) && shared.left.rule === 'same-key-for-two-apps')
 * ```
 */
export const keyRing: ReturnType<typeof toKeyRing> = toKeyRing(verificationKeys, timer)
