/**
 * The Redis that `--guard` names by a URL: one primary, a cluster, or the primary that sentinels watch. The forms are those
 * of other tools: `redis+cluster://` and `redis+sentinel://` list several nodes, and `rediss` stands for TLS.
 */
import { within } from '../../effects/Timer.ts'
import { field } from '../../guards/redis/RedisInfo.ts'
import type { Ioredis } from '../../guards/redis/redis.ts'
import { timer } from '../../platform/common/system.ts'
import { CommandError, type Environment, type World } from './Outcome.ts'
import { passwordFrom } from './secrets.ts'

export const passwordVariable = 'COUNTERSIGN_REDIS_PASSWORD'
export const sentinelPasswordVariable = 'COUNTERSIGN_REDIS_SENTINEL_PASSWORD'

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

const ports = { primary: 6379, cluster: 6379, sentinel: 26_379 } as const

/** What may stand behind the hosts. A cluster has one database. */
const paths = {
  primary: /^(?<db>\d{1,5})?$/,
  cluster: /^$/,
  sentinel: /^(?<name>[\w.-]+)(?:\/(?<db>\d{1,5}))?$/,
} as const

/** The name of a user of Redis, without a password. */
const user = '(?:[^%:@/?#,\\s]|%[0-7][0-9A-Fa-f])+'
const form = new RegExp(`^(rediss?)(?:\\+(cluster|sentinel))?://(?:(${user})@)?([^@/?#]+)(?:/([^?#]*))?$`)

/** Undefined for a text of another form, such as one with a password, which others could read on the command line. */
export const redisPlace = (text: string): RedisPlace | undefined => {
  const [, secure, several, username, hosts = '', path = ''] = form.exec(text) ?? []
  if (secure === undefined) return undefined
  const kind = (several ?? 'primary') as RedisPlace['kind']
  const nodes = hosts.split(',').flatMap((host) => nodeOf(host, ports[kind]) ?? [])
  const named = paths[kind].exec(path)
  const isComplete = nodes.length === hosts.split(',').length && (kind !== 'primary' || nodes.length === 1)
  if (!isComplete || named === null) return undefined
  return {
    kind,
    scheme: several === undefined ? secure : `${secure}+${several}`,
    hosts,
    nodes,
    isTls: secure === 'rediss',
    username: username && decodeURIComponent(username),
    name: named.groups?.name ?? '',
    db: Number(named.groups?.db ?? 0),
  }
}

const nodeOf = (text: string, usual: number): Node | undefined => {
  const [, name, v6, digits] = /^(?:([\w.-]+)|\[([0-9a-f:.]+)\])(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = name ?? v6
  const port = Number(digits ?? usual)
  return host === undefined || port === 0 || port > 65_535 ? undefined : { host, port }
}

/** The part of a client of ioredis that is used here. */
interface Connection extends Ioredis {
  readonly connect: () => Promise<void>
  readonly disconnect: () => void
  readonly on: (event: 'error' | 'sentinelError' | 'ready' | 'end', listener: (error: RedisError) => void) => unknown
}

/** A client that connects again, whatever happens, until it is closed. */
export interface Connected {
  readonly client: Ioredis
  readonly close: () => void
}

interface RedisError extends NodeJS.ErrnoException {
  /** Of a cluster that cannot be reached: why its last node cannot. */
  readonly lastNodeError?: RedisError
}

/** Also for a server that takes the connection and says nothing. */
const connectMs = 5_000
const causeMs = 2_500
/**
 * A connection on which no answer comes for so long is replaced: a firewall may have lost its state, or the address moved. The
 * kernel would take a quarter of an hour to notice.
 */
const silentMs = 1_500
/** Soon: until there is a connection, every request gets 503. */
const soon = (): number => 20

/** One client of ioredis, from its first connection on. */
interface Link {
  readonly place: RedisPlace
  readonly client: Connection
  /** It was connected once. */
  isBegun: boolean
  isClosed: boolean
  lastError: RedisError | undefined
  /** Why there is no connection now, as far as the log says it. */
  readonly told: Set<string>
}

/** A line of the log. */
type Say = (text: string, level?: 'info' | 'error') => void

/** Rejects with a `CommandError` that says what is where, and what to do. `say` hears when the connection is lost, and there again. */
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
  const link: Link = { place, client, isBegun: false, isClosed: false, lastError: undefined, told: new Set() }
  // Without a listener, ioredis prints each error with the address. The guard knows only that there is no connection.
  const note = (error: RedisError): void => {
    link.lastError = error.lastNodeError ?? error
    sayLost(link, say)
  }
  client.on('error', note)
  client.on('sentinelError', note)
  client.on('ready', () => sayThere(link, say))
  client.on('end', () => setTimeout(() => connectAgain(link), soon()).unref())
  return link
}

/** Each cause once, until there is a connection again: ioredis tries fifty times a second. */
const sayLost = ({ place, isBegun, isClosed, lastError, told }: Link, say: Say): void => {
  const why = codeOf(lastError) ?? 'no answer'
  if (!isBegun || isClosed || told.has(why)) return
  told.add(why)
  say(
    `--guard ${place.scheme}: no connection to ${place.hosts} (${why}); until it connects again, no request is accepted`,
    'error',
  )
}

const sayThere = ({ place, told }: Link, say: Say): void => {
  if (told.size > 0) say(`--guard ${place.scheme}: connected to ${place.hosts} again`)
  told.clear()
}

/** ioredis gives a client up, for good, that hears of the next primary while it is connecting. */
const connectAgain = ({ client, isBegun, isClosed }: Link): void => {
  if (isBegun && !isClosed) client.connect().catch(() => {})
}

const close = (link: Link): void => {
  link.isClosed = true
  link.client.disconnect()
}

/** Resolves to the mode of a single server, once it is connected. */
const begin = async (link: Link): Promise<string | undefined> => {
  const { client, place } = link
  // Without an error, the client tries again by itself: a cluster may ask a node that is down whether all is well.
  await new Promise<void>((resolve, reject) => {
    client.on('ready', () => resolve())
    client.connect().catch((error) => link.lastError !== undefined && reject(error))
  })
  link.isBegun = true
  return place.kind === 'primary' ? modeOf(client) : undefined
}

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

type MakeClient = (classes: Classes, place: RedisPlace, env: Environment, isBegun: () => boolean) => unknown

/** A client of each kind, which is not connected. */
const clients: Readonly<Record<RedisPlace['kind'], MakeClient>> = {
  primary: ({ Redis }, place, env) =>
    new Redis({ ...place.nodes[0], ...ownOptions, ...nodeOptions(place, env), db: place.db, retryStrategy: soon }),
  cluster: ({ Cluster }, place, env) => {
    const cluster = new Cluster([...place.nodes], {
      ...ownOptions,
      slotsRefreshInterval: 0,
      retryDelayOnFailover: 20,
      retryDelayOnClusterDown: 20,
      retryDelayOnTryAgain: 20,
      clusterRetryStrategy: soon,
      // A certificate names the host, not its address.
      dnsLookup: (host, use) => use(null, host),
      redisOptions: nodeOptions(place, env),
    })
    // A primary that is suspended says nothing of its successor. The interval of ioredis itself would begin again, and hold
    // the process, if the client is closed while it asks.
    setInterval(() => cluster.status === 'ready' && cluster.refreshSlotsCache(), 500).unref()
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
      retryStrategy: soon,
      // At the start, an error is better than silence.
      sentinelRetryStrategy: () => (isBegun() ? soon() : null),
    }),
}

/** Says why there is none: the wrong kind of server, or what its first node answers to a connection of its own. */
const noConnection = async ({ Redis }: Classes, { place, lastError }: Link): Promise<CommandError> => {
  const { scheme, hosts, isTls, nodes } = place
  const misnamed = anotherRedis(place, lastError?.message ?? '')
  if (misnamed !== undefined) return new CommandError(3, `--guard ${scheme}: ${misnamed}`)
  const options = { ...ownOptions, ...connectionOptions(place), enableReadyCheck: false, retryStrategy: () => null }
  const alone = new Redis({ ...nodes[0], ...options }) as unknown as Connection
  const why = codeOf(lastError) ?? codeOf(await causeOf(alone)) ?? 'no answer'
  const other = scheme.replace(/^rediss?/, isTls ? 'redis' : 'rediss')
  const tls = oneSided.has(why)
    ? `; if the server ${isTls ? 'does not speak' : 'speaks'} TLS, use --guard ${other}://…`
    : ''
  return new CommandError(3, `--guard ${scheme}: no connection to ${hosts} (${why})${tls}`)
}

/** What becomes of a connection on which only one side speaks TLS: the other closes it, or waits for the end of a line. */
const oneSided: ReadonlySet<string> = new Set(['ECONNRESET', 'ETIMEDOUT', 'no answer'])

/** `undefined` if the server does not tell; the guard then says why. */
const modeOf = async (client: Connection): Promise<string | undefined> => {
  const info = await client.call('INFO', 'server').catch(() => undefined)
  return typeof info === 'string' ? field(info, 'redis_mode') : undefined
}

const isOther = (what: string, remedy: string): CommandError =>
  new CommandError(3, `--guard: this Redis is ${what}: give --guard ${remedy}`)

/** Of a server that answers, but is no cluster or no sentinel, or knows no such primary. */
const anotherRedis = ({ kind, hosts, name, isTls }: RedisPlace, text: string): string | undefined => {
  const remedy = `give --guard ${isTls ? 'rediss' : 'redis'}://HOST:PORT`
  if (kind === 'cluster' && /cluster support disabled|unknown command .?cluster/i.test(text))
    return `${hosts} is not a cluster: ${remedy}`
  if (kind === 'sentinel' && /unknown command .?sentinel/i.test(text)) return `${hosts} is not a sentinel: ${remedy}`
  return /No such master/.test(text) ? `the sentinels at ${hosts} know no primary with the name ${name}` : undefined
}

/** The system's error code, or the first word of Redis's message, such as WRONGPASS. */
const codeOf = (error: RedisError | undefined): string | undefined =>
  error?.code ?? /(?:^|because )([A-Z]{2,})(?= )/.exec(error?.message ?? '')?.[1]

/** Why a node cannot be reached. Of clusters and sentinels, ioredis says only that a connection was closed. */
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

/** The environment with the passwords that stand in files. */
export const withPasswords = async (world: World): Promise<Environment> => ({
  ...world.env,
  [passwordVariable]: await passwordFrom(passwordVariable, world),
  [sentinelPasswordVariable]: await passwordFrom(sentinelPasswordVariable, world),
})
