/** A function of src is read without scrolling: at most 60 lines, and a closure keeps at most three variables of its own that change. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { assert, suite } from '../support/suite.ts'

const mostLines = 60
const mostVariables = 3

/** Hot paths: each is one loop over variables that stay in registers. */
const hotPaths: ReadonlyArray<string> = ['guards/memory/sipHash.ts']

type Function = { readonly line: number; readonly lines: number; readonly changed: number }

/** The functions of a file: their lines, and how many `let` of theirs a function inside of them uses. */
const functionsOf = (name: string, text: string): ReadonlyArray<Function> => {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: Array<Function> = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const start = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const end = source.getLineAndCharacterOfPosition(node.end).line
      const inner = namesInInnerFunctions(node)
      const changed = ownVariables(node).filter((variable) => inner.has(variable)).length
      found.push({ line: start + 1, lines: end - start + 1, changed })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const ownVariables = (outer: ts.Node): ReadonlyArray<string> => {
  const names: Array<string> = []
  const visit = (node: ts.Node): void => {
    if (node !== outer && ts.isFunctionLike(node)) return
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Let) !== 0)
      for (const { name } of node.declarations) if (ts.isIdentifier(name)) names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(outer)
  return names
}

const namesInInnerFunctions = (outer: ts.Node): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (node: ts.Node, isInner: boolean): void => {
    const isNowInner = isInner || (node !== outer && ts.isFunctionLike(node))
    if (isNowInner && ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, (child) => visit(child, isNowInner))
  }
  visit(outer, false)
  return names
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const isHotPath = (name: string): boolean => hotPaths.includes(name)
const tooLong = ({ lines }: Function): boolean => lines > mostLines
const keepsTooMuch = ({ changed }: Function): boolean => changed > mostVariables

const read = new Map(sources.map((name) => [name, functionsOf(name, readFileSync(join('src', name), 'utf8'))]))

/** Where a file of src has such a function: `job/Stage.ts:12`. */
const placesOf = (name: string, isWrong: (one: Function) => boolean): ReadonlyArray<string> =>
  (read.get(name) ?? []).filter(isWrong).map(({ line }) => `${name}:${line}`)

const functions = suite('functions of src')

functions(`have at most ${mostLines} lines, but for the hot paths`, () => {
  assert.equal(
    sources.filter((name) => !isHotPath(name)).flatMap((name) => placesOf(name, tooLong)),
    [],
  )
})

functions(
  `share at most ${mostVariables} changing variables with the functions inside of them, but for the hot paths`,
  () => {
    assert.equal(
      sources.filter((name) => !isHotPath(name)).flatMap((name) => placesOf(name, keepsTooMuch)),
      [],
    )
  },
)

functions('each hot path has a function that would be refused', () => {
  for (const file of hotPaths) assert.ok(placesOf(file, (one) => tooLong(one) || keepsTooMuch(one)).length > 0, file)
})

functions('a function that is too long, and a closure that keeps too much, are noticed', () => {
  const long = `const f = () => {\n${'  g()\n'.repeat(mostLines)}}\n`
  assert.equal(functionsOf('long.ts', long).filter(tooLong).length, 1)
  const closure =
    'const f = () => {\n  let a = 0, b = 0\n  let c = 0, d = 0\n  return () => { a++; b++; c++; d++ }\n}\n'
  assert.equal(functionsOf('closure.ts', closure).filter(keepsTooMuch).length, 1)
  assert.equal(functionsOf('closure.ts', closure.replace('d++', 'g()')).filter(keepsTooMuch).length, 0)
})
