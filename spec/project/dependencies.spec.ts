// What gets in with the package: two packages, in one version each, and nothing else without being asked for.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import * as assert from 'uvu/assert'
import { suite } from '../support/suite.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const peers = Object.keys(manifest.peerDependencies)
const pure = ['core', 'job', 'effects', 'programs', 'diagnosis']

/** `fp-ts` of `fp-ts/lib/Either.js`, and the whole scope of a scoped one. */
const packageOf = (path: string): string => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

/** Each import of a file in src that is neither another file nor part of the runtime. */
const imports: ReadonlyArray<readonly [file: string, name: string]> = readdirSync('src', {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join('src', file), 'utf8'))
      .importedFiles.map(({ fileName }) => fileName)
      .filter((path) => !path.startsWith('.') && !isBuiltin(path))
      .map((path) => [file, packageOf(path)] as const),
  )

const supply = suite('the packages that this one needs')

supply('are fp-ts and io-ts, each in exactly one version', () => {
  assert.equal(Object.keys(manifest.dependencies), ['fp-ts', 'io-ts'])
  for (const version of Object.values(manifest.dependencies)) assert.match(String(version), /^\d+\.\d+\.\d+$/)
})

supply('beside those of a framework or a store, which a program brings itself and may leave out', () => {
  for (const name of peers) assert.is(manifest.peerDependenciesMeta[name]?.optional, true, name)
})

supply('run nothing of their own when they are installed', () => {
  assert.ok(Object.values(manifest.allowScripts).every((allowed) => allowed === false))
})

supply('are locked with a hash that npm checks them by, and with no host', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<
      Record<string, { readonly link?: true; readonly integrity?: string; readonly resolved?: string }>
    >
  }
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)
  assert.ok(entries.length > 100, 'entries are found')
  const unlocked = entries.filter(([, { integrity = '' }]) => !/^sha512-[0-9A-Za-z+/]{86}==$/.test(integrity))
  assert.equal(
    unlocked.map(([path]) => path),
    [],
  )
  assert.equal(
    entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
    [],
  )
})

supply('are all that the pure layers import', () => {
  const found = imports.filter(([file]) => pure.includes(file.split('/')[0] ?? ''))
  assert.ok(found.length > 50, 'imports are found')
  for (const [file, name] of found) assert.ok(['fp-ts', 'io-ts'].includes(name), `${file} imports ${name}`)
})

supply('are all that the other layers import, with those that a program brings, each in its own files', () => {
  // Unless it is named here, a package belongs to the adapter or the guard of its name.
  const own = (name: string): RegExp => new RegExp(`^(?:server|guards)/${name}\\.ts$`)
  const places: Readonly<Record<string, RegExp>> = {
    'fp-ts': /^/,
    'io-ts': /^/,
    // The command's own colours, which the build takes into it.
    picocolors: /^cli\/terminal\.ts$/,
    // The page's hashes, which the build takes into it too.
    '@noble/hashes': /^inspector\/hash\.ts$/,
    lmdb: /^guards\/(?:lmdb|LmdbStore)\.ts$/,
    ioredis: /^cli\/guards\.ts$/,
  }
  for (const [file, name] of imports) assert.ok((places[name] ?? own(name)).test(file), `${file} imports ${name}`)
})

supply.run()
