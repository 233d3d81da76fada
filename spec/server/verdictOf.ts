/** What the specs of verifiers share: both faces, the key of app-1 and its clock, signed requests, and a verdict in a word. */
import type { SignedRequest } from '../../src/programs/signRequest.ts'
import * as node from '../../src/server/node.ts'
import * as web from '../../src/server/web.ts'
import { rsa, type TestKey } from '../support/keys.ts'
import { assert } from '../support/suite.ts'
import { now, sign, type ToSign } from '../support/world.ts'

const { VerificationError } = node
type ReceivedRequest = node.ReceivedRequest

export const faces: readonly [readonly ['node', typeof node], readonly ['web', typeof web]] = [
  ['node', node],
  ['web', web],
]

export const key: TestKey = rsa(2048, 'app-1')
export const keys: Readonly<Record<'app-1', string>> = { 'app-1': key.publicPem }
export const clock = (): number => now

export const toReceived = ({ method, target, authorization, stringToSign }: SignedRequest): ReceivedRequest => ({
  method,
  target,
  authorization,
  body: stringToSign.body,
})

export const signed = async (what: ToSign = {}): Promise<ReceivedRequest> => toReceived(await sign(what))

/** `accept`, the reason of the refusal, or what was thrown in its place. */
export const verdictOf = (verified: Promise<unknown>): Promise<string> =>
  verified.then(
    () => 'accept',
    (error) => (error instanceof VerificationError ? error.reason : `threw ${error}`),
  )

/** The VerificationError that the promise must reject with. */
export const refusal = async (promise: Promise<unknown>): Promise<node.VerificationError> => {
  const error = await promise.then(
    () => 'it was accepted',
    (thrown) => thrown,
  )
  assert.instance(error, VerificationError)
  return error
}
