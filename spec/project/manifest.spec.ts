// Everything derivable from package.json's `exports` agrees with it, and dependencies are locked.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import * as assert from 'uvu/assert'
import { withTypesVersions } from '../../scripts/check/typesVersions.ts'
import { entryPoints } from '../../scripts/docs/entryPoints.ts'
import { suite } from '../support/suite.ts'

const text = readFileSync('package.json', 'utf8')
const { exports, main, types, scripts } = JSON.parse(text)

const derived = suite('package.json')

derived('has the same entry points in typesVersions, for a TypeScript without `exports`', () => {
  assert.is(withTypesVersions(text), text, 'npm run check -- --fix')
  const { require } = exports['.']
  assert.equal({ types, default: main }, require)
})

derived('and tsconfig.json resolve the package name to its source', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, resolve(''))
  for (const { name, modules } of entryPoints()) {
    const { resolvedModule } = ts.resolveModuleName(name, resolve('spec/x.ts'), options, ts.sys)
    assert.is(relative('', resolvedModule?.resolvedFileName ?? ''), `src/${modules[0]}.ts`)
  }
})

derived('has twelve scripts or fewer', () => assert.ok(Object.keys(scripts).length <= 12))

derived.run()

const locks = suite('the lock files of the tools folders')

const lockFiles = ['src', 'spec', 'scripts', 'vectors'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|\/)package-lock\.json$/.test(name))
    .map((name) => join(folder, name)),
)

locks('have a digest for each package and name no host', () => {
  assert.ok(lockFiles.length > 3)
  for (const file of lockFiles) {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
      packages: Record<string, { readonly integrity?: string; readonly resolved?: string }>
    }
    const names = Object.keys(packages).filter((name) => name !== '')
    assert.ok(names.length > 0, file)
    for (const name of names) {
      assert.match(packages[name]?.integrity ?? '', /^sha512-/, `${file}: ${name}`)
      assert.is(packages[name]?.resolved, undefined, `${file}: ${name}`)
    }
  }
})

locks.run()
