/**
 * A Redis client of either library, recognised by its shape, so that no library is imported here.
 */
import * as E from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import * as Package from '../../core/Package.ts'
import { memberOf } from '../../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../../core/VerifyError.ts'
import { commands } from './redisClaim.ts'

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

/** Why there is no reply. Of the library's or server's words, it shows an error's code or name only. */
export interface Fault {
  readonly detail: string
  /** Whether it helps to send the same command again at once. */
  readonly again: boolean
  /** Redis does not know the script: send it whole. */
  readonly noScript?: boolean
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

/** A reply's text, also from a client that is set to return bytes; `undefined` for every other reply. */
export const textOf = (reply: unknown): string | undefined => {
  if (typeof reply === 'string') return reply
  return reply instanceof Uint8Array ? new TextDecoder().decode(reply) : undefined
}

const words: Readonly<Record<string, string>> = {
  OOM: 'Redis is full (OOM): it needs more memory, or fewer requests',
  READONLY: 'this Redis is a replica (READONLY): the client must talk to the primary',
  LOADING: 'Redis is still loading its data (LOADING)',
  MISCONF: 'Redis takes no writes because it could not save its data (MISCONF)',
  NOREPLICAS: 'Redis takes no writes because too few replicas follow it (NOREPLICAS)',
  NOAUTH: 'Redis asks for a password (NOAUTH)',
  TRYAGAIN: 'the cluster is moving these claims to another primary (TRYAGAIN)',
  CLUSTERDOWN: 'the cluster has no primary for these claims (CLUSTERDOWN)',
  WRONGTYPE:
    'a key of the guard holds something else (WRONGTYPE): another program, or an earlier version of countersign, uses this prefix; give the guard another one',
}

/** Of the words of an ACL's denial, those of `commands`. Within a script Redis says ERR, and names no command. */
const denial = (message: string): string => {
  const named = commands.filter((name) => new RegExp(`\\b${name}\\b`, 'i').test(message))
  return `Redis denies its user ${named.join(', ') || 'a command or a key'} (NOPERM): the user needs ${commands.join(', ')}, and may read and write every key that begins with the guard's prefix`
}
const isDenial = /^NOPERM|^ERR (?:The user executing the script|ACL failure in script)/

/** What passes by itself: Redis starts, or the cluster is being changed. */
const passing: ReadonlyArray<string> = ['LOADING', 'TRYAGAIN', 'CLUSTERDOWN', 'MOVED', 'ASK']

const disconnected =
  "the client is not connected to Redis; its 'error' event says why; if that is ECONNRESET, or if there is none, perhaps only one side speaks TLS"

const notConnected = new Error('not connected')

/** An error reply of Redis begins with a code in capitals. Any other error is one of the connection. */
export const faultOf = (thrown: unknown): Fault => {
  if (thrown === notConnected) return { detail: disconnected, again: true }
  const message = thrown instanceof Error ? thrown.message : ''
  if (isDenial.test(message)) return { detail: denial(message), again: false }
  const code = /^([A-Z][A-Z0-9]{1,20})(?: |$)/.exec(message)?.[1]
  if (code === 'NOSCRIPT') return { detail: 'Redis does not know the script', again: true, noScript: true }
  if (code !== undefined)
    return { detail: words[code] ?? `Redis refused a command with ${code}`, again: passing.includes(code) }
  return { detail: `the connection to Redis failed (${nameOf(thrown)})`, again: true }
}

/** What was thrown, without its message, which may hold secrets. */
export const nameOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return 'something that is no Error'
  return /^[\w ]{1,40}$/.test(thrown.name) ? thrown.name : 'Error'
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
 * an epoch has expired or is still in time (RedisEpoch.ts).
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
