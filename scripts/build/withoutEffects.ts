/** Marks the calls in the constants of a module as pure, so that a bundler may leave out the constants that nobody uses. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import ts from 'typescript'

const pure = '/* @__PURE__ */ '

interface Insertion {
  readonly at: number
  readonly text: string
}

/** What may have an effect in an expression that is evaluated at once: its calls, and whether there is anything else. */
const effectsIn = (expression: ts.Node, file: ts.SourceFile): { calls: Array<number>; others: boolean } => {
  const found = { calls: [] as Array<number>, others: false }
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isTypeNode(node)) return
    // `f(a)(b)` is removed as one call.
    const isOuter = !ts.isCallExpression(node.parent) || node.parent.expression !== node
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isOuter) found.calls.push(node.getStart(file))
    // Only constants are computed here, such as 16 * 1024.
    if (ts.isBinaryExpression(node) && /^[*/+-]/.test(node.operatorToken.getText(file))) found.others = true
    const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
    if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isTemplateSpan(node)) found.others = true
    if (isRead && !(ts.isCallExpression(node.parent) && node.parent.expression === node)) found.others = true
    ts.forEachChild(node, visit)
  }
  visit(expression)
  return found
}

/** So the order in which modules are loaded changes nothing, and each may be left out. */
const defines = (one: ts.Statement): boolean =>
  ts.isVariableStatement(one) || ts.isDeclarationStatement(one) || ts.isEmptyStatement(one)

/** A program starts when it is loaded; nothing imports it. */
const isProgram = (path: string): boolean => /[\\/]main\.ts$/.test(path)

/** One build after the other loads the same modules. */
const before = new Map<string, string>()

/** The module with each definition at its top marked as one that does nothing else, so that it can be left out. */
const marked = (path: string, text: string): string => {
  const key = `${path}\n${text}`
  const known = before.get(key) ?? markedAnew(path, text)
  before.set(key, known)
  return known
}

const markedAnew = (path: string, text: string): string => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const effect = file.statements.find((one) => !defines(one))
  if (effect !== undefined && !isProgram(path)) throw new Error(`${path} does more than define: ${effect.getText()}`)
  const variables = file.statements.filter(ts.isVariableStatement)
  // Where a module runs as a function, see src/platform/node/moduleBody, its importers keep the first value of an export. fp-ts exports by `var`.
  const isOurs = path.endsWith('.ts')
  const changing = variables.find((one) => isOurs && one.modifiers && !(one.declarationList.flags & ts.NodeFlags.Const))
  if (changing !== undefined) throw new Error(`${path} exports a variable that can change: ${changing.getText()}`)
  const definitions = variables.flatMap((one) => [...one.declarationList.declarations])
  const insertions = definitions.flatMap(({ initializer }): ReadonlyArray<Insertion> => {
    if (initializer === undefined) return []
    const { calls, others } = effectsIn(initializer, file)
    if (others && !ts.isParenthesizedExpression(initializer))
      return [
        { at: initializer.getStart(file), text: `${pure}(() => (` },
        { at: initializer.end, text: '))()' },
      ]
    return calls.map((at) => ({ at, text: pure }))
  })
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((marked, { at, text }) => marked.slice(0, at) + text + marked.slice(at), text)
}

/** io-ts has one effect, on a type that we do not use; it would keep that type in every bundle. */
const ofRecursiveType = /^Object\.defineProperty\(RecursiveType\.prototype, 'type', \{[\s\S]*?^\}\);$/m

/** The definition of `ours` in core/Policies. */
const defaultsByRow = /^(export const ours: Policies = ).*$/m

/** What `tryCatch` of fp-ts is in ES5. As an async function it needs no generator made by hand, which is 0.7 KB after gzip. */
const generator =
  /__awaiter\(void 0, void 0, void 0, function \(\) \{\n.*\n +return __generator\([^\0]*?\[4 \/\*yield\*\/, (.*)\];[^\0]*?\[2 \/\*return\*\/, (_\..*)\];[^\0]*?\n {4}\}\)(?=; \};)/g
const asynchronous = '(async () => { try { return await $1 } catch (reason_1) { return $2 } })()'

/**
 * The defaults of the policies, computed: they come from a table that holds words, too. A page that verifies needs the defaults
 * alone, and no bundler can take the words out of a table.
 */
const defaultsOfPolicies = async (path: string, text: string): Promise<string> => {
  if (!/[\\/]core[\\/]Policies\.ts$/.test(path)) return text
  const { ours } = await import(pathToFileURL(path).href)
  if (!defaultsByRow.test(text)) throw new Error(`${path} makes its defaults in another way`)
  return text.replace(defaultsByRow, `$1${JSON.stringify(ours)}`)
}

const withoutWaste = (path: string, text: string): Promise<string> =>
  defaultsOfPolicies(path, text.replace(ofRecursiveType, '').replace(generator, asynchronous))

/**
 * No module of ours, of fp-ts or io-ts does anything when it is loaded but define; a bundler knows so where it is marked. Of
 * fp-ts/lib, which is CommonJS, nothing could be left out: 107 KB against 8.6.
 */
export const withoutEffects: Plugin = {
  name: 'without effects',
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /^fp-ts\/lib\// }, ({ path, importer, resolveDir, kind }) =>
      resolve(path.replace('/lib/', '/es6/'), { importer, resolveDir, kind }),
    )
    onLoad({ filter: /[\\/](?:fp-ts|io-ts)[\\/]es6[\\/]\w+\.js$|[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: marked(path, await withoutWaste(path, await readFile(path, 'utf8'))),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }))
  },
}
