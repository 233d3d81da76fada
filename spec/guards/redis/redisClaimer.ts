/**
 * `redisClaimer claim PORT PREFIX ID` claims until it is killed. After each answer `first` it writes a line.
 * `redisClaimer race PORT PREFIX SEED NONCES COPIES` waits for input and claims so many copies of each nonce, in an order
 * that depends on the seed. It writes how often each nonce was first, and how often each answer came.
 */
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { redisGuard } from '../../../src/guards/redis/redis.ts'
import { answer, claimOf, seconds } from '../claims.ts'
import { sayWholly } from '../sayWholly.ts'

const [mode, port, prefix = '', id, nonces, copies] = process.argv.slice(2)
const client = new Redis({ host: '127.0.0.1', port: Number(port), enableOfflineQueue: false, maxRetriesPerRequest: 0 })
const guard = await redisGuard(client, { prefix, floor: 0, deadlineMs: 10_000 })
const timestamp = seconds()

const untilKilled = async (): Promise<never> => {
  for (let n = 0; ; n += 10) {
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const unique = `${id}-${n + i}`
        if ((await answer(guard, claimOf(unique, timestamp))) === 'first') sayWholly(`${unique} ${timestamp}`)
      }),
    )
  }
}

const race = async (): Promise<void> => {
  // A stride coprime to the count visits all nonces equally often, in another order in each process.
  const count = Number(nonces)
  const stride = [7, 11, 13, 17, 19, 23, 29, 31][Number(id) % 8] as number
  const total = count * Number(copies)
  const firsts: Record<string, number> = {}
  const counts = { first: 0, repeated: 0, forgotten: 0, guard_full: 0, guard_unavailable: 0 }
  sayWholly('ready')
  await once(process.stdin, 'data')
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < total) {
      const unique = String((next++ * stride + Number(id)) % count)
      const got = await answer(guard, claimOf(unique, timestamp + 30))
      counts[got]++
      if (got === 'first') firsts[unique] = (firsts[unique] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  sayWholly(`${JSON.stringify({ firsts, counts })}`)
  process.exit()
}

await (mode === 'race' ? race() : untilKilled())
