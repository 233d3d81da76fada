// Installing the package installs no other, and refuses none.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import * as Package from '../../src/core/Package.ts'
import { assert, suite } from '../support/suite.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const peers = Object.keys(manifest.peerDependencies)
const pure = ['core', 'job', 'effects', 'queue', 'programs', 'values', 'diagnosis']

/** The package of a specifier: `fp-ts` of `fp-ts/lib/Either.js`; a scoped name keeps its scope. */
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

interface Locked {
  readonly link?: true
  /** It comes in the tarball of the package above it. */
  readonly inBundle?: true
  readonly integrity?: string
  readonly resolved?: string
}

const supply = suite('the dependencies')

supply('are none; those of development have exactly one version each', () => {
  assert.is(manifest.dependencies, undefined)
  for (const version of Object.values(manifest.devDependencies))
    assert.match(String(version), /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/)
})

supply('of the program are optional peers of any version: npm would apply a range to every user of the package', () => {
  const bundled = ['@noble/hashes', 'diff', 'fastest-levenshtein', 'picocolors', 'prom-client']
  // Yarn Plug'n'Play lets a package import no others than those that it names.
  const named = new Set(imports.map(([, name]) => name).filter((name) => !bundled.includes(name)))
  assert.equal([...named].toSorted(), peers.toSorted())
  for (const name of peers) {
    assert.is(manifest.peerDependencies[name], '*', name)
    assert.is(manifest.peerDependenciesMeta[name]?.optional, true, name)
  }
})

supply('that are served are those of the page of the adapters', () => {
  const adapters = readFileSync('src/server/adapters/README.md', 'utf8')
  for (const each of Object.values(Package))
    if (typeof each === 'object') assert.match(adapters, `| \`${each.name}\` | ${each.served} |`)
})

supply('run no install scripts', () => {
  assert.ok(Object.values(manifest.allowScripts).every((allowed) => allowed === false))
})

supply('are locked with an integrity hash and without a host, here and in every tools folder', () => {
  const folders = ['scripts', 'spec', 'src', 'vectors'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const locks = ['package-lock.json', ...folders.filter((path) => path.endsWith('/package-lock.json'))]
  assert.ok(locks.length > 5, 'lock files are found')
  for (const lock of locks) {
    const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Readonly<Record<string, Locked>> }
    for (const [path, { link, inBundle, integrity = '', resolved }] of Object.entries(packages)) {
      if (path === '' || link === true || inBundle === true) continue
      assert.match(integrity, /^sha512-[0-9A-Za-z+/]{86}==$/, `${lock}: ${path}`)
      assert.is(resolved, undefined, `${lock}: ${path}`)
    }
  }
})

supply('are the only packages that the pure layers import', () => {
  const found = imports.filter(([file]) => pure.includes(file.split('/')[0] ?? ''))
  assert.ok(found.length > 50, 'imports are found')
  for (const [file, name] of found) assert.ok(['fp-ts', 'io-ts'].includes(name), `${file} imports ${name}`)
})

supply('with the peers, each in its own files, are the only packages that the other layers import', () => {
  // By default, a package belongs to the adapter or guard of its name.
  const own = (name: string): RegExp => new RegExp(`^(?:server/adapters|guards/${name})/${name}\\.ts$`)
  const places: Readonly<Record<string, RegExp>> = {
    'fp-ts': /^/,
    'io-ts': /^/,
    // The command's colours; bundled by the build.
    picocolors: /^apps\/cli\/(?:Outcome|terminal)\.ts$/,
    // How far a word is from those that the command knows; bundled by the build.
    'fastest-levenshtein': /^apps\/cli\/didYouMean\.ts$/,
    // What Prometheus scrapes; bundled by the build.
    'prom-client': /^apps\/cli\/metrics\.ts$/,
    // The page's hashes and differences; bundled by the build.
    '@noble/hashes': /^apps\/inspector\/hash\.ts$/,
    diff: /^apps\/inspector\/differences\.ts$/,
    // The runner's generators, into which the build bundles it, and the arbitraries and laws for the program's tests.
    'fast-check': /^kit\/(?:conformance\/generators|testing\/(?:arbitraries|laws))\//,
    '@nestjs/common': /^server\/adapters\/nest\.ts$/,
    '@nestjs/core': /^server\/adapters\/nest\.ts$/,
    lmdb: /^guards\/lmdb\/(?:lmdb|LmdbStore)\.ts$/,
    ioredis: /^apps\/cli\/redis\.ts$/,
  }
  for (const [file, name] of imports) assert.ok((places[name] ?? own(name)).test(file), `${file} imports ${name}`)
})

supply('of the image are locked, and are those with which the tests run', () => {
  const image = JSON.parse(readFileSync('src/server/operate/image/package.json', 'utf8'))
  assert.equal(image.dependencies, { ioredis: manifest.devDependencies.ioredis })
  const { '': root, ...packages } = JSON.parse(
    readFileSync('src/server/operate/image/package-lock.json', 'utf8'),
  ).packages
  const own = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  assert.equal(root.dependencies, image.dependencies)
  for (const [path, one] of Object.entries<Locked & { readonly version: string }>(packages)) {
    assert.match(one.integrity ?? '', /^sha512-/, path)
    assert.equal([one.version, one.integrity, one.resolved], [own[path].version, own[path].integrity, undefined], path)
  }
})
