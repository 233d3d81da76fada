/**
 * The rights that the guide's table gives to the user of each client: with exactly these every claim is answered and the client
 * reports nothing, and each of them is needed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import { createClient, createClientPool, createCluster, createSentinel } from 'redis'
import { type RedisClient, redisGuard } from '../../../src/guards/redis/redis.ts'
import { commands } from '../../../src/guards/redis/redisCommands.ts'
import { textOf } from '../../support/guides.ts'
import { ioredisOn } from '../../support/redisClients.ts'
import { startCluster } from '../../support/redisCluster.ts'
import { startWatched } from '../../support/redisSentinels.ts'
import { withRedis } from '../../support/redisServer.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { answers, batch } from './scene.ts'

const prefix = 'jobs:'
const guide = textOf('src/guards/README.md')
const user = { username: 'guard', password: 'a-password' }
const watchful = { disableOfflineQueue: true, pingInterval: 100, commandsQueueMaxLength: 100 }
const host = '127.0.0.1'

interface Made {
  readonly client: RedisClient
  readonly onError: (listener: (error: Error) => void) => unknown
  readonly connect: () => Promise<unknown>
  readonly close: () => Promise<void>
}

const ofIoredis = (client: Redis | Cluster): Made => ({
  client,
  onError: (listener) => client.on('error', listener),
  connect: () => client.connect(),
  close: async () => client.disconnect(),
})

interface NodeRedis {
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown
  readonly connect: () => Promise<unknown>
  readonly destroy: () => unknown
}

const ofNodeRedis = (client: RedisClient & NodeRedis): Made => ({
  client,
  onError: (listener) => client.on('error', listener),
  connect: () => client.connect(),
  close: async () => void client.destroy(),
})

type Ports = ReadonlyArray<number>
const nodes = (ports: Ports) => ports.map((port) => ({ host, port }))
const lazy = { lazyConnect: true, enableOfflineQueue: false, retryStrategy: () => 20, socketTimeout: 1_500 }

const single: Readonly<Record<string, (port: number) => Made>> = {
  Redis: (port) => ofIoredis(new Redis({ ...lazy, ...user, host, port })),
  createClient: (port) => ofNodeRedis(createClient({ ...watchful, ...user, socket: { host, port } })),
  createClientPool: (port) => ofNodeRedis(createClientPool({ ...watchful, ...user, socket: { host, port } })),
}
const watched: Readonly<Record<string, (ports: Ports) => Made>> = {
  Redis: (ports) => ofIoredis(new Redis({ ...lazy, ...user, sentinels: nodes(ports), name: 'jobs' })),
  createSentinel: (ports) =>
    ofNodeRedis(
      createSentinel({ name: 'jobs', sentinelRootNodes: nodes(ports), nodeClientOptions: { ...watchful, ...user } }),
    ),
}
const clustered: Readonly<Record<string, (ports: Ports) => Made>> = {
  Cluster: (ports) =>
    ofIoredis(
      new Cluster(nodes(ports), {
        ...lazy,
        slotsRefreshInterval: 500,
        redisOptions: { ...user, maxRetriesPerRequest: 0, socketTimeout: 1_500 },
      }),
    ),
  createCluster: (ports) =>
    ofNodeRedis(
      createCluster({ rootNodes: nodes(ports).map((socket) => ({ socket })), defaults: { ...watchful, ...user } }),
    ),
}

/** What the guide's table says of a client. */
const furtherRights = (client: string): ReadonlyArray<string> => {
  const rows = guide.matchAll(/^\| (.*) \| (nothing|[A-Z]+(?: [A-Z]+)?(?:, [A-Z]+(?: [A-Z]+)?)*) \|$/gm)
  const row = [...rows].find(([, clients = '']) => clients.includes(`\`${client}\``))
  if (row === undefined) throw new Error(`the table has no ${client}`)
  return row[2] === 'nothing' ? [] : (row[2] as string).split(', ')
}

const rule = (command: string): string => `+${command.toLowerCase().replace(' ', '|')}`

/** What goes wrong for a guard on this client, in words: '' if nothing does. */
const trouble = async (made: Made): Promise<string> => {
  let reported = ''
  // Some clients try again for ever, so the first error ends the wait.
  const failed = new Promise<never>((_, reject) => {
    made.onError((error) => {
      reported ||= `${error.message} ${(error as { readonly lastNodeError?: Error }).lastNodeError?.message ?? ''}`
      reject(error)
    })
    setTimeout(reject, 20_000, new Error('not connected')).unref()
  })
  try {
    await Promise.race([made.connect(), failed])
    const guard = await redisGuard(made.client, { prefix, deadlineMs: 5_000 })
    const given = new Set(await answers(guard, batch(60)))
    // Some pings, and looks at the slots.
    await pause(700)
    return given.size === 1 && given.has('first') ? reported : [...given].join(', ')
  } catch (error) {
    return `${reported} ${(error as Error).message}`
  } finally {
    await made.close().catch(() => {})
  }
}

/** Runs commands on every server, as its administrator. */
const onEach = (ports: Ports, ...command: ReadonlyArray<string>): Promise<ReadonlyArray<unknown>> =>
  Promise.all(
    ports.map(async (port) => {
      const admin = ioredisOn(port, { enableOfflineQueue: true })
      return admin.command(...command).finally(admin.close)
    }),
  )

/** What clients try and do without: their names, and reading from replicas. */
const dispensable = ['client|setinfo', 'client|setname', 'readonly']

/** What servers have denied to the user, by their logs: `ping`, `cluster|slots`. */
const denied = async (ports: Ports): Promise<ReadonlyArray<string>> => {
  const logs = (await onEach(ports, 'ACL', 'LOG')) as ReadonlyArray<ReadonlyArray<ReadonlyArray<unknown>>>
  const objects = logs.flat().map((entry) => String(entry[entry.indexOf('object') + 1]))
  return objects.filter((object) => !dispensable.includes(object))
}

const checkRights = async (client: string, make: () => Made, ports: Ports): Promise<void> => {
  const all = [...commands, ...furtherRights(client)]
  const outcome = async (rights: ReadonlyArray<string>) => {
    const rules = ['reset', 'on', `>${user.password}`, `~${prefix}*`, ...rights.map(rule)]
    await onEach(ports, 'ACL', 'SETUSER', user.username, ...rules)
    await onEach(ports, 'ACL', 'LOG', 'RESET')
    return { trouble: await trouble(make()), denied: await denied(ports) }
  }
  assert.equal(await outcome(all), { trouble: '', denied: [] }, `${client} with ${all.join(', ')}`)
  for (const right of furtherRights(client)) {
    const without = await outcome(all.filter((each) => each !== right))
    assert.ok(without.denied.includes(rule(right).slice(1)), `${client} without ${right}: ${without.denied.join(', ')}`)
  }
}

const rights = suite('the rights of a Redis user')
const test = needs('redis-server', rights)

test('the guide names the commands of the guard, in their order', () => {
  const sentence = `- to run the commands ${commands.slice(0, -1).join(', ')} and ${commands.at(-1)} - to read and write every key`
  assert.ok(guide.replaceAll(/\s+/g, ' ').includes(sentence), sentence)
})

test('that the guide gives are enough and needed for the clients of one primary', () =>
  withRedis([], async ({ port }) => {
    for (const [client, make] of Object.entries(single)) await checkRights(client, () => make(port), [port])
  }))

test('that the guide gives are enough and needed for the clients of a cluster', async () => {
  const { ports, stop } = await startCluster()
  try {
    for (const [client, make] of Object.entries(clustered)) await checkRights(client, () => make(ports), ports)
  } finally {
    await stop()
  }
})

test('that the guide gives are enough and needed for the clients of sentinels', async () => {
  const { primary, ports, stop } = await startWatched()
  try {
    for (const [client, make] of Object.entries(watched)) await checkRights(client, () => make(ports), [primary.port])
  } finally {
    await stop()
  }
})
