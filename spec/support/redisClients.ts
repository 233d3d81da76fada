/**
 * Clients of both libraries with the settings that the guard recommends: no queue, no resending, fast reconnection.
 */
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import type { RedisClient } from '../../src/guards/redis.ts'

export interface Connected {
  readonly client: RedisClient
  /** Sends one command for the test itself. */
  readonly command: (...args: Array<string>) => Promise<unknown>
  readonly close: () => void
}

export interface Options {
  readonly enableOfflineQueue?: boolean
  readonly maxRetriesPerRequest?: number
  readonly enableReadyCheck?: boolean
  readonly enableAutoPipelining?: boolean
  readonly lazyConnect?: boolean
  readonly username?: string
  readonly password?: string
}

const reconnectMs = 10

export const ioredisOn = (port: number, options: Options = {}): Connected => {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => reconnectMs,
    ...options,
  })
  client.on('error', () => {})
  return {
    client,
    command: (name = '', ...args) => client.call(name, ...args),
    close: () => client.disconnect(),
  }
}

export const nodeRedisOn = async (port: number): Promise<Connected> => {
  const client = createClient({
    disableOfflineQueue: true,
    socket: { host: '127.0.0.1', port, reconnectStrategy: () => reconnectMs },
  })
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    command: (...args) => client.sendCommand(args),
    close: () => client.destroy(),
  }
}

/** Resolves once the client answers; rejects after five seconds. */
export const answering = async ({ command }: Connected): Promise<void> => {
  const end = performance.now() + 5_000
  for (;;) {
    try {
      await command('PING')
      return
    } catch (error) {
      if (performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
