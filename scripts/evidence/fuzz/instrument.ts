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

const { factory } = ts

/** Counts from `first` on; tells how many counters it has added. */
const counting = (first: number, source: string, file: string): { code: string; next: number; words: Set<string> } => {
  let next = first
  const words = new Set<string>()
  const hit = (): ts.Expression =>
    factory.createPostfixIncrement(
      factory.createElementAccessExpression(factory.createIdentifier('fuzzCounters'), next++),
    )
  const both = (expression: ts.Expression): ts.Expression =>
    factory.createParenthesizedExpression(factory.createComma(hit(), expression))
  const block = (statement: ts.Statement): ts.Block => {
    const statements = ts.isBlock(statement) ? statement.statements : [statement]
    return factory.createBlock([factory.createExpressionStatement(hit()), ...statements], true)
  }
  const lazy = new Set([
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ])
  const branch = (node: ts.Node): ts.Node => {
    if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && node.text.length <= 32)
      words.add(node.text)
    if (ts.isArrowFunction(node)) {
      const body = ts.isBlock(node.body) ? block(node.body) : both(node.body)
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = node
      return factory.updateArrowFunction(
        node,
        modifiers,
        typeParameters,
        parameters,
        type,
        equalsGreaterThanToken,
        body,
      )
    }
    if (ts.isIfStatement(node)) {
      const otherwise = node.elseStatement === undefined ? undefined : block(node.elseStatement)
      return factory.updateIfStatement(node, node.expression, block(node.thenStatement), otherwise)
    }
    if (ts.isConditionalExpression(node)) {
      const { condition, questionToken, whenTrue, colonToken, whenFalse } = node
      return factory.updateConditionalExpression(
        node,
        condition,
        questionToken,
        both(whenTrue),
        colonToken,
        both(whenFalse),
      )
    }
    if (ts.isBinaryExpression(node) && lazy.has(node.operatorToken.kind))
      return factory.updateBinaryExpression(node, node.left, node.operatorToken, both(node.right))
    if (ts.isForStatement(node))
      return factory.updateForStatement(node, node.initializer, node.condition, node.incrementor, block(node.statement))
    if (ts.isForOfStatement(node))
      return factory.updateForOfStatement(
        node,
        node.awaitModifier,
        node.initializer,
        node.expression,
        block(node.statement),
      )
    if (ts.isWhileStatement(node)) return factory.updateWhileStatement(node, node.expression, block(node.statement))
    if (ts.isCaseClause(node) && node.statements.length > 0)
      return factory.updateCaseClause(node, node.expression, [
        factory.createExpressionStatement(hit()),
        ...node.statements,
      ])
    return node
  }
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (root) => {
    const visit = (node: ts.Node): ts.Node =>
      ts.isTypeNode(node) ? node : branch(ts.visitEachChild(node, visit, context))
    return ts.visitNode(root, visit) as ts.SourceFile
  }
  const { outputText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    transformers: { before: [transformer] },
  })
  return { code: `const { fuzzCounters } = globalThis\n${outputText}`, next, words }
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
            return { contents: made.code, loader: 'js' }
          })
        },
      },
    ],
  })
  return { file: outfile, branches, words: [...words].filter((word) => word !== '') }
}
