/**
 * `npm run load -- forged`: what a flood of forgeries does to honest callers. For each guard, a server with the keys of sixty apps gets:
 *
 *   1 honest requests of fifty apps over 64 connections, as fast as it verifies them: this gives its rate
 *   2 honest requests alone, at a quarter of that rate
 *   3 the same beside forgeries that name the ten other apps
 *   4 the same beside forgeries that name the honest apps themselves
 *
 * The forgeries come at twice the rate at which the thread pool can check them. A check costs the most that a key allows: each app has
 * keys of 4096 bits with an exponent of 32 set bits, and a forgery is checked against all of them.
 * `--seconds 5` is the length of each run; the name of a guard after that measures only this one. Exit code 1: a target is missed.
 */
import { generateKeyPair, randomBytes, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { createSigner } from 'countersign/client'
import type { KeyRecord } from 'countersign/server'
import { startRedis } from '../../../spec/support/redisServer.ts'
import { type GuardName, guardNames } from '../../guards.ts'
import { startWorker, temporaryFolder } from '../../temporary.ts'
import { colors, progress, readArguments, text } from '../../terminal.ts'
import { bytesOf, dearKey } from '../requests.ts'
import { percentile, send, type Tally } from './openLoop.ts'
import type { Instructions } from './server.ts'
import { type Verdict, verdictOf } from './verdicts.ts'

const { values, positionals } = readArguments({ seconds: text }, 'guard', guardNames)
const seconds = Number(values.seconds ?? 5)
const guards = guardNames.filter((name) => positionals.length === 0 || positionals.includes(name))
const { green, red, dim } = colors

const honestApps = 50
const otherApps = 10
const connections = 64
const body = Buffer.alloc(300, '{"text":"a lighthouse at dawn"} ')
const request = (authorization: string): Buffer => bytesOf(authorization, body)

// ---- The keys

/** A check by this key costs the most. Nobody has its private half, and no check needs it. */
const costlyKey = () => dearKey().export({ format: 'jwk' })

const pairs = await Promise.all(
  Array.from({ length: honestApps }, () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })),
)
const keys: Record<string, KeyRecord[string]> = {}
for (const [i, { publicKey }] of pairs.entries()) {
  // Step 4 names the honest apps. So they have three costly keys beside the one that they sign with.
  const ownKey = publicKey.export({ type: 'spki', format: 'pem' }) as string
  keys[`honest-${i}`] = [ownKey, costlyKey(), costlyKey(), costlyKey()]
}
for (let i = 0; i < otherApps; i++) keys[`other-${i}`] = Array.from({ length: 4 }, costlyKey)

// ---- The requests

let serial = 0
const forgery = (appId: string): Buffer => {
  const signature = randomBytes(512)
  // Below every modulus of 4096 bits, so that the check is not refused before its arithmetic.
  signature[0] = 0
  const claim = `app_id=${appId},nonce_str=forged-${serial++},timestamp=${Math.floor(Date.now() / 1000)}`
  return request(`SVC-SHA256-RSA ${claim},signature=${signature.toString('base64')}`)
}

/** Makes forgeries that name the apps PREFIX-0, PREFIX-1, … in turn. */
const forgeriesFor = (prefix: 'honest' | 'other', apps: number): (() => Buffer) => {
  let made = 0
  return () => forgery(`${prefix}-${made++ % apps}`)
}

const signers = await Promise.all(
  pairs.map(({ privateKey }, i) => createSigner({ appId: `honest-${i}`, privateKey, cryptoOn: 'pool' })),
)

/** The honest requests, signed ahead of the runs: signing would take the processor that is measured. */
const signed: Array<Buffer> = []

/** Signs until there are `count` honest requests, of each app in turn. */
const signUpTo = async (count: number): Promise<void> => {
  while (signed.length < count) {
    progress(`signing requests, ${signed.length} of ${count} …`)
    const batch = Array.from({ length: Math.min(256, count - signed.length) }, async (_, i) => {
      const signer = signers[(signed.length + i) % honestApps] as (typeof signers)[number]
      const { authorization } = await signer.sign({ method: 'POST', url: '/v1/jobs', body })
      return request(authorization)
    })
    signed.push(...(await Promise.all(batch)))
  }
}

/** How many forgeries per second the thread pool of this machine can check, if it has nothing else to do. */
const poolRate = async (): Promise<number> => {
  const key = dearKey()
  const check = promisify(verify) as (...args: ReadonlyArray<unknown>) => Promise<boolean>
  const signature = Buffer.alloc(512, 1)
  let checks = 0
  const end = performance.now() + 1000
  const checkUntilEnd = async (): Promise<void> => {
    for (; performance.now() < end; checks++) await check('sha256', body, key, signature)
  }
  await Promise.all(Array.from({ length: connections }, checkUntilEnd))
  // A forgery is checked against the four keys of its app.
  return checks / 4
}

const floodRate = Math.round(2 * (await poolRate()))

// ---- One run

/** The server under load. */
interface Stand {
  readonly port: number
  /** Honest requests per second. */
  readonly rate: number
  readonly nextHonest: () => Buffer | undefined
}

interface RunFigures {
  /** Of the honest requests, in milliseconds. */
  readonly p99: number
  /** The share of the honest requests that were answered 200. */
  readonly answered: number
}

/** Forgers have addresses of their own, and do not wait for answers. */
const flood = ({ port }: Stand, nextForged: () => Buffer, seconds: number): Promise<Tally> =>
  send({
    port,
    connections,
    rate: floodRate,
    pipelined: 1000,
    from: (i) => `127.1.0.${i + 1}`,
    seconds,
    next: nextForged,
  })

/** Honest requests, and forgeries at the same time unless `nextForged` is absent. Prints the figures below the title. */
const run = async (title: string, stand: Stand, nextForged?: () => Buffer): Promise<RunFigures> => {
  progress(`honest requests ${title} …`)
  const { port, rate, nextHonest } = stand
  const [honest, forged] = await Promise.all([
    send({ port, connections, rate, seconds, next: nextHonest }),
    nextForged && flood(stand, nextForged, seconds),
  ])
  progress()
  const latencies = [0.5, 0.99, 1].map((part) => figure(percentile(honest.latencies, part)).padStart(8)).join('')
  console.log(`  ${title.padEnd(34)}${latencies}`)
  console.log(dim(`      honest: ${tallyText(honest)}${forged === undefined ? '' : `; forged: ${tallyText(forged)}`}`))
  const all = Object.values(honest.statuses).reduce((sum, count) => sum + count, honest.open)
  return { p99: percentile(honest.latencies, 0.99), answered: (honest.statuses[200] ?? 0) / all }
}

const figure = (n: number): string => (n >= 100 ? n.toFixed(0) : n.toFixed(1))

/** Such as `4980 × 200, 12 × 503, 8 open`. */
const tallyText = ({ statuses, open }: Tally): string => {
  const parts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  if (open > 0) parts.push(`${open} open`)
  return parts.join(', ')
}

// ---- All runs of one guard

const measure = async (guard: GuardName): Promise<ReadonlyArray<Verdict>> => {
  const server = startWorker('scripts/bench/load/server.ts')
  const port = await server.ask<number>({
    task: { does: 'verify', where: undefined, guard },
    keys,
    store: guard === 'redis' ? `redis://127.0.0.1:${redis.port}` : temporaryFolder('forged'),
  } satisfies Instructions)
  let taken = 0
  const nextHonest = (): Buffer | undefined => signed[taken++]

  progress(`what the server can do, with ${guard} …`)
  await signUpTo(30_000)
  const most = await send({ port, connections, rate: undefined, seconds: 1.5, next: nextHonest })
  const rate = Math.round(most.latencies.length / 1.5 / 4)
  // For the three runs below, and a tenth more.
  await signUpTo(taken + Math.ceil(3.3 * rate * seconds))
  const stand: Stand = { port, rate, nextHonest }

  console.log(`${guard}: ${rate} honest requests per second, ${floodRate} forgeries; p50, p99, max in ms`)
  const alone = await run('alone', stand)
  // The verifier learns in this second that the other apps are attacked, and checks their requests last.
  await flood(stand, forgeriesFor('other', otherApps), 1)
  const besideOthers = await run('beside forgeries for other apps', stand, forgeriesFor('other', otherApps))
  const besideOwn = await run('beside forgeries for these apps', stand, forgeriesFor('honest', honestApps))
  server.stop()
  return verdictsOf(guard, alone, besideOthers, besideOwn)
}

/** In milliseconds. A shorter p99 counts as this long, so that the target, three times as late, never means less than 12 ms. */
const leastP99 = 4

const verdictsOf = (
  guard: GuardName,
  alone: RunFigures,
  besideOthers: RunFigures,
  besideOwn: RunFigures,
): ReadonlyArray<Verdict> => {
  const times = besideOthers.p99 / Math.max(alone.p99, leastP99)
  const others = `${guard}, beside forgeries for other apps`
  const own = `${guard}, beside forgeries for these apps`
  return [
    ...verdictOf('forged-p99', times, `${others}: the p99 is # × as late`),
    ...verdictOf('forged-answered', besideOthers.answered, `${others}: # are answered 200`),
    ...verdictOf('forged-own-p99', besideOwn.p99, `${own}: the p99 is # ms`),
    ...verdictOf('forged-own-answered', besideOwn.answered, `${own}: # are answered 200`),
  ]
}

const redis = await startRedis()
const verdicts: Array<Verdict> = []
for (const guard of guards) verdicts.push(...(await measure(guard)))
await redis.stop()
for (const { isMet, words } of verdicts) console.log(isMet ? green(`✔ ${words}`) : red(`✘ ${words}`))
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1)
