/** Failures of the way to the service: each has its own words, which name the option to set; set, the request succeeds. */
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { inspect } from 'node:util'
import { type CommonOptions, createClient } from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { forwardProxy } from '../support/connectProxy.ts'
import { rsa } from '../support/keys.ts'
import { listen, ok, withListener } from '../support/listener.ts'
import { withServer } from '../support/loopback.ts'
import * as openssl from '../support/openssl.ts'
import { assert, needs, suite } from '../support/suite.ts'
import { app, refusal } from './refusal.ts'

const failing = suite('the way to the service')

const key = rsa(2048, 'app-1')

/** What a request fails with, and how often it was sent again. */
const failureOf = async (options: CommonOptions) => {
  let repeated = 0
  const onRetry = () => void repeated++
  const client = await createClient({ retries: 1, maxPauseMs: 1, proxy: false, onRetry, ...options, ...app })
  const error = await refusal(client.submitJob('{}'))
  assert.equal(Object.keys(error), ['reason', 'name'])
  const { code = '' } = error.cause as NodeJS.ErrnoException
  return { reason: error.reason, message: error.message, code, repeated }
}

const statusOf = async (options: CommonOptions): Promise<number> =>
  (await (await createClient({ ...options, ...app })).submitJob('{}')).status

/** A TLS server whose certificate nobody else has signed. */
const withTls = (use: (baseUrl: string, cert: string) => Promise<void>, hosts?: string): Promise<void> => {
  const cert = openssl.certificate(key, hosts)
  const server = createServer({ key: key.privatePem, cert }, (_, res) => res.end('{}'))
  return withServer(server, ({ port }) => use(`https://localhost:${port}`, cert))
}

needs('openssl', failing)('an untrusted certificate: the option ca; nothing is sent again', () =>
  withTls(async (baseUrl, cert) => {
    const failure = await failureOf({ baseUrl })
    assert.equal(
      [failure.reason, failure.code, failure.repeated],
      ['certificate_untrusted', 'DEPTH_ZERO_SELF_SIGNED_CERT', 0],
    )
    assert.match(failure.message, "the service's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)")
    assert.match(failure.message, 'as the option ca, in PEM, or name its file in NODE_EXTRA_CA_CERTS')
    assert.is(await statusOf({ baseUrl, ca: cert }), 200)
  }),
)

needs('openssl', failing)('a certificate for another host: the base URL', () =>
  withTls(async (baseUrl, cert) => {
    const failure = await failureOf({ baseUrl, ca: cert })
    assert.equal([failure.reason, failure.code], ['certificate_untrusted', 'ERR_TLS_CERT_ALTNAME_INVALID'])
    assert.match(
      failure.message,
      'the certificate is for another host; give a baseUrl with a host that the certificate names',
    )
  }, 'DNS:jobs.example'),
)

needs('openssl', failing)('a proxy that asks for a password: its URL, for https and for http', () =>
  withTls(async (https, cert) =>
    withListener([ok()], async ({ url: http, requests }) => {
      const proxy = await forwardProxy('me:p@ss')
      try {
        const address = `127.0.0.1:${proxy.port}`
        for (const baseUrl of [https, http]) {
          for (const given of [`http://${address}`, `http://me:wrong@${address}`]) {
            const client = await createClient({ baseUrl, ca: cert, proxy: given, ...app })
            const error = await refusal(client.submitJob('{}'))
            assert.is(error.reason, 'proxy_failed')
            assert.match(
              error.message,
              'the proxy did not connect to the service (407): the proxy asks for a user and a password',
            )
            assert.match(error.message, 'http://USER:PASSWORD@HOST:PORT, in the option proxy or in https_proxy')
            assert.not.match(inspect(error, { depth: 9, showHidden: true }), 'wrong')
          }
          assert.is(requests.length, 0)
          assert.is(await statusOf({ baseUrl, ca: cert, proxy: `http://me:p%40ss@${address}` }), 200)
        }
      } finally {
        proxy.close()
      }
    }),
  ),
)

needs('openssl', failing)(
  'a proxy whose certificate is untrusted, whose host has no address, or that is not there',
  async () => {
    const proxy = await forwardProxy(200, { key: key.privatePem, cert: openssl.certificate(key) })
    const baseUrl = 'https://localhost:9'
    const failure = await failureOf({ baseUrl, proxy: `https://localhost:${proxy.port}` })
    assert.equal([failure.reason, failure.code], ['proxy_failed', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
    assert.match(
      failure.message,
      'the certificate of the proxy is not trusted; give the certificate of its authority as the option ca',
    )
    proxy.close()
    const gone = await failureOf({ baseUrl, proxy: `http://127.0.0.1:${proxy.port}` })
    assert.equal([gone.code, gone.repeated], ['ECONNREFUSED', 1])
    assert.match(
      gone.message,
      'the proxy does not answer; is it running, and is the URL in the option proxy, or in https_proxy',
    )
    const unknown = await failureOf({ baseUrl, proxy: 'http://proxy.invalid:3128' })
    assert.match(unknown.code, /^(ENOTFOUND|EAI_AGAIN)$/)
    assert.match(unknown.message, 'the host of the proxy has no address; is the URL in the option proxy')
  },
)

failing(
  'a name without an address, a closed port, a closed connection, a service without TLS or without HTTP',
  async () => {
    const unknown = await failureOf({ baseUrl: 'https://jobs.invalid' })
    assert.is(unknown.reason, 'network_failed')
    assert.match(unknown.code, /^(ENOTFOUND|EAI_AGAIN)$/)
    assert.match(unknown.message, 'If this machine needs a proxy to reach other networks, set the option proxy')
    for (const [script, code, words] of [
      [undefined, /^ECONNRESET$/, 'closed the connection, and may have received the request; the option retries'],
      ['SSH-2.0-x\r\n\r\n', /^HPE_/, 'the answer is not HTTP/1.1; is the port of the base URL right?'],
    ] as const) {
      await withListener([script], async ({ url }) => {
        const failure = await failureOf({ baseUrl: url })
        assert.is(failure.reason, 'network_failed')
        assert.match(failure.code, code)
        assert.match(failure.message, words)
      })
    }
    await withServer(createPlainServer(), async ({ port }) => {
      const failure = await failureOf({ baseUrl: `https://127.0.0.1:${port}` })
      assert.match(failure.message, 'the TLS connection could not be made; does the service speak TLS at this port')
    })
    const gone = await listen()
    await gone.close()
    assert.equal((await failureOf({ baseUrl: gone.url })).code, 'ECONNREFUSED')
  },
)

failing('the cause holds the members of the platform’s error that are no secrets, and no other', async () => {
  const thrown = Object.assign(new Error('S3CRET'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: 'jobs.example',
    config: { headers: { Authorization: 'S3CRET' } },
    rawPacket: Buffer.from('S3CRET'),
  })
  const fetch = () => Promise.reject(thrown)
  const client = await web.createClient({ baseUrl: 'https://jobs.example', ...app, fetch })
  const error = await refusal(client.fetch('/'))
  const cause = error.cause as NodeJS.ErrnoException
  assert.equal({ ...cause }, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'jobs.example' })
  assert.is(cause.message, 'getaddrinfo ENOTFOUND jobs.example')
  assert.not.match(inspect(error, { depth: 9, showHidden: true }), 'S3CRET')
})
