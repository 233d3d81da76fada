/**
 * Contract tests of every HTTP client: the laws that the package exports, and what an error tells beside its tag.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as Method from '../../src/core/Method.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import type { Http, HttpRequest } from '../../src/effects/Http.ts'
import { sendWhole } from '../../src/kit/testing/laws/HttpScene.ts'
import { ok, withWire } from '../../src/kit/testing/laws/wire.ts'
import { httpLaws } from '../../src/kit/testing/laws.ts'
import { assert, right, suite } from './suite.ts'

export const requestTo = (base: BaseUrl.BaseUrl, given: Partial<HttpRequest> = {}): HttpRequest => ({
  base,
  method: Method.post,
  target: right(RequestTarget.parse('/v1/jobs')),
  headers: { Authorization: 'SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=1,signature=AAAA' },
  body: new TextEncoder().encode('{"request_id":"1"}'),
  timeoutMs: 10_000,
  ...given,
})

export const httpContract = (name: string, make: () => Http): void => {
  const http = suite(`${name}: send`)
  const client = { send: sendWhole(make()) }

  for (const law of httpLaws(make)) http(law.name, law.check)

  http('a refused connection is connection_refused, even for a name with several addresses', async () => {
    let base = '' as BaseUrl.BaseUrl
    await withWire(ok, async (wire) => {
      base = wire.base
    })
    for (const to of [base, base.replace('127.0.0.1', 'localhost')]) {
      const answer = await client.send(requestTo(right(BaseUrl.parse(to))))()
      assert.ok(E.isLeft(answer) && answer.left._tag === 'connection_refused', JSON.stringify(answer))
      const { port } = new URL(base)
      assert.equal([answer.left.cause?.code, answer.left.cause?.port], ['ECONNREFUSED', Number(port)])
    }
  })

  http('a name that does not resolve is network_failed, with a code', async () => {
    const answer = await client.send(requestTo(right(BaseUrl.parse('https://no-such-host.invalid'))))()
    assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed', JSON.stringify(answer))
    assert.match(answer.left.detail, /^(?:ENOTFOUND|EAI_AGAIN)$/)
  })
}
