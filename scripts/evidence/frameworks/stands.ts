/**
 * The servers that the probes are sent to: each framework, wrapper and runtime with the smallest program of its guide.
 *
 * A folder of `spec/server/frameworks` has the packages and their exact versions, in `app` what a guide shows word for word, and in
 * `rest` what the starter of the framework makes. The programs of `spec/examples` are started as `npm start` does.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { buildPackage, hook } from '../../../spec/support/builtPackage.ts'
import { examplesFolder, publicKey, start as startExample } from '../../../spec/support/examplePrograms.ts'
import { lastingFolder } from '../../../spec/support/folder.ts'
import { installedTools } from '../../../spec/support/installedTools.ts'
import { rsa } from '../../../spec/support/keys.ts'
import { freePort } from '../../../spec/support/loopback.ts'
import { certificate } from '../../../spec/support/openssl.ts'
import { runIn } from '../../../spec/support/project.ts'
import { until } from '../../../spec/support/suite.ts'
import { temporary } from '../../temporary.ts'
import { binaryOf } from '../runtimes/binaryOf.ts'
import type { Outcome, Target } from './probes.ts'
import { type Send, sendOverHttp2 } from './send.ts'

export interface Running {
  readonly url: string
  readonly log: () => string
  readonly stop: () => Promise<void>
}

export interface Stand extends Partial<Omit<Target, 'send' | 'privateKey'>> {
  readonly name: string
  /** How its origin is spoken to, unless by HTTP/1.1. */
  readonly send?: (origin: string) => Send
  /** Its packages take long to install or to build: fewer of them run in CI. */
  readonly isHeavy?: true
  readonly start: () => Promise<Running>
  /** What this framework answers where it does not keep the contract, by the name of the probe. */
  readonly own?: Readonly<Record<string, Outcome>>
}

/** A job of the service. */
export const plainJob: Target['job'] = (request_id, text) => JSON.stringify({ request_id, stages: [], text })

let unpacked: Promise<string> | undefined

/** The folder of the package as npm would publish it, packed and unpacked once. */
const publishedPackage = (): Promise<string> => {
  unpacked ??= (async () => {
    await buildPackage()
    const folder = lastingFolder()
    const pack = `npm pack --json --ignore-scripts --loglevel=error --pack-destination ${folder}`
    const { code, output } = await runIn(resolve('.'), pack)
    if (code !== 0) throw new Error(`npm pack failed:\n${output}`)
    execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder })
    return join(folder, 'package')
  })()
  return unpacked
}

const fixtures = 'spec/server/frameworks'

/** A folder with the package, a key and a manifest. */
const furnished = async (place: string, manifest: object = {}): Promise<string> => {
  cpSync(await publishedPackage(), join(place, 'node_modules/countersign'), { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...manifest, type: 'module', main: 'index.js' }))
  mkdirSync(join(place, 'keys'))
  writeFileSync(join(place, 'keys/app-1.pem'), publicKey)
  return place
}

/** A folder of its own for the app, below the one that has its packages, with the package and a key. */
const placeOf = async (name: string, packages: string): Promise<string> => {
  const { folder } = await installedTools(join(fixtures, packages), '.tmp/frameworks')
  const place = lastingFolder(folder)
  const own = join(fixtures, packages, 'rest')
  for (const from of [existsSync(own) ? own : join(fixtures, name, 'rest'), join(fixtures, name, 'app')])
    if (existsSync(from)) cpSync(from, place, { recursive: true })
  // Some frameworks look there for the packages that they may use.
  const manifest = JSON.parse(readFileSync(join(fixtures, packages, 'package.json'), 'utf8'))
  return furnished(place, manifest)
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })

/** Starts a command that listens on the PORT of its environment. */
const startCommand = async (
  [file = '', ...args]: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  scheme = 'http',
  given?: number,
): Promise<Running> => {
  const port = given ?? (await freePort())
  const unset = { CI: undefined, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: undefined, FORCE_COLOR: undefined }
  const place = { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', APP_1_PUBLIC_KEY: publicKey }
  const all = { ...process.env, ...unset, NO_COLOR: '1', ...place, ...env }
  const child = temporary(spawn(file, args, { cwd, env: all, stdio: ['ignore', 'pipe', 'pipe'] }))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  let over = false
  const ended = new Promise<void>((done) => {
    child.once('error', ({ message }) => {
      said += message
      over = true
      done()
    })
    child.once('close', () => {
      over = true
      done()
    })
  })
  await until(async () => over || (await isListening(port)))
  if (over) throw new Error(`${[file, ...args].join(' ')} ended before it listened\n${said}`)
  const stop = (): Promise<void> => {
    child.kill('SIGKILL')
    return ended
  }
  return { url: `${scheme}://127.0.0.1:${port}`, log: () => said, stop }
}

/** How an app of a fixture is built and started. */
interface Fixture extends Omit<Stand, 'start'> {
  /** The folder in `spec/server/frameworks`. */
  readonly folder: string
  /** The folder whose packages it has, unless its own. */
  readonly packages?: string
  /** A newer Node than the one that runs the tests. */
  readonly node?: 'node-24'
  readonly build?: string
  /** A command, or the file that Node runs. */
  readonly command: string | ReadonlyArray<string>
  readonly env?: NodeJS.ProcessEnv
}

const startFixture = async ({ folder, packages = folder, node, build, command, env }: Fixture): Promise<Running> => {
  const place = await placeOf(folder, packages)
  const binary = node === undefined ? process.execPath : await binaryOf(node)
  // The commands of the packages lie one folder above.
  const PATH = [join(place, '../node_modules/.bin'), dirname(binary), process.env.PATH].join(delimiter)
  if (build !== undefined) {
    const { code, output } = await runIn(place, `PATH=${PATH} ${build}`, { ...quiet, ...env })
    if (code !== 0) throw new Error(`${build} failed\n${output}`)
  }
  return startCommand(typeof command === 'string' ? [binary, command] : command, place, { ...quiet, PATH, ...env })
}

/** No framework reports to its makers that it is run here. */
const quiet = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}

const fixture = (made: Fixture): Stand => ({ ...made, start: () => startFixture(made) })

/** The program of the page of `node:http`, on one of Node's modules. Its route takes no query, so it looks at the path here. */
const onModule = async (
  module: string,
  change: (program: string) => string = (program) => program,
): Promise<Running> => {
  const place = await furnished(lastingFolder())
  const program = readFileSync('spec/examples/http/server.ts', 'utf8').replaceAll("'node:http'", `'${module}'`)
  const routed = program.replace('req.url !==', "req.url?.split('?')[0] !==")
  writeFileSync(join(place, 'server.ts'), change(routed))
  const key = rsa(2048, 'server')
  const options = { key: key.privatePem, cert: certificate(key) }
  writeFileSync(join(place, 'tls.js'), `export default ${JSON.stringify(options)}`)
  const scheme = module === 'node:https' ? 'https' : 'http'
  return startCommand([process.execPath, '--import', hook, 'server.ts'], place, {}, scheme)
}

const overTls = (program: string): string =>
  `import tls from './tls.js'\n${program.replace('createServer(answer)', 'createServer(tls, answer)')}`

/** A program of `spec/examples` with the lowest versions that are served. */
const onOlder = async (name: 'express' | 'koa'): Promise<Running> => {
  const place = await furnished(lastingFolder((await installedTools('spec/project/older/served')).folder))
  cpSync(join('spec/examples', name, 'server.ts'), join(place, 'server.ts'))
  return startCommand([process.execPath, '--import', hook, 'server.ts'], place)
}

/** How each runtime serves the `fetch` of an app, in place of `@hono/node-server`. */
const servings = {
  bun: 'Bun.serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" })',
  deno: 'Deno.serve({ port: Number(Deno.args[0]), hostname: "127.0.0.1" }, app.fetch)',
}

/** The program of the page of Hono, served by a runtime itself. */
const honoOn = async (runtime: 'bun' | 'deno'): Promise<Running> => {
  const place = await furnished(lastingFolder())
  cpSync('node_modules/hono', join(place, 'node_modules/hono'), { recursive: true })
  const [program = ''] = readFileSync('spec/examples/hono/server.ts', 'utf8').split(/^serve\(/m)
  const served = program.replace(/^import .*@hono\/node-server.*$/m, '') + servings[runtime]
  writeFileSync(join(place, `${runtime}.ts`), served)
  return startOn(runtime, `${runtime}.ts`, place)
}

/** The recipe for upgrade requests. */
export const startUpgrade = async (): Promise<Running> => {
  const place = await furnished(lastingFolder())
  cpSync('spec/recipes/upgrade.ts', join(place, 'server.ts'))
  return startCommand([process.execPath, '--import', hook, 'server.ts'], place)
}

const startOn = async (runtime: 'bun' | 'deno', file: string, place: string): Promise<Running> => {
  const binary = await binaryOf(runtime)
  if (runtime === 'bun') return startCommand([binary, file], place)
  const port = await freePort()
  const command = [binary, 'run', '--allow-net', '--allow-read=keys,node_modules', file, String(port)]
  return startCommand(command, place, {}, 'http', port)
}

/** A program of the page of the runtimes. */
const onRuntime = async (runtime: 'bun' | 'deno'): Promise<Running> => {
  const place = await furnished(lastingFolder())
  const file = `${runtime}.js`
  cpSync(join('scripts/evidence/runtimes/recipes', file), join(place, file))
  return startOn(runtime, file, place)
}

/** A script of this folder, which stands for a platform that calls a function. */
const host = (script: string): ReadonlyArray<string> => [
  process.execPath,
  '--import',
  hook,
  join(import.meta.dirname, script),
]
const onLambda = { command: host('lambdaHost.ts'), env: { LAMBDA_FILE: 'index.mjs' } }

/** A program of `spec/examples`, by its name for `npm start`. */
const example = (name: string, title: string, more: Partial<Stand> = {}): Stand => ({
  name: title,
  ...more,
  start: async () => startExample(name, await examplesFolder()),
})

const graphqlJob: Target['job'] = (id, text) =>
  JSON.stringify({
    query: 'mutation Submit($id: String!) { submit(request_id: $id) { app_id request_id } }',
    variables: { id },
    extensions: { text },
  })

const refused = '401 signature_invalid'

/** What is signed is the target as it was sent, and `URL` spells an apostrophe in a query as `%27`. */
const asUrl: Stand['own'] = { 'an apostrophe': refused }

/** Node keeps the first of two Authorization headers, and these make a Request of what Node keeps. */
const asUrlOfNode: Stand['own'] = { ...asUrl, 'two Authorization headers': 'accepted' }

/** `URLSearchParams` spells a query anew. */
const queryAnew: Stand['own'] = {
  'escapes in a query': refused,
  'lower-case escapes': refused,
  'a name without a value': refused,
  'an apostrophe': refused,
  'reserved characters': refused,
}

/** An event of Lambda has no empty query. */
const asEvent: Stand['own'] = { 'an empty query': refused }

/** Next.js keeps a query as a record of names. */
const asRecord: Stand['own'] = {
  ...queryAnew,
  ...asEvent,
  'a name twice': refused,
  'two Authorization headers': 'accepted',
}

export const stands: ReadonlyArray<Stand> = [
  example('express', 'Express 5'),
  { name: 'Express 4', start: () => onOlder('express') },
  example('fastify', 'Fastify 5'),
  example('koa', 'Koa 3'),
  { name: 'Koa 2', start: () => onOlder('koa') },
  example('hono', 'Hono 4'),
  { name: 'Hono 4 on Bun', start: () => honoOn('bun'), own: asUrl },
  { name: 'Hono 4 on Deno', start: () => honoOn('deno') },
  { name: 'node:http', start: () => onModule('node:http') },
  { name: 'node:https', start: () => onModule('node:https', overTls) },
  {
    name: 'node:http2',
    start: () => onModule('node:http2'),
    send: sendOverHttp2,
    // HTTP/2 has no chunked coding, and Node's client sends one Authorization.
    without: ['chunked', 'two Authorization headers'],
  },
  { name: 'Request on Bun', start: () => onRuntime('bun'), answersId: false, own: asUrl },
  { name: 'Request on Deno', start: () => onRuntime('deno'), answersId: false },
  example('fetch', 'Request, @hono/node-server'),
  example('nest-express', 'NestJS 11, Express'),
  example('nest-fastify', 'NestJS 11, Fastify'),
  example('worker', 'Hono 4, workerd'),
  example('next', 'Next.js 16, App Router', { isHeavy: true, own: asRecord }),
  example('next', 'Next.js 16, Pages Router', {
    isHeavy: true,
    path: '/api/v1/jobs',
    own: { ...queryAnew, ...asEvent, 'a name twice': refused },
  }),
  fixture({ name: 'Hapi 21', folder: 'hapi', command: 'server.mjs' }),
  fixture({
    name: 'Restify 12',
    folder: 'restify',
    packages: 'restify-12',
    node: 'node-24',
    command: 'server.mjs',
  }),
  fixture({ name: 'Restify 11', folder: 'restify', command: 'server.mjs' }),
  fixture({ name: 'h3 1', folder: 'h3-1', command: 'server.mjs' }),
  fixture({ name: 'h3 2', folder: 'h3-2', command: 'server.mjs', own: { 'an apostrophe': '400 target_invalid' } }),
  fixture({
    name: 'tRPC 11',
    folder: 'trpc',
    command: 'server.mjs',
    path: '/trpc/submit',
  }),
  fixture({ name: 'Apollo Server 5', folder: 'apollo', command: 'server.mjs', path: '/graphql', job: graphqlJob }),
  fixture({ name: 'GraphQL Yoga 5', folder: 'yoga', command: 'server.mjs', path: '/graphql', job: graphqlJob }),
  fixture({ name: 'Feathers 5', folder: 'feathers', command: 'server.mjs' }),
  fixture({ name: 'serverless-http 4', folder: 'serverless-http', ...onLambda, own: asEvent }),
  fixture({ name: '@codegenie/serverless-express 5', folder: 'codegenie', ...onLambda, own: asEvent }),
  fixture({
    name: '@fastify/aws-lambda 6',
    folder: 'aws-lambda-fastify',
    ...onLambda,
    own: { ...queryAnew, ...asEvent, 'a name twice': refused },
  }),
  fixture({
    name: 'Google Cloud Functions',
    folder: 'gcp',
    command: ['../node_modules/.bin/functions-framework', '--target=jobs'],
  }),
  fixture({
    name: 'Azure Functions 4',
    folder: 'azure',
    command: host('azureHost.ts'),
    env: { AZURE_FILE: 'jobs.mjs' },
    own: asUrl,
  }),
  fixture({
    name: 'SvelteKit 2',
    isHeavy: true,
    folder: 'sveltekit',
    build: 'vite build',
    command: 'build/index.js',
    own: { ...asUrlOfNode, 'without a type': '400 body_incomplete' },
  }),
  fixture({
    name: 'SvelteKit 3',
    isHeavy: true,
    folder: 'sveltekit',
    packages: 'sveltekit-3',
    node: 'node-24',
    build: 'vite build',
    command: 'build/index.js',
    own: asUrlOfNode,
  }),
  fixture({
    name: 'Astro 5',
    isHeavy: true,
    folder: 'astro',
    build: 'astro build',
    command: 'dist/server/entry.mjs',
    own: asUrlOfNode,
  }),
  fixture({
    name: 'Astro 7',
    isHeavy: true,
    folder: 'astro',
    packages: 'astro-7',
    node: 'node-24',
    build: 'astro build',
    command: 'dist/server/entry.mjs',
    own: asUrlOfNode,
  }),
  fixture({
    name: 'React Router 8',
    isHeavy: true,
    folder: 'react-router',
    packages: 'react-router-8',
    node: 'node-24',
    build: 'react-router build',
    command: ['../node_modules/.bin/react-router-serve', 'build/server/index.js'],
    own: asUrlOfNode,
  }),
  fixture({
    name: 'React Router 7',
    isHeavy: true,
    folder: 'react-router',
    build: 'react-router build',
    command: ['../node_modules/.bin/react-router-serve', 'build/server/index.js'],
    own: { ...queryAnew, ...asEvent, 'two Authorization headers': 'accepted' },
  }),
  fixture({
    name: 'Nuxt 4',
    isHeavy: true,
    folder: 'nuxt',
    build: 'nuxt build',
    command: '.output/server/index.mjs',
  }),
  fixture({
    name: 'Nitro 3',
    isHeavy: true,
    folder: 'nitro-3',
    build: 'nitro build',
    command: '.output/server/index.mjs',
    own: { 'two Authorization headers': 'accepted' },
  }),
  fixture({
    name: 'Nitro 2',
    isHeavy: true,
    folder: 'nitro',
    build: 'nitropack build',
    command: '.output/server/index.mjs',
  }),
  fixture({
    name: 'Nitro 2, aws-lambda',
    isHeavy: true,
    folder: 'nitro',
    build: 'nitropack build --preset aws-lambda',
    command: host('lambdaHost.ts'),
    env: { LAMBDA_FILE: '.output/server/index.mjs' },
    own: {
      'escapes in a query': refused,
      'lower-case escapes': refused,
      'a name twice': refused,
      'reserved characters': refused,
      ...asEvent,
      bytes: '415 body_unsupported',
    },
  }),
  {
    name: 'Elysia 1, Bun',
    own: asUrl,
    start: async () => startFixture({ name: '', folder: 'elysia', command: [await binaryOf('bun'), 'server.mjs'] }),
  },
]
