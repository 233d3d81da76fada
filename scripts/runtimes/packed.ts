// The package as npm would publish it: built and packed in a folder of its own, and installed into one outside the project.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'
import { packedPackage } from '../../spec/support/packedPackage.ts'
import { run } from './processes.ts'

export interface Installed {
  /** A program's folder, with the package and two of its peers in `node_modules`, and with our programs and recipes. */
  readonly folder: string
  readonly version: string
  readonly tarball: { readonly name: string; readonly bytes: number }
}

const npm = async (cwd: string, args: ReadonlyArray<string>): Promise<string> => {
  const { code, stdout, stderr } = await run(['npm', ...args, '--loglevel=error'], { cwd })
  if (code !== 0) throw new Error(`npm ${args[0]} failed:\n${stderr}${stdout}`)
  return stdout
}

/** Installs the tarball as a user would, from the registry and with no script run. The folder goes with this process. */
export const packedAndInstalled = async (): Promise<Installed> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-runtimes-')))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { tarball, bytes } = await packedPackage()
  const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const peers = ['lmdb', 'ioredis'].map((name) => `${name}@${devDependencies[name]}`)
  await npm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...peers])
  const bundled = { entryPoints: ['spec/examples/http.ts'], outfile: join(folder, 'http.mjs') }
  await build({ ...bundled, bundle: true, packages: 'external', platform: 'node', format: 'esm', tsconfigRaw: {} })
  for (const from of ['programs', 'recipes']) cpSync(join('scripts/runtimes', from), folder, { recursive: true })
  const keys = JSON.parse(readFileSync(resolve('vectors/keys.json'), 'utf8'))
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys/app-1.pem'), keys['app-1'].publicKey)
  writeFileSync(join(folder, 'private_key.pem'), keys['app-1'].privateKey)
  return { folder, version, tarball: { name: basename(tarball), bytes } }
}
