/**
 * `npm run load -- growth`: requests a second, p99 and memory of a server, and the start of a verifier, as connections, apps, bodies
 * and claims grow. Names after it measure only those; `--rounds 3` and `--seconds 2` make it longer or shorter. `--write` puts
 * the figures in figures.json, and the tables and the picture made of them in the guide.
 * Exit code 1: a start takes too long, too much, or holds the event loop; or an answer was not 200.
 */
import { generateKeyPair } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSigner } from 'countersign/client'
import { startWorker, temporaryFolder } from '../../temporary.ts'
import { colors, expectKnown, giveUp, progress, readArguments } from '../../terminal.ts'
import { requireTool } from '../../tools.ts'
import { figuresOf, type Round } from '../load/figures.ts'
import type { Requests } from '../load/requests.ts'
import { startScript } from '../load/running.ts'
import {
  type Figures,
  limits,
  type Point,
  type Start,
  type Subject,
  short,
  sizeOf,
  sizes,
  subjects,
  titles,
  withTables,
} from './figures.ts'
import { picture } from './picture.ts'
import type { Instructions } from './server.ts'

export const paths = {
  figures: 'scripts/bench/growth/figures.json',
  guide: 'src/server/SPEED.md',
  picture: 'src/server/growth.svg',
} as const

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const wanted = positionals.slice(1)
expectKnown('subject', wanted, [...subjects, 'start'])
const isWanted = (subject: string): boolean => wanted.length === 0 || wanted.includes(subject)
const rounds = Number(values.rounds ?? 3)
const seconds = Number(values.seconds ?? 2)
if (!(rounds >= 1 && seconds >= 1)) giveUp(2, '--rounds and --seconds are whole numbers from 1')
if (values.write && wanted.length > 0) giveUp(2, '--write needs all subjects: leave their names out')
requireTool('wrk')

const folder = temporaryFolder('growth')
const newPair = promisify(generateKeyPair)
/** As many apps send requests, if there are as many. */
const mostCallers = 16

const pairs = await Promise.all(
  Array.from({ length: mostCallers }, async (_, i) => {
    const { publicKey, privateKey } = await newPair('rsa', { modulusLength: 2048 })
    const pem = { type: 'spki', format: 'pem' } as const
    const signer = await createSigner({ appId: `app-${i}`, privateKey, where: 'pool' })
    return { appId: `app-${i}`, publicKey: publicKey.export(pem) as string, signer }
  }),
)

/** One after the other for each caller. Written once for each number of callers, size and count. */
const signed = new Map<string, Requests>()
const requestsOf = async (callers: number, bytes: number, count: number): Promise<Requests> => {
  const name = join(folder, `${callers}-${bytes}-${count}`)
  const before = signed.get(name)
  if (before !== undefined) return before
  progress(`signing ${count.toLocaleString('en')} requests …`)
  const body = Buffer.alloc(bytes, '{"text":"a lighthouse at dawn"} ')
  const lines: Array<string> = []
  for (let first = 0; first < count; first += 64) {
    const batch = Array.from({ length: Math.min(64, count - first) }, (_, i) => {
      const { signer } = pairs[(first + i) % callers] as (typeof pairs)[number]
      return signer.sign({ method: 'POST', url: '/v1/jobs', body })
    })
    for (const { authorization } of await Promise.all(batch)) lines.push(`${authorization}\n`)
  }
  writeFileSync(name, lines.join(''))
  writeFileSync(`${name}-body`, body)
  const requests = { args: [name, `${name}-body`, `${name}-body`, '0'], count }
  signed.set(name, requests)
  return requests
}

/** The server of each point, what it gets, and over how many connections. */
const settingOf = (subject: Subject, size: number) => {
  const bytes = subject === 'body' ? size : 400
  const apps = subject === 'apps' ? size : 1
  const connections = subject === 'connections' ? size : subject === 'body' ? 4 : 64
  return { bytes, apps, connections, claims: subject === 'claims' ? size : undefined }
}

let refused = 0
const measure = async (subject: Subject, size: number): Promise<Point> => {
  const { bytes, apps, connections, claims } = settingOf(subject, size)
  const callers = Math.min(apps, mostCallers)
  const instructions: Instructions = {
    callers: Object.fromEntries(pairs.slice(0, callers).map(({ appId, publicKey }) => [appId, publicKey])),
    apps,
    bodyLimit: Math.max(2 ** 20, bytes),
    ...(claims === undefined ? {} : { claims }),
  }
  progress(`${subject}: ${sizeOf(subject, size)} …`)
  const server = await startScript('scripts/bench/growth/server.ts', instructions)
  const turn = async (length: number, count: number): Promise<Round> => {
    const requests = await requestsOf(callers, bytes, count)
    const round = await server.turn(requests, length, connections)
    // The guard has refused those that came a second time: this turn is void.
    return claims !== undefined && round.outcome.sent > count ? turn(length, count * 2) : round
  }
  const count = claims !== undefined ? 10_000 * seconds : bytes > 2 ** 16 ? 64 : 2000
  // A body of 64 MiB takes most of a second.
  const length = bytes > 2 ** 20 ? Math.max(seconds, 20) : seconds
  await turn(1, count)
  const measured: Array<Round> = []
  for (let round = 0; round < rounds; round++) measured.push(await turn(length, count))
  server.stop()
  const { requestsPerSecond, p99, rss, not200, answers } = figuresOf(measured)
  if (answers === 0) giveUp(3, `${titles[subject]}, ${sizeOf(subject, size)}: no answer in time`)
  refused += not200
  progress()
  const said = [
    titles[subject],
    sizeOf(subject, size),
    short(requestsPerSecond),
    `${short(p99)} ms`,
    `${short(rss)} MB`,
  ]
  console.log(`  ${said.map((word, i) => (i === 0 ? word.padEnd(28) : word.padStart(12))).join('')}`)
  return { size, requestsPerSecond, p99, megabytes: rss }
}

const startOf = async (from: 'record' | 'folder'): Promise<Start> => {
  progress(`a start with 100,000 apps, ${from} …`)
  const { ask, stop } = startWorker('scripts/bench/growth/start.ts')
  const start = await ask<Start>({ from, apps: 100_000, folder: join(folder, 'keys') })
  stop()
  progress()
  const limit = limits[from]
  const isMet = (['seconds', 'held', 'bytesPerApp'] as const).every((name) => start[name] <= limit[name])
  if (!isMet) refused++
  const words = `${short(start.seconds)} s (≤ ${limit.seconds}), ${short(start.held)} ms held (≤ ${limit.held}), ${short(start.bytesPerApp)} B an app (≤ ${limit.bytesPerApp})`
  console.log(`${isMet ? colors.green('✔') : colors.red('✘')} 100,000 apps, ${from}: ${words}`)
  return start
}

const machine = {
  node: process.versions.node,
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'an unknown processor',
  load: loadavg()[0] as number,
}
const growth = {} as Record<Subject, ReadonlyArray<Point>>
for (const subject of subjects.filter(isWanted)) {
  const points: Array<Point> = []
  for (const size of sizes[subject]) points.push(await measure(subject, size))
  growth[subject] = points
}
if (isWanted('start')) {
  const starts = { record: await startOf('record'), folder: await startOf('folder') }
  if (values.write) {
    const figures: Figures = { machine, growth, starts }
    writeFileSync(paths.figures, `${JSON.stringify(figures, null, 2)}\n`)
    writeFileSync(paths.picture, picture(figures))
    writeFileSync(paths.guide, withTables(readFileSync(paths.guide, 'utf8'), figures))
    console.log(`written: ${Object.values(paths).join(', ')}`)
  }
}
process.exit(refused === 0 ? 0 : 1)
