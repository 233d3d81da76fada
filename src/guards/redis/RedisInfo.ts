/**
 * Reads the reply to `INFO`: the server's run, its replication history, its role and its time.
 */

export interface Server {
  /** New with each start of the server. */
  readonly runId: string
  /** New with each start and each promotion of a replica: it names the history of the data. */
  readonly replId: string
  readonly role: string
  /** By the server's clock, which also expires its keys. */
  readonly millis: number
}

export interface Memory {
  readonly policy: string
  /** In bytes; 0: no limit, so nothing is evicted. */
  readonly limit: number
}

/** The value of one field; `undefined` if it is absent. */
export const field = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]

/** `undefined` if a field is missing or malformed. */
export const parse = (info: string): Server | undefined => {
  const runId = field(info, 'run_id') ?? ''
  const replId = field(info, 'master_replid') ?? ''
  const role = field(info, 'role')
  const micros = timeOf(field(info, 'server_time_usec') ?? '')
  if (!isId(runId) || !isId(replId) || role === undefined || micros === undefined) return undefined
  return { runId, replId, role, millis: Math.floor(micros / 1000) }
}

/** `undefined` if the text is no time in whole units since 1970. */
export const timeOf = (text: string): number | undefined => (/^[1-9]\d{0,17}$/.test(text) ? Number(text) : undefined)

/** The sections of `INFO` that are read here. */
export const infoSections = ['server', 'replication', 'memory'] as const

/** `undefined` if the reply has no such section. */
export const memory = (info: string): Memory | undefined => {
  const [policy, limit = ''] = ['maxmemory_policy', 'maxmemory'].map((name) => field(info, name))
  return policy !== undefined && /^\d{1,15}$/.test(limit) ? { policy, limit: Number(limit) } : undefined
}

/** Whether Redis may drop claims to make room. */
export const evicts = ({ policy, limit }: Memory): boolean => policy !== 'noeviction' && limit > 0

const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** Why this server cannot keep a guard's claims; `undefined` if it can. `isCluster`: whether the client is one for a cluster. */
export const refusal = (info: string, isCluster: boolean): string | undefined => {
  const version = field(info, 'redis_version') ?? ''
  const mode = field(info, 'redis_mode')
  if (!(Number.parseInt(version, 10) >= 7))
    return `Redis 7 or later is needed, but this is ${/^[\d.]{1,20}$/.test(version) ? version : 'another'}`
  if (mode === 'cluster' && !isCluster)
    return 'this is one node of a cluster: give the guard a cluster client (Cluster of ioredis, createCluster of node-redis)'
  if (mode === 'sentinel') return 'this is a sentinel: the client must talk to the primary that the sentinel watches'
  return undefined
}
