// The package as npm would publish it: built, packed, and installed into a folder outside the project.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { packedPackage } from '../../../spec/support/packedPackage.ts'
import { temporaryFolder } from '../../temporary.ts'
import { run } from './process.ts'

export interface Installed {
  /** A program's folder, with the package and some peers in `node_modules`, and with the matrix's programs and recipes. */
  readonly folder: string
  readonly version: string
  readonly tarball: { readonly name: string; readonly bytes: number }
}

/** Installs the tarball as a user would, without install scripts. The folder is removed when the process ends. */
export const packedAndInstalled = async (): Promise<Installed> => {
  const folder = temporaryFolder('runtimes')
  const { tarball, bytes } = await packedPackage()
  const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const peers = ['fast-check', 'hono', 'lmdb', 'ioredis'].map((name) => `${name}@${devDependencies[name]}`)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const { code, stdout, stderr } = await run(['npm', 'install', ...quiet, tarball, ...peers], { cwd: folder })
  if (code !== 0) throw new Error(`npm install failed:\n${stderr}${stdout}`)
  const bundled = { entryPoints: ['spec/examples/http/server.ts'], outfile: join(folder, 'http.mjs') }
  await build({ ...bundled, bundle: true, packages: 'external', platform: 'node', format: 'esm', tsconfigRaw: {} })
  for (const from of ['programs', 'recipes']) cpSync(join(import.meta.dirname, from), folder, { recursive: true })
  cpSync('spec/examples/worker', folder, { recursive: true })
  const written = await run([process.execPath, 'node_modules/countersign/dist/apps/cli/main.js', 'vectors', 'write'], {
    cwd: folder,
  })
  if (written.code !== 0) throw new Error(`the vectors cannot be written: ${written.stderr}`)
  const keys = JSON.parse(readFileSync('vectors/keys.json', 'utf8'))
  mkdirSync(join(folder, 'keys'))
  writeFileSync(join(folder, 'keys/app-1.pem'), keys['app-1'].publicKey)
  writeFileSync(join(folder, 'private_key.pem'), keys['app-1'].privateKey)
  return { folder, version, tarball: { name: basename(tarball), bytes } }
}
