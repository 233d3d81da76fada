/**
 * The value of a JSON text as languages print it when a program puts it into a string: `{"a":[true,null]}` becomes
 * `{'a': [True, None]}` in Python, `{"a"=>[true, nil]}` in Ruby and `map[a:[true <nil>]]` in Go.
 */
import { byName, isString, textOfString } from './jsonLiterals.ts'
import { isNumber, type Node } from './jsonText.ts'
import { floatsOf, goNumber, pythonNumber, shortest } from './numberText.ts'
import {
  joinItems,
  joinMembers,
  type Printing,
  printNode,
  pythonPrinting,
  pythonRepr,
  same,
  serdeDebug,
} from './Printing.ts'
import type { Form } from './Respelling.ts'
import { nodeText } from './stringLiterals.ts'

/** Swift and Groovy print an empty map so. */
const orEmptyMap =
  (print: Printing['object']): Printing['object'] =>
  (printedMembers) =>
    printedMembers.length === 0 ? '[:]' : print(printedMembers)

/** A string as `inspect` of Ruby prints it: `#` is escaped where it would begin an interpolation. */
const rubyString = (literal: string): string =>
  literal
    .replace(/#(?=[{$@])/g, '\\#')
    .replace(/[\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)

/** Whether a symbol of this name needs no quotation marks. */
const isWord = (literal: string): boolean => /^"[A-Za-z_][A-Za-z0-9_]*[?!]?"$/.test(literal)
const symbol = (literal: string): string => `:${isWord(literal) ? textOfString(literal) : rubyString(literal)}`
const symbolName = (literal: string): string => `${isWord(literal) ? textOfString(literal) : rubyString(literal)}:`

const ruby = { text: rubyString, words: { null: 'nil' }, number: floatsOf('ruby'), array: joinItems('[', ', ', ']') }

const clojure = {
  text: same,
  words: { null: 'nil' },
  number: floatsOf('java'),
  array: joinItems('[', ' ', ']'),
  object: joinMembers(' ', '{', ', ', '}'),
}

const elixir = { text: same, words: { null: 'nil' }, number: same, array: joinItems('[', ', ', ']') }

const printings: Readonly<Record<string, Printing>> = {
  'its value (Python)': pythonPrinting,
  'its value, decoded (Python)': { ...pythonPrinting, number: pythonNumber },
  'its value (Ruby)': { ...ruby, object: joinMembers('=>', '{', ', ', '}') },
  'its value (Ruby 3.4)': { ...ruby, object: joinMembers(' => ', '{', ', ', '}') },
  'its value, symbols as names (Ruby)': { ...ruby, name: symbol, object: joinMembers('=>', '{', ', ', '}') },
  'its value, symbols as names (Ruby 3.4)': { ...ruby, name: symbolName, object: joinMembers(' ', '{', ', ', '}') },
  'its value (Go)': {
    text: textOfString,
    words: { null: '<nil>' },
    number: goNumber,
    array: joinItems('[', ' ', ']'),
    object: (printedMembers) => joinMembers(':', 'map[', ' ', ']')(printedMembers.toSorted(byName)),
  },
  'its value (Java)': {
    text: textOfString,
    words: {},
    number: floatsOf('java'),
    array: joinItems('[', ', ', ']'),
    object: joinMembers('=', '{', ', ', '}'),
  },
  'its value (Clojure)': { ...clojure, name: (literal) => `:${textOfString(literal)}` },
  'its value, texts as names (Clojure)': clojure,
  'its value (Elixir)': { ...elixir, object: joinMembers(' => ', '%{', ', ', '}') },
  'its value, atoms as names (Elixir)': { ...elixir, name: symbolName, object: joinMembers(' ', '%{', ', ', '}') },
  'its value (Scala)': {
    text: textOfString,
    words: {},
    number: floatsOf('java'),
    array: joinItems('List(', ', ', ')'),
    object: joinMembers(' -> ', 'Map(', ', ', ')'),
  },
  'its value (Groovy)': {
    text: textOfString,
    words: {},
    number: same,
    array: joinItems('[', ', ', ']'),
    object: orEmptyMap(joinMembers(':', '[', ', ', ']')),
  },
}

/** The value as `str()` of Python gives it: a string without quotation marks. */
export const printedByPython = (node: Node): string =>
  node._tag === 'Scalar' && isString(node.literal) ? textOfString(node.literal) : pythonRepr(node)

const pascal = (literal: string): string =>
  textOfString(literal).replace(/(?:^|[_-])([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())

const camel = (literal: string): string =>
  textOfString(literal).replace(/[_-]([A-Za-z0-9])/g, (_, c: string) => c.toUpperCase())

const go = { text: textOfString, words: { null: '<nil>' }, number: goNumber, array: joinItems('[', ' ', ']') }
const goValues: Printing = {
  ...go,
  object: (printedMembers) => `{${printedMembers.map(([, memberText]) => memberText).join(' ')}}`,
}
const goNames: Printing = { ...go, name: pascal, object: joinMembers(':', '{', ' ', '}') }

/** Go programmers write `ID` and `URL` in names, not `Id` and `Url`. */
const goInitials: Printing = {
  ...goNames,
  name: (literal) => pascal(literal).replace(/(?:Id|Url|Http|Api)(?![a-z])/g, (word) => word.toUpperCase()),
}

const rarePrintings: Readonly<Record<string, Printing>> = {
  'its value, a struct (Go)': goValues,
  'its value, a struct with names (Go)': goNames,
  'its value, a struct with names and initials (Go)': goInitials,
  'its value (PowerShell)': {
    text: textOfString,
    words: { true: 'True', false: 'False', null: '' },
    number: same,
    array: joinItems('', ' ', ''),
    object: joinMembers('=', '@{', '; ', '}'),
  },
  'its value (Debug of serde_json)': serdeDebug,
  'its value (Swift)': {
    text: same,
    words: { null: 'nil' },
    number: same,
    array: joinItems('[', ', ', ']'),
    object: orEmptyMap(joinMembers(': ', '[', ', ', ']')),
  },
  'its value (Dart)': {
    text: textOfString,
    words: {},
    number: same,
    array: joinItems('[', ', ', ']'),
    object: joinMembers(': ', '{', ', ', '}'),
  },
}

/** An anonymous object: `{ a = b, c = { d = 1 } }`. An array prints its type, as every object does without a ToString of its own. */
const csharp: Printing = {
  text: textOfString,
  words: { true: 'True', false: 'False', null: '' },
  number: same,
  array: (printedItems) => {
    if (printedItems.length === 0) return 'System.Object[]'
    if (printedItems.every((printedItem) => /^-?\d+$/.test(printedItem))) return 'System.Int32[]'
    return printedItems.every((printedItem) => /^-?\d[\d.E+-]*$/.test(printedItem))
      ? 'System.Double[]'
      : 'System.String[]'
  },
  object: (printedMembers) =>
    printedMembers.length === 0 ? '{ }' : joinMembers(' = ', '{ ', ', ', ' }')(printedMembers),
}

/** A list of the generic kind prints its type, too. */
const csharpList: Printing = {
  ...csharp,
  array: (printedItems) => {
    const itemType = /\.(\w+)\[\]$/.exec(csharp.array(printedItems))?.[1] ?? 'Object'
    return `System.Collections.Generic.List\`1[System.${itemType}]`
  },
}

/** The values that have a name in their language, but no type of the caller's own: its name is not known. */
const namelessPrintings: Readonly<Record<string, Printing>> = {
  'its value, an anonymous object (C#)': csharp,
  'its value, an anonymous object with lists (C#)': csharpList,
  'its value, an anonymous object with names in Pascal case (C#)': { ...csharp, name: pascal },
  'its value (SimpleNamespace of Python)': {
    ...pythonPrinting,
    name: textOfString,
    object: joinMembers('=', 'namespace(', ', ', ')'),
  },
  'its value (a model of Pydantic)': {
    ...pythonPrinting,
    name: textOfString,
    object: joinMembers('=', '', ' ', ''),
  },
  'its value (OpenStruct of Ruby)': {
    ...ruby,
    name: textOfString,
    object: joinMembers('=', '#<OpenStruct ', ', ', '>'),
  },
}

/** Likely names of the type of a body. A type within it is named like its member. */
const typeNames = [
  'Request',
  'RequestBody',
  'Body',
  'Payload',
  'Data',
  'Job',
  'JobRequest',
  'CreateJobRequest',
  'Order',
  'User',
  'Message',
  'Params',
  'OrderRequest',
  'CreateOrderRequest',
  'OrderDTO',
  'OrderDto',
  'RequestDTO',
  'PayRequest',
  'UserRequest',
]

/** How a language prints a value of a type with fields: the text around the members, given the name of the type. */
interface TypedPrinting {
  readonly detail: string
  readonly printing: Omit<Printing, 'object'>
  readonly members: (typeName: string) => Printing['object']
}

const java = { text: textOfString, words: {}, number: floatsOf('java'), array: joinItems('[', ', ', ']') }

const typedPrintings: ReadonlyArray<TypedPrinting> = [
  {
    detail: 'a record (C#)',
    printing: { ...csharp, name: pascal },
    members: (typeName) => joinMembers(' = ', `${typeName} { `, ', ', ' }'),
  },
  { detail: 'a record (Java)', printing: java, members: (typeName) => joinMembers('=', `${typeName}[`, ', ', ']') },
  {
    detail: 'a data class (Kotlin, Lombok)',
    printing: java,
    members: (typeName) => joinMembers('=', `${typeName}(`, ', ', ')'),
  },
  {
    detail: 'a data class with names in camel case (Kotlin, Lombok)',
    printing: { ...java, name: camel },
    members: (typeName) => joinMembers('=', `${typeName}(`, ', ', ')'),
  },
  {
    detail: 'a class with the toString of an editor (Java)',
    printing: { ...java, text: (literal) => `'${textOfString(literal)}'`, name: camel },
    members: (typeName) => joinMembers('=', `${typeName}{`, ', ', '}'),
  },
  {
    detail: 'a case class (Scala)',
    printing: { ...java, array: joinItems('List(', ', ', ')') },
    members: (typeName) => (printedMembers) =>
      `${typeName}(${printedMembers.map(([, printedValue]) => printedValue).join(',')})`,
  },
  {
    detail: 'a dataclass (Python)',
    printing: { ...pythonPrinting, name: textOfString },
    members: (typeName) => joinMembers('=', `${typeName}(`, ', ', ')'),
  },
  {
    detail: 'a structure (Swift)',
    printing: {
      text: same,
      name: textOfString,
      words: { null: 'nil' },
      number: same,
      array: joinItems('[', ', ', ']'),
    },
    members: (typeName) => joinMembers(': ', `${typeName}(`, ', ', ')'),
  },
  {
    detail: 'Debug of a struct (Rust)',
    printing: {
      text: same,
      name: textOfString,
      words: { null: 'None' },
      number: same,
      array: joinItems('[', ', ', ']'),
    },
    members: (typeName) => joinMembers(': ', `${typeName} { `, ', ', ' }'),
  },
  {
    detail: 'a Struct (Ruby)',
    printing: { ...ruby, name: textOfString },
    members: (typeName) => joinMembers('=', `#<struct ${typeName} `, ', ', '>'),
  },
]

/**
 * Prints the value as an object of a type, given the name of the type. The types within it are named like their members, so all that is
 * within is printed once for every name.
 */
const typedPrinter = (node: Node, typed: TypedPrinting): ((typeName: string) => string) => {
  const { printing, members } = typed
  if (node._tag === 'Array') {
    const printers = node.items.map((child) => typedPrinter(child, typed))
    return (typeName) => printing.array(printers.map((print) => print(typeName)))
  }
  if (node._tag === 'Scalar') {
    const printed = printNode(node, { ...printing, object: members('') })
    return () => printed
  }
  const printedMembers = node.members.map(
    ([nameLiteral, child]) =>
      [(printing.name ?? textOfString)(nameLiteral), typedPrinter(child, typed)(pascal(nameLiteral))] as const,
  )
  return (typeName) => members(typeName)(printedMembers)
}

/** No longer bodies are printed as values of a type. */
const maxTyped = 4096

/** The value as an object without a type, and as one of a type of the caller's own, for likely names of the type. */
export function* printedTypes(tree: Node, length: number, wanted?: string): Generator<Form> {
  // A list may have other items before the first value of the type: `["a", Order(…)]`.
  const mayBeNamed = (typeName: string): boolean => wanted === undefined || wanted.includes(typeName)
  for (const [detail, printing] of Object.entries(namelessPrintings)) yield [detail, printNode(tree, printing), 'late']
  if (length > maxTyped) return
  const likelyNames = typeNames.filter(mayBeNamed)
  if (likelyNames.length === 0) return
  for (const typed of typedPrintings) {
    const print = typedPrinter(tree, typed)
    for (const typeName of likelyNames) yield [`its value, ${typed.detail}, ${typeName}`, print(typeName), 'late']
  }
}

/** No closing bracket of an object is longer. */
const maxClosing = 2

/**
 * Whether the printed value may be the wanted text. A list shows its opening bracket, and an object also its first name. Go sorts the
 * names, so each may be the first.
 */
const mayPrint = (tree: Node, { name, text, array, object }: Printing, wanted: string): boolean => {
  if (tree._tag === 'Scalar') return true
  if (tree._tag === 'Array') return wanted.startsWith(array([]).slice(0, 1))
  const beginnings = tree.members.map(([literal]) => object([[(name ?? text)(literal), '']]).slice(0, -maxClosing))
  return beginnings.length === 0 || beginnings.some((beginning) => wanted.startsWith(beginning))
}

/** Which printed values are made. */
interface Chosen {
  readonly isWanted?: (detail: string) => boolean
  /** At least the values that are this text. */
  readonly wanted?: string | undefined
}

function* printingsOf(
  tree: Node,
  table: Readonly<Record<string, Printing>>,
  { isWanted = () => true, wanted }: Chosen,
): Generator<Form> {
  for (const [detail, printing] of Object.entries(table))
    if (isWanted(detail) && (wanted === undefined || mayPrint(tree, printing, wanted)))
      yield [detail, printNode(tree, printing)]
}

/** The forms whose details are wanted. The others are not made. */
export function* printedByWanted(tree: Node, isWanted: (detail: string) => boolean): Generator<Form> {
  yield* printingsOf(tree, printings, { isWanted })
  yield* printingsOf(tree, rarePrintings, { isWanted })
}

/** A value as `print_r` of PHP prints it. */
const printR = (node: Node, indentation = ''): string => {
  if (node._tag === 'Scalar') {
    if (isString(node.literal)) return textOfString(node.literal)
    return { true: '1', false: '', null: '' }[node.literal] ?? node.literal
  }
  const entries =
    node._tag === 'Array'
      ? node.items.map((child, i) => [String(i), child] as const)
      : node.members.map(([nameLiteral, child]) => [textOfString(nameLiteral), child] as const)
  const inner = `${indentation}        `
  const entryLines = entries.map(
    ([entryName, child]) => `${indentation}    [${entryName}] => ${printR(child, inner)}\n`,
  )
  return `Array\n${indentation}(\n${entryLines.join('')}${indentation})\n`
}

/** The value as few programs print it: in rarer languages, or as a structure of Go. With `wanted`, at least the forms that are this text. */
export function* rarelyPrintedValues(tree: Node, wanted?: string): Generator<Form> {
  yield* printingsOf(tree, rarePrintings, { wanted })
  if (wanted === undefined || inspected.test(wanted))
    for (const [options, inspecting] of Object.entries(rareInspectings))
      yield [`its value (util.inspect of Node), ${options}`, inspect(tree, inspecting)]
  if (wanted !== undefined && !/^[&A]/.test(wanted)) return
  for (const printing of [goValues, goNames])
    yield [`its value, a pointer (Go)${printing === goNames ? ', with names' : ''}`, `&${printNode(tree, printing)}`]
  yield ['its value (print_r of PHP)', printR(tree)]
}

/** The options of `util.inspect`. */
interface Inspecting {
  /** Deeper objects and lists are printed as `[Object]` and `[Array]`. */
  readonly depth: number
  /** A longer value is on several lines. */
  readonly breakLength: number
  /** So many levels of objects and lists may share a line. */
  readonly compact: number
}

const usualInspecting: Inspecting = { depth: 2, breakLength: 80, compact: 3 }

/** A printed value, and the level of the last object or list within it: Node decides by this whether the value may be on one line. */
interface Inspected {
  readonly text: string
  readonly lastLevel: number
}

const inspect = (node: Node, options: Inspecting): string => inspectAt(node, options, 0).text

/** A value as `util.inspect` of Node prints it, except that Node writes lists of more than six short items in columns. */
const inspectAt = (node: Node, options: Inspecting, level: number): Inspected => {
  // Scalars and empty brackets have no level.
  const flat = (text: string): Inspected => ({ text, lastLevel: -1 })
  if (node._tag === 'Scalar')
    return flat(
      isString(node.literal)
        ? nodeText(textOfString(node.literal))
        : isNumber(node.literal)
          ? shortest(node.literal)
          : node.literal,
    )
  const isArray = node._tag === 'Array'
  const entries = isArray ? node.items.map((child) => ['', child] as const) : node.members
  const [open, close] = isArray ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return flat(open + close)
  if (level > options.depth) return flat(isArray ? '[Array]' : '[Object]')
  const nameOf = (literal: string): string =>
    isArray
      ? ''
      : `${/^"[A-Za-z_][A-Za-z_0-9]*"$/.test(literal) ? textOfString(literal) : nodeText(textOfString(literal))}: `
  const children = entries.map(([, child]) => inspectAt(child, options, level + 1))
  const entryTexts = entries.map(([literal], i) => nameOf(literal) + (children[i] as Inspected).text)
  const lastLevel = children.findLast((child) => child.lastLevel >= 0)?.lastLevel ?? level
  const indentation = 2 * level
  const length = entryTexts.reduce((sum, entryText) => sum + entryText.length + 2, indentation + open.length + 10)
  const lineStart = `\n${' '.repeat(indentation + 2)}`
  const end = `\n${' '.repeat(indentation)}`
  const isOnLines =
    lastLevel - level >= options.compact ||
    length > options.breakLength ||
    entryTexts.some((entryText) => entryText.includes('\n'))
  const text = isOnLines
    ? open + lineStart + entryTexts.join(`,${lineStart}`) + end + close
    : `${open} ${entryTexts.join(', ')} ${close}`
  return { text, lastLevel }
}

/** With these options, few callers print a value. */
const rareInspectings: Readonly<Record<string, Inspecting>> = {
  'every depth': { ...usualInspecting, depth: Number.POSITIVE_INFINITY },
  'every depth, long lines': {
    ...usualInspecting,
    depth: Number.POSITIVE_INFINITY,
    breakLength: Number.POSITIVE_INFINITY,
  },
  'every depth, not compact': { ...usualInspecting, depth: Number.POSITIVE_INFINITY, compact: 0 },
}

/** What `util.inspect` prints begins so, unless it is the text of a scalar. */
const inspected = /^[[{](?:[\s\]}]|(?:Array|Object)\]$)/

/** The value as each of the usual languages prints it. With `wanted`, at least the forms that are this text. */
export function* printedValues(tree: Node, wanted?: string): Generator<Form> {
  yield* printingsOf(tree, printings, { wanted })
  if (wanted !== undefined && tree._tag !== 'Scalar' && !inspected.test(wanted)) return
  yield ['its value (util.inspect of Node)', inspect(tree, usualInspecting)]
  yield ['its value (util.format of Node)', inspect(tree, { ...usualInspecting, depth: 0 })]
}
