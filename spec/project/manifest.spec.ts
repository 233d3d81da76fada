// Everything derivable from package.json's `exports` agrees with it.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { isBuilt } from '../../scripts/build/outputs.ts'
import { withTypesVersions } from '../../scripts/check/typesVersions.ts'
import { entryPoints } from '../../scripts/docs/entryPoints.ts'
import { assert, suite } from '../support/suite.ts'

const text = readFileSync('package.json', 'utf8')
const { engines, exports, main, types, scripts } = JSON.parse(text)

const derived = suite('package.json')

derived('has the same entry points in typesVersions, for a TypeScript without `exports`', () => {
  assert.is(withTypesVersions(text), text, 'npm run check -- --fix')
  const { require } = exports['.']
  assert.equal([types, main], [require.types, require.default])
})

derived('and tsconfig.json resolve the package name to its source', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, resolve(''))
  for (const { name, modules } of entryPoints()) {
    const { resolvedModule } = ts.resolveModuleName(name, resolve('spec/x.ts'), options, ts.sys)
    assert.is(relative('', resolvedModule?.resolvedFileName ?? ''), `src/${modules[0]}.ts`)
  }
})

derived(
  'has the Nodes that have process.getBuiltinModule and the target of the build, and the README says them',
  () => {
    assert.is(engines.node, '^20.19.0 || >=22.3.0')
    assert.match(readFileSync('README.md', 'utf8'), 'runs on Node 20 from 20.19 on, and on Node 22.3 or later')
  },
)

derived('takes the same module for require in a bundler as for import', () => {
  type Target = string | { readonly [condition: string]: Target }
  const check = (target: Target): void => {
    if (typeof target === 'string') return
    const { require, default: imported } = target as Readonly<Record<string, Readonly<Record<string, Target>>>>
    if (require === undefined) {
      Object.values(target).forEach(check)
      return
    }
    // A bundler takes the first condition that it knows.
    assert.equal(Object.keys(require), ['types', 'module', 'default'])
    assert.is(require.module, imported?.default)
  }
  Object.values<Target>(exports).forEach(check)
})

derived('has twelve scripts or fewer, beside the one that npm version runs', () =>
  assert.ok(Object.keys(scripts).length <= 13),
)

derived('says what a build leaves in dist/: the site and the reports of other commands', () => {
  for (const name of ['docs', 'ports', 'prove', 'mutants.json', 'vectors-1.0.0.tar.gz'])
    assert.not.ok(isBuilt(name), name)
  for (const name of ['apps', 'cjs', 'types', 'index.js', 'inspector.html']) assert.ok(isBuilt(name), name)
})
