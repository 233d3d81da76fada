/**
 * `npm run load -- forged`: honest requests of fifty apps over 64 connections, at a quarter of the rate that the server
 * verifies, alone and beside a flood of forgeries: four keys of 4096 bits with the dearest exponent each, at twice the rate
 * that the thread pool can check. The forgeries name ten other apps, and then the honest ones themselves. With each guard.
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

/** A public key costs the verifier the same, whoever has the private half, if anybody. */
const dear = () => dearKey().export({ format: 'jwk' })

let serial = 0
const forgery = (appId: string): Buffer => {
  const signature = randomBytes(512)
  signature[0] = 0
  const claim = `app_id=${appId},nonce_str=forged-${serial++},timestamp=${Math.floor(Date.now() / 1000)}`
  return request(`SVC-SHA256-RSA ${claim},signature=${signature.toString('base64')}`)
}
const forgeries = (prefix: string, apps: number): (() => Buffer) => {
  let i = 0
  return () => forgery(`${prefix}-${i++ % apps}`)
}

const pairs = await Promise.all(
  Array.from({ length: honestApps }, () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })),
)
const keys: Record<string, KeyRecord[string]> = {}
for (const [i, { publicKey }] of pairs.entries()) {
  // Each honest app could be named by a forger, and has keys as dear as anybody's.
  keys[`honest-${i}`] = [publicKey.export({ type: 'spki', format: 'pem' }) as string, dear(), dear(), dear()]
}
for (let i = 0; i < otherApps; i++) keys[`other-${i}`] = Array.from({ length: 4 }, dear)

const signers = await Promise.all(
  pairs.map(({ privateKey }, i) => createSigner({ appId: `honest-${i}`, privateKey, cryptoOn: 'pool' })),
)
const signed: Array<Buffer> = []
/** Signs until there are `count` honest requests. */
const signUpTo = async (count: number): Promise<void> => {
  while (signed.length < count) {
    progress(`signing requests, ${signed.length} of ${count} …`)
    const batch = Array.from({ length: Math.min(256, count - signed.length) }, async (_, k) => {
      const signer = signers[(signed.length + k) % honestApps] as (typeof signers)[number]
      return request((await signer.sign({ method: 'POST', url: '/v1/jobs', body })).authorization)
    })
    signed.push(...(await Promise.all(batch)))
  }
}

/** How many forgeries a second the pool of this machine can check, with nothing else to do. */
const poolRate = async (): Promise<number> => {
  const key = dearKey()
  const check = promisify(verify) as (...args: ReadonlyArray<unknown>) => Promise<boolean>
  const signature = Buffer.alloc(512, 1)
  let checks = 0
  const end = performance.now() + 1000
  const one = async (): Promise<void> => {
    for (; performance.now() < end; checks++) await check('sha256', body, key, signature)
  }
  await Promise.all(Array.from({ length: connections }, one))
  return checks / 4
}

const flood = Math.round(2 * (await poolRate()))
const figure = (n: number): string => (n >= 100 ? n.toFixed(0) : n.toFixed(1))
const told = ({ statuses, open }: Tally): string =>
  [
    ...Object.entries(statuses).map(([status, count]) => `${count} × ${status}`),
    ...(open > 0 ? [`${open} open`] : []),
  ].join(', ')

const redis = await startRedis()
const verdicts: Array<Verdict> = []

const measure = async (guard: GuardName): Promise<void> => {
  const server = startWorker('scripts/bench/load/server.ts')
  const port = await server.ask<number>({
    task: { does: 'verify', where: undefined, guard },
    keys,
    store: guard === 'redis' ? `redis://127.0.0.1:${redis.port}` : temporaryFolder('forged'),
  } satisfies Instructions)
  let taken = 0
  const honest = (): Buffer | undefined => signed[taken++]

  progress(`what the server can do, with ${guard} …`)
  await signUpTo(30_000)
  const most = await send({ port, connections, rate: undefined, seconds: 1.5, next: honest })
  const rate = Math.round(most.latencies.length / 1.5 / 4)
  await signUpTo(taken + Math.ceil(3.3 * rate * seconds))

  const flooding = { port, connections, rate: flood, pipelined: 1000, from: (i: number) => `127.1.0.${i + 1}` }
  const run = async (title: string, forged?: () => Buffer) => {
    progress(`honest requests ${title} …`)
    const [mine, theirs] = await Promise.all([
      send({ port, connections, rate, seconds, next: honest }),
      forged && send({ ...flooding, seconds, next: forged }),
    ])
    progress()
    const figures = [0.5, 0.99, 1].map((part) => figure(percentile(mine.latencies, part)).padStart(8)).join('')
    console.log(`  ${title.padEnd(34)}${figures}`)
    console.log(dim(`      honest: ${told(mine)}${theirs === undefined ? '' : `; forged: ${told(theirs)}`}`))
    const all = Object.values(mine.statuses).reduce((sum, count) => sum + count, mine.open)
    return { p99: percentile(mine.latencies, 0.99), answered: (mine.statuses[200] ?? 0) / all }
  }
  console.log(`${guard}: ${rate} honest requests per second, ${flood} forgeries; p50, p99, max in ms`)
  const alone = await run('alone')
  await send({ ...flooding, seconds: 1, next: forgeries('other', otherApps) }) // Until the forged apps are suspect.
  const beside = await run('beside forgeries for other apps', forgeries('other', otherApps))
  const own = await run('beside forgeries for these apps', forgeries('honest', honestApps))
  server.stop()
  // A p99 of a few milliseconds may become 12.
  const times = beside.p99 / Math.max(alone.p99, 4)
  verdicts.push(
    ...verdictOf('forged-p99', times, `${guard}, beside forgeries for other apps: the p99 is # × as late`),
    ...verdictOf('forged-answered', beside.answered, `${guard}, beside forgeries for other apps: # are answered 200`),
    ...verdictOf('forged-own-p99', own.p99, `${guard}, beside forgeries for these apps: the p99 is # ms`),
    ...verdictOf('forged-own-answered', own.answered, `${guard}, beside forgeries for these apps: # are answered 200`),
  )
}

for (const guard of guards) await measure(guard)
await redis.stop()
for (const { isMet, words } of verdicts) console.log(isMet ? green(`✔ ${words}`) : red(`✘ ${words}`))
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1)
