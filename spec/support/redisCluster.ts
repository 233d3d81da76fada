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

/** The bus of a node listens 10,000 ports above. */
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

export const startCluster = async (replicas = 1, more: ReadonlyArray<string> = []): Promise<RedisCluster> => {
  const servers = await Promise.all(
    Array.from({ length: 3 * (1 + replicas) }, () => startRedis([...settings, ...more], portWithBus)),
  )
  const ports = servers.map(({ port }) => port)
  const cli = async (port: number, ...args: ReadonlyArray<string>): Promise<string> =>
    (await run(requireTool('redis-cli'), ['-h', '127.0.0.1', '-p', String(port), ...args], { timeout: 30_000 })).stdout
  const manage = (...args: ReadonlyArray<string>): Promise<string> =>
    run(requireTool('redis-cli'), ['--cluster', ...args, '--cluster-yes'], { timeout: 180_000 }).then(
      ({ stdout }) => stdout,
    )
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const ids = new Map<number, string>()
  const node = (port: number): Node => {
    const server = servers.find((each) => each.port === port)
    if (server === undefined) throw new Error(`no node has the port ${port}`)
    return { id: ids.get(port) as string, port, server }
  }

  /** Those of the nodes that answer soon; at least one. */
  const viewsOf = async (): Promise<ReadonlyArray<string>> => {
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

  const primaries = async (): Promise<ReadonlyArray<Primary>> => {
    const views = await viewsOf()
    // A node that was down knows less: its epoch is older.
    const epochOf = (view: string): number =>
      Math.max(0, ...view.split('\n').map((line) => Number(line.split(' ')[6] ?? 0)))
    const view = views.reduce((best, each) => (epochOf(each) > epochOf(best) ? each : best))
    const lines = view.trim().split('\n')
    const known = lines.map((line) => {
      const [id = '', address = '', flags = '', of = '', , , , , ...ranges] = line.split(' ')
      const slots = ranges
        .filter((range) => !range.startsWith('['))
        .map((range) => {
          const [from = 0, to = from] = range.split('-').map(Number)
          return [from, to] as const
        })
      return { id, port: Number(/:(\d+)@/.exec(address)?.[1]), flags, of, slots }
    })
    return known
      .filter(({ slots }) => slots.length > 0)
      .map(({ id, port, slots }) => {
        const replica = known.find((each) => each.of === id && !/fail/.test(each.flags))
        return { ...node(port), slots, replica: replica && node(replica.port) }
      })
  }

  // As `redis-cli --cluster reshard` does it, which takes minutes for so many slots.
  const moveAll = async (from: Primary, to: Node): Promise<void> => {
    const owners = [to, from, ...(await primaries()).filter(({ port }) => port !== from.port && port !== to.port)]
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
      for (;;) {
        const keys = (await source.command('CLUSTER', 'GETKEYSINSLOT', slot, '100')) as ReadonlyArray<string>
        if (keys.length === 0) break
        await source.command('MIGRATE', '127.0.0.1', `${to.port}`, '', '0', '5000', 'KEYS', ...keys)
      }
      for (const { command } of connected) await command('CLUSTER', 'SETSLOT', slot, 'NODE', to.id)
    }
    const empty = slots.filter((slot) => !full.includes(slot))
    for (const { command } of connected)
      await Promise.all(empty.map((slot) => command('CLUSTER', 'SETSLOT', slot, 'NODE', to.id)))
    for (const { close } of connected) close()
  }

  try {
    const addresses = ports.map((port) => `127.0.0.1:${port}`)
    await manage('create', ...addresses, '--cluster-replicas', `${replicas}`)
    for (const port of ports) ids.set(port, (await cli(port, 'CLUSTER', 'MYID')).trim())
    await until(async () => {
      const infos = await Promise.all(ports.map((port) => cli(port, 'CLUSTER', 'INFO')))
      const replication = await Promise.all(ports.map((port) => cli(port, 'INFO', 'replication')))
      const online = replication.flatMap((info) => info.match(/state=online/g) ?? [])
      return infos.every((info) => /cluster_state:ok/.test(info)) && online.length === 3 * replicas
    })
    return { ports, primaries, node, cli, manage, moveAll, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
