import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { serve as command } from '../../../src/apps/cli/serve.ts'
import * as AppId from '../../../src/core/AppId.ts'
import * as der from '../../support/der.ts'
import { rsa } from '../../support/keys.ts'
import { freePort, withServer } from '../../support/loopback.ts'
import { assert, suite, until } from '../../support/suite.ts'
import { app2, type ToSign } from '../../support/world.ts'
import { complaintsOf, fails, file, home, type Service, serving, servingAlone, signedNow as signed } from './command.ts'

const seconds = (): number => Math.floor(Date.now() / 1000)
const body = '{"stages":[{"type":"LATER","x":[1]}],"request_id":"7","more":true}'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: { readonly error: { readonly code: string; readonly message: string } }
}

const send = async (url: string, authorization: string | undefined, init: RequestInit = {}): Promise<Answer> => {
  const headers = authorization === undefined ? {} : { authorization }
  const answer = await fetch(url, { method: 'POST', headers, body, ...init })
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Answer['json'] }
}

const signedNow = (what: ToSign = {}): Promise<string> => signed({ body, ...what })

const accepted = async ({ url }: Service, what: ToSign = {}): Promise<boolean> =>
  (await send(`${url}/v1/jobs`, await signedNow(what))).status === 200

const answering = suite('countersign serve: its answers')

answering('an accepted job: the answer has its app, its id and its stages', () =>
  serving(['--keys', 'keys'], async ({ url, log, logged }) => {
    const { status, headers, json } = await send(`${url}/v1/jobs`, await signedNow())
    assert.is(status, 200)
    assert.is(headers.get('content-type'), 'application/json; charset=UTF-8')
    const { job_id, ...job } = json as unknown as { readonly job_id: string }
    assert.match(job_id, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(job, { app_id: 'app-1', request_id: '7', stages: [{ type: 'LATER', x: [1] }] })
    await logged('accepted')
    assert.match(
      log(),
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z 200 app-1: POST \/v1\/jobs: accepted a job of 1 stage\n$/,
    )
  }),
)

answering('the log names the key that was tried, and the answer does not', () =>
  serving(['--keys', 'keys'], async ({ url, logged }) => {
    const spki = rsa(2048, 'app-1').publicKey.export({ type: 'spki', format: 'der' })
    const short = createHash('sha256').update(spki).digest('hex').slice(0, 8)
    const { status, json } = await send(`${url}/v1/jobs`, await signedNow({ body: 'other' }))
    await logged(`key (sha256:${short})\n`)
    assert.is(status, 401)
    assert.not.match(JSON.stringify(json), short)
  }),
)

answering('the log names method and path of a refused request, and a CORS preflight as one', () =>
  serving(['--keys', 'keys'], async ({ url, log, logged }) => {
    const asked = { 'access-control-request-method': 'POST' }
    for (const [target, headers] of [
      ['/plain', { origin: 'https://app.example' }],
      ['/preflight', { origin: 'https://app.example', ...asked }],
      ['/no-page', asked],
      [`/${'long'.repeat(100)}`, {}],
    ] as const)
      await fetch(`${url}${target}?S3CRET`, { method: 'OPTIONS', headers: { ...headers, cookie: 'S3CRET' } })
    await logged('OPTIONS /long')
    const [plain, preflight, noPage, long] = log().trim().split('\n')
    const words = 'the request has no Authorization header'
    for (const [line, path] of [
      [plain, '/plain'],
      [noPage, '/no-page'],
      [long, `/${'long'.repeat(100).slice(0, 199)}…`],
    ] as const)
      assert.ok(line?.includes(` 401 authorization_missing: OPTIONS ${path}: ${words}`), line)
    assert.ok(
      preflight?.includes(' 401 authorization_missing: OPTIONS /preflight: this is a CORS preflight'),
      preflight,
    )
    assert.not.match(log(), 'S3CRET')
  }),
)

answering('--cors lets the pages of an origin in: their preflight is answered, logged as one, and no other', () =>
  serving(['--public-key', 'keys', '--cors', 'https://app.example'], async ({ url, log, logged }) => {
    const asked = { 'access-control-request-method': 'POST' }
    const ask = (origin: string) => fetch(`${url}/v1/jobs?S3CRET`, { method: 'OPTIONS', headers: { origin, ...asked } })
    const allowed = await ask('https://app.example')
    assert.equal([allowed.status, allowed.headers.get('access-control-allow-origin')], [204, 'https://app.example'])
    assert.is((await ask('https://other.example')).status, 401)
    const refused = await fetch(url, { headers: { origin: 'https://app.example' } })
    assert.equal([refused.status, refused.headers.get('access-control-allow-origin')], [401, 'https://app.example'])
    await logged('authorization_missing')
    assert.match(log(), / 204 preflight: OPTIONS \/v1\/jobs: a browser asks before/)
    assert.not.match(log(), 'S3CRET')
  }),
)

answering('the same as JSON', () =>
  serving(['--keys', 'keys', '--log', 'json'], async ({ url, log, logged }) => {
    await send(`${url}/v1/jobs?a=1`, 'Token S3CRET')
    await logged('scheme_unsupported')
    const { time: _, message, milliseconds, request_id, ...line } = JSON.parse(log()) as Record<string, unknown>
    assert.equal([typeof milliseconds, typeof request_id], ['number', 'string'])
    assert.equal(line, {
      level: 'warn',
      status: 401,
      outcome: 'reject',
      reason: 'scheme_unsupported',
      code: 'scheme_unsupported',
      method: 'POST',
      path: '/v1/jobs',
      client: '127.0.0.1',
    })
    assert.match(String(message), 'scheme_unsupported: POST /v1/jobs: the Authorization header has the auth type Token')
  }),
)

answering('every other path and method of a verified request: who sent it', () =>
  serving(['--keys', 'keys'], async ({ url, logged }) => {
    for (const [method, target] of [
      ['POST', '/v1/jobs/'],
      ['PUT', '/v1/jobs'],
      ['GET', '/v1/jobs/7?wait=1'],
      ['DELETE', '/'],
    ] as const) {
      const sent = method === 'GET' ? '' : body
      const header = await signedNow({ method, target, body: sent })
      const { status, json } = await send(`${url}${target}`, header, { method, body: sent === '' ? null : sent })
      assert.is(status, 200)
      assert.equal(json, { app_id: 'app-1', scheme: 'signed', method, target, body_bytes: sent.length } as unknown)
      await logged(`200 app-1: ${method} ${target.replace('?wait=1', '')}\n`)
      const unsigned = await send(`${url}${target}`, undefined, { method, body: null })
      assert.equal([unsigned.status, unsigned.json.error.code], [401, 'authorization_missing'])
    }
    const head = await fetch(`${url}/a`, {
      method: 'HEAD',
      headers: { authorization: await signedNow({ method: 'HEAD', target: '/a', body: '' }) },
    })
    assert.equal([head.status, await head.text()], [200, ''])
  }),
)

answering('a job that is wrong: JSON or shape', () =>
  serving(['--keys', 'keys'], async ({ url, logged }) => {
    for (const [text, code, words] of [
      ['{"request_id":"7"', 'job_malformed', 'the job is not JSON: the text ends too early at byte 17'],
      [
        '{"request_id":"7","stages":{}}',
        'job_invalid',
        'the job is invalid: at /stages, expected an array, found an object',
      ],
    ] as const) {
      const { status, json } = await send(`${url}/v1/jobs`, await signedNow({ body: text }), { body: text })
      assert.is(status, 400)
      assert.equal(json, { error: { code, message: words } })
      await logged(`400 app-1: POST /v1/jobs: ${words}`)
    }
  }),
)

answering('tokens, in the international edition only', async () => {
  const digest = createHash('sha256').update('second').digest('hex')
  file('tokens', `# who may\napp-8 first\napp-9 sha256:${digest}\n`)
  await serving(['--keys', 'keys', '--tokens', 'tokens'], async ({ url }) => {
    for (const [token, appId] of [
      ['first', 'app-8'],
      ['second', 'app-9'],
    ] as const) {
      const { status, json } = await send(`${url}/v1/jobs`, `Bearer ${token}`)
      assert.is(status, 200)
      const { job_id: _, ...job } = json as unknown as { readonly job_id: string }
      assert.equal(job, { app_id: appId, request_id: '7', stages: [{ type: 'LATER', x: [1] }] })
    }
    const unknown = await send(`${url}/v1/jobs`, `Bearer ${digest}`)
    assert.equal([unknown.status, unknown.json.error.code], [401, 'token_invalid'])
    assert.match(unknown.headers.get('www-authenticate') ?? '', 'Bearer error="invalid_token"')
    assert.is((await send(`${url}/v1/jobs`, await signedNow())).status, 200)
  })
  await serving(['--keys', 'keys', '--tokens', 'tokens', '--edition', 'mainland'], async ({ url }) => {
    const { status, json, headers } = await send(`${url}/v1/jobs`, 'Bearer first')
    assert.equal([status, json.error.code], [401, 'bearer_not_offered'])
    assert.not.match(headers.get('www-authenticate') ?? '', 'Bearer')
    assert.is((await send(`${url}/v1/jobs`, await signedNow())).status, 200)
  })
})

answering('its options take effect', () =>
  serving(['--keys', 'keys', '--auth-type', 'NEXT', '--max-age', '5', '--max-skew', '5'], async ({ url }) => {
    const next = async (what: ToSign = {}) => (await signedNow(what)).replace('SVC-SHA256-RSA', 'NEXT')
    assert.is((await send(`${url}/v1/jobs`, await signedNow())).status, 401)
    assert.is((await send(`${url}/v1/jobs`, await next())).status, 200)
    const late = await send(`${url}/v1/jobs`, await next({ timestamp: seconds() - 20 }))
    assert.is(late.json.error.code, 'timestamp_expired')
    const early = await send(`${url}/v1/jobs`, await next({ timestamp: seconds() + 20 }))
    assert.is(early.json.error.code, 'timestamp_in_future')
  }),
)

answering('policies take effect: on headers, keys, nonces and jobs', async () => {
  const job = '{"request_id":"7","stages":[{"type":"INPUT_INITIALIZE","inputInitialize":{"seed":"1"}}]}'
  file('three/app-3.pem', der.pem('PUBLIC KEY', der.spki(der.modulusOf(rsa(2048, 'app-1')), 3n)))
  await serving(['--keys', 'three'], async ({ logged }) => {
    await logged('app-3.pem: the public exponent')
  })
  const taken = 'ows,int64-string,nonce-per-timestamp,small-exponent'
  await serving(['--keys', 'three', '--policy', 'small-exponent'], async ({ url }) => {
    const code = (await send(`${url}/`, await signedNow({ appId: 'app-3' as never }))).json.error.code
    assert.is(code, 'signature_invalid')
  })
  await serving(['--keys', 'keys', '--policy', taken, '--no-policy', 'scheme-case'], async ({ url }) => {
    const jobs = `${url}/v1/jobs`
    const same = { nonce: 'n-1', body: job }
    const first = await signedNow(same)
    assert.is((await send(jobs, first.replaceAll(',', ', '), { body: job })).status, 200)
    assert.is((await send(jobs, first, { body: job })).json.error.code, 'nonce_replayed')
    const later = await signedNow({ ...same, timestamp: seconds() + 5 })
    assert.is((await send(jobs, later, { body: job })).status, 200)
    const lower = (await signedNow()).replace('SVC', 'svc')
    assert.is((await send(jobs, lower)).json.error.code, 'scheme_unsupported')
  })
  await serving(['--keys', 'keys'], async ({ url }) => {
    const header = await signedNow({ body: job })
    assert.is((await send(`${url}/v1/jobs`, header, { body: job })).json.error.code, 'job_invalid')
  })
})

answering('what the HTTP parser refuses: an answer with a body, and a line in the log, without a byte of it', () =>
  serving(['--keys', 'keys'], async ({ port, log }) => {
    const raw = async (text: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      let out = ''
      socket.on('data', (chunk) => {
        out += chunk
      })
      socket.end(Buffer.from(text, 'latin1'))
      await once(socket, 'close')
      return out
    }
    const host = 'Host: S3CRET\r\n'
    // What each is told: parserRefusal.spec.ts.
    for (const [text, words, status = 400] of [
      [`GET /S3CRET b HTTP/1.1\r\n${host}\r\n`, 'the request line is not METHOD TARGET HTTP/1.1'],
      [`GET / HTTP/1.1\r\n${host}A: ${'S3CRET'.repeat(4000)}\r\n\r\n`, 'request line and headers are longer', 431],
      ['GET /S3CRET HTTP/1.1\r\n\r\n', 'the Host header is missing'],
      [`CONNECT x:1 HTTP/1.1\r\n${host}\r\n`, 'CONNECT asks for a tunnel'],
      [`GET / HTTP/1.1\r\n${host}S3CRE`, 'the connection ended in the middle of a request'],
    ] as const) {
      const before = log().length
      const answer = await raw(text)
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), answer)
      assert.match(answer, '\r\nContent-Type: application/json')
      const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Answer['json']
      assert.is(error.code, 'request_unreadable')
      assert.ok(error.message.startsWith(words), error.message)
      await until(async () => log().length > before)
      const line = log().slice(before)
      assert.match(line, new RegExp(`^\\S+Z ${status} request_unreadable, from 127\\.0\\.0\\.1:\\d+: `))
      assert.match(line.slice(line.indexOf(error.message) + error.message.length), /^ id=[0-9a-f]{32}\n$/)
      assert.not.match(line, 'S3CRE')
    }
    // The header was refused at once: no second answer to the same request.
    const once401 = await raw(`POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nab`)
    assert.is(once401.match(/HTTP\/1\.1 /g)?.length, 1)
    assert.ok(once401.startsWith('HTTP/1.1 401 '))
  }),
)

answering('--max-key-bits decides which keys it takes, above the default and below it', async () => {
  file('long/app-1.pem', der.publicOf(8192))
  await serving(['--keys', 'long', '--max-key-bits', '8192'], async (service) => {
    assert.is((await send(`${service.url}/v1/jobs`, await signedNow())).json.error.code, 'signature_invalid')
    await service.logged('401 signature_malformed: ')
  })
  file('longer/app-1.pem', der.publicOf(2049))
  await serving(['--keys', 'longer', '--max-key-bits', '2048'], async ({ logged }) => {
    await logged('(found 2049 bits, above 2048); here the setting is --max-key-bits')
  })
})

const living = suite('countersign serve: while it runs')

living('prints where it listens, under --json as one object', async () => {
  await serving(['--keys', 'keys', '--json'], async ({ url, out, stop }) => {
    assert.is((await fetch(url)).status, 401)
    assert.is(await stop(), 0)
    assert.match(out(), /^\{[^\n]+\}\n$/)
  })
})

living('the object of --json says what it expects', () =>
  serving(['--keys', 'keys', '--json', '--policy', 'ows', '--metrics', '0'], async ({ out, url }) => {
    await until(async () => out().endsWith('\n'))
    const { listening, metrics, expects } = JSON.parse(out())
    assert.is(listening, url)
    assert.match(metrics, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    const { example, ...rest } = expects
    assert.match(example, `countersign submit --base-url ${url} `)
    assert.equal(rest, {
      auth_type: 'SVC-SHA256-RSA',
      edition: 'international',
      tokens: false,
      max_age: 300,
      max_skew: 60,
      max_body: 1_048_576,
      apps: ['app-1'],
      policies: { ows: true },
    })
  }),
)

living('says at the start what it expects', async () => {
  const started = async (...args: ReadonlyArray<string>): Promise<string> => {
    let said = ''
    await serving(['--keys', 'keys', ...args], async ({ out }) => {
      await until(async () => out().includes('example'))
      said = out()
    })
    return said
  }
  const usual = await started()
  for (const line of [
    /^ {2}auth type {2}SVC-SHA256-RSA \(--auth-type\)$/m,
    /^ {2}edition {4}international, signed requests only /m,
    /^ {2}timestamp {2}at most 300 s old and 60 s ahead /m,
    /^ {2}apps {7}app-1$/m,
    /^ {2}target {5}the URL from its path on: \/v1\/jobs\?a=1 of http:\/\/127\.0\.0\.1:\d+\/v1\/jobs\?a=1$/m,
    /^ {2}example {4}countersign submit --base-url http:\/\/127\.0\.0\.1:\d+ --app-id app-1 --private-key private_key\.pem job\.json$/m,
  ])
    assert.match(usual, line)
  const other = await started('--edition', 'mainland', '--auth-type', "it's", '--policy', 'int64-string,ows')
  assert.match(other, /^ {2}policies {3}with int64-string, with ows$/m)
  assert.match(other, " --auth-type 'it'\\''s' --edition mainland --policy int64-string job.json\n")
})

living('starts with files that are no key, which close their apps alone, and says so', async () => {
  const pem = (name: string): string => rsa(2048, name).publicPem
  file('mixed/app-1.pem', pem('app-1'))
  file('mixed/app-2.pem', rsa(2048, 'app-2').privatePem)
  file('mixed/app-3.pem', pem('app-3'))
  file('mixed/app-4.pem', pem('app-3'))
  file('mixed/app 5.pem', pem('app-5'))
  await serving(['--keys', 'mixed', '--json'], async (service) => {
    const unsolved = '; until you correct or remove the file, '
    const end = (whose: string) => `${unsolved}requests of ${whose} are refused`
    const ofBoth = `${unsolved}the key belongs to the app that signs with it first, and requests of the other app are refused`
    const isPrivate = 'this is a private key instead of a public key; keep it secret and give the public key'
    await service.logged(`app-2.pem: ${isPrivate}${end('the app "app-2"')}`)
    const shared = 'the same key is given to two apps; the app id is not signed, so each app needs its own key'
    await service.logged(`app-3.pem: ${shared} (found with app-4)${ofBoth}`)
    await service.logged(`app-4.pem: ${shared} (found with app-3)${ofBoth}`)
    await service.logged(`app 5.pem: the name must be ${AppId.rule.expected}${end('its app')}`)
    assert.is(await accepted(service), true)
    const { json } = await send(`${service.url}/v1/jobs`, await signedNow({ appId: app2, key: rsa(2048, 'app-2') }))
    assert.is(json.error.code, 'key_source_unavailable')
  })
})

living('a token that is withdrawn or added counts while it runs, and junk takes all away', async () => {
  file('changing-tokens', 'app-8 first\n')
  await serving(['--keys', 'keys', '--tokens', 'changing-tokens'], async ({ url, logged }) => {
    const statusOf = async (token: string) => (await send(`${url}/v1/jobs`, `Bearer ${token}`)).status
    assert.is(await statusOf('first'), 200)
    file('changing-tokens', 'app-8 second\n')
    await until(async () => (await statusOf('first')) === 401)
    assert.is(await statusOf('second'), 200)
    file('changing-tokens', 'app-8 two words\n')
    await until(async () => (await statusOf('second')) === 503)
    await logged('--tokens changing-tokens: line 1: expected APPID TOKEN')
  })
})

living('starts with an empty key folder, and says so', async () => {
  mkdirSync(join(home, 'empty'), { recursive: true })
  await serving(['--keys', 'empty'], async (service) => {
    assert.match(service.log(), 'there is no key yet in empty: add a file APPID.pem')
    assert.is(await accepted(service), false)
    file('empty/app-1.pem', rsa(2048, 'app-1').publicPem)
    await until(() => accepted(service))
  })
})

living('with memory:FILE, no request accepted before a crash is accepted again', async () => {
  const headers: Array<string> = []
  await servingAlone(['--keys', 'keys', '--guard', 'memory:mark'], async (service) => {
    for (const ahead of [0, 0, 3, 0, 5]) {
      const header = await signedNow({ timestamp: seconds() + ahead })
      assert.is((await send(`${service.url}/v1/jobs`, header)).status, 200)
      headers.push(header)
    }
    assert.is(await service.stop('SIGKILL'), 'SIGKILL')
  })
  await servingAlone(['--keys', 'keys', '--guard', 'memory:mark'], async (service) => {
    for (const header of headers) {
      const { status, json } = await send(`${service.url}/v1/jobs`, header)
      assert.equal([status, json.error.code], [503, 'guard_starting'])
    }
    // A request newer than all accepted ones passes at once.
    assert.is((await send(`${service.url}/v1/jobs`, await signedNow({ timestamp: seconds() + 30 }))).status, 200)
  })
})

/** The line of a request that is accepted. On a machine with much to do the guard may have no time: then another one is. */
const takenBy = async ({ url }: Pick<Service, 'url'>): Promise<string> => {
  for (let tries = 1; ; tries++) {
    const header = await signedNow()
    const { status, json } = await send(`${url}/v1/jobs`, header)
    if (status === 200) return header
    assert.equal([json.error.code, tries < 20], ['guard_unavailable', true])
  }
}

living('with lmdb:FOLDER, several processes share one memory, which survives a crash', async () => {
  let header = ''
  let later = ''
  const guarded = ['--keys', 'keys', '--guard', 'lmdb:nonces']
  await servingAlone(guarded, (one) =>
    servingAlone(guarded, async (other) => {
      header = await takenBy(one)
      assert.is((await send(`${other.url}/v1/jobs`, header)).json.error.code, 'nonce_replayed')
      later = await takenBy(other)
      assert.is(await one.stop('SIGKILL'), 'SIGKILL')
      assert.is((await send(`${other.url}/v1/jobs`, later)).json.error.code, 'nonce_replayed')
    }),
  )
  await servingAlone(guarded, async ({ url }) => {
    for (const each of [header, later])
      assert.is((await send(`${url}/v1/jobs`, each)).json.error.code, 'nonce_replayed')
    await takenBy({ url })
  })
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  living(`stops on ${signal} with exit code 0, even with open connections`, () =>
    servingAlone(['--keys', 'keys'], async ({ url, port, stop }) => {
      await fetch(url, { headers: { connection: 'keep-alive' } })
      const idle = connect(port, '127.0.0.1')
      const half = connect(port, '127.0.0.1')
      for (const socket of [idle, half]) socket.on('error', () => {})
      await Promise.all([once(idle, 'connect'), once(half, 'connect')])
      half.write('POST /v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{')
      assert.is(await stop(signal), 0)
      for (const socket of [idle, half]) socket.destroy()
    }),
  )
}

living('keeps serving when its log is not read', () =>
  servingAlone(['--keys', 'keys'], async (service) => {
    service.process.stderr?.destroy()
    service.process.stdout?.destroy()
    for (let i = 0; i < 3; i++) assert.is(await accepted(service), true)
  }),
)

const failing = suite('countersign serve: what cannot be used')

const serve = (...args: ReadonlyArray<string>) => ['serve', '--keys', 'keys', ...args]

failing('a file of tokens with junk, without repeating it', async () => {
  const junk = file('junk', 'app-1 good\napp-2 two words\n')
  const expected = '--tokens junk: line 2: expected APPID TOKEN, APPID sha256:HEX, or only a token'
  await fails(serve('--tokens', junk), expected)
  const noFile = 'this is a folder, a pipe or a device; save the tokens in a file that can be read again'
  await fails(serve('--tokens', 'keys'), `--tokens keys: ${noFile}`)
})

failing('a guard whose file cannot be used', async () => {
  const cannot = '--guard: the replay guard cannot answer: the high-water file'
  const missing = `${cannot} ${join(home, 'nowhere/x')} cannot be read: there is no such file or folder`
  await fails(serve('--guard', 'memory:nowhere/x'), missing)
  file('not-a-mark', 'hello')
  const damaged =
    'is damaged, or is not a file of the guard; without the right file, the guard could accept a request a second time'
  await fails(serve('--guard', 'memory:not-a-mark'), `${cannot} ${join(home, 'not-a-mark')} ${damaged}`)
})

failing('a port that is taken', () =>
  withServer(createServer(), async ({ port }) => {
    const complaint = `--port ${port}: this port is in use; choose another port, or 0 for a free one`
    await fails(serve('--port', String(port)), complaint, { exit: 3 })
  }),
)

failing('an unreachable store, without showing its password', async () => {
  await fails(serve('--guard', `lmdb:${file('a-file', '')}`), /^error: --guard: .*a-file/)
  const port = await freePort()
  const refused = `--guard redis: no connection to 127.0.0.1:${port} (ECONNREFUSED)`
  const surroundings = { exit: 3, env: { COUNTERSIGN_REDIS_PASSWORD: 'S3CRET' } }
  await fails(serve('--guard', `redis://127.0.0.1:${port}`), refused, surroundings)
})

failing('an option without its value, and one of another program', () => {
  const [complaint = ''] = complaintsOf(command.parse(['--keys', 'keys', '--guard']))
  assert.ok(
    complaint.startsWith('--guard needs a value: where the server keeps the nonces. memory (the default): '),
    complaint,
  )
  const host = complaintsOf(command.parse(['--keys', 'keys', '--host', '0.0.0.0']))
  assert.equal(host, ['there is no option --host; is it --port?'])
})
