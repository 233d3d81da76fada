/**
 * `redisClusterClaimer LIBRARY PORTS FENCE RATE` claims in a cluster until its input ends, in two ways:
 *
 * - RATE copies a second of nonces that all such processes claim: of this second, of the last three, and of all before. Their
 *   names follow from the second, so that the processes need not talk. Half of them are stamped `FENCE` seconds ahead.
 * - 100 honest claims a second, of which nobody makes a copy.
 *
 * Then it writes which nonces were first, how often, and which honest claims were refused, when, and in which shard.
 */
import { once } from 'node:events'
import { claimId } from '../../../src/guards/claimId.ts'
import { type RedisGuard, redisGuard } from '../../../src/guards/redis/redis.ts'
import { shardOf } from '../../../src/guards/redis/redisSlots.ts'
import { ioredisCluster, nodeRedisCluster } from '../../support/redisClients.ts'
import { type Answer, answer, claimOf, seconds } from '../claims.ts'
import { sayWholly } from '../sayWholly.ts'

export interface Told {
  readonly firsts: Readonly<Record<string, number>>
  readonly copies: number
  readonly honest: number
  readonly refused: ReadonlyArray<readonly [at: number, shard: number, answer: Answer]>
}

const [library, ports = '', fence, rate, id] = process.argv.slice(2)
const connect = library === 'ioredis' ? ioredisCluster : nodeRedisCluster
const { client } = await connect(ports.split(',').map(Number))

/** Eight processes that start at once on a busy machine may need longer than a guard waits. */
const started = async (tries = 10): Promise<RedisGuard> => {
  const made = redisGuard(client, { fence: Number(fence), deadlineMs: 1_500, onWarning: () => {} })
  return tries === 0 ? made : made.catch(() => started(tries - 1))
}
const guard = await started()

const begun = seconds()
const firsts: Record<string, number> = {}
const refused: Array<Told['refused'][number]> = []
let copies = 0
let honest = 0
let inFlight = 0

const random = (below: number): number => Math.floor(Math.random() * below)

const copy = async (): Promise<void> => {
  const now = seconds()
  const age = Math.min(now - begun, [0, random(4), random(now - begun + 1)][random(3)] as number)
  const unique = `${now - age}-${random(Math.max(1, Math.floor(Number(rate) / 8)))}`
  copies++
  if ((await answer(guard, claimOf(unique, now - age + (unique.length % 2) * Number(fence)))) === 'first')
    firsts[unique] = (firsts[unique] ?? 0) + 1
}

const fresh = async (): Promise<void> => {
  const claim = claimOf(`honest-${id}-${honest++}`)
  const at = Date.now()
  const got = await answer(guard, claim)
  if (got !== 'first') refused.push([at, shardOf(claimId(claim)), got])
}

const track = async (made: Promise<void>): Promise<void> => {
  inFlight++
  await made
  inFlight--
}

// By the time that has passed: on a busy machine, ticks are left out.
let due = 0
let ticked = performance.now()
const ticking = setInterval(() => {
  const now = performance.now()
  due += (Number(rate) * (now - ticked)) / 1000
  ticked = now
  void track(fresh())
  for (; due >= 1; due--) if (inFlight < 2_000) void track(copy())
}, 10)

sayWholly('ready')
process.stdin.resume()
await once(process.stdin, 'end')
clearInterval(ticking)
while (inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 10))
sayWholly(`${JSON.stringify({ firsts, copies, honest, refused } satisfies Told)}`)
process.exit()
