/**
 * A Redis client of either library, recognised by its shape, so that no library is imported here.
 */
import * as E from 'fp-ts/lib/Either.js'
import { memberOf } from '../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'
import { noCluster } from './RedisInfo.ts'

/** The part of an ioredis `Redis` that the guard uses. */
export interface Ioredis {
  /** Sends a command and resolves to its reply. */
  call(command: string, ...args: Array<string>): Promise<unknown>
  readonly status?: string
}

/** The part of a node-redis client that the guard uses. */
export interface NodeRedis {
  /** Sends a command and resolves to its reply. */
  sendCommand(args: Array<string>): Promise<unknown>
  readonly isReady: boolean
}

export type RedisClient = Ioredis | NodeRedis

/** Sends one command. Commands sent in one turn reach one server, over one connection, in their order. */
export type Send = (command: ReadonlyArray<string>) => Promise<unknown>

/** Why there is no reply. Of the library's or server's words, it shows an error's code or name only. */
export interface Fault {
  readonly detail: string
  /** Whether it helps to send the same command again at once. */
  readonly again: boolean
  /** Redis does not know the script: send it whole. */
  readonly noScript?: boolean
}

/** Sends the commands in one turn and answers their replies in order, or the first fault. Never rejects. */
export const ask = async (
  send: Send,
  commands: ReadonlyArray<ReadonlyArray<string>>,
): Promise<E.Either<Fault, ReadonlyArray<unknown>>> => {
  const replies: Array<unknown> = []
  const sent = await Promise.allSettled(commands.map(async (command) => send(command)))
  for (const reply of sent) {
    if (reply.status === 'rejected') return E.left(faultOf(reply.reason))
    replies.push(reply.value)
  }
  return E.right(replies)
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
  NOAUTH: 'Redis asks for a password (NOAUTH)',
  NOPERM:
    "Redis denies a command (NOPERM): the client's user needs EVAL, EVALSHA, INFO, TIME, GET, SET, DEL, PERSIST, EXPIRE, HMGET, HGETALL, HSET, HSETNX, HDEL and HINCRBY",
}

const notConnected = new Error('not connected')

/** An error reply of Redis begins with a code in capitals. Any other error is one of the connection. */
const faultOf = (thrown: unknown): Fault => {
  if (thrown === notConnected)
    return { detail: "the client is not connected to Redis; its 'error' event says why", again: true }
  const { name, message } = thrown instanceof Error ? thrown : { name: 'something that is no Error', message: '' }
  const code = /^([A-Z][A-Z0-9]{1,20})(?: |$)/.exec(message)?.[1]
  if (code === 'NOSCRIPT') return { detail: 'Redis does not know the script', again: true, noScript: true }
  if (code !== undefined) {
    return { detail: words[code] ?? `Redis refused a command with ${code}`, again: code === 'LOADING' }
  }
  const shown = /^[\w ]{1,40}$/.test(name) ? name : 'Error'
  return { detail: `the connection to Redis failed (${shown})`, again: true }
}

type Parts = Readonly<Record<string, unknown>>

const partsOf = (value: unknown): Parts => (typeof value === 'object' && value !== null ? (value as Parts) : {})

const unusable = (detail: string): E.Either<Misconfigured, never> => E.left(misconfigured(detail))

/**
 * How to send through this client. Refuses clients that may use several connections in one turn or change the order of
 * commands: a reading after a claim could then come from another server.
 */
export const recognise = (client: unknown): E.Either<Misconfigured, Send> => {
  const parts = partsOf(client)
  const options = partsOf(memberOf(parts, 'options'))
  if (memberOf(parts, 'isCluster') === true || memberOf(parts, 'slots') !== undefined) return unusable(noCluster)
  if (typeof memberOf(parts, 'call') === 'function') return ofIoredis(client as Ioredis, options)
  if (typeof parts.sendCommand !== 'function')
    return unusable('the client is neither an ioredis Redis nor a client of node-redis')
  if (typeof parts.isReady !== 'boolean' || memberOf(parts, 'acquire') !== undefined)
    return unusable('the client is a pool or a sentinel of node-redis: the guard needs one client with one connection')
  return ofNodeRedis(client as NodeRedis)
}

/**
 * Send nothing while the client is not ready. By default, both libraries queue commands and send them after their requests
 * have been refused; and ioredis sends INFO before an earlier, queued SET.
 * ioredis also resends unanswered commands, in order. That is harmless: a claim has the same token, and the write of an
 * epoch has expired or is still in time (RedisEpoch.ts).
 */
const notReady = (): Promise<never> => Promise.reject(notConnected)

const ofIoredis = (client: Ioredis, options: Parts): E.Either<Misconfigured, Send> => {
  if (memberOf(options, 'enableAutoPipelining') === true)
    return unusable("the client's enableAutoPipelining must be off: it changes the order of a claim's commands")
  return E.right(([command = '', ...args]) => {
    const { status = 'ready' } = client
    // `wait`: a lazy client, which connects on first use.
    return status === 'ready' || status === 'wait' ? client.call(command, ...args) : notReady()
  })
}

const ofNodeRedis = (client: NodeRedis): E.Either<Misconfigured, Send> =>
  E.right((command) => (client.isReady ? client.sendCommand([...command]) : notReady()))
