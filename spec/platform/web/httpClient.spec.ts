import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../../src/core/BaseUrl.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import { ok, withWire } from '../../../src/kit/testing/laws/wire.ts'
import { httpClient } from '../../../src/platform/web/httpClient.ts'
import { httpContract, requestTo } from '../../support/httpContract.ts'
import { assert, right, suite } from '../../support/suite.ts'

httpContract('web', httpClient)

const targets = suite('web: send')

targets('refuses a target that fetch would rewrite, before anything is sent', () =>
  withWire(ok, async (wire) => {
    for (const text of ['/?', '/a?', '/a/../b', '/a/./b', '/%2e%2e/', "/?it's", '/\\', '/"', '/<>', '/?"']) {
      const answer = await httpClient().send(requestTo(wire.base, { target: right(RequestTarget.parse(text)) }))()
      assert.equal(answer, E.left({ _tag: 'target_rewritten' }), text)
    }
    assert.is(wire.received.length, 0)
  }),
)

targets('an invalid host and a port that fetch blocks are failures', async () => {
  for (const base of ['https://xn--a.example', 'https://127.0.0.1:6667']) {
    const answer = await httpClient().send(requestTo(right(BaseUrl.parse(base))))()
    assert.ok(E.isLeft(answer) && answer.left._tag === 'network_failed', JSON.stringify(answer))
  }
})
