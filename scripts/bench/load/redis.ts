/**
 * `npm run load -- redis`: what a claim of the Redis guard costs, on one primary and on a cluster of three with a replica each,
 * beside a bare `SET NX PX` through the same client. Processor time, so that it can be measured on a busy machine: of this
 * process, and of the servers by their own count. `--claims 50000` is the length of each row, `--in-flight 64` how many claims
 * wait at the same time.
 */
import { randomBytes } from 'node:crypto'
import type { NonceClaim } from 'countersign'
import { type RedisClient, redisGuard } from 'countersign/guards/redis'
import * as clients from '../../../spec/support/redisClients.ts'
import { startCluster } from '../../../spec/support/redisCluster.ts'
import { startRedis } from '../../../spec/support/redisServer.ts'
import { processorMs } from '../../processorMs.ts'
import { colors, giveUp, progress, readArguments } from '../../terminal.ts'

const { values } = readArguments({
  args: process.argv.slice(3),
  options: { claims: { type: 'string' }, 'in-flight': { type: 'string' } },
})
const count = Number(values.claims ?? 50_000)
const inFlight = Number(values['in-flight'] ?? 64)
if (!(count >= 1000 && inFlight >= 1)) giveUp(2, '--claims is 1000 or more, --in-flight 1 or more')

interface Usage {
  readonly micros: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly memory: number
}

type Claim = (unique: string) => Promise<boolean>

const field = (info: string, name: string): number => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1] ?? 0)

/** The sum over these servers. */
const usage = async (ports: ReadonlyArray<number>): Promise<Usage> => {
  let sum: Usage = { micros: 0, bytesIn: 0, bytesOut: 0, memory: 0 }
  for (const port of ports) {
    const redis = clients.ioredisOn(port)
    await clients.answering(redis)
    const info = String(await redis.command('INFO', 'everything'))
    redis.close()
    sum = {
      micros: sum.micros + (field(info, 'used_cpu_user') + field(info, 'used_cpu_sys')) * 1e6,
      bytesIn: sum.bytesIn + field(info, 'total_net_input_bytes') - field(info, 'total_net_repl_input_bytes'),
      bytesOut: sum.bytesOut + field(info, 'total_net_output_bytes') - field(info, 'total_net_repl_output_bytes'),
      memory: sum.memory + field(info, 'used_memory'),
    }
  }
  return sum
}

const fingerprints = Array.from({ length: 8 }, () => randomBytes(32).toString('hex'))
let serial = 0

const ofGuard = async (client: RedisClient): Promise<Claim> => {
  const guard = await redisGuard(client, { prefix: `load${serial++}:`, deadlineMs: 60_000, onWarning: () => {} })
  return async (unique) => {
    const fingerprint = fingerprints[unique.charCodeAt(0) % 8]
    const claim = { fingerprint, unique, timestamp: Math.floor(Date.now() / 1000) + 30 }
    const answer = await guard.claim(claim as NonceClaim)()
    return answer._tag === 'Right' && answer.right === 'first'
  }
}

const bare = ({ command }: clients.Connected): Claim => {
  const prefix = `load${serial++}:`
  return async (unique) => (await command('SET', prefix + unique, 'a-token-of-12', 'PX', '420000', 'NX')) === 'OK'
}

const row = async (
  name: string,
  claim: Claim,
  primaries: ReadonlyArray<number>,
  replicas: ReadonlyArray<number>,
): Promise<void> => {
  progress(`${name} …`)
  const run = async (claims: number): Promise<void> => {
    let next = 0
    const worker = async (): Promise<void> => {
      while (next++ < claims) if (!(await claim(randomBytes(16).toString('hex')))) throw new Error(`${name}: no first`)
    }
    await Promise.all(Array.from({ length: inFlight }, worker))
  }
  await run(5_000)
  const before = await usage(primaries)
  const replicasBefore = await usage(replicas)
  const own = processorMs()
  const begun = performance.now()
  await run(count)
  const took = performance.now() - begun
  const spent = (processorMs() - own) * 1000
  const after = await usage(primaries)
  const replicasAfter = await usage(replicas)
  const each = (total: number): string => (total / count).toFixed(1).padStart(9)
  progress()
  console.log(
    `${name.padEnd(32)}${each(spent)}${each(after.micros - before.micros)}` +
      `${each(replicasAfter.micros - replicasBefore.micros)}${each(after.bytesIn - before.bytesIn)}` +
      `${each(after.bytesOut - before.bytesOut)}${each(after.memory - before.memory)}` +
      `${Math.round((count / took) * 1000)
        .toLocaleString('en')
        .padStart(10)}`,
  )
}

console.log(
  colors.dim(
    `${''.padEnd(32)}${['guard µs', 'Redis µs', 'repl. µs', 'B to', 'B from', 'B kept'].map((head) => head.padStart(9)).join('')}  claims/s`,
  ),
)
const server = await startRedis()
for (const [name, connect] of [
  ['ioredis', clients.ioredisOn],
  ['node-redis', clients.nodeRedisOn],
] as const) {
  const connected = await connect(server.port)
  await clients.answering(connected)
  await row(`one primary, ${name}: SET NX`, bare(connected), [server.port], [])
  await row(`one primary, ${name}: guard`, await ofGuard(connected.client), [server.port], [])
  connected.close()
}
await server.stop()

const cluster = await startCluster()
const primaries = (await cluster.primaries()).map(({ port }) => port)
const replicas = cluster.ports.filter((port) => !primaries.includes(port))
for (const [name, connect] of [
  ['ioredis', clients.ioredisCluster],
  ['node-redis', clients.nodeRedisCluster],
] as const) {
  const connected = await connect(cluster.ports)
  await clients.answering(connected)
  await row(`cluster, ${name}: SET NX`, bare(connected), primaries, replicas)
  await row(`cluster, ${name}: guard`, await ofGuard(connected.client), primaries, replicas)
  connected.close()
}
await cluster.stop()
console.log(colors.dim(`for each of ${count.toLocaleString('en')} claims, ${inFlight} in flight`))
process.exit(0)
