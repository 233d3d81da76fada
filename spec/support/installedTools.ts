/** npm packages for a script or spec that are no dependencies of the project. A set with a lock file always has the same versions. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { locked } from '../../scripts/build/locked.ts'

export interface Tools {
  /** The folder whose `node_modules` holds the packages. */
  readonly folder: string
  /** Imports a package as a module in that folder would. */
  readonly load: <Module>(specifier: string) => Promise<Module>
}

/** What a lock file says of a package. */
interface Locked {
  readonly name?: string
  readonly version: string
  readonly integrity?: string
}

/** With the address of each tarball: to learn it, npm would fetch the list of all versions of each package. */
const withAddresses = (lock: string): string => {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '')
  const { packages, ...rest } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Locked>> }
  const addressed = Object.entries(packages).map(([path, { ...locked }]) => {
    const name = locked.name ?? path.replace(/^.*node_modules\//, '')
    const resolved = `${registry}/${name}/-/${name.replace(/^.*\//, '')}-${locked.version}.tgz`
    return [path, locked.integrity === undefined ? locked : { ...locked, resolved }]
  })
  return JSON.stringify({ ...rest, packages: Object.fromEntries(addressed) })
}

/**
 * Runs `npm ci` once for the package.json and package-lock.json in `from`, or `npm install` where nothing is locked. The packages
 * land in node_modules/.cache, or in a folder that is named: some frameworks compile nothing that lies inside of a `node_modules`.
 * Install scripts run only if the package.json allows some. Rejects with npm's message.
 */
export const installedTools = async (from: string, into = 'node_modules/.cache/countersign'): Promise<Tools> => {
  const files = ['package.json', 'package-lock.json']
    .filter((name) => existsSync(join(from, name)))
    .map((name) => ({ name, text: readFileSync(join(from, name), 'utf8') }))
  const command = files.length === 2 ? 'ci' : 'install'
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, process.versions.modules]))
  for (const { text } of files) hash.update(text)
  const name = from.replace(/^(?:scripts|spec)\/|\/tools$/g, '').replaceAll('/', '-')
  const folder = resolve(into, `${name}-${hash.digest('hex').slice(0, 8)}`)
  // Specs in several processes may ask for the same packages at once.
  await locked(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    process.stderr.write(`installing the packages of ${from} …\n`)
    // Renamed when complete: this process may be interrupted.
    const half = mkdtempSync(`${folder}.`)
    for (const { name, text } of files)
      writeFileSync(join(half, name), name === 'package-lock.json' ? withAddresses(text) : text)
    writeFileSync(join(half, 'load.mjs'), 'export const load = (specifier) => import(specifier)\n')
    const scripts = 'allowScripts' in JSON.parse(files[0]?.text ?? '') ? [] : ['--ignore-scripts']
    // With Node's own headers, a compiler needs no download.
    const root = dirname(dirname(process.execPath))
    const headers = existsSync(join(root, 'include/node/node_api.h')) ? { npm_config_nodedir: root } : {}
    // For small files, threads that wait for each other cost half as much again.
    const threads = { UV_THREADPOOL_SIZE: '1' }
    try {
      execFileSync('npm', [command, ...scripts, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: half,
        encoding: 'utf8',
        env: { ...process.env, NODE_V8_COVERAGE: undefined, ...threads, ...headers },
        stdio: 'pipe',
      })
      renameSync(half, folder)
    } catch (error) {
      rmSync(half, { recursive: true })
      throw new Error(`npm ${command} failed in ${from}: ${(error as Error).message}`)
    }
  })
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
  return { folder, load }
}
