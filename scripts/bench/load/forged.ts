/**
 * `npm run load -- forged`: honest requests of fifty apps over 64 connections, at a quarter of the rate that the server
 * verifies, alone and beside a flood of forgeries: four keys of 4096 bits with the dearest exponent each, at twice the rate
 * that the thread pool can check. The forgeries name ten other apps, and then the honest ones themselves. `--seconds 5` is the
 * length of each run; `--guard lmdb` measures only that one; `--where pool` checks on the thread pool.
 * Exit code 1: a target is missed.
 */
import { constants, createPublicKey, generateKeyPair, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startRedis } from '../../../spec/support/redisServer.ts'
import { startWorker, temporaryFolder } from '../../temporary.ts'
import { colors, expectKnown, progress, readArguments } from '../../terminal.ts'
import { met, targets } from '../targets.ts'
import { guards, type Instructions } from './forgedServer.ts'
import { percentile, send, type Tally } from './openLoop.ts'

const { values } = readArguments({
  args: process.argv.slice(3),
  options: { seconds: { type: 'string' }, guard: { type: 'string', multiple: true }, where: { type: 'string' } },
})
const seconds = Number(values.seconds ?? 5)
const where = (values.where ?? 'loop') as Instructions['where']
const wanted = (values.guard ?? guards) as ReadonlyArray<Instructions['guard']>
expectKnown('guard', wanted, guards)
expectKnown('place', [where], ['loop', 'pool'])
const { green, red, dim, bold } = colors

const honestApps = 50
const otherApps = 10
const connections = 64
const body = Buffer.alloc(300, '{"text":"a lighthouse at dawn"} ')
/** Ahead of every guard's start, and within its window. */
const stamp = Math.floor(Date.now() / 1000) + 1800

const request = (appId: string, nonce: string, signature: string): Buffer => {
  const authorization = `SVC-SHA256-RSA app_id=${appId},nonce_str=${nonce},timestamp=${stamp},signature=${signature}`
  const head = `POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n`
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body])
}

/** A public key costs the verifier the same, whoever has the private half, if anybody. */
const dearKey = () => {
  const n = randomBytes(512)
  n[0] = 0xff
  n[511] = (n[511] as number) | 1
  return { kty: 'RSA', n: n.toString('base64url'), e: Buffer.of(0xff, 0xff, 0xff, 0xff).toString('base64url') }
}

let serial = 0
const forgery = (appId: string): Buffer => {
  const signature = randomBytes(512)
  signature[0] = 0
  return request(appId, `forged-${serial++}`, signature.toString('base64'))
}
const forgeries = (prefix: string, apps: number): (() => Buffer) => {
  let i = 0
  return () => forgery(`${prefix}-${i++ % apps}`)
}

const pairs = await Promise.all(
  Array.from({ length: honestApps }, () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 })),
)
const keys: Record<string, Instructions['keys'][string]> = {}
for (const [i, { publicKey }] of pairs.entries()) {
  // Each honest app could be named by a forger, and has keys as dear as anybody's.
  keys[`honest-${i}`] = [publicKey.export({ type: 'spki', format: 'pem' }) as string, dearKey(), dearKey(), dearKey()]
}
for (let i = 0; i < otherApps; i++) keys[`other-${i}`] = Array.from({ length: 4 }, dearKey)

const signOn = promisify(sign) as (algorithm: string, data: Buffer, key: object) => Promise<Buffer>
const signed: Array<Buffer> = []
/** Signs until there are `count` honest requests. */
const signUpTo = async (count: number): Promise<void> => {
  while (signed.length < count) {
    progress(`signing requests, ${signed.length} of ${count} …`)
    const batch = Array.from({ length: Math.min(256, count - signed.length) }, async (_, k) => {
      const i = (signed.length + k) % honestApps
      const nonce = `honest-${signed.length + k}`
      const text = Buffer.concat([Buffer.from(`POST\n/v1/jobs\n${stamp}\n${nonce}\n`), body])
      const key = (pairs[i] as { privateKey: KeyObject }).privateKey
      const signature = await signOn('sha256', text, { key, padding: constants.RSA_PKCS1_PADDING })
      return request(`honest-${i}`, nonce, signature.toString('base64'))
    })
    signed.push(...(await Promise.all(batch)))
  }
}

/** How many forgeries a second the pool of this machine can check, with nothing else to do. */
const poolRate = async (): Promise<number> => {
  const key = createPublicKey({ key: dearKey(), format: 'jwk' })
  const check = promisify(verify) as (
    algorithm: string,
    data: Buffer,
    key: KeyObject,
    signature: Buffer,
  ) => Promise<boolean>
  const signature = Buffer.alloc(512, 1)
  let checks = 0
  const end = performance.now() + 1000
  const one = async (): Promise<void> => {
    for (; performance.now() < end; checks++) await check('sha256', body, key, signature)
  }
  await Promise.all(Array.from({ length: connections }, one))
  return checks / 4
}

const folder = temporaryFolder('forged')
const flood = Math.round(2 * (await poolRate()))
const redis = wanted.includes('redis') ? await startRedis() : undefined
const figure = (n: number): string => (n >= 100 ? n.toFixed(0) : n.toFixed(1))
const told = ({ statuses, open }: Tally): string =>
  [
    ...Object.entries(statuses).map(([status, count]) => `${count} × ${status}`),
    ...(open > 0 ? [`${open} open`] : []),
  ].join(', ')

const measure = async (guard: Instructions['guard']): Promise<boolean> => {
  const server = startWorker('scripts/bench/load/forgedServer.ts')
  const store = guard === 'redis' ? `redis://127.0.0.1:${redis?.port}` : join(folder, guard)
  const port = await server.ask<number>({ guard, store, keys, where } satisfies Instructions)
  let taken = 0
  const honest = (): Buffer | undefined => signed[taken++]

  progress(`${guard}: what the server can do …`)
  await signUpTo(30_000)
  const most = await send({ port, connections, rate: undefined, seconds: 1.5, next: honest })
  const rate = Math.round(most.latencies.length / 1.5 / 4)
  await signUpTo(taken + Math.ceil(3.3 * rate * seconds))

  const flooding = { port, connections: 64, rate: flood, pipelined: 1000 }
  const run = async (forged: (() => Buffer) | undefined): Promise<readonly [Tally, Tally | undefined]> =>
    Promise.all([
      send({ port, connections, rate, seconds, next: honest }),
      forged && send({ ...flooding, seconds, next: forged }),
    ])
  const row = (title: string, [mine, theirs]: readonly [Tally, Tally | undefined], verdict: string): void => {
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => figure(percentile(mine.latencies, part)).padStart(8))
    console.log(`  ${title.padEnd(34)}${p50}${p99}${max}   ${verdict}`)
    console.log(dim(`      honest: ${told(mine)}${theirs === undefined ? '' : `; forged: ${told(theirs)}`}`))
  }
  console.log(`${bold(guard)}: ${rate} honest requests a second, ${flood} forgeries; p50, p99, max in ms`)
  progress(`${guard}: honest requests alone …`)
  const alone = await run(undefined)
  row('alone', alone, '')
  progress(`${guard}: a second of forgeries …`)
  await send({ ...flooding, seconds: 1, next: forgeries('other', otherApps) })
  progress(`${guard}: beside forgeries that name other apps …`)
  const beside = await run(forgeries('other', otherApps))
  const [before, after] = [alone, beside].map(([{ latencies }]) => percentile(latencies, 0.99)) as [number, number]
  // A p99 of a few milliseconds may become 10.
  const times = after / Math.max(before, 10 / 3)
  const answered = Object.keys(beside[0].statuses).every((status) => status === '200') && beside[0].open === 0
  const isMet = met(times, targets['forged-p99']) === true && answered
  row(
    'beside forgeries for other apps',
    beside,
    `${isMet ? green('✔') : red('✘')} p99 ${figure(times)} × as late, each 200`,
  )
  progress(`${guard}: beside forgeries that name the honest apps …`)
  row('beside forgeries for these apps', await run(forgeries('honest', honestApps)), dim('no target'))
  progress()
  server.stop()
  return isMet
}

let missed = 0
for (const guard of wanted) if (!(await measure(guard))) missed++
await redis?.stop()
console.log(missed === 0 ? green('✔ every target is met') : red(`✘ ${missed} of ${wanted.length} targets missed`))
process.exit(missed === 0 ? 0 : 1)
