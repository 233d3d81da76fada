/** Arbitraries of whole requests, as `signedRequest` signs them. */
import fc from 'fast-check'
import { wellFormed } from '../../values/parts.ts'
import { otherApp } from '../keys.ts'
import type { RequestToTest, SignedTestRequest } from '../signedRequest.ts'
import { body, method, target } from './parts.ts'
import { arbitraryOf, type Values, values } from './Values.ts'

type Content = string | Uint8Array<ArrayBuffer>

/** A request to sign, and what goes wrong with it on its way. */
export interface SpoiledRequest {
  readonly request: RequestToTest<Content>
  /** What is wrong, in a word. */
  readonly mistake: string
  /** Makes the one change. */
  readonly spoil: (signed: SignedTestRequest<Content>) => SignedTestRequest<Content>
}

const anyRequest = (): fc.Arbitrary<RequestToTest<Content>> =>
  fc.record(
    {
      method: method(),
      url: target(),
      body: fc.oneof(arbitraryOf(wellFormed), body() as fc.Arbitrary<Uint8Array<ArrayBuffer>>),
    },
    { requiredKeys: ['method', 'url'], noNullPrototype: true },
  )

/** Changes the Authorization header. */
const header =
  (change: (line: string) => string): SpoiledRequest['spoil'] =>
  (signed) => ({ ...signed, headers: { ...signed.headers, authorization: change(signed.headers.authorization) } })

/** Of a nonce: another one of the same length. */
const other = (text: string): string => (text.startsWith('x') ? 'y' : 'x') + text.slice(1)

const longer = (content: Content | undefined): Content => {
  if (typeof content === 'string') return `${content} `
  return Uint8Array.from([...(content ?? []), 0x20])
}

/** Each changes one thing that was signed, or the header. */
const mistakes: Readonly<Record<string, SpoiledRequest['spoil']>> = {
  'another method': (signed) => ({ ...signed, method: signed.method === 'GET' ? 'POST' : 'GET' }),
  'another target': (signed) => ({ ...signed, url: `${signed.url}/` }),
  'a longer body': (signed) => ({ ...signed, body: longer(signed.body) }),
  'no authorization': header(() => ''),
  'another timestamp': header((line) =>
    line.replace(/(timestamp=)(\d+)/, (_, name, seconds) => `${name}${Number(seconds) - 1}`),
  ),
  'another nonce': header((line) => line.replace(/(nonce_str=)([^,]+)/, (_, name, nonce) => name + other(nonce))),
  'another app': header((line) => line.replace(/app_id=[^,]+/, `app_id=${otherApp.appId}`)),
  'another auth type': header((line) => `X${line}`),
  'a repeated item': header((line) => `${line},${line.slice(line.indexOf(' ') + 1).split(',')[0]}`),
  'another signature': header((line) =>
    line.replace(/(signature=)(.)/, (_, name, first) => name + (first === 'A' ? 'B' : 'A')),
  ),
}

const spoiled = (): fc.Arbitrary<SpoiledRequest> =>
  fc
    .tuple(anyRequest(), fc.constantFrom(...Object.entries(mistakes)))
    .map(([request, [mistake, spoil]]) => ({ request, mistake, spoil }))

/**
 * Requests for `signedRequest`. Near misses: a request, and one change that every verifier refuses after it was signed.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * import { signedRequest, testVerifier } from 'countersign/testing'
 *
 * const verifier = await testVerifier()
 * const verify = ({ method, url, headers, body }: Awaited<ReturnType<typeof signedRequest>>) =>
 *   verifier.verify({ method, target: url, authorization: headers.authorization, body })
 * const isTaken = fc.asyncProperty(arb.request(), async (request) => {
 *   assert.equal((await verify(await signedRequest(request))).appId, 'test-app')
 * })
 * const isRefused = fc.asyncProperty(arb.request.nearMiss(), async ({ request, spoil }) => {
 *   await assert.rejects(verify(spoil(await signedRequest(request))))
 * })
 * await fc.assert(isTaken)
 * await fc.assert(isRefused)
 * ```
 */
export const request: Values<RequestToTest<Content>, SpoiledRequest> = /* @__PURE__ */ values(anyRequest, spoiled)
