/** The matrix: each framework in the lowest and the highest version of its range, on each runtime. */
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

/** Hono is bundled, from the set's version: so one file serves on every runtime. */
const honoFrom = (folder: string, hono: string): Plugin => ({
  name: 'hono',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^(?:hono|@hono\/node-server)(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'ours'
        ? undefined
        : resolve(path.replace(/^hono(?=\/|$)/, hono), { resolveDir: folder, kind, pluginData: 'ours' }),
    )
  },
})

/** A folder with the program, and with the packages that it imports. */
const bundled = async (program: string, set: Set, hono: string): Promise<string> => {
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
    external: ['express', 'fastify', 'koa', '@koa/router', 'koa-mount'],
    plugins: [honoFrom(folder, hono)],
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

const start = async (program: string, set: Set, runtime: string, hono: string): Promise<Running> => {
  const binary = await binaryOf(runtime)
  const place = { cwd: await bundled(program, set, hono), env: { PUBLIC_KEY: publicPem } }
  const { url, others, stop } = await serve([binary, ...(argv[runtime] ?? []), 'program.mjs'], place, servedIn)
  const apps: ReadonlyArray<Served> = [url, ...others].map((app) => JSON.parse(app))
  // node:http2 of Deno closes connections now and then.
  return { apps: apps.filter(({ protocol }) => runtime !== 'deno' || protocol === 'http1'), stop }
}

const startWorkers = async (set: Set): Promise<Running> => {
  const binary = await binaryOf('workerd')
  const cwd = await bundled('worker', set, 'hono')
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

const onNode = (framework: string, name: string, hono = 'hono', of: ReadonlyArray<Set> = sets): ReadonlyArray<Stand> =>
  of.flatMap((set) =>
    nodes.map((runtime) => ({
      framework,
      version: `${hono === 'hono' ? set : 'outside'} ${pinned(set, hono === 'hono' ? name : hono)}`,
      runtime,
      start: () => start(framework, set, runtime, hono),
    })),
  )

export const stands: ReadonlyArray<Stand> = [
  ...onNode('express', 'express'),
  ...onNode('koa', 'koa'),
  ...onNode('fastify', 'fastify'),
  ...onNode('hono', 'hono'),
  // Hono before the peer range: it parses a URL wrongly, and the adapter must notice.
  ...onNode('hono', 'hono', 'hono-4.9.0', ['lowest']),
  ...onNode('fetch', '@hono/node-server'),
  ...[...nodes, 'bun', 'deno'].map((runtime) => ({
    framework: 'http',
    version: '',
    runtime,
    start: () => start('http', 'highest', runtime, 'hono'),
  })),
  ...sets.flatMap((set) =>
    ['bun', 'deno', 'workerd'].map((runtime) => ({
      framework: 'web',
      version: `${set} ${pinned(set, 'hono')}`,
      runtime,
      start: () => (runtime === 'workerd' ? startWorkers(set) : start('bunOrDeno', set, runtime, 'hono')),
    })),
  ),
]
