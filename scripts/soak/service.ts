// A verifying service of the soak: `service.ts GUARD WHERE`, where GUARD is memory, lmdb or redis. Tells its port, then answers
// `count` with what its verifier has said so far and what its memory is.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lmdbGuard } from '../../src/guards/lmdb.ts'
import { memoryGuard } from '../../src/guards/memory.ts'
import { redisGuard } from '../../src/guards/redis.ts'
import { verified } from '../../src/server/http.ts'
import { createVerifier, type Guard } from '../../src/server/node.ts'
import { window } from './window.ts'

export interface Count {
  /** By `accept`, or by the reason of a refusal. */
  readonly verdicts: Readonly<Record<string, number>>
  /** After a collection of garbage, in bytes. */
  readonly heap: number
  readonly rss: number
}

const [kind = '', where = '', ...pems] = process.argv.slice(2)

const guardOf = async (): Promise<Guard> => {
  if (kind === 'lmdb') return lmdbGuard({ path: where, ...window, deadlineMs: 1000 })
  if (kind === 'memory') return memoryGuard({ ...window, quota: 1_000_000 })
  const { Redis } = await import('ioredis')
  const client = new Redis(where, { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  return redisGuard(client, { ...window, deadlineMs: 1000, onWarning: () => {} })
}

const verdicts: Record<string, number> = {}
const verifier = await createVerifier({
  keys: Object.fromEntries(pems.map((pem, i) => [`app-${i}`, pem])),
  tokens: { 'token-app': 'the-token-of-the-soak' },
  guard: await guardOf(),
  maxAge: window.maxAge,
  maxSkew: window.maxSkew,
  bodyLimit: 64 * 1024,
  onVerdict: (verdict) => {
    const name = verdict.outcome === 'accept' ? 'accept' : verdict.reason
    verdicts[name] = (verdicts[name] ?? 0) + 1
  },
})
const server = createServer(verified(verifier, (_, res) => void res.end('ok')))
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ verdicts: { ...verdicts }, heap: heapUsed, rss } satisfies Count)
})
process.on('disconnect', () => process.exit())
