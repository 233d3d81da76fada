import { redisGuard } from 'countersign/guards/redis'
import { createVerifier, type Verifier } from 'countersign/server'
import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', {
  enableOfflineQueue: false, // do not keep a claim until there is a connection: it would be too late
  retryStrategy: () => 20, // ms: connect again before a claim times out
  socketTimeout: 1_500, // ms: if no answer comes in this time, ioredis makes a new connection
})
redis.on('error', (error: NodeJS.ErrnoException) => console.error('redis', error.code))

/** `verified` calls this at the first request. If this fails, `verified` calls it again. So the function starts without Redis. */
export const makeVerifier = async (): Promise<Verifier> =>
  createVerifier({
    keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' },
    guard: await redisGuard(redis, { prefix: 'jobs:' }),
    sharedBy: 'cluster', // the platform may start many instances, and each has its own memory
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
