/** Conditions under which SECURITY.md promises that the Redis guard accepts nothing twice, on one primary. */
import { setTimeout as pause } from 'node:timers/promises'
import { type RedisGuard, redisGuard } from '../../../src/guards/redis/redis.ts'
import { answering, type Connected, ioredisOn } from '../../support/redisClients.ts'
import { startRedis, withRedis } from '../../support/redisServer.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { answer, claimOf, count, seconds as now } from '../claims.ts'
import { answers, batch, untilFloor } from './scene.ts'

const conditions = suite('redis: the conditions')
const test = sideBySide()(needs('redis-server', conditions))

/** A connection for the test's own commands, and guards that each have one of their own. */
const withStore = (
  settings: ReadonlyArray<string>,
  use: (redis: Connected, open: (fence?: number) => Promise<RedisGuard>, port: number) => Promise<void>,
): Promise<void> =>
  withRedis(settings, async ({ port }) => {
    const made: Array<Connected> = []
    const connect = async (): Promise<Connected> => {
      const connected = ioredisOn(port)
      made.push(connected)
      await answering(connected)
      return connected
    }
    const open = async (fence = 1): Promise<RedisGuard> =>
      redisGuard((await connect()).client, { fence, deadlineMs: 5_000, onWarning: () => {} })
    try {
      await use(await connect(), open, port)
    } finally {
      for (const { close } of made) close()
    }
  })

/** Waits for the begin of a second. */
const nextSecond = (): Promise<void> => pause(1_000 - (Date.now() % 1_000))

test('an empty store: where a guard that ran before notices the loss, one that starts later accepts nothing again', () =>
  withStore([], async ({ command }, open) => {
    const before = await open()
    const claims = batch(50)
    assert.is(count(await answers(before, claims), 'first'), claims.length)
    await command('FLUSHALL')
    assert.is(await answer(before, claimOf('notices')), 'forgotten')
    const later = await open()
    for (const guard of [later, before]) assert.is(count(await answers(guard, claims), 'forgotten'), claims.length)
    assert.is(later.stats().floor, before.stats().floor)
  }))

test('an empty store: a guard that starts first accepts requests of its own second alone', () =>
  withStore([], async ({ command }, open) => {
    const before = await open()
    await nextSecond()
    await nextSecond()
    const claims = batch(50)
    assert.is(count(await answers(before, claims), 'first'), claims.length)
    await nextSecond()
    await command('FLUSHALL')
    const later = await open()
    assert.is(count(await answers(later, claims), 'forgotten'), claims.length)
    // The guard that ran before has accepted what this epoch does not cover only if it is of that second.
    assert.is(count(await answers(before, claims), 'first'), 0)
  }))

test('clocks: with a fence of maxSkew and half the margin, no clock of a caller matters', () =>
  withStore([], async ({ command }, open) => {
    const guard = await open(90)
    const other = await open(90)
    // As far ahead as a verifier accepts whose own clock is half the margin ahead.
    const ahead = batch(50, now() + 89)
    assert.is(count(await answers(guard, ahead), 'first'), ahead.length)
    await command('FLUSHALL')
    // The other has accepted none of them, and is the one that notices.
    assert.is(count(await answers(other, ahead), 'forgotten'), ahead.length)
    assert.is(count(await answers(guard, ahead), 'forgotten'), ahead.length)
    assert.ok(other.stats().floor - now() <= 92)
  }))

test('history: a primary that gets its first replica, or has had none for long, counts as restarted', () =>
  withStore(['--repl-diskless-sync-delay', '0', '--repl-backlog-ttl', '1'], async ({ command }, open, port) => {
    const guard = await open(0)
    const history = async (): Promise<string | undefined> =>
      /master_replid:(\w+)/.exec(String(await command('INFO', 'replication')))?.[1]
    const isFenced = async (): Promise<void> => {
      const claim = claimOf(`${await history()}`)
      assert.is(await answer(guard, claim), 'forgotten')
      await untilFloor(guard)
    }
    const claim = claimOf('n')
    assert.is(await answer(guard, claim), 'first')
    const alone = await history()
    const replica = await startRedis(['--replicaof', `127.0.0.1 ${port}`])
    while (!/state=online/.test(String(await command('INFO', 'replication')))) await pause(20)
    const followed = await history()
    assert.is.not(followed, alone)
    await isFenced()
    assert.is.not(await answer(guard, claim), 'first')
    const next = claimOf('next', guard.stats().floor)
    assert.is(await answer(guard, next), 'first')
    await replica.stop()
    while ((await history()) === followed) await pause(100)
    await isFenced()
    for (const each of [claim, next]) assert.is.not(await answer(guard, each), 'first')
  }))
