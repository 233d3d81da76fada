/**
 * The declarations in dist/types/: what the entry points reach, in a few files. What the Promise faces reach is *plain*. It is in files of
 * its own, below plain/, which name no fp-ts. So a program without fp-ts can read them, and each type exists once.
 *
 *     shared1.d.ts, kit/diagnosis/shared1.d.ts, …    the statements of many modules, as long as no name has two meanings
 *     plain/shared1.d.ts, …                          the same for what is plain
 *     client/node.d.ts                               an entry point, which passes on what it exports from those
 *
 * The steps: `halvesOf` divides what each module declares into a plain half and another one, `placeHalves` gives each half a file, and
 * `writeHalf`, `writeEntry` and `passOn` write the lines of the files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import ts from 'typescript'
import { type Elsewhere, isExported, namesOf } from '../docs/declarationFile.ts'
import { packageOf } from '../docs/publicDeclarations.ts'
import { isUse, type Reached, type Reader } from '../docs/reachable.ts'
import { functional, packedReader } from './functional.ts'

const isLibrary = (path: string): boolean => ['fp-ts', 'io-ts'].includes(packageOf(path))

/**
 * Packages that bring no types of their own. Without those of `@types` they are `any`, as anywhere in such a program, and that is no error
 * of our declarations.
 */
const untyped = ['express', 'koa']

// ---- What is reached

/** The modules that the entry points reach, and the names in them that the Promise faces reach. */
interface Sources {
  readonly reader: Reader
  readonly reached: ReadonlyArray<Reached>
  readonly plainNames: ReadonlyMap<string, ReadonlySet<string>>
}

const sourcesOf = (entries: ReadonlyArray<string>): Sources => {
  const reader = packedReader(false)
  const faces = entries.filter((entry) => ![...reader.reachableFrom([entry]).packages].some(isLibrary))
  return {
    reader,
    reached: reader.reachableFrom(entries).modules,
    plainNames: new Map(reader.reachableFrom(faces).modules.map(({ module, names }) => [module, names])),
  }
}

const isPlain = ({ plainNames }: Sources, module: string, name: string): boolean =>
  plainNames.get(module)?.has(name) === true

/** What one module declares that is plain, or what it declares that is not. */
interface Half {
  readonly module: string
  readonly isPlain: boolean
  readonly statements: ReadonlyArray<ts.Statement>
  /** What they use of elsewhere, by the name that they use. */
  readonly uses: ReadonlyMap<string, Elsewhere>
}

const halvesOf = (sources: Sources): ReadonlyArray<Half> =>
  sources.reached.flatMap((reached) =>
    [true, false].map((plain) => halfOf(sources, reached, plain)).filter(({ statements }) => statements.length > 0),
  )

const halfOf = (sources: Sources, { module, file, names }: Reached, plain: boolean): Half => {
  const ownNames = [...names].filter((name) => isPlain(sources, module, name) === plain)
  const augmentations = sources.plainNames.has(module) === plain ? file.augmentations : []
  const declared = new Set(ownNames.flatMap((name) => file.declared.get(name) ?? []))
  const statements = [...declared, ...augmentations]
  const uses = new Map<string, Elsewhere>()
  for (const name of statements.flatMap((statement) => [...namesUsedIn(statement)])) {
    const elsewhere = sources.reader.standsFor(module, name)
    if (elsewhere !== undefined) uses.set(name, elsewhere)
  }
  return { module, isPlain: plain, statements, uses }
}

const namesUsedIn = (statement: ts.Node): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isUse(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return names
}

// ---- Which file a half is in

/** The file of each half, by its module: a path below dist/types without ending. */
interface Places {
  readonly plain: Map<string, string>
  readonly other: Map<string, string>
}

const fileOfHalf = (places: Places, plain: boolean, module: string): string =>
  (plain ? places.plain : places.other).get(module) ?? module

/** The folder of the modules that few programs read: those without Node's types read no platform/node, and few know fast-check. */
const wingOf = (module: string): string =>
  /^(?:platform\/node|kit\/testing\/(?:arbitraries|laws)|kit\/\w+|guards)\//.exec(module)?.[0] ?? ''

const folderOf = (plain: boolean): string => (plain ? 'plain/' : '')

/** What each name means in each file: `core/Nonce Nonce` for `Nonce`. */
type Meanings = Map<string, Map<string, string>>

/** The most files that are shared in one folder. */
const maxShared = 6

/** Puts each half into the first shared file in which no name of it has another meaning. */
const placeHalves = (halves: ReadonlyArray<Half>): Places => {
  const places: Places = { plain: new Map(), other: new Map() }
  const meanings: Meanings = new Map()
  for (const half of halves) {
    const ownMeanings = meaningsIn(half)
    const file = fileFor(half, ownMeanings, meanings)
    const meaningsOfFile = meanings.get(file) ?? new Map()
    for (const [name, meaning] of ownMeanings) meaningsOfFile.set(name, meaning)
    meanings.set(file, meaningsOfFile)
    places[half.isPlain ? 'plain' : 'other'].set(half.module, file)
  }
  return places
}

/** The names that a half declares or uses, and what they mean. */
const meaningsIn = ({ module, statements, uses }: Half): ReadonlyMap<string, string> => {
  const declared = statements.flatMap(namesOf).map((name) => [name, `${module} ${name}`] as const)
  const used = Array.from(uses, ([alias, { module: origin, name }]) => [alias, `${origin} ${name}`] as const)
  return new Map([...declared, ...used])
}

const fileFor = (half: Half, ownMeanings: ReadonlyMap<string, string>, meanings: Meanings): string => {
  const { module, statements } = half
  // What augments a package stays a module of its own.
  if (statements.some(ts.isModuleDeclaration)) return module
  const ownFile = folderOf(half.isPlain) + module
  if (namesForeignPackage(half)) return ownFile
  const isFree = (file: string): boolean =>
    [...ownMeanings].every(([name, meaning]) => [undefined, meaning].includes(meanings.get(file)?.get(name)))
  const sharedFiles = Array.from(
    { length: maxShared },
    (_, i) => `${folderOf(half.isPlain)}${wingOf(module)}shared${i + 1}`,
  )
  return sharedFiles.find(isFree) ?? ownFile
}

/** Whether a half names a package that its readers may not have. Shared files name none but fp-ts and io-ts. */
const namesForeignPackage = ({ module, uses }: Half): boolean => {
  // A program that reads the wing of the arbitraries has fast-check.
  const isKnown = (name: string): boolean => isLibrary(name) || (name === 'fast-check' && wingOf(module) !== '')
  return [...uses.values()].some((elsewhere) => !elsewhere.own && !isKnown(elsewhere.module))
}

// ---- The lines of the files

/** The files that are written. */
interface Output {
  readonly sources: Sources
  readonly places: Places
  /** The lines of each file, each once. */
  readonly lines: Map<string, Set<string>>
  /** The files that pass on what a module exports, as far as they are written. */
  readonly passingOn: Set<string>
}

const write = ({ lines }: Output, file: string, line: string): void => {
  lines.set(file, (lines.get(file) ?? new Set()).add(line))
}

/** The file in which this name of this module is declared. */
const fileDeclaring = ({ sources, places }: Output, module: string, name: string): string =>
  fileOfHalf(places, isPlain(sources, module, name), module)

/** The specifier of a file, as an import of another one has it. */
const specifierOf = (file: string, importing: string): string => {
  const path = posix.relative(dirname(importing), file)
  return `'${path.startsWith('.') ? '' : './'}${path}.js'`
}

const as = (name: string, alias: string): string => (name === alias ? name : `${name} as ${alias}`)

/** The statement with its own comment, exported. */
const exported = (statement: ts.Statement): string => {
  const text = statement.getFullText()
  const { pos, end } = ts.getLeadingCommentRanges(text, 0)?.at(-1) ?? { pos: 0, end: 0 }
  const keyword = isExported(statement) || ts.isModuleDeclaration(statement) ? '' : 'export '
  return `${text.slice(pos, end)}\n${keyword}${statement.getText()}`.trimStart()
}

/** Writes the imports of a half, and its statements. */
const writeHalf = (output: Output, half: Half): void => {
  const here = fileOfHalf(output.places, half.isPlain, half.module)
  for (const [alias, elsewhere] of half.uses) {
    const { module: origin, own, name } = elsewhere
    const isDeclaredHere = own && name !== '*' && fileDeclaring(output, origin, name) === here && name === alias
    if (isDeclaredHere) continue
    const clause = name === '*' ? `* as ${alias}` : name === 'default' ? alias : `{ ${as(name, alias)} }`
    const ignored = half.isPlain && untyped.includes(origin) ? '// @ts-ignore\n' : ''
    write(output, here, `${ignored}import type ${clause} from ${specifierFrom(output, here, elsewhere, half.isPlain)};`)
  }
  for (const statement of half.statements) write(output, here, exported(statement))
}

/** The specifier with which a file imports a name, or all of a module. */
const specifierFrom = (output: Output, file: string, { module, own, name }: Elsewhere, plain: boolean): string => {
  if (!own) return `'${module}'`
  return specifierOf(name === '*' ? passOn(output, module, plain) : fileDeclaring(output, module, name), file)
}

/**
 * Writes a file that passes on what a module exports, or what of it is plain. Returns its path. A module that is passed on as a whole
 * gets a file of its own.
 */
const passOn = (output: Output, module: string, plain: boolean, file = folderOf(plain) + module): string => {
  if (output.passingOn.has(file)) return file
  output.passingOn.add(file)
  for (const [alias, elsewhere] of output.sources.reader.exportsOf(module)) {
    const { name, typeOnly } = elsewhere
    if (!isPassedOn(output.sources, elsewhere, plain)) continue
    const specifier = specifierFrom(output, file, elsewhere, plain)
    const isDeclaredHere = specifier === specifierOf(file, file) && name === alias
    if (isDeclaredHere) continue
    const names = name === '*' ? `* as ${alias}` : `{ ${as(name, alias)} }`
    write(output, file, `export ${typeOnly ? 'type ' : ''}${names} from ${specifier};`)
  }
  return file
}

const isPassedOn = (sources: Sources, { module, own, name }: Elsewhere, plain: boolean): boolean => {
  if (!own || name === '*') return true
  const isReached = sources.reached.some((reached) => reached.module === module && reached.names.has(name))
  return isReached && (!plain || isPlain(sources, module, name))
}

/** Writes the file of an entry point. */
const writeEntry = (output: Output, entry: string): void => {
  passOn(output, entry, false, entry)
  // A library that leaves a type to inference must be able to name it: TypeScript finds what an imported entry point exports.
  const reached = output.sources.reader.reachableFrom([entry]).modules.find(({ module }) => module === functional)
  for (const name of reached?.names ?? []) {
    if (name === 'brand') continue
    const specifier = specifierOf(fileDeclaring(output, functional, name), entry)
    write(output, entry, `export type { ${name} } from ${specifier};`)
  }
}

/** TypeScript 7 includes no types of its own accord (`types: []`), so a file asks for those that it names. */
const withNodeTypes = (text: string): string =>
  /^import .* from 'node:/m.test(text) ? `/// <reference types="node" />\n${text}` : text

/** The text of each file, by its path below dist/types without ending. */
const filesOf = (entries: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const sources = sourcesOf(entries)
  const halves = halvesOf(sources)
  const output: Output = { sources, places: placeHalves(halves), lines: new Map(), passingOn: new Set() }
  for (const half of halves) writeHalf(output, half)
  for (const entry of entries) writeEntry(output, entry)
  return new Map([...output.lines].map(([file, lines]) => [file, withNodeTypes(`${[...lines].join('\n')}\n`)]))
}

// ---- The files for ES modules

const relativeImport = /from '(\.[^']+)\.js'/g

/** The files that a file passes on or names. */
const importsIn = (file: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(relativeImport)].map(([, path = '']) => posix.join(dirname(file), path))

/**
 * The files that are needed a second time for ES modules. They name a package with other declarations for ES modules, whose private
 * members differ, or they name such a file.
 */
const filesNeededTwice = (files: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const twice = new Set<string>()
  for (let sizeBefore = -1; sizeBefore < twice.size; ) {
    sizeBefore = twice.size
    for (const [file, text] of files) {
      const namesPackage = / from '(?:fast-check|lmdb)'/.test(text)
      if (namesPackage || importsIn(file, text).some((imported) => twice.has(imported))) twice.add(file)
    }
  }
  return twice
}

const writeFile = (file: string, text: string): void => {
  mkdirSync(dirname(join('dist/types', file)), { recursive: true })
  writeFileSync(join('dist/types', file), text)
}

/** Writes the declarations of the given entry points. */
export const declarations = async (entries: ReadonlyArray<string>): Promise<void> => {
  const files = filesOf(entries)
  const twice = filesNeededTwice(files)
  for (const [file, text] of files) {
    writeFile(`${file}.d.ts`, text)
    const isTwice = (path: string): boolean => twice.has(posix.join(dirname(file), path))
    const ofModule = text.replace(relativeImport, (whole, path) => (isTwice(path) ? `from '${path}.mjs'` : whole))
    // An ES module may read the declarations of CommonJS, and not the reverse.
    if (twice.has(file)) writeFile(`${file}.d.mts`, ofModule)
    else if (entries.includes(file)) writeFile(`${file}.d.mts`, `export * from './${basename(file)}.js';\n`)
  }
  writeFile('package.json', '{ "type": "commonjs" }\n')
}
