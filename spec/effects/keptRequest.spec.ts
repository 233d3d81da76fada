/** What is kept of a request is read back as it was. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { withoutSecret } from '../../src/core/Credential.ts'
import { namesOf, ours, type PolicyName } from '../../src/core/Policies.ts'
import { type Kept, serialize, settingsIn } from '../../src/effects/keptRequest.ts'
import { readRequest } from '../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf } from '../../src/kit/diagnosis/Received.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { now } from '../support/world.ts'

const own = 'SVC-SHA256-RSA'
const line = `${own} app_id=app-1,nonce_str=n-1,timestamp=${now},signature=AAAA`
const usual: Kept = {
  method: 'POST',
  target: '/v1/jobs?a=1',
  authorization: [line],
  body: Buffer.from('{}'),
  now,
  settings: { authType: own },
}

const written = (change: Partial<Kept> = {}): string =>
  Buffer.from(serialize({ ...usual, ...change }) ?? []).toString('latin1')

const writing = suite('keptRequest.serialize')

writing('raw HTTP, with what a diagnosis needs and nothing else', () => {
  const head = `POST /v1/jobs?a=1 HTTP/1.1\r\nHost: jobs.example\r\nAuthorization: ${line}\r\nCountersign-Arrived: ${now}\r\nCountersign-Settings: auth-type=${own}\r\n`
  assert.is(written({ host: 'jobs.example', now: now + 0.9 }), `${head}Content-Length: 2\r\n\r\n{}`)
  const { body: _, ...bodiless } = usual
  const shown = Buffer.from(serialize({ ...bodiless, host: 'jobs.example' }) ?? []).toString()
  assert.is(shown, `${head}Countersign-Body: not kept\r\n\r\n`)
  assert.not.match(written({ host: 'a\nb' }), 'Host')
})

writing('why it was refused, and only a reason that is one is read', () => {
  const file = serialize({ ...usual, reason: 'nonce_replayed' }) ?? new Uint8Array()
  const read = right(readRequest(file))
  assert.is(read.refused, 'nonce_replayed')
  assert.ok(read.notes?.includes('The file says that the service refused the request as nonce_replayed.'))
  const text = Buffer.from(file).toString('latin1').replace('nonce_replayed', 'toString')
  assert.is(right(readRequest(Buffer.from(text, 'latin1'))).refused, undefined)
  assert.is(right(readRequest(serialize(usual) ?? new Uint8Array())).refused, undefined)
})

writing('no token, whatever verifier hands it over, and whatever its auth type', () => {
  for (const secret of ['Bearer S3CRET', 'S3CRET x', 'S3CRET', `${own} S3CRET`, 'Basic S3CRET'])
    for (const settings of [usual.settings, {}])
      assert.not.match(written({ authorization: [line, secret], settings }), 'S3CRET', secret)
})

writing('nothing for a request that HTTP/1.1 cannot spell', () => {
  for (const change of [
    { target: '/a\nb' },
    { target: '/\u4e2d' },
    { method: '' },
    { method: 'GE T' },
    { method: 'curl' },
    { method: '*' },
    { authorization: [`${line} `] },
    { authorization: [`${line}\n`] },
    { authorization: [`${line}\u0100`] },
  ])
    assert.is(serialize({ ...usual, ...change }), undefined, JSON.stringify(change))
})

const oddText = fc
  .array(
    fc.oneof(fc.constantFrom('\r', '\0', ' ', '\t', '%', '/', '?', 'HTTP/1.1', '\xe9', '\xff', '"', ':'), fc.string()),
    {
      size: 'small',
    },
  )
  .map((parts) => parts.join(''))
const method = fc.oneof(
  fc.constantFrom('POST', 'GET', 'post', '{', '>', '!', 'http', 'wget', 'curl', 'fetch', 'A.B', "x'", '*'),
  oddText,
)
const target = fc.oneof(
  oddText,
  oddText.map((text) => `/${text}`),
)
const authorization = fc.array(
  fc.oneof(
    oddText.map((text) => `${own} ${text}`),
    oddText.map((text) => `${line}${text}`),
    oddText,
  ),
  {
    size: 'small',
  },
)

writing('a request whose Authorization ends like a tag of a page is read back', () => {
  for (const tag of ['<br', '<br>', '</p>', '</td></tr>', '<!--', '&lt;'])
    for (const target of ['', '/v1/jobs', '*']) {
      const file = serialize({ ...usual, target, authorization: [`${line}${tag}`] })
      assert.ok(file !== undefined)
      assert.equal(right(readRequest(file)).authorization, [`${line}${tag}`], `${tag} ${target}`)
    }
})

writing('a request with a beginning of an Authorization beside a whole one is read back', () => {
  for (const beginning of [own, 'Bearer', `${own} app_id=a`])
    for (const target of ['/v1/jobs', '/\r']) {
      const whole = `${line.replace(/signature=.*/, 'signature=')}${'A'.repeat(24)}`
      const file = serialize({ ...usual, target, authorization: [beginning, whole] })
      assert.ok(file !== undefined)
      assert.is(right(readRequest(file)).authorization[1], whole, `${beginning} ${target}`)
    }
})

writing('a header of stars is read back: in a kept file nothing is hidden', () => {
  const authorization = [`${own} *,`]
  const file = serialize({ ...usual, authorization })
  assert.ok(file !== undefined)
  assert.equal(right(readRequest(file)).authorization, authorization)
})

writing('for all requests: what is written is read back, to the byte', async () => {
  let read = 0
  await forAll(
    [
      method,
      target,
      authorization,
      fc.option(fc.uint8Array(), { nil: undefined }),
      fc.option(fc.constantFrom('jobs.example', '127.0.0.1:80'), { nil: undefined }),
    ],
    { numRuns: 1000 },
    (verb, place, lines, body, host) => {
      const given = { ...usual, method: verb, target: place, authorization: lines, host }
      const file = serialize(body === undefined ? { ...given, body: undefined as never } : { ...given, body })
      if (file === undefined) return
      read++
      const back = right(readRequest(file))
      assert.is(back.method, verb)
      assert.is(back.target, place)
      assert.equal(
        back.authorization,
        lines.map((each) => withoutSecret(each, own)),
      )
      assert.equal(contentOf(back.body), E.right(body ?? new Uint8Array()))
      assert.is(back.bodyMissing, body === undefined ? true : undefined)
      assert.is(back.now, now)
      if (host !== undefined) assert.is(back.host, host)
    },
  )
  assert.ok(read > 200, `${read} were written`)
})

const settings: fc.Arbitrary<Kept['settings']> = fc.record(
  {
    edition: fc.constantFrom('international', 'mainland'),
    authType: fc.constantFrom(own, 'X-1'),
    maxAge: fc.nat(),
    maxSkew: fc.nat(),
    bodyLimit: fc.nat(),
    policies: fc
      .subarray<PolicyName>([...namesOf('request', 'header')])
      .map((names) => Object.fromEntries(names.map((name) => [name, !ours[name]]))),
  },
  { requiredKeys: ['authType', 'policies'], noNullPrototype: true },
)

writing('for all settings of a verifier: they are read back', () =>
  forAll([settings], (settings) => {
    const read = right(readRequest(serialize({ ...usual, authorization: [], settings }) ?? new Uint8Array()))
    assert.equal(read.settings, settings)
  }),
)

writing('the id of the request; settings that no verifier has are not read', () => {
  assert.match(written({ requestId: 'r-1' }), '\r\nCountersign-Request-Id: r-1\r\n')
  assert.not.match(written({ requestId: 'r\n1' }), 'Request-Id')
  for (const text of ['max-age=soon', 'edition=other', 'policy=no-such', '', 'x=1', 'max-age=-1'])
    assert.is(settingsIn(text), undefined, text)
})
