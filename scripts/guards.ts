// The replay guards, as measured services open them.
import { lmdbGuard } from '../src/guards/lmdb/lmdb.ts'
import { memoryGuard } from '../src/guards/memory/memory.ts'
import { redisGuard } from '../src/guards/redis/redis.ts'
import type { Guard } from '../src/server/node.ts'

export const guardNames = ['memory', 'lmdb', 'redis'] as const
export type GuardName = (typeof guardNames)[number]

interface Lifetime {
  readonly maxAge: number
  readonly maxSkew?: number
  readonly floor?: number
}

/** `where`: a folder for lmdb, a URL for redis. */
export const openGuard = async (guard: GuardName, where: string, lifetime: Lifetime): Promise<Guard> => {
  // The quota: more than come in thirty seconds, all with one key.
  if (guard === 'memory') return memoryGuard({ ...lifetime, quota: 1_000_000 })
  if (guard === 'lmdb') return lmdbGuard({ path: where, ...lifetime, deadlineMs: 1000 })
  const { Redis } = await import('ioredis')
  const client = new Redis(where, { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  return redisGuard(client, { ...lifetime, deadlineMs: 1000, onWarning: () => {} })
}
