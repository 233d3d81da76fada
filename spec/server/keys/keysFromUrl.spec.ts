/** keysFromUrl against a real server that rotates, hangs, lies and breaks off. */
import { createServer, type RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import * as node from '../../../src/server/node.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import { assert, suite } from '../../support/suite.ts'
import { now } from '../../support/world.ts'
import { canary } from '../secrets.ts'
import { faces, signed } from '../verdictOf.ts'

const jwks = (...names: ReadonlyArray<string>) => ({
  keys: names.map((name) => rsa(2048, name).publicKey.export({ format: 'jwk' })),
})

const request = (key = 'app-1'): Promise<node.ReceivedRequest> => signed({ key: rsa(2048, key) })

/** A server whose behaviour a test changes while it runs. */
const served = async (use: (url: string, service: { answer: RequestListener; asked: number }) => Promise<void>) => {
  const service = { answer: json({ 'app-1': jwks('app-1') }), asked: 0 }
  const server = createServer((req, res) => {
    service.asked += 1
    service.answer(req, res)
  })
  await withServer(server, ({ url }) => use(`${url}/keys.json?v=1`, service))
}

const json =
  (value: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): RequestListener =>
  (_, res) =>
    void res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value))

for (const [name, { createVerifier, keysFromUrl }] of faces) {
  const source = suite(`keysFromUrl (${name})`)

  const judge = async (keys: node.Keys, key?: string): Promise<string> => {
    const verifier = await createVerifier({ keys, clock: () => now, guard: node.noReplayGuard('a test') })
    return verifier.verify(await request(key)).then(
      ({ appId }) => appId,
      ({ reason }) => reason,
    )
  }

  const heard = () => {
    const problems: Array<string> = []
    return { problems, onProblem: (_: string, message: string) => void problems.push(message) }
  }

  source('one fetch serves all apps, for as long as its cache header says', () =>
    served(async (url, service) => {
      service.answer = json({ 'app-1': jwks('app-1'), 'app-2': jwks('app-2') }, { 'Cache-Control': 'max-age=60' })
      const keys = keysFromUrl(url, { ttl: 0 })
      assert.equal(keys.state(), { apps: 0, ageSeconds: undefined, isFresh: false, failure: undefined })
      for (let i = 0; i < 3; i++) assert.is(await judge(keys), 'app-1')
      assert.is(service.asked, 1)
      const { ageSeconds, ...state } = keys.state()
      assert.equal(state, { apps: 2, isFresh: true, failure: undefined })
      assert.ok(Number(ageSeconds) >= 0 && Number(ageSeconds) < 60)
    }),
  )

  source('a document that may not be kept is fetched again, with its ETag, at most once in the cool-down', () =>
    served(async (url, service) => {
      const tags: Array<string | undefined> = []
      service.answer = (req, res) => {
        tags.push(req.headers['if-none-match'])
        const headers = { 'Cache-Control': 'no-cache', ETag: '"1"' }
        if (tags.length > 1) res.writeHead(304, headers).end()
        else json({ 'app-1': jwks('app-1') }, headers)(req, res)
      }
      const keys = keysFromUrl(url, { ttl: 0, coolDown: 0 })
      assert.is(await judge(keys), 'app-1')
      assert.is(await judge(keys), 'app-1')
      assert.equal(tags, [undefined, '"1"'])
      const slow = keysFromUrl(url, { ttl: 0, coolDown: 60 })
      service.answer = json({ 'app-1': jwks('app-1') }, { 'Cache-Control': 'no-store' })
      const before = service.asked
      assert.is(await judge(slow), 'app-1')
      assert.is(await judge(slow), 'app-1')
      assert.is(service.asked, before + 1)
    }),
  )

  source('a rotated key counts, and a withdrawn one is refused: after the header’s time, or at once by reload', () =>
    served(async (url, service) => {
      service.answer = json({ 'app-1': jwks('app-1') }, { 'Cache-Control': 'max-age=3600' })
      const keys = keysFromUrl(url, { staleLimit: 3600 })
      assert.is(await judge(keys, 'app-1'), 'app-1')
      service.answer = json({ 'app-1': jwks('app-2') }, { 'Cache-Control': 'max-age=0' })
      assert.is(await judge(keys, 'app-1'), 'app-1')
      await keys.reload()
      assert.is(await judge(keys, 'app-1'), 'signature_invalid')
      assert.is(await judge(keys, 'app-2'), 'app-1')
    }),
  )

  source('a cache on the way that still has the old document brings no withdrawn key back', () =>
    served(async (url, service) => {
      const cached = json(
        { 'app-1': jwks('app-1') },
        { ETag: '"before"', Age: '2000', 'Cache-Control': 'max-age=3600' },
      )
      const origin = json({ 'app-1': jwks('app-2') }, { ETag: '"now"', 'Cache-Control': 'max-age=0' })
      service.answer = (req, res) => (req.headers['cache-control'] === 'no-cache' ? origin : cached)(req, res)
      const keys = keysFromUrl(url, { coolDown: 0 })
      await keys.reload()
      for (let i = 0; i < 3; i++) assert.is(await judge(keys, 'app-1'), 'signature_invalid')
    }),
  )

  source('an app that is new in the document is found after the cool-down', () =>
    served(async (url, service) => {
      service.answer = json({}, { 'Cache-Control': 'max-age=60' })
      const keys = keysFromUrl(url, { coolDown: 0 })
      assert.is(await judge(keys), 'app_unknown')
      service.answer = json({ 'app-1': jwks('app-1') }, { 'Cache-Control': 'max-age=60' })
      keys.forget()
      assert.is(await judge(keys), 'app-1')
    }),
  )

  source('while the server is away the document counts up to staleLimit, and then nothing does', () =>
    served(async (url, service) => {
      const { problems, onProblem } = heard()
      const keys = keysFromUrl(url, { ttl: 0, staleLimit: 0.3, coolDown: 0, onProblem })
      assert.is(await judge(keys), 'app-1')
      service.answer = json({}, {}, 500)
      assert.is(await judge(keys), 'app-1')
      assert.is(keys.state().failure, 'the answer is 500')
      await setTimeout(350)
      assert.is(await judge(keys), 'key_source_unavailable')
      assert.match(problems.join('\n'), 'failed: the answer is 500')
    }),
  )

  const lies: Readonly<Record<string, readonly [answer: RequestListener, told: RegExp]>> = {
    'a redirect': [json({}, { Location: 'http://localhost:1/' }, 302), /the answer is 302; redirects are not followed/],
    'a 304 for a document that it never sent': [json({}, {}, 304), /the answer is 304/],
    'no JSON': [(_, res) => void res.end('<html>'), /not one JSON object from app id to keys/],
    'a JWK Set without an app': [
      json({ keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }] }),
      /is a JWK Set, which does not say whose keys these are: put it into an object, \{"my-app"/,
    ],
    'too much': [json({ 'app-1': 'x'.repeat(5000) }), /larger than 4096 bytes/],
    'too much, without an end': [
      (_, res) => {
        const more = (): void => void (res.writable && res.write('x'.repeat(1000), more))
        more()
      },
      /larger than 4096 bytes/,
    ],
    'nothing, ever': [() => {}, /did not answer within 200 ms|gave no answer within/],
    'half a document, and then nothing': [
      (_, res) => void res.write('{"app-1":'),
      /could not be read to its end|gave no answer within/,
    ],
    'half a document, and then the end': [
      (_, res) => void res.writeHead(200, { 'Content-Length': '100' }).write('{', () => res.destroy()),
      /could not be read to its end/,
    ],
  }
  for (const [what, [answer, told]] of Object.entries(lies))
    source(`a server that answers ${what} gives no keys, and the fault is named`, () =>
      served(async (url, service) => {
        service.answer = answer
        const { problems, onProblem } = heard()
        // A server that never ends its answer costs the whole time limit.
        const isEndless = what.includes('nothing')
        const timeoutMs = isEndless ? 200 : 5000
        const keys = keysFromUrl(url, { timeoutMs, maxBytes: 4096, onProblem })
        assert.match(await keys.reload().then(String, ({ message }) => message), told)
        assert.is(await judge(keys), 'key_source_unavailable')
        assert.match(problems.join('\n'), told)
      }),
    )

  source('a wrong key, or null, refuses the requests of its app, and of no other app', () =>
    served(async (url, service) => {
      service.answer = json({ 'app-1': jwks('app-1'), 'app-2': canary, constructor: null })
      const keys = keysFromUrl(url, { onProblem: () => {} })
      assert.is(await judge(keys), 'app-1')
    }),
  )

  source('many requests at once share a fetch; own headers and an own fetch are used', () =>
    served(async (url, service) => {
      service.answer = (req, res) =>
        json(req.headers.authorization === 'Bearer x' ? { 'app-1': jwks('app-1') } : [])(req, res)
      const urls: Array<string> = []
      const fetch = (to: string, init: RequestInit) => {
        urls.push(to)
        return globalThis.fetch(to, init)
      }
      const keys = keysFromUrl(new URL(url), { fetch, headers: { Authorization: 'Bearer x' } })
      const result = await Promise.all(Array.from({ length: 5 }, () => judge(keys)))
      assert.equal(
        result,
        Array.from({ length: 5 }, () => 'app-1'),
      )
      assert.equal([service.asked, urls], [1, [url]])
    }),
  )

  source('a URL or an option that makes no sense is refused when the source is made', () => {
    const wrong: ReadonlyArray<readonly [string, object, RegExp]> = [
      ['http://keys.example/', {}, /must be https/],
      ['https://a:b@keys.example/', {}, /user name or password/],
      ['keys.json', {}, /does not start with https/],
      ['https://keys.example/#a', {}, /fragment/],
      ['https://keys.example/?a b', {}, /percent-encode/],
      ['https://keys.example/', { maxBytes: 0 }, /maxBytes/],
      ['https://keys.example/', { headers: { A: 'b\r\nC: d' } }, /headers must be a record of header values/],
      ['https://keys.example/', { ttl: 60, staleLimit: 1 }, /staleLimit must be at least ttl/],
      ['https://keys.example/', { cooldown: 1 }, /"cooldown" is not an option here/],
      ['https://keys.example/', { fetch: 1 }, /fetch must be a function/],
    ]
    for (const [url, options, told] of wrong) assert.throws(() => keysFromUrl(url, options), told)
  })
}
