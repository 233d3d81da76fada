/** A request and a signature for the specs of hostile requests, which want to mislead a diagnosis or to keep it busy. */
import { constants, privateEncrypt } from 'node:crypto'
import type { PublicKey } from '../../../src/core/PublicKey.ts'
import type { Case } from '../../../src/kit/diagnosis/examine.ts'
import { rsa } from '../../support/keys.ts'
import { now, publicKey } from '../../support/planting.ts'

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const key: PublicKey = publicKey(2048, 'app-1')

/** A whole request without a signature, with these members in place of its own. */
export const request = (change: Partial<Case>): Case => ({
  method: 'POST',
  target: '/v1/jobs?b=2&a=1',
  authorization: [],
  body: new Uint8Array(Buffer.from('{"a":[1,2]}')),
  keys: [{ appId: 'app-1', key }],
  now,
  ...change,
})

/** A signature of the right form under the key, whose digest belongs to no text that the search can find. */
export const unfit: string = base64(
  privateEncrypt({ key: rsa(2048, 'app-1').privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.alloc(32, 7)),
)
