/**
 * Who uses the Promise faces need not know fp-ts: no declaration that can be reached from their exports names a type of it.
 * (A module may hold other declarations that do.)
 */
import { relative } from 'node:path'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const faces = [
  'client/node',
  'client/web',
  'server/node',
  'server/web',
  'server/http',
  'server/fetch',
  'server/express',
  'server/fastify',
  'server/hono',
].map((entry) => `src/${entry}.ts`)
const functional = 'src/index.ts'

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd(), { noCheck: true })
const program = ts.createProgram([...faces, functional], options)
const checker = program.getTypeChecker()

const target = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

interface Reached {
  /** Of fp-ts and io-ts, with the declaration that names them. */
  readonly foreign: ReadonlyArray<string>
  readonly own: number
}

/** Everything that the exports of a file name, and what that names, as a declaration file shows it: without bodies and values. */
const reachedFrom = (entry: string): Reached => {
  const file = program.getSourceFile(entry)
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
  if (module === undefined) throw new Error(`${entry} exports nothing`)
  const seen = new Set<ts.Symbol>()
  const foreign: Array<string> = []
  const queue = checker.getExportsOfModule(module).map(target)
  const visit =
    (from: ts.Symbol) =>
    (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const symbol = checker.getSymbolAtLocation(node)
        if (symbol !== undefined) name(target(symbol), from)
      }
      ts.forEachChild(node, (child) => {
        const { body, initializer } = node as { readonly body?: ts.Node; readonly initializer?: ts.Node }
        if (child !== body && child !== initializer) visit(from)(child)
      })
    }
  const name = (symbol: ts.Symbol, from: ts.Symbol): void => {
    // `Codec.Open` names the module and the type; only the type is reached.
    if (symbol.flags & ts.SymbolFlags.Module) return
    const path = symbol.declarations?.[0]?.getSourceFile().fileName ?? ''
    if (/\/node_modules\/(fp-ts|io-ts)\//.test(path)) foreign.push(`${from.name} names ${symbol.name}`)
    else if (!relative('src', path).startsWith('..')) queue.push(symbol)
  }
  for (const symbol of queue) {
    if (seen.has(symbol)) continue
    seen.add(symbol)
    for (const declaration of symbol.declarations ?? []) visit(symbol)(declaration)
  }
  return { foreign: [...new Set(foreign)], own: seen.size }
}

const declarations = suite('the declarations of the Promise faces')

for (const entry of faces) {
  declarations(`${entry} names no type of fp-ts and io-ts`, () => {
    const { foreign, own } = reachedFrom(entry)
    assert.equal(foreign, [])
    assert.ok(own > 0)
  })
}

declarations('the functional side does, so that this check would see it', () => {
  const { foreign } = reachedFrom(functional)
  assert.ok(foreign.some((text) => text.endsWith('names TaskEither')))
  assert.ok(foreign.some((text) => text.endsWith('names Branded')))
})

declarations.run()
