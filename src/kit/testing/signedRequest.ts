/**
 * Signs a request for the test of an app, in the shape that test clients send: supertest, `app.inject` of Fastify, `app.request`
 * of Hono, fetch.
 *
 *     { method: 'get', url: '/v1/jobs/1' }
 *     { method: 'GET', url: '/v1/jobs/1', headers: { authorization: 'SVC-SHA256-RSA app_id=test-app,…' } }
 */
import type { CreateSigner } from '../../client/createSigner.ts'
import { type TestApp, testApp } from './keys.ts'

/** A request to sign with a test key. */
export interface RequestToTest<B extends string | Uint8Array> {
  readonly method: string
  /** A URL, or a target that starts with `/`. */
  readonly url: string
  /** Exactly what will be sent. Text is sent as UTF-8. */
  readonly body?: B | undefined
  /** The time of the signature, in seconds since 1970. Default: now. */
  readonly at?: number | undefined
  /** Default: a fresh nonce. Sign twice with one nonce to test that the second request is refused. */
  readonly nonce?: string | undefined
  /** The app that signs. Default: `testApp`. */
  readonly app?: Pick<TestApp, 'appId' | 'privateKey'> | undefined
  /** Default: `SVC-SHA256-RSA`. */
  readonly authType?: string | undefined
  /** More headers, names in lower case. They are not signed. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a test client sends: `app.inject(signed)`, `app.request(url, signed)`, `fetch(url, signed)`. */
export interface SignedTestRequest<B extends string | Uint8Array> {
  /** In upper case. */
  readonly method: string
  /** As it was given. */
  readonly url: string
  /** `authorization`, a JSON `content-type` if there is a body, and the headers that were given. */
  readonly headers: { readonly [name: string]: string; readonly authorization: string }
  /** As it was given; absent if there is none. */
  readonly body?: B
}

/** The type of a text literal becomes `string`, so that the test of an altered request may assign another body. */
export type Widened<B extends string | Uint8Array> = B extends string ? string : B

/** Signs a request with a test key. A body of text stays text, and a body of bytes keeps its type. */
export type SignTestRequest = <B extends string | Uint8Array = string>(
  request: RequestToTest<B>,
) => Promise<SignedTestRequest<Widened<B>>>

const jsonContentType = { 'content-type': 'application/json; charset=UTF-8' }

/** `signedRequest` of one platform, by the `createSigner` of that platform. */
export const signedRequestOn =
  (createSigner: CreateSigner): SignTestRequest =>
  async ({ method, url, body, at, nonce, app = testApp, authType, headers }) => {
    const { appId, privateKey } = app
    const signer = await createSigner({ appId, privateKey, authType, cryptoOn: 'loop' })
    const signed = await signer.sign({ method, url, body, timestamp: at, nonce })
    const allHeaders = { ...headers, authorization: signed.authorization }
    if (body === undefined) return { method: signed.method, url, headers: allHeaders }
    return {
      method: signed.method,
      url,
      headers: { ...jsonContentType, ...allHeaders },
      body: body as Widened<typeof body>,
    }
  }
