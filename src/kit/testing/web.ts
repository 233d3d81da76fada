/** `countersign/testing` on the web platform: browsers, workers, edge runtimes: what the tests of an app need. */
import { createSigner } from '../../client/web.ts'
import type { Verifier, VerifierOptions } from '../../server/Verifier.ts'
import { createVerifier } from '../../server/web.ts'
import { type RequestToTest, type SignedTestRequest, signedRequestOn, type Widened } from './signedRequest.ts'
import { testVerifierOn } from './testVerifier.ts'

export * from './shared.ts'

/**
 * Signs a request with a fixed test key. Resolves to `{ method, url, headers, body }`, which supertest, `app.inject`,
 * `app.request` and `fetch` send. Rejects with a `ClientError` if the request cannot be signed.
 *
 * @example
 * ```ts
 * import { verified } from 'countersign/fetch'
 * import { signedRequest, testVerifier } from 'countersign/testing'
 *
 * const app = verified(await testVerifier(), (_, { appId }) => Response.json({ appId }))
 * const { url, ...init } = await signedRequest({ method: 'POST', url: 'https://jobs.example/v1/jobs', body: '{}' })
 * const answer = await app(new Request(url, init))
 * assert.deepEqual([answer.status, await answer.json()], [200, { appId: 'test-app' }])
 * ```
 */
export function signedRequest<B extends string | Uint8Array = string>(
  request: RequestToTest<B>,
): Promise<SignedTestRequest<Widened<B>>> {
  return signedRequestOn(createSigner)(request)
}

/**
 * A verifier that knows `testApp`, takes the options of `createVerifier`, and remembers nonces by the same clock. Rejects if
 * `NODE_ENV` is `production`: everybody has the private key.
 *
 * @example
 * ```ts
 * import { signedRequest, testVerifier } from 'countersign/testing'
 *
 * const verifier = await testVerifier({ bodyLimit: 1024 })
 * const { method, url, headers, body } = await signedRequest({ method: 'POST', url: '/v1/jobs', body: '{}' })
 * const received = { method, target: url, authorization: headers.authorization, body }
 * assert.equal((await verifier.verify(received)).appId, 'test-app')
 * await assert.rejects(verifier.verify(received), { reason: 'nonce_replayed' })
 * ```
 */
export function testVerifier(options?: Partial<VerifierOptions>): Promise<Verifier> {
  return testVerifierOn(createVerifier)(options)
}
