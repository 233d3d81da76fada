/**
 * A verifying service to be killed: `killable.ts GUARD WHERE PEM`. Prints its port, then answers until it is killed.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lmdbGuard } from '../../src/guards/lmdb/lmdb.ts'
import { memoryGuard } from '../../src/guards/memory/memory.ts'
import { redisGuard } from '../../src/guards/redis/redis.ts'
import { verified } from '../../src/server/adapters/http.ts'
import { createVerifier, type Guard } from '../../src/server/node.ts'

const [kind, where = '', pem = ''] = process.argv.slice(2)

// Callers use future timestamps, so many restarts fit into little time. The test is not about expiry.
const window = { maxAge: 600, maxSkew: 600 }

const guardOf = async (): Promise<Guard> => {
  if (kind === 'memory') return memoryGuard({ ...window, highWater: where })
  if (kind === 'lmdb') return lmdbGuard({ ...window, path: where, deadlineMs: 10_000 })
  // Loaded only for this guard, so the others start faster.
  const { Redis } = await import('ioredis')
  const client = new Redis(where, { enableOfflineQueue: false, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  return redisGuard(client, { ...window, deadlineMs: 10_000 })
}

const verifier = await createVerifier({ keys: { 'app-1': pem }, guard: await guardOf(), ...window, timeoutMs: 20_000 })
const server = createServer(verified(verifier, (_, res) => void res.end()))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
