/**
 * The server of `npm run load -- forged`, in a process of its own and on the built package: `createVerifier` as it is by
 * default, with one of the guards. Its first message names them; it answers with its port.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lmdbGuard } from 'countersign/guards/lmdb'
import { memoryGuard } from 'countersign/guards/memory'
import { redisGuard } from 'countersign/guards/redis'
import { verified } from 'countersign/http'
import { createVerifier, type Guard, type KeyRecord } from 'countersign/server'

export const guards = ['memory', 'high-water', 'lmdb', 'redis'] as const

/** The requests are stamped ahead, so that no guard has forgotten them when it starts. */
export const window: { readonly maxAge: number; readonly maxSkew: number } = { maxAge: 3600, maxSkew: 3600 }

export interface Instructions {
  readonly guard: (typeof guards)[number]
  /** A file, a folder or a URL. */
  readonly store: string
  readonly keys: KeyRecord
  readonly where: 'loop' | 'pool'
}

const guardOf = async ({ guard, store }: Instructions): Promise<Guard> => {
  if (guard === 'memory') return memoryGuard(window)
  if (guard === 'high-water') return memoryGuard({ ...window, highWater: store })
  if (guard === 'lmdb') return lmdbGuard({ ...window, path: store })
  const { Redis } = await import('ioredis')
  const client = new Redis(store, { enableOfflineQueue: false, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  return redisGuard(client, { ...window, onWarning: () => {} })
}

if (process.send !== undefined) {
  const [instructions] = (await once(process, 'message')) as [Instructions]
  const { keys, where } = instructions
  const verifier = await createVerifier({ keys, where, guard: await guardOf(instructions), ...window })
  const server = createServer(verified(verifier, (_, res) => void res.end('ok')))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.on('disconnect', () => process.exit())
}
