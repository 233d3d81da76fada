/**
 * Arbitraries of whole requests, for tests that send through an app or a verifier: a request that `signedRequest` signs, and as
 * near misses such a request with one change that is made after the signature.
 *
 *     request()            { method: 'POST', url: '/v1/jobs', body: '{}' }
 *     request.nearMiss()   { request, mistake: 'another target', spoil }      spoil(signed).url is '/v1/jobs/'
 */
import fc from 'fast-check'
import { wellFormed } from '../../values/parts.ts'
import { otherApp } from '../keys.ts'
import type { RequestToTest, SignedTestRequest } from '../signedRequest.ts'
import { body, method, target } from './parts.ts'
import { arbitraryOf, type Values, values } from './Values.ts'

type Content = string | Uint8Array<ArrayBuffer>

/** A request to sign, and the change that makes every verifier refuse it once it is signed. */
export interface SpoiledRequest {
  readonly request: RequestToTest<Content>
  /** The change in a few words: `another target`. */
  readonly mistake: string
  /** Makes the change, and leaves the rest of the request as it was signed. */
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

/** Spoils a request by a change of the Authorization header's value. */
const changeAuthorization =
  (change: (authorization: string) => string): SpoiledRequest['spoil'] =>
  (signed) => ({ ...signed, headers: { ...signed.headers, authorization: change(signed.headers.authorization) } })

const appendSpace = (content: Content | undefined): Content => {
  if (typeof content === 'string') return `${content} `
  return Uint8Array.from([...(content ?? []), 0x20])
}

/** `timestamp=1700000000` becomes `timestamp=1699999999`, which is about as fresh. */
const subtractSecond = (authorization: string): string =>
  authorization.replace(/(timestamp=)(\d+)/, (_, key, seconds) => `${key}${Number(seconds) - 1}`)

/** `nonce_str=abc` becomes `nonce_str=xbc`, which has the same length. */
const changeNonce = (authorization: string): string =>
  authorization.replace(/(nonce_str=)(.)/, (_, key, letter) => key + (letter === 'x' ? 'y' : 'x'))

/** `signature=Abc=` becomes `signature=Bbc=`, which is still canonical Base64. */
const changeSignature = (authorization: string): string =>
  authorization.replace(/(signature=)(.)/, (_, key, letter) => key + (letter === 'A' ? 'B' : 'A'))

/** Adds the header's first item at its end once more. */
const repeatFirstItem = (authorization: string): string => {
  const items = authorization.slice(authorization.indexOf(' ') + 1).split(',')
  return `${authorization},${items[0]}`
}

/** The changes by their names. Each one changes the header, or one thing that was signed. */
const mistakes: Readonly<Record<string, SpoiledRequest['spoil']>> = {
  'another method': (signed) => ({ ...signed, method: signed.method === 'GET' ? 'POST' : 'GET' }),
  'another target': (signed) => ({ ...signed, url: `${signed.url}/` }),
  'a longer body': (signed) => ({ ...signed, body: appendSpace(signed.body) }),
  'no authorization': changeAuthorization(() => ''),
  'another timestamp': changeAuthorization(subtractSecond),
  'another nonce': changeAuthorization(changeNonce),
  'another app': changeAuthorization((value) => value.replace(/app_id=[^,]+/, `app_id=${otherApp.appId}`)),
  'another auth type': changeAuthorization((value) => `X${value}`),
  'a repeated item': changeAuthorization(repeatFirstItem),
  'another signature': changeAuthorization(changeSignature),
}

const spoiledRequest = (): fc.Arbitrary<SpoiledRequest> =>
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
export const request: Values<RequestToTest<Content>, SpoiledRequest> = /* @__PURE__ */ values(
  anyRequest,
  spoiledRequest,
)
