// `npm run soak`: ten minutes of honest, repeated, altered, forged, stale and malformed requests over real HTTP, against a
// service with each guard: memory in one process, lmdb and redis in two. Afterwards every request has the verdict that it must
// have, what the callers count and what the verifiers count is the same, and no process holds more memory than it did.
// `npm run soak -- --seconds 60 --guard lmdb`
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pc from 'picocolors'
import { startRedis } from '../spec/support/redisServer.ts'
import type { Count } from './soak/service.ts'
import { kinds, traffic } from './soak/traffic.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' }, guard: { type: 'string', multiple: true } } })
const seconds = Number(values.seconds ?? 600)
const guards = values.guard ?? ['memory', 'lmdb', 'redis']
const { green, red, dim, bold } = pc.createColors(process.stdout.isTTY === true && !process.env.NO_COLOR)

const folder = mkdtempSync(join(tmpdir(), 'countersign-soak-'))
const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const pairs = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const pems = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }).toString())

const start = async (kind: string, where: string): Promise<{ readonly port: number; readonly child: ChildProcess }> => {
  const args = ['--expose-gc', '--import', './scripts/typescript.mjs', 'scripts/soak/service.ts', kind, where, ...pems]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  const begun = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`the service with ${kind} has ended`))),
  ])
  const [{ port }] = (await begun) as [{ port: number }]
  return { port, child }
}

const count = async (child: ChildProcess): Promise<Count> => {
  const answered = once(child, 'message')
  child.send('count')
  return ((await answered) as [Count])[0]
}

interface Running {
  readonly kind: string
  readonly nodes: ReadonlyArray<ChildProcess>
  readonly traffic: ReturnType<typeof traffic>
  /** Of all nodes together, in MiB, one a sample. */
  readonly heap: number[]
  readonly rss: number[]
}

const redis = guards.includes('redis') ? await startRedis() : undefined
const running: Running[] = []
for (const kind of guards) {
  const where = kind === 'redis' ? `redis://127.0.0.1:${redis?.port}` : join(folder, kind)
  const nodes = await Promise.all(Array.from({ length: kind === 'memory' ? 1 : 2 }, () => start(kind, where)))
  const ports = nodes.map(({ port }) => port)
  const sending = traffic(
    ports,
    pairs.map(({ privateKey }) => privateKey),
    4,
  )
  running.push({ kind, nodes: nodes.map(({ child }) => child), traffic: sending, heap: [], rss: [] })
}

const mib = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10
const began = performance.now()
const every = Math.max(2, Math.min(10, seconds / 20))
for (let at = every; at <= seconds; at += every) {
  await new Promise((resolve) => setTimeout(resolve, began + at * 1000 - performance.now()))
  const parts: string[] = []
  for (const { kind, nodes, traffic: sending, heap, rss } of running) {
    const counts = await Promise.all(nodes.map(count))
    heap.push(mib(counts.reduce((sum, each) => sum + each.heap, 0)))
    rss.push(mib(counts.reduce((sum, each) => sum + each.rss, 0)))
    const total = Object.values(sending.tally.sent).reduce((a, b) => a + b, 0)
    parts.push(
      `${bold(kind)} ${total} requests, ${sending.tally.wrong.size === 0 ? green('0 wrong') : red('wrong')}, heap ${heap.at(-1)} MiB`,
    )
  }
  console.log(`${dim(`${Math.round(at)} s`)}  ${parts.join('; ')}`)
}

let faults = 0
const fault = (text: string): void => {
  faults++
  console.log(red(`✘ ${text}`))
}
const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

for (const { kind, nodes, traffic: sending, heap, rss } of running) {
  await sending.stop()
  const { sent, wrong, signedAgain, verdicts } = sending.tally
  console.log(
    `\n${bold(kind)}  ${kinds
      .filter((each) => sent[each] > 0)
      .map((each) => `${each} ${sent[each]}`)
      .join(', ')}; signed again after a 503: ${signedAgain}`,
  )
  for (const [what, times] of wrong) fault(`${kind}: ${what}, ${times} times`)

  // A caller is told one code for several reasons; the sums must be the same.
  const theirs: Record<string, number> = {}
  for (const each of await Promise.all(nodes.map(count))) {
    for (const [reason, times] of Object.entries(each.verdicts)) theirs[reason] = (theirs[reason] ?? 0) + times
  }
  for (const name of new Set([...verdicts.keys(), ...Object.keys(theirs)])) {
    if ((verdicts.get(name) ?? 0) !== (theirs[name] ?? 0))
      fault(
        `${kind}: the callers count ${name} ${verdicts.get(name) ?? 0} times, the verifiers ${theirs[name] ?? 0} times`,
      )
  }
  console.log(`  verdicts ${[...verdicts].map(([name, times]) => `${name} ${times}`).join(', ')}`)

  // The first third fills caches and the guard, whose claims live for 30 seconds.
  const third = Math.floor(heap.length / 3)
  for (const [name, samples, slack] of [
    ['heap', heap, 4],
    ['rss', rss, 24],
  ] as const) {
    const [before, after] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
    console.log(`  ${name} ${samples[0]} MiB at first, ${before} MiB in the second third, ${after} MiB in the last`)
    if (third >= 3 && seconds >= 300 && after > before * 1.1 + slack)
      fault(`${kind}: ${name} has grown from ${before} to ${after} MiB`)
  }
  if (signedAgain > sent.honest / 100) fault(`${kind}: ${signedAgain} honest requests were answered with 503`)
}

for (const child of children) child.disconnect()
await redis?.stop()
console.log(faults === 0 ? green(`\nall as it must be, in ${seconds} s`) : red(`\n${faults} faults`))
process.exitCode = faults === 0 ? 0 : 1
