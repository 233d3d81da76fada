// The declarations in dist/types/: what the entry points reach, in a few files. What the Promise faces reach is in files of its
// own, in plain/, which name no fp-ts: so a program without it can read them, and each type exists once.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { type Elsewhere, isExported, namesOf } from '../docs/declarationFile.ts'
import { packageOf } from '../docs/publicDeclarations.ts'
import { isUse, type Reached } from '../docs/reachable.ts'
import { functional, packedReader } from './functional.ts'

const isLibrary = (path: string): boolean => ['fp-ts', 'io-ts'].includes(packageOf(path))

/** Packages that bring no types: without those of `@types` they are any, as anywhere in such a program, and no error of ours. */
const untyped = ['express', 'koa']

/** Apart, since those without Node's types read no platform/node, and few know fast-check. */
const wingOf = (module: string): string =>
  /^(?:platform\/node|kit\/testing\/(?:arbitraries|laws)|kit\/\w+|guards)\//.exec(module)?.[0] ?? ''

const namesIn = (statement: ts.Node): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isUse(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return found
}

/** The statement with its own comment, exported. */
const exported = (one: ts.Statement): string => {
  const text = one.getFullText()
  const { pos, end } = ts.getLeadingCommentRanges(text, 0)?.at(-1) ?? { pos: 0, end: 0 }
  const keyword = isExported(one) || ts.isModuleDeclaration(one) ? '' : 'export '
  return `${text.slice(pos, end)}\n${keyword}${one.getText()}`.trimStart()
}

const as = (name: string, alias: string): string => (name === alias ? name : `${name} as ${alias}`)

/** What one module declares that belongs into one file. */
interface Half {
  readonly module: string
  readonly isPlain: boolean
  readonly statements: ReadonlyArray<ts.Statement>
  /** What they use of elsewhere, by the name that they use. */
  readonly uses: ReadonlyMap<string, Elsewhere>
}

/** TypeScript 7 includes no types of its own accord (`types: []`), so a file asks for those that it names. */
const withNodeTypes = (text: string): string =>
  /^import .* from 'node:/m.test(text) ? `/// <reference types="node" />\n${text}` : text

/** The text of each file, by its path below dist/types without ending. */
const filesOf = (entries: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const from = packedReader(false)
  const faces = entries.filter((entry) => ![...from.reachableFrom([entry]).packages].some(isLibrary))
  const plain = new Map(from.reachableFrom(faces).modules.map(({ module, names }) => [module, names]))
  const isPlain = (module: string, name: string): boolean => plain.get(module)?.has(name) === true

  const halvesOf = ({ module, file, names }: Reached): ReadonlyArray<Half> =>
    [true, false].flatMap((half) => {
      const own = [...names].filter((name) => isPlain(module, name) === half)
      const augmentations = plain.has(module) === half ? file.augmentations : []
      const statements = [...new Set(own.flatMap((name) => file.declared.get(name) ?? [])), ...augmentations]
      const used = [...new Set(statements.flatMap((one) => [...namesIn(one)]))]
      const uses = used.flatMap((name) => {
        const elsewhere = from.standsFor(module, name)
        return elsewhere === undefined ? [] : [[name, elsewhere] as const]
      })
      return statements.length === 0 ? [] : [{ module, isPlain: half, statements, uses: new Map(uses) }]
    })
  const reached = from.reachableFrom(entries).modules
  const halves = reached.flatMap(halvesOf)

  /** Where each half is. In one file no name has two meanings, and only fp-ts and io-ts are named of other packages. */
  const places = new Map<string, string>()
  const meanings = new Map<string, string>()
  for (const { module, isPlain, statements, uses } of halves) {
    const folder = `${isPlain ? 'plain/' : ''}${wingOf(module)}`
    // Who reads the wing of the arbitraries has fast-check.
    const isKnown = (name: string): boolean => isLibrary(name) || (name === 'fast-check' && wingOf(module) !== '')
    const isApart = [...uses.values()].some(({ own, module }) => !own && !isKnown(module))
    const names = [...statements.flatMap(namesOf).map((name) => [name, { module, name }] as const), ...uses]
    const isFree = (file: string): boolean =>
      names.every(([name, one]) => [undefined, `${one.module} ${one.name}`].includes(meanings.get(`${file} ${name}`)))
    const shared = [1, 2, 3, 4, 5, 6].map((n) => `${folder}shared${n}`).find(isFree)
    const isAugmenting = statements.some(ts.isModuleDeclaration)
    const file = isAugmenting
      ? module
      : isApart || shared === undefined
        ? `${isPlain ? 'plain/' : ''}${module}`
        : shared
    for (const [name, one] of names) meanings.set(`${file} ${name}`, `${one.module} ${one.name}`)
    places.set(`${isPlain} ${module}`, file)
  }
  const placeOf = (module: string, name: string): string => places.get(`${isPlain(module, name)} ${module}`) ?? module

  const lines = new Map<string, Set<string>>()
  const write = (file: string, line: string): void => {
    lines.set(file, (lines.get(file) ?? new Set()).add(line))
  }
  const pathTo = (here: string, there: string): string => {
    const path = posix.relative(dirname(here), there)
    return `'${path.startsWith('.') ? '' : './'}${path}.js'`
  }

  /** A file that passes on what a module exports, or of it what is plain; its path. */
  const wholes = new Set<string>()
  const whole = (module: string, isOfPlain: boolean, file = `${isOfPlain ? 'plain/' : ''}${module}`): string => {
    if (wholes.has(file)) return file
    wholes.add(file)
    for (const [alias, { module: origin, own, name, typeOnly }] of from.exportsOf(module)) {
      const isReached = own && (name === '*' || reached.some((one) => one.module === origin && one.names.has(name)))
      if (own && (!isReached || (isOfPlain && name !== '*' && !isPlain(origin, name)))) continue
      const there = !own ? `'${origin}'` : pathTo(file, name === '*' ? whole(origin, isOfPlain) : placeOf(origin, name))
      if (there === pathTo(file, file) && name === alias) continue
      const names = name === '*' ? `* as ${alias}` : `{ ${as(name, alias)} }`
      write(file, `export ${typeOnly ? 'type ' : ''}${names} from ${there};`)
    }
    return file
  }

  for (const { module, isPlain, statements, uses } of halves) {
    const here = places.get(`${isPlain} ${module}`) ?? module
    for (const [alias, { module: origin, own, name }] of uses) {
      if (own && name !== '*' && placeOf(origin, name) === here && name === alias) continue
      const there = !own ? `'${origin}'` : pathTo(here, name === '*' ? whole(origin, isPlain) : placeOf(origin, name))
      const clause = name === '*' ? `* as ${alias}` : name === 'default' ? alias : `{ ${as(name, alias)} }`
      write(here, `${isPlain && untyped.includes(origin) ? '// @ts-ignore\n' : ''}import type ${clause} from ${there};`)
    }
    for (const one of statements) write(here, exported(one))
  }
  for (const entry of entries) {
    whole(entry, false, entry)
    // A library that leaves a type to inference must be able to name it: TypeScript finds what an imported entry point exports.
    const { names = [] } = from.reachableFrom([entry]).modules.find(({ module }) => module === functional) ?? {}
    for (const name of names)
      if (name !== 'brand') write(entry, `export type { ${name} } from ${pathTo(entry, placeOf(functional, name))};`)
  }
  return new Map([...lines].map(([file, texts]) => [file, withNodeTypes(`${[...texts].join('\n')}\n`)]))
}

const relative = /from '(\.[^']+)\.js'/g

/** The files that a file passes on or names. */
const imports = (file: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(relative)].map(([, path = '']) => posix.join(dirname(file), path))

/**
 * Writes the declarations of the given entry points. What names a package with declarations of its own for ES modules, whose
 * private members differ, is there for them as well.
 */
export const declarations = async (entries: ReadonlyArray<string>): Promise<void> => {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join('dist/types', file)), { recursive: true })
    writeFileSync(join('dist/types', file), text)
  }
  const files = filesOf(entries)
  const isTwice = ([file, text]: readonly [string, string]): boolean =>
    / from '(?:fast-check|lmdb)'/.test(text) || imports(file, text).some((other) => twice.has(other))
  const twice = new Set<string>()
  for (let size = -1; size < twice.size; ) {
    size = twice.size
    for (const file of files) if (isTwice(file)) twice.add(file[0])
  }
  for (const [file, text] of files) {
    write(`${file}.d.ts`, text)
    const isOfTwice = (path: string) => twice.has(posix.join(dirname(file), path))
    const ofModule = text.replace(relative, (whole, path) => (isOfTwice(path) ? `from '${path}.mjs'` : whole))
    // An ES module may read the declarations of CommonJS, and not the reverse.
    if (twice.has(file)) write(`${file}.d.mts`, ofModule)
    else if (entries.includes(file)) write(`${file}.d.mts`, `export * from './${basename(file)}.js';\n`)
  }
  write('package.json', '{ "type": "commonjs" }\n')
}
