/** The value of a JSON text as languages print it when a program puts it into a text. */
import { isNumber, type Node } from './jsonText.ts'
import { floats, goNumber, shortest } from './numberText.ts'
import { pythonText } from './pythonText.ts'
import type { Form } from './Respelling.ts'

/** How a language prints. */
interface Printing {
  readonly text: (literal: string) => string
  /** Of a member; like any other text unless set. */
  readonly name?: (literal: string) => string
  readonly words: Readonly<Record<string, string>>
  readonly number: (literal: string) => string
  readonly array: (items: ReadonlyArray<string>) => string
  readonly object: (members: ReadonlyArray<readonly [name: string, value: string]>) => string
}

const same = (literal: string): string => literal

const printed = (node: Node, how: Printing): string => {
  switch (node._tag) {
    case 'Array':
      return how.array(node.items.map((item) => printed(item, how)))
    case 'Object':
      return how.object(
        node.members.map(([name, value]) => [(how.name ?? how.text)(name), printed(value, how)] as const),
      )
    case 'Scalar':
      if (node.literal.startsWith('"')) return how.text(node.literal)
      return isNumber(node.literal) ? how.number(node.literal) : (how.words[node.literal] ?? node.literal)
  }
}

const bare = (literal: string): string => JSON.parse(literal) as string

const pythonString = (literal: string): string => pythonText(bare(literal))

const joined =
  (before: string, between: string, after: string) =>
  (items: ReadonlyArray<string>): string =>
    before + items.join(between) + after

const members =
  (sign: string, before: string, between: string, after: string): Printing['object'] =>
  (all) =>
    before + all.map(([name, value]) => name + sign + value).join(between) + after

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

/** As Ruby inspects a string: `#` is escaped where it would begin an interpolation. */
const rubyString = (literal: string): string =>
  literal
    .replace(/#(?=[{$@])/g, '\\#')
    .replace(/[\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)

/** A symbol that needs no quotation marks. */
const isWord = (literal: string): boolean => /^"[A-Za-z_][A-Za-z0-9_]*[?!]?"$/.test(literal)
const symbol = (literal: string): string => `:${isWord(literal) ? bare(literal) : rubyString(literal)}`
const symbolName = (literal: string): string => `${isWord(literal) ? bare(literal) : rubyString(literal)}:`

const python = {
  text: pythonString,
  words: { true: 'True', false: 'False', null: 'None' },
  array: joined('[', ', ', ']'),
  object: members(': ', '{', ', ', '}'),
}

const ruby = { text: rubyString, words: { null: 'nil' }, number: floats('ruby'), array: joined('[', ', ', ']') }

const clojure = {
  text: same,
  words: { null: 'nil' },
  number: floats('java'),
  array: joined('[', ' ', ']'),
  object: members(' ', '{', ', ', '}'),
}

const elixir = { text: same, words: { null: 'nil' }, number: same, array: joined('[', ', ', ']') }

const printings: Readonly<Record<string, Printing>> = {
  'its value (Python)': { ...python, number: same },
  'its value, decoded (Python)': { ...python, number: floats('python') },
  'its value (Ruby)': { ...ruby, object: members('=>', '{', ', ', '}') },
  'its value (Ruby 3.4)': { ...ruby, object: members(' => ', '{', ', ', '}') },
  'its value, symbols as names (Ruby)': { ...ruby, name: symbol, object: members('=>', '{', ', ', '}') },
  'its value, symbols as names (Ruby 3.4)': { ...ruby, name: symbolName, object: members(' ', '{', ', ', '}') },
  'its value (Go)': {
    text: bare,
    words: { null: '<nil>' },
    number: goNumber,
    array: joined('[', ' ', ']'),
    object: (all) => members(':', 'map[', ' ', ']')(all.toSorted(byName)),
  },
  'its value (Java)': {
    text: bare,
    words: {},
    number: floats('java'),
    array: joined('[', ', ', ']'),
    object: members('=', '{', ', ', '}'),
  },
  'its value (Clojure)': { ...clojure, name: (literal) => `:${bare(literal)}` },
  'its value, texts as names (Clojure)': clojure,
  'its value (Elixir)': { ...elixir, object: members(' => ', '%{', ', ', '}') },
  'its value, atoms as names (Elixir)': { ...elixir, name: symbolName, object: members(' ', '%{', ', ', '}') },
  'its value (Scala)': {
    text: bare,
    words: {},
    number: floats('java'),
    array: joined('List(', ', ', ')'),
    object: members(' -> ', 'Map(', ', ', ')'),
  },
  'its value (Groovy)': {
    text: bare,
    words: {},
    number: same,
    array: joined('[', ', ', ']'),
    object: members(':', '[', ', ', ']'),
  },
}

const pascal = (literal: string): string =>
  bare(literal).replace(/(?:^|[_-])([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())

const go = { text: bare, words: { null: '<nil>' }, number: goNumber, array: joined('[', ' ', ']') }
const goValues: Printing = { ...go, object: (all) => `{${all.map(([, value]) => value).join(' ')}}` }
const goNames: Printing = { ...go, name: pascal, object: members(':', '{', ' ', '}') }

/** `Id` as Go programmers write it. */
const goInitials: Printing = {
  ...goNames,
  name: (literal) => pascal(literal).replace(/(?:Id|Url|Http|Api)(?![a-z])/g, (word) => word.toUpperCase()),
}

const rarePrintings: Readonly<Record<string, Printing>> = {
  'its value, a struct (Go)': goValues,
  'its value, a struct with names (Go)': goNames,
  'its value, a struct with names and initials (Go)': goInitials,
  'its value (PowerShell)': {
    text: bare,
    words: { true: 'True', false: 'False', null: '' },
    number: same,
    array: joined('', ' ', ''),
    object: members('=', '@{', '; ', '}'),
  },
  'its value (Debug of serde_json)': {
    text: (literal) => `String(${literal})`,
    name: same,
    words: { true: 'Bool(true)', false: 'Bool(false)', null: 'Null' },
    number: (literal) => `Number(${literal})`,
    array: joined('Array [', ', ', ']'),
    object: members(': ', 'Object {', ', ', '}'),
  },
  'its value (Swift)': {
    text: same,
    words: { null: 'nil' },
    number: same,
    array: joined('[', ', ', ']'),
    object: members(': ', '[', ', ', ']'),
  },
  'its value (Dart, Kotlin)': {
    text: bare,
    words: {},
    number: same,
    array: joined('[', ', ', ']'),
    object: members(': ', '{', ', ', '}'),
  },
}

function* rarePrintingsOf(tree: Node, isWanted: (detail: string) => boolean = () => true): Generator<Form> {
  for (const [detail, how] of Object.entries(rarePrintings)) if (isWanted(detail)) yield [detail, printed(tree, how)]
}

function* usualPrintingsOf(tree: Node, isWanted: (detail: string) => boolean = () => true): Generator<Form> {
  for (const [detail, how] of Object.entries(printings)) if (isWanted(detail)) yield [detail, printed(tree, how)]
}

/** The value as the languages print it whose forms are wanted by their details; the others are not made. */
export function* printedByWanted(tree: Node, isWanted: (detail: string) => boolean): Generator<Form> {
  yield* usualPrintingsOf(tree, isWanted)
  yield* rarePrintingsOf(tree, isWanted)
}

/** As `print_r` of PHP prints a value. */
const printR = (node: Node, indentation = ''): string => {
  if (node._tag === 'Scalar') {
    if (node.literal.startsWith('"')) return bare(node.literal)
    return { true: '1', false: '', null: '' }[node.literal] ?? node.literal
  }
  const entries =
    node._tag === 'Array'
      ? node.items.map((item, i) => [String(i), item] as const)
      : node.members.map(([name, value]) => [bare(name), value] as const)
  const inner = `${indentation}        `
  const lines = entries.map(([name, value]) => `${indentation}    [${name}] => ${printR(value, inner)}\n`)
  return `Array\n${indentation}(\n${lines.join('')}${indentation})\n`
}

/** As other languages print it, and structures without their names. */
export function* rarelyPrintedValues(tree: Node): Generator<Form> {
  yield* rarePrintingsOf(tree)
  for (const how of [goValues, goNames])
    yield [`its value, a pointer (Go)${how === goNames ? ', with names' : ''}`, `&${printed(tree, how)}`]
  yield ['its value (print_r of PHP)', printR(tree)]
}

/** With more characters, its place and its brackets, a value takes several lines. */
const lineLength = 80

/** As `util.inspect` of Node prints a value, down to a depth. Of lists of more than six short items it makes columns: not here. */
const inspected = (node: Node, depth: number, indentation = 0): string => {
  if (node._tag === 'Scalar')
    return node.literal.startsWith('"')
      ? pythonString(node.literal)
      : isNumber(node.literal)
        ? shortest(node.literal)
        : node.literal
  const isArray = node._tag === 'Array'
  const items = isArray ? node.items.map((item) => ['', item] as const) : node.members
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return open + close
  if (depth < 0) return isArray ? '[Array]' : '[Object]'
  const nameOf = (literal: string): string =>
    isArray ? '' : `${/^"[A-Za-z_][A-Za-z_0-9]*"$/.test(literal) ? bare(literal) : pythonString(literal)}: `
  const texts = items.map(([literal, value]) => nameOf(literal) + inspected(value, depth - 1, indentation + 2))
  const length = texts.reduce((sum, text) => sum + text.length + 2, indentation + open.length + 10)
  const line = `\n${' '.repeat(indentation + 2)}`
  const end = `\n${' '.repeat(indentation)}`
  return length > lineLength || texts.some((text) => text.includes('\n'))
    ? open + line + texts.join(`,${line}`) + end + close
    : `${open} ${texts.join(', ')} ${close}`
}

/** The value as each language prints it. */
export function* printedValues(tree: Node): Generator<Form> {
  yield* usualPrintingsOf(tree)
  yield ['its value (util.inspect of Node)', inspected(tree, 2)]
  yield ['its value (util.format of Node)', inspected(tree, 0)]
}
