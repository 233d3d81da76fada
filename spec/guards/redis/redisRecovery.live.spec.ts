/** How soon honest requests are accepted again after a fault, with the real Redis: once, and for all apps but one that is ahead. */
import { setTimeout as pause } from 'node:timers/promises'
import { createClientPool } from 'redis'
import type { Timestamp } from '../../../src/core/Timestamp.ts'
import type { Clock } from '../../../src/effects/Clock.ts'
import { make, type RedisGuard, redisGuard } from '../../../src/guards/redis/redis.ts'
import { entropy, timer } from '../../../src/platform/common/system.ts'
import { startProxy } from '../../support/faultProxy.ts'
import { answering, ioredisOn } from '../../support/redisClients.ts'
import { withRedis } from '../../support/redisServer.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, needs, right, suite } from '../../support/suite.ts'
import { answer, claimOf, count, keyA, keyB, seconds as now } from '../claims.ts'
import { answers, batch, fresh, untilFirst } from './scene.ts'

const recovery = suite('redis: honest requests after a fault')
const test = sideBySide()(needs('redis-server', recovery))

const patient = { deadlineMs: 5_000, fence: 1, onWarning: () => {} }

test('are refused once: a verifier that was idle during the loss refuses nobody again', () =>
  withRedis([], async ({ port }) => {
    const redis = ioredisOn(port)
    const open = async (ahead: number): Promise<RedisGuard> => {
      const clock: Clock = { now: () => (now() + ahead) as Timestamp }
      const { onWarning, ...settings } = patient
      return right(await make(redis.client, settings, { clock, entropy, timer, onWarning })())
    }
    try {
      await answering(redis)
      const busy = await open(0)
      const idle = await open(4)
      const claims = batch(50, now() + 4)
      assert.is(count(await answers(idle, claims), 'first'), claims.length)
      await redis.command('FLUSHALL')
      await untilFirst(busy)
      // By now, what the idle one accepted before the loss is past.
      await pause(3_000)
      assert.is(count(await answers(idle, claims), 'first'), 0)
      assert.is(await answer(busy, fresh()), 'first')
      assert.is(await answer(idle, fresh()), 'first')
      for (const guard of [busy, idle]) assert.is(count(await answers(guard, claims), 'first'), 0)
    } finally {
      redis.close()
    }
  }))

for (const lose of ['DEL', 'UNLINK']) {
  test(`go on after a ${lose} of the claims, also beside an app whose clock is far ahead`, () =>
    withRedis([], async ({ port }) => {
      const redis = ioredisOn(port)
      try {
        await answering(redis)
        const guard = await redisGuard(redis.client, patient)
        const ahead = claimOf('ahead', now() + 59, keyB)
        const before = claimOf('before', now(), keyA)
        assert.is(await answer(guard, ahead), 'first')
        assert.is(await answer(guard, before), 'first')
        await redis.command(lose, 'countersign:claims')
        for (const claim of [ahead, before]) assert.is(await answer(guard, claim), 'forgotten')
        await pause(2_100)
        assert.is(await answer(guard, claimOf('next', now(), keyA)), 'first')
        // The app that is ahead waits until its own newest timestamp is past, and no longer.
        assert.is(await answer(guard, ahead), 'forgotten')
        assert.is(await answer(guard, claimOf('other', ahead.timestamp, keyB)), 'forgotten')
        assert.is(await answer(guard, claimOf('after', ahead.timestamp + 1, keyB)), 'first')
      } finally {
        redis.close()
      }
    }))
}

test('of an app that is ahead are remembered over a change of the generation, which forgets none of them', () =>
  withRedis([], async ({ port }) => {
    const redis = ioredisOn(port)
    try {
      await answering(redis)
      const life = { maxAge: 1, maxSkew: 2, margin: 0 }
      const guard = await redisGuard(redis.client, { ...patient, ...life, fence: 0 })
      const ahead = claimOf('ahead', now() + 2, keyB)
      assert.is(await answer(guard, ahead), 'first')
      await pause(3_100)
      assert.is(await answer(guard, claimOf('next', now(), keyA)), 'first')
      assert.is(await redis.command('EXISTS', 'countersign:earlier'), 1)
      assert.is(await answer(guard, ahead), 'repeated')
    } finally {
      redis.close()
    }
  }))

test('are accepted soon although a command of the guard never has an answer, by a pool whose other connections work', () =>
  withRedis([], async ({ port }) => {
    const proxy = await startProxy(port)
    const redis = ioredisOn(port)
    // Without socketTimeout: the pool itself never replaces a silent connection.
    const socket = { host: '127.0.0.1', port: proxy.port }
    const pool = createClientPool({ disableOfflineQueue: true, socket }, { minimum: 4, maximum: 4 })
    pool.on('error', () => {})
    try {
      await answering(redis)
      await pool.connect()
      const guard = await redisGuard(pool, { ...patient, deadlineMs: 100 })
      await untilFirst(guard)
      await redis.command('FLUSHALL')
      // The reading of the epoch. Its connection stays open, and passes on nothing more.
      proxy.holdBack(/acl_check_cmd/, 120_000)
      await untilFirst(guard)
    } finally {
      pool.destroy()
      redis.close()
      await proxy.close()
    }
  }))
