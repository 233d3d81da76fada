/**
 * Keys that a program holds as objects of the platform. They are exported to DER, so that the suite's rule reads every key.
 */
import { KeyObject } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { Operation } from '../../core/Jwk.ts'
import { type KeyResult, refused } from '../../core/KeyError.ts'
import type { KeyInput } from '../../core/KeyInput.ts'
import { inspect } from '../../core/untrusted.ts'
import { exported, isCryptoKey } from '../common/cryptoKey.ts'

/** A `KeyObject` or a `CryptoKey` in DER; other key material as it is. */
export const withoutPlatform = async (input: KeyInput, operation: Operation): Promise<KeyResult<KeyInput>> => {
  if (isCryptoKey(input)) return exported(input, operation)
  return isKeyObject(input) ? derOf(input) : E.right(input)
}

const isKeyObject = (input: unknown): input is KeyObject => inspect(() => input instanceof KeyObject, false)

/** Own members: Node would read these off `Object.prototype`. */
const plain = { format: 'der', passphrase: undefined, cipher: undefined } as const

const derOf = (key: KeyObject): KeyResult<Uint8Array> => {
  if (key.type === 'secret') return refused('symmetric')
  const type = key.type === 'public' ? 'spki' : 'pkcs8'
  return inspect(() => E.right(key.export({ ...plain, type })), refused('refused-by-platform'))
}
