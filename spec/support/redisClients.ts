/**
 * Clients of both libraries with the settings that the guard recommends: no queue, no resending, fast reconnection, and a new
 * connection in place of one that is silent.
 */
import { Cluster, Redis } from 'ioredis'
import { createClient, createClientPool, createCluster, createSentinel } from 'redis'
import type { RedisClient } from '../../src/guards/redis/redis.ts'

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
/** A connection without an answer for so long is replaced. */
const silentMs = 1_500
/** node-redis takes an idle connection for a silent one, unless it pings; and one that it writes to for one that answers. */
const watchful = { pingInterval: 500, commandsQueueMaxLength: 100 }

const ofIoredis = (client: Redis | Cluster): Connected => {
  client.on('error', () => {})
  return { client, command: (name = '', ...args) => client.call(name, ...args), close: () => client.disconnect() }
}

interface NodeRedis {
  readonly on: (event: 'error', listener: () => void) => unknown
  readonly connect: () => Promise<unknown>
  /** node-redis 4 has `disconnect` alone. */
  readonly destroy?: () => void
  readonly disconnect?: () => unknown
}

const ofNodeRedis = async (client: RedisClient & NodeRedis, command: Connected['command']): Promise<Connected> => {
  client.on('error', () => {})
  await client.connect()
  return { client, command, close: () => void (client.destroy ?? client.disconnect)?.call(client) }
}

/** `library`: ioredis of another version. */
export const ioredisOn = (
  port: number,
  options: Options = {},
  library: { readonly default: typeof Redis } = { default: Redis },
): Connected => {
  const client = new library.default({
    host: '127.0.0.1',
    port,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => reconnectMs,
    socketTimeout: silentMs,
    ...options,
  })
  return ofIoredis(client)
}

/** `library`: node-redis of another version. */
export const nodeRedisOn = async (
  port: number,
  library: { readonly createClient: typeof createClient } = { createClient },
): Promise<Connected> => {
  const client = library.createClient({
    disableOfflineQueue: true,
    ...watchful,
    socket: { host: '127.0.0.1', port, reconnectStrategy: () => reconnectMs, socketTimeout: silentMs },
  })
  return ofNodeRedis(client, (...args) => client.sendCommand(args))
}

/** Where a node of a cluster is reached, by what the cluster calls it. */
export type NatMap = Readonly<Record<string, { readonly host: string; readonly port: number }>>

const nodes = (ports: ReadonlyArray<number>) => ports.map((port) => ({ host: '127.0.0.1', port }))

export const ioredisCluster = (
  ports: ReadonlyArray<number>,
  options: { readonly slotsRefreshInterval?: number; readonly natMap?: NatMap } = {},
): Connected => {
  const client = new Cluster(nodes(ports), {
    enableOfflineQueue: false,
    slotsRefreshInterval: 500, // a primary that is suspended says nothing of its successor
    slotsRefreshTimeout: 500,
    retryDelayOnFailover: 20,
    retryDelayOnClusterDown: 20,
    retryDelayOnTryAgain: 20,
    clusterRetryStrategy: () => reconnectMs,
    redisOptions: { maxRetriesPerRequest: 0, connectTimeout: 1_000, socketTimeout: silentMs },
    ...options,
  })
  return ofIoredis(client)
}

export const nodeRedisCluster = async (ports: ReadonlyArray<number>, nodeAddressMap?: NatMap): Promise<Connected> => {
  const client = createCluster({
    rootNodes: nodes(ports).map((socket) => ({ socket })),
    ...(nodeAddressMap && { nodeAddressMap }),
    topologyRefreshOnReconnectionAttemptStrategy: 100,
    defaults: {
      disableOfflineQueue: true,
      ...watchful,
      // A primary that is suspended is left, and the cluster is asked for its successor.
      socket: { reconnectStrategy: () => 50, connectTimeout: 1_000, socketTimeout: silentMs },
    },
  })
  return ofNodeRedis(client, (...args) => client.sendCommand(args[1], false, args))
}

export const nodeRedisPool = async (port: number): Promise<Connected> => {
  const client = createClientPool(
    {
      disableOfflineQueue: true,
      ...watchful,
      socket: { host: '127.0.0.1', port, reconnectStrategy: () => reconnectMs, socketTimeout: silentMs },
    },
    { minimum: 4, maximum: 4 },
  )
  return ofNodeRedis(client, (...args) => client.sendCommand(args))
}

export const ioredisSentinel = (sentinels: ReadonlyArray<number>): Connected => {
  const client = new Redis({
    sentinels: nodes(sentinels),
    name: 'jobs',
    failoverDetector: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => reconnectMs,
    socketTimeout: silentMs,
    sentinelRetryStrategy: () => reconnectMs,
  })
  client.on('end', () => client.connect().catch(() => {}))
  const { close, ...rest } = ofIoredis(client)
  const end = () => {
    client.removeAllListeners('end')
    close()
  }
  return { ...rest, close: end }
}

export const nodeRedisSentinel = async (sentinels: ReadonlyArray<number>): Promise<Connected> => {
  const client = createSentinel({
    name: 'jobs',
    sentinelRootNodes: nodes(sentinels),
    nodeClientOptions: {
      disableOfflineQueue: true,
      ...watchful,
      socket: { reconnectStrategy: () => reconnectMs, socketTimeout: silentMs },
    },
    scanInterval: 500,
  })
  return ofNodeRedis(client, (...args) => client.sendCommand(false, args))
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
