import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { clock } from '../../src/ambient/clock.ts'
import { entropy } from '../../src/ambient/entropy.ts'
import { timer } from '../../src/ambient/timer.ts'
import { createClient } from '../../src/client/node.ts'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import { unserved } from '../../src/core/unserved.ts'
import type { Clock } from '../../src/effects/Clock.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import * as Epoch from '../../src/guards/Epoch.ts'
import { make, type RedisGuard, redisGuard, type Settings } from '../../src/guards/redis.ts'
import { verified } from '../../src/server/http.ts'
import { createVerifier } from '../../src/server/node.ts'
import { installedTools } from '../support/installedTools.ts'
import { rsa } from '../support/keys.ts'
import { needs } from '../support/needs.ts'
import { answering, type Connected, ioredisOn, nodeRedisOn } from '../support/redisClients.ts'
import { freePort, type RedisServer, startRedis, withRedis } from '../support/redisServer.ts'
import { suite } from '../support/suite.ts'
import { answer, claimOf, count, seconds as now, rejection, right } from './claims.ts'
import { contract } from './contract.ts'

const older = await installedTools('spec/project/older/served')

let server: RedisServer | undefined
const shared = async (): Promise<RedisServer> => {
  server ??= await startRedis()
  return server
}

const there = suite('redis: the server')
const thereTest = needs('redis-server', there)
thereTest('is there', async () => assert.ok((await shared()).port > 0))
there.run()

const libraries: ReadonlyArray<readonly [string, (port: number) => Connected | Promise<Connected>]> = [
  ['ioredis', (port) => ioredisOn(port)],
  ['node-redis', nodeRedisOn],
]

/** The lowest versions that are served. */
const lowest: typeof libraries = [
  ['ioredis 4', async (port) => ioredisOn(port, {}, await older.load('ioredis'))],
  ['node-redis 4', async (port) => nodeRedisOn(port, await older.load('redis'))],
]

let serial = 0
const prefix = (): string => `spec${serial++}:`

/** The specs wait for nothing but Redis, and the machine may be busy. */
const patient = { deadlineMs: 5_000 }
const quiet = { onWarning: () => {} }

if (thereTest === there) {
  for (const [name, connect] of [...libraries, ...lowest]) {
    let connected: Connected | undefined
    contract(`the redis guard over ${name}`, async ({ clock, window, floor, quota }) => {
      connected ??= await connect((await shared()).port)
      const settings = { ...window, ...patient, prefix: prefix(), floor, quota }
      const made = await make(connected.client, settings, { clock, entropy, timer, onWarning: () => {} })()
      return { guard: right(made), close: async () => {} }
    })
  }
}

const store = suite('redis: what is stored')
const storeTest = needs('redis-server', store)

/** A guard over ioredis with its own prefix, and the connection to read what it stores. */
const withGuard = async (
  settings: Settings,
  use: (guard: RedisGuard, redis: Connected, own: string) => Promise<void>,
  clocks: Clock = clock,
): Promise<void> => {
  const redis = ioredisOn((await shared()).port)
  const own = prefix()
  try {
    const made = await make(
      redis.client,
      { ...patient, prefix: own, ...settings },
      { clock: clocks, entropy, timer, onWarning: () => {} },
    )()
    await use(right(made), redis, own)
  } finally {
    redis.close()
  }
}

/** The keys of claims: neither the epoch nor the tallies. */
const claimKeys = async ({ command }: Connected, own: string): Promise<ReadonlyArray<string>> =>
  ((await command('KEYS', `${own}*`)) as Array<string>).filter((key) => !/:(epoch|tally:.*)$/.test(key))

storeTest('is one key per claim, prefix and 22 characters, that lives for maxAge, maxSkew and margin', () =>
  withGuard({ maxAge: 100, maxSkew: 20, margin: 3 }, async (guard, redis, own) => {
    const { command } = redis
    assert.is(await answer(guard, claimOf('n-1')), 'first')
    assert.is(await answer(guard, claimOf('n-1')), 'repeated')
    const keys = await claimKeys(redis, own)
    assert.is(keys.length, 1)
    assert.match(keys[0] as string, new RegExp(`^${own}[\\w-]{22}$`))
    const life = Number(await command('PTTL', keys[0] as string))
    assert.ok(life > 122_000 && life <= 123_000, `${life} ms`)
  }),
)

storeTest("is an epoch that names the server's run and never expires", () =>
  withGuard({}, async (guard, { command }, own) => {
    const text = (await command('GET', `${own}epoch`)) as string
    assert.is(JSON.parse(text).run_id, /run_id:(\w+)/.exec(String(await command('INFO', 'server')))?.[1])
    assert.is(JSON.parse(text).floor, guard.stats().floor)
    assert.is(await command('TTL', `${own}epoch`), -1)
  }),
)

storeTest("under a claim's key by another program makes the claim fail", () =>
  withGuard({}, async (guard, redis, own) => {
    const { command } = redis
    await answer(guard, claimOf('n-1'))
    const [key] = (await claimKeys(redis, own)) as [string]
    for (const [name, ...args] of [
      ['SET', key, 'what no guard wrote'],
      ['SET', key, ''],
    ]) {
      await command(name as string, ...args)
      assert.is(await answer(guard, claimOf('n-1')), 'guard_unavailable')
    }
    await command('DEL', key)
    await command('RPUSH', key, 'a')
    const outcome = await guard.claim(claimOf('n-1'))()
    assert.ok(E.isLeft(outcome))
    assert.is((outcome.left as { detail: string }).detail, 'Redis refused a command with WRONGTYPE')
  }),
)

storeTest("is not used for a timestamp so far ahead that its key would expire too early by Redis's clock", () =>
  withGuard({ maxAge: 300, maxSkew: 60, margin: 60 }, async (guard) => {
    const second = now()
    assert.is(await answer(guard, claimOf('near', second + 60)), 'first')
    assert.is(await answer(guard, claimOf('within the margin', second + 88)), 'first')
    assert.is(await answer(guard, claimOf('far', second + 93)), 'forgotten')
  }),
)

storeTest('a warning function that throws changes no answer, and is told once', async () => {
  const redis = ioredisOn((await shared()).port)
  const told: Array<string> = []
  const onWarning = (text: string): void => {
    told.push(text)
    throw new Error('not now')
  }
  try {
    const guard = await redisGuard(redis.client, { ...patient, prefix: prefix(), onWarning })
    const second = now()
    const claims = [claimOf('far', second + 93), claimOf('near', second), claimOf('also far', second + 93)]
    const answers = await Promise.all(claims.map((claim) => answer(guard, claim)))
    assert.equal(answers, ['forgotten', 'first', 'forgotten'])
    assert.is(told.filter((text) => text.includes('too far ahead')).length, 1)
  } finally {
    redis.close()
  }
})

storeTest("is forgotten when its key may have expired by Redis's clock, however far ours stepped back", () => {
  const second = now()
  return withGuard(
    { floor: 0, maxAge: 300, margin: 60 },
    async (guard) => {
      // Two seconds of tolerance: a second may end in between.
      assert.is(await answer(guard, claimOf('old', second - 332)), 'forgotten')
      assert.is(await answer(guard, claimOf('young', second - 327)), 'first')
    },
    { now: () => (second - 10_000) as Timestamp },
  )
})

store.run()

const several = suite('redis: several guards')
const severalTest = needs('redis-server', several)

/** Guards with one prefix, each on its own connection, with alternating libraries. */
const withGuards = async (
  settings: ReadonlyArray<Settings & { readonly onWarning?: (text: string) => void }>,
  use: (guards: ReadonlyArray<RedisGuard>, redis: Connected, own: string) => Promise<void>,
): Promise<void> => {
  const { port } = await shared()
  const own = prefix()
  const connections = await Promise.all(settings.map((_, i) => (libraries[i % 2] as (typeof libraries)[0])[1](port)))
  try {
    const guards: Array<RedisGuard> = []
    for (const [i, setting] of settings.entries()) {
      guards.push(
        await redisGuard((connections[i] as Connected).client, {
          ...patient,
          prefix: own,
          onWarning: () => {},
          ...setting,
        }),
      )
    }
    await use(guards, connections[0] as Connected, own)
  } finally {
    for (const { close } of connections) close()
  }
}

for (const size of [2, 8]) {
  severalTest(`let exactly one of ${size} simultaneous copies be first`, () =>
    withGuards(Array(size).fill({}), async (guards) => {
      for (let n = 0; n < 50; n++) {
        const claim = claimOf(`n-${n}`)
        const answers = await Promise.all(guards.map((guard) => answer(guard, claim)))
        assert.is(count(answers, 'first'), 1)
        assert.is(count(answers, 'repeated'), size - 1)
      }
    }),
  )
}

severalTest('that start at once on an empty store agree on one epoch', async () => {
  const { port } = await shared()
  const own = prefix()
  const redis = Array.from({ length: 8 }, () => ioredisOn(port))
  try {
    const guards = await Promise.all(
      redis.map(({ client }) => redisGuard(client, { ...patient, prefix: own, onWarning: () => {} })),
    )
    assert.is(new Set(guards.map((guard) => guard.stats().floor)).size, 1)
    const stamped = now() + 1
    for (const [i, guard] of guards.entries()) assert.is(await answer(guard, claimOf(`n-${i}`, stamped)), 'first')
    assert.is(new Set(guards.map((guard) => guard.stats().floor)).size, 1)
  } finally {
    for (const { close } of redis) close()
  }
})

severalTest('accept no request again after a flush, and go on after the fence', () =>
  withGuards([{ fence: 0 }, { fence: 0 }, { fence: 0 }], async (guards, { command }, own) => {
    const accepted: Array<NonceClaim> = []
    for (let round = 0; round < 3; round++) {
      const floor = Math.max(...guards.map((guard) => guard.stats().floor))
      while (now() < floor) await new Promise((resolve) => setTimeout(resolve, 20))
      for (let n = 0; n < 50; n++) {
        const claim = claimOf(`${round}-${n}`)
        const got = await answer(guards[n % 3] as RedisGuard, claim)
        if (got === 'first') accepted.push(claim)
      }
      assert.ok(accepted.length >= 40 * (round + 1), `${accepted.length} were accepted`)
      await command(
        'EVAL',
        "for _, k in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', k) end",
        '0',
        `${own}*`,
      )
      for (const guard of guards)
        for (const claim of accepted) assert.is(await answer(guard, claim), 'forgotten', JSON.stringify(claim))
    }
  }),
)

severalTest('with different maxAge shrink to the shortest memory, and warn', async () => {
  const warnings: Array<string> = []
  const onWarning = (text: string) => void warnings.push(text)
  await withGuards(
    [
      { maxAge: 600, floor: 0, onWarning },
      { maxAge: 300, floor: 0 },
    ],
    async ([long, short], { command }, own) => {
      // The short guard's claims may have expired while the long guard still accepts a timestamp 400 seconds old.
      assert.is(await answer(long as RedisGuard, claimOf('n-1', now() - 400)), 'forgotten')
      assert.is(await answer(short as RedisGuard, claimOf('n-1', now() - 400)), 'forgotten')
      const epoch = Epoch.parse((await command('GET', `${own}epoch`)) as string) as Epoch.Epoch
      assert.is(epoch.reach, 330)
      const ahead = claimOf('n-2', epoch.floor)
      assert.is(await answer(long as RedisGuard, ahead), 'first')
      assert.is(await answer(short as RedisGuard, ahead), 'repeated')
      assert.is(warnings.length, 1)
      assert.match(warnings[0] as string, /older than 330 s/)
    },
  )
})

several.run()

const quota = suite('redis: the quota')
const quotaTest = needs('redis-server', quota)

quotaTest('is exact among claims of several guards at once', () =>
  withGuards(Array(4).fill({ quota: 100 }), async (guards) => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => answer(guards[n % 4] as RedisGuard, claimOf(`n-${n}`))),
    )
    assert.is(count(answers, 'first'), 100)
    assert.is(count(answers, 'guard_full'), 300)
  }),
)

quotaTest('has room again when claims have expired, and never more than that', () =>
  withGuard({ maxAge: 1, maxSkew: 0, margin: 2, quota: 10 }, async (guard, redis, own) => {
    for (const end = Date.now() + 9_000; Date.now() < end; ) {
      await answer(guard, claimOf(`${Math.random()}`))
      // Keys that are about to expire may still be listed.
      const { length } = await claimKeys(redis, own)
      assert.ok(length <= 10, `${length} claims`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const total = Number(
      await redis.command('HGET', ((await redis.command('KEYS', `${own}tally:*`)) as [string])[0], 'c'),
    )
    assert.ok(total >= 20, `${total} were first`)
  }),
)

quotaTest('is kept when Redis forgets its scripts, and a tally expires after its claims', () =>
  withGuard({ quota: 2 }, async (guard, { command }, own) => {
    assert.is(await answer(guard, claimOf('n-1')), 'first')
    await command('SCRIPT', 'FLUSH')
    assert.is(await answer(guard, claimOf('n-2')), 'first')
    await command('SCRIPT', 'FLUSH')
    assert.is(await answer(guard, claimOf('n-3')), 'guard_full')
    const [tally] = (await command('KEYS', `${own}tally:*`)) as [string]
    assert.ok(Number(await command('TTL', tally)) > 420)
  }),
)

quotaTest('is by default a fifth of what fits into maxmemory', () =>
  withRedis(['--maxmemory', '4000'], async ({ port }) => {
    // So little that Redis is full; the guard says so, and later has its quota.
    const redis = ioredisOn(port)
    await answering(redis)
    assert.match((await rejection(redisGuard(redis.client, quiet))).message, /full \(OOM\)/)
    await redis.command('CONFIG', 'SET', 'maxmemory', '3000000')
    const guard = await redisGuard(redis.client, { ...quiet, ...patient })
    await redis.command('CONFIG', 'SET', 'maxmemory', '0')
    const answers = await Promise.all(Array.from({ length: 3_100 }, (_, n) => answer(guard, claimOf(n))))
    assert.is(count(answers, 'first'), 3_000)
    redis.close()
  }),
)

quota.run()

const policy = suite('redis: the eviction policy')
const policyTest = needs('redis-server', policy)

const under = (policy: string): RegExp => new RegExp(`maxmemory-policy is ${policy}; set it to noeviction`)

policyTest('that evicts claims is refused at the start', () =>
  withRedis(['--maxmemory', '100mb', '--maxmemory-policy', 'volatile-lru'], async ({ port }) => {
    const redis = ioredisOn(port)
    assert.match((await rejection(redisGuard(redis.client, quiet))).message, under('volatile-lru'))
    redis.close()
  }),
)

/** Guards on one connection, and a way to set their timers ahead. */
const ahead = async (port: number) => {
  const redis = ioredisOn(port)
  await answering(redis)
  let later = 0
  const env = { clock, entropy, timer: { ...timer, elapsed: () => timer.elapsed() + later }, onWarning: () => {} }
  return {
    redis,
    open: async () => right(await make(redis.client, { ...patient, fence: 0 }, env)()),
    goOn: (ms: number) => {
      later = ms
    },
  }
}

policyTest('that changes is noticed within 20 seconds: nothing is accepted until it is back, and a fence later', () =>
  withRedis(['--maxmemory', '100mb'], async ({ port }) => {
    const { redis, open, goOn } = await ahead(port)
    const guard = await open()
    // Another verifier, which has accepted nothing itself.
    const other = await open()
    const [before, between] = [claimOf('before'), claimOf('between')]
    assert.is(await answer(guard, before), 'first')
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    assert.is(await answer(guard, between), 'first')
    goOn(20_000)
    for (let n = 0; n < 3; n++) {
      const outcome = await guard.claim(claimOf(`under-${n}`))()
      assert.ok(E.isLeft(outcome) && outcome.left._tag === 'guard_unavailable')
      assert.match(outcome.left.detail, under('allkeys-lru'))
    }
    assert.is(await answer(other, claimOf('other')), 'guard_unavailable')
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    assert.is(await answer(other, before), 'forgotten')
    for (const claim of [before, between]) assert.is(await answer(guard, claim), 'forgotten')
    assert.ok(guard.stats().floor > now())
    assert.is(await answer(guard, claimOf('after', guard.stats().floor)), 'first')
    redis.close()
  }),
)

policyTest('that evicted claims and is back before anyone looked begins a new epoch', () =>
  withRedis(['--maxmemory', '4mb'], async ({ port }) => {
    const { redis, open, goOn } = await ahead(port)
    const guard = await open()
    const claims = Array.from({ length: 20 }, (_, n) => claimOf(n))
    for (const claim of claims) assert.is(await answer(guard, claim), 'first')
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'volatile-random')
    for (let n = 0; n < 4_000; n++) void redis.command('SET', `filler-${n}`, 'x'.repeat(1_000), 'EX', '100')
    await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    await redis.command('CONFIG', 'SET', 'maxmemory', '100mb')
    goOn(20_000)
    for (const claim of claims) assert.is.not(await answer(guard, claim), 'first')
    redis.close()
  }),
)

policy.run()

const start = suite('redis: the start')
const startTest = needs('redis-server', start)

startTest('refuses redis 4 in its legacyMode in words', async () => {
  const { createClient } = await older.load<{ createClient: (options: object) => Parameters<typeof redisGuard>[0] }>(
    'redis',
  )
  const client = createClient({ legacyMode: true, socket: { host: '127.0.0.1', port: (await shared()).port } })
  assert.match((await rejection(redisGuard(client))).message, unserved('redis'))
})

startTest('continues with the stored claims and their floor', async () => {
  const { port } = await shared()
  const own = prefix()
  const before = ioredisOn(port)
  const claim = claimOf('n-1')
  assert.is(
    await answer(await redisGuard(before.client, { ...quiet, ...patient, prefix: own, floor: 5 }), claim),
    'first',
  )
  before.close()
  const after = ioredisOn(port)
  const guard = await redisGuard(after.client, { ...quiet, ...patient, prefix: own })
  assert.is(guard.stats().floor, 5)
  assert.is(await answer(guard, claim), 'repeated')
  after.close()
})

startTest('raises the floor by the fence if the epoch is of another run, or is corrupt', async () => {
  for (const text of [
    'no epoch',
    '{}',
    'null',
    Epoch.serialize({ run_id: 'f'.repeat(40), replid: 'f'.repeat(40), floor: 7, reach: 330, id: 'x' }),
  ]) {
    const redis = ioredisOn((await shared()).port)
    const own = prefix()
    await answering(redis)
    await redis.command('SET', `${own}epoch`, text)
    const before = now()
    const guard = await redisGuard(redis.client, { ...quiet, ...patient, prefix: own, floor: 0 })
    assert.ok(guard.stats().floor > before + 5, `after ${text}`)
    redis.close()
  }
})

startTest('rejects within seconds if no server listens, and shows no password', async () => {
  const port = await freePort()
  const redis = ioredisOn(port, { password: 'hunter2-canary' })
  const begun = performance.now()
  const error = await rejection(redisGuard(redis.client, quiet))
  redis.close()
  assert.match(error.message, /Redis/)
  assert.ok(performance.now() - begun < 3_000)
  assert.not.match(`${error.stack}${JSON.stringify(error)}${JSON.stringify(error.cause)}`, /hunter2|127\.0\.0\.1/)
})

startTest('rejects if the password is missing or INFO is denied, and says which', () =>
  withRedis(['--requirepass', 'hunter2-canary'], async ({ port }) => {
    const admin = ioredisOn(port, { password: 'hunter2-canary' })
    await answering(admin)
    await admin.command('ACL', 'SETUSER', 'poor', 'on', '>poor-canary', '~*', '+@all', '-info')
    admin.close()
    const without = ioredisOn(port)
    assert.match((await rejection(redisGuard(without.client, quiet))).message, /not connected/)
    without.close()
    const poor = ioredisOn(port, { username: 'poor', password: 'poor-canary', enableReadyCheck: false })
    const error = await rejection(redisGuard(poor.client, quiet))
    assert.match(error.message, /NOPERM.*INFO/)
    assert.not.match(`${error.stack}${JSON.stringify(error.cause)}`, /canary/)
    poor.close()
    const proper = ioredisOn(port, { password: 'hunter2-canary' })
    assert.is(await answer(await redisGuard(proper.client, quiet), claimOf('n-1')), 'first')
    proper.close()
  }),
)

startTest('rejects a cluster, a replica and a sentinel', async () => {
  await withRedis(['--cluster-enabled', 'yes'], async ({ port }) => {
    const redis = ioredisOn(port)
    assert.match((await rejection(redisGuard(redis.client, quiet))).message, /cluster/)
    redis.close()
  })
  await withRedis(['--replicaof', `127.0.0.1 ${(await shared()).port}`], async ({ port }) => {
    const redis = ioredisOn(port)
    assert.match((await rejection(redisGuard(redis.client, quiet))).message, /primary/)
    redis.close()
  })
})

startTest('warns of an eviction policy', () =>
  withRedis(['--maxmemory-policy', 'allkeys-lru'], async ({ port }) => {
    const warnings: Array<string> = []
    const redis = ioredisOn(port)
    await redisGuard(redis.client, { onWarning: (text) => void warnings.push(text) })
    redis.close()
    assert.is(warnings.length, 1)
    assert.match(warnings[0] as string, /allkeys-lru.*noeviction/)
  }),
)

startTest('warns of nothing without a reason, and by a process warning without onWarning', async () => {
  const warnings: Array<string> = []
  const listener = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', listener)
  const { port } = await shared()
  for (const [, connect] of libraries) {
    const redis = await connect(port)
    await redisGuard(redis.client, { prefix: prefix() })
    redis.close()
  }
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(warnings, [])
  await withRedis(['--maxmemory-policy', 'volatile-ttl'], async ({ port }) => {
    const redis = ioredisOn(port)
    await redisGuard(redis.client)
    await new Promise((resolve) => setImmediate(resolve))
    redis.close()
  })
  process.off('warning', listener)
  assert.is(warnings.length, 1)
})

startTest('succeeds with a lazy client, and with one that has the default queue', async () => {
  const { port } = await shared()
  for (const options of [
    { lazyConnect: true },
    { lazyConnect: true, enableOfflineQueue: true, maxRetriesPerRequest: 20 },
    { enableOfflineQueue: true, maxRetriesPerRequest: 20 },
  ]) {
    const redis = ioredisOn(port, options)
    const guard = await redisGuard(redis.client, { ...patient, prefix: prefix() })
    assert.is(await answer(guard, claimOf('n-1')), 'first')
    redis.close()
  }
})

start.run()

const loss = suite('redis: callers after a loss')
const lossTest = needs('redis-server', loss)

lossTest('are told when to come again, and a client that may retry does so', () =>
  withRedis([], async (redisServer) => {
    const { publicPem, privatePem } = rsa(2048, 'app-1')
    const redis = ioredisOn(redisServer.port)
    const guard = await redisGuard(redis.client, { ...quiet, ...patient, fence: 1 })
    const verifier = await createVerifier({ keys: { 'app-1': publicPem }, guard })
    const service = createServer(verified(verifier, (_, res) => res.end())).listen(0, '127.0.0.1')
    try {
      await once(service, 'listening')
      const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
      const clientWith = (retries: number) =>
        createClient({ baseUrl, appId: 'app-1', privateKey: privatePem, retries, timeoutMs: 10_000 })
      const [hasty, withNote] = [await clientWith(0), await clientWith(1)]
      assert.is((await hasty.submitJob('{}')).status, 200)
      await redisServer.restart()
      const [told, waited] = await Promise.all([hasty.submitJob('{}'), withNote.submitJob('{}')])
      assert.is(told.status, 401)
      assert.match(told.headers['retry-after'] ?? '', /^[123]$/)
      assert.is(waited.status, 200)
    } finally {
      service.closeAllConnections()
      service.close()
      redis.close()
    }
  }),
)

loss.run()
