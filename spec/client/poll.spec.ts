/** `client.poll`: its law, in a time that the spec moves, and its requests, on a service that verifies them. */
import fc from 'fast-check'
import { ClientError, orReject } from '../../src/client/ClientError.ts'
import { createClient } from '../../src/client/node.ts'
import type { PollAnswer } from '../../src/client/PollOptions.ts'
import { pollBy } from '../../src/client/poll.ts'
import { createClient as createWebClient } from '../../src/client/web.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { Timer } from '../../src/effects/Timer.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { withVerifyingService } from '../support/verifyingService.ts'
import { app, key, refusal, rejection } from './refusal.ts'

const polling = suite('client.poll')

/** A time that passes when somebody waits. */
const virtualTime = () => {
  let now = 0
  const deadlines = new Set<{ readonly at: number; readonly then: () => void }>()
  const pass = (ms: number): void => {
    now += ms
    for (const deadline of [...deadlines].filter(({ at }) => at <= now)) {
      deadlines.delete(deadline)
      deadline.then()
    }
  }
  const timer: Timer = {
    elapsed: () => now,
    wait: (ms) => async () => pass(ms),
    after: (ms, then) => {
      const deadline = { at: now + ms, then }
      deadlines.add(deadline)
      return () => void deadlines.delete(deadline)
    },
  }
  return { timer, pass, open: () => deadlines.size }
}

const clock = { now: () => 1_700_000_000 as Timestamp }

/** What the service does with one poll, and how long it takes. */
interface Turn {
  readonly takesMs: number
  /** A status, or the reason of a failure. */
  readonly kind: number | ClientError['reason']
  readonly state: 'running' | 'done'
  readonly asksSeconds: number | undefined
}

const turn: fc.Arbitrary<Turn> = fc.record(
  {
    takesMs: fc.nat(3000),
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(200, 202, 304, 429, 500, 503) },
      fc.constantFrom<Turn['kind']>(302, 400, 401, 404, 409, 'connection_refused', 'network_failed', 'key_invalid'),
    ),
    state: fc.constantFrom('running', 'running', 'done'),
    asksSeconds: fc.constantFrom(undefined, undefined, 0, 1, 7, 40),
  },
  { noNullPrototype: true },
)

const answerOf = ({ kind, state, asksSeconds }: Turn): Response => {
  if (typeof kind === 'string') throw new ClientError(kind, kind)
  const headers = {
    'content-type': 'application/json',
    ...(asksSeconds === undefined ? {} : { 'retry-after': `${asksSeconds}` }),
  }
  return new Response(kind === 304 ? null : JSON.stringify({ state }), { status: kind, headers })
}

/** Plays the turns, the last one again and again; when the polls began and ended, and how the polling ended. */
const play = async (turns: ReadonlyArray<Turn>, everyMs: number, totalMs: number) => {
  const time = virtualTime()
  const signals = new Set<unknown>()
  const seen: Array<{ readonly turn: Turn; readonly began: number; readonly ended: number }> = []
  const fetch = async (_: unknown, init?: { signal?: AbortSignal | null }): Promise<Response> => {
    const turn = turns[Math.min(seen.length, turns.length - 1)] as Turn
    const began = time.timer.elapsed()
    signals.add(init?.signal)
    time.pass(turn.takesMs)
    seen.push({ turn, began, ended: time.timer.elapsed() })
    if (init?.signal?.aborted) throw init.signal.reason
    return answerOf(turn)
  }
  const until = ({ json }: PollAnswer) => (json as { state: string }).state === 'done'
  const result = await pollBy(
    fetch as never,
    time.timer,
    clock,
  )('/v1/jobs/7', { until, everyMs, totalMs })
    .then(orReject)
    .catch((error: unknown) => error as ClientError)
  return { seen, result, leftOpen: time.open(), signals: signals.size }
}

const isPending = ({ kind, state, asksSeconds }: Turn): boolean => {
  if (kind === 200 || kind === 202) return state === 'running'
  if (kind === 429) return asksSeconds !== undefined
  return [304, 500, 503, 'connection_refused', 'network_failed'].includes(kind)
}

polling('for all services: asks as often as the law says, never too early, never after the total', () =>
  forAll(
    [
      fc.array(turn, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 60_000 }),
    ],
    async (turns, everyMs, totalMs) => {
      const { seen, result, leftOpen, signals } = await play(turns, everyMs, totalMs)
      assert.is(leftOpen, 0)
      // Listeners of transports would accumulate on a signal of several polls.
      assert.is(signals, seen.length)
      seen.forEach(({ began }, index) => {
        assert.ok(began < totalMs || index === 0, `a poll began after ${began} of ${totalMs} ms`)
        const before = seen[index - 1]
        if (before === undefined) return
        const { kind, asksSeconds = 0 } = before.turn
        const asked = typeof kind === 'number' ? asksSeconds * 1000 : 0
        assert.is(began - before.ended, Math.max(everyMs, asked))
        assert.ok(isPending(before.turn))
      })
      const last = seen.at(-1) as (typeof seen)[number]
      const isLate = last.ended >= totalMs
      if (result instanceof ClientError && result.reason === 'poll_timed_out')
        assert.ok(isLate || isPending(last.turn), 'gave up too early')
      else if (result instanceof ClientError) assert.is(result.reason, last.turn.kind)
      else {
        assert.equal([result.status, result.polls], [last.turn.kind, seen.length])
        assert.is(result.done, result.ok)
      }
    },
  ),
)

const steady = { takesMs: 10, kind: 200, state: 'running', asksSeconds: undefined } as const

polling('a 4xx ends it, as an answer', async () => {
  for (const kind of [400, 401, 403, 404, 410, 422, 429]) {
    const { seen, result } = await play([steady, { ...steady, kind }, { ...steady, state: 'done' }], 100, 10_000)
    assert.is(seen.length, 2)
    assert.equal([(result as PollAnswer).status, (result as PollAnswer).done], [kind, false])
  }
})

polling('the total is told with the number of polls and the last answer', async () => {
  const { result } = await play([{ ...steady, kind: 503 }], 1000, 3500)
  assert.is((result as ClientError).reason, 'poll_timed_out')
  assert.is(
    (result as ClientError).message,
    'the function `until` accepted no answer within 3500 ms; polls: 4; result of the last poll: 503',
  )
})

polling('a poll that is under way when the total is over is ended', async () => {
  const { result } = await play([{ ...steady, takesMs: 5000 }], 1000, 2000)
  assert.is((result as ClientError).reason, 'poll_timed_out')
})

polling('refuses options that it does not know or cannot use', async () => {
  const poll = pollBy(async () => new Response(), virtualTime().timer, clock)
  const until = () => true
  assert.match((await refusal(poll('/', {} as never))).message, 'poll: until must be a function')
  assert.match((await refusal(poll('/', { until, everyMs: 0 }))).message, 'everyMs must be')
  assert.match((await refusal(poll('/', { until, totalMs: 1.5 }))).message, 'totalMs must be')
})

for (const [name, create] of [
  ['node', createClient],
  ['web', createWebClient],
] as const)
  polling(`${name}: each poll is signed anew, and the answer is read`, () => {
    let polls = 0
    const states = ['queued', 'running', 'done']
    return withVerifyingService(
      { keys: { 'app-1': key.publicPem } },
      async ({ baseUrl, handled, refused }) => {
        const client = await create({ baseUrl, ...app })
        const until = ({ json }: PollAnswer) => (json as { state: string }).state === 'done'
        const answer = await client.poll('/v1/jobs/7?full', { until, everyMs: 5, headers: { 'x-trace': 'a' } })
        assert.equal([answer.done, answer.polls, answer.status, answer.json], [true, 3, 200, { state: 'done' }])
        assert.is(new Set(handled.map(({ nonce }) => nonce)).size, 3)
        assert.equal(
          handled.map(({ method, target, headers }) => [method, target, headers['x-trace']]),
          Array(3).fill(['GET', '/v1/jobs/7?full', 'a']),
        )
        assert.equal(refused, [])
      },
      (_, res) =>
        res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ state: states[polls++] })),
    )
  })

polling('an abort ends a pause at once, with the reason of the signal', () =>
  withVerifyingService({ keys: { 'app-1': key.publicPem } }, async ({ baseUrl, came }) => {
    const client = await createClient({ baseUrl, ...app })
    const stop = new AbortController()
    const until = () => {
      queueMicrotask(() => stop.abort(new RangeError('enough')))
      return false
    }
    const error = await rejection(client.poll('/v1/jobs/7', { until, everyMs: 500_000, signal: stop.signal }))
    assert.instance(error, RangeError)
    assert.is(came.length, 1)
    assert.instance(await rejection(client.poll('/v1/jobs/7', { until, signal: stop.signal })), RangeError)
    assert.is(came.length, 1)
  }),
)

polling('goes to no other origin', async () => {
  const client = await createClient({ baseUrl: 'http://127.0.0.1:9', ...app })
  const error = await refusal(client.poll('http://127.0.0.1:10/v1/jobs/7', { until: () => true }))
  assert.match(error.message, 'another origin')
})
