/**
 * The TypeScript that the guides show, compiled with `skipLibCheck: false`, the compiler's default. Beside it are only the packages that the
 * guide names: a reader of the guide has no others. Guides that need the same packages are one program.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packageOf } from '../../scripts/docs/publicDeclarations.ts'
import { lastingFolder } from '../support/folder.ts'
import { blocksOf, texts } from '../support/guides.ts'
import { installedTools } from '../support/installedTools.ts'
import { packedPackage } from '../support/packedPackage.ts'
import { runIn } from '../support/project.ts'
import { assert, byTurns, suite } from '../support/suite.ts'

const { folder: built, tarball } = await packedPackage()
const extracted = await runIn(built, `mkdir unpacked && tar -xzf ${tarball} -C unpacked`)
assert.is(extracted.code, 0, extracted.output)

const tsc = `node ${resolve('node_modules/typescript-7/bin/tsc')} -p .`
const nest = (await installedTools('spec/examples/nest')).folder

/** What every program in TypeScript on Node has, and what its declarations name. */
const ofNode: ReadonlyArray<string> = ['@types/node', 'undici-types']

/** Imports whose types need another package as well. */
const typedBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  express: ['@types/express'],
  koa: ['@types/koa'],
  // Only the declarations of the whole name io-ts, as the README says.
  countersign: ['io-ts', 'fp-ts'],
  'io-ts': ['fp-ts'],
  'countersign/nest': ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'],
  'countersign/testing/arbitraries': ['fast-check', 'pure-rand'],
  'countersign/testing/laws': ['fast-check', 'pure-rand'],
}

/** The programs that guides show, by their text: they import each other by the names of their files. */
const fileNames: ReadonlyMap<string, string> = new Map(
  ['spec/examples', 'spec/recipes'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.d\.ts$|^[^/]*\.spec\.ts$/.test(name))
      .map((name) => [readFileSync(join(folder, name), 'utf8'), name] as const),
  ),
)

/** The packages, of npm and in order, that the code must find. */
const packagesOf = (codes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const specifiers = codes
    .flatMap((code) => [...code.matchAll(/\b(?:from|import) '([^.'][^']*)'/g)])
    .map(([, specifier = '']) => specifier)
  const named = [...specifiers, ...specifiers.map(packageOf).filter((name) => name !== 'countersign')]
  const all = named.flatMap((name) => [name, ...(typedBy[name] ?? [])])
  return [...new Set(all)].filter((name) => packageOf(name) === name && !/^(?:node:|countersign$)/.test(name)).sort()
}

/** Where a package is installed; `undefined` if no set of this project has it. */
const placeOf = (name: string): string | undefined =>
  [resolve('.'), nest].map((place) => join(place, 'node_modules', name)).find((place) => existsSync(place))

/** As much as the recipes use of packages that the project installs nowhere. */
const ofRecipes = readFileSync('spec/recipes/packages.d.ts', 'utf8')

/** A folder outside of this project with the package and these others. Those that the project has nowhere are of any type. */
const folderWith = (packages: ReadonlyArray<string>): string => {
  const folder = lastingFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  cpSync(join(built, 'unpacked/package'), join(folder, 'node_modules/countersign'), { recursive: true })
  let absent = ''
  for (const name of [...ofNode, ...packages]) {
    const from = placeOf(name)
    const at = join(folder, 'node_modules', name)
    mkdirSync(dirname(at), { recursive: true })
    if (from !== undefined) symlinkSync(from, at, 'dir')
    else if (!ofRecipes.includes(`declare module '${name}'`)) absent += `declare module '${name}'\n`
  }
  writeFileSync(join(folder, 'absent.d.ts'), `${ofRecipes}\n${absent}`)
  return folder
}

/** The compiler's complaints about these files and about our declarations. Those of other packages are not ours. */
const compile = async (
  folder: string,
  files: ReadonlyMap<string, string>,
  types: ReadonlyArray<string>,
  target: 'es2020' | 'es2023' = 'es2023',
): Promise<ReadonlyArray<string>> => {
  for (const [name, text] of files) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const compilerOptions = {
    strict: true,
    target,
    module: 'nodenext',
    types,
    skipLibCheck: false,
    // For NestJS.
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['absent.d.ts', ...files.keys()] }),
  )
  const { output } = await runIn(folder, tsc)
  return output.split('\n').filter((line) => line !== '' && !line.startsWith('../') && !line.startsWith(' '))
}

interface Guide {
  readonly path: string
  readonly codes: ReadonlyArray<string>
}
const shown: ReadonlyArray<Guide> = [...texts].flatMap(([path, text]) => {
  const codes = blocksOf(text).flatMap(({ language, code }) => (language === 'ts' ? [code] : []))
  return codes.length === 0 ? [] : [{ path, codes }]
})

const compiling = suite("a guide's TypeScript compiles beside no packages but those that it names")

const compilingInTurn = byTurns(4, compiling)
const setOf = ({ codes }: Guide): string => packagesOf(codes).join(' ')
for (const packages of new Set(shown.map(setOf))) {
  const guides = shown.filter((guide) => setOf(guide) === packages)
  compilingInTurn(
    `${packages === '' ? 'no other' : packages}: ${guides.map(({ path }) => path).join(', ')}`,
    async () => {
      const files = guides.flatMap(({ path, codes }) =>
        codes.map((code, n) => [join(path.replace(/\W/g, '-'), fileNames.get(code) ?? `block-${n}.ts`), code] as const),
      )
      assert.equal(await compile(folderWith(packages === '' ? [] : packages.split(' ')), new Map(files), ['node']), [])
    },
  )
}

/** After `npm install` in a guide's own words, or in a block of its own. */
const installedBy = (path: string): ReadonlyArray<string> =>
  [...(texts.get(path) ?? '').matchAll(/\bnpm install (?:--save-dev )?([^#`\n]*)/g)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  )

/** They go on from an app that the framework's own command has made, or from the page of an adapter. */
const goOn: ReadonlyArray<string> = ['README.md', 'src/server/adapters/nest.md', 'src/server/adapters/next.md']

compiling('a guide that installs the package installs what its code imports', () => {
  for (const { path, codes } of shown) {
    const installed = installedBy(path)
    if (!installed.includes('countersign') || goOn.includes(path)) continue
    assert.equal([path, packagesOf(codes).filter((name) => !installed.includes(name))], [path, []])
  }
})

/** Every entry point but `countersign` itself, whose types are those of io-ts in part. */
const entries = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports)
  .filter((path) => !/^\.(?:\/.*\.(?:html|json))?$/.test(path))
  .map((path) => `countersign${path.slice(1)}`)

compiling(
  'every entry point but the whole compiles without fp-ts and io-ts, and asks for the types of Node itself',
  async () => {
    const text = entries.map((entry, n) => `export * as e${n} from '${entry}'\n`).join('')
    const packages = packagesOf([text, "from 'express' from 'fastify' from 'koa' from 'hono' from 'lmdb'"])
    assert.equal(
      packages.filter((name) => /^(?:fp|io)-ts$/.test(name)),
      [],
    )
    // Without a list in `lib`, the target chooses the library, and adds the DOM.
    for (const target of ['es2023', 'es2020'] as const)
      assert.equal(
        [target, ...(await compile(folderWith(packages), new Map([['entries.ts', text]]), [], target))],
        [target],
      )
  },
)

compiling('and the compiler does look: a package that is missing is an error in our declarations', async () => {
  const output = await compile(folderWith([]), new Map([['hono.ts', "import 'countersign/hono'\n"]]), ['node'])
  assert.match(output.join('\n'), /^node_modules\/countersign\/dist\/types\/.*TS2307: Cannot find module 'hono'/m)
})
