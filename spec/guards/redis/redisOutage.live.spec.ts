/**
 * What a lost node of a cluster costs, with and without `min-replicas-to-write`: the figures of the guide. COUNTERSIGN_ALL=1
 * measures every row of its table, with a node that is down for 40 seconds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { redisGuard } from '../../../src/guards/redis/redis.ts'
import { answering, ioredisCluster } from '../../support/redisClients.ts'
import { type Node, type Primary, type RedisCluster, startCluster } from '../../support/redisCluster.ts'
import { sideBySide } from '../../support/sideBySide.ts'
import { assert, inTurn, needs, suite } from '../../support/suite.ts'
import { answer, claimOf } from '../claims.ts'

const isWhole = process.env.COUNTERSIGN_ALL !== undefined
const downMs = isWhole ? 40_000 : 10_000
/** For how long a failover, the fence and a busy machine may go on. */
const settledMs = 20_000

interface Outage {
  /** Of the claims while the node was down. */
  readonly percent: number
  /** From the loss to the last refusal. */
  readonly seconds: number
}

let serial = 0

/** Kills a node for a while, and claims every ten milliseconds until long after. */
const outage = async (cluster: RedisCluster, isPrimary: boolean): Promise<Outage> => {
  const connected = ioredisCluster(cluster.ports)
  try {
    await answering(connected)
    const guard = await redisGuard(connected.client, {
      prefix: `outage${serial++}:`,
      deadlineMs: 1_000,
      onWarning: () => {},
    })
    // A busy machine may take a replica for lost for a moment.
    let primary: Primary | undefined
    while (primary === undefined) primary = (await cluster.primaries()).find(({ replica }) => replica !== undefined)
    const { server } = isPrimary ? primary : (primary.replica as Node)
    while ((await answer(guard, claimOf(`before-${serial++}`))) !== 'first') await pause(20)
    const begun = performance.now()
    let made = 0
    let refused = 0
    let last = 0
    const claim = async (): Promise<void> => {
      const at = performance.now() - begun
      const isFirst = (await answer(guard, claimOf(`n-${serial++}`))) === 'first'
      if (at < downMs) made++
      if (isFirst) return
      if (at < downMs) refused++
      last = Math.max(last, at)
    }
    const claims: Array<Promise<void>> = []
    const restarted = pause(downMs).then(() => server.restart())
    await server.kill()
    while (performance.now() - begun < downMs + (isPrimary ? settledMs : settledMs / 5)) {
      claims.push(claim())
      await pause(10)
    }
    await Promise.all([...claims, restarted])
    return { percent: (100 * refused) / made, seconds: last / 1000 }
  } finally {
    connected.close()
  }
}

const outages = suite('redis: a node of a cluster is lost')
const test = sideBySide()(needs('redis-server', outages))

const guarded = ['--min-replicas-to-write', '1', '--min-replicas-max-lag', '1']

interface Row {
  readonly name: string
  readonly replicas: number
  readonly settings: ReadonlyArray<string>
  /** What must hold for a lost primary and a lost replica. */
  readonly primary?: (outage: Outage) => boolean
  readonly replica?: (outage: Outage) => boolean
}

const isDown = ({ percent, seconds }: Outage): boolean => percent > 15 && seconds > downMs / 1100
const isShort = ({ percent, seconds }: Outage): boolean => percent < 100 && seconds < 9 + settledMs / 2000
const isNone = ({ percent }: Outage): boolean => percent < 2

const rows: ReadonlyArray<Row> = [
  ...(isWhole ? [{ name: 'one replica', replicas: 1, settings: [], primary: isShort, replica: isNone }] : []),
  {
    name: 'one replica, min-replicas-to-write 1',
    replicas: 1,
    settings: guarded,
    ...(isWhole ? { primary: isDown } : {}),
    replica: isDown,
  },
  { name: 'two replicas, min-replicas-to-write 1', replicas: 2, settings: guarded, primary: isShort, replica: isNone },
]

for (const { name, replicas, settings, primary, replica } of inTurn(2, rows))
  test(`${name}: as the guide says`, async () => {
    const cluster = await startCluster(replicas, settings)
    try {
      for (const [node, holds] of [
        ['replica', replica],
        ['primary', primary],
      ] as const) {
        if (holds === undefined) continue
        const told = await outage(cluster, node === 'primary')
        const words = `${name}, a ${node} down for ${downMs / 1000} s: ${told.percent.toFixed(0)} % refused meanwhile, for ${told.seconds.toFixed(1)} s`
        console.log(words)
        assert.ok(holds(told), words)
      }
    } finally {
      await cluster.stop()
    }
  })
