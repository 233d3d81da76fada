/** The Redis guard while the clock of Redis itself steps: a library, preloaded into the real server, sets it. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { findTool, requireTool } from '../../../scripts/tools.ts'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import { type RedisGuard, type RedisGuardOptions, redisGuard } from '../../../src/guards/redis/redis.ts'
import { startProxy } from '../../support/faultProxy.ts'
import { inFolder } from '../../support/folder.ts'
import { freePort } from '../../support/loopback.ts'
import { answering, type Connected, ioredisOn } from '../../support/redisClients.ts'
import { startRedis } from '../../support/redisServer.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, forAll, needs, suite } from '../../support/suite.ts'
import { answer, claimOf, count, seconds as now } from '../claims.ts'
import { answers, fresh, untilFirst } from './scene.ts'

const clocks = suite("redis: a step of Redis's clock")
const test = sideBySide()(needs(findTool('redis-server') === undefined ? 'redis-server' : 'cc', clocks))

interface Scene {
  readonly port: number
  readonly redis: Connected
  readonly open: (options?: RedisGuardOptions) => Promise<RedisGuard>
  /** Sets the server's clock so many seconds ahead of ours. */
  readonly step: (seconds: number) => Promise<void>
  readonly warnings: ReadonlyArray<string>
}

const source = fileURLToPath(new URL('../../support/steppingClock.c', import.meta.url))

const withScene = (use: (scene: Scene) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const library = join(folder, 'clock.so')
    const file = join(folder, 'off')
    execFileSync(requireTool('cc'), ['-shared', '-fPIC', source, '-o', library])
    const write = (seconds: number): void => {
      const bytes = Buffer.alloc(8)
      bytes.writeInt32LE(seconds, 0)
      bytes.writeInt32LE(seconds < 0 ? -1 : 0, 4)
      // In place: the server has the file mapped.
      writeFileSync(file, bytes, { flag: 'r+' })
    }
    writeFileSync(file, Buffer.alloc(8))
    const server = await startRedis(['--hz', '100'], freePort, { LD_PRELOAD: library, COUNTERSIGN_CLOCK: file })
    const redis = ioredisOn(server.port)
    const warnings: Array<string> = []
    try {
      await answering(redis)
      let serial = 0
      await use({
        port: server.port,
        redis,
        warnings,
        open: (options) =>
          redisGuard(redis.client, {
            deadlineMs: 5_000,
            fence: 1,
            prefix: `clock${serial++}:`,
            onWarning: (text) => void warnings.push(text),
            ...options,
          }),
        step: async (seconds) => {
          write(seconds)
          // Longer than a few rounds in which Redis looks for keys that have expired, a hundred a second.
          await pause(50)
        },
      })
    } finally {
      redis.close()
      await server.stop()
    }
  })

const batch = (name: string | number): ReadonlyArray<NonceClaim> =>
  Array.from({ length: 100 }, (_, n) => claimOf(`${name}-${n}`))

test('an hour forward and back leaves no claim first again, with claims meanwhile or without', () =>
  withScene(async ({ open, step }) => {
    for (const meanwhile of [false, true]) {
      const guard = await open()
      const claims = batch('a')
      assert.is(count(await answers(guard, claims), 'first'), 100)
      await step(3_600)
      if (meanwhile) assert.is(count(await answers(guard, batch('b')), 'first'), 100)
      if (meanwhile) assert.is(count(await answers(guard, claims), 'repeated'), 100)
      await step(0)
      assert.is(count(await answers(guard, claims), 'repeated'), 100)
      assert.is(await answer(guard, claimOf('next')), 'first')
    }
  }))

test('by weeks, so that the store itself expires, is noticed, and honest claims go on within two seconds', () =>
  withScene(async ({ open, step, redis }) => {
    const guard = await open()
    const claims = batch('a')
    assert.is(count(await answers(guard, claims), 'first'), 100)
    await step(30 * 86_400)
    assert.is(await redis.command('EXISTS', 'clock0:claims'), 0)
    await step(0)
    assert.is(count(await answers(guard, claims), 'forgotten'), 100)
    await pause(1_100)
    assert.is(await answer(guard, claimOf('next')), 'first')
    assert.is(count(await answers(guard, claims), 'forgotten'), 100)
  }))

test('of more than half the margin is warned of, in either direction and once', () =>
  withScene(async ({ open, step, warnings }) => {
    const guard = await open()
    for (const seconds of [29, 40, 40, -40, -40]) {
      await step(seconds)
      await answer(guard, claimOf(`n${seconds}`))
    }
    assert.is(warnings.length, 2)
    assert.match(warnings[0] as string, /clock is more than 30 s ahead of this verifier's: correct both clocks/)
    assert.match(warnings[1] as string, /clock is more than 30 s behind this verifier's: correct both clocks/)
  }))

test('back lets no epoch come again whose write was held up while the store was lost twice', () =>
  withScene(async ({ open, step, redis, port }) => {
    const proxy = await startProxy(port)
    const slow = ioredisOn(proxy.port)
    try {
      await answering(slow)
      const options = { prefix: 'late:', fence: 0, deadlineMs: 5_000, onWarning: () => {} }
      const late = await redisGuard(slow.client, options)
      const other = await open(options)
      await untilFirst(late)
      await untilFirst(other)
      await redis.command('FLUSHALL')
      proxy.holdBack(/acl_check_cmd[\s\S]*"run_id"[\s\S]*"run_id"/, 4_000)
      const held = answer(late, fresh())
      // Its write is on the way before the other one reads.
      await pause(300)
      await untilFirst(other)
      const claims = Array.from({ length: 100 }, (_, n) => claimOf(`n-${n}`, now() + 1))
      assert.is(count(await answers(other, claims), 'first'), 100)
      await step(-20)
      await redis.command('FLUSHALL')
      await held
      await pause(3_500)
      for (const guard of [late, other]) assert.is(count(await answers(guard, claims), 'first'), 0)
    } finally {
      slow.close()
      await proxy.close()
    }
  }))

test('for all steps, forth and back, with claims in between: no claim is first twice', () =>
  withScene(({ open, step }) =>
    forAll(
      [
        fc.array(
          fc.record({
            seconds: fc.oneof(
              fc.constant(0),
              fc.integer({ min: -1_000, max: 1_000 }),
              fc.integer({ min: -4_000_000, max: 4_000_000 }),
            ),
            ahead: fc.integer({ min: 0, max: 60 }),
            replays: fc.boolean(),
          }),
          { minLength: 1, maxLength: 6 },
        ),
      ],
      { numRuns: 25 },
      async (steps) => {
        const guard = await open({ floor: now() })
        const accepted: Array<NonceClaim> = []
        for (const [n, { seconds, ahead, replays }] of [...steps, { seconds: 0, ahead: 0, replays: true }].entries()) {
          await step(seconds)
          if (replays) assert.is(count(await answers(guard, accepted), 'first'), 0)
          const fresh = Array.from({ length: 5 }, (_, i) => claimOf(`${n}-${i}`, now() + ahead))
          const given = await answers(guard, fresh)
          accepted.push(...fresh.filter((_, i) => given[i] === 'first'))
        }
        assert.is(count(await answers(guard, accepted), 'first'), 0)
        await step(0)
      },
    ),
  ))
