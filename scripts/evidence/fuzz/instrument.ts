// Bundles a script with counters in the project's own code, src/: one at the start of each branch, in `globalThis.fuzzCounters`.
// V8's own precise coverage answers a thousand times a second, these counters a hundred thousand times.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import ts from 'typescript'

export interface Instrumented {
  readonly file: string
  readonly branches: number
  /** The texts that the code compares with: words for mutations. */
  readonly words: ReadonlyArray<string>
}

const lazy = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** Counts from `first` on; tells how many counters it has added. */
const counting = (first: number, source: string, path: string): { code: string; next: number; words: Set<string> } => {
  let next = first
  const words = new Set<string>()
  const insertions: Array<{ readonly at: number; readonly text: string }> = []
  const hit = (): string => `fuzzCounters[${next++}]++`
  const around = (node: ts.Node, before: string, after: string): void => {
    insertions.push({ at: node.getStart(), text: before }, { at: node.end, text: after })
  }
  const expression = (node: ts.Expression): void => around(node, `(${hit()}, `, ')')
  const statement = (node: ts.Statement): void => {
    if (ts.isBlock(node)) insertions.push({ at: node.getStart() + 1, text: `${hit()};` })
    else around(node, `{ ${hit()};`, ' }')
  }
  const branch = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && node.text.length <= 32) words.add(node.text)
    else if (ts.isArrowFunction(node)) ts.isBlock(node.body) ? statement(node.body) : expression(node.body)
    else if (ts.isConditionalExpression(node)) {
      expression(node.whenTrue)
      expression(node.whenFalse)
    } else if (ts.isBinaryExpression(node) && lazy.has(node.operatorToken.kind)) expression(node.right)
    else if (ts.isIfStatement(node)) {
      statement(node.thenStatement)
      if (node.elseStatement !== undefined) statement(node.elseStatement)
    } else if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node))
      statement(node.statement)
    else if (ts.isCaseClause(node) && node.statements[0] !== undefined)
      insertions.push({ at: node.statements[0].getStart(), text: `${hit()};` })
  }
  // Children first: of two branches that end at one place, the inner one is closed first.
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    ts.forEachChild(node, visit)
    branch(node)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.ES2023, true))
  let code = 'const { fuzzCounters } = globalThis\n'
  let copied = 0
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    code += source.slice(copied, at) + text
    copied = at
  }
  return { code: code + source.slice(copied), next, words }
}

export const instrument = async (entry: string, outfile: string): Promise<Instrumented> => {
  let branches = 0
  const words = new Set<string>()
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: {
      js: `import { workerData as w } from 'node:worker_threads'\nglobalThis.fuzzCounters = new Uint32Array(w.branches)`,
    },
    alias: { countersign: './src/index.ts' },
    plugins: [
      {
        name: 'counters',
        setup: ({ onLoad }) => {
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
            const made = counting(branches, readFileSync(path, 'utf8'), path)
            branches = made.next
            for (const word of made.words) words.add(word)
            return { contents: made.code, loader: 'ts' }
          })
        },
      },
    ],
  })
  return { file: outfile, branches, words: [...words].filter((word) => word !== '') }
}
