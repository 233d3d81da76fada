// `npm run test:runtimes`: the packed tarball, installed outside the project, signs, verifies and passes the suite in every
// runtime, with the same verdicts everywhere. `npm run test:runtimes -- bun deno`: only these. What a runtime cannot do must
// be refused in words. A tool that is missing is named; under CI it is a failure.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { startRedis } from '../spec/support/redisServer.ts'
import { chromium } from './runtimes/chromium.ts'
import { claimsOfCli } from './runtimes/cli.ts'
import { compatible } from './runtimes/compatible.ts'
import { type Installed, packedAndInstalled } from './runtimes/packed.ts'
import { run } from './runtimes/processes.ts'
import { Missing, type Ready, type Runtime, type Told } from './runtimes/Runtime.ts'
import { type OurService, ourService } from './runtimes/service.ts'
import { claimsOfServer } from './runtimes/serving.ts'
import { colours, head, lackingLine, line, print, progress, refusalLines, wrongLines } from './runtimes/table.ts'
import { installTools } from './runtimes/tools.ts'
import { type Endings, policyClaims, suiteClaims } from './runtimes/vectors.ts'
import type { World } from './runtimes/World.ts'
import { workerd } from './runtimes/workerd.ts'

const { bold, dim, green, red, yellow } = colours
// Each process that was started ends with this one, whatever ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** Two at a time: a port and the runner that asks it keep about one core busy. */
const atOnce = 2

const runtimesOf = (world: World): ReadonlyArray<Runtime> => [...compatible(world), workerd(world), chromium(world)]

const missing = new Set<string>()
let passed = 0
let failed = 0
const wrong: Array<string> = []

const count = (title: string, told: ReadonlyArray<Told>): void => {
  failed += told.filter((each) => each.wrong !== undefined).length
  passed += told.filter((each) => each.wrong === undefined).length
  wrong.push(...wrongLines(title, told))
}

const lack = (title: string, { message, cause }: Missing): void => {
  missing.add(message)
  if (cause instanceof Error) wrong.push(dim(`${title}: ${cause.message}`))
  if (process.env.CI) failed++
  print(lackingLine(title, `this machine lacks ${message}`))
}

/** Keys in forms that not every runtime reads. */
const oddKeys = (folder: string, privateKey: string): World['odd'] => {
  const passphrase = 'example'
  const encryption = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
  const encrypted = createPrivateKey(privateKey).export(encryption) as string
  return { encrypted, passphrase, certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8') }
}

const redisThere = async (): Promise<Awaited<ReturnType<typeof startRedis>> | undefined> => {
  if ((await run(['redis-server', '--version'], { cwd: '.' })).code === 0) return startRedis()
  missing.add('redis-server')
  if (process.env.CI) failed++
  return undefined
}

/** All that is asked of one runtime. Vectors go last, since they take longest. */
const ask = async (
  name: string,
  ready: Ready,
  world: World,
  { version }: Installed,
  baseline: () => Promise<Endings>,
) => {
  const { folder } = world
  const told: Array<Told> = []
  const stage = async (words: string, tell: () => Promise<ReadonlyArray<Told>>): Promise<void> => {
    progress(name, words)
    try {
      told.push(...(await tell()))
    } catch (error) {
      told.push({ group: words, words: 'it comes to its end', wrong: String((error as Error).message ?? error) })
    }
  }
  await stage('signs', ready.claims)
  const { createSigner } = createRequire(join(folder, 'package.json'))('countersign/client')
  const signer = await createSigner({
    appId: 'app-1',
    privateKey: readFileSync(join(folder, 'private_key.pem'), 'utf8'),
  })
  for (const server of ready.servers) await stage('serves', () => claimsOfServer(server, signer))
  const { cli } = ready
  if (cli !== undefined) await stage('cli', () => claimsOfCli(cli, folder, version))
  await stage('policies', () => policyClaims(folder, ready))
  await stage('vectors', async () => (await suiteClaims(folder, ready, await baseline())).told)
  return told
}

const matrix = async (words: ReadonlyArray<string>, service: OurService, installed: Installed): Promise<void> => {
  const { folder } = installed
  const redis = await redisThere()
  const world: World = {
    folder,
    service,
    baseUrl: service.baseUrl,
    publicKey: readFileSync(join(folder, 'keys/app-1.pem'), 'utf8'),
    odd: oddKeys(folder, readFileSync(join(folder, 'private_key.pem'), 'utf8')),
    redis: redis && `redis://127.0.0.1:${redis.port}`,
  }
  const runtimes = runtimesOf(world)
  const queue = runtimes.filter(({ name }) => words.length === 0 || words.includes(name))
  let endings: Promise<Endings> | undefined
  const baseline = (): Promise<Endings> => {
    endings ??= (async () => (await suiteClaims(folder, await (runtimes[0] as Runtime).prepare())).endings)()
    return endings
  }

  await installTools(queue.map(({ name }) => name))
  print(head())
  const work = async (): Promise<void> => {
    for (let runtime = queue.shift(); runtime !== undefined; runtime = queue.shift()) {
      const name = `${runtime.name} ${runtime.modules}`
      const began = performance.now()
      progress(name, 'starting')
      try {
        const ready = await runtime.prepare()
        const title = `${ready.title} ${runtime.modules}`
        const told = await ask(name, ready, world, installed, baseline).finally(() => ready.stop?.())
        count(title, told)
        progress(name)
        print(line(title, told, (performance.now() - began) / 1000))
        for (const refusal of refusalLines(ready.title, ready.refuses)) print(refusal)
      } catch (error) {
        progress(name)
        if (error instanceof Missing) lack(name, error)
        else {
          count(name, [{ group: 'starts', words: 'it is ready to be asked', wrong: String((error as Error).message) }])
          print(red(`✘ ${name} does not start`))
        }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await redis?.stop()
}

const words = process.argv.slice(2)
const names = [...new Set(runtimesOf({} as World).map(({ name }) => name))]
const strange = words.filter((word) => !names.includes(word))
if (strange.length > 0) {
  console.error(`there is no runtime ${strange.join(', ')}; the runtimes are ${names.join(', ')}`)
  process.exit(2)
}

const began = performance.now()
progress('package', 'building, packing and installing it')
const installed = await packedAndInstalled()
progress('package')
const { name, bytes } = installed.tarball
print(
  dim(`${name}, ${(bytes / 1024).toFixed(0)} KB, installed in ${((performance.now() - began) / 1000).toFixed(0)} s`),
)
const service = await ourService(installed.folder)
try {
  await matrix(words, service, installed)
} finally {
  service.stop()
}

if (wrong.length > 0) print(`\n${wrong.join('\n')}`)
if (missing.size > 0) print(yellow(`not run, because this machine lacks: ${[...missing].join('; ')}`))
const verdict = `${passed} passed, ${failed} failed`
print(
  `${dim(`${((performance.now() - began) / 1000).toFixed(0)} s`)}\n${bold(failed > 0 ? red(verdict) : green(verdict))}`,
)
process.exitCode = failed > 0 ? 1 : 0
