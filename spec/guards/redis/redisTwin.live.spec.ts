/**
 * The scripts in the real Redis and their twin in TypeScript: along histories of guards, commands, faults and steps of Redis's clock,
 * each command has the same reply and leaves the same keys. Traces of the search are such histories too.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { findTool, requireTool } from '../../../scripts/tools.ts'
import * as RedisInfo from '../../../src/guards/redis/RedisInfo.ts'
import { inFolder } from '../../support/folder.ts'
import { freePort } from '../../support/loopback.ts'
import { answering, type Connected, ioredisOn } from '../../support/redisClients.ts'
import { type RedisServer, startRedis } from '../../support/redisServer.ts'
import { assert, forAll, needs, suite } from '../../support/suite.ts'
import { seconds } from '../claims.ts'
import { commandText, type Move, movesOf, type Scope, starting, type World } from './guardWorld.ts'
import { type Hash, infoOf, run, type Store } from './storeTwin.ts'
import { type Held, heldNothing, histories, holding, type TwinStep, textOf } from './twinCommands.ts'

const source = fileURLToPath(new URL('../../support/steppingClock.c', import.meta.url))

interface Real {
  readonly server: RedisServer
  readonly redis: Connected
  /** Sets the server's clock so many seconds ahead of ours. */
  readonly setClock: (ahead: number) => void
}

const withReal = (use: (real: Real) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const library = join(folder, 'clock.so')
    const file = join(folder, 'off')
    execFileSync(requireTool('cc'), ['-shared', '-fPIC', source, '-o', library])
    writeFileSync(file, Buffer.alloc(8))
    const server = await startRedis([], freePort, { LD_PRELOAD: library, COUNTERSIGN_CLOCK: file })
    const redis = ioredisOn(server.port)
    const setClock = (ahead: number): void => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(ahead))
      writeFileSync(file, bytes, { flag: 'r+' })
    }
    try {
      await answering(redis)
      await use({ server, redis, setClock })
    } finally {
      redis.close()
      await server.stop()
    }
  })

/** Who the server is now. */
const identityOf = async ({ redis }: Real): Promise<Pick<Store, 'runId' | 'replId' | 'role'>> => {
  const { runId, replId, role } = RedisInfo.parse(String(await redis.command('INFO'))) as RedisInfo.Server
  return { runId, replId, role: role as Store['role'] }
}

const hashesOf = async ({ redis }: Real): Promise<Record<string, Hash>> => {
  const keys = [...((await redis.command('KEYS', '*')) as ReadonlyArray<string>)].sort()
  const entries = keys.map(async (key) => {
    const flat = (await redis.command('HGETALL', key)) as ReadonlyArray<string>
    const fields = flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] as string]] : []))
    return [key, Object.fromEntries(fields)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Makes the real Redis hold what the twin holds after a fault. */
const hold = async ({ redis }: Real, hashes: Store['hashes']): Promise<void> => {
  await redis.command('FLUSHALL')
  for (const [key, hash] of Object.entries(hashes)) await redis.command('HSET', key, ...Object.entries(hash).flat())
}

/** Runs the command in Redis; answers its reply, and the twin's store at the time and with the count of commands of the real one. */
const runReal = async (real: Real, store: Store, command: ReadonlyArray<string>) => {
  const reply = (await real.redis.command(...command)) as ReadonlyArray<string | null>
  const [first, second, ticket] = reply
  // A reading has one key.
  const isReading = command[2] === '1'
  const now = isReading
    ? Math.floor((RedisInfo.parse(second ?? '') as RedisInfo.Server).millis / 1000)
    : Math.floor(Number(first) / 1000)
  const [, processed = '0'] = isReading ? (ticket ?? '').split(':') : []
  const at: Store = { ...store, now, processed: isReading ? Number(processed) : store.processed }
  const shown = isReading ? reply.map((each, i) => (i === 1 ? infoOf(at) : each)) : [`${now}000`, ...reply.slice(1)]
  return { shown, at }
}

const sorted = (hashes: Store['hashes']): Store['hashes'] =>
  Object.fromEntries(Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Runs the command in Redis and in the twin, and compares replies and keys; answers the twin's store afterwards. */
const compare = async (real: Real, store: Store, command: ReadonlyArray<string>, what: string): Promise<Store> => {
  const { shown, at } = await runReal(real, store, command)
  const ran = run(at, command)
  assert.equal(shown, ran.reply, what)
  assert.equal(await hashesOf(real), sorted(ran.store.hashes), what)
  return ran.store
}

/** Does to the real Redis what a move does to the twin, and compares them; answers the world after the move. */
const follow = async (real: Real, scope: Scope, world: World, index: number): Promise<World> => {
  const move = movesOf(scope, world)[index] as Move
  const { redis } = move
  if (redis === undefined) return move.world
  if (redis._tag === 'Step') {
    real.setClock(move.world.store.now - seconds())
    return move.world
  }
  if (redis._tag === 'Data') {
    if (redis.isRestart) await real.server.restart()
    await answering(real.redis)
    await hold(real, move.world.store.hashes)
    return { ...move.world, store: { ...move.world.store, ...(await identityOf(real)) } }
  }
  const { shown, at } = await runReal(real, world.store, commandText(scope, redis.request))
  const timed: World = { ...world, store: at }
  assert.equal(shown, run(at, commandText(scope, redis.request)).reply, move.name)
  const next = (movesOf(scope, timed)[index] as Move).world
  assert.equal(await hashesOf(real), sorted(next.store.hashes), move.name)
  return next
}

/** Guards that have begun, on an empty Redis. */
const begunOn = async (real: Real, scope: Scope): Promise<World> => {
  real.setClock(scope.redisAhead ?? 0)
  await answering(real.redis)
  await real.redis.command('FLUSHALL')
  const store: Store = { now: seconds(), ...(await identityOf(real)), processed: 0, hashes: {} }
  let world = starting(scope, store)
  while (world.messages.length > 0) world = await follow(real, scope, world, 0)
  return world
}

const faults = { flush: 2, restart: 1, failover: 1, failback: 1, evict: 3, step: 3, cut: 2, miss: 1, duplicate: 2 }

const scopeAt = (begin: number, life: number): Scope => ({
  name: 'histories',
  begin,
  clocks: [0, 3, -2],
  fence: 1,
  life,
  ahead: 6,
  seconds: 6,
  requests: [0, 1, 2, 3, 4, 5].map((at) => ({ app: at % 2 === 0 ? 'a' : 'b', at })),
  callersAhead: 6,
  faults,
  steps: [-1_000, -5, 5, 12, 1_000],
  saves: 2,
})

const twin = suite('redis: the scripts and their twin')
const test = needs(findTool('redis-server') === undefined ? 'redis-server' : 'cc', twin)

test('for all histories: have the same replies, and leave the same keys', () =>
  withReal((real) =>
    forAll(
      [fc.constantFrom(5, 20), fc.array(fc.nat(10_000), { minLength: 20, maxLength: 60 })],
      { numRuns: process.env.COUNTERSIGN_ALL === undefined ? 40 : 400, endOnFailure: true },
      async (life, choices) => {
        const scope = scopeAt(seconds(), life)
        let world = await begunOn(real, scope)
        for (const choice of choices) {
          const moves = movesOf(scope, world)
          // Messages and callers twice as often as faults.
          const many = moves.filter(({ redis }) => redis === undefined || redis._tag === 'Run')
          const chosen = [...moves, ...many, ...many][choice % (moves.length + 2 * many.length)] as Move
          world = await follow(real, scope, world, moves.indexOf(chosen))
        }
      },
    ),
  ))

/** Does one step to both. */
const take = async (real: Real, store: Store, held: Held, serial: number, step: TwinStep): Promise<Store> => {
  switch (step._tag) {
    case 'Claims':
    case 'Reading':
      return compare(real, store, textOf(store, held, serial, step), JSON.stringify(step))
    case 'Step': {
      const now = Math.max(1, store.now + step.by)
      real.setClock(now - seconds())
      return { ...store, now }
    }
    case 'Evict':
    case 'Flush': {
      const hashes = Object.entries(store.hashes).filter(([key]) => step._tag === 'Evict' && key !== step.key)
      await (step._tag === 'Evict' ? real.redis.command('DEL', step.key) : real.redis.command('FLUSHALL'))
      return { ...store, hashes: Object.fromEntries(hashes) }
    }
    case 'Demotion': {
      // Nobody listens there, so it keeps its data.
      await real.redis.command('REPLICAOF', '127.0.0.1', '1')
      let next: Store = { ...store, ...(await identityOf(real)) }
      for (const command of step.commands) next = await take(real, next, held, serial, command)
      await real.redis.command('REPLICAOF', 'NO', 'ONE')
      return { ...next, ...(await identityOf(real)) }
    }
  }
}

test('for all commands, late and wrong ones too: have the same replies, and leave the same keys', () =>
  withReal((real) =>
    forAll(
      [histories],
      { numRuns: process.env.COUNTERSIGN_ALL === undefined ? 60 : 600, endOnFailure: true },
      async (steps) => {
        real.setClock(0)
        await answering(real.redis)
        await real.redis.command('FLUSHALL')
        let store: Store = { now: seconds(), ...(await identityOf(real)), processed: 0, hashes: {} }
        let held = heldNothing
        for (const [serial, step] of steps.entries()) {
          store = await take(real, store, held, serial, step)
          held = holding(held, store)
        }
      },
    ),
  ))

/** The moves of a trace, by what their names contain. */
const traces: Readonly<Record<string, ReadonlyArray<string>>> = {
  'a write of an epoch that is held up over two flushes': [
    'request 0 reaches guard 0',
    'is flushed',
    'claims 0 of guard 0',
    'a reading of guard 0',
    'request 0 reaches guard 1',
    'claims 0 of guard 1',
    'a reading of guard 1',
    'write of an epoch',
    'a second passes',
    'a second passes',
    'a second passes',
    'request 1 reaches guard 1',
    'claims 1 of guard 1',
    'is flushed',
    'write of an epoch',
    'a reading of guard 0',
    'request 1 reaches guard 0',
    'claims 1 of guard 0',
  ],
}

for (const [name, steps] of Object.entries(traces))
  test(`${name}: the real Redis follows the trace, and accepts nothing twice`, () =>
    withReal(async (real) => {
      const requests = [
        { app: 'a', at: 0 },
        { app: 'a', at: 3 },
      ]
      const scope: Scope = { ...scopeAt(seconds(), 20), clocks: [0, 0], requests, callersAhead: 0 }
      let world = await begunOn(real, scope)
      for (const step of steps) {
        const index = movesOf(scope, world).findIndex((move) => move.name.includes(step))
        if (index >= 0) world = await follow(real, scope, world, index)
      }
      assert.ok(
        world.firsts.every((count) => count <= 1),
        JSON.stringify(world.firsts),
      )
    }))
