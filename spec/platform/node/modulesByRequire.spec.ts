/** The modules of the package for `require`: what a file exports is what `import` answers, in Node and in Jest's contexts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build, transformSync } from 'esbuild'
import * as fc from 'fast-check'
import { checkForm, withImportsFirst } from '../../../scripts/build/moduleForm.ts'
import { withoutEffects } from '../../../scripts/build/withoutEffects.ts'
import { modulesByRequire } from '../../../src/platform/node/modulesByRequire.ts'
import { lastingFolder } from '../../support/folder.ts'
import { assert, suite } from '../../support/suite.ts'

const require = createRequire(import.meta.url)

type Files = Readonly<Record<string, string>>

/** A new folder with these ES modules. */
const planted = (files: Files): string => {
  const folder = lastingFolder()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const required = (files: Files, entry: string): Record<string, unknown> =>
  modulesByRequire(require, planted(files))(entry) as Record<string, unknown>

/** One import of a drawn module. */
interface Use {
  /** Of the modules before it, or of Node. */
  readonly of: number | 'node:path'
  readonly kind: 'members' | 'all' | 'default'
}
interface Shape {
  readonly uses: ReadonlyArray<Use>
  readonly isMinified: boolean
}

const folderOf = (module: number): string => (module % 2 === 0 ? 'shared' : 'shared/deep')
const fileOf = (module: number): string => `${folderOf(module)}/m${module}.js`

/** The path from one drawn module to another. */
const pathBetween = (module: number, imported: number): string => {
  if (folderOf(module) === folderOf(imported)) return `./m${imported}.js`
  return folderOf(module) === 'shared' ? `./deep/m${imported}.js` : `../m${imported}.js`
}

/** The import of `node:path`, and what shows that it was loaded. */
const importOfNode = (kind: Use['kind'], local: string): string => {
  const clause = { members: `{ basename as ${local} }`, all: `* as ${local}`, default: local }[kind]
  return `import ${clause} from "node:path";\nvar ${local}Seen = typeof ${local};\n`
}

/** The import of a drawn module, and its value. Drawn modules have no default export, so all of one is imported in its place. */
const importOfModule = (kind: Use['kind'], path: string, local: string): string => {
  const clause = kind === 'members' ? `{ value as ${local} }` : `* as ${local}`
  const value = kind === 'members' ? local : `${local}.value`
  return `import ${clause} from "${path}";\nvar ${local}Seen = ${value};\n`
}

/** As esbuild writes it: an import where a source began, so also between statements. */
const textOf = (module: number, { uses }: Shape): string => {
  const imports = uses.map(({ of, kind }, i) =>
    of === 'node:path' ? importOfNode(kind, `v${i}`) : importOfModule(kind, pathBetween(module, of), `v${i}`),
  )
  const seen = ['this === void 0', `"m${module}"`, ...uses.map((_, i) => `v${i}Seen`)].join(', ')
  return `${imports.join('')}var out = [${seen}];\nvar isLast = true;\nexport {\n  isLast,\n  out as value\n};\n`
}

const shapes: fc.Arbitrary<ReadonlyArray<Shape>> = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, module) => {
      const of = fc.constantFrom<Use['of']>('node:path', ...Array.from({ length: module }, (_, before) => before))
      const use = fc.record({ of, kind: fc.constantFrom<Use['kind']>('members', 'all', 'default') })
      return fc.record({ uses: fc.array(use, { maxLength: 4 }), isMinified: fc.boolean() })
    }),
  ),
)

const filesOf = (all: ReadonlyArray<Shape>): Files =>
  Object.fromEntries(
    all.map((shape, module) => {
      const ordered = withImportsFirst(fileOf(module), textOf(module, shape))
      const text = shape.isMinified ? transformSync(ordered, { minify: true }).code : ordered
      checkForm(fileOf(module), text)
      return [fileOf(module), text]
    }),
  )

const loading = suite('modules by require')

loading('for all modules: require answers what import answers', () =>
  fc.assert(
    fc.asyncProperty(shapes, async (all) => {
      const folder = planted(filesOf(all))
      const entry = fileOf(all.length - 1)
      const imported = await import(pathToFileURL(join(folder, entry)).href)
      const answered = modulesByRequire(require, folder)(entry)
      assert.equal({ ...answered }, { ...imported })
      assert.ok(answered.__esModule)
    }),
    { numRuns: 30 },
  ),
)

loading('each file runs once, for all entry points', () => {
  const load = modulesByRequire(
    require,
    planted({
      'shared.js': 'var state = { runs: 0 };\nexport { state };\n',
      'a.js': 'import { state } from "./shared.js";\nstate.runs++;\nexport { state };\n',
      'b.js': 'import { state } from "./shared.js";\nstate.runs++;\nexport { state };\n',
    }),
  )
  assert.is(load('a.js').state, load('b.js').state)
  assert.is(load('a.js'), load('a.js'))
  assert.equal(load('b.js').state, { runs: 2 })
})

loading('what a module imports later is loaded then, and is the same module', async () => {
  const { late, state } = required(
    {
      'state.js': 'var state = { isLoaded: false };\nexport { state };\n',
      'late.js': 'import { state } from "./state.js";\nstate.isLoaded = true;\nexport { state };\n',
      'main.js':
        'import { state } from "./state.js";\nvar late = () => import("./late.js");\nvar none = () => import("./none.js");\nexport {\n  late,\n  none,\n  state\n};\n',
    },
    'main.js',
  ) as { late: () => Promise<{ state: unknown }>; state: { isLoaded: boolean } }
  assert.is(state.isLoaded, false)
  const before = late()
  assert.is((await before).state, state)
  assert.is(state.isLoaded, true)
})

loading('an import later of what is missing rejects, and does not throw', async () => {
  const { none } = required({ 'main.js': 'var none = () => import("./none.js");\nexport { none };\n' }, 'main.js')
  const promise = (none as () => Promise<unknown>)()
  const thrown = await promise.catch((error: Error) => error)
  assert.match((thrown as Error).message, /none\.js cannot be read; .*`module`/)
})

loading('of a package, the default import is what Node and what a compiler mean by it', () => {
  const byPackage = (name: string): unknown =>
    ({ plain: () => 'called', compiled: { __esModule: true, default: 'the default', other: 1 } })[name] ?? require(name)
  const folder = planted({
    'main.js':
      'import plain from "plain";\nimport compiled from "compiled";\nimport { other } from "compiled";\nvar all = [plain(), compiled, other];\nexport { all };\n',
  })
  assert.equal(modulesByRequire(byPackage, folder)('main.js').all, ['called', 'the default', 1])
})

loading('a module knows its own address', () => {
  const folder = planted({ 'deep/a b.js': 'var here = new URL("../x", import.meta.url).href;\nexport { here };\n' })
  assert.is(modulesByRequire(require, folder)('deep/a b.js').here, pathToFileURL(join(folder, 'x')).href)
})

loading('an error names the file of the package and its line', () => {
  const folder = planted({
    'a.js': 'var a = 1;\nexport { a };\n',
    'b.js': 'import { a } from "./a.js";\nvar b = () => {\n  throw new Error("no " + a);\n};\nexport { b };\n',
  })
  const { b } = modulesByRequire(require, folder)('b.js') as { b: () => void }
  try {
    b()
    assert.unreachable()
  } catch (error) {
    assert.match((error as Error).stack ?? '', `${join(folder, 'b.js')}:3:`)
  }
})

loading('a missing file is named, with what to change in a bundler', () =>
  assert.throws(
    () => required({}, 'server/node.js'),
    /server\/node\.js cannot be read; a bundler .* condition `module`/,
  ),
)

/** The loader as the package has it, run as Jest does: in a context of its own, and with a `require` of Jest's. */
const { outputFiles } = await build({
  stdin: {
    contents: "export { modulesByRequire } from './src/platform/node/modulesByRequire.ts'",
    resolveDir: resolve(''),
  },
  bundle: true,
  write: false,
  format: 'cjs',
  platform: 'node',
})
const inContext = (
  ownRequire: (name: string) => unknown,
): { readonly load: typeof modulesByRequire; readonly context: object } => {
  const context = createContext({ process })
  const run = runInContext(`(function (module, require) {${outputFiles[0]?.text}\n})`, context)
  const module = { exports: {} as { modulesByRequire: typeof modulesByRequire } }
  run(module, ownRequire)
  return { load: module.exports.modulesByRequire, context }
}

loading('in a context of its own, as in Jest, a module has the globals of that context', () => {
  const { load, context } = inContext(require)
  const folder = planted({ 'a.js': 'var list = [];\nvar OwnError = Error;\nexport { OwnError, list };\n' })
  const { list, OwnError } = load(require, folder)('a.js')
  const [ArrayThere, ErrorThere] = runInContext('[Array, Error]', context) as [typeof Array, typeof Error]
  assert.instance(list, ArrayThere)
  assert.is(OwnError, ErrorThere)
  assert.not.instance(list, Array)
})

loading('a test that mocks node:fs and node:path loads the package all the same', () => {
  const mocking = (name: string): unknown => (name.startsWith('node:') ? {} : require(name))
  const { load } = inContext(mocking)
  const folder = planted({ 'a.js': 'var one = 1;\nexport { one };\n' })
  assert.is(load(mocking, folder)('a.js').one, 1)
})

const form = suite('the form of a built module')

const good =
  'import { a } from "./a.js";\nvar b = () => [a, import("./late.js"), import.meta.url];\nexport {\n  b as c\n};\n'

for (const [what, bad] of Object.entries({
  'an import after a statement': good.replace('var b', 'var x = 1;\nimport { z } from "./z.js";\nvar b'),
  'an import for its effects': `import "./z.js";\n${good}`,
  'an export of a declaration': good.replace('var b', 'export var b'),
  'a default export': good.replace('export {', 'export default a;\nexport {'),
  'exports of another file': good.replace('export {', 'export * from "./z.js";\nexport {'),
  'two lists of exports': good.replace('export {', 'export { a };\nexport {'),
  'import() of what is computed': good.replace('import("./late.js")', 'import(a)'),
  'another member of import.meta': good.replace('import.meta.url', 'import.meta.dirname'),
  'a text that looks like import()': good.replace('[a,', `['import("./late.js")',`),
  'a text that looks like import.meta.url': good.replace('[a,', "['import.meta.url',"),
}))
  form(`refuses ${what}`, () => {
    checkForm('good.js', good)
    assert.throws(() => checkForm('bad.js', bad), /^bad\.js is no module that require can load/)
  })

form('imports first: one line for each file, comments and programs stay', () => {
  const text =
    '// one\nimport { a } from "./x.js";\nvar b = a;\n\n// two\nimport { c as d } from "./x.js";\nimport e from "y";\nexport {\n  b,\n  d,\n  e\n};\n'
  assert.is(
    withImportsFirst('m.js', text),
    'import { a, c as d } from "./x.js";\nimport e from "y";\n// one\nvar b = a;\n\n// two\nexport {\n  b,\n  d,\n  e\n};\n',
  )
})

form('an exported variable that can change is refused in the source', async () => {
  for (const [keyword, isGood] of [
    ['const', true],
    ['let', false],
    ['var', false],
  ] as const) {
    const folder = planted({ 'src/a.ts': `export ${keyword} a = 1\n` })
    const outcome = await build({
      entryPoints: [join(folder, 'src/a.ts')],
      write: false,
      plugins: [withoutEffects],
      logLevel: 'silent',
    }).catch((error: Error) => error.message)
    assert.is(typeof outcome === 'string' && /exports a variable that can change/.test(outcome), !isGood, keyword)
  }
})
