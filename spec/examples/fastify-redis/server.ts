import { assertVerified, verified } from 'countersign/fastify'
import { redisGuard } from 'countersign/guards/redis'
import { createVerifier, decodeJob, keyFolder } from 'countersign/server'
import { fastify } from 'fastify'
import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', {
  enableOfflineQueue: false, // do not keep a claim until there is a connection: it would be too late
  retryStrategy: () => 20, // ms: connect again before a claim times out
  socketTimeout: 1_500, // ms: if no answer comes in this time, ioredis makes a new connection
})
redis.on('error', (error: NodeJS.ErrnoException) => console.error('redis', error.code))

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  guard: await redisGuard(redis, { prefix: 'jobs:' }),
  sharedBy: 'cluster', // several machines accept the same requests, so they must share the guard
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const app = fastify()
app.register(verified, { verifier })
app.post('/v1/jobs', (request) => {
  assertVerified(request) // throws if verified did not run before this route
  const { appId, body } = request.verified
  return { app_id: appId, request_id: decodeJob(body).request_id }
})
const url = await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`listening on ${url}`)
