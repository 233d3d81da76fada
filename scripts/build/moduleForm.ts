// The form of the modules in dist/ in which src/platform/node/moduleBody can read them: imports first, one a line, and one list
// of exports last. esbuild leaves imports where a file of ours begins.
import ts from 'typescript'
import { moduleForm } from '../../src/platform/node/moduleBody.ts'

const parsed = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS)

/** `x as y` of each import by name, or what else is bound. */
interface Bindings {
  readonly members: Array<string>
  readonly others: Set<string>
}

const membersOf = (clause: ts.NamedImports): ReadonlyArray<string> => clause.elements.map((each) => each.getText())

/** The module with its imports first: what it imports of one file is one line. */
export const withImportsFirst = (path: string, text: string): string => {
  if (text.startsWith('#!')) return text
  const file = parsed(path, text)
  const byFile = new Map<string, Bindings>()
  let rest = ''
  let end = 0
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause === undefined) continue
    const { name, namedBindings } = statement.importClause
    const from = statement.moduleSpecifier.getText()
    const bindings = byFile.get(from) ?? { members: [], others: new Set() }
    byFile.set(from, bindings)
    if (name !== undefined) bindings.others.add(name.text)
    if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) bindings.others.add(namedBindings.getText())
    else if (namedBindings !== undefined) bindings.members.push(...membersOf(namedBindings))
    rest += text.slice(end, statement.getStart())
    end = statement.end
    if (text[end] === '\n') end++
  }
  rest += text.slice(end)
  const lines = [...byFile].flatMap(([from, { members, others }]) => [
    ...[...others].map((other) => `import ${other} from ${from};\n`),
    ...(members.length === 0 ? [] : [`import { ${members.join(', ')} } from ${from};\n`]),
  ])
  return `${lines.join('')}${rest.trimStart()}`
}

/** An import, or any kind of export. */
const isOfModules = (one: ts.Statement): boolean =>
  ts.isImportDeclaration(one) ||
  ts.isExportDeclaration(one) ||
  ts.isExportAssignment(one) ||
  (ts.canHaveModifiers(one) && ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true)

/** Throws if a module is in another form: an import or export in between, `import()` of no file, or a text that looks like one. */
export const checkForm = (path: string, text: string): void => {
  const { imports, body, start } = moduleForm(text)
  const calls = new Set<number>()
  const visit = (node: ts.Node): void => {
    const at = node.getStart() - start
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) calls.add(at)
    if (ts.isMetaProperty(node)) calls.add(at)
    ts.forEachChild(node, visit)
  }
  const file = parsed(path, text)
  visit(file)
  const others = file.statements.filter(isOfModules)
  const isKnown = others.length - imports.length === (text.length > start + body.length ? 1 : 0)
  const texts = [...body.matchAll(/\bimport\((?=")|import\.meta\.url/g)].map(({ index }) => index)
  if (!isKnown || texts.length !== calls.size || texts.some((at) => !calls.has(at)))
    throw new Error(`${path} is no module that require can load: its imports or exports have another form`)
}
