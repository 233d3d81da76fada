/** The matrix: each framework in the lowest and the highest version of each major that is served, on this Node. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { installedTools } from '../../../spec/support/installedTools.ts'
import { temporaryFolder } from '../../temporary.ts'
import { serve } from '../runtimes/process.ts'
import type { Served } from './apps/App.ts'
import { publicPem } from './law.ts'

export interface Running {
  readonly apps: ReadonlyArray<Served>
  readonly stop: () => Promise<void>
}

export interface Stand {
  /** `koa 2, lowest` */
  readonly name: string
  readonly start: () => Promise<Running>
}

/** Folders of this one. What is highest is resolved when it is installed. */
const sets = ['lowest', 'highest'] as const
type Set = (typeof sets)[number]

/** The name that a set gives to a package, where that is not its own: `express-4` for `express`. */
type Aliases = Readonly<Record<string, string>>

/** Hono is bundled, for its adapter of ours imports it by its name. */
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
const bundled = async (program: string, set: Set, aliases: Aliases): Promise<string> => {
  const { folder } = await installedTools(`scripts/evidence/routing/${set}`)
  const place = temporaryFolder('routing')
  symlinkSync(join(folder, 'node_modules'), join(place, 'node_modules'), 'dir')
  await build({
    entryPoints: [join(import.meta.dirname, 'apps', `${program}.ts`)],
    outfile: join(place, 'program.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [packagesOf(folder, aliases)],
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return place
}

const servedIn = (said: string): ReadonlyArray<string> =>
  (JSON.parse(/^serving (.*)\n/m.exec(said)?.[1] ?? '[]') as ReadonlyArray<Served>).map((app) => JSON.stringify(app))

const start = async (program: string, set: Set, aliases: Aliases): Promise<Running> => {
  const place = { cwd: await bundled(program, set, aliases), env: { PUBLIC_KEY: publicPem } }
  const { url, others, stop } = await serve([process.execPath, 'program.mjs'], place, servedIn)
  return { apps: [url, ...others].map((app) => JSON.parse(app)), stop }
}

const standsOf = (program: string, aliases: Aliases = {}, of: ReadonlyArray<Set> = sets): ReadonlyArray<Stand> =>
  of.map((set) => ({
    name: [program, ...Object.values(aliases), set].join(' '),
    start: () => start(program, set, aliases),
  }))

/** A lowest and a highest by turns, so that every second one takes the packages of one set. */
export const stands: ReadonlyArray<Stand> = [
  ...standsOf('express', { express: 'express-4' }),
  ...standsOf('express'),
  ...standsOf('koa', { koa: 'koa-2', '@koa/router': 'koa-router-12' }),
  ...standsOf('koa'),
  ...standsOf('fastify'),
  ...standsOf('hono'),
  ...standsOf('fetch'),
  // Parses a URL wrongly, and the adapter must notice.
  ...standsOf('hono', { hono: 'hono-4.9.0' }, ['lowest']),
  ...standsOf('http', {}, ['highest']),
]
