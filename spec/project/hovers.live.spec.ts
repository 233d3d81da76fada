// What an editor shows of each public function: its parameters, its result and its first sentence.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { entryPoints } from '../../scripts/docs/entryPoints.ts'
import { publicFunctions } from '../../scripts/docs/publicFunctions.ts'
import { srcReader } from '../../scripts/docs/reachable.ts'
import { builtPackage } from '../support/builtPackage.ts'
import { lastingFolder } from '../support/folder.ts'
import { assert, suite } from '../support/suite.ts'

mkdirSync('.tmp', { recursive: true })
const program = lastingFolder(resolve('.tmp'))
mkdirSync(join(program, 'node_modules'))
// Otherwise `countersign` is this project itself.
writeFileSync(join(program, 'package.json'), '{ "type": "module" }')
symlinkSync(await builtPackage({ types: true }), join(program, 'node_modules/countersign'), 'dir')

/** `countersign Nonce.parse`, as the documentation names functions; those elsewhere than on Node have the same names. */
const functions = publicFunctions(entryPoints(), srcReader()).flatMap(({ name }) => {
  const [, entry = '', path = ''] = /^(\S+?)(?:,.*)? (\S+)$/.exec(name) ?? []
  return entry === '' ? [] : [{ entry, path }]
})
const file = join(program, 'uses.mts')
const lines = functions.map(({ entry, path }, i) => {
  const [first = ''] = path.split('.')
  return `import { ${first} as f${i} } from '${entry}'; f${i}${path.slice(first.length)}`
})
writeFileSync(file, lines.join('\n'))

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  preserveSymlinks: true,
  types: ['node'],
}
/** Functions that have members as well, or that a framework's own type describes. */
const named: ReadonlyArray<RegExp> = [
  /^countersign\/testing\/arbitraries /,
  /^countersign\/node hash$/,
  /^countersign\/fastify /,
]

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) =>
    ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined,
  getCurrentDirectory: () => program,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
})

const hovers = suite('the hover of a public function')

const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + (i === 0 ? 0 : 1))
const hoverOf = (i: number) => service.getQuickInfoAtPosition(file, (starts[i] ?? 0) + (lines[i]?.length ?? 1) - 1)

hovers('is found', () => assert.ok(functions.length > 200, `${functions.length}`))

hovers('shows parameters and result, not the name of a type', () => {
  const bare = functions.flatMap(({ entry, path }, i) => {
    // Without the kind of symbol: `(alias) const f1: …`.
    const text = ts.displayPartsToString(hoverOf(i)?.displayParts).replace(/^\(\w+\) /, '')
    const excused = named.some((one) => one.test(`${entry} ${path}`))
    return excused || text.includes('(') ? [] : [`${entry} ${path}: ${text}`]
  })
  assert.equal(bare, [])
})

hovers('shows the first sentence of its documentation', () => {
  const silent = functions.flatMap(({ entry, path }, i) => {
    const text = ts.displayPartsToString(hoverOf(i)?.documentation)
    return /^\S.*[.:]/s.test(text) ? [] : [`${entry} ${path}: ${text}`]
  })
  assert.equal(silent, [])
})
