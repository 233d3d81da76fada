/** What a program that imports the entry points can see: their names, and each declaration that these lead to. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { type DeclarationFile, declarationFile, type Elsewhere } from './declarationFile.ts'

export interface Reached {
  /** Below src, without its ending. */
  readonly module: string
  readonly file: DeclarationFile
  /** Its declared names that are reached. */
  readonly names: ReadonlySet<string>
  /** What its reached declarations import, by the name that they use. */
  readonly imports: ReadonlyMap<string, Elsewhere>
}

export interface Reachable {
  /** In the order of their names. */
  readonly modules: ReadonlyArray<Reached>
  /** Those of other packages and of the runtime, as they are imported. */
  readonly packages: ReadonlySet<string>
}

/** The text of `src/core/Nonce.ts`. */
export type Source = (path: string) => string

export interface Reader {
  /** What a module exports, in the order of the names: where each stands, `*` for a whole module. */
  readonly exportsOf: (module: string) => ReadonlyMap<string, Elsewhere>
  readonly fileOf: (module: string) => DeclarationFile
  /** Where a name that is used in a module is declared. */
  readonly standsFor: (module: string, name: string) => Elsewhere | undefined
  readonly reachableFrom: (modules: ReadonlyArray<string>) => Reachable
}

/** Where a name is used, and not the name of a member or of a parameter. */
export const isUse = (name: ts.Identifier): boolean => {
  const { parent } = name
  if (ts.isQualifiedName(parent)) return parent.left === name
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name
  return (parent as { readonly name?: ts.Node }).name !== name
}

/** `Either` in `E.Either`. */
const memberOf = (name: ts.Identifier): string | undefined => {
  const { parent } = name
  if (ts.isQualifiedName(parent) && parent.left === name) return parent.right.text
  if (ts.isPropertyAccessExpression(parent) && parent.expression === name) return parent.name.text
  return undefined
}

/** The modules of a source that were read. */
interface Modules {
  readonly source: Source
  readonly removeComments: boolean
  readonly files: Map<string, DeclarationFile>
}

export const reader = (source: Source, removeComments = true): Reader => {
  const modules: Modules = { source, removeComments, files: new Map() }
  return {
    exportsOf: (module) => exportsOf(modules, module),
    fileOf: (module) => fileOf(modules, module),
    standsFor: (module, name) => standsFor(modules, module, name),
    reachableFrom: (entries) => reachableFrom(modules, entries),
  }
}

const fileOf = ({ files, source, removeComments }: Modules, module: string): DeclarationFile => {
  const file = files.get(module) ?? declarationFile(module, source(`src/${module}.ts`), removeComments)
  files.set(module, file)
  return file
}

/** Through re-exports, to where it is declared. */
const origin = (modules: Modules, given: Elsewhere): Elsewhere => {
  const { module, own, name, typeOnly } = given
  if (!own || name === '*') return given
  const { exported, imported, declared } = fileOf(modules, module)
  const target = exported.get(name) ?? inherited(modules, module, name)
  const marked = { ...target, typeOnly: typeOnly || target.typeOnly }
  if (target.module !== module) return origin(modules, marked)
  const imports = declared.has(target.name) ? undefined : imported.get(target.name)
  return imports === undefined ? marked : origin(modules, { ...imports, typeOnly: marked.typeOnly })
}

/** A name that a module exports by `export * from`. */
const inherited = (modules: Modules, module: string, name: string): Elsewhere => {
  const from = fileOf(modules, module).allOf.find((other) => exportsOf(modules, other).has(name))
  if (from === undefined) throw new Error(`src/${module}.ts exports no ${name}`)
  return ownName(from, name)
}

const ownName = (module: string, name: string): Elsewhere => ({ module, own: true, name, typeOnly: false })

const exportsOf = (modules: Modules, module: string): ReadonlyMap<string, Elsewhere> => {
  const { exported, allOf } = fileOf(modules, module)
  const ofOthers = allOf.flatMap((other) => [...exportsOf(modules, other).keys()])
  const names = [...new Set([...ofOthers, ...exported.keys()])].sort()
  return new Map(names.map((name) => [name, origin(modules, ownName(module, name))]))
}

const standsFor = (modules: Modules, module: string, name: string): Elsewhere | undefined => {
  const { declared, imported } = fileOf(modules, module)
  if (declared.has(name)) return ownName(module, name)
  const elsewhere = imported.get(name)
  return elsewhere && origin(modules, elsewhere)
}

/** A walk from the entry points, under way. */
interface Walk {
  readonly modules: Modules
  readonly reached: Map<string, { readonly names: Set<string>; readonly imports: Map<string, Elsewhere> }>
  readonly packages: Set<string>
  /** Names that were met; those at the front are already walked. */
  readonly queue: Array<Elsewhere>
}

const reachableFrom = (modules: Modules, entries: ReadonlyArray<string>): Reachable => {
  const queue = entries.map((module) => ownName(module, '*'))
  const walk: Walk = { modules, reached: new Map(), packages: new Set(), queue }
  for (const name of queue) walkName(walk, name)
  const { reached, packages } = walk
  const inOrder = [...reached].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    packages,
    modules: inOrder.map(([module, found]) => ({ module, file: fileOf(modules, module), ...found })),
  }
}

const walkName = (walk: Walk, { module, own, name }: Elsewhere): void => {
  const { modules, packages, queue } = walk
  if (!own) packages.add(module)
  else if (name === '*') queue.push(...exportsOf(modules, module).values())
  else if (!reachedIn(walk, module).names.has(name)) {
    reachedIn(walk, module).names.add(name)
    for (const statement of fileOf(modules, module).declared.get(name) ?? []) walkNode(walk, module, statement)
  }
}

/** What is reached in a module. Its augmentations are, as soon as anything of it is. */
const reachedIn = (walk: Walk, module: string) => {
  const known = walk.reached.get(module)
  if (known !== undefined) return known
  const fresh = { names: new Set<string>(), imports: new Map<string, Elsewhere>() }
  walk.reached.set(module, fresh)
  for (const augmentation of fileOf(walk.modules, module).augmentations) walkNode(walk, module, augmentation)
  return fresh
}

/** Queues each name that is used in a node. */
const walkNode = (walk: Walk, module: string, node: ts.Node): void => {
  if (ts.isIdentifier(node) && isUse(node)) walkUse(walk, module, node)
  ts.forEachChild(node, (child) => walkNode(walk, module, child))
}

const walkUse = (walk: Walk, module: string, node: ts.Identifier): void => {
  const { modules, queue } = walk
  const { imported, declared } = fileOf(modules, module)
  if (declared.has(node.text)) {
    queue.push(ownName(module, node.text))
    return
  }
  const elsewhere = imported.get(node.text)
  if (elsewhere === undefined) return
  reachedIn(walk, module).imports.set(node.text, elsewhere)
  const name = elsewhere.name === '*' ? (memberOf(node) ?? '*') : elsewhere.name
  queue.push(name === '*' ? elsewhere : origin(modules, { ...elsewhere, name }))
}

let ofSrc: Reader | undefined
/** Of the files as they are when they are first read. */
export const srcReader = (): Reader => {
  ofSrc ??= reader((path) => readFileSync(path, 'utf8'))
  return ofSrc
}
