/** Adapters take a verdict as data; a `verify` that a program has put in the place of ours is asked all the same. */
import * as E from 'fp-ts/lib/Either.js'
import { createVerifier, type ReceivedRequest, VerificationError, type Verifier } from '../../src/server/node.ts'
import { verdictOf } from '../../src/server/Verifier.ts'
import { rsa } from '../support/keys.ts'
import { assert, suite } from '../support/suite.ts'
import { now, sign } from '../support/world.ts'

const ours = await createVerifier({ keys: { 'app-1': rsa(2048, 'app-1').publicPem }, clock: () => now })

const requestOf = async (fault?: string) => {
  const { method, target, authorization, stringToSign } = await sign()
  const body = async () => E.right(stringToSign.body)
  return { method, target, authorization: [authorization], body, hasGone: () => false, fault }
}

const outcome = async (verifier: Verifier, fault?: string): Promise<string> => {
  const verdict = await verdictOf(verifier, await requestOf(fault))
  return E.isLeft(verdict) ? verdict.left.reason : verdict.right.appId
}

const replaced = suite('the verdict of a verifier that a program has wrapped')

replaced('comes from its own verify, and takes its refusals and a fault of the adapter', async () => {
  const asked: Array<ReceivedRequest> = []
  const wrapped: Verifier = {
    ...ours,
    verify: (request) => {
      asked.push(request)
      return ours.verify(request)
    },
  }
  assert.equal([await outcome(ours), await outcome(wrapped)], ['app-1', 'app-1'])
  assert.is(asked.length, 1)
  for (const verifier of [ours, wrapped]) assert.is(await outcome(verifier, 'the URL was rewritten'), 'misconfigured')
})

replaced('refuses what it refuses, and rejects with an error what is no refusal', async () => {
  const refusal = await ours.verify({ method: 'GET', target: '/', authorization: [] }).catch((error) => error)
  assert.instance(refusal, VerificationError)
  assert.is(await outcome({ ...ours, verify: () => Promise.reject(refusal) }), 'authorization_missing')
  const thrown = await outcome({ ...ours, verify: () => Promise.reject('route') }).catch((error) => error)
  assert.instance(thrown, TypeError)
})
