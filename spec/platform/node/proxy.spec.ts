import { Agent } from 'node:http'
import { createServer, Agent as TlsAgent } from 'node:https'
import * as E from 'fp-ts/lib/Either.js'
import { createClient } from '../../../src/client/node.ts'
import * as web from '../../../src/client/web.ts'
import { parse } from '../../../src/core/BaseUrl.ts'
import { sendWhole } from '../../../src/kit/testing/laws/HttpScene.ts'
import { httpClient } from '../../../src/platform/node/httpClient.ts'
import { proxyFor } from '../../../src/platform/node/proxy.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { refusal } from '../../client/refusal.ts'
import { type ForwardProxy, forwardProxy } from '../../support/connectProxy.ts'
import { requestTo } from '../../support/httpContract.ts'
import { rsa } from '../../support/keys.ts'
import { withServer } from '../../support/loopback.ts'
import * as openssl from '../../support/openssl.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'
import { withVerifyingService } from '../../support/verifyingService.ts'

const key = rsa(2048, 'app-1')
const app = { appId: 'app-1', privateKey: key.privatePem }
const keys = { 'app-1': key.publicPem }

const withProxy = async (use: (proxy: ForwardProxy) => Promise<void>, ...as: Parameters<typeof forwardProxy>) => {
  const proxy = await forwardProxy(...as)
  try {
    await use(proxy)
  } finally {
    proxy.close()
  }
}

/** A verifying service over TLS. It counts connections. */
const withTls = async (
  use: (service: { baseUrl: string; cert: string; targets: Array<string>; connections: () => number }) => Promise<void>,
): Promise<void> => {
  const cert = openssl.certificate(key)
  const targets: Array<string> = []
  let connections = 0
  const listener = verified(await createVerifier({ keys }), (_, res, { target }) => {
    targets.push(target)
    res.end(target)
  })
  const server = createServer({ key: key.privatePem, cert }, listener)
  server.on('secureConnection', () => void connections++)
  await withServer(server, ({ port }) =>
    use({ baseUrl: `https://localhost:${port}`, cert, targets, connections: () => connections }),
  )
}

const through = suite('a proxy')

needs('openssl', through)(
  'for https gets CONNECT and nothing of the request; jobs and fetch share one connection',
  () =>
    withTls(({ baseUrl, cert, targets, connections }) =>
      withProxy(async (proxy) => {
        const url = `http://me:p%40ss@127.0.0.1:${proxy.port}`
        const client = await createClient({ baseUrl, ...app, ca: cert, proxy: url })
        for (let i = 0; i < 5; i++) assert.is((await client.submitJob('{}')).status, 200)
        assert.is(await (await client.fetch("/a/../it's?")).text(), "/a/../it's?")
        assert.equal(targets, [...Array(5).fill('/v1/jobs'), "/a/../it's?"])
        assert.is(connections(), 1)
        assert.equal(
          proxy.asked.map(({ line }) => line),
          [`CONNECT ${baseUrl.slice('https://'.length)}`],
        )
        const { headers } = proxy.asked[0] as ForwardProxy['asked'][number]
        assert.is(headers['proxy-authorization'], `Basic ${Buffer.from('me:p@ss').toString('base64')}`)
        assert.is(headers.authorization, undefined)
      }),
    ),
)

needs('openssl', through)('may itself be reached by TLS', () =>
  withTls(({ baseUrl, cert }) =>
    withProxy(
      async (proxy) => {
        const client = await createClient({ baseUrl, ...app, ca: cert, proxy: `https://localhost:${proxy.port}` })
        assert.is((await client.submitJob('{}')).status, 200)
        assert.is(proxy.asked.length, 1)
      },
      200,
      { key: key.privatePem, cert },
    ),
  ),
)

through('for http on loopback gets the absolute form; what is signed stays the origin form', () =>
  withVerifyingService({ keys }, ({ baseUrl, handled }) =>
    withProxy(async (proxy) => {
      const client = await createClient({ baseUrl, ...app, proxy: `127.0.0.1:${proxy.port}` })
      assert.is((await client.fetch('/a/../b?', { method: 'POST', body: 'x' })).status, 201)
      assert.is(handled[0]?.target, '/a/../b?')
      assert.equal(
        proxy.asked.map(({ line, headers }) => [line, headers.host]),
        [[`POST ${baseUrl}/a/../b?`, baseUrl.slice('http://'.length)]],
      )
    }),
  ),
)

through('elsewhere gets nothing in the clear', async () => {
  const client = await createClient({ baseUrl: 'http://127.0.0.1:9', ...app, proxy: 'http://proxy.example:3128' })
  const error = await refusal(client.submitJob('{}'))
  assert.is(error.reason, 'proxy_failed')
  assert.match(error.message, 'plain http would leave this machine')
})

through('that refuses, or is not there: nothing was sent, so another attempt may come', async () => {
  await withProxy(async (proxy) => {
    const baseUrl = 'https://localhost:9'
    const client = await createClient({
      baseUrl,
      ...app,
      proxy: `http://127.0.0.1:${proxy.port}`,
      retries: 2,
      maxPauseMs: 1,
    })
    const error = await refusal(client.submitJob('{}'))
    assert.equal([error.reason, proxy.asked.length], ['proxy_failed', 3])
    assert.match(error.message, '(407)')
    proxy.close()
    const gone = await refusal((await createClient({ baseUrl, ...app, proxy: `127.0.0.1:${proxy.port}` })).fetch('/'))
    assert.match(gone.message, '(ECONNREFUSED)')
  }, 407)
})

through('of the environment is used for a service that is not on loopback', () =>
  withProxy(async (proxy) => {
    const before = process.env.https_proxy
    process.env.https_proxy = `http://127.0.0.1:${proxy.port}`
    try {
      const send = sendWhole(httpClient())
      await send(requestTo(right(parse('https://jobs.invalid')), { timeoutMs: 500 }))()
      await sendWhole(httpClient({ proxy: false }))(requestTo(right(parse('https://jobs.invalid'))))()
      const lines = proxy.asked.map(({ line }) => line)
      assert.equal(lines, ['CONNECT jobs.invalid:443'])
    } finally {
      if (before === undefined) delete process.env.https_proxy
      else process.env.https_proxy = before
    }
  }),
)

through('which one the environment means', () => {
  const of = (url: string, env: Record<string, string>) => proxyFor(right(parse(url)), env)?.host
  const all = { https_proxy: 'http://one:1', all_proxy: 'two:2', HTTP_PROXY: 'three:3' }
  for (const [url, env, host] of [
    ['https://jobs.example', {}, undefined],
    ['https://jobs.example', all, 'one'],
    ['https://jobs.example', { HTTPS_PROXY: 'http://[::1]:8' }, '::1'],
    ['https://jobs.example', { ALL_PROXY: 'two:2' }, 'two'],
    ['https://jobs.example', { HTTP_PROXY: 'three:3' }, undefined],
    ['https://jobs.example', { https_proxy: '', HTTPS_PROXY: 'four:4' }, 'four'],
    ['https://jobs.example', { https_proxy: 'socks5://one:1' }, undefined],
    ['https://jobs.example', { https_proxy: 'http://%zz@one:1' }, undefined],
    ['https://localhost', all, undefined],
    ['http://127.0.0.1:8787', all, undefined],
    ['https://jobs.example', { ...all, no_proxy: 'jobs.example' }, undefined],
    ['https://jobs.example', { ...all, NO_PROXY: 'other.example, .example' }, undefined],
    ['https://a.jobs.example:8443', { ...all, no_proxy: 'jobs.example:8443' }, undefined],
    ['https://jobs.example:8443', { ...all, no_proxy: 'jobs.example:443' }, 'one'],
    ['https://myjobs.example', { ...all, no_proxy: 'jobs.example' }, 'one'],
    ['https://jobs.example', { ...all, no_proxy: '*' }, undefined],
    ['https://jobs.example', { ...all, no_proxy: 'jobs.example.' }, undefined],
    ['https://a.jobs.example', { ...all, no_proxy: '.jobs.example.' }, undefined],
    ['https://jobs.example:8443', { ...all, no_proxy: 'jobs.example.:8443' }, undefined],
    ['https://10.1.2.3', { ...all, no_proxy: '10.0.0.0/8' }, undefined],
    ['https://10.1.2.3:8443', { ...all, no_proxy: 'x.example 10.0.0.0/8' }, undefined],
    ['https://11.1.2.3', { ...all, no_proxy: '10.0.0.0/8' }, 'one'],
    ['https://10.1.2.3', { ...all, no_proxy: '10.1.2.0/24' }, undefined],
    ['https://10.1.3.3', { ...all, no_proxy: '10.1.2.0/24' }, 'one'],
    ['https://10.1.2.3', { ...all, no_proxy: '10.0.0.0/99' }, 'one'],
    ['https://10.1.2.3', { ...all, no_proxy: '10.0.0.0/' }, 'one'],
    ['https://10.1.2.3', { ...all, no_proxy: '10.0.0.0/x' }, 'one'],
    ['https://jobs.example', { ...all, no_proxy: '10.0.0.0/8' }, 'one'],
    ['https://[fd00::1]', { ...all, no_proxy: 'fd00::1' }, undefined],
    ['https://[fd00::1]:8443', { ...all, no_proxy: 'fd00:0:0::1' }, undefined],
    ['https://[fd00::1]', { ...all, no_proxy: '[fd00::1]' }, undefined],
    ['https://[fd00::1]', { ...all, no_proxy: 'fd00::/8' }, undefined],
    ['https://[fe80::1]', { ...all, no_proxy: 'fd00::/8' }, 'one'],
  ] as const)
    assert.is(of(url, env), host, JSON.stringify([url, env]))
})

through('a setting that makes no sense is named, and no password is', async () => {
  const baseUrl = 'https://jobs.example'
  for (const [options, words] of [
    [{ proxy: 'ftp://me:S3CRET@proxy' }, 'createClient: proxy must be the URL of a proxy, such as'],
    [{ proxy: 7 }, 'proxy must be the URL'],
    [{ ca: 7 }, 'createClient: ca must be certificates in PEM'],
    [
      { agent: { dispatch: () => true } },
      'for a dispatcher of undici, give the option fetch: (url, init) => undici.fetch(',
    ],
    [{ agent: new Agent() }, 'the agent is for http:, and baseUrl begins with https:'],
    [{ agent: new TlsAgent(), proxy: 'one:1' }, 'an agent makes its own connections'],
    [{ proxy: 'one:1', fetch }, 'proxy: your own fetch sends the requests; set these options in your fetch'],
  ] as const) {
    const error = await refusal(createClient({ baseUrl, ...app, ...options } as never))
    assert.match(error.message, words)
    assert.not.match(error.message, 'S3CRET')
  }
  assert.match((await refusal(web.createClient({ baseUrl, ...app, ca: 'x' }))).message, 'ca: your own fetch')
})

needs('openssl', through)('an agent of one’s own connects', () =>
  withTls(async ({ baseUrl, cert, connections }) => {
    const agent = new TlsAgent({ ca: cert, keepAlive: true })
    const client = await createClient({ baseUrl, ...app, agent })
    for (let i = 0; i < 3; i++) assert.is((await client.submitJob('{}')).status, 200)
    assert.is(connections(), 1)
    agent.destroy()
    const unsure = await refusal((await createClient({ baseUrl, ...app })).submitJob('{}'))
    assert.match(unsure.message, 'DEPTH_ZERO_SELF_SIGNED_CERT')
    assert.ok(E.isRight(parse(baseUrl)))
  }),
)
