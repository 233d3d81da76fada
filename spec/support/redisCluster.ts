/**
 * A Redis Cluster on loopback: three primaries, each with a replica, or with several. It ends with the process.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { requireTool } from '../../scripts/tools.ts'
import { freePort } from './loopback.ts'
import { answering, type Connected, ioredisOn } from './redisClients.ts'
import { type RedisServer, startRedis } from './redisServer.ts'
import { until } from './suite.ts'

const run = promisify(execFile)

export interface Node {
  readonly id: string
  readonly port: number
  readonly server: RedisServer
}

export interface RedisCluster {
  readonly ports: ReadonlyArray<number>
  /** The primaries now and the replica of each, by the view of a node that runs. */
  readonly primaries: () => Promise<ReadonlyArray<Primary>>
  readonly node: (port: number) => Node
  /** `redis-cli` on one node. */
  readonly cli: (port: number, ...args: ReadonlyArray<string>) => Promise<string>
  /** `redis-cli --cluster`. */
  readonly manage: (...args: ReadonlyArray<string>) => Promise<string>
  /** Moves all slots of a primary to another one, key by key, while both go on. */
  readonly moveAll: (from: Primary, to: Node) => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Primary extends Node {
  readonly slots: ReadonlyArray<readonly [from: number, to: number]>
  /** One of its replicas; absent while all are down. */
  readonly replica: Node | undefined
}

/** A free port whose bus is free too. The bus of a node listens 10,000 ports above. */
const portWithBus = async (): Promise<number> => {
  for (;;) {
    const port = await freePort()
    const bus = createServer()
    const isFree = once(bus, 'listening').then(
      () => true,
      () => false,
    )
    if (port > 55_000) continue
    bus.listen(port + 10_000, '127.0.0.1')
    if (!(await isFree)) continue
    bus.close()
    await once(bus, 'close')
    return port
  }
}

/** How long a primary may be silent before its replica takes over. */
export const nodeTimeoutMs = 2_000

const settings = [
  '--cluster-enabled',
  'yes',
  '--cluster-node-timeout',
  String(nodeTimeoutMs),
  // The other primaries go on without the one that fails.
  '--cluster-require-full-coverage',
  'no',
  '--cluster-allow-replica-migration',
  'no',
  '--repl-diskless-sync-delay',
  '0',
  '--appendonly',
  'no',
  '--enable-debug-command',
  'local',
]

/** The servers of a cluster, and the ids that it gives them. */
interface Servers {
  readonly list: ReadonlyArray<RedisServer>
  readonly ports: ReadonlyArray<number>
  /** By port. Empty until the cluster is made. */
  readonly ids: Map<number, string>
}

export const startCluster = async (replicas = 1, more: ReadonlyArray<string> = []): Promise<RedisCluster> => {
  const list = await Promise.all(
    Array.from({ length: 3 * (1 + replicas) }, () => startRedis([...settings, ...more], portWithBus)),
  )
  const servers: Servers = { list, ports: list.map(({ port }) => port), ids: new Map() }
  const stop = async (): Promise<void> => {
    await Promise.all(list.map((server) => server.stop()))
  }
  try {
    await makeCluster(servers, replicas)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports: servers.ports,
    primaries: () => primariesOf(servers),
    node: (port) => nodeOn(servers, port),
    cli,
    manage,
    moveAll: (from, to) => moveAll(servers, from, to),
    stop,
  }
}

const cli = async (port: number, ...args: ReadonlyArray<string>): Promise<string> => {
  const address = ['-h', '127.0.0.1', '-p', String(port)]
  return (await run(requireTool('redis-cli'), [...address, ...args], { timeout: 30_000 })).stdout
}

const manage = async (...args: ReadonlyArray<string>): Promise<string> =>
  (await run(requireTool('redis-cli'), ['--cluster', ...args, '--cluster-yes'], { timeout: 180_000 })).stdout

/** Makes a cluster of the servers, and waits until each replica follows its primary. */
const makeCluster = async ({ ports, ids }: Servers, replicas: number): Promise<void> => {
  const addresses = ports.map((port) => `127.0.0.1:${port}`)
  await manage('create', ...addresses, '--cluster-replicas', `${replicas}`)
  for (const port of ports) ids.set(port, (await cli(port, 'CLUSTER', 'MYID')).trim())
  await until(async () => {
    const infos = await Promise.all(ports.map((port) => cli(port, 'CLUSTER', 'INFO')))
    const replication = await Promise.all(ports.map((port) => cli(port, 'INFO', 'replication')))
    const online = replication.flatMap((info) => info.match(/state=online/g) ?? [])
    return infos.every((info) => /cluster_state:ok/.test(info)) && online.length === 3 * replicas
  })
}

const nodeOn = ({ list, ids }: Servers, port: number): Node => {
  const server = list.find((each) => each.port === port)
  if (server === undefined) throw new Error(`no node has the port ${port}`)
  return { id: ids.get(port) as string, port, server }
}

// ---- The nodes as the cluster sees them

/** The answers to `CLUSTER NODES` of the nodes that answer soon. At least one. */
const viewsOf = async ({ ports }: Servers): Promise<ReadonlyArray<string>> => {
  let views: ReadonlyArray<string> = []
  await until(async () => {
    const asked = ports.map((port) =>
      Promise.race([cli(port, 'CLUSTER', 'NODES').catch(() => ''), pause(2_000, '', { ref: false })]),
    )
    views = (await Promise.all(asked)).filter((view) => view !== '')
    return views.length > 0
  })
  return views
}

/** The largest epoch in a view. A node that was down knows less: its epoch is older. */
const epochOf = (view: string): number =>
  Math.max(0, ...view.split('\n').map((line) => Number(line.split(' ')[6] ?? 0)))

/** A line of `CLUSTER NODES`. */
interface KnownNode {
  readonly id: string
  readonly port: number
  readonly flags: string
  /** The id of its primary. A hyphen for a primary. */
  readonly primaryId: string
  readonly slots: Primary['slots']
}

/** `07c37df 127.0.0.1:30004@31004 slave e7d1eec 0 1426238317239 4 connected 0-5460`. A slot on its way is in brackets. */
const knownNode = (line: string): KnownNode => {
  const [id = '', address = '', flags = '', primaryId = '', , , , , ...ranges] = line.split(' ')
  const slots = ranges
    .filter((range) => !range.startsWith('['))
    .map((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return [from, to] as const
    })
  return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), flags, primaryId, slots }
}

const primariesOf = async (servers: Servers): Promise<ReadonlyArray<Primary>> => {
  const views = await viewsOf(servers)
  const newest = views.reduce((best, view) => (epochOf(view) > epochOf(best) ? view : best))
  const nodes = newest.trim().split('\n').map(knownNode)
  const primaries = nodes.filter(({ slots }) => slots.length > 0)
  return primaries.map(({ id, port, slots }) => {
    const replica = nodes.find((node) => node.primaryId === id && !/fail/.test(node.flags))
    return { ...nodeOn(servers, port), slots, replica: replica && nodeOn(servers, replica.port) }
  })
}

// ---- Slots

/** As `redis-cli --cluster reshard` does it, which takes minutes for so many slots. */
const moveAll = async (servers: Servers, from: Primary, to: Node): Promise<void> => {
  const isOther = ({ port }: Node): boolean => port !== from.port && port !== to.port
  const owners = [to, from, ...(await primariesOf(servers)).filter(isOther)]
  const connected = owners.map(({ port }) => ioredisOn(port))
  await Promise.all(connected.map(answering))
  const [target, source] = connected as [Connected, Connected]
  const slots = from.slots.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => `${first + i}`),
  )
  const counts = await Promise.all(slots.map((slot) => source.command('CLUSTER', 'COUNTKEYSINSLOT', slot)))
  const full = slots.filter((_, i) => Number(counts[i]) > 0)
  for (const slot of full) {
    await target.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id)
    await source.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id)
    await moveKeys(source, slot, to)
    for (const { command } of connected) await command('CLUSTER', 'SETSLOT', slot, 'NODE', to.id)
  }
  const empty = slots.filter((slot) => !full.includes(slot))
  for (const { command } of connected)
    await Promise.all(empty.map((slot) => command('CLUSTER', 'SETSLOT', slot, 'NODE', to.id)))
  for (const { close } of connected) close()
}

const moveKeys = async (source: Connected, slot: string, to: Node): Promise<void> => {
  for (;;) {
    const keys = (await source.command('CLUSTER', 'GETKEYSINSLOT', slot, '100')) as ReadonlyArray<string>
    if (keys.length === 0) return
    await source.command('MIGRATE', '127.0.0.1', `${to.port}`, '', '0', '5000', 'KEYS', ...keys)
  }
}
