/**
 * The Redis that `--guard` names by a URL: one primary, a cluster, or the primary that sentinels watch. The URLs have the forms that
 * other tools use, and `rediss` means TLS:
 *
 *     redis://127.0.0.1:6379/2                        a primary, and its database
 *     rediss+cluster://a.example:7000,b.example       nodes of a cluster, over TLS
 *     redis+sentinel://s1.example,s2.example/main/2   sentinels, the name of the primary, and its database
 *
 * Sections: the URL · a connection · its client · why there is no connection.
 */
import { within } from '../../effects/Timer.ts'
import { field } from '../../guards/redis/RedisInfo.ts'
import type { Ioredis } from '../../guards/redis/redis.ts'
import { timer } from '../../platform/common/system.ts'
import { CommandError, type Environment, type World } from './Outcome.ts'
import { passwordFrom } from './secrets.ts'

export const passwordVariable = 'COUNTERSIGN_REDIS_PASSWORD'
export const sentinelPasswordVariable = 'COUNTERSIGN_REDIS_SENTINEL_PASSWORD'

// ---- The URL

interface Node {
  readonly host: string
  readonly port: number
}

export interface RedisPlace {
  readonly kind: 'primary' | 'cluster' | 'sentinel'
  readonly scheme: string
  /** As given: `HOST:PORT,HOST:PORT`. */
  readonly hosts: string
  readonly nodes: ReadonlyArray<Node>
  readonly isTls: boolean
  readonly username: string | undefined
  /** How the sentinels call the primary. */
  readonly name: string
  readonly db: number
}

/** The port of a node whose port is not given. */
const usualPorts = { primary: 6379, cluster: 6379, sentinel: 26_379 } as const

/** The path after the hosts: `2`, nothing, and `main` or `main/2`. A cluster has one database. */
const pathPatterns = {
  primary: /^(?<db>\d{1,5})?$/,
  cluster: /^$/,
  sentinel: /^(?<name>[\w.-]+)(?:\/(?<db>\d{1,5}))?$/,
} as const

/** The name of a user of Redis, such as `app-1` or `a%40b`. A colon would begin a password. */
const userPattern = '(?:[^%:@/?#,\\s]|%[0-7][0-9A-Fa-f])+'
/** `redis+cluster://USER@HOST:PORT,HOST:PORT/PATH` in its parts. */
const urlPattern = new RegExp(
  `^(?<base>rediss?)(?:\\+(?<several>cluster|sentinel))?://(?:(?<user>${userPattern})@)?(?<hosts>[^@/?#]+)(?:/(?<path>[^?#]*))?$`,
)

/** Undefined for a text of another form, such as one with a password, which others could read on the command line. */
export const redisPlace = (text: string): RedisPlace | undefined => {
  const { base, several, user, hosts = '', path = '' } = urlPattern.exec(text)?.groups ?? {}
  if (base === undefined) return undefined
  const kind = (several ?? 'primary') as RedisPlace['kind']
  const hostTexts = hosts.split(',')
  const nodes = hostTexts.flatMap((host) => nodeOf(host, usualPorts[kind]) ?? [])
  const areAllRead = nodes.length === hostTexts.length
  const isRightCount = kind !== 'primary' || nodes.length === 1
  const pathParts = pathPatterns[kind].exec(path)
  if (!areAllRead || !isRightCount || pathParts === null) return undefined
  return {
    kind,
    scheme: several === undefined ? base : `${base}+${several}`,
    hosts,
    nodes,
    isTls: base === 'rediss',
    username: user && decodeURIComponent(user),
    name: pathParts.groups?.name ?? '',
    db: Number(pathParts.groups?.db ?? 0),
  }
}

/** `a.example`, `a.example:7000`, `[::1]` or `[::1]:7000`. */
const nodePattern = /^(?:(?<name>[\w.-]+)|\[(?<v6>[0-9a-f:.]+)\])(?::(?<digits>\d{1,5}))?$/i

const nodeOf = (text: string, usualPort: number): Node | undefined => {
  const { name, v6, digits } = nodePattern.exec(text)?.groups ?? {}
  const host = name ?? v6
  const port = Number(digits ?? usualPort)
  return host === undefined || port === 0 || port > 65_535 ? undefined : { host, port }
}

// ---- A connection

/** The part of a client of ioredis that is used here. */
interface Connection extends Ioredis {
  readonly connect: () => Promise<void>
  readonly disconnect: () => void
  readonly on: (event: 'error' | 'sentinelError' | 'ready' | 'end', listener: (error: RedisError) => void) => unknown
}

/** A client that connects again after any failure, until it is closed. */
export interface Connected {
  readonly client: Ioredis
  readonly close: () => void
}

interface RedisError extends NodeJS.ErrnoException {
  /** Why the last node of a cluster cannot be reached. Only errors of clusters have it. */
  readonly lastNodeError?: RedisError
}

/** The time for the first connection. A server may also take the connection and say nothing. */
const connectMs = 5_000
/** The time for a second connection, which only shows why the first one failed. */
const causeMs = 2_500
/**
 * A connection without an answer for this time is replaced: a firewall may have lost its state, or the address moved. The kernel would
 * take a quarter of an hour to notice.
 */
const silentMs = 1_500
/** The pause before the next attempt to connect. It is short: without a connection, every request gets 503. */
const retryMs = 20
const retryDelay = (): number => retryMs

/** One client of ioredis, from its first connection on. */
interface Link {
  readonly place: RedisPlace
  readonly client: Connection
  /** Whether it was connected once. */
  isBegun: boolean
  isClosed: boolean
  lastError: RedisError | undefined
  /** The causes that the log has named since the connection was lost. */
  readonly loggedCauses: Set<string>
}

/** A line of the log. */
type Say = (text: string, level?: 'info' | 'error') => void

/** Connects. Rejects with a `CommandError` that says what is wrong and what to do. `say` logs a lost connection, and its return. */
export const connected = async (place: RedisPlace, env: Environment, say: Say = () => {}): Promise<Connected> => {
  const classes = await importIoredis()
  const link = linkTo(classes, place, env, say)
  try {
    const mode = await inTime(connectMs, () => begin(link))
    if (mode === 'cluster') throw isOther('a node of a cluster', `redis+cluster://${place.hosts}`)
    if (mode === 'sentinel') throw isOther('a sentinel', `redis+sentinel://${place.hosts}/NAME`)
    return { client: link.client, close: () => close(link) }
  } catch (error) {
    close(link)
    throw error instanceof CommandError ? error : await noConnection(classes, link)
  }
}

type Classes = Pick<typeof import('ioredis'), 'Cluster' | 'Redis'>

const importIoredis = (): Promise<Classes> =>
  import('ioredis').catch(() => {
    throw new CommandError(3, '--guard redis: the package ioredis is not installed; npm install ioredis')
  })

const linkTo = (classes: Classes, place: RedisPlace, env: Environment, say: Say): Link => {
  const isBegun = (): boolean => link.isBegun
  const client = clients[place.kind](classes, place, env, isBegun) as Connection
  const link: Link = { place, client, isBegun: false, isClosed: false, lastError: undefined, loggedCauses: new Set() }
  // Without a listener, ioredis would print each error with the address. The guard learns only that there is no connection.
  const note = (error: RedisError): void => {
    link.lastError = error.lastNodeError ?? error
    sayLost(link, say)
  }
  client.on('error', note)
  client.on('sentinelError', note)
  client.on('ready', () => sayConnectedAgain(link, say))
  client.on('end', () => setTimeout(() => connectAgain(link), retryMs).unref())
  return link
}

/** Logs each cause once, until there is a connection again: ioredis tries fifty times a second. */
const sayLost = ({ place, isBegun, isClosed, lastError, loggedCauses }: Link, say: Say): void => {
  const why = codeOf(lastError) ?? noAnswer
  if (!isBegun || isClosed || loggedCauses.has(why)) return
  loggedCauses.add(why)
  say(
    `--guard ${place.scheme}: no connection to ${place.hosts} (${why}); until it connects again, no request is accepted`,
    'error',
  )
}

const sayConnectedAgain = ({ place, loggedCauses }: Link, say: Say): void => {
  if (loggedCauses.size > 0) say(`--guard ${place.scheme}: connected to ${place.hosts} again`)
  loggedCauses.clear()
}

/** Needed because ioredis gives up a client for good if the next primary is announced while the client is connecting. */
const connectAgain = ({ client, isBegun, isClosed }: Link): void => {
  if (isBegun && !isClosed) client.connect().catch(() => {})
}

const close = (link: Link): void => {
  link.isClosed = true
  link.client.disconnect()
}

/** Resolves once the client is connected: to the mode of a single server, or else to undefined. */
const begin = async (link: Link): Promise<string | undefined> => {
  const { client, place } = link
  // A rejection without an error event is not final: a cluster may have asked a node that is down, and the client tries again.
  await new Promise<void>((resolve, reject) => {
    client.on('ready', () => resolve())
    client.connect().catch((error) => link.lastError !== undefined && reject(error))
  })
  link.isBegun = true
  return place.kind === 'primary' ? modeOf(client) : undefined
}

// ---- Its client

const ownOptions = { lazyConnect: true, enableOfflineQueue: false }

const connectionOptions = ({ isTls }: RedisPlace) => ({
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  socketTimeout: silentMs,
  ...(isTls ? { tls: {} } : {}),
})

const nodeOptions = (place: RedisPlace, env: Environment) => ({
  ...connectionOptions(place),
  username: place.username,
  password: env[passwordVariable],
})

/** The pause between two looks at which node has which part of a cluster. */
const refreshMs = 500

type MakeClient = (classes: Classes, place: RedisPlace, env: Environment, isBegun: () => boolean) => unknown

/** Makes a client of each kind. It is not connected yet. */
const clients: Readonly<Record<RedisPlace['kind'], MakeClient>> = {
  primary: ({ Redis }, place, env) =>
    new Redis({
      ...place.nodes[0],
      ...ownOptions,
      ...nodeOptions(place, env),
      db: place.db,
      retryStrategy: retryDelay,
    }),
  cluster: ({ Cluster }, place, env) => {
    const cluster = new Cluster([...place.nodes], {
      ...ownOptions,
      slotsRefreshInterval: 0,
      retryDelayOnFailover: retryMs,
      retryDelayOnClusterDown: retryMs,
      retryDelayOnTryAgain: retryMs,
      clusterRetryStrategy: retryDelay,
      // A certificate names the host, not its address.
      dnsLookup: (host, use) => use(null, host),
      redisOptions: nodeOptions(place, env),
    })
    // A suspended primary does not announce its successor. The interval of ioredis (`slotsRefreshInterval`) is not used: if the
    // client is closed during a refresh, that interval starts again and keeps the process alive.
    const refresh = (): void => {
      if (cluster.status === 'ready') cluster.refreshSlotsCache()
    }
    setInterval(refresh, refreshMs).unref()
    return cluster
  },
  sentinel: ({ Redis }, place, env, isBegun) =>
    new Redis({
      ...ownOptions,
      ...nodeOptions(place, env),
      db: place.db,
      name: place.name,
      sentinels: [...place.nodes],
      sentinelPassword: env[sentinelPasswordVariable],
      ...(place.isTls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
      failoverDetector: true,
      retryStrategy: retryDelay,
      // Before the first connection, stop after one attempt: the command then fails with the reason.
      sentinelRetryStrategy: () => (isBegun() ? retryMs : null),
    }),
}

// ---- Why there is no connection

const noAnswer = 'no answer'

/** The reason: the wrong kind of server, or the error of a second connection, to the first node alone. */
const noConnection = async ({ Redis }: Classes, { place, lastError }: Link): Promise<CommandError> => {
  const { scheme, hosts, isTls, nodes } = place
  const otherKind = whichOtherRedis(place, lastError?.message ?? '')
  if (otherKind !== undefined) return new CommandError(3, `--guard ${scheme}: ${otherKind}`)
  const options = { ...ownOptions, ...connectionOptions(place), enableReadyCheck: false, retryStrategy: () => null }
  const alone = new Redis({ ...nodes[0], ...options }) as unknown as Connection
  const why = codeOf(lastError) ?? codeOf(await causeOf(alone)) ?? noAnswer
  const otherScheme = scheme.replace(/^rediss?/, isTls ? 'redis' : 'rediss')
  const tls = signsOfOneSidedTls.has(why)
    ? `; if the server ${isTls ? 'does not speak' : 'speaks'} TLS, use --guard ${otherScheme}://…`
    : ''
  return new CommandError(3, `--guard ${scheme}: no connection to ${hosts} (${why})${tls}`)
}

/** How a connection ends on which only one side speaks TLS: the other side closes it, or waits for a line end. */
const signsOfOneSidedTls: ReadonlySet<string> = new Set(['ECONNRESET', 'ETIMEDOUT', noAnswer])

/** `standalone`, `cluster` or `sentinel`. Undefined if the server refuses INFO; the guard then fails with the reason. */
const modeOf = async (client: Connection): Promise<string | undefined> => {
  const info = await client.call('INFO', 'server').catch(() => undefined)
  return typeof info === 'string' ? field(info, 'redis_mode') : undefined
}

const isOther = (what: string, remedy: string): CommandError =>
  new CommandError(3, `--guard: this Redis is ${what}: give --guard ${remedy}`)

/** What the message of an error shows: the server is no cluster or no sentinel, or the sentinels do not know the primary. */
const whichOtherRedis = ({ kind, hosts, name, isTls }: RedisPlace, errorText: string): string | undefined => {
  const remedy = `give --guard ${isTls ? 'rediss' : 'redis'}://HOST:PORT`
  if (kind === 'cluster' && /cluster support disabled|unknown command .?cluster/i.test(errorText))
    return `${hosts} is not a cluster: ${remedy}`
  if (kind === 'sentinel' && /unknown command .?sentinel/i.test(errorText))
    return `${hosts} is not a sentinel: ${remedy}`
  return /No such master/.test(errorText)
    ? `the sentinels at ${hosts} know no primary with the name ${name}`
    : undefined
}

/** `ECONNREFUSED`, or the first word of a message of Redis: `WRONGPASS invalid …`, `failed to connect to sentinel … because NOAUTH …`. */
const codeOf = (error: RedisError | undefined): string | undefined =>
  error?.code ?? /(?:^|because )([A-Z]{2,})(?= )/.exec(error?.message ?? '')?.[1]

/** Why a node cannot be reached. For clusters and sentinels, ioredis reports only that a connection was closed. */
const causeOf = async (client: Connection): Promise<RedisError | undefined> => {
  let cause: RedisError | undefined
  client.on('error', (error) => {
    cause = error
  })
  await inTime(causeMs, () => client.connect()).catch(() => {})
  client.disconnect()
  return cause
}

const inTime = <A>(ms: number, work: () => Promise<A>): Promise<A> =>
  within(timer, ms)(work, () => Promise.reject(new Error('late')) as never)()

/** The environment, with passwords that are given as files read from there. */
export const withPasswords = async (world: World): Promise<Environment> => ({
  ...world.env,
  [passwordVariable]: await passwordFrom(passwordVariable, world),
  [sentinelPasswordVariable]: await passwordFrom(sentinelPasswordVariable, world),
})
