/** npm packages for a script or spec that are no dependencies of the project. A set with a lock file always has the same versions. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

export interface Tools {
  /** The folder whose `node_modules` holds the packages. */
  readonly folder: string
  /** Imports a package as a module in that folder would. */
  readonly load: <Module>(specifier: string) => Promise<Module>
}

/**
 * Runs `npm ci` once for the package.json and package-lock.json in `from`, or `npm install` where nothing is locked. The packages
 * land in node_modules/.cache.
 * Install scripts run only if the package.json allows some. Rejects with npm's message.
 */
export const installedTools = async (from: string): Promise<Tools> => {
  const files = ['package.json', 'package-lock.json']
    .filter((name) => existsSync(join(from, name)))
    .map((name) => ({ name, text: readFileSync(join(from, name)) }))
  const command = files.length === 2 ? 'ci' : 'install'
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, process.versions.modules]))
  for (const { text } of files) hash.update(text)
  const name = from.replace(/^(?:scripts|spec)\/|\/tools$/g, '').replaceAll('/', '-')
  const folder = resolve('node_modules/.cache/countersign', `${name}-${hash.digest('hex').slice(0, 8)}`)
  if (!existsSync(folder)) {
    process.stderr.write(`installing the packages of ${from} …\n`)
    mkdirSync(dirname(folder), { recursive: true })
    // Renamed when complete: another process may install the same, and this one may be interrupted.
    const half = mkdtempSync(`${folder}.`)
    for (const { name, text } of files) writeFileSync(join(half, name), text)
    writeFileSync(join(half, 'load.mjs'), 'export const load = (specifier) => import(specifier)\n')
    const scripts = 'allowScripts' in JSON.parse(String(files[0]?.text)) ? [] : ['--ignore-scripts']
    // With Node's own headers, a compiler needs no download.
    const root = dirname(dirname(process.execPath))
    const headers = existsSync(join(root, 'include/node/node_api.h')) ? { npm_config_nodedir: root } : {}
    try {
      execFileSync('npm', [command, ...scripts, '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: half,
        encoding: 'utf8',
        env: { ...process.env, NODE_V8_COVERAGE: undefined, ...headers },
        stdio: 'pipe',
      })
      renameSync(half, folder)
    } catch (error) {
      rmSync(half, { recursive: true })
      if (!existsSync(folder)) throw new Error(`npm ${command} failed in ${from}: ${(error as Error).message}`)
    }
  }
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
  return { folder, load }
}
