import { redisGuard } from 'countersign/guards/redis'
import { createVerifier, type Verifier } from 'countersign/server'
import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', {
  enableOfflineQueue: false, // a claim that waits for a connection is answered too late
  retryStrategy: () => 20, // ms: soon enough for a claim whose connection was lost
  socketTimeout: 1_500, // ms: a connection on which no answer comes is replaced
})
redis.on('error', (error: NodeJS.ErrnoException) => console.error('redis', error.code))

/** Called by the first request, and again if it fails: a function needs no top-level await, and starts while Redis is away. */
export const makeVerifier = async (): Promise<Verifier> =>
  createVerifier({
    keys: { 'app-1': process.env.APP_1_PUBLIC_KEY ?? '' },
    guard: await redisGuard(redis, { prefix: 'jobs:' }),
    sharedBy: 'cluster', // the platform starts as many instances as it likes, each with a memory of its own
    onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
  })
