import { setTimeout as pause } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import { type RedisGuard, redisGuard } from '../../../src/guards/redis/redis.ts'
import { type FaultProxy, startProxy } from '../../support/faultProxy.ts'
import { answering, type Connected, ioredisOn, nodeRedisOn } from '../../support/redisClients.ts'
import { withRedis } from '../../support/redisServer.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, byTurns, needs, suite, until } from '../../support/suite.ts'
import { type Answer, answer, count, seconds as now } from '../claims.ts'
import { acknowledged, answers, batch, fresh, type Scene, untilFirst, untilFloor, withScene } from './scene.ts'

const libraries: ReadonlyArray<readonly [string, (port: number) => Connected | Promise<Connected>]> = [
  ['ioredis', (port) => ioredisOn(port)],
  [
    'ioredis that queues and sends again',
    (port) => ioredisOn(port, { enableOfflineQueue: true, maxRetriesPerRequest: 20 }),
  ],
  ['node-redis', nodeRedisOn],
]

/** Enough for a reconnection on a busy machine. */
const patient = { deadlineMs: 5_000 }

const reply = suite('redis: a reply that is lost')
const replyTest = needs('redis-server', reply)

for (const [name, connect] of libraries) {
  replyTest(`refuses no honest request, over ${name}`, () =>
    withScene({ connect, options: patient }, async ({ guard, proxy }) => {
      for (let n = 1; n <= 20; n++) {
        const claim = fresh()
        proxy.loseReplyTo('EVAL')
        assert.is(await answer(guard, claim), 'first')
        assert.is(proxy.lost(), 2 * n - 1)
        // A copy whose reply is lost is a repetition.
        proxy.loseReplyTo('EVAL')
        assert.is(await answer(guard, claim), 'repeated')
        assert.is(proxy.lost(), 2 * n)
      }
    }),
  )
}

replyTest('lets one of many copies be first', () =>
  withScene({ options: patient }, async ({ guard, proxy }) => {
    for (let n = 0; n < 10; n++) {
      const claim = fresh()
      proxy.loseReplyTo('EVAL')
      const given = await Promise.all(Array.from({ length: 20 }, () => answer(guard, claim)))
      assert.is(count(given, 'first'), 1)
      assert.is(count(given, 'repeated'), 19)
    }
  }),
)

const deadline = suite('redis: the deadline')
const deadlineTest = byTurns(2, needs('redis-server', deadline))

/**
 * Makes fifty claims, some alone and the rest at once: all fail, and in time. A ticking timer measures how long the process
 * did not run at all, because the machine may be busy.
 */
const inTime = async (guard: RedisGuard, what: string): Promise<void> => {
  let ticked = performance.now()
  let stood = 0
  const ticking = setInterval(() => {
    const at = performance.now()
    stood = Math.max(stood, at - ticked)
    ticked = at
  }, 1)
  const took = async (): Promise<number> => {
    const begun = performance.now()
    const outcome = await guard.claim(fresh(now() + 30))()
    assert.ok(E.isLeft(outcome), what)
    return performance.now() - begun
  }
  const times: Array<number> = []
  for (let n = 0; n < 10; n++) times.push(await took())
  times.push(...(await Promise.all(Array.from({ length: 40 }, took))))
  await pause(5)
  clearInterval(ticking)
  const most = Math.max(...times)
  console.log(`${what}: at most ${most.toFixed(1)} ms of 100; the process was suspended for ${stood.toFixed(1)} ms`)
  assert.ok(most < 120 + 2 * stood, `${what}: ${most} ms`)
}

for (const [name, connect] of libraries) {
  deadlineTest(`is kept while Redis is stopped, paused, gone or out of reach, over ${name}`, () =>
    withScene({ connect, options: { fence: 0 } }, async ({ guard, server, proxy, redis }) => {
      // On a busy machine, the first claims may be late, too.
      await untilFirst(guard)
      const before = await acknowledged(guard, batch(50))
      assert.ok(before.length > 0)

      server.signal('SIGSTOP')
      await inTime(guard, `stopped, ${name}`)
      server.signal('SIGCONT')
      await untilFirst(guard)

      await redis.command('CLIENT', 'PAUSE', '1500', 'ALL')
      await inTime(guard, `paused, ${name}`)
      await untilFirst(guard)

      proxy.blackHole(true)
      await inTime(guard, `black hole, ${name}`)
      proxy.blackHole(false)
      proxy.cut()
      await untilFirst(guard)

      proxy.delay(500)
      await inTime(guard, `slow, ${name}`)
      proxy.delay(0)
      await untilFirst(guard)

      proxy.refuse(true)
      proxy.cut()
      await inTime(guard, `refused, ${name}`)
      proxy.refuse(false)
      await untilFirst(guard)

      // On a busy machine an answer may be late; then all are asked for again.
      await until(async () => {
        const given = await answers(guard, before)
        assert.is(count(given, 'first'), 0)
        return count(given, 'repeated') === before.length
      })
      await server.kill()
      await inTime(guard, `gone, ${name}`)
    }),
  )
}

deadlineTest('bounds the claims that wait for a hanging Redis to ten thousand, and later claims succeed', () =>
  withScene({ options: { deadlineMs: 20 } }, async ({ guard, server }) => {
    server.signal('SIGSTOP')
    // All at once: a silent connection is replaced after a while, and its claims no longer wait.
    await Promise.all(Array.from({ length: 12_000 }, () => answer(guard, fresh())))
    assert.is(guard.stats().waiting, 10_000)
    const outcome = await guard.claim(fresh())()
    assert.match(JSON.stringify(outcome), /10000 claims already wait for Redis/)
    server.signal('SIGCONT')
    await untilFirst(guard)
    assert.ok(guard.stats().waiting < 10)
  }),
)

const aside = sideBySide()
const loss = suite('redis: lost claims')
const lossTest = byTurns(2, aside(needs('redis-server', loss)))

const restart = ({ server }: Scene): Promise<unknown> => server.restart()
for (const [how, settings, lose] of [
  ['a kill and a start with no data', [], restart],
  ['a kill and a start with the data of a second ago', ['--appendonly', 'yes', '--appendfsync', 'everysec'], restart],
  ['a flush', [], ({ redis }: Scene): Promise<unknown> => redis.command('FLUSHALL')],
] as const) {
  lossTest(`after ${how} are not accepted again, while claims go on`, () =>
    withScene({ settings, options: { ...patient, fence: 1 } }, async (scene) => {
      const { guard } = scene
      const all: Array<NonceClaim> = []
      for (let round = 0; round < 3; round++) {
        all.push(...(await acknowledged(guard, batch(500))))
        const inFlight = acknowledged(guard, batch(500))
        await pause(2)
        await lose(scene)
        all.push(...(await inFlight))
        assert.is(count(await answers(guard, all), 'first'), 0)
        await untilFirst(guard)
        assert.is(count(await answers(guard, all), 'first'), 0)
      }
      assert.ok(all.length >= 1_500)
    }),
  )
}

lossTest('are covered even if an earlier epoch is written late', () =>
  withScene({ options: { fence: 0 } }, async ({ guard, proxy, redis, server }) => {
    const other = ioredisOn(server.port)
    const direct = await redisGuard(other.client, { ...patient, fence: 0, onWarning: () => {} })
    const floorOf = async (): Promise<number> =>
      JSON.parse(String((await redis.command('HGET', 'countersign:epoch', 'epoch')) ?? '{"floor":-1}')).floor
    await redis.command('FLUSHALL')
    // The reading that writes an epoch: it names the one that the guard knows, and the next.
    proxy.holdBack(/acl_check_cmd[\s\S]*"run_id"[\s\S]*"run_id"/, 5_000)
    assert.is(await answer(guard, fresh()), 'guard_unavailable')
    // Meanwhile another guard writes an epoch with a later floor, which is lost in its turn.
    await pause(2_500)
    assert.is(await answer(direct, fresh()), 'forgotten')
    const covering = await floorOf()
    await redis.command('FLUSHALL')
    await pause(3_500)
    const held = await floorOf()
    other.close()
    assert.ok(covering > 0 && (held === -1 || held >= covering), `a floor of ${covering} was lowered to ${held}`)
  }),
)

lossTest('with a timestamp beyond the fence are not accepted again by the same guard', () =>
  withScene({ options: patient }, async ({ guard, redis }) => {
    const ahead = fresh(now() + 60)
    assert.is(await answer(guard, ahead), 'first')
    await redis.command('FLUSHALL')
    assert.is(await answer(guard, fresh()), 'forgotten')
    assert.is(await answer(guard, ahead), 'forgotten')
    await untilFloor(guard)
    assert.is(await answer(guard, ahead), 'forgotten')
  }),
)

const failover = suite('redis: failover')
const failoverTest = byTurns(2, aside(needs('redis-server', failover)))

/** Two servers that can replicate each other, and three guards whose clients follow the primary. */
const withPair = (
  use: (pair: {
    readonly a: Connected
    readonly b: Connected
    /** Makes this server an up-to-date replica of the other. */
    readonly follow: (who: 'a' | 'b') => Promise<void>
    /** Stops replication. */
    readonly lag: () => void
    readonly promote: (who: 'a' | 'b') => Promise<void>
    readonly guards: ReadonlyArray<RedisGuard>
  }) => Promise<void>,
): Promise<void> =>
  withRedis(['--repl-diskless-sync-delay', '0'], (serverA) =>
    withRedis(['--repl-diskless-sync-delay', '0'], async (serverB) => {
      const toA = await startProxy(serverA.port)
      const toB = await startProxy(serverB.port)
      const ways = [await startProxy(serverA.port), await startProxy(serverA.port), await startProxy(serverA.port)]
      const a = ioredisOn(serverA.port)
      const b = ioredisOn(serverB.port)
      const clients = await Promise.all([
        ioredisOn((ways[0] as FaultProxy).port),
        nodeRedisOn((ways[1] as FaultProxy).port),
        ioredisOn((ways[2] as FaultProxy).port),
      ])
      const links = [toA, toB]
      const of = (who: 'a' | 'b') => (who === 'a' ? a : b)
      try {
        await Promise.all([answering(a), answering(b)])
        const guards: Array<RedisGuard> = []
        for (const { client } of clients)
          guards.push(await redisGuard(client, { ...patient, fence: 1, onWarning: () => {} }))
        await use({
          a,
          b,
          guards,
          follow: async (who) => {
            for (const link of links) link.refuse(false)
            await of(who).command('REPLICAOF', '127.0.0.1', String((who === 'a' ? toB : toA).port))
            const end = of(who === 'a' ? 'b' : 'a')
            await until(async () => /^slave0:.*state=online/m.test(String(await end.command('INFO', 'replication'))))
            await end.command('WAIT', '1', '5000')
          },
          lag: () => {
            for (const link of links) {
              link.refuse(true)
              link.cut()
            }
          },
          promote: async (who) => {
            await of(who).command('REPLICAOF', 'NO', 'ONE')
            for (const way of ways) {
              way.pointTo(who === 'a' ? serverA.port : serverB.port)
              way.cut()
            }
          },
        })
      } finally {
        for (const { close } of [a, b, ...clients]) close()
        for (const proxy of [...links, ...ways]) await proxy.close()
      }
    }),
  )

failoverTest('to a lagging replica lets no request be accepted again', () =>
  withPair(async ({ guards, follow, lag, promote, b }) => {
    // A primary's first replica starts a new history, so the guards wait once.
    await follow('b')
    for (const guard of guards) await untilFirst(guard)
    const all: Array<NonceClaim> = []
    for (const guard of guards) all.push(...(await acknowledged(guard, batch(500))))
    lag()
    const lagging: Array<NonceClaim> = []
    for (const guard of guards) lagging.push(...(await acknowledged(guard, batch(500))))
    assert.is(lagging.length, 1_500, 'claims that the replica never sees')
    await promote('b')
    const held = Number(await b.command('HLEN', 'countersign:claims'))
    assert.ok(held < 1_700, `the replica holds ${held} claims`)
    for (const guard of guards) assert.is(count(await answers(guard, [...all, ...lagging]), 'first'), 0)
    for (const guard of guards) await untilFirst(guard)
    for (const guard of guards) assert.is(count(await answers(guard, [...all, ...lagging]), 'first'), 0)
    assert.is(new Set(guards.map((guard) => guard.stats().floor)).size, 1, 'one epoch')
  }),
)

failoverTest('there, back and there again, without a restart, is noticed each time', () =>
  withPair(async ({ guards, follow, lag, promote }) => {
    const all: Array<NonceClaim> = []
    const [busy, ...idle] = guards as [RedisGuard, ...Array<RedisGuard>]
    await follow('b')
    lag()
    await promote('b')
    for (const guard of guards) await untilFirst(guard)
    // The idle guards make no claims from here on: they know the epoch of B's first time as a primary.
    await follow('a')
    lag()
    await promote('a')
    await follow('b')
    lag()
    // Only now a guard writes an epoch on A. It never reaches B, which still holds the one that the idle guards know.
    await untilFirst(busy)
    all.push(...(await acknowledged(busy, batch(500))))
    assert.is(all.length, 500)
    await promote('b')
    for (const guard of idle) assert.is(count(await answers(guard, all), 'first'), 0)
    assert.is(count(await answers(busy, all), 'first'), 0)
  }),
)

failoverTest('that leaves the clients with the old primary, now a replica, makes the guard unavailable', () =>
  withPair(async ({ guards: [guard], follow }) => {
    await follow('a')
    const outcome = await (guard as RedisGuard).claim(fresh())()
    assert.match(JSON.stringify(outcome), /guard_unavailable.*this Redis is not a primary/)
  }),
)

const full = suite('redis: a Redis that is full')
const fullTest = byTurns(2, aside(needs('redis-server', full)))

const settings = (policy: string, bytes = 2_000_000) => ['--maxmemory', `${bytes}`, '--maxmemory-policy', policy]

fullTest('under noeviction accepts nothing again and is unavailable', async () => {
  const warnings: Array<string> = []
  const onWarning = (text: string) => void warnings.push(text)
  const options = { ...patient, quota: 1_000_000, onWarning }
  await withScene({ settings: settings('noeviction'), options }, async ({ guard }) => {
    const all: Array<NonceClaim> = []
    const refused: Array<Answer> = []
    for (let n = 0; n < 24; n++) {
      const claims = batch(500)
      const given = await answers(guard, claims)
      all.push(...claims.filter((_, i) => given[i] === 'first'))
      refused.push(...given.filter((a) => a !== 'first'))
    }
    assert.is(count(await answers(guard, all), 'first'), 0)
    assert.is(warnings.length, 0)
    assert.ok(all.length > 1_000)
    assert.is(count(refused, 'guard_unavailable'), refused.length)
    assert.ok(refused.length > 100)
    // One claim may find room that a connection has just freed.
    assert.match(JSON.stringify(await Promise.all(batch(500).map((claim) => guard.claim(claim)()))), /OOM/)
  })
})

fullTest('has room again once claims are forgotten', async () => {
  const options = { ...patient, quota: 1_000_000, maxAge: 1, maxSkew: 0, margin: 2 }
  await withScene({ settings: settings('noeviction', 2_000_000), options }, async ({ guard }) => {
    for (let round = 0; round < 2; round++) {
      let given: ReadonlyArray<Answer> = []
      for (const end = performance.now() + 20_000; count(given, 'guard_unavailable') < 400; ) {
        assert.ok(performance.now() < end, 'Redis is not full')
        given = await answers(guard, batch(500))
      }
      await pause(3_000)
      await untilFirst(guard)
    }
  })
})

fullTest('is filled by no app with four keys: a fifth key has room', async () => {
  await withScene({ settings: settings('noeviction', 20_000_000), options: patient }, async ({ guard }) => {
    const claims = (key: number): Array<NonceClaim> =>
      Array.from({ length: 2_000 }, () => ({
        ...fresh(),
        fingerprint: `${key}`.repeat(64) as NonceClaim['fingerprint'],
      }))
    for (let key = 0; key < 4; key++) {
      let given: ReadonlyArray<Answer> = []
      while (count(given, 'guard_full') === 0) {
        given = await answers(guard, claims(key))
        assert.is(count(given, 'guard_unavailable'), 0)
      }
    }
    assert.is(count(await answers(guard, claims(5)), 'first'), 2_000)
  })
})

const policies = 'allkeys-lru allkeys-lfu allkeys-random volatile-lru volatile-lfu volatile-random volatile-ttl'
for (const policy of policies.split(' ')) {
  fullTest(`under ${policy} is refused at the start`, async () => {
    const refusal = await withScene({ settings: settings(policy) }, async () => {}).catch((e: Error) => e.message)
    assert.match(
      refusal ?? '',
      new RegExp(`because its maxmemory-policy is ${policy}; set maxmemory-policy to noeviction`),
    )
  })
}
