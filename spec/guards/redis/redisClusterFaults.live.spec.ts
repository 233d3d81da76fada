// A cluster of six under faults, while processes claim. COUNTERSIGN_ALL=1: every fault, and 100,000 copies of 1,000 nonces
// at least in eight processes; otherwise a sample.
import { setTimeout as pause } from 'node:timers/promises'
import { claimId } from '../../../src/guards/claimId.ts'
import { redisGuard } from '../../../src/guards/redis/redis.ts'
import { shardOf, shards, slotOf, tags } from '../../../src/guards/redis/redisSlots.ts'
import { ioredisCluster } from '../../support/redisClients.ts'
import { nodeTimeoutMs, type Primary, type RedisCluster, startCluster } from '../../support/redisCluster.ts'
import { assert, needs, suite } from '../../support/suite.ts'
import { bundled, type Running, run } from '../child.ts'
import { type Answer, answer, claimOf, count } from '../claims.ts'
import type { Told } from './redisClusterClaimer.ts'

const fence = 1
/** Of this guard: the fence, two seconds for rounding and the write, and one for a primary that was suspended. */
const fenceMs = (fence + 3) * 1000
/** For how long a fault may go on unnoticed by a client, and a busy machine may be late. */
const slackMs = 2_500
/** Of the claimers: a claim that was made so long before a fault may meet it. */
const deadlineMs = 1_500
const isWhole = process.env.COUNTERSIGN_ALL !== undefined
const processes = isWhole ? 8 : 4
/** Copies a second in each process. */
const rate = isWhole ? 500 : 100

interface Fault {
  readonly name: string
  readonly shards: ReadonlySet<number>
  readonly begun: number
  /** When the shards had a primary again. */
  readonly over: number
}

const slots = tags().map(slotOf)

const shardsOf = (ranges: Primary['slots']): ReadonlySet<number> =>
  new Set(
    Array.from({ length: shards }, (_, shard) => shard).filter((shard) =>
      ranges.some(([from, to]) => (slots[shard] as number) >= from && (slots[shard] as number) <= to),
    ),
  )

/** Waits until another node than these is the primary of the slots. */
const untilReplaced = async (cluster: RedisCluster, { port, slots }: Primary): Promise<void> => {
  const [first] = slots[0] as readonly [number, number]
  for (const end = performance.now() + 60_000; ; await pause(250)) {
    const all = await cluster.primaries()
    const now = all.find((each) => each.slots.some(([from, to]) => from <= first && first <= to))
    if (now !== undefined && now.port !== port) return
    if (performance.now() > end) throw new Error('no replica has taken over within a minute')
  }
}

const untilReplica = async (cluster: RedisCluster, port: number): Promise<void> => {
  for (const end = performance.now() + 60_000; ; await pause(250)) {
    const [, state = ''] = /master_link_status:(\w+)/.exec(await cluster.cli(port, 'INFO', 'replication')) ?? []
    if (state === 'up') return
    if (performance.now() > end) throw new Error('the node has not become a replica within a minute')
  }
}

const faults = suite('redis: a cluster under faults')
const test = needs('redis-server', faults)

test('accepts nothing twice, and refuses honest claims only in the shards that were hit, for no longer than the fence', async () => {
  const cluster = await startCluster()
  const program = await bundled(new URL('redisClusterClaimer.ts', import.meta.url))
  const told: Array<Fault> = []
  const withoutRefresh = ioredisCluster(cluster.ports, { slotsRefreshInterval: 0 })
  const refreshing = ioredisCluster(cluster.ports)
  /** What both a primary that was replaced and its successor have accepted. */
  const accepted: Array<Answer> = []
  let claimers: ReadonlyArray<Running> = []
  try {
    claimers = Array.from({ length: processes }, (_, i) =>
      run(program, {}, i % 2 === 0 ? 'ioredis' : 'node-redis', cluster.ports.join(','), `${fence}`, `${rate}`, `${i}`),
    )
    await Promise.all(claimers.map(({ spoken }) => spoken))
    const options = { fence, deadlineMs: 20_000, onWarning: () => {} }
    const unaware = await redisGuard(withoutRefresh.client, options)
    const aware = await redisGuard(refreshing.client, options)
    await pause(500)

    /** Does it to a primary, with the slots that it has then. */
    const fault = async (
      name: string,
      which: number,
      act: (primary: Primary, others: ReadonlyArray<Primary>) => Promise<Primary['slots'] | undefined>,
    ): Promise<void> => {
      const all = [...(await cluster.primaries())].sort((a, b) => (a.slots[0]?.[0] ?? 0) - (b.slots[0]?.[0] ?? 0))
      const primary = all[which] as Primary
      const begun = Date.now()
      const hit =
        (await act(
          primary,
          all.filter((each) => each !== primary),
        )) ?? primary.slots
      told.push({ name, shards: shardsOf(hit), begun, over: Date.now() })
    }

    if (isWhole) {
      await fault('killed', 0, async (primary) => {
        await primary.server.kill()
        await untilReplaced(cluster, primary)
        await primary.server.restart()
      })
      await fault('graceful failover', 2, async (primary) => {
        await cluster.cli(primary.replica?.port as number, 'CLUSTER', 'FAILOVER')
        await untilReplaced(cluster, primary)
      })
      await fault('paused', 0, async ({ port }) => {
        await cluster.cli(port, 'CLIENT', 'PAUSE', '1000', 'ALL')
        await pause(1_000)
      })
    }
    await fault('flushed', 0, async ({ port }) => {
      await cluster.cli(port, 'FLUSHALL')
    })
    await fault('failover without the primary', 2, async (primary) => {
      await cluster.cli(primary.replica?.port as number, 'CLUSTER', 'FAILOVER', 'FORCE')
      await untilReplaced(cluster, primary)
    })
    // Within the node timeout: it stays the primary.
    await fault('asleep', 0, async ({ port }) => {
      await cluster.cli(port, 'DEBUG', 'SLEEP', '1.5')
    })
    // Longer than the node timeout: a replica takes over, and the old primary wakes up as one that was replaced.
    await fault('suspended and replaced', 1, async (primary) => {
      const names = Array.from({ length: 500 }, (_, n) => `late-${n}`)
      const claims = (prefix: string) =>
        names
          .map((name) => claimOf(prefix + name))
          .filter((claim) => shardsOf(primary.slots).has(shardOf(claimId(claim))))
      // From here on, this guard knows the epochs of the primary.
      const known = await Promise.all(claims('known-').map((claim) => answer(unaware, claim)))
      assert.is(count(known, 'first'), known.length)
      primary.server.signal('SIGSTOP')
      await untilReplaced(cluster, primary)
      // By now the new primary accepts requests. Those of a client that knows only the old one wait there.
      await pause(fenceMs + 500)
      const sent = claims('')
      const late = Promise.all(sent.map((claim) => answer(unaware, claim)))
      await pause(50)
      const given = await Promise.all(sent.map((claim) => answer(aware, claim)))
      assert.ok(count(given, 'first') > sent.length / 2, `${count(given, 'first')} of ${sent.length} are first`)
      primary.server.signal('SIGCONT')
      accepted.push(...(await late).filter((answer, i) => answer === 'first' && given[i] === 'first'))
      await untilReplica(cluster, primary.port)
    })
    if (isWhole) {
      await fault('replaced without a vote', 2, async (primary) => {
        await cluster.cli(primary.replica?.port as number, 'CLUSTER', 'FAILOVER', 'TAKEOVER')
        await untilReplaced(cluster, primary)
      })
      await fault('moved and removed', 0, async (primary, others) => {
        const [to] = others as [Primary]
        await cluster.moveAll(primary, to)
        const { slots, replica } = primary
        // The two are not told: clients that know them still ask them.
        const gone = [primary, ...(replica === undefined ? [] : [replica])]
        for (const port of cluster.ports)
          if (gone.every((node) => node.port !== port))
            for (const { id } of gone) await cluster.cli(port, 'CLUSTER', 'FORGET', id)
        return slots
      })
    }
    // The fences of the others are over by now.
    await pause(isWhole ? fenceMs : 1_000)

    const texts = await Promise.all(
      claimers.map(({ child, ended }) => {
        child.stdin?.end()
        return ended
      }),
    )
    const results = texts.map((text) => JSON.parse(text.split('\n')[1] as string) as Told)
    const firsts = new Map<string, number>()
    for (const [nonce, n] of results.flatMap((result) => Object.entries(result.firsts)))
      firsts.set(nonce, (firsts.get(nonce) ?? 0) + n)
    const sum = (of: (result: Told) => number): number => results.reduce((total, result) => total + of(result), 0)
    const copies = sum((result) => result.copies)
    const honest = sum((result) => result.honest)
    // Before, some of the claimers were still starting, on a store that was new.
    const refused = results.flatMap((result) => result.refused).filter(([at]) => at >= (told[0]?.begun ?? 0))
    console.log(
      `${copies} copies, ${firsts.size} nonces accepted; ${honest} honest claims, ${refused.length} refused; node timeout ${nodeTimeoutMs} ms`,
    )
    type Refused = Told['refused'][number]
    const wasHit = (each: Fault, [at, shard]: Refused): boolean =>
      each.shards.has(shard) && at >= each.begun - deadlineMs
    const isOver = ({ over }: Fault, [at]: Refused): boolean => at > over + fenceMs + slackMs
    const elsewhere = refused.filter((one) => !told.some((each) => wasHit(each, one)))
    const later = refused.filter((one) => {
      const hits = told.filter((each) => wasHit(each, one))
      return hits.length > 0 && hits.every((each) => isOver(each, one))
    })
    for (const fault of told) {
      const { name, shards: hit, begun, over } = fault
      const mine = refused.filter((one) => wasHit(fault, one) && !isOver(fault, one))
      const last = Math.max(over, ...mine.map(([at]) => at))
      console.log(
        `${name}: ${hit.size} shards; done in ${over - begun} ms; ${mine.length} honest claims refused, the last ${last - over} ms after that`,
      )
    }
    for (const [where, some] of [
      ['in shards that were not hit', elsewhere],
      ['after the fence', later],
    ] as const)
      console.log(`${where}: ${some.length} refused`, JSON.stringify(some.slice(0, 10)))

    const twice = [...firsts].filter(([, n]) => n > 1)
    assert.equal(twice, [])
    assert.is(accepted.length, 0, 'the old primary and its successor have each accepted a request')
    assert.ok(firsts.size >= (isWhole ? 1_000 : 25), `${firsts.size} nonces`)
    if (isWhole) assert.ok(copies >= 100_000, `${copies} copies`)
    for (const some of [elsewhere, later]) {
      const found = some.filter(([, , answer]) => answer === 'forgotten')
      assert.equal(found, [])
      // A busy machine may let a claim run into its deadline.
      assert.ok(some.length <= honest / (isWhole ? 20 : 10), `${some.length} of ${honest} honest claims`)
    }
  } finally {
    for (const { close } of [withoutRefresh, refreshing]) close()
    for (const { child } of claimers) child.kill('SIGKILL')
    await program.remove()
    await cluster.stop()
  }
})
