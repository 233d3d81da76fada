/**
 * The replay guards that the command line knows by a word: `memory`, `memory:FILE`, `lmdb:PATH`, `redis://HOST:PORT`.
 */
import process from 'node:process'
import type { Ioredis } from '../guards/redis.ts'
import type { Guard } from '../server/node.ts'
import type { Reading } from './grammar.ts'
import { CommandError } from './Outcome.ts'

/** What a guard is opened with. */
export interface Window {
  readonly maxAge: number
  readonly maxSkew: number
}

export interface Opened {
  readonly guard: Guard
  /** Lets go of what the guard holds. */
  readonly close: () => Promise<void>
}

export interface GuardName {
  readonly open: (window: Window, warn: (text: string) => void) => Promise<Opened>
}

export const passwordVariable = 'COUNTERSIGN_REDIS_PASSWORD'

export const guardName: Reading<GuardName> = {
  shows: 'GUARD',
  expected: `memory, memory:FILE, lmdb:FOLDER or redis://HOST:PORT (its password in ${passwordVariable}, not in the URL)`,
  read: (given) => {
    if (given === 'memory') return inMemory
    const path = /^(?:memory|lmdb):(.+)$/s.exec(given)?.[1]
    if (path !== undefined) return { open: given.startsWith('memory:') ? memory(path) : lmdb(path) }
    const url = /^rediss?:\/\//.test(given) && URL.canParse(given) ? new URL(given) : undefined
    return url === undefined || url.hostname === '' || url.password !== '' || url.search !== ''
      ? undefined
      : { open: redis(url) }
  },
}

// Each is loaded when it is asked for: a command starts faster without.

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

/** What of ioredis is used here. */
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
    // Soon, for a guard that cannot answer answers 503.
    retryStrategy: () => 20,
    connectTimeout: 2000,
  })
  // Without a listener it prints what went wrong, address and all. Later the guard says what has to be said.
  let last: NodeJS.ErrnoException | undefined
  client.on('error', (error) => {
    last = error
  })
  try {
    await client.connect()
    return client
  } catch {
    client.disconnect()
    // The system's word, or Redis's, which stands in front of its sentence.
    const why = last?.code ?? /^[A-Z]+(?= )/.exec(last?.message ?? '')?.[0] ?? 'no answer'
    throw new CommandError(3, `--guard redis: no connection to ${url.host} (${why})`)
  }
}

/** They reject with an Error whose message is for people. */
const unusable =
  (exit: 2 | 3) =>
  (error: unknown): never => {
    throw new CommandError(exit, `--guard: ${(error as Error).message}`)
  }
