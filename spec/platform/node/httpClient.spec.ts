import { Agent } from 'node:http'
import { createServer } from 'node:https'
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../../src/core/BaseUrl.ts'
import * as Method from '../../../src/core/Method.ts'
import * as RequestTarget from '../../../src/core/RequestTarget.ts'
import { sendWhole } from '../../../src/kit/testing/laws/HttpScene.ts'
import { ok, withWire } from '../../../src/kit/testing/laws/wire.ts'
import { httpLaws } from '../../../src/kit/testing/laws.ts'
import { httpClient } from '../../../src/platform/node/httpClient.ts'
import { httpContract, requestTo } from '../../support/httpContract.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import * as openssl from '../../support/openssl.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'

httpContract('node', httpClient)

const withAgent = suite('node, with an agent of the program: send')
for (const law of httpLaws(() => httpClient({ agent: new Agent({ keepAlive: true }) }))) withAgent(law.name, law.check)

const targets = suite('node: send')

targets('sends every target unchanged', () =>
  withWire(ok, async (wire) => {
    for (const text of [
      '/?',
      '/a/../b',
      '/%2e%2e/',
      "/?it's",
      '//x//',
      '/\\',
      '/a|b^`{}"<>',
      '/:80/@',
      '/%zz',
      '/;p=1',
    ]) {
      const target = right(RequestTarget.parse(text))
      right(await httpClient().send(requestTo(wire.base, { target }))())
      assert.is(wire.received.at(-1)?.split('\r\n')[0], `POST ${text} HTTP/1.1`)
    }
  }),
)

targets('a body has a Content-Length with every method', () =>
  withWire(ok, async (wire) => {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      right(await httpClient().send(requestTo(wire.base, { method: right(Method.parse(method)) }))())
      assert.match(wire.received.at(-1) as string, /\r\nContent-Length: 18\r\n[\s\S]*\r\n\r\n\{"request_id":"1"\}$/)
    }
  }),
)

targets('connects to an IPv6 address without a DNS look-up', async () => {
  const answer = await httpClient().send(requestTo(right(BaseUrl.parse('http://[::1]:9'))))()
  assert.ok(E.isLeft(answer))
  // Without IPv6 the network fails, but not by a failed name look-up.
  if (answer.left._tag !== 'connection_refused') assert.not.match(JSON.stringify(answer.left), /ENOTFOUND|EAI_AGAIN/)
})

targets('keeps the connection for the next request', () =>
  withWire(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n'),
    async (wire) => {
      const send = sendWhole(httpClient())
      for (let i = 0; i < 3; i++) right(await send(requestTo(wire.base))())
      assert.is(wire.received.length, 1)
    },
  ),
)

const https = suite('node: send by https')

needs('openssl', https)('trusts only the platform’s certificate authorities, or the given one', async () => {
  const key = rsa()
  const cert = openssl.certificate(key)
  const server = createServer({ key: key.privatePem, cert }, (request, response) => response.end(request.url))
  await withServer(server, async ({ port }) => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const base = right(BaseUrl.parse(`https://${host}:${port}`))
      const trusted = right(await sendWhole(httpClient({ ca: cert }))(requestTo(base))())
      assert.equal(Buffer.from(trusted.body).toString(), '/v1/jobs')
      const strange = await httpClient().send(requestTo(base))()
      const code = 'DEPTH_ZERO_SELF_SIGNED_CERT'
      assert.equal(strange, E.left({ _tag: 'certificate_untrusted', detail: code, cause: { code } }))
    }
  })
})
