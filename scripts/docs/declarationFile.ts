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

export const declarationFile = (module: string, source: string, removeComments: boolean): DeclarationFile => {
  const declared = new Map<string, ReadonlyArray<ts.Statement>>()
  const imported = new Map<string, Elsewhere>()
  const exported = new Map<string, Elsewhere>()
  const allOf: Array<string> = []
  const augmentations: Array<ts.ModuleDeclaration> = []

  const here = { module, own: true, typeOnly: false }
  const from = (specifier: ts.Expression | undefined): Omit<Elsewhere, 'name'> => {
    if (specifier === undefined) return here
    const path = textOf(specifier)
    const own = path.startsWith('.')
    return { ...here, own, module: own ? posix.join(posix.dirname(module), path).replace(/\.[jt]s$/, '') : path }
  }

  for (const statement of emitted(module, source, removeComments).statements) {
    if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {}
      const source = from(statement.moduleSpecifier)
      if (name) imported.set(name.text, { ...source, name: 'default' })
      if (namedBindings && ts.isNamespaceImport(namedBindings))
        imported.set(namedBindings.name.text, { ...source, name: '*' })
      else
        for (const { name, propertyName } of namedBindings?.elements ?? [])
          imported.set(name.text, { ...source, name: (propertyName ?? name).text })
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause, isTypeOnly } = statement
      const source = from(statement.moduleSpecifier)
      if (exportClause === undefined) allOf.push(source.module)
      else if (ts.isNamespaceExport(exportClause))
        exported.set(textOf(exportClause.name), { ...source, name: '*', typeOnly: isTypeOnly })
      else
        for (const { name, propertyName, isTypeOnly: alone } of exportClause.elements) {
          const typeOnly = isTypeOnly || alone
          exported.set(textOf(name), { ...source, name: textOf(propertyName ?? name), typeOnly })
        }
    } else if (ts.isModuleDeclaration(statement)) {
      augmentations.push(statement)
    } else {
      for (const name of namesOf(statement)) {
        declared.set(name, [...(declared.get(name) ?? []), statement])
        if (isExported(statement)) exported.set(name, { ...here, name })
      }
    }
  }
  return { module, declared, imported, exported, allOf, augmentations }
}
