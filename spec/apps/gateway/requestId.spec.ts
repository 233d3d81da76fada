/** The id of a request: whose counts, and where it goes. */
import fc from 'fast-check'
import { folded, trusted } from '../../../src/apps/gateway/passedHeaders.ts'
import * as RequestIdentity from '../../../src/apps/gateway/RequestIdentity.ts'
import { assert, forAll, suite, until } from '../../support/suite.ts'
import { head, signedRequest, standing } from './standing.ts'

const settings = (front: ReadonlyArray<string>, clientHeader?: string): RequestIdentity.IdentitySettings => ({
  trusted: trusted(front),
  clientHeader,
  makeId: () => 'made-here',
})
const idOf = (lines: ReadonlyArray<string>, ...front: ReadonlyArray<string>): string =>
  RequestIdentity.of(lines, '127.0.0.1', settings(front)).requestId

const choosing = suite('the id of a request')

choosing("for all texts: a caller's own id is ignored", () =>
  forAll([fc.string()], (text) => {
    assert.is(idOf(['X-Request-Id', text]), 'made-here')
    // The operator trusts another header of the front, and not this one.
    assert.is(idOf(['X-Request-Id', text], 'X-Real-IP'), 'made-here')
  }),
)

choosing('for all texts: the id of a trusted front is kept if it has at most 64 letters, digits and hyphens', () =>
  forAll([fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Za-z-]{1,64}$/))], (text) =>
    assert.is(idOf(['x-request-id', text], 'X-Request-Id'), /^[0-9A-Za-z-]{1,64}$/.test(text) ? text : 'made-here'),
  ),
)

choosing('wrong in one way: 65 characters, none, another character, two lines, another spelling', () => {
  const good = 'a'.repeat(64)
  assert.is(idOf(['X-Request-Id', good], 'X-Request-Id'), good)
  for (const lines of [
    ['X-Request-Id', `${good}a`],
    ['X-Request-Id', ''],
    ['X-Request-Id', 'a_b'],
    ['X-Request-Id', 'a', 'X-Request-Id', 'a'],
    ['X_Request_Id', good],
  ])
    assert.is(idOf(lines, 'X-Request-Id'), 'made-here', lines.join())
})

choosing('the client is the last one that the front names, or else the address of the socket', () => {
  const clientOf = (lines: ReadonlyArray<string>, header?: string): string =>
    RequestIdentity.of(lines, '::ffff:192.0.2.1', settings([], header)).client
  assert.is(clientOf(['X-Real-IP', '198.51.100.1']), '192.0.2.1')
  assert.is(clientOf(['X-Real-IP', '203.0.113.7, 198.51.100.1'], 'x-real-ip'), '198.51.100.1')
  assert.is(clientOf(['X-Real-IP', ' '], 'x-real-ip'), '192.0.2.1')
  assert.is(clientOf(['X-Real-IP', 'a'.repeat(1000)], 'x-real-ip').length, 128)
})

choosing("for all headers of an answer: the gateway's id stands once, at the end, and all others as they are", () =>
  forAll(
    [
      fc.array(
        fc.tuple(fc.constantFrom('X-Request-Id', 'x-request-id', 'X_REQUEST_ID', 'X-Other', 'Etag'), fc.string()),
      ),
    ],
    (pairs) => {
      const others = pairs.filter(([name]) => folded(name) !== 'x-request-id')
      assert.equal(RequestIdentity.withId(pairs.flat(), 'id'), [...others.flat(), 'X-Request-Id', 'id'])
    },
  ),
)

const passing = suite('the id of a request: the gateway')

const idIn = (lines: ReadonlyArray<string>): ReadonlyArray<string | undefined> =>
  lines.flatMap((name, i) => (i % 2 === 0 && folded(name) === 'x-request-id' ? [lines[i + 1]] : []))

passing("replaces the caller's, in every spelling, and the service's; line, service and caller have the same", () =>
  standing(
    async ({ ask, got, lines }) => {
      const spoofed = ['X-Request-Id: evil', 'x_request_id: evil', 'X-Request.Id: evil']
      const answer = await ask(await signedRequest({}, ...spoofed))
      await until(() => lines.length === 1)
      const id = lines[0]?.identity.requestId ?? ''
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.equal(idIn(got[0]?.lines ?? []), [id])
      assert.is(answer.headers['x-request-id'], id)
      assert.is(lines[0]?.identity.client, '127.0.0.1')
    },
    { upstream: (_, res) => res.setHeader('x-request-id', 'of the service').end('hello') },
  ),
)

passing('keeps the id of a trusted front, even if Connection names its header', () =>
  standing(
    async ({ ask, got, lines }) => {
      const answer = await ask(
        await signedRequest({}, 'X-Request-Id: front-1', 'X_Request_Id: evil', 'Connection: X-Request-Id'),
      )
      await until(() => lines.length === 1)
      assert.equal(idIn(got[0]?.lines ?? []), ['front-1'])
      assert.equal([answer.headers['x-request-id'], lines[0]?.identity.requestId], ['front-1', 'front-1'])
    },
    { settings: { trustHeader: ['X-Request-Id'] } },
  ),
)

passing('names each request anew, refused ones too: by the verifier and by the gateway', () =>
  standing(async ({ connect, lines }) => {
    const upgrade = head('GET /', 'Upgrade: websocket', 'Connection: upgrade')
    const ids: Array<string | undefined> = []
    for (const request of [head('GET /'), upgrade, await signedRequest()])
      ids.push((await connect().ask(request)).headers['x-request-id'])
    for (const id of ids) assert.match(id ?? '', /^[0-9a-f]{32}$/)
    assert.is(new Set(ids).size, 3)
    // The verifier reports the first request itself: the gateway has a line for its own refusal and for the forwarded request.
    await until(() => lines.length === 2)
    assert.equal(
      lines.map(({ identity }) => identity.requestId),
      ids.slice(1),
    )
  }),
)
