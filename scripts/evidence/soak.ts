// `npm run evidence -- soak`: ten minutes of honest, repeated, altered, forged, stale and malformed requests over real HTTP,
// against a service with each guard: memory in one process, lmdb and redis in two. Each request must get its verdict, callers and
// verifiers must count the same, and no process may hold more memory than before. `-- soak lmdb --seconds 60`
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { startRedis } from '../../spec/support/redisServer.ts'
import { median } from '../bench/measure.ts'
import { guardNames } from '../guards.ts'
import { startWorker, temporaryFolder, type Worker } from '../temporary.ts'
import { colors, readArguments, text } from '../terminal.ts'
import type { Count, Instructions } from './soak/service.ts'
import { kinds, traffic } from './soak/traffic.ts'

const { values, positionals } = readArguments({ seconds: text }, 'guard', guardNames)
const seconds = Number(values.seconds ?? 600)
const guards = guardNames.filter((name) => positionals.length === 0 || positionals.includes(name))
const { green, red, dim, bold } = colors

const folder = temporaryFolder('soak')
const pairs = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const pems = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }).toString())
const keys = pairs.map(({ privateKey }) => privateKey)

interface Running {
  readonly guard: string
  readonly nodes: ReadonlyArray<Worker>
  readonly traffic: ReturnType<typeof traffic>
  /** One sample each, in MiB, summed over all nodes. */
  readonly heap: number[]
  readonly rss: number[]
}

const countsOf = (nodes: ReadonlyArray<Worker>): Promise<ReadonlyArray<Count>> =>
  Promise.all(nodes.map(({ ask }) => ask<Count>('count')))

const redis = guards.includes('redis') ? await startRedis() : undefined
const running: Running[] = []
for (const guard of guards) {
  const where = guard === 'redis' ? `redis://127.0.0.1:${redis?.port}` : join(folder, guard)
  const instructions: Instructions = { guard, where, pems }
  const nodes = Array.from({ length: guard === 'memory' ? 1 : 2 }, () =>
    startWorker('scripts/evidence/soak/service.ts'),
  )
  const ports = await Promise.all(nodes.map(({ ask }) => ask<number>(instructions)))
  running.push({ guard, nodes, traffic: traffic(ports, keys, 4), heap: [], rss: [] })
}

const mib = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10
const began = performance.now()
const every = Math.max(2, Math.min(10, seconds / 20))
for (let at = every; at <= seconds; at += every) {
  await new Promise((resolve) => setTimeout(resolve, began + at * 1000 - performance.now()))
  const parts: string[] = []
  for (const { guard, nodes, traffic: sending, heap, rss } of running) {
    const counts = await countsOf(nodes)
    heap.push(mib(counts.reduce((sum, each) => sum + each.heap, 0)))
    rss.push(mib(counts.reduce((sum, each) => sum + each.rss, 0)))
    const total = Object.values(sending.tally.sent).reduce((a, b) => a + b, 0)
    const wrong = sending.tally.wrong.size === 0 ? green('0 wrong') : red('wrong')
    parts.push(`${bold(guard)} ${total} requests, ${wrong}, heap ${heap.at(-1)} MiB`)
  }
  console.log(`${dim(`${Math.round(at)} s`)}  ${parts.join('; ')}`)
}

let faults = 0
const fault = (text: string): void => {
  faults++
  console.log(red(`✘ ${text}`))
}

for (const { guard, nodes, traffic: sending, heap, rss } of running) {
  await sending.stop()
  const { sent, wrong, signedAgain, verdicts } = sending.tally
  const shares = kinds.filter((kind) => sent[kind] > 0).map((kind) => `${kind} ${sent[kind]}`)
  console.log(`\n${bold(guard)}  ${shares.join(', ')}; signed again after a 503: ${signedAgain}`)
  for (const [what, times] of wrong) fault(`${guard}: ${what}, ${times} times`)

  // Callers see one code for several reasons, so compare sums.
  const theirs: Record<string, number> = {}
  for (const each of await countsOf(nodes)) {
    for (const [reason, times] of Object.entries(each.verdicts)) theirs[reason] = (theirs[reason] ?? 0) + times
  }
  for (const name of new Set([...verdicts.keys(), ...Object.keys(theirs)])) {
    const callers = verdicts.get(name) ?? 0
    const verifiers = theirs[name] ?? 0
    if (callers !== verifiers)
      fault(`${guard}: the callers count ${name} ${callers} times, the verifiers ${verifiers} times`)
  }
  console.log(`  verdicts ${[...verdicts].map(([name, times]) => `${name} ${times}`).join(', ')}`)

  // Ignore the first third, which fills caches and the guard: claims live for 30 seconds.
  const third = Math.floor(heap.length / 3)
  for (const [name, samples, slack] of [
    ['heap', heap, 4],
    ['rss', rss, 24],
  ] as const) {
    const before = median(samples.slice(third, 2 * third))
    const after = median(samples.slice(2 * third))
    console.log(`  ${name} ${samples[0]} MiB at first, ${before} MiB in the second third, ${after} MiB in the last`)
    if (third >= 3 && seconds >= 300 && after > before * 1.1 + slack)
      fault(`${guard}: ${name} has grown from ${before} to ${after} MiB`)
  }
  if (signedAgain > sent.honest / 100) fault(`${guard}: ${signedAgain} honest requests were answered with 503`)
  for (const node of nodes) node.stop()
}

await redis?.stop()
console.log(faults === 0 ? green(`\nall as it must be, in ${seconds} s`) : red(`\n${faults} faults`))
process.exitCode = faults === 0 ? 0 : 1
