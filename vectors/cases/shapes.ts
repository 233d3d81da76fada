/**
 * The shapes that most cases have: a string to sign that is made or refused, a request that is signed, a request that is
 * accepted or refused. What a case does not mention is the usual request's.
 */
import type { SignInput, StringToSignInput, VerifyInput } from '../../src/conformance/Vector.ts'
import {
  accepted,
  authType,
  bytes,
  type Draft,
  headerOf,
  nonceOf,
  now,
  type Parts,
  refused,
  reject,
  type Sent,
  signatureText,
  step,
  stringToSign,
  value,
  verdicts,
  verifier,
} from './draft.ts'

type Flags = ReadonlyArray<string>

/** What refuses a negative, the accepted case that it differs from, and what the refusal is called. */
export interface Because {
  readonly fault: string
  readonly twin: string
  readonly reason: string
}

const nonce = nonceOf('string')
const usual: Parts = { method: 'POST', target: '/v1/jobs', timestamp: now, nonce, body: '{}' }
const asked: StringToSignInput = { method: 'POST', url: '/v1/jobs', timestamp: `${now}`, nonce, body: bytes('{}') }

/** The string to sign for `given` has these parts; those of the usual request where they are not named. */
export const makes = (
  id: string,
  comment: string,
  flags: Flags,
  given: Partial<StringToSignInput>,
  parts: Partial<Parts> = {},
): Draft<'stringToSign'> => ({
  id,
  comment,
  flags,
  op: 'stringToSign',
  input: { ...asked, ...given },
  expect: value(bytes(stringToSign({ ...usual, ...parts }))),
})

/** No string to sign is made for `given`. */
export const makesNone = (
  id: string,
  comment: string,
  flags: Flags,
  { fault, twin, reason }: Because,
  given: Partial<StringToSignInput>,
): Draft<'stringToSign'> => ({
  id,
  comment,
  flags,
  fault,
  twin,
  op: 'stringToSign',
  input: { ...asked, ...given },
  expect: reject(reason),
})

/** What a signer is given, but for a nonce. */
export const toSign: SignInput = {
  privateKey: 'app-1',
  authType,
  appId: 'app-1',
  method: 'POST',
  url: '/v1/jobs',
  timestamp: `${now}`,
  body: bytes('{}'),
}

/** What goes on the wire for `given` has these parts, and a signature over them. */
export const signs = (
  id: string,
  comment: string,
  flags: Flags,
  given: Partial<SignInput>,
  parts: Partial<Parts> = {},
): Draft<'sign'> => {
  const input = { ...toSign, nonce, ...given }
  const signed = { ...usual, ...parts }
  const { method, target, timestamp, nonce: nonce_str } = signed
  const signature = signatureText(input.privateKey, stringToSign(signed))
  const authorization = headerOf({ app_id: input.appId, nonce_str, timestamp, signature }, input.authType)
  return { id, comment, flags, op: 'sign', input, expect: value({ method, target, authorization }) }
}

type Settings = Partial<Omit<VerifyInput, 'steps'>>

/** A verifier accepts this request, or all of these in turn. */
export const accepts = (
  id: string,
  comment: string,
  flags: Flags,
  sent: Sent | ReadonlyArray<Sent> = {},
  settings: Settings = {},
): Draft<'verify'> => {
  const all = Array.isArray(sent) ? (sent as ReadonlyArray<Sent>) : [sent as Sent]
  return {
    id,
    comment,
    flags,
    op: 'verify',
    input: verifier(all.map(step), settings),
    expect: verdicts(...all.map(({ appId }) => accepted(appId))),
  }
}

/** A verifier refuses this request, or each of these. */
export const refuses = (
  id: string,
  comment: string,
  flags: Flags,
  { fault, twin, reason }: Because,
  sent: Sent | ReadonlyArray<Sent>,
  settings: Settings = {},
): Draft<'verify'> => {
  const all = Array.isArray(sent) ? (sent as ReadonlyArray<Sent>) : [sent as Sent]
  return {
    id,
    comment,
    flags,
    fault,
    twin,
    op: 'verify',
    input: verifier(all.map(step), settings),
    expect: verdicts(...all.map(() => refused(reason))),
  }
}
