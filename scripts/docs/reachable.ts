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

export const reader = (source: Source, removeComments = true): Reader => {
  const files = new Map<string, DeclarationFile>()
  const fileOf = (module: string): DeclarationFile => {
    const file = files.get(module) ?? declarationFile(module, source(`src/${module}.ts`), removeComments)
    files.set(module, file)
    return file
  }

  /** Through re-exports, to where it is declared. */
  const origin = (given: Elsewhere): Elsewhere => {
    const { module, own, name, typeOnly } = given
    if (!own || name === '*') return given
    const { exported, imported, declared } = fileOf(module)
    const target = exported.get(name) ?? inherited(module, name)
    const marked = { ...target, typeOnly: typeOnly || target.typeOnly }
    if (target.module !== module) return origin(marked)
    const imports = declared.has(target.name) ? undefined : imported.get(target.name)
    return imports === undefined ? marked : origin({ ...imports, typeOnly: marked.typeOnly })
  }

  /** A name that a module exports by `export * from`. */
  const inherited = (module: string, name: string): Elsewhere => {
    const from = fileOf(module).allOf.find((other) => exportsOf(other).has(name))
    if (from === undefined) throw new Error(`src/${module}.ts exports no ${name}`)
    return { module: from, own: true, name, typeOnly: false }
  }

  const exportsOf = (module: string): ReadonlyMap<string, Elsewhere> => {
    const { exported, allOf } = fileOf(module)
    const names = [...new Set([...allOf.flatMap((other) => [...exportsOf(other).keys()]), ...exported.keys()])].sort()
    return new Map(names.map((name) => [name, origin({ module, own: true, name, typeOnly: false })]))
  }

  const standsFor = (module: string, name: string): Elsewhere | undefined => {
    const { declared, imported } = fileOf(module)
    if (declared.has(name)) return { module, own: true, name, typeOnly: false }
    const elsewhere = imported.get(name)
    return elsewhere && origin(elsewhere)
  }

  const reachableFrom = (modules: ReadonlyArray<string>): Reachable => {
    const reached = new Map<string, { readonly names: Set<string>; readonly imports: Map<string, Elsewhere> }>()
    const packages = new Set<string>()
    const queue: Array<Elsewhere> = modules.map((module) => ({ module, own: true, name: '*', typeOnly: false }))

    const of = (module: string) => {
      const known = reached.get(module)
      if (known !== undefined) return known
      const fresh = { names: new Set<string>(), imports: new Map<string, Elsewhere>() }
      reached.set(module, fresh)
      for (const augmentation of fileOf(module).augmentations) visit(module, augmentation)
      return fresh
    }

    const visit = (module: string, node: ts.Node): void => {
      if (ts.isIdentifier(node) && isUse(node)) {
        const { imported, declared } = fileOf(module)
        const elsewhere = imported.get(node.text)
        if (declared.has(node.text)) queue.push({ module, own: true, name: node.text, typeOnly: false })
        else if (elsewhere !== undefined) {
          const name = elsewhere.name === '*' ? (memberOf(node) ?? '*') : elsewhere.name
          of(module).imports.set(node.text, elsewhere)
          queue.push(name === '*' ? elsewhere : origin({ ...elsewhere, name }))
        }
      }
      ts.forEachChild(node, (child) => visit(module, child))
    }

    for (const { module, own, name } of queue) {
      if (!own) packages.add(module)
      else if (name === '*') queue.push(...exportsOf(module).values())
      else if (!of(module).names.has(name)) {
        of(module).names.add(name)
        for (const statement of fileOf(module).declared.get(name) ?? []) visit(module, statement)
      }
    }
    return {
      packages,
      modules: [...reached.keys()].sort().map((module) => ({ module, file: fileOf(module), ...of(module) })),
    }
  }

  return { exportsOf, fileOf, standsFor, reachableFrom }
}

let ofSrc: Reader | undefined
/** Of the files as they are when they are first read. */
export const srcReader = (): Reader => {
  ofSrc ??= reader((path) => readFileSync(path, 'utf8'))
  return ofSrc
}
