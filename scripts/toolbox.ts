// Packages that a script needs and the project does not depend on: pinned, installed when they are first asked for.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
  /** Whether their install scripts run; they do not, unless a package cannot do without. */
  readonly scripts?: boolean
}

const npm = (folder: string, args: ReadonlyArray<string>): Promise<void> =>
  new Promise((done, fail) => {
    execFile('npm', [...args], { cwd: folder, maxBuffer: 2 ** 24 }, (error, _, said) =>
      error === null
        ? done()
        : fail(new Error(`npm could not install ${folder}: is the registry away?\n${said.trim()}`)),
    )
  })

/**
 * Installs the packages under `node_modules/.cache`, unless they are there. Says so on stderr, as it takes a while. Fails with
 * what npm said.
 */
export const toolbox = async (name: string, packages: Packages, settings: ToolboxSettings = {}): Promise<Toolbox> => {
  const wanted = JSON.stringify({ private: true, dependencies: packages }, undefined, 2)
  const folder = resolve('node_modules/.cache/countersign', name)
  // Written last, and changed with whatever changes: half an installation is none.
  const stamp = join(folder, 'installed')
  const mark = createHash('sha256')
    .update(`${wanted} ${process.version} ${settings.scripts === true}`)
    .digest('hex')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== mark) {
    const list = Object.entries(packages).map(([of, version]) => `${of} ${version}`)
    process.stderr.write(`installing ${list.join(', ')} …\n`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), wanted)
    await npm(folder, [
      'install',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...(settings.scripts === true ? [] : ['--ignore-scripts']),
    ])
    writeFileSync(join(folder, 'load.mjs'), 'export const load = (specifier) => import(specifier)\n')
    writeFileSync(stamp, mark)
  }
  const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
  return { folder, load }
}
