import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redisGuard } from 'countersign/guards/redis'
import { verified } from 'countersign/http'
import { createVerifier, keyFolder } from 'countersign/server'
import { Redis } from 'ioredis'
import { submit } from './jobs.ts'

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', {
  enableOfflineQueue: false, // a claim that waits for a connection is answered too late
  retryStrategy: () => 20, // ms: soon enough for a claim whose connection was lost
})
redis.on('error', (error: NodeJS.ErrnoException) => console.error('redis', error.code))

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  guard: await redisGuard(redis, { prefix: 'jobs:' }),
  scope: 'shared', // several machines take the same requests: a guard of this process alone would be refused
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const answer = verified(verifier, (_, res, { appId, body }) => {
  return res.setHeader('Content-Type', 'application/json').end(JSON.stringify(submit(appId, body)))
})
const server = createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
