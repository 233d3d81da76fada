/** `countersign/testing` on the web platform (browsers, workers, edge runtimes): for the tests of an app. */
import { createSigner } from '../../client/web.ts'
import type { Verifier } from '../../server/Verifier.ts'
import { createVerifier } from '../../server/web.ts'
import { type RequestToTest, type SignedTestRequest, signedRequestOn, type Widened } from './signedRequest.ts'
import { type TestService, type TestServiceOptions, testServiceOn } from './testService.ts'
import { type TestVerifierOptions, testVerifierOn } from './testVerifier.ts'

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
export function testVerifier(options?: TestVerifierOptions): Promise<Verifier> {
  return testVerifierOn(createVerifier)(options)
}

/**
 * A service for the tests of a caller. It verifies each request by the scheme's rules with the test key, keeps what came, and
 * does to the next ones what the test says. Takes the options of `testVerifier`.
 *
 * @example
 * ```ts
 * import { createClient } from 'countersign/client'
 * import { testApp, testService } from 'countersign/testing'
 *
 * const service = await testService()
 * const { appId, privateKey } = testApp
 * const options = { baseUrl: 'https://jobs.example', appId, privateKey, retries: 1, maxPauseMs: 1 }
 * const client = await createClient({ ...options, fetch: service.fetch })
 * service.next(503)
 * const { status } = await client.submitJob({ request_id: '1', stages: [] })
 * assert.equal([status, ...service.requests.map(({ outcome }) => outcome)].join(), '200,503,200')
 * assert.equal(service.requests[1]?.verified?.appId, 'test-app')
 * ```
 */
export function testService(options?: TestServiceOptions): Promise<TestService> {
  return testServiceOn(testVerifier)(options)
}
