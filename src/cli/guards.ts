/**
 * The replay guards that the command line knows by a word: `memory`, `memory:FILE`, `lmdb:PATH`, `redis://HOST:PORT`.
 */
import process from 'node:process'
import type { Ioredis } from '../guards/redis.ts'
import type { Guard } from '../server/node.ts'
import { parsed } from './arguments.ts'
import type { Reading } from './grammar.ts'
import { CommandError } from './Outcome.ts'

interface Window {
  readonly maxAge: number
  readonly maxSkew: number
}

interface Opened {
  readonly guard: Guard
  /** Releases the guard's store. */
  readonly close: () => Promise<void>
}

interface GuardName {
  readonly open: (window: Window, warn: (text: string) => void) => Promise<Opened>
}

export const passwordVariable = 'COUNTERSIGN_REDIS_PASSWORD'

export const guardName: Reading<GuardName> = parsed(
  'GUARD',
  `memory, memory:FILE, lmdb:FOLDER or redis://HOST:PORT (its password in ${passwordVariable}, not in the URL)`,
  (given) => {
    if (given === 'memory') return inMemory
    const path = /^(?:memory|lmdb):(.+)$/s.exec(given)?.[1]
    if (path !== undefined) return { open: given.startsWith('memory:') ? memory(path) : lmdb(path) }
    const url = /^rediss?:\/\//.test(given) && URL.canParse(given) ? new URL(given) : undefined
    return url === undefined || url.hostname === '' || url.password !== '' || url.search !== ''
      ? undefined
      : { open: redis(url) }
  },
)

// Each guard is loaded when it is chosen, so that a command starts fast.

const memory =
  (highWater: string | undefined): GuardName['open'] =>
  async ({ maxAge, maxSkew }) => {
    const { memoryGuard } = await import('../guards/memory.ts')
    const guard = await memoryGuard({ maxAge, maxSkew, highWater }).catch(unusable(2))
    return { guard, close: async () => {} }
  }

export const inMemory: GuardName = { open: memory(undefined) }

const lmdb =
  (path: string): GuardName['open'] =>
  async ({ maxAge, maxSkew }) => {
    const { lmdbGuard } = await import('../guards/lmdb.ts')
    const guard = await lmdbGuard({ path, maxAge, maxSkew }).catch(unusable(2))
    return { guard, close: guard.close }
  }

const redis =
  (url: URL): GuardName['open'] =>
  async ({ maxAge, maxSkew }, onWarning) => {
    const { redisGuard } = await import('../guards/redis.ts')
    const client = await connected(url)
    try {
      const guard = await redisGuard(client, { maxAge, maxSkew, onWarning })
      return { guard, close: async () => client.disconnect() }
    } catch (error) {
      client.disconnect()
      return unusable(3)(error)
    }
  }

/** The part of ioredis that is used here. */
interface Connection extends Ioredis {
  readonly connect: () => Promise<void>
  readonly disconnect: () => void
  readonly on: (event: 'error', listener: (error: NodeJS.ErrnoException) => void) => unknown
}

const connected = async (url: URL): Promise<Connection> => {
  const loaded = await import('ioredis').catch(() => {
    throw new CommandError(3, '--guard redis: the package ioredis is not installed; npm install ioredis')
  })
  const password = process.env[passwordVariable]
  const client: Connection = new loaded.Redis(url.href, {
    ...(password === undefined ? {} : { password }),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Retry soon: meanwhile every request gets 503.
    retryStrategy: () => 20,
    connectTimeout: 2000,
  })
  // Without a listener, ioredis prints each error with the address. Later errors reach the guard, which reports them.
  let last: NodeJS.ErrnoException | undefined
  client.on('error', (error) => {
    last = error
  })
  try {
    await client.connect()
    return client
  } catch {
    client.disconnect()
    // The system's error code, or the first word of Redis's message, such as WRONGPASS.
    const why = last?.code ?? /^[A-Z]+(?= )/.exec(last?.message ?? '')?.[0] ?? 'no answer'
    throw new CommandError(3, `--guard redis: no connection to ${url.host} (${why})`)
  }
}

/** A guard's constructor rejects with an Error whose message is for people. */
const unusable =
  (exit: 2 | 3) =>
  (error: unknown): never => {
    throw new CommandError(exit, `--guard: ${(error as Error).message}`)
  }
