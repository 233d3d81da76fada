/**
 * A primary, a replica in step, and three sentinels that know both and each other, on loopback. They call it `jobs`.
 */
import { answering, ioredisOn } from './redisClients.ts'
import { type RedisServer, startRedis, startSentinel } from './redisServer.ts'
import { until } from './suite.ts'

export interface Watched {
  readonly primary: RedisServer
  /** Of the sentinels. */
  readonly ports: ReadonlyArray<number>
  readonly stop: () => Promise<void>
}

export const startWatched = async (): Promise<Watched> => {
  const options = ['--repl-diskless-sync-delay', '0']
  const primary = await startRedis(options)
  const replica = await startRedis([...options, '--replicaof', `127.0.0.1 ${primary.port}`])
  const direct = ioredisOn(primary.port)
  await answering(direct)
  await until(async () => /state=online/.test(String(await direct.command('INFO', 'replication'))))
  direct.close()
  const watching: Array<RedisServer> = []
  for (let n = 0; n < 3; n++) watching.push(await startSentinel(primary.port))
  for (const { port } of watching) {
    const sentinel = ioredisOn(port)
    await answering(sentinel)
    // A sentinel that was held up for two seconds does nothing for thirty: when a busy machine holds it up twice, no replica
    // is good enough any more, for ever.
    await sentinel.command('SENTINEL', 'DEBUG', 'tilt-trigger', '600000')
    await until(async () => /status=ok.*slaves=1,sentinels=3/.test(String(await sentinel.command('INFO', 'sentinel'))))
    sentinel.close()
  }
  const stop = async () => {
    await Promise.all([primary, replica, ...watching].map((server) => server.stop()))
  }
  return { primary, ports: watching.map(({ port }) => port), stop }
}
