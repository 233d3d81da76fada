/**
 * The value of a JSON body as libraries write it in YAML. `{"a":[1,"x"],"y":null}` becomes
 *
 *     a:            a:              ---
 *     - 1             - 1           a:
 *     - x             - x           - 1
 *     y: null       'y': null       - x
 *                                   "y":
 *
 *     PyYAML        js-yaml         to_yaml of Ruby
 */
import { isString, textOfString } from '../jsonLiterals.ts'
import type { Node } from '../jsonText.ts'
import type { Form } from '../Respelling.ts'
import { type Document, isEmpty } from './Document.ts'

type Quotes = 'single' | 'double'

interface Style {
  readonly library: string
  /** The spaces before the dashes of a list within an object. */
  readonly dashIndent: number
  /** The spaces before the members of an object within an object. */
  readonly indent: number
  /** Round a string that would be read as another value, such as `true`. */
  readonly quotes: Quotes
  /** Round `y` and `n`, which YAML 1.1 reads as truth values. If absent, they have no marks. */
  readonly quotesOfYesAndNo?: Quotes
  /** Strings with other letters than ASCII have double marks, and escapes for these letters: `"\xE9"`. */
  readonly isAscii?: true
  /** Each string has double marks, unless it is a name. */
  readonly areValuesQuoted?: true
  readonly isSorted?: true
  /** Begins with `---`. */
  readonly hasStart?: true
  /** Written for null. If absent, `null`. */
  readonly nullText?: string
  /** A list or an object that holds only scalars is on one line: `a: [1, x]`. */
  readonly isFlow?: true
}

const pyYaml = { dashIndent: 0, indent: 2, quotes: 'single', isAscii: true } as const

const styles: ReadonlyArray<Style> = [
  { library: 'PyYAML', ...pyYaml, isSorted: true },
  { library: 'PyYAML, not sorted', ...pyYaml },
  { library: 'PyYAML with allow_unicode', dashIndent: 0, indent: 2, quotes: 'single', isSorted: true },
  { library: 'PyYAML with allow_unicode, not sorted', dashIndent: 0, indent: 2, quotes: 'single' },
  { library: 'yaml of JavaScript', dashIndent: 2, indent: 2, quotes: 'double' },
  { library: 'js-yaml', dashIndent: 2, indent: 2, quotes: 'single', quotesOfYesAndNo: 'single' },
  {
    library: 'to_yaml of Ruby',
    dashIndent: 0,
    indent: 2,
    quotes: 'single',
    quotesOfYesAndNo: 'double',
    hasStart: true,
    nullText: '',
  },
  { library: 'Jackson', dashIndent: 0, indent: 2, quotes: 'double', areValuesQuoted: true, hasStart: true },
  {
    library: 'yaml of Go, version 3',
    dashIndent: 4,
    indent: 4,
    quotes: 'double',
    quotesOfYesAndNo: 'double',
    isSorted: true,
  },
  { library: 'PyYAML before 5.1', ...pyYaml, isSorted: true, isFlow: true },
  { library: 'SnakeYAML', dashIndent: 0, indent: 2, quotes: 'single', isFlow: true },
  { library: 'Symfony', dashIndent: 4, indent: 4, quotes: 'single' },
]

/** Each style, with a line end after the last line and without it. */
export function* yamlForms({ tree, sorted }: Document): Generator<Form> {
  for (const style of styles) {
    const lines = linesOf(style.isSorted ? sorted : tree, style, 0)
    const text = [...(style.hasStart ? ['---'] : []), ...lines].join('\n')
    yield [`its value as YAML (${style.library})`, `${text}\n`]
    yield [`its value as YAML (${style.library}), no line end after it`, text]
  }
}

// ---- Lines

/** The lines of a value. So many spaces are before its members. */
const linesOf = (node: Node, style: Style, depth: number): ReadonlyArray<string> => {
  switch (node._tag) {
    case 'Object':
      return node.members.flatMap(([name, child]) => linesOfMember(name, child, style, depth))
    case 'Array':
      return node.items.flatMap((child) => linesOfItem(child, style, depth))
    case 'Scalar':
      return [' '.repeat(depth) + inlineText(node, style)]
  }
}

const linesOfMember = (name: string, child: Node, style: Style, depth: number): ReadonlyArray<string> => {
  const start = `${' '.repeat(depth)}${stringText(textOfString(name), style)}:`
  if (isInline(child, style)) return [startLine(start, inlineText(child, style))]
  return [start, ...linesOf(child, style, depth + (child._tag === 'Array' ? style.dashIndent : style.indent))]
}

const dash = '- '

const linesOfItem = (child: Node, style: Style, depth: number): ReadonlyArray<string> => {
  const spaces = ' '.repeat(depth)
  if (isInline(child, style)) return [startLine(`${spaces}-`, inlineText(child, style))]
  const childDepth = depth + dash.length
  const [firstLine = '', ...otherLines] = linesOf(child, style, childDepth)
  return [spaces + dash + firstLine.slice(childDepth), ...otherLines]
}

const startLine = (start: string, value: string): string => (value === '' ? start : `${start} ${value}`)

// ---- Values on the line of their name

const isInline = (node: Node, { isFlow }: Style): boolean =>
  node._tag === 'Scalar' || isEmpty(node) || (isFlow === true && childrenOf(node).every(isScalar))

const isScalar = (node: Node): boolean => node._tag === 'Scalar'

const childrenOf = (node: Exclude<Node, { readonly _tag: 'Scalar' }>): ReadonlyArray<Node> =>
  node._tag === 'Array' ? node.items : node.members.map(([, child]) => child)

const inlineText = (node: Node, style: Style): string => {
  switch (node._tag) {
    case 'Array':
      return `[${node.items.map((child) => inlineText(child, style)).join(', ')}]`
    case 'Object': {
      const members = node.members.map(
        ([name, child]) => `${stringText(textOfString(name), style)}: ${inlineText(child, style)}`,
      )
      return `{${members.join(', ')}}`
    }
    case 'Scalar':
      return scalarText(node.literal, style)
  }
}

const scalarText = (literal: string, style: Style): string => {
  if (isString(literal)) return style.areValuesQuoted ? literal : stringText(textOfString(literal), style)
  return literal === 'null' ? (style.nullText ?? literal) : literal
}

// ---- Strings

/** A string or a name, with quotation marks if the library writes some. */
const stringText = (text: string, { quotes, quotesOfYesAndNo, isAscii }: Style): string => {
  const inDouble = JSON.stringify(text)
  if (/\p{Cc}/u.test(text)) return inDouble
  if (isAscii && /[^\0-\u007f]/.test(text)) return escapeLetters(inDouble)
  const isYesOrNo = /^[yn]$/i.test(text)
  const neededQuotes = isYesOrNo ? quotesOfYesAndNo : isReadAsOtherValue(text) ? quotes : undefined
  if (neededQuotes === undefined) return text
  return neededQuotes === 'double' ? inDouble : `'${text.replaceAll("'", "''")}'`
}

/** Writes `é` as `\xE9`, `Ł` as `\u0141` and `😀` as `\U0001F600`. */
const escapeLetters = (quoted: string): string =>
  quoted.replace(/[^\0-\u007f]/gu, (letter) => {
    const hex = (letter.codePointAt(0) as number).toString(16).toUpperCase()
    if (hex.length <= 2) return `\\x${hex}`
    return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
  })

/** Marks of YAML at the beginning, within the text, or at its end. */
const yamlMarks = /^[-?:] |^[\s,[\]{}#&*!|>'"%@`]|^[-?:]$|: |:$| #|\s$|^[=<]/
const yamlWord = /^(?:true|false|yes|no|on|off|null|~)$/i
const yamlNumberOrDate = /^[-+.]?\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?$|^0[xo][\da-f]+$|^\d{4}-\d\d?-\d\d?/i

/** Whether YAML would read something else than this text, if it had no quotation marks. */
const isReadAsOtherValue = (text: string): boolean =>
  text === '' || [yamlMarks, yamlWord, yamlNumberOrDate].some((pattern) => pattern.test(text))
