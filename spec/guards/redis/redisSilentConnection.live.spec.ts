// Connections that stay open and pass nothing any more, as after a lost firewall state: each client of the guide replaces them.

import { type RedisGuard, redisGuard } from '../../../src/guards/redis/redis.ts'
import { type FaultProxy, startProxy } from '../../support/faultProxy.ts'
import {
  type Connected,
  ioredisCluster,
  ioredisOn,
  type NatMap,
  nodeRedisCluster,
  nodeRedisOn,
  nodeRedisPool,
} from '../../support/redisClients.ts'
import { startCluster } from '../../support/redisCluster.ts'
import { withRedis } from '../../support/redisServer.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { answer, count } from '../claims.ts'
import { answers, batch, fresh } from './scene.ts'

const silent = needs('redis-server', suite('a connection to Redis that is silent'))

/** Long: the sockets' timeout, the fence after it, and a busy machine. */
const limitMs = 60_000

/** Until claims are accepted again, whatever shard they fall into. */
const untilAllFirst = async (guard: RedisGuard): Promise<void> => {
  const end = performance.now() + limitMs
  for (;;) {
    const given = await answers(guard, batch(64))
    if (count(given, 'first') === given.length) return
    if (performance.now() > end) throw new Error(`after ${limitMs} ms the claims are ${[...new Set(given)].join(', ')}`)
  }
}

const replaced = async (client: Connected, proxies: ReadonlyArray<FaultProxy>): Promise<void> => {
  const guard = await redisGuard(client.client, { fence: 1 })
  try {
    await untilAllFirst(guard)
    const kept = fresh()
    assert.is(await answer(guard, kept), 'first')
    const before = proxies.map(({ connections }) => connections())
    for (const { silence } of proxies) silence()
    await untilAllFirst(guard)
    assert.is.not(await answer(guard, kept), 'first')
    for (const [i, { connections }] of proxies.entries()) assert.ok(connections() > (before[i] as number))
  } finally {
    client.close()
  }
}

const clients = [
  ['Redis of ioredis', async (port: number) => ioredisOn(port)],
  ['createClient of node-redis', nodeRedisOn],
  ['createClientPool of node-redis', nodeRedisPool],
] as const

for (const [name, connect] of clients) {
  silent(`is replaced by ${name}, and claims are accepted again`, () =>
    withRedis([], async ({ port }) => {
      const proxy = await startProxy(port)
      try {
        await replaced(await connect(proxy.port), [proxy])
      } finally {
        await proxy.close()
      }
    }),
  )
}

const clusterClients: ReadonlyArray<
  readonly [string, (ports: ReadonlyArray<number>, natMap: NatMap) => Promise<Connected>]
> = [
  ['Cluster of ioredis', async (ports, natMap) => ioredisCluster(ports, { natMap })],
  ['createCluster of node-redis', nodeRedisCluster],
]
for (const [name, connect] of clusterClients) {
  silent(`is replaced by ${name}, where the primaries live and take new connections`, async () => {
    const cluster = await startCluster()
    const proxies = await Promise.all(cluster.ports.map(startProxy))
    try {
      const natMap: NatMap = Object.fromEntries(
        cluster.ports.map((port, i) => [`127.0.0.1:${port}`, { host: '127.0.0.1', port: proxies[i]?.port ?? 0 }]),
      )
      const primaries = (await cluster.primaries()).map(
        ({ port }) => proxies[cluster.ports.indexOf(port)] as FaultProxy,
      )
      const ports = proxies.map(({ port }) => port)
      await replaced(await connect(ports, natMap), primaries)
    } finally {
      await Promise.all(proxies.map(({ close }) => close()))
      await cluster.stop()
    }
  })
}
