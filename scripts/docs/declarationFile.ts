/**
 * One module's declarations as the compiler emits them, and what each name in them stands for. `isolatedDeclarations` lets
 * them be had from the one file, without checking it and without a look at any other.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** A name of another module, or `*` for all of it. */
export interface Elsewhere {
  /** A path below src without its ending if `own`, or else as it is imported: `fp-ts/lib/Either.js`. */
  readonly module: string
  readonly own: boolean
  /** By `export type`: a class or a function is exported as a type, and cannot be called. */
  readonly typeOnly: boolean
  readonly name: string
}

export interface DeclarationFile {
  /** Below src, without its ending. */
  readonly module: string
  /** What is declared at the top, by name; a type and a value may share one. */
  readonly declared: ReadonlyMap<string, ReadonlyArray<ts.Statement>>
  readonly imported: ReadonlyMap<string, Elsewhere>
  /** What each exported name stands for: a name in this module, or in another. */
  readonly exported: ReadonlyMap<string, Elsewhere>
  /** `export * from`. */
  readonly allOf: ReadonlyArray<string>
  /** What it adds to the types of a package. */
  readonly augmentations: ReadonlyArray<ts.ModuleDeclaration>
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  declaration: true,
  isolatedDeclarations: true,
  strict: true,
  exactOptionalPropertyTypes: true,
}

const folder = 'node_modules/.cache/countersign/declarations'

/** Made once of the same source: the compiler takes ten times as long as all else here. */
const declarationsOf = (fileName: string, source: string, removeComments: boolean): string => {
  const given = { compilerOptions: { ...compilerOptions, removeComments }, fileName, reportDiagnostics: true }
  const digest = createHash('sha256').update(JSON.stringify([ts.version, given, source]))
  const kept = `${folder}/${digest.digest('hex')}.d.ts`
  if (existsSync(kept)) return readFileSync(kept, 'utf8')
  const { outputText, diagnostics } = ts.transpileDeclaration(source, given)
  const fault = diagnostics?.[0]
  if (fault) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`)
  mkdirSync(folder, { recursive: true })
  // Whole or not at all: other processes may look for it now.
  writeFileSync(`${kept}.${process.pid}`, outputText)
  renameSync(`${kept}.${process.pid}`, kept)
  return outputText
}

const emitted = (module: string, source: string, removeComments: boolean): ts.SourceFile => {
  const all = declarationsOf(`src/${module}.ts`, source, removeComments)
  // TypeScript 6 writes a static method whose name is a symbol a second time, as a property.
  const text = all.replace(/^ +static \[Symbol\.\w+\]: .*\n/gm, '')
  return ts.createSourceFile(`${module}.d.ts`, text, ts.ScriptTarget.ES2023, true)
}

const textOf = (node: ts.Node): string => (node as ts.StringLiteral).text

/** The names that a statement declares. */
export const namesOf = (statement: ts.Statement): ReadonlyArray<string> => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text)
  const { name } = statement as { readonly name?: ts.Node }
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
}

export const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** A file whose statements are being read. */
interface Draft extends DeclarationFile {
  readonly declared: Map<string, ReadonlyArray<ts.Statement>>
  readonly imported: Map<string, Elsewhere>
  readonly exported: Map<string, Elsewhere>
  readonly allOf: Array<string>
  readonly augmentations: Array<ts.ModuleDeclaration>
}

export const declarationFile = (module: string, source: string, removeComments: boolean): DeclarationFile => {
  const draft: Draft = {
    module,
    declared: new Map(),
    imported: new Map(),
    exported: new Map(),
    allOf: [],
    augmentations: [],
  }
  for (const statement of emitted(module, source, removeComments).statements) takeStatement(draft, statement)
  return draft
}

const takeStatement = (draft: Draft, statement: ts.Statement): void => {
  if (ts.isImportDeclaration(statement)) takeImport(draft, statement)
  else if (ts.isExportDeclaration(statement)) takeExport(draft, statement)
  else if (ts.isModuleDeclaration(statement)) draft.augmentations.push(statement)
  else for (const name of namesOf(statement)) takeDeclared(draft, statement, name)
}

/** The module that a specifier names: the draft's own if there is none. */
const moduleOf = ({ module }: Draft, specifier: ts.Expression | undefined): Omit<Elsewhere, 'name'> => {
  if (specifier === undefined) return { module, own: true, typeOnly: false }
  const path = textOf(specifier)
  const own = path.startsWith('.')
  const named = own ? posix.join(posix.dirname(module), path).replace(/\.[jt]s$/, '') : path
  return { module: named, own, typeOnly: false }
}

const takeImport = (draft: Draft, { importClause, moduleSpecifier }: ts.ImportDeclaration): void => {
  const { imported } = draft
  const { name, namedBindings } = importClause ?? {}
  const source = moduleOf(draft, moduleSpecifier)
  if (name) imported.set(name.text, { ...source, name: 'default' })
  if (namedBindings === undefined) return
  if (ts.isNamespaceImport(namedBindings)) imported.set(namedBindings.name.text, { ...source, name: '*' })
  else
    for (const { name, propertyName } of namedBindings.elements)
      imported.set(name.text, { ...source, name: (propertyName ?? name).text })
}

const takeExport = (draft: Draft, { exportClause, isTypeOnly, moduleSpecifier }: ts.ExportDeclaration): void => {
  const { exported, allOf } = draft
  const source = moduleOf(draft, moduleSpecifier)
  if (exportClause === undefined) allOf.push(source.module)
  else if (ts.isNamespaceExport(exportClause))
    exported.set(textOf(exportClause.name), { ...source, name: '*', typeOnly: isTypeOnly })
  else
    for (const { name, propertyName, isTypeOnly: isAloneTypeOnly } of exportClause.elements) {
      const typeOnly = isTypeOnly || isAloneTypeOnly
      exported.set(textOf(name), { ...source, name: textOf(propertyName ?? name), typeOnly })
    }
}

const takeDeclared = (draft: Draft, statement: ts.Statement, name: string): void => {
  const { module, declared, exported } = draft
  declared.set(name, [...(declared.get(name) ?? []), statement])
  if (isExported(statement)) exported.set(name, { module, own: true, name, typeOnly: false })
}
