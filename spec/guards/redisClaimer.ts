/**
 * A process that claims, in one of two ways. `claim PORT PREFIX ID`: until it is killed; it writes a line for each claim
 * that was first, after the guard has answered and not before. `race PORT PREFIX SEED NONCES COPIES`: so many copies of
 * each nonce in an order of its own, from the word `go`; it writes how often each was first, and what else came.
 */
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { Redis } from 'ioredis'
import type { Timestamp } from '../../src/core/Timestamp.ts'
import type { NonceClaim } from '../../src/effects/ReplayGuard.ts'
import { redisGuard } from '../../src/guards/redis.ts'

const [mode, port, prefix, id, nonces, copies] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const client = new Redis({ host: '127.0.0.1', port: Number(port), enableOfflineQueue: false, maxRetriesPerRequest: 0 })
const guard = await redisGuard(client, { prefix, floor: 0, deadlineMs: 10_000 })
const fingerprint = 'a'.repeat(64) as NonceClaim['fingerprint']
const timestamp = Math.floor(Date.now() / 1000) as Timestamp

const untilKilled = async (): Promise<never> => {
  for (let n = 0; ; n += 10) {
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const unique = `${id}-${n + i}`
        const answer = await guard.claim({ fingerprint, unique, timestamp })()
        if (E.isRight(answer) && answer.right === 'first') writeSync(1, `${unique} ${timestamp}\n`)
      }),
    )
  }
}

const race = async (): Promise<void> => {
  // A stride that shares no factor with the count visits each nonce as often, in another order in each process.
  const count = Number(nonces)
  const stride = [7, 11, 13, 17, 19, 23, 29, 31][Number(id) % 8] as number
  const total = count * Number(copies)
  const firsts: Record<string, number> = {}
  const counts = { first: 0, repeated: 0, forgotten: 0, Left: 0 }
  writeSync(1, 'ready\n')
  await once(process.stdin, 'data')
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < total) {
      const unique = String((next++ * stride + Number(id)) % count)
      const answer = await guard.claim({ fingerprint, unique, timestamp: (timestamp + 30) as Timestamp })()
      counts[E.isRight(answer) ? answer.right : 'Left']++
      if (E.isRight(answer) && answer.right === 'first') firsts[unique] = (firsts[unique] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  writeSync(1, `${JSON.stringify({ firsts, counts })}\n`)
  process.exit()
}

await (mode === 'race' ? race() : untilKilled())
