/** What the live specs of the Redis guard share: a guard behind a proxy, and claims by the hundred. */
import { setTimeout as pause } from 'node:timers/promises'
import type { NonceClaim } from '../../../src/effects/ReplayGuard.ts'
import { type RedisGuard, type RedisGuardOptions, redisGuard } from '../../../src/guards/redis/redis.ts'
import { type FaultProxy, startProxy } from '../../support/faultProxy.ts'
import { answering, type Connected, ioredisOn } from '../../support/redisClients.ts'
import { type RedisServer, withRedis } from '../../support/redisServer.ts'
import { type Answer, answer, claimOf, seconds as now } from '../claims.ts'

let serial = 0
/** A claim that was never made. */
export const fresh = (timestamp: number = now()): NonceClaim => claimOf(serial++, timestamp)

export const batch = (size: number, timestamp: number = now()): ReadonlyArray<NonceClaim> =>
  Array.from({ length: size }, () => fresh(timestamp))

/** The answers to many claims, 64 at a time. */
export const answers = async (guard: RedisGuard, claims: ReadonlyArray<NonceClaim>): Promise<ReadonlyArray<Answer>> => {
  const given: Array<Answer> = []
  for (let at = 0; at < claims.length; at += 64)
    given.push(...(await Promise.all(claims.slice(at, at + 64).map((claim) => answer(guard, claim)))))
  return given
}

/** The claims that are first: an attacker may replay these. */
export const acknowledged = async (
  guard: RedisGuard,
  claims: ReadonlyArray<NonceClaim>,
): Promise<ReadonlyArray<NonceClaim>> => {
  const given = await answers(guard, claims)
  return claims.filter((_, i) => given[i] === 'first')
}

/** Waits for as long as the floor keeps the present out; at most ten seconds. */
export const untilFloor = async (guard: RedisGuard): Promise<void> => {
  for (const end = performance.now() + 10_000; now() < guard.stats().floor; await pause(20))
    if (performance.now() > end) throw new Error('the fence is not over')
}

/** Waits until the guard accepts claims again; fails after ten seconds. */
export const untilFirst = async (guard: RedisGuard): Promise<void> => {
  const end = performance.now() + 10_000
  while ((await answer(guard, fresh())) !== 'first') {
    if (performance.now() > end) throw new Error('the guard accepts no claim')
    await pause(20)
  }
}

export interface Scene {
  readonly server: RedisServer
  readonly proxy: FaultProxy
  /** A connection without the proxy, for the test's own commands. */
  readonly redis: Connected
  readonly guard: RedisGuard
}

/** A guard that reaches its Redis through a proxy. */
export const withScene = (
  {
    settings = [],
    connect = ioredisOn,
    options = {},
  }: {
    readonly settings?: ReadonlyArray<string>
    readonly connect?: (port: number) => Connected | Promise<Connected>
    readonly options?: RedisGuardOptions
  },
  use: (scene: Scene) => Promise<void>,
): Promise<void> =>
  withRedis(settings, async (server) => {
    const proxy = await startProxy(server.port)
    const redis = ioredisOn(server.port)
    const connected = await connect(proxy.port)
    try {
      await answering(redis)
      const guard = await redisGuard(connected.client, { onWarning: () => {}, ...options })
      await use({ server, proxy, redis, guard })
    } finally {
      connected.close()
      redis.close()
      await proxy.close()
    }
  })
