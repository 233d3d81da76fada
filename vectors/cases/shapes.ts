/**
 * The questions that most cases ask: for a string to sign, for a signed request, or what a verifier says to requests. What
 * a case does not mention is the usual request's.
 */
import type { Inputs, VerifyInput } from '../../src/kit/conformance/Vector.ts'
import {
  accepted,
  authType,
  bytes,
  headerOf,
  nonceOf,
  now,
  type Parts,
  refused,
  type Sent,
  signatureText,
  step,
  stringToSign,
  value,
  verdicts,
  verifier,
} from './draft.ts'
import { orReject, type Question } from './group.ts'

const nonce = nonceOf('string')
const usual: Parts = { method: 'POST', target: '/v1/jobs', timestamp: now, nonce, body: '{}' }
const asked: Inputs['stringToSign'] = { method: 'POST', url: '/v1/jobs', timestamp: `${now}`, nonce, body: bytes('{}') }

/** The string to sign for `given`: it has these `parts`. */
export const makes = (
  given: Partial<Inputs['stringToSign']>,
  parts: Partial<Parts> = {},
): Question<'stringToSign'> => ({
  op: 'stringToSign',
  input: { ...asked, ...given },
  expect: orReject(() => value(bytes(stringToSign({ ...usual, ...parts })))),
})

/** What a signer is given, but for a nonce. */
export const toSign: Inputs['sign'] = {
  privateKey: 'app-1',
  authType,
  appId: 'app-1',
  method: 'POST',
  url: '/v1/jobs',
  timestamp: `${now}`,
  body: bytes('{}'),
}

/** What goes on the wire for `given`: it has these `parts`, and a signature over them. */
export const signs = (given: Partial<Inputs['sign']>, parts: Partial<Parts> = {}): Question<'sign'> => {
  const input = { ...toSign, nonce, ...given }
  const signed = { ...usual, ...parts }
  const { method, target, timestamp, nonce: nonce_str } = signed
  const signature = signatureText(input.privateKey, stringToSign(signed))
  const authorization = headerOf({ app_id: input.appId, nonce_str, timestamp, signature }, input.authType)
  return { op: 'sign', input, expect: orReject(() => value({ method, target, authorization })) }
}

/** A verifier receives this request, or these in turn, and accepts or refuses all of them. */
export const receives = (
  sent: Sent | ReadonlyArray<Sent> = {},
  settings: Partial<Omit<VerifyInput, 'steps'>> = {},
): Question<'verify'> => {
  const all = [sent].flat() as ReadonlyArray<Sent>
  return {
    op: 'verify',
    input: verifier(all.map(step), settings),
    expect: (reason) => verdicts(...all.map(({ appId }) => (reason === undefined ? accepted(appId) : refused(reason)))),
  }
}
