// The matrix's program for Node, Bun and Deno: files, lmdb, Redis. Its settings are JSON in the environment.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { claims, loads } from './claims.mjs'

/** Longer than a server's deadline, because the machine runs two runtimes at a time. */
const deadlineMs = 2000

const { can, odd, baseUrl, redis, entries } = JSON.parse(process.env.MATRIX)
const keys = JSON.parse(readFileSync(new URL('vectors/keys.json', import.meta.url), 'utf8'))

/** `load` is import or require. */
export const tell = async (load) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-matrix-'))
  const { memoryGuard } = await load('countersign/guards/memory')
  const guards = [
    { name: 'memory', open: async () => ({ guard: await memoryGuard() }) },
    {
      name: 'memory with a high-water file',
      open: async () => ({ guard: await memoryGuard({ highWater: join(folder, 'high-water') }) }),
    },
    {
      name: 'lmdb',
      open: async () => {
        const { lmdbGuard } = await load('countersign/guards/lmdb')
        const guard = await lmdbGuard({ path: join(folder, 'nonces'), deadlineMs })
        return { guard, close: () => guard.close() }
      },
    },
    ...(redis === undefined ? [] : [{ name: 'redis', open: () => openRedis(load) }]),
  ]
  try {
    const modules = {
      client: await load('countersign/client'),
      server: await load('countersign/server'),
      guards,
      keys,
      can,
      odd,
      baseUrl,
    }
    console.log(JSON.stringify(await claims(modules, await loads(load, entries))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit(0)
}

const openRedis = async (load) => {
  const { redisGuard } = await load('countersign/guards/redis')
  const { Redis } = await import('ioredis')
  const client = new Redis(redis, { enableOfflineQueue: false, retryStrategy: () => 20, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  const guard = await redisGuard(client, {
    prefix: `matrix-${process.pid}:`,
    fence: 0,
    deadlineMs,
    onWarning: () => {},
  })
  return { guard, close: () => client.disconnect() }
}
