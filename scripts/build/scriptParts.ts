// One script that does what an ES module and all that it imports do, for places that take no modules: a page in one file, and a
// test in Jest. The script is told as parts of the files in dist/, so the package holds their code once:
//
//     a.js   import{x as y}from"./b.js";console.log(y)          const m0=(()=>{
//     b.js   var v=1;export{v as x};                      →     var v=1;return{x:v}})();const m1=(()=>{const{x:y}=m0;
//                                                               console.log(y)return{}})();
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Part } from '../../src/platform/node/joinedParts.ts'

type Files = ReadonlyMap<string, string>

interface Import {
  /** A file in dist/, or a package, which the script asks for by `require`. */
  readonly from: string
  readonly isPackage: boolean
  /** What is bound: `{x:y}`, or one name for all of it. */
  readonly names: string
}

interface Module {
  readonly imports: ReadonlyArray<Import>
  /** What stays of the text: all but its imports and its exports. */
  readonly kept: ReadonlyArray<readonly [start: number, end: number]>
  readonly exports: string
}

/** `a as b, c` as the members of an object: of an import in a pattern, of an export in a value. */
const members = (
  elements: ReadonlyArray<ts.ImportSpecifier | ts.ExportSpecifier>,
  member: (inside: string, outside: string) => string,
): string => elements.map(({ name, propertyName }) => member((propertyName ?? name).text, name.text)).join(',')

const moduleOf = (path: string, text: string): Module => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS)
  const refuse = (node: ts.Node): never => {
    throw new Error(`${path} cannot be a part of a script: ${node.getText(file).slice(0, 100)}`)
  }
  const imports: Array<Import> = []
  const exports: Array<string> = []
  const kept: Array<ts.Statement> = []
  for (const statement of file.statements) {
    const imported = importOf(path, statement)
    const exported = namedExports(statement)
    if (imported !== undefined) imports.push(imported)
    else if (exported !== undefined) exports.push(members(exported, (inside, outside) => `${outside}:${inside}`))
    else if (needsModules(statement)) refuse(statement)
    else kept.push(statement)
  }
  return { imports, kept: rangesOf(kept), exports: exports.join(',') }
}

/** Statements that follow one another are one range. */
const rangesOf = (statements: ReadonlyArray<ts.Statement>): Module['kept'] => {
  const ranges: Array<readonly [start: number, end: number]> = []
  for (const statement of statements) {
    const before = ranges.at(-1)
    const start = statement.getFullStart()
    if (before?.[1] === start) ranges[ranges.length - 1] = [before[0], statement.end]
    else ranges.push([start, statement.end])
  }
  return ranges
}

/** `import { x as y } from …`, `import * as x from …` or `import x from …`: of a package or of another file in dist/. */
const importOf = (path: string, statement: ts.Statement): Import | undefined => {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined
  const names = statement.importClause && namesOf(statement.importClause)
  if (names === undefined) return undefined
  const { text } = statement.moduleSpecifier
  const isPackage = !text.startsWith('.')
  return { from: isPackage ? text : join(dirname(path), text), isPackage, names }
}

const namesOf = ({ name, namedBindings }: ts.ImportClause): string | undefined => {
  if (name !== undefined) return namedBindings === undefined ? `{default:${name.text}}` : undefined
  if (namedBindings === undefined || ts.isNamespaceImport(namedBindings)) return namedBindings?.name.text
  return `{${members(namedBindings.elements, (inside, outside) => `${inside}:${outside}`)}}`
}

const namedExports = (statement: ts.Statement): ReadonlyArray<ts.ExportSpecifier> | undefined => {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return undefined
  const clause = statement.exportClause
  return clause !== undefined && ts.isNamedExports(clause) ? clause.elements : undefined
}

/** Any other `import` or `export`, `import()` and `import.meta`. */
const needsModules = (node: ts.Node): boolean => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isExportAssignment(node)) return true
  if (ts.isMetaProperty(node)) return true
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return true
  return ts.forEachChild(node, (child) => needsModules(child) || undefined) ?? false
}

/** The parts of a script that runs the module `entry` of `files`, and answers what it exports to `result`, as `return ` does. */
export const scriptParts = (files: Files, entry: string, result = ''): ReadonlyArray<Part> => {
  const names = new Map<string, string>()
  const parts: Array<Part> = ['"use strict";']
  // A module comes after all that it imports. None imports itself in a circle: esbuild would have left it whole.
  const add = (path: string): void => {
    if (names.has(path)) return
    const { imports, kept, exports } = moduleOf(path, files.get(path) ?? '')
    for (const { from, isPackage } of imports) if (!isPackage) add(from)
    const name = `m${names.size}`
    names.set(path, name)
    const bound = imports.map((one) => {
      const value = one.isPackage ? `require(${JSON.stringify(one.from)})` : names.get(one.from)
      return `const ${one.names}=${value};`
    })
    parts.push(`const ${name}=(()=>{${bound.join('')}`)
    for (const [start, end] of kept) parts.push([path.replace(/^dist\//, ''), start, end], '\n')
    parts.push(`return{${exports}}})();`)
  }
  add(entry)
  return [...parts, result === '' ? '' : `${result}${names.get(entry)}`]
}
