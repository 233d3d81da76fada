import { setTimeout as pause } from 'node:timers/promises'
import { redisGuard } from '../../../src/guards/redis/redis.ts'
import { ioredisOn } from '../../support/redisClients.ts'
import { withRedis } from '../../support/redisServer.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { bundled, killsByTest, type Program, run } from '../child.ts'
import { answer, claimOf } from '../claims.ts'

/** Starts a claimer and waits for its first output, at most ten seconds. */
const started = async (program: Program, ...args: ReadonlyArray<string>) => {
  const running = run(program, {}, ...args)
  await Promise.race([running.spoken, pause(10_000, undefined, { ref: false })])
  return running
}

const withClaimer = async (use: (program: Program) => Promise<void>): Promise<void> => {
  const program = await bundled(new URL('redisClaimer.ts', import.meta.url))
  try {
    await use(program)
  } finally {
    await program.remove()
  }
}

const processes = suite('redis: processes')
const test = needs('redis-server', processes)

test('let exactly one of 100 copies be first, for 1,000 nonces in 8 processes', () =>
  withRedis([], ({ port }) =>
    withClaimer(async (program) => {
      const total = 1_000
      const racers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          started(program, 'race', String(port), 'race:', `${i}`, `${total}`, '12.5'),
        ),
      )
      for (const { child } of racers) child.stdin?.write('go\n')
      const firsts = new Map<string, number>()
      const counts = { first: 0, repeated: 0, forgotten: 0, guard_unavailable: 0 }
      const texts = Promise.all(racers.map(({ ended }) => ended))
      for (const text of (await Promise.race([texts, pause(90_000, undefined, { ref: false })])) ?? []) {
        const told = JSON.parse(text.split('\n')[1] as string)
        for (const [nonce, n] of Object.entries(told.firsts as Record<string, number>))
          firsts.set(nonce, (firsts.get(nonce) ?? 0) + n)
        for (const name of Object.keys(counts) as Array<keyof typeof counts>) counts[name] += told.counts[name]
      }
      assert.equal(counts, { first: total, repeated: 99 * total, forgotten: 0, guard_unavailable: 0 })
      assert.is(firsts.size, total)
    }),
  ))

/** Kills as many processes while they claim. Each time, the next process is given what they acknowledged. */
const killedAndReplayed = (times: number): Promise<void> =>
  withRedis([], ({ port }) =>
    withClaimer(async (program) => {
      let acknowledged = 0
      const repeats: Array<string> = []
      const redis = ioredisOn(port)
      // After each kill, a new guard, as in the next process.
      const replayAll = async (lines: ReadonlyArray<string>): Promise<void> => {
        const guard = await redisGuard(redis.client, { prefix: 'kill:', floor: 0, deadlineMs: 10_000 })
        await Promise.all(
          lines.map(async (line) => {
            const [unique, timestamp] = line.split(' ') as [string, string]
            const got = await answer(guard, claimOf(unique, Number(timestamp)))
            if (got !== 'repeated') repeats.push(`${line} ${got}`)
          }),
        )
      }
      let round = 0
      const worker = async (): Promise<void> => {
        while (round < times) {
          const id = round++
          const { child, ended } = await started(program, 'claim', String(port), 'kill:', String(id))
          await pause(id % 7)
          child.kill('SIGKILL')
          // The last line may be incomplete. None at all: a busy machine gave the guard no connection in time.
          const lines = (await ended).split('\n').slice(0, -1)
          acknowledged += lines.length
          await replayAll(lines)
        }
      }
      await Promise.all([worker(), worker(), worker()])
      redis.close()
      assert.equal(repeats.slice(0, 3), [])
      assert.ok(acknowledged > 10 * times, `${acknowledged} were acknowledged`)
    }),
  )

for (const { first, last } of killsByTest)
  test(`kills ${first} to ${last} leave no claim that is accepted again`, () => killedAndReplayed(last - first + 1))
