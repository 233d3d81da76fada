/**
 * The sentences that a source file can say, read out of its syntax: each literal text, and each template with every choice that it
 * holds. A value that the file does not know is `7`, which stands for a number as well as for a text.
 *
 *     `The caller signed ${count} ${way === 'early' ? 'before' : 'after'}.`
 *         The caller signed 7 before.        The caller signed 7 after.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

type Texts = ReadonlyArray<string>

const unknownValue: Texts = ['7']

/** More choices in one text than any has. */
const maxTexts = 64

const product = (starts: Texts, ends: Texts): Texts =>
  starts.flatMap((start) => ends.map((end) => start + end)).slice(0, maxTexts)

/** The values of a file's constants that are texts. */
type Constants = ReadonlyMap<string, ts.Expression>

const textsOf = (node: ts.Node, constants: Constants, depth = 0): Texts => {
  const inner = (child: ts.Node): Texts => textsOf(child, constants, depth + 1)
  if (depth > 8) return unknownValue
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text]
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return inner(node.expression)
  if (ts.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)]
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<Texts>(
      (texts, { expression, literal }) => product(product(texts, inner(expression)), [literal.text]),
      [node.head.text],
    )
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value === undefined ? unknownValue : inner(value)
  }
  return unknownValue
}

const isText = (node: ts.Node): node is ts.Expression =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node) ||
  ts.isConditionalExpression(node)

/** Several words and a full stop. */
const isSentence = (text: string): boolean => /^(?:[^\n]* ){3}[^\n]*[.!]$/.test(text)

const constantsIn = (source: ts.SourceFile): Constants => {
  const constants = new Map<string, ts.Expression>()
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isText(node.initializer))
      constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, collect)
  }
  collect(source)
  return constants
}

export const sentencesIn = (path: string): Texts => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const constants = constantsIn(source)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (isText(node))
      for (const text of textsOf(node, constants)) if (isSentence(text)) found.add(text.replace(/^7 (?=[A-Z])/, ''))
    // What a template holds is a part of its sentence.
    if (!ts.isTemplateExpression(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

/** The texts that a file gives to these functions, each as the argument with this number. */
export const textsGiven = (path: string, functions: Readonly<Record<string, number>>): Texts => {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const constants = constantsIn(source)
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const given = node.arguments[functions[node.expression.text] ?? node.arguments.length]
      if (given !== undefined) for (const text of textsOf(given, constants)) found.add(text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}
