// `npm run evidence -- runtimes`: the packed tarball, installed outside the project, signs, verifies and passes the suite in
// every runtime; `-- runtimes bun deno`: only these; `--every 2`: half of them, others at the next commit. What a runtime cannot
// do must be refused in words. A missing tool is named; under CI it is a failure.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { type RedisServer, startRedis } from '../../spec/support/redisServer.ts'
import { colors, progress, readArguments } from '../terminal.ts'
import { describeTool, findTool } from '../tools.ts'
import { chromium } from './runtimes/chromium.ts'
import { compatible } from './runtimes/compatible.ts'
import { packedAndInstalled } from './runtimes/packed.ts'
import { Missing, type Ready, type Runtime, type Told, type World } from './runtimes/Runtime.ts'
import { ourService } from './runtimes/service.ts'
import { claimsOfCli, claimsOfServer } from './runtimes/serving.ts'
import { head, line, print, refusalLines, wrongLines } from './runtimes/table.ts'
import { policyClaims, suiteClaims } from './runtimes/vectors.ts'
import { workerd } from './runtimes/workerd.ts'
import { everyOption, shareOf } from './shareOf.ts'

const { bold, dim, green, red, yellow } = colors

/** A port and its runner keep about one core busy. */
const atOnce = 2

const runtimesOf = (world: World): ReadonlyArray<Runtime> => [...compatible(world), workerd(world), chromium(world)]

const names = [...new Set(runtimesOf({} as World).map(({ name }) => name))]
const { values, positionals: words } = readArguments({ every: everyOption }, 'runtime', names)
const wanted = shareOf(values.every, words.length === 0 ? names : words)

const missing = new Set<string>()
const wrong: Array<string> = []
const counts = { passed: 0, failed: 0 }

const lack = (what: string): void => {
  missing.add(what)
  if (process.env.CI) counts.failed++
}

const began = performance.now()
const secondsSince = (time: number): number => (performance.now() - time) / 1000
progress('building, packing and installing the package …')
const installed = await packedAndInstalled()
const { folder, version } = installed
const { name, bytes } = installed.tarball
print(dim(`${name}, ${(bytes / 1024).toFixed(0)} KB, installed in ${secondsSince(began).toFixed(0)} s`))

const service = await ourService(folder)
let redis: RedisServer | undefined
if (findTool('redis-server') === undefined) lack(describeTool('redis-server'))
else redis = await startRedis()

const privateKey = readFileSync(join(folder, 'private_key.pem'), 'utf8')
const passphrase = 'example'
const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
const world: World = {
  folder,
  service,
  publicKey: readFileSync(join(folder, 'keys/app-1.pem'), 'utf8'),
  odd: {
    encrypted: createPrivateKey(privateKey).export(encryption) as string,
    passphrase,
    certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
  },
  redis: redis && `redis://127.0.0.1:${redis.port}`,
}
const signer = await createRequire(join(folder, 'package.json'))('countersign/client').createSigner({
  appId: 'app-1',
  privateKey,
})
const runtimes = runtimesOf(world)

/** On each Node the code for `require` is the same: the suite runs it on one. */
const hasSuite = ({ name, modules }: Runtime): boolean => modules === 'ESM' || name === 'node-20'

/** All checks of one runtime. Vectors come last, because they take longest. */
const ask = async (who: string, ready: Ready, isWhole: boolean): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  const stage = async (words: string, tell: () => Promise<ReadonlyArray<Told>>): Promise<void> => {
    progress(`${who}: ${words} …`)
    try {
      told.push(...(await tell()))
    } catch (error) {
      told.push({ group: words, words: 'it comes to its end', wrong: String((error as Error).message ?? error) })
    }
  }
  await stage('signs', ready.claims)
  for (const server of ready.servers) await stage('serves', () => claimsOfServer(server, signer))
  const { cli } = ready
  if (cli !== undefined) await stage('cli', () => claimsOfCli(cli, folder, version))
  if (isWhole) {
    await stage('policies', () => policyClaims(folder, ready))
    await stage('vectors', () => suiteClaims(folder, ready))
  }
  return told
}

const count = (title: string, told: ReadonlyArray<Told>): void => {
  for (const each of told) counts[each.wrong === undefined ? 'passed' : 'failed']++
  wrong.push(...wrongLines(title, told))
}

const judge = async (runtime: Runtime): Promise<void> => {
  const who = `${runtime.name} ${runtime.modules}`
  const started = performance.now()
  progress(`${who}: starting …`)
  try {
    const ready = await runtime.prepare()
    const title = `${ready.title} ${runtime.modules}`
    const told = await ask(who, ready, hasSuite(runtime)).finally(() => ready.stop?.())
    count(title, told)
    print(line(title, told, secondsSince(started)))
    for (const refusal of refusalLines(ready.title, ready.refuses)) print(refusal)
  } catch (error) {
    const { message, cause } = error as Error
    if (error instanceof Missing) {
      lack(message)
      if (cause instanceof Error) wrong.push(dim(`${who}: ${cause.message}`))
      print(`${who.padEnd(30)}${yellow(`– not run: this machine lacks ${message}`)}`)
    } else {
      count(who, [{ group: 'starts', words: 'it is ready to be asked', wrong: message }])
      print(red(`✘ ${who} does not start`))
    }
  }
}

print(head())
const queue = runtimes.filter(({ name }) => wanted.includes(name)).values()
const work = async (): Promise<void> => {
  for (const runtime of queue) await judge(runtime)
}
await Promise.all(Array.from({ length: atOnce }, work))
await redis?.stop()
service.stop()

if (wrong.length > 0) print(`\n${wrong.join('\n')}`)
if (missing.size > 0) print(yellow(`not run, because this machine lacks: ${[...missing].join('; ')}`))
const verdict = `${counts.passed} passed, ${counts.failed} failed`
print(`${dim(`${secondsSince(began).toFixed(0)} s`)}\n${bold(counts.failed > 0 ? red(verdict) : green(verdict))}`)
process.exitCode = counts.failed > 0 ? 1 : 0
