import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { createClient } from '../../../src/client/node.ts'
import * as Package from '../../../src/core/Package.ts'
import type { Clock } from '../../../src/effects/Clock.ts'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import * as Epoch from '../../../src/guards/redis/Epoch.ts'
import {
  make,
  type RedisGuard,
  type RedisGuardOptions,
  redisGuard,
  type Settings,
} from '../../../src/guards/redis/redis.ts'
import { commands } from '../../../src/guards/redis/redisCommands.ts'
import { clock, entropy, timer } from '../../../src/platform/common/system.ts'
import { verified } from '../../../src/server/adapters/http.ts'
import { createVerifier } from '../../../src/server/node.ts'
import { installedTools } from '../../support/installedTools.ts'
import { rsa } from '../../support/keys.ts'
import { freePort, withServer } from '../../support/loopback.ts'
import { answering, type Connected, ioredisOn, nodeRedisOn, type Options } from '../../support/redisClients.ts'
import { type RedisServer, startRedis, withRedis } from '../../support/redisServer.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'
import { warningsOf } from '../../support/warnings.ts'
import { answer, claimOf, count, keyB, seconds as now, rejection } from '../claims.ts'
import { contract } from '../contract.ts'
import { untilFloor } from './scene.ts'

const older = await installedTools('spec/project/older/served')

let server: RedisServer | undefined
const shared = async (): Promise<RedisServer> => {
  server ??= await startRedis()
  return server
}

const there = suite('redis: the server')
const thereTest = needs('redis-server', there)
thereTest('is there', async () => assert.ok((await shared()).port > 0))

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

const aside = sideBySide(6)
const store = suite('redis: what is stored')
const storeTest = aside(needs('redis-server', store))

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

/** Why no guard starts there. */
const refusalAt = async (port: number, options: RedisGuardOptions = {}, client?: Options): Promise<Error> => {
  const redis = ioredisOn(port, client)
  try {
    return await rejection(redisGuard(redis.client, { ...quiet, ...options }))
  } finally {
    redis.close()
  }
}

/** What is in the hash beside the ids of claims. */
const marker = ''

storeTest('is a field for each claim, of 22 characters, in a hash that outlives two lives', () =>
  withGuard({ maxAge: 100, maxSkew: 20, margin: 3 }, async (guard, { command }, own) => {
    assert.is(await answer(guard, claimOf('n-1')), 'first')
    assert.is(await answer(guard, claimOf('n-1')), 'repeated')
    const fields = (await command('HKEYS', `${own}claims`)) as ReadonlyArray<string>
    assert.is(fields.length, 2)
    assert.match(fields.find((field) => field !== marker) as string, /^[\w-]{22}$/)
    assert.ok(Number(await command('TTL', `${own}claims`)) > 2 * 123)
    assert.is(await command('EXISTS', `${own}earlier`), 0)
  }),
)

storeTest('is kept for one to two lives, and below the floor afterwards', () =>
  withGuard({ maxAge: 1, maxSkew: 0, margin: 2 }, async (guard, { command }, own) => {
    const lives = Array.from({ length: 4 }, () => 3_000)
    const told: Array<NonceClaim> = []
    for (const life of lives) {
      const claim = claimOf(`n-${told.length}`)
      assert.is(await answer(guard, claim), 'first')
      told.push(claim)
      for (const each of told) {
        const isForgotten = each.timestamp < guard.stats().floor
        assert.is(await answer(guard, each), isForgotten ? 'forgotten' : 'repeated')
        assert.is(isForgotten, told.indexOf(each) < told.length - 2)
      }
      await pause(life)
    }
    assert.ok(Number(await command('HLEN', `${own}claims`)) <= 2)
  }),
)

storeTest("is an epoch that names the server's run and never expires", () =>
  withGuard({}, async (guard, { command }, own) => {
    const text = (await command('HGET', `${own}epoch`, 'epoch')) as string
    assert.is(JSON.parse(text).run_id, /run_id:(\w+)/.exec(String(await command('INFO', 'server')))?.[1])
    assert.is(JSON.parse(text).floor, guard.stats().floor)
    assert.is(await command('TTL', `${own}epoch`), -1)
  }),
)

for (const name of ['claims', 'earlier']) {
  storeTest(`that loses its ${name} alone makes no claim first again, and says so by its floor`, () =>
    withGuard({ maxAge: 1, maxSkew: 0, margin: 2 }, async (guard, { command }, own) => {
      const before = claimOf('before')
      const later = claimOf('later', now() + 3)
      assert.is(await answer(guard, before), 'first')
      await pause(3_100)
      assert.is(await answer(guard, later), 'first')
      assert.is(await command('DEL', `${own}${name}`), 1)
      for (const claim of [before, later])
        assert.is(await answer(guard, claim), name === 'earlier' && claim === later ? 'repeated' : 'forgotten')
      assert.is(guard.stats().floor, (name === 'claims' ? later : before).timestamp + 1)
    }),
  )
}

storeTest("under a claim's id by another program makes the claim fail", () =>
  withGuard({}, async (guard, { command }, own) => {
    await answer(guard, claimOf('n-1'))
    const fields = (await command('HKEYS', `${own}claims`)) as ReadonlyArray<string>
    const id = fields.find((field) => field !== marker) as string
    for (const text of ['what no guard wrote', '']) {
      await command('HSET', `${own}claims`, id, text)
      assert.is(await answer(guard, claimOf('n-1')), 'guard_unavailable')
    }
    await command('DEL', `${own}claims`)
    await command('RPUSH', `${own}claims`, 'a')
    const outcome = await guard.claim(claimOf('n-1'))()
    assert.ok(E.isLeft(outcome))
    assert.match((outcome.left as { detail: string }).detail, /another type \(WRONGTYPE\).*another prefix/)
  }),
)

storeTest('is not used for a timestamp so far ahead that Redis or the verifier must have a wrong clock', () =>
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

const several = suite('redis: several guards')
const severalTest = aside(needs('redis-server', several))

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

severalTest('with different maxAge remember each claim for as long as the longest needs', () =>
  withGuards(
    [
      { maxAge: 2, maxSkew: 0, margin: 2, floor: 0 },
      { maxAge: 0, maxSkew: 0, margin: 1, floor: 0 },
    ],
    async ([long, short]) => {
      assert.is(await answer(long as RedisGuard, claimOf('n-0')), 'first')
      const claim = claimOf('n-1')
      assert.is(await answer(short as RedisGuard, claim), 'first')
      for (let n = 0; n < 3; n++) {
        await pause(1_000)
        assert.is(await answer(short as RedisGuard, claimOf(`other-${n}`)), 'first')
        assert.is(await answer(long as RedisGuard, claim), 'repeated')
      }
    },
  ),
)

const quota = suite('redis: the quota')
const quotaTest = aside(needs('redis-server', quota))

quotaTest('is exact among claims of several guards at once', () =>
  withGuards(Array(4).fill({ quota: 100 }), async (guards) => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => answer(guards[n % 4] as RedisGuard, claimOf(`n-${n}`))),
    )
    assert.is(count(answers, 'first'), 100)
    assert.is(count(answers, 'guard_full'), 300)
  }),
)

quotaTest('has room again when claims are forgotten, and never more than that', () =>
  withGuard({ maxAge: 1, maxSkew: 0, margin: 1, quota: 10 }, async (guard, { command }, own) => {
    let total = 0
    for (const end = Date.now() + 9_000; Date.now() < end; ) {
      if ((await answer(guard, claimOf(`${Math.random()}`))) === 'first') total++
      const lengths = await Promise.all(['claims', 'earlier'].map((name) => command('HLEN', `${own}${name}`)))
      assert.ok(lengths.reduce((sum: number, length) => sum + Number(length), 0) <= 12, `${lengths}, with two markers`)
      await pause(20)
    }
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
    await redis.command('CONFIG', 'SET', 'maxmemory', '1800000')
    const guard = await redisGuard(redis.client, { ...quiet, ...patient })
    await redis.command('CONFIG', 'SET', 'maxmemory', '0')
    const answers = await Promise.all(Array.from({ length: 3_100 }, (_, n) => answer(guard, claimOf(n))))
    assert.is(count(answers, 'first'), 3_000)
    redis.close()
  }),
)

const policy = suite('redis: the eviction policy')
const policyTest = needs('redis-server', policy)

for (const evicting of ['allkeys-random', 'volatile-random', 'allkeys-lru']) {
  policyTest(`that becomes ${evicting} while claims are made loses them as a whole, and leaves none first again`, () =>
    withRedis(['--maxmemory', '8mb'], async ({ port }) => {
      const redis = ioredisOn(port)
      await answering(redis)
      const guard = await redisGuard(redis.client, { ...quiet, ...patient, fence: 0 })
      await redis.command('CONFIG', 'SET', 'maxmemory-policy', evicting)
      const accepted: Array<NonceClaim> = []
      const floors = new Set<number>()
      for (let n = 0; n < 4_000; n++) {
        await redis.command('SET', `filler-${n % 10}-${Math.random()}`, 'x'.repeat(10_000), 'EX', '100')
        const claim = claimOf(n)
        if (n % 4 === 0 && (await answer(guard, claim)) === 'first') accepted.push(claim)
        floors.add(guard.stats().floor)
        if (n % 400 === 0)
          for (const each of accepted) assert.is.not(await answer(guard, each), 'first', JSON.stringify(each))
      }
      console.log(`${evicting}: ${accepted.length} of 1,000 were accepted, under ${floors.size} floors`)
      assert.ok(accepted.length > 0)
      redis.close()
    }),
  )
}

const start = suite('redis: the start')
const startTest = needs('redis-server', start)

startTest('refuses redis 4 in its legacyMode in words', async () => {
  const { createClient } = await older.load<{ createClient: (options: object) => Parameters<typeof redisGuard>[0] }>(
    'redis',
  )
  const client = createClient({ legacyMode: true, socket: { host: '127.0.0.1', port: (await shared()).port } })
  assert.match((await rejection(redisGuard(client))).message, Package.unserved(Package.redis))
})

startTest('continues with the stored claims and their floor', async () => {
  const { port } = await shared()
  const own = prefix()
  const before = ioredisOn(port)
  const claim = claimOf('n-1')
  const result = await answer(await redisGuard(before.client, { ...quiet, ...patient, prefix: own, floor: 5 }), claim)
  assert.is(result, 'first')
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
    Epoch.serialize({ run_id: 'f'.repeat(40), replid: 'f'.repeat(40), floor: 7, id: 'x' }),
  ]) {
    const redis = ioredisOn((await shared()).port)
    const own = prefix()
    await answering(redis)
    await redis.command('HSET', `${own}epoch`, 'epoch', text)
    const before = now()
    const guard = await redisGuard(redis.client, { ...quiet, ...patient, prefix: own, floor: 0 })
    assert.ok(guard.stats().floor > before + 5, `after ${text}`)
    redis.close()
  }
})

startTest('rejects within seconds if no server listens, and shows no password', async () => {
  const begun = performance.now()
  const error = await refusalAt(await freePort(), {}, { password: 'hunter2-canary' })
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
    assert.match((await refusalAt(port)).message, /not connected/)
    const poor = { username: 'poor', password: 'poor-canary', enableReadyCheck: false }
    const error = await refusalAt(port, {}, poor)
    assert.match(error.message, /NOPERM.*INFO/)
    assert.not.match(`${error.stack}${JSON.stringify(error.cause)}`, /canary/)
    const proper = ioredisOn(port, { password: 'hunter2-canary' })
    assert.is(await answer(await redisGuard(proper.client, quiet), claimOf('n-1')), 'first')
    proper.close()
  }),
)

startTest('rejects a user who may not do all that a claim needs, and names what is missing', () =>
  withRedis([], async ({ port }) => {
    const admin = ioredisOn(port)
    await answering(admin)
    const rules: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
      [
        ['~*', '+@read', '+eval', '+evalsha', '+info', '+time'],
        /its user HSET, HINCRBY, EXPIRE, RENAME, UNLINK \(NOPERM\)/,
      ],
      [['~*', '+@all', '-unlink'], /its user UNLINK \(NOPERM\): the user needs EVAL/],
      [['%R~*', '+@all'], /\(NOPERM\): .* may read and write every key that begins with the guard's prefix/],
      [['~other:*', '+@all'], /\(NOPERM\): .* may read and write every key that begins with the guard's prefix/],
    ]
    for (const [rule, expected] of rules) {
      await admin.command('ACL', 'SETUSER', 'some', 'reset', 'on', '>canary', ...rule)
      assert.match((await refusalAt(port, {}, { username: 'some', password: 'canary' })).message, expected)
    }
    const enough = ['~countersign:*', ...commands.map((name) => `+${name}`)]
    await admin.command('ACL', 'SETUSER', 'some', 'reset', 'on', '>canary', ...enough)
    const some = ioredisOn(port, { username: 'some', password: 'canary', enableReadyCheck: false })
    const guard = await redisGuard(some.client, { ...quiet, ...patient })
    assert.is(await answer(guard, claimOf('n-1')), 'first')
    // What is taken away later is told with the claim.
    await admin.command('ACL', 'SETUSER', 'some', '-hset')
    assert.match(JSON.stringify(await guard.claim(claimOf('n-2'))()), /a command or a key \(NOPERM\)/)
    some.close()
    admin.close()
  }),
)

startTest('rejects a store of an earlier version', async () => {
  const { port } = await shared()
  const redis = ioredisOn(port)
  const own = prefix()
  await answering(redis)
  await redis.command('SET', `${own}epoch`, 'text')
  redis.close()
  assert.match((await refusalAt(port, { prefix: own })).message, /WRONGTYPE.*another prefix/)
})

startTest('rejects a cluster, a replica and a sentinel', async () => {
  await withRedis(['--cluster-enabled', 'yes'], async ({ port }) => {
    assert.match((await refusalAt(port)).message, /cluster/)
  })
  await withRedis(['--replicaof', `127.0.0.1 ${(await shared()).port}`], async ({ port }) => {
    assert.match((await refusalAt(port)).message, /primary/)
  })
})

startTest('warns of nothing without a reason, and by a process warning without onWarning', async () => {
  const warnings = await warningsOf(async (heard) => {
    const { port } = await shared()
    for (const [, connect] of libraries) {
      const redis = await connect(port)
      await redisGuard(redis.client, { prefix: prefix() })
      redis.close()
    }
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(heard, [])
    await withRedis(['--maxmemory-policy', 'volatile-ttl'], async ({ port }) => {
      const redis = ioredisOn(port)
      await redisGuard(redis.client)
      redis.close()
    })
  })
  assert.is(warnings.length, 1)
  assert.match(warnings[0]?.message ?? '', /volatile-ttl.*noeviction/)
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

const loss = suite('redis: callers after a loss')
const lossTest = aside(needs('redis-server', loss))

lossTest('with a right clock are not kept out by an app whose clock is ahead, and its own claims stay used', () =>
  withGuards([{ fence: 1 }, { fence: 1 }], async ([one, other], { command }, own) => {
    const mine = one as RedisGuard
    const theirs = other as RedisGuard
    const ahead = Array.from({ length: 20 }, (_, n) => claimOf(`ahead-${n}`, now() + 50, keyB))
    for (const claim of ahead) assert.is(await answer(theirs, claim), 'first')
    assert.is(await answer(mine, claimOf('n-0')), 'first')
    for (const name of (await command('KEYS', `${own}*`)) as ReadonlyArray<string>) await command('DEL', name)
    // Whichever guard settles the epoch, and whichever is asked.
    assert.is(await answer(mine, claimOf('n-1')), 'forgotten')
    for (const claim of ahead) assert.is(await answer(theirs, claim), 'forgotten')
    for (const guard of [mine, theirs]) assert.ok(guard.stats().floor <= now() + 4, 'the fence alone')
    await untilFloor(mine)
    for (const guard of [mine, theirs]) {
      assert.is(await answer(guard, claimOf(`n-${serial++}`)), 'first')
      for (const claim of ahead) assert.is(await answer(guard, claim), 'forgotten')
      assert.is(await answer(guard, claimOf(`later-${serial++}`, now() + 55, keyB)), 'first')
    }
  }),
)

lossTest('are told when to come again, and a client that may retry does so', () =>
  withRedis([], async (redisServer) => {
    const { publicPem, privatePem } = rsa(2048, 'app-1')
    const redis = ioredisOn(redisServer.port)
    const guard = await redisGuard(redis.client, { ...quiet, ...patient, fence: 1 })
    const verifier = await createVerifier({ keys: { 'app-1': publicPem }, guard })
    const service = createServer(verified(verifier, (_, res) => res.end()))
    await withServer(service, async ({ url: baseUrl }) => {
      const clientWith = (retries: number) =>
        createClient({ baseUrl, appId: 'app-1', privateKey: privatePem, retries, timeoutMs: 10_000 })
      const hasty = await clientWith(0)
      const withNote = await clientWith(1)
      assert.is((await hasty.submitJob('{}')).status, 200)
      await redisServer.restart()
      const [told, waited] = await Promise.all([hasty.submitJob('{}'), withNote.submitJob('{}')])
      assert.is(told.status, 503)
      assert.match(told.headers['retry-after'] ?? '', /^[123]$/)
      assert.is(waited.status, 200)
    }).finally(redis.close)
  }),
)
