/** The matrix: each framework in the lowest and the highest version of each major that is served, on each runtime. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { installedTools } from '../../../spec/support/installedTools.ts'
import { temporaryFolder } from '../../temporary.ts'
import { serve } from '../runtimes/process.ts'
import { binaryOf } from '../runtimes/tools.ts'
import type { Served } from './apps/App.ts'
import { publicPem } from './law.ts'
import { workerConfiguration } from './workerd.ts'

export interface Running {
  readonly apps: ReadonlyArray<Served>
  readonly stop: () => Promise<void>
}

export interface Stand {
  readonly framework: string
  readonly version: string
  readonly runtime: string
  readonly start: () => Promise<Running>
}

/** Folders of this one, with a lock file each. */
const sets = ['lowest', 'highest'] as const
type Set = (typeof sets)[number]

const nodes = ['node-20', 'node-22', 'node-24', 'node-26']

/** The name that a set gives to a package, where that is not its own: `express-4` for `express`. */
type Aliases = Readonly<Record<string, string>>

/** Of another package: Hono is bundled, so that one file serves on every runtime. */
const packagesOf = (folder: string, aliases: Aliases): Plugin => ({
  name: 'packages of a set',
  setup: ({ onResolve, resolve }) => {
    const aliased = (path: string): string => {
      const name = Object.keys(aliases).find((each) => path === each || path.startsWith(`${each}/`))
      return name === undefined ? path : aliases[name] + path.slice(name.length)
    }
    onResolve({ filter: /^(?:express|fastify|koa|@koa\/router|koa-mount)$/ }, ({ path }) => ({
      path: aliased(path),
      external: true,
    }))
    onResolve({ filter: /^(?:hono|@hono\/node-server)(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'ours' ? undefined : resolve(aliased(path), { resolveDir: folder, kind, pluginData: 'ours' }),
    )
  },
})

/** A folder with the program, and with the packages that it imports. */
const bundled = async (program: string, set: Set, aliases: Aliases = {}): Promise<string> => {
  const { folder } = await installedTools(`scripts/evidence/routing/${set}`)
  const place = temporaryFolder('routing')
  symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'), 'dir')
  const isWorker = program === 'worker'
  await build({
    entryPoints: [join(import.meta.dirname, 'apps', `${program}.ts`)],
    outfile: join(place, 'program.mjs'),
    bundle: true,
    format: 'esm',
    platform: isWorker ? 'neutral' : 'node',
    ...(isWorker && { mainFields: ['module', 'main'], conditions: ['workerd', 'worker', 'browser'] }),
    plugins: [packagesOf(folder, aliases)],
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return place
}

const servedIn = (said: string): ReadonlyArray<string> =>
  (JSON.parse(/^serving (.*)\n/m.exec(said)?.[1] ?? '[]') as ReadonlyArray<Served>).map((app) => JSON.stringify(app))

const argv: Readonly<Record<string, ReadonlyArray<string>>> = {
  bun: ['run'],
  deno: ['run', '--allow-all', '--quiet'],
}

const start = async (program: string, set: Set, runtime: string, aliases?: Aliases): Promise<Running> => {
  const binary = await binaryOf(runtime)
  const place = { cwd: await bundled(program, set, aliases), env: { PUBLIC_KEY: publicPem } }
  const { url, others, stop } = await serve([binary, ...(argv[runtime] ?? []), 'program.mjs'], place, servedIn)
  const apps: ReadonlyArray<Served> = [url, ...others].map((app) => JSON.parse(app))
  // node:http2 of Deno closes connections now and then.
  return { apps: apps.filter(({ protocol }) => runtime !== 'deno' || protocol === 'http1'), stop }
}

const startWorkers = async (set: Set): Promise<Running> => {
  const binary = await binaryOf('workerd')
  const cwd = await bundled('worker', set)
  const { text, servedIn } = workerConfiguration(publicPem)
  writeFileSync(join(cwd, 'config.capnp'), text)
  const { url, others, stop } = await serve([binary, 'serve', 'config.capnp', '--control-fd=3'], { cwd }, servedIn)
  return { apps: [url, ...others].map((app) => JSON.parse(app)), stop }
}

/** The version that a set pins. */
const pinned = (set: Set, name: string): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, set, 'package.json'), 'utf8')).dependencies[name].replace(
    /^.*@/,
    '',
  )

interface Packages {
  readonly aliases?: Aliases
  readonly of?: ReadonlyArray<Set>
}

/** The version is that of the package `name`. */
const onNode = (framework: string, name: string, { aliases = {}, of = sets }: Packages = {}): ReadonlyArray<Stand> =>
  of.flatMap((set) =>
    nodes.map((runtime) => ({
      framework,
      version: `${set} ${pinned(set, aliases[name] ?? name)}`,
      runtime,
      start: () => start(framework, set, runtime, aliases),
    })),
  )

export const stands: ReadonlyArray<Stand> = [
  ...onNode('express', 'express', { aliases: { express: 'express-4' } }),
  ...onNode('express', 'express'),
  ...onNode('koa', 'koa', { aliases: { koa: 'koa-2', '@koa/router': 'koa-router-12' } }),
  ...onNode('koa', 'koa'),
  ...onNode('fastify', 'fastify'),
  ...onNode('hono', 'hono'),
  // Parses a URL wrongly, and the adapter must notice.
  ...onNode('hono', 'hono', { aliases: { hono: 'hono-4.9.0' }, of: ['lowest'] }),
  ...onNode('fetch', '@hono/node-server'),
  ...[...nodes, 'bun', 'deno'].map((runtime) => ({
    framework: 'http',
    version: '',
    runtime,
    start: () => start('http', 'highest', runtime),
  })),
  ...sets.flatMap((set) =>
    ['bun', 'deno', 'workerd'].map((runtime) => ({
      framework: 'web',
      version: `${set} ${pinned(set, 'hono')}`,
      runtime,
      start: () => (runtime === 'workerd' ? startWorkers(set) : start('bunOrDeno', set, runtime)),
    })),
  ),
]
