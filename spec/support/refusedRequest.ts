/** A refused request, as a gateway keeps it. */
import type { RefusedRequest } from '../../src/effects/RefusedRequest.ts'
import { now } from './world.ts'

export const refusedRequest = (change: Partial<RefusedRequest> = {}): RefusedRequest => ({
  reason: 'signature_invalid',
  message: 'words for the operator',
  method: 'POST',
  target: '/v1/jobs',
  authorization: [`SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,timestamp=${now},signature=AAAA`],
  body: Buffer.from('{}'),
  now,
  keys: [],
  settings: { authType: 'SVC-SHA256-RSA' },
  ...change,
})
