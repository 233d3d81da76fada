/**
 * Why a command has no reply that the guard can use, in words that show nothing of the library's or the server's own text.
 */
import { commands } from './redisCommands.ts'

/** Why there is no reply. It shows an error's code or name only. */
export interface Fault {
  readonly detail: string
  /** Whether it helps to send the same command again at once. */
  readonly again: boolean
  /** Redis does not know the script: send it whole. */
  readonly noScript?: boolean
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
  MISCONF: 'Redis refuses writes because it could not save its data (MISCONF)',
  NOREPLICAS: 'Redis refuses writes because it has too few replicas (NOREPLICAS)',
  NOAUTH: 'Redis asks for a password (NOAUTH)',
  TRYAGAIN: 'the cluster is moving these claims to another primary (TRYAGAIN)',
  CLUSTERDOWN: 'the cluster has no primary for these claims (CLUSTERDOWN)',
  WRONGTYPE:
    'an entry of the guard in Redis has another type (WRONGTYPE): another program, or an earlier version of countersign, uses this prefix; give the guard another prefix',
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
  "the client is not connected to Redis; its 'error' event, or the gateway's log, says why; if the reason is ECONNRESET, or if no reason is given, perhaps only one side uses TLS"

/** Thrown instead of sending while the client is not ready. */
export const notConnected: Error = new Error('not connected')

export const unexpected: Fault = { detail: 'Redis gave a reply that the guard does not understand', again: false }

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
  if (!(thrown instanceof Error)) return 'a value that is not an Error'
  return /^[\w ]{1,40}$/.test(thrown.name) ? thrown.name : 'Error'
}
