/** `countersign/testing` on Node and compatible runtimes: for the tests of an app. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSigner } from '../../client/node.ts'
import { decompress } from '../../platform/node/decompress.ts'
import { hash } from '../../platform/node/hash.ts'
import { verified } from '../../server/adapters/http.ts'
import { createVerifier } from '../../server/node.ts'
import type { VerifiedRequest, Verifier } from '../../server/Verifier.ts'
import { type RequestToTest, type SignedTestRequest, signedRequestOn, type Widened } from './signedRequest.ts'
import type { LoadDiagnosis } from './tellRefusals.ts'
import type { ServiceParts, TestService, TestServiceOptions } from './testService.ts'
import { faultyAnswer, fetchOf, serviceParts } from './testService.ts'
import { type TestVerifierOptions, testVerifierOn } from './testVerifier.ts'

export * from './shared.ts'

export interface NodeTestService extends TestService {
  /** A listener for `createServer` of node:http or node:https. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => Promise<void>
}

/** `testService` on Node, with a listener too. */
export type CreateNodeTestService = (options?: TestServiceOptions) => Promise<NodeTestService>

/** The diagnosis is synchronous and has no timeout. So it ends before any timer or socket event, also in a test that fakes timers. */
const inOnePiece = { wait: () => () => Promise.resolve(), elapsed: () => performance.now() }

/** The variant for the web lacks this: the web platform has no synchronous hash. */
const diagnosis: LoadDiagnosis = async (tell) => {
  const { explainRefusals } = await import('../diagnosis/explainRefusals.ts')
  let leftMs = 2000
  return explainRefusals({
    hash,
    decompress,
    timer: inOnePiece,
    sliceMs: Number.POSITIVE_INFINITY,
    // Read for each request. A search that finds nothing uses the whole time, so several such searches would exceed a test's time
    // limit.
    get budgetMs() {
      return leftMs / 2
    },
    perMinute: 100,
    tell: (report, request, circumstances) => {
      leftMs -= circumstances.milliseconds
      tell(report, request, circumstances)
    },
  })
}

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
  return testVerifierOn(createVerifier, diagnosis)(options)
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
export async function testService(options?: TestServiceOptions): Promise<NodeTestService> {
  const parts = await serviceParts(testVerifier, options)
  return { fetch: fetchOf(parts), listener: listenerOf(parts), requests: parts.requests, next: parts.next }
}

const listenerOf = ({ verifier, answer, requests, fault }: ServiceParts): NodeTestService['listener'] => {
  const seen = new WeakMap<IncomingMessage, VerifiedRequest>()
  const handle = verified(verifier, async (req, res, request) => {
    seen.set(req, request)
    await write(res, await answer(request))
  })
  return async (req, res) => {
    const given = fault()
    if (given === undefined) {
      await handle(req, res)
      const request = seen.get(req)
      requests.push({ ...lineOf(req), outcome: res.statusCode, ...(request && { verified: request }) })
      return
    }
    requests.push({ ...lineOf(req), outcome: typeof given === 'object' ? given.status : given })
    if (given === 'reset') req.socket.resetAndDestroy()
    else if (given !== 'hang') await write(res, faultyAnswer(given))
  }
}

const lineOf = ({ method = '', url = '' }: IncomingMessage) => ({ method, target: url })

const write = async (res: ServerResponse, response: Response): Promise<void> => {
  res.writeHead(response.status, Object.fromEntries(response.headers))
  res.end(new Uint8Array(await response.arrayBuffer()))
}
