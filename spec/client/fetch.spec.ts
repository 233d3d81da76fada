import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { createClientOn } from '../../src/client/createClient.ts'
import * as node from '../../src/client/node.ts'
import { pollBy } from '../../src/client/poll.ts'
import { readKeyBy } from '../../src/client/readKey.ts'
import { checkInit } from '../../src/client/transportInit.ts'
import { parse } from '../../src/core/Authorization.ts'
import { ofTimeouts } from '../../src/effects/Timer.ts'
import * as Job from '../../src/job/Job.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { platform as nodePlatform } from '../../src/platform/node/platform.ts'
import { platform as webPlatform } from '../../src/platform/web/platform.ts'
import type { VerifierOptions } from '../../src/server/node.ts'
import { listen, ok, type RawRequest, silence, status, withListener } from '../support/listener.ts'
import { assert, forAll, right, suite } from '../support/suite.ts'
import { type Handled, type Service, withVerifyingService } from '../support/verifyingService.ts'
import { app, key, refusal, rejection } from './refusal.ts'

/** Time passes twenty times as fast: pauses and time limits of seconds cost milliseconds, beside real input and output. */
const times = 20
const timer = ofTimeouts(
  (then, ms) => setTimeout(then, ms / times),
  clearTimeout,
  () => performance.now() * times,
)

/** A service that knows the key's public half. */
const withService = (
  use: (service: Service) => Promise<void>,
  options: Partial<VerifierOptions> = {},
  answer?: Parameters<typeof withVerifyingService>[2],
): Promise<void> => withVerifyingService({ keys: { 'app-1': key.publicPem }, ...options }, use, answer)

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()
const header = ({ headers }: RawRequest, name: string): string | undefined => headers.find(([n]) => n === name)?.[1]
const nonceOf = (request: RawRequest): string => {
  const authorization = right(parse(header(request, 'authorization') ?? ''))
  return authorization._tag === 'Signed' ? authorization.nonce : ''
}

const streamOf = (...pieces: ReadonlyArray<string>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

const formOf = (): FormData => {
  const form = new FormData()
  form.set('name', 'ä')
  form.set('file', new Blob(['\0\xff']), 'a.bin')
  return form
}

/** Edge runtimes have no `AbortSignal.any`. */
const { any: platformsAny } = AbortSignal

for (const [name, platform] of [
  ['node', nodePlatform],
  ['web', webPlatform],
] as const) {
  const createClient = createClientOn({
    ...platform,
    timer,
    readKey: readKeyBy(platform),
    jobs: () => async () => E.right(Job),
    polling: () => async () => E.right(pollBy),
    ...(name === 'node' ? { checkInit } : {}),
  })
  const withFetch = (
    use: (it: Service & Pick<node.Client, 'fetch'>) => Promise<void>,
    ...more: [options?: Partial<VerifierOptions>, answer?: Parameters<typeof withVerifyingService>[2]]
  ): Promise<void> =>
    withService(
      async (service) => {
        const { fetch } = await createClient({ baseUrl: service.baseUrl, ...app })
        await use({ ...service, fetch })
      },
      ...more,
    )
  const bodies = suite(`client.fetch (${name}): bodies`)

  bodies('of every kind are signed as sent, with their own content type', () =>
    withFetch(async ({ fetch, handled }) => {
      const bytes = new Uint8Array([0, 255, 10])
      for (const [body, type, expected] of [
        ['{"ä":1}\n', 'text/plain;charset=UTF-8', '{"ä":1}\n'],
        ['', 'text/plain;charset=UTF-8', ''],
        [bytes, undefined, text(bytes)],
        [bytes.buffer, undefined, text(bytes)],
        [new DataView(bytes.buffer, 1, 1), undefined, text(bytes.subarray(1, 2))],
        [new Blob(['x'], { type: 'image/png' }), 'image/png', 'x'],
        [new URLSearchParams({ a: 'ü &' }), 'application/x-www-form-urlencoded;charset=UTF-8', 'a=%C3%BC+%26'],
        [streamOf('one,', 'two'), undefined, 'one,two'],
        [null, undefined, ''],
        [undefined, undefined, ''],
      ] as const) {
        const answer = await fetch('/v1/x', { method: 'POST', body } as RequestInit)
        assert.is(answer.status, 201)
        const request = handled.at(-1)
        assert.is(text(request?.body), expected)
        assert.is(request?.headers['content-type'], type)
        assert.is(request?.headers['content-length'], String(Buffer.byteLength(request?.body ?? '')))
      }
    }),
  )

  bodies('a form is sent with the boundary that was signed', () =>
    withFetch(async ({ fetch, handled }) => {
      assert.is((await fetch('/v1/x', { method: 'POST', body: formOf() })).status, 201)
      const { headers, body } = handled[0] as Handled
      const again = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      assert.is(again.get('name'), 'ä')
      assert.is((again.get('file') as File).name, 'a.bin')
    }),
  )

  bodies('a caller’s content type and other headers are kept', () =>
    withFetch(async ({ fetch, handled }) => {
      const headers = { 'content-type': 'application/json', 'x-mine': 'yes' }
      await fetch('/v1/x', { method: 'POST', body: '{}', headers })
      await fetch('/v1/x', { method: 'POST', body: '{}', headers: new Headers(headers) })
      await fetch('/v1/x', { method: 'POST', body: '{}', headers: Object.entries(headers) })
      for (const request of handled) {
        assert.is(request.headers['content-type'], 'application/json')
        assert.is(request.headers['x-mine'], 'yes')
      }
      assert.is(handled.length, 3)
    }),
  )

  bodies('GET, HEAD, DELETE and OPTIONS have none; methods become upper case', () =>
    withFetch(async ({ fetch, handled }) => {
      assert.is((await fetch('/v1/x')).status, 201)
      for (const method of ['get', 'HEAD', 'Delete', 'options', 'patch', 'PROPFIND']) {
        assert.is((await fetch('/v1/x', { method })).status, 201, method)
      }
      const methods = handled.map(({ method }) => method)
      assert.equal(methods, ['GET', 'GET', 'HEAD', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])
      assert.is(
        handled.every(({ body }) => body.length === 0),
        true,
      )
    }),
  )

  bodies('fetch rejects with the error of a failing stream, and sends nothing', () =>
    withFetch(async ({ fetch, came }) => {
      const mine = new Error('the disk is gone')
      const body = new ReadableStream({ pull: (controller) => controller.error(mine) })
      assert.is(await rejection(fetch('/', { method: 'POST', body })), mine)
      assert.equal(came, [])
    }),
  )

  const targets = suite(`client.fetch (${name}): where it goes`)

  targets('for all targets: sent as it is written, or refused before anything is sent', () =>
    withFetch(async ({ fetch, baseUrl, handled, came }) => {
      await forAll([arb.target(), fc.boolean()], async (target, whole) => {
        const before = came.length
        const answer = await fetch(whole ? baseUrl + target : target).catch((error) => error.reason)
        const resolved = new URL(baseUrl + target)
        if (name === 'web' && resolved.pathname + resolved.search !== target) {
          assert.is(answer, 'target_rewritten')
          assert.is(came.length, before)
        } else {
          assert.is(answer.status, 201)
          assert.equal([handled.at(-1)?.target, came.at(-1)], [target, `GET ${target}`])
          assert.is(answer.url, baseUrl + target)
        }
      })
    }),
  )

  targets('a space and what is not ASCII are encoded; a fragment is dropped', () =>
    withFetch(async ({ fetch, baseUrl, handled, came }) => {
      for (const [input, target] of [
        ['/v1/x?a=1&a=2&b', '/v1/x?a=1&a=2&b'],
        ['/a b?c d+e', '/a%20b?c%20d+e'],
        ['/ä?ü=€', '/%C3%A4?%C3%BC=%E2%82%AC'],
        ['//evil.example/x', '//evil.example/x'],
        ['/x#fragment', '/x'],
        ['/x?y#z?', '/x?y'],
        [baseUrl, '/'],
        [new URL('/v1/x?q', baseUrl), '/v1/x?q'],
        [new Request(`${baseUrl}/v1/x?q#f`), '/v1/x?q'],
      ] as const) {
        assert.is((await fetch(input)).status, 201, String(input))
        assert.is(handled.at(-1)?.target, target)
        assert.is(came.at(-1), `GET ${target}`)
      }
      for (const input of ['/\ta', '/a\nb', '/\ud800'])
        assert.is((await refusal(fetch(input))).reason, 'target_invalid', JSON.stringify(input))
    }),
  )

  targets('a path is appended to the base URL’s path with exactly one slash, and cannot escape it', () =>
    withService(async ({ baseUrl, came }) => {
      for (const path of ['/api', '/api/']) {
        const { fetch } = await createClient({ baseUrl: baseUrl + path, ...app })
        await fetch('/v1/x?q')
        await fetch(`${baseUrl}/elsewhere`)
        for (const out of ['/../x', '/%2e%2E/x', '/a/../../x', '/..', '/a/..\\../x']) {
          assert.is((await refusal(fetch(out))).reason, 'target_rewritten', out)
        }
      }
      const each = ['GET /api/v1/x?q', 'GET /elsewhere']
      assert.equal(came, [...each, ...each])
    }),
  )

  targets('another origin is refused, and nothing is sent', () =>
    withListener([ok()], async (other) => {
      await withService(async ({ baseUrl, came }) => {
        const { port } = new URL(baseUrl)
        for (const credentials of [app, { token: 'abc' }]) {
          const { fetch } = await createClient({ baseUrl, ...credentials } as node.ClientOptions)
          for (const input of [
            other.url,
            new URL(other.url),
            new Request(other.url),
            `http://localhost:${port}/`,
            `https://127.0.0.1:${port}/`,
            `http://127.0.0.1:${port}@127.0.0.1:${other.port}/`,
            `http:\\\\127.0.0.1:${other.port}/`,
            `blob:${baseUrl}/x`,
            'data:,x',
            `ws://127.0.0.1:${port}/`,
          ]) {
            const error = await refusal(fetch(input))
            assert.is(error.reason, 'setting_invalid')
            assert.match(error.message, 'another origin than baseUrl')
          }
        }
        assert.equal(came, [])
        assert.is(other.connections(), 0)
      })
    }),
  )

  targets('an explicit default port is the same origin', async () => {
    const seen: Array<string> = []
    const fetch = async (url: string) => {
      seen.push(url)
      return new Response()
    }
    const client = await createClient({ baseUrl: 'https://Jobs.example:443/api', ...app, fetch })
    await client.fetch('/x')
    await client.fetch('https://jobs.example/x')
    assert.equal(seen, ['https://jobs.example/api/x', 'https://jobs.example/x'])
  })

  const requests = suite(`client.fetch (${name}): a Request`)

  requests('is sent with its method, headers and body; the body is read once', () =>
    withFetch(async ({ fetch, baseUrl, handled }) => {
      const request = new Request(`${baseUrl}/v1/x`, { method: 'put', body: 'abc', headers: { 'x-mine': 'yes' } })
      const copy = request.clone()
      assert.is((await fetch(request)).status, 201)
      assert.ok(request.bodyUsed)
      const error = await refusal(fetch(request))
      assert.match(error.message, 'was read before')
      assert.is((await fetch(copy, { method: 'patch', headers: { 'x-mine': 'no' } })).status, 201)
      assert.equal(
        handled.map(({ method, body, headers }) => [method, text(body), headers['x-mine']]),
        [
          ['PUT', 'abc', 'yes'],
          ['PATCH', 'abc', 'no'],
        ],
      )
    }),
  )

  requests('is one also where a server library has put its classes in place of the platform’s', () =>
    withFetch(async ({ fetch, baseUrl }) => {
      const { Request, Response } = globalThis
      getRequestListener(() => new Response())
      try {
        const copy = new globalThis.Request(`${baseUrl}/v1/x`, { method: 'put', body: 'abc' }).clone()
        const answer = await globalThis.fetch('data:application/json,{"job_id":"7"}')
        assert.not.ok(copy instanceof globalThis.Request || answer instanceof globalThis.Response)
        assert.match((await refusal(fetch('/x', copy as object))).message, 'fetch is a plain object')
        assert.is((await fetch(copy)).status, 201)
        assert.match((await refusal(fetch(copy))).message, 'was read before')
        assert.equal(await node.readAnswer(t.type({ job_id: t.string }), answer), { job_id: '7' })
      } finally {
        Object.defineProperties(globalThis, { Request: { value: Request }, Response: { value: Response } })
      }
    }),
  )

  requests('keeps its own settings and its signal', async () => {
    const inits: Array<RequestInit> = []
    const fetch = async (_: string, init: RequestInit) => {
      inits.push(init)
      return new Response()
    }
    const baseUrl = 'https://jobs.example'
    const client = await createClient({ baseUrl, ...app, fetch })
    const controller = new AbortController()
    const { signal } = controller
    const settings = { cache: 'no-store', credentials: 'omit', keepalive: true, redirect: 'error' } as const
    await client.fetch(new Request(baseUrl, { ...settings, signal }))
    await client.fetch(new Request(baseUrl, settings), { cache: 'reload', redirect: 'manual' })
    const shown = inits.map(({ cache, credentials, keepalive, redirect }) => [cache, credentials, keepalive, redirect])
    assert.equal(shown, [
      ['no-store', 'omit', true, 'manual'],
      ['reload', 'omit', true, 'manual'],
    ])
    controller.abort(new Error('enough'))
    assert.is((await rejection(client.fetch(new Request(baseUrl, { signal })))) as Error, signal.reason)
    assert.is((await client.fetch(new Request(baseUrl, { signal }), { signal: null })).status, 200)
  })

  const answers = suite(`client.fetch (${name}): answers`)

  answers('are streamed: the first chunk arrives before the last is sent', () => {
    let finish = () => {}
    return withService(
      async ({ baseUrl }) => {
        const { fetch } = await createClient({ baseUrl, ...app, timeoutMs: 4000, retries: 1 })
        const answer = await fetch('/stream')
        assert.instance(answer, Response)
        const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
        assert.is(text((await reader.read()).value), 'first')
        // The time-out covers only the head.
        await timer.wait(4100)()
        finish()
        assert.is(text((await reader.read()).value), 'last')
        assert.ok((await reader.read()).done)
      },
      {},
      (_, res) => {
        res.write('first')
        finish = () => res.end('last')
      },
    )
  })

  const there = status('307 There', 'Location: /elsewhere\r\n')

  answers('refusals and redirects are returned', () =>
    withService(async ({ baseUrl }) => {
      const { fetch } = await createClient({ baseUrl, ...app, appId: 'app-2', retries: 3 })
      const answer = await fetch('/')
      assert.is(answer.status, 401)
      assert.is(((await answer.json()) as { error: { code: string } }).error.code, 'signature_invalid')
      await withListener([there, there, ok()], async ({ url, requests }) => {
        const client = await createClient({ baseUrl: url, ...app })
        for (const input of ['/', new Request(url)]) {
          const redirected = await client.fetch(input, { method: 'POST', body: 'x' })
          assert.equal([redirected.status, redirected.headers.get('location')], [307, '/elsewhere'])
        }
        assert.is(requests.length, 2)
      })
      await withListener([there, ok()], async ({ url, requests }) => {
        const client = await createClient({ baseUrl: url, ...app })
        assert.is((await refusal(client.fetch('/', { redirect: 'error' }))).reason, 'network_failed')
        assert.is(requests.length, 1)
      })
    }),
  )

  const retrying = suite(`client.fetch (${name}): retries`)

  retrying('off by default; if enabled, a 503 is retried with the same bytes and a new signature', () =>
    withListener([status('503 Unavailable'), ok()], async ({ url, requests }) => {
      const once = await createClient({ baseUrl: url, ...app })
      assert.is((await once.fetch('/')).status, 503)
      assert.is(requests.length, 1)
      await withListener([status('503 Unavailable', '', 'wait'), ok()], async (other) => {
        const client = await createClient({ baseUrl: other.url, ...app, retries: 1 })
        assert.is((await client.fetch('/', { method: 'POST', body: streamOf('a', 'b') })).status, 200)
        assert.is(new Set(other.requests.map(nonceOf)).size, 2)
        const bodies = other.requests.map(({ body }) => text(body))
        assert.equal(bodies, ['ab', 'ab'])
      })
    }),
  )

  retrying('a refused connection is retried; a lost one only if twice is the same as once', async () => {
    const gone = await listen()
    await gone.close()
    const told: Array<node.Retry> = []
    const onRetry = (event: node.Retry) => void told.push(event)
    const client = await createClient({ baseUrl: gone.url, ...app, retries: 1, maxPauseMs: 1, onRetry })
    assert.is((await refusal(client.fetch('/', { method: 'POST' }))).reason, 'connection_refused')
    assert.equal([told[0]?.attempts, told[0]?.reason, told.length], [1, 'connection_refused', 1])
    await withListener([undefined, ok()], async ({ url, requests }) => {
      const lost = await createClient({ baseUrl: url, ...app, retries: 3 })
      assert.is((await refusal(lost.fetch('/', { method: 'POST', body: 'x' }))).reason, 'network_failed')
      assert.is(requests.length, 1)
      assert.is((await lost.fetch('/', { method: 'POST', body: 'x', idempotent: true })).status, 200)
    })
  })

  retrying('a service whose clock is wrong: corrected once, and remembered for submitJob as well', () =>
    withService(
      async ({ baseUrl, handled, came }) => {
        const unasked = await createClient({ baseUrl, ...app })
        assert.is((await unasked.fetch('/')).status, 401)
        const client = await createClient({ baseUrl, ...app, retries: 1 })
        assert.is((await client.fetch('/x', { method: 'POST', body: 'x' })).status, 201)
        assert.is((await client.fetch('/x')).status, 201)
        assert.is((await client.submitJob('{}')).status, 201)
        assert.is(came.length, 5)
        assert.is(handled.length, 3)
      },
      { clock: () => Date.now() / 1000 + 500 },
      (_, res) => res.writeHead(201, { Date: new Date(Date.now() + 500_000).toUTCString() }).end(),
    ),
  )

  retrying(
    'one lie about the time in one answer is not remembered, and none is believed beyond the bound',
    async () => {
      const dateOf = (ahead: number) => `Date: ${new Date(Date.now() + 1000 * ahead).toUTCString()}\r\n`
      for (const [lie, ahead] of [
        [86_300, [0, 0, 0]],
        [590, [0, 590, 0, 0]],
      ] as const) {
        await withListener([status('401 No', dateOf(lie)), ok('{}', dateOf(0))], async ({ url, requests }) => {
          const client = await createClient({ baseUrl: url, ...app, retries: 1 })
          for (let i = 0; i < 3; i++) await client.fetch('/v1/jobs')
          const led = requests.map((request) => {
            const signed = right(parse(header(request, 'authorization') ?? ''))
            return signed._tag === 'Signed'
              ? Math.round((signed.timestamp - Date.now() / 1000) / 10) * 10 + 0
              : Number.NaN
          })
          assert.equal(led, ahead)
        })
      }
    },
  )

  retrying('a 401 for any other reason is returned complete, however long it is', async () => {
    const date = `Date: ${new Date(Date.now() + 1000).toUTCString()}\r\nContent-Type: application/json\r\n`
    for (const body of ['{"error":{"code":"nonce_replayed"}}', JSON.stringify({ text: 'x'.repeat(200_000) })]) {
      await withListener([status('401 No', date, body), ok()], async ({ url, requests }) => {
        const client = await createClient({ baseUrl: url, ...app, retries: 3 })
        const answer = await client.fetch('/')
        assert.is(answer.status, 401)
        assert.is(await answer.text(), body)
        assert.is(requests.length, 1)
      })
    }
  })

  retrying('the time-out limits the wait for an endless 401', () => {
    const date = `Date: ${new Date().toUTCString()}\r\nRetry-After: 1\r\n`
    const endless = `HTTP/1.1 401 No\r\n${date}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`
    return withListener([endless, ok()], async ({ url, requests }) => {
      const client = await createClient({ baseUrl: url, ...app, retries: 3, timeoutMs: 4000 })
      const answer = await client.fetch('/')
      assert.is(answer.status, 401)
      await answer.body?.cancel()
      assert.is(requests.length, 1)
    })
  })

  for (const [first, headers] of [
    [503, {}],
    [401, { Date: new Date(Date.now() + 500_000).toUTCString() }],
  ] as const) {
    retrying(`the connection of a discarded ${first} answer is released`, () => {
      let gone: Promise<unknown> | undefined
      return withService(
        async ({ baseUrl }) => {
          const client = await createClient({ baseUrl, ...app, retries: 1, timeoutMs: 4000 })
          assert.is((await client.fetch('/')).status, first === 503 ? 200 : 401)
          await gone
        },
        {},
        (_, res) => {
          if (gone !== undefined) {
            res.end()
            return
          }
          gone = once(res, 'close')
          res.writeHead(first, { 'Content-Type': 'application/json', ...headers }).write('{')
        },
      )
    })
  }

  for (const any of [platformsAny, undefined]) {
    const ending = suite(
      `client.fetch (${name}): time-outs and signals${any === undefined ? ', without AbortSignal.any' : ''}`,
    )
    ending.before(() => void Object.assign(AbortSignal, { any }))
    ending.after(() => void Object.assign(AbortSignal, { any: platformsAny }))

    ending('a service that does not answer: timed_out', () =>
      withListener([silence], async ({ url }) => {
        const client = await createClient({ baseUrl: url, ...app, timeoutMs: 500 })
        const error = await refusal(client.fetch('/', { signal: new AbortController().signal }))
        assert.is(error.reason, 'timed_out')
        assert.match(error.message, 'within 500 ms')
      }),
    )

    ending('an abort rejects with its own reason: before, during the body, during the request, in a pause', () =>
      withListener([silence], async ({ url, requests }) => {
        const client = await createClient({ baseUrl: url, ...app })
        const mine = new Error('enough')
        assert.is(await rejection(client.fetch('/', { signal: AbortSignal.abort(mine) })), mine)
        const endless = new ReadableStream({})
        const reading = new AbortController()
        const read = rejection(client.fetch('/', { method: 'POST', body: endless, signal: reading.signal }))
        setTimeout(() => reading.abort(mine), 20)
        assert.is(await read, mine)
        assert.is(requests.length, 0)
        const waiting = new AbortController()
        const waits = rejection(client.fetch('/', { signal: waiting.signal }))
        while (requests.length === 0) await timer.wait(50)()
        waiting.abort()
        assert.is(((await waits) as Error).name, 'AbortError')
        assert.is(requests.length, 1)
        await withListener([status('503 Unavailable', 'Retry-After: 20\r\n'), ok()], async (other) => {
          const patient = await createClient({ baseUrl: other.url, ...app, retries: 1 })
          const started = timer.elapsed()
          const pausing = new AbortController()
          const paused = rejection(patient.fetch('/', { signal: pausing.signal }))
          while (other.requests.length === 0) await timer.wait(50)()
          await timer.wait(1000)()
          pausing.abort(mine)
          assert.is(await paused, mine)
          assert.ok(timer.elapsed() - started < 20_000)
          assert.is(other.requests.length, 1)
        })
      }),
    )

    ending('an abort after the head ends the answer’s body', () =>
      withFetch(
        async ({ fetch, baseUrl }) => {
          const mine = new Error('enough')
          for (const inRequest of [false, true]) {
            const controller = new AbortController()
            const init = { signal: controller.signal }
            const request = new Request(baseUrl, init)
            const answer = inRequest ? await fetch(request) : await fetch('/', init)
            const read = rejection(answer.text())
            controller.abort(mine)
            assert.is(await read, mine)
          }
        },
        {},
        (_, res) => res.write('first'),
      ),
    )
  }

  const refusing = suite(`client.fetch (${name}): what it refuses`)

  refusing('invalid arguments, before anything is sent', () =>
    withFetch(async ({ fetch, baseUrl, came }) => {
      const post = { method: 'POST' }
      for (const [input, init, reason, words] of [
        ['v1/x', {}, 'setting_invalid', 'a path that starts with /'],
        ['http://', {}, 'setting_invalid', 'a path that starts with /'],
        [undefined, {}, 'setting_invalid', 'fetch takes a URL'],
        [baseUrl.replace('//', '//me:pass@'), {}, 'setting_invalid', 'user name or password'],
        [
          '/',
          { headers: { authorization: 'Bearer x' } },
          'setting_invalid',
          'this client writes the Authorization header',
        ],
        ['/', { headers: [['AUTHORIZATION', '']] }, 'setting_invalid', 'this client writes the Authorization header'],
        [new Request(baseUrl, { headers: { authorization: 'x' } }), {}, 'setting_invalid', 'the Authorization header'],
        ['/', { redirect: 'follow' }, 'setting_invalid', 'a redirect cannot be followed'],
        ['/', { redirect: 'perhaps' }, 'setting_invalid', 'the platform does not accept this request'],
        ['/', { mode: 'no-cors' }, 'setting_invalid', 'no-cors'],
        ['/', { body: 'x' }, 'setting_invalid', 'GET or HEAD has a body'],
        ['/', { method: 'TRACE' }, 'setting_invalid', 'the platform does not accept this request'],
        ['/', { method: 'G T' }, 'method_invalid', ''],
        ['/', { method: 'poſt' }, 'method_invalid', ''],
        ['/', { method: 7 }, 'setting_invalid', 'method must be text'],
        ['/', { headers: { 'x y': 'z' } }, 'setting_invalid', 'headers: a name is'],
        ['/', { ...post, body: '\ud800' }, 'body_not_unicode', 'half a surrogate pair'],
        ['/', { signal: 7 }, 'setting_invalid', 'the platform does not accept this request'],
        ['/', 'POST', 'setting_invalid', 'a plain object'],
        ['/', new Request(baseUrl, post), 'setting_invalid', 'a plain object'],
      ] as const) {
        const error = await refusal(fetch(input as unknown as string, init as unknown as RequestInit))
        assert.is(error.reason, reason, error.message)
        assert.match(error.message, words)
      }
      assert.equal(came, [])
      assert.is((await fetch('/', null as unknown as RequestInit)).status, 201)
    }),
  )

  refusing('an invalid host, and a fetch that is no function', async () => {
    const { fetch } = await createClient({ baseUrl: 'https://xn--a.example', ...app })
    for (const input of ['/', 'https://jobs.example/'])
      assert.is((await refusal(fetch(input))).reason, 'base_url_invalid')
    const none = { baseUrl: 'https://jobs.example', ...app, fetch: 'undici' } as unknown as node.SigningClientOptions
    assert.match((await refusal(createClient(none))).message, 'fetch must be a function')
  })

  const replaced = suite(`client.fetch (${name}): another fetch`)

  replaced('sends jobs, too; gets the URL as text and a plain init, with its own extra members', () =>
    withService(async ({ baseUrl, handled }) => {
      const calls: Array<readonly [string, RequestInit]> = []
      const other: node.SendingFetch = (url, init) => {
        calls.push([url, init])
        return fetch(url, init)
      }
      const client = await createClient({ baseUrl, ...app, fetch: other })
      assert.is(
        (await client.fetch('/x', { method: 'post', body: 'x', next: { revalidate: 1 } } as RequestInit)).status,
        201,
      )
      await client.submitJob('{}')
      assert.is(handled.length, 2)
      assert.is(calls.length, 2)
      const [url, init] = calls[0] as readonly [string, RequestInit & { next?: unknown }]
      assert.equal([url, init.method, init.next], [`${baseUrl}/x`, 'POST', { revalidate: 1 }])
    }),
  )

  replaced('that ignores the signal still times out, and can be aborted', async () => {
    const never: node.SendingFetch = () => new Promise(() => {})
    const client = await createClient({ baseUrl: 'https://jobs.example', ...app, fetch: never, timeoutMs: 300 })
    const late = await client.fetch('/').catch((error) => error)
    assert.is(late.reason, 'timed_out')
    const patient = await createClient({ baseUrl: 'https://jobs.example', ...app, fetch: never })
    const aborted = await patient.fetch('/', { signal: AbortSignal.timeout(20) }).catch((error) => error)
    assert.is(aborted.name, 'TimeoutError')
  })

  if (name === 'web')
    replaced('defaults to globalThis.fetch at the time of the call', () =>
      withService(async ({ baseUrl, came }) => {
        const client = await createClient({ baseUrl, ...app })
        const { fetch } = globalThis
        let calls = 0
        globalThis.fetch = (...of) => {
          calls++
          return fetch(...of)
        }
        try {
          await client.fetch('/')
          await client.submitJob('{}')
        } finally {
          globalThis.fetch = fetch
        }
        assert.equal([calls, came.length], [2, 2])
      }),
    )

  replaced('its failures are reported only by their code', async () => {
    for (const [thrown, reason, words] of [
      [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'connection_refused', ''],
      [new Error('x', { cause: { code: 'UND_ERR_SOCKET' } }), 'network_failed', '(UND_ERR_SOCKET)'],
      [
        new TypeError('x', { cause: new AggregateError([{ code: 'ENETUNREACH' }, { code: 'ECONNREFUSED' }]) }),
        'connection_refused',
        '',
      ],
      [Object.assign(new Error(), { code: 'for S3CRET' }), 'network_failed', '(no code)'],
      [undefined, 'network_failed', '(no code)'],
      ['S3CRET', 'network_failed', '(no code)'],
    ] as const) {
      const fetch = () => Promise.reject(thrown)
      const client = await createClient({ baseUrl: 'https://jobs.example', ...app, fetch })
      const error = await refusal(client.fetch('/'))
      assert.is(error.reason, reason)
      assert.ok(error.message.includes(words), error.message)
      assert.not.match(error.message, 'S3CRET')
    }
  })
}
