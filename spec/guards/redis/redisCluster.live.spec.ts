// The guard on clusters, behind sentinels and over pools, while all is well. The faults: redisClusterFaults.live.spec.ts.
import { setTimeout as pause } from 'node:timers/promises'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import { claimId } from '../../../src/guards/claimId.ts'
import * as Epoch from '../../../src/guards/redis/Epoch.ts'
import { make, type RedisGuard, redisGuard, type Settings } from '../../../src/guards/redis/redis.ts'
import { shardOf, shards, slotOf, tags } from '../../../src/guards/redis/redisSlots.ts'

import { entropy, timer } from '../../../src/platform/common/system.ts'

import {
  answering,
  type Connected,
  ioredisCluster,
  ioredisOn,
  ioredisSentinel,
  nodeRedisCluster,
  nodeRedisPool,
  nodeRedisSentinel,
} from '../../support/redisClients.ts'
import { nodeTimeoutMs, type Primary, type RedisCluster, startCluster } from '../../support/redisCluster.ts'
import { startWatched } from '../../support/redisSentinels.ts'
import { startRedis } from '../../support/redisServer.ts'
import { assert, byTurns, needs, right, suite } from '../../support/suite.ts'
import { answer, claimOf, count, seconds as now, rejection } from '../claims.ts'
import { contract } from '../contract.ts'

const quiet = { deadlineMs: 5_000, onWarning: () => {} }
let serial = 0
const prefix = (): string => `spec${serial++}:`

let started: Promise<RedisCluster> | undefined
const shared = (): Promise<RedisCluster> => {
  started ??= startCluster()
  return started
}

const there = suite('redis: a cluster')
const test = needs('redis-server', there)

test('has all 64 shards, as evenly as its primaries', async () => {
  const cluster = await shared()
  const primaries = await cluster.primaries()
  const slots = tags().map(slotOf)
  for (const [i, tag] of tags().entries())
    assert.is(Number(await cluster.cli(cluster.ports[0] as number, 'CLUSTER', 'KEYSLOT', `a{${tag}}b`)), slots[i])
  for (const { slots: ranges } of primaries) {
    const mine = slots.filter((slot) => ranges.some(([from, to]) => from <= slot && slot <= to))
    assert.ok(mine.length >= 21 && mine.length <= 22, `${mine.length} shards`)
  }
})

if (test === there) {
  for (const [name, connect] of [
    ['ioredis', ioredisCluster],
    ['node-redis', nodeRedisCluster],
  ] as const) {
    let connected: Connected | undefined
    contract(
      `the redis guard over a cluster of ${name}`,
      async ({ clock, window, floor, quota }) => {
        connected ??= await connect((await shared()).ports)
        await answering(connected)
        const settings: Settings = { ...window, deadlineMs: 5_000, prefix: prefix(), floor, quota }
        const made = await make(connected.client, settings, { clock, entropy, timer, onWarning: () => {} })()
        return { guard: right(made), close: async () => {} }
      },
      true,
    )
  }
}

const cluster = suite('redis: what a cluster keeps')
const clusterTest = byTurns(2, needs('redis-server', cluster))

const withGuards = async (
  settings: Settings,
  use: (guards: ReadonlyArray<RedisGuard>, cluster: RedisCluster, own: string) => Promise<void>,
): Promise<void> => {
  const { ports } = await shared()
  const own = prefix()
  const connections = [ioredisCluster(ports), await nodeRedisCluster(ports), ioredisCluster(ports)]
  try {
    await Promise.all(connections.map(answering))
    const guards: Array<RedisGuard> = []
    for (const { client } of connections) guards.push(await redisGuard(client, { ...quiet, prefix: own, ...settings }))
    await use(guards, await shared(), own)
  } finally {
    for (const { close } of connections) close()
  }
}

clusterTest('is a hash of claims in each shard, beside its epoch, with a hash tag', () =>
  withGuards({}, async ([guard], { cli, primaries }, own) => {
    for (let n = 0; n < 200; n++) assert.is(await answer(guard as RedisGuard, claimOf(n)), 'first')
    let claims = 0
    let epochs = 0
    for (const { port } of await primaries()) {
      const keys = (await cli(port, 'KEYS', `${own}*`)).trim().split('\n')
      const runId = /run_id:(\w+)/.exec(await cli(port, 'INFO', 'server'))?.[1]
      for (const key of keys) {
        const [, kind = ''] = new RegExp(`^${own}\\{\\d+\\}:(claims|epoch|tally:.*)$`).exec(key) ?? []
        assert.ok(kind !== '', key)
        if (kind === 'epoch') {
          epochs++
          assert.is(Epoch.parse((await cli(port, 'HGET', key, 'epoch')).trim())?.run_id, runId)
        }
        // One field is the marker.
        if (kind === 'claims') claims += Number(await cli(port, 'HLEN', key)) - 1
      }
    }
    assert.is(claims, 200)
    assert.is(epochs, shards)
  }),
)

clusterTest('gives each shard a 64th of the quota', () =>
  withGuards({ quota: 64 * 5 }, async ([guard]) => {
    const claims = Array.from({ length: 1_500 }, (_, n) => claimOf(n))
    const answers = await Promise.all(claims.map((claim) => answer(guard as RedisGuard, claim)))
    assert.is(count(answers, 'first'), 64 * 5)
    assert.is(count(answers, 'guard_full'), 1_500 - 64 * 5)
  }),
)

clusterTest('whose slot moves is refused while it moves, and is not accepted again where it went', async () =>
  withGuards({ fence: 0 }, async ([guard], { cli, primaries }, own) => {
    const all = await primaries()
    const [from, to] = all as [(typeof all)[0], (typeof all)[0]]
    const claims = Array.from({ length: 300 }, (_, n) => claimOf(n))
    for (const claim of claims) assert.is(await answer(guard as RedisGuard, claim), 'first')
    const slot = slotOf(tags()[0] as string)
    const owner = all.find(({ slots }) => slots.some(([a, b]) => a <= slot && slot <= b)) as typeof from
    const next = owner === to ? from : to
    await cli(next.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'IMPORTING', owner.id)
    await cli(owner.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'MIGRATING', next.id)
    const keys = (await cli(owner.port, 'CLUSTER', 'GETKEYSINSLOT', `${slot}`, '10000')).trim().split('\n')
    const move = (some: ReadonlyArray<string>) =>
      cli(owner.port, 'MIGRATE', '127.0.0.1', `${next.port}`, '', '0', '5000', 'KEYS', ...some)
    const epochs = keys.filter((key) => key.endsWith(':epoch'))
    const others = keys.filter((key) => !key.endsWith(':epoch'))
    const inTurn = [others.slice(0, others.length / 2), epochs, others.slice(others.length / 2)]
    const impatient = ioredisCluster((await shared()).ports)
    await answering(impatient)
    const hurried = await redisGuard(impatient.client, { ...quiet, deadlineMs: 300, fence: 0, prefix: own })
    for (const [round, some] of inTurn.entries()) {
      // Nothing is accepted that was, whichever keys have moved; new claims of other shards go on.
      const again = await Promise.all(claims.map((claim) => answer(hurried, claim)))
      assert.is(count(again, 'first'), 0)
      const fresh = await Promise.all(
        claims.map((claim) => answer(hurried, { ...claim, unique: `${claim.unique}-${round}` as never })),
      )
      assert.ok(count(fresh, 'first') > 250, `${count(fresh, 'first')} of 300`)
      if (some.length > 0) await move(some)
    }
    for (const { port } of [next, owner, ...all]) await cli(port, 'CLUSTER', 'SETSLOT', `${slot}`, 'NODE', next.id)
    const after = await Promise.all(claims.map((claim) => answer(guard as RedisGuard, claim)))
    assert.is(count(after, 'first'), 0)
    // Its epoch is another server's, so this shard waits for the fence; the other ones know their claims.
    assert.ok(count(after, 'forgotten') > 0 && count(after, 'repeated') > 250)
    while (now() < (guard as RedisGuard).stats().floor) await pause(50)
    const later = Array.from({ length: 300 }, (_, n) => claimOf(`later-${n}`))
    assert.is(count(await Promise.all(later.map((claim) => answer(guard as RedisGuard, claim))), 'first'), 300)
    impatient.close()
  }),
)

clusterTest('whose slot moves, loses claims where it went, and comes back, are not accepted again', () =>
  withGuards({ fence: 0 }, async ([guard], { cli, primaries }, own) => {
    const slot = slotOf(tags()[0] as string)
    const all = await primaries()
    const home = all.find(({ slots }) => slots.some(([from, to]) => from <= slot && slot <= to)) as Primary
    const away = all.find((each) => each !== home) as Primary
    const keysOf = async ({ port }: Primary): Promise<ReadonlyArray<string>> => {
      const keys = (await cli(port, 'CLUSTER', 'GETKEYSINSLOT', `${slot}`, '10000')).trim().split('\n')
      return keys.filter((key) => key !== '')
    }
    const move = async (from: Primary, to: Primary): Promise<void> => {
      await cli(to.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'IMPORTING', from.id)
      await cli(from.port, 'CLUSTER', 'SETSLOT', `${slot}`, 'MIGRATING', to.id)
      const keys = await keysOf(from)
      if (keys.length > 0) await cli(from.port, 'MIGRATE', '127.0.0.1', `${to.port}`, '', '0', '5000', 'KEYS', ...keys)
      for (const { port } of [to, from, ...all]) await cli(port, 'CLUSTER', 'SETSLOT', `${slot}`, 'NODE', to.id)
    }
    const claims = Array.from({ length: 2_000 }, (_, n) => claimOf(n)).filter((claim) => shardOf(claimId(claim)) === 0)
    for (const claim of claims) assert.is(await answer(guard as RedisGuard, claim), 'first')
    await move(home, away)
    // The condition: a verifier makes a claim of the shard where it is now.
    assert.is(await answer(guard as RedisGuard, claims[0] as NonceClaim), 'forgotten')
    const lost = (await keysOf(away)).filter((key) => key.startsWith(own) && !key.endsWith(':epoch'))
    assert.ok(lost.some((key) => key.endsWith(':claims')))
    await cli(away.port, 'DEL', ...lost)
    await move(away, home)
    const again = await Promise.all(claims.map((claim) => answer(guard as RedisGuard, claim)))
    assert.is(count(again, 'forgotten'), claims.length)
  }),
)

clusterTest('is reached by a client for clusters only, and its keys may have no other hash tag', async () => {
  const { ports } = await shared()
  const single = ioredisOn(ports[0] as number)
  const whole = ioredisCluster(ports)
  await Promise.all([single, whole].map(answering))
  assert.match((await rejection(redisGuard(single.client, quiet))).message, /one node of a cluster.*Cluster of ioredis/)
  assert.match((await rejection(redisGuard(whole.client, { ...quiet, prefix: '{a}' }))).message, /hash tags/)
  single.close()
  whole.close()
})

clusterTest('under an eviction policy is refused at the start', async () => {
  const { cli, primaries, ports } = await shared()
  const port = (await primaries())[0]?.port as number
  const connected = ioredisCluster(ports)
  await answering(connected)
  await cli(port, 'CONFIG', 'SET', 'maxmemory', '100mb')
  await cli(port, 'CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
  assert.match((await rejection(redisGuard(connected.client, { ...quiet, prefix: prefix() }))).message, /allkeys-lru/)
  await cli(port, 'CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
  await cli(port, 'CONFIG', 'SET', 'maxmemory', '0')
  connected.close()
})

clusterTest('takes no claim on a primary that is cut off from the others, once its node timeout is over', async () => {
  const { node, ports, primaries } = await shared()
  const [alone] = (await primaries()) as [Primary]
  const connected = ioredisCluster(ports)
  await answering(connected)
  const guard = await redisGuard(connected.client, { ...quiet, deadlineMs: 300, prefix: prefix() })
  const slots = tags().map(slotOf)
  const isHere = (claim: NonceClaim): boolean => {
    const slot = slots[shardOf(claimId(claim))] as number
    return alone.slots.some(([from, to]) => from <= slot && slot <= to)
  }
  const here = (round: number) => Array.from({ length: 60 }, (_, n) => claimOf(`${round}-${n}`)).filter(isHere)
  const others = ports.filter((port) => port !== alone.port && port !== alone.replica?.port)
  try {
    for (const port of others) node(port).server.signal('SIGSTOP')
    const begun = performance.now()
    let given: ReadonlyArray<string> = ['first']
    for (let round = 0; given.includes('first'); round++) {
      assert.ok(performance.now() - begun < 30_000, 'it still takes claims')
      await pause(200)
      given = await Promise.all(here(round).map((claim) => answer(guard, claim)))
    }
    assert.ok(performance.now() - begun > nodeTimeoutMs / 2, 'it was not cut off that soon')
    assert.equal([...new Set(given)], ['guard_unavailable'])
  } finally {
    for (const port of others) node(port).server.signal('SIGCONT')
    connected.close()
  }
})

const pools = suite('redis: a pool')
const poolTest = needs('redis-server', pools)

poolTest('of node-redis is one guard, whichever connection takes a claim', async () => {
  const server = await startRedis()
  const pool = await nodeRedisPool(server.port)
  const guard = await redisGuard(pool.client, { ...quiet, fence: 0 })
  const claims = Array.from({ length: 500 }, (_, n) => claimOf(n % 250))
  const answers: Array<string> = []
  // A turn for each, so that every connection of the pool takes some.
  await Promise.all(
    claims.map(async (claim, n) => {
      await pause(n % 20)
      answers.push(await answer(guard, claim))
    }),
  )
  assert.is(answers.filter((each) => each === 'first').length, 250)
  assert.is(answers.filter((each) => each === 'repeated').length, 250)
  await server.restart()
  await pause(200)
  for (const claim of claims.slice(0, 50)) assert.is.not(await answer(guard, claim), 'first')
  pool.close()
  await server.stop()
})

const sentinels = suite('redis: sentinels')
const sentinelTest = byTurns(2, needs('redis-server', sentinels))

for (const [name, connect] of [
  ['ioredis', ioredisSentinel],
  ['node-redis', nodeRedisSentinel],
] as const) {
  sentinelTest(`lead ${name} to the next primary, and nothing is accepted twice`, async () => {
    const { primary, ports, stop } = await startWatched()
    try {
      const connected = await connect(ports)
      await answering(connected)
      const guard = await redisGuard(connected.client, { ...quiet, deadlineMs: 500, fence: 0 })
      const claims = Array.from({ length: 200 }, (_, n) => claimOf(n))
      const given = await Promise.all(claims.map((claim) => answer(guard, claim)))
      const accepted = claims.filter((_, i) => given[i] === 'first')
      assert.ok(accepted.length > 150)
      await primary.kill()
      const begun = performance.now()
      for (let n = 0; ; n++) {
        const again = await Promise.all(accepted.map((claim) => answer(guard, claim)))
        assert.is(count(again, 'first'), 0)
        if ((await answer(guard, claimOf(`after-${n}`))) === 'first') break
        assert.ok(performance.now() - begun < 60_000, 'the guard accepts no claim')
        await pause(20)
      }
      console.log(
        `${name}: accepts again ${((performance.now() - begun) / 1000).toFixed(1)} s after the primary was killed`,
      )
      assert.is(count(await Promise.all(accepted.map((claim) => answer(guard, claim))), 'first'), 0)
      connected.close()
    } finally {
      await stop()
    }
  })
}

sentinelTest('are joined by min-replicas-to-write: a primary that no replica follows takes no claims', async () => {
  const server = await startRedis()
  const redis = ioredisOn(server.port)
  await answering(redis)
  const guard = await redisGuard(redis.client, quiet)
  assert.is(await answer(guard, claimOf('with')), 'first')
  await redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1')
  assert.match(JSON.stringify(await guard.claim(claimOf('without'))()), /guard_unavailable.*NOREPLICAS/)
  redis.close()
  await server.stop()
})

const over = suite('redis: the cluster')
over('is stopped', async () => {
  await (await started)?.stop()
})
