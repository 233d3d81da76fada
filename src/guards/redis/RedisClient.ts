/**
 * A Redis client of either library, recognised by its shape, so that no library is imported here.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import * as Package from '../../core/Package.ts'
import { memberOf } from '../../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import { type Fault, faultOf, notConnected } from './RedisFault.ts'

/** The part of an ioredis `Redis` or `Cluster` that the guard uses. */
export interface Ioredis {
  /** Sends a command and resolves to its reply. */
  call(command: string, ...args: Array<string>): Promise<unknown>
  readonly status?: string
  /** Whether the client is a `Cluster`. */
  readonly isCluster?: boolean
}

/** The part of a client or a pool of node-redis that the guard uses. */
export interface NodeRedis {
  /** Sends a command and resolves to its reply. */
  sendCommand(args: Array<string>): Promise<unknown>
  /** Absent in a pool. */
  readonly isReady?: boolean
  readonly isOpen?: boolean
}

/** The part of a sentinel client of node-redis that the guard uses. */
export interface NodeRedisSentinel {
  /** Sends a command to the primary and resolves to its reply. */
  sendCommand(isReadonly: boolean | undefined, args: Array<string>): Promise<unknown>
  readonly isReady: boolean
  /** Only a sentinel client has it. */
  getMasterNode(): unknown
}

/** The part of a cluster client of node-redis that the guard uses. */
export interface NodeRedisCluster {
  /** Sends a command to the primary that has the key and resolves to its reply. */
  sendCommand(key: string | undefined, isReadonly: boolean | undefined, args: Array<string>): Promise<unknown>
  readonly isOpen: boolean
  /** Only a cluster client has it. */
  readonly slots: ReadonlyArray<unknown>
}

export type RedisClient = Ioredis | NodeRedis | NodeRedisSentinel | NodeRedisCluster

/** Sends one command to the server that has the key. */
export type Send = (command: ReadonlyArray<string>, key: string) => Promise<unknown>

export interface Sender {
  readonly send: Send
  /** Whether the keys are spread over several primaries. */
  readonly isCluster: boolean
}

/** Sends the command and answers its reply. Never rejects. */
export const ask = async (
  send: Send,
  command: ReadonlyArray<string>,
  key: string,
): Promise<E.Either<Fault, unknown>> => {
  try {
    return E.right(await send(command, key))
  } catch (thrown) {
    return E.left(faultOf(thrown))
  }
}

/**
 * How to send through this client. Each command of the guard is a script, which runs in one step. So it may take any of
 * several connections to one server, and the order of commands does not matter.
 */
export const recognise = (client: unknown): E.Either<Misconfigured, Sender> => {
  const parts: Readonly<Record<string, unknown>> =
    typeof client === 'object' && client !== null ? (client as Readonly<Record<string, unknown>>) : {}
  const has = (name: string): boolean => typeof memberOf(parts, name) === 'function'
  if (has('call'))
    return E.right({ send: ofIoredis(client as Ioredis), isCluster: memberOf(parts, 'isCluster') === true })
  if (!has('sendCommand'))
    return E.left(misconfigured('the client is neither of ioredis (Redis, Cluster) nor of node-redis'))
  // Of redis 3, and of redis 4 in its legacyMode: they take callbacks. `v4` of another client throws.
  const v4 = E.tryCatch(() => memberOf(parts, 'v4'), identity)
  if (has('send_command') || (E.isRight(v4) && v4.right !== undefined))
    return E.left(misconfigured(Package.unserved(Package.redis)))
  if (memberOf(parts, 'slots') !== undefined)
    return E.right({ send: ofNodeRedisCluster(client as NodeRedisCluster), isCluster: true })
  const send = has('getMasterNode')
    ? ofNodeRedisSentinel(client as NodeRedisSentinel)
    : ofNodeRedis(client as NodeRedis)
  return E.right({ send, isCluster: false })
}

/**
 * Send nothing while the client is not ready. By default, both libraries queue commands and send them after their requests
 * have been refused. They may also resend unanswered commands. That is harmless: a claim has the same token, and the write of
 * an epoch counts only while nothing was lost (settle.ts).
 */
const whenReady =
  (isReady: () => boolean, send: Send): Send =>
  (command, key) =>
    isReady() ? send(command, key) : Promise.reject(notConnected)

// `wait`: a lazy client, which connects on first use.
const ofIoredis = (client: Ioredis): Send =>
  whenReady(
    () => ['ready', 'wait'].includes(client.status ?? 'ready'),
    ([command = '', ...args]) => client.call(command, ...args),
  )

/** A pool is open or not; each of its connections becomes ready by itself. */
const ofNodeRedis = (client: NodeRedis): Send =>
  whenReady(
    () => (client.isReady ?? client.isOpen) === true,
    (command) => client.sendCommand([...command]),
  )

const ofNodeRedisSentinel = (client: NodeRedisSentinel): Send =>
  whenReady(
    () => client.isReady,
    (command) => client.sendCommand(false, [...command]),
  )

const ofNodeRedisCluster = (client: NodeRedisCluster): Send =>
  whenReady(
    () => client.isOpen,
    (command, key) => client.sendCommand(key, false, [...command]),
  )
