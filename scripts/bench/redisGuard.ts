/**
 * A claim of the Redis guard beside a bare `SET NX EX` by the same client, against a real Redis: the processor time of this process and of
 * Redis together, so that other load on the machine changes nothing. The guard sends the claims that wait in one script.
 */
import { randomBytes } from 'node:crypto'
import type { NonceClaim } from 'countersign'
import { redisGuard } from 'countersign/guards/redis'
import { Redis } from 'ioredis'
import { startRedis } from '../../spec/support/redisServer.ts'
import { processorMs } from '../processorMs.ts'
import { interleaved, median, type Row, rateOf } from './measure.ts'

const fingerprint = 'a'.repeat(64)
const maxAge = 300
/** Of a turn. With one in flight a round trip is long. */
const operations = (inFlight: number): number => (inFlight === 1 ? 500 : 8_192)

/** Runs an operation so often, so many at once. */
const together = async (inFlight: number, run: () => Promise<void>): Promise<number> => {
  const count = operations(inFlight)
  const each = Array.from({ length: inFlight }, async () => {
    for (let i = 0; i < count / inFlight; i++) await run()
  })
  await Promise.all(each)
  return count
}

/** What Redis has used of a processor since its start, in nanoseconds. */
const redisTime = async (client: Redis): Promise<number> => {
  const info = await client.info('cpu')
  const seconds = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
    Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]),
  )
  return seconds.reduce((sum, each) => sum + each, 0) * 1e9
}

const measure = async (client: Redis, inFlight: number): Promise<Row> => {
  // More than are claimed in all, with one key.
  const guard = await redisGuard(client, {
    maxAge,
    quota: 10_000_000,
    // A busy machine is no fault of Redis.
    deadlineMs: 5_000,
    prefix: `bench-${inFlight}:`,
    onWarning: () => {},
  })
  const claim = async (): Promise<void> => {
    const unique = randomBytes(16).toString('hex')
    const timestamp = Math.floor(Date.now() / 1000)
    const answer = await guard.claim({ fingerprint, unique, timestamp } as NonceClaim)()
    if (answer._tag === 'Left' || answer.right !== 'first') throw new Error(`a new nonce: ${JSON.stringify(answer)}`)
  }
  const set = async (): Promise<void> => {
    const answer = await client.set(`${fingerprint} ${randomBytes(16).toString('hex')}`, '1', 'EX', maxAge, 'NX')
    if (answer !== 'OK') throw new Error(`a new key: ${answer}`)
  }
  const candidates = { claim: () => together(inFlight, claim), set: () => together(inFlight, set) }
  const time = async (): Promise<number> => processorMs() * 1e6 + (await redisTime(client))
  const ns = await interleaved(candidates, 9, 2, time)
  const [claimed, bare] = [ns.claim, ns.set].map((each) => Math.round(median(each) / 1000))
  return {
    id: `guard-redis-${inFlight}`,
    value: 1 / rateOf(ns.claim, ns.set),
    unit: `× SET NX, ${inFlight} in flight: ${claimed} µs of processors beside ${bare}`,
  }
}

export const redisGuardRows = async (): Promise<ReadonlyArray<Row>> => {
  const server = await startRedis()
  const client = new Redis(server.port, '127.0.0.1', {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const rows: Array<Row> = []
    for (const inFlight of [1, 64, 1024]) rows.push(await measure(client, inFlight))
    return rows
  } finally {
    client.disconnect()
    await server.stop()
  }
}
