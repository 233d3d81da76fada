/**
 * The programs of `spec/examples`, each started as a process of its own against the built package, with keys of its own. For
 * the specs, and for `npm start -- NAME`.
 */
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { binaryOf } from '../../scripts/evidence/runtimes/binaryOf.ts'
import { type Service, serve } from '../../scripts/evidence/runtimes/process.ts'
import { start as startWorker } from '../../scripts/evidence/runtimes/workerd.ts'
import { builtPackage, hook } from './builtPackage.ts'
import { lastingFolder } from './folder.ts'
import { installedTools } from './installedTools.ts'
import { rsa } from './keys.ts'
import { runIn } from './project.ts'

const pair = rsa(2048, 'app-1')
/** The keys of `app-1`, the only app of the programs. */
export const publicKey: string = pair.publicPem
export const privateKey: string = pair.privatePem

export interface Program extends Omit<Service, 'others'> {
  /** The working folder, with the folder `keys`. */
  readonly folder: string
}

/** The programs, in a folder in which they find the package by its name. */
export const examplesFolder = async (): Promise<string> => {
  const folder = await builtPackage()
  cpSync('spec/examples', join(folder, 'spec/examples'), { recursive: true })
  return folder
}

/** Starts a command; resolves when the program says where it listens. */
export const listening = async (
  command: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Program> => ({
  ...(await serve(command, { cwd, env: { CI: undefined, APP_1_PUBLIC_KEY: publicKey, ...env } })),
  folder: cwd,
})

/** A new folder in `folder` with the keys, removed when this process ends. */
const placeIn = (folder: string): string => {
  mkdirSync(join(folder, '.tmp'), { recursive: true })
  const place = lastingFolder(join(folder, '.tmp'))
  mkdirSync(join(place, 'keys'))
  writeFileSync(join(place, 'keys/app-1.pem'), publicKey)
  writeFileSync(join(place, 'private_key.pem'), privateKey)
  return place
}

/** How a program is started, given a folder with `dist` and `spec/examples`. */
type Start = (folder: string, env?: NodeJS.ProcessEnv) => Promise<Program>

/** A program for Node alone, in a folder of its own. */
const onNode =
  (file: string, ...options: ReadonlyArray<string>): Start =>
  (folder, env) => {
    const program = join(folder, 'spec/examples', file)
    const cwd = placeIn(folder)
    const args = options.map((option) => (option.endsWith('.ts') ? join(dirname(program), option) : option))
    return listening([process.execPath, '--import', hook, ...args, program], cwd, env)
  }

/** A function, called as its platform calls it. */
const onPlatform =
  (file: string, name: string): Start =>
  (folder, env) => {
    const host = [process.execPath, '--import', hook, resolve('spec/support/functionHost.ts')]
    const program = join(folder, 'spec/examples/functions', file)
    return listening([...host, program, name], placeIn(folder), env)
  }

/**
 * A program with packages of its own, in a folder that has them, and this package, in its `node_modules`. Inside the project:
 * Next.js follows no link that leads out of it, and compiles nothing inside of `node_modules`.
 */
export const withPackages = async (
  name: string,
  folder: string,
  from: string = join('spec/examples', name),
): Promise<string> => {
  const packages = join((await installedTools(from)).folder, 'node_modules')
  const app = placeIn(resolve('.'))
  cpSync(join('spec/examples', name), app, { recursive: true, filter: (path) => !path.endsWith('package-lock.json') })
  const own = join(app, 'node_modules')
  for (const part of ['dist', 'package.json'])
    cpSync(join(folder, part), join(own, 'countersign', part), { recursive: true })
  for (const each of readdirSync(packages)) symlinkSync(join(packages, each), join(own, each))
  return app
}

const next: Start = async (folder, env) => {
  const app = await withPackages('next', folder)
  // The package is built without declarations here; package.live.spec.ts compiles programs against them.
  writeFileSync(join(app, 'next.config.mjs'), 'export default { typescript: { ignoreBuildErrors: true } }\n')
  const { code, output } = await runIn(app, 'node_modules/.bin/next build', { NEXT_TELEMETRY_DISABLED: '1' })
  if (code !== 0) throw new Error(`next build failed\n${output}`)
  return listening(['node_modules/.bin/next', 'start', '--port', '0', '--hostname', '127.0.0.1'], app, env)
}

/** On workerd, with the Durable Object in a folder. */
const worker: Start = async (folder) => {
  const cwd = placeIn(folder)
  cpSync(join(folder, 'spec/examples/worker'), cwd, { recursive: true })
  const binary = await binaryOf('workerd')
  return { ...(await startWorker(binary, { folder: cwd, publicKey }, 'worker.js', true)), folder: cwd }
}

/** Nest's decorators are compiled as `nest build` does. */
const nest =
  (platform: 'express' | 'fastify'): Start =>
  async (folder, env) => {
    const app = await withPackages('nest', folder)
    const outfile = join(app, `${platform}.mjs`)
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } }
    const entryPoints = [`spec/examples/nest/${platform}.ts`]
    await build({
      entryPoints,
      outfile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      tsconfigRaw,
    })
    return listening([process.execPath, outfile], app, env)
  }

/** A program, and what it needs beside Node: Redis at `REDIS_URL`, or packages that are installed first. */
interface Example {
  readonly start: Start
  readonly needs?: 'redis' | 'packages'
}

const telemetry = ['--import', '../opentelemetry/sdk.ts', '--import', '../opentelemetry/telemetry.ts']

/** Each by its name for `npm start`. */
export const examples: Readonly<Record<string, Example>> = {
  http: { start: onNode('http/server.ts') },
  express: { start: onNode('express/server.ts') },
  'express-parsers': { start: onNode('express-parsers/server.ts') },
  fastify: { start: onNode('fastify/server.ts') },
  'fastify-redis': { start: onNode('fastify-redis/server.ts'), needs: 'redis' },
  koa: { start: onNode('koa/server.ts') },
  hono: { start: onNode('hono/server.ts') },
  worker: { start: worker, needs: 'packages' },
  fetch: { start: onNode('fetch/server.ts') },
  next: { start: next, needs: 'packages' },
  'nest-express': { start: nest('express'), needs: 'packages' },
  'nest-fastify': { start: nest('fastify'), needs: 'packages' },
  lambda: { start: onPlatform('index.ts', 'handler'), needs: 'redis' },
  vercel: { start: onPlatform('vercel.ts', 'POST'), needs: 'redis' },
  netlify: { start: onPlatform('netlify.ts', 'default'), needs: 'redis' },
  lmdb: { start: onNode('lmdb/server.ts') },
  pino: { start: onNode('pino/server.ts') },
  prometheus: { start: onNode('prometheus/server.ts') },
  opentelemetry: { start: onNode('http/server.ts', ...telemetry) },
  'fp-ts': { start: onNode('fp-ts/server.ts') },
}

/** Starts an example by its name. */
export const start = (name: string, folder: string, env?: NodeJS.ProcessEnv): Promise<Program> => {
  const example = examples[name]
  return example === undefined ? Promise.reject(new Error(`no such example: ${name}`)) : example.start(folder, env)
}
