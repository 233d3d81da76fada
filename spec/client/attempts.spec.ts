/** `attemptHooks`, the tracing channel and a shared map of clock offsets, against services that run. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { type Attempt, type AttemptEnd, attemptHooks, type ClockOffset, createClient } from '../../src/client/node.ts'
import * as web from '../../src/client/web.ts'
import { canary } from '../server/secrets.ts'
import { assert, suite } from '../support/suite.ts'
import { withVerifyingService } from '../support/verifyingService.ts'
import { app, key, refusal } from './refusal.ts'

const keys = { 'app-1': key.publicPem }
const hooks = suite('attemptHooks')

/** A service that answers 503 so many times, then 201. */
const withBusyService = (times: number, use: Parameters<typeof withVerifyingService>[1]): Promise<void> => {
  const state = { left: times }
  return withVerifyingService({ keys }, use, (_, res) => {
    state.left -= 1
    return res.writeHead(state.left >= 0 ? 503 : 201, { 'X-Answer': 'yes' }).end('{}')
  })
}

const byName = { node: createClient, web: web.createClient } as const
for (const [name, create] of Object.entries(byName))
  hooks(`${name}: each attempt is told before and after, with its number, its duration and its answer`, () =>
    withBusyService(2, async ({ baseUrl, handled }) => {
      const began: Array<Attempt> = []
      const ended: Array<AttemptEnd> = []
      const client = await create({
        ...app,
        baseUrl,
        retries: 2,
        maxPauseMs: 0,
        hooks: attemptHooks({ onRequest: (one) => began.push(one), onResponse: (one) => ended.push(one) }),
      })
      const { status } = await client.fetch('/v1/x?a=b', { method: 'PUT', body: canary })
      assert.is(status, 201)
      const url = `${baseUrl}/v1/x?a=b`
      const told = began.map(({ headers, ...rest }) => rest)
      assert.equal(
        told,
        [1, 2, 3].map((attempt) => ({ attempt, method: 'PUT', url })),
      )
      assert.equal(
        ended.map(({ attempt, status }) => [attempt, status]),
        [
          [1, 503],
          [2, 503],
          [3, 201],
        ],
      )
      assert.ok(ended.every(({ durationMs, headers }) => durationMs >= 0 && headers?.['x-answer'] === 'yes'))
      assert.is(handled.length, 3)
      const shown = JSON.stringify([began, ended])
      assert.not.ok(/authorization|signature/i.test(shown) || shown.includes(canary), shown)
      // The next call counts its own attempts.
      await client.submitJob('{}')
      assert.is(ended.at(-1)?.attempt, 1)
    }),
  )

hooks('a header that a hook adds is sent; Authorization stays the client’s own', () =>
  withVerifyingService({ keys }, async ({ baseUrl, handled }) => {
    const trace = attemptHooks({
      onRequest: ({ headers, attempt }) => {
        headers.traceparent = `00-${attempt}`
      },
    })
    const client = await createClient({ ...app, baseUrl, hooks: trace })
    await client.submitJob('{}', { headers: { 'X-Own': '1' } })
    assert.is(handled[0]?.headers.traceparent, '00-1')
    assert.is(handled[0]?.headers['x-own'], '1')
    const forging = attemptHooks({
      onRequest: ({ headers }) => {
        headers.AUTHORIZATION = 'Bearer stolen'
      },
    })
    const forger = await createClient({ ...app, baseUrl, hooks: forging })
    const error = await refusal(forger.submitJob('{}'))
    assert.match(error.message, 'this client writes the Authorization header')
    assert.is(handled.length, 1)
  }),
)

hooks('a connection that fails ends an attempt with its reason', async () => {
  const ended: Array<AttemptEnd> = []
  const hooks = attemptHooks({ onResponse: (end) => ended.push(end) })
  const client = await createClient({ ...app, baseUrl: 'http://127.0.0.1:1', hooks, retries: 1, maxPauseMs: 0 })
  const error = await refusal(client.submitJob('{}'))
  assert.is(error.reason, 'connection_refused')
  assert.equal(
    ended.map(({ attempt, reason, status }) => [attempt, reason, status]),
    [
      [1, 'connection_refused', undefined],
      [2, 'connection_refused', undefined],
    ],
  )
})

hooks('a call rejects with what a hook throws: before it, nothing is sent', () =>
  withVerifyingService({ keys }, async ({ baseUrl, came }) => {
    const failing = () => {
      throw new Error('my own')
    }
    for (const [name, sent] of [
      ['onRequest', 0],
      ['onResponse', 1],
    ] as const) {
      const client = await createClient({ ...app, baseUrl, hooks: attemptHooks({ [name]: failing }) })
      const thrown = await client.fetch('/v1/x').then(
        () => undefined,
        (error) => error,
      )
      assert.is(thrown?.message, 'my own', name)
      assert.is(came.length, sent, name)
    }
  }),
)

hooks('refuses what it does not know, and createClient what it did not make', async () => {
  assert.throws(
    () => attemptHooks({ onAnswer: () => {} } as never),
    /"onAnswer" is not an option here; the options are onRequest, onResponse/,
  )
  assert.throws(() => attemptHooks({ onRequest: 1 } as never), /attemptHooks: onRequest must be a function/)
  const wrong = { ...app, baseUrl: 'http://127.0.0.1:1', hooks: {}, clockOffsets: {} } as never
  const { message } = await refusal(createClient(wrong))
  assert.is(message, 'createClient: hooks must be the result of attemptHooks; clockOffsets must be a Map')
})

const channels = suite('the tracing channel countersign:client')

channels('tells subscribers of each attempt, in the context that they bind', () =>
  withBusyService(1, async ({ baseUrl, handled }) => {
    const channel = tracingChannel('countersign:client')
    const context = new AsyncLocalStorage<string>()
    const seen: Array<unknown> = []
    const subscriber = {
      start: (message: object) => {
        const { attempt, headers } = message as Attempt
        headers.traceparent = `00-${attempt}`
        seen.push(['start', attempt])
      },
      end: () => {},
      asyncStart: () => {},
      asyncEnd: (message: object) => {
        const { attempt, result } = message as Attempt & { readonly result: AttemptEnd }
        seen.push(['asyncEnd', attempt, result.status, result.durationMs >= 0])
      },
      error: () => seen.push('error'),
    }
    channel.start.bindStore(context, (message) => `attempt ${(message as Attempt).attempt}`)
    channel.subscribe(subscriber)
    try {
      const fetch = (url: string, init: RequestInit) => {
        seen.push(['sends in', context.getStore()])
        return globalThis.fetch(url, init)
      }
      const client = await createClient({ ...app, baseUrl, fetch, retries: 1, maxPauseMs: 0 })
      await client.submitJob('{}')
      assert.equal(seen, [
        ['start', 1],
        ['sends in', 'attempt 1'],
        ['asyncEnd', 1, 503, true],
        ['start', 2],
        ['sends in', 'attempt 2'],
        ['asyncEnd', 2, 201, true],
      ])
      assert.equal(
        handled.map(({ headers }) => headers.traceparent),
        ['00-1', '00-2'],
      )
    } finally {
      channel.unsubscribe(subscriber)
      channel.start.unbindStore(context)
    }
    const told = seen.length
    await (await createClient({ ...app, baseUrl })).submitJob('{}')
    assert.is(seen.length, told)
  }),
)

const offsets = suite('clockOffsets')

offsets('a correction that one client has learned is readable, and another signs by it at once', () =>
  withVerifyingService({ keys }, async ({ baseUrl, refused }) => {
    const clockOffsets = new Map<string, ClockOffset | undefined>()
    // A machine whose clock is 400 s behind.
    const clock = () => Math.floor(Date.now() / 1000) - 400
    const first = await createClient({ ...app, baseUrl, clock, clockOffsets, retries: 1 })
    assert.is((await first.submitJob('{}')).status, 201)
    assert.equal(refused, ['timestamp_expired'])
    const { seconds = 0 } = clockOffsets.get(baseUrl) ?? {}
    assert.ok(Math.abs(seconds - 400) <= 2, String(seconds))
    const second = await createClient({ ...app, baseUrl, clock, clockOffsets })
    assert.is((await second.submitJob('{}')).status, 201)
    const alone = await createClient({ ...app, baseUrl, clock })
    assert.is((await alone.submitJob('{}')).status, 401)
  }),
)
