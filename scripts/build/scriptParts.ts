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

interface Module {
  readonly imports: ReadonlyArray<{ readonly from: string; readonly names: string }>
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
  const imports: Array<Module['imports'][number]> = []
  const exports: Array<string> = []
  const kept: Array<ts.Statement> = []
  for (const statement of file.statements) {
    const imported = namedImports(statement)
    const exported = namedExports(statement)
    if (imported?.from.startsWith('.')) {
      const names = members(imported.elements, (inside, outside) => `${inside}:${outside}`)
      imports.push({ from: join(dirname(path), imported.from), names })
    } else if (exported !== undefined) {
      exports.push(members(exported, (inside, outside) => `${outside}:${inside}`))
    } else if (needsModules(statement)) refuse(statement)
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

type Elements<A> = ReadonlyArray<A>

const namedImports = (
  statement: ts.Statement,
): { readonly from: string; readonly elements: Elements<ts.ImportSpecifier> } | undefined => {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined
  const clause = statement.importClause?.namedBindings
  if (clause === undefined || !ts.isNamedImports(clause)) return undefined
  return { from: statement.moduleSpecifier.text, elements: clause.elements }
}

const namedExports = (statement: ts.Statement): Elements<ts.ExportSpecifier> | undefined => {
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
    for (const { from } of imports) add(from)
    const name = `m${names.size}`
    names.set(path, name)
    const bound = imports.map(({ from, names: list }) => `const{${list}}=${names.get(from)};`).join('')
    parts.push(`const ${name}=(()=>{${bound}`)
    for (const [start, end] of kept) parts.push([path.replace(/^dist\//, ''), start, end], '\n')
    parts.push(`return{${exports}}})();`)
  }
  add(entry)
  return [...parts, result === '' ? '' : `${result}${names.get(entry)}`]
}
