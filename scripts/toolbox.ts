// Packages that a script or a spec needs and the project does not depend on: pinned, and installed when they are first asked
// for, under `node_modules`.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** Names of packages and their exact versions. */
export type Packages = Readonly<Record<string, string>>

export interface Toolbox {
  /** The folder whose `node_modules` they are in. */
  readonly folder: string
  /** Imports one of them, as a module in that folder would. */
  readonly load: <Module>(specifier: string) => Promise<Module>
}

export interface ToolboxSettings {
  /** Whether the packages named must be compiled, which their install scripts do; no other package's are run. */
  readonly builds?: boolean
}

const npm = (folder: string, args: ReadonlyArray<string>): Promise<void> =>
  new Promise((done, fail) => {
    // Where Node came with its headers, nothing has to be fetched for them.
    const root = dirname(dirname(process.execPath))
    const headers = existsSync(join(root, 'include/node/node_api.h')) ? { npm_config_nodedir: root } : {}
    const env = { ...process.env, NODE_V8_COVERAGE: undefined, ...headers }
    execFile('npm', [...args], { cwd: folder, env, maxBuffer: 2 ** 24 }, (error, _, said) =>
      error === null ? done() : fail(new Error(said.trim() || error.message)),
    )
  })

const install = async (packages: Packages, builds: boolean, folder: string): Promise<void> => {
  const names = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  process.stderr.write(`installing ${names.join(', ')} …\n`)
  mkdirSync(dirname(folder), { recursive: true })
  // Whole or not at all: it may be interrupted, and another process may want the same.
  const half = mkdtempSync(`${folder}.`)
  const allowScripts = Object.fromEntries(Object.keys(packages).map((name) => [name, builds]))
  writeFileSync(join(half, 'package.json'), JSON.stringify({ private: true, dependencies: packages, allowScripts }))
  writeFileSync(join(half, 'load.mjs'), 'export const load = (specifier) => import(specifier)\n')
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  try {
    await npm(half, ['install', ...quiet, ...(builds ? [] : ['--ignore-scripts'])])
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true })
    if (existsSync(folder)) return // another process was first
    const advice = builds ? 'this needs a C++ compiler, and the registry' : 'is the registry away?'
    throw new Error(`npm could not install ${names.join(', ')}; ${advice}\n${(error as Error).message}`)
  }
}

/** Installs the packages unless they are there, and says so on stderr. Rejects with what npm said. */
export const toolbox = async (name: string, packages: Packages, settings: ToolboxSettings = {}): Promise<Toolbox> => {
  const { builds = false } = settings
  // What is compiled belongs to one platform and, for all that is promised, to one version of Node.
  const host = builds ? [process.platform, process.arch, process.versions.modules] : []
  const mark = createHash('sha256')
    .update(JSON.stringify([packages, host]))
    .digest('hex')
    .slice(0, 8)
  const folder = resolve('node_modules/.cache/countersign', `${name}-${mark}`)
  if (!existsSync(folder)) await install(packages, builds, folder)
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
  return { folder, load }
}
