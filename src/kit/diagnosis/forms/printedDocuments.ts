/**
 * The value of a JSON body in another format, or as functions for debugging print it over several lines.
 *
 *     {"a":[1,"x"],"b":null}
 *
 *     a:            <root><a>1</a><a>x</a><b/></root>    array (
 *     - 1                                                  'a' =>
 *     - x                                                  array (
 *     b: null                                                0 => 1, …
 *
 *     YAML          XML                                  var_export of PHP
 */
import { utf8 } from './charsets.ts'
import type { Node } from './jsonText.ts'
import { pythonText } from './pythonText.ts'
import type { Form } from './Respelling.ts'

const isText = (literal: string): boolean => literal.startsWith('"')
const bare = (literal: string): string => JSON.parse(literal) as string

const byName = ([a]: readonly [string, Node], [b]: readonly [string, Node]): number => (a < b ? -1 : a > b ? 1 : 0)

/** The value with the members of each object sorted by their names. */
const sortedTree = (node: Node): Node => {
  switch (node._tag) {
    case 'Scalar':
      return node
    case 'Array':
      return { ...node, items: node.items.map(sortedTree) }
    case 'Object':
      return {
        ...node,
        members: node.members.toSorted(byName).map(([name, child]) => [name, sortedTree(child)] as const),
      }
  }
}

const isEmpty = (node: Node): boolean =>
  (node._tag === 'Array' && node.items.length === 0) || (node._tag === 'Object' && node.members.length === 0)

// ---- YAML

interface YamlStyle {
  readonly library: string
  /** The spaces before the dash of a list within an object. */
  readonly dashIndent: number
  /** The spaces of a level. */
  readonly indent: number
  /** The marks round a string that would be read as another value. */
  readonly quotes: 'single' | 'double'
  /** Which other strings are in quotation marks. */
  readonly quotesMore?: 'y and n in double ones' | 'y and n' | 'letters beyond ASCII, escaped' | 'values'
  readonly isSorted?: true
  /** Begins with `---`. */
  readonly hasStart?: true
  /** Written for null. */
  readonly nothing?: string
  /** A list or an object without another one in it is on one line. */
  readonly isFlow?: true
}

const pyYaml = { dashIndent: 0, indent: 2, quotes: 'single', quotesMore: 'letters beyond ASCII, escaped' } as const

const yamlStyles: ReadonlyArray<YamlStyle> = [
  { library: 'PyYAML', ...pyYaml, isSorted: true },
  { library: 'PyYAML, not sorted', ...pyYaml },
  { library: 'yaml of JavaScript', dashIndent: 2, indent: 2, quotes: 'double' },
  { library: 'js-yaml', dashIndent: 2, indent: 2, quotes: 'single', quotesMore: 'y and n' },
  {
    library: 'to_yaml of Ruby',
    dashIndent: 0,
    indent: 2,
    quotes: 'single',
    quotesMore: 'y and n in double ones',
    hasStart: true,
    nothing: '',
  },
  { library: 'Jackson', dashIndent: 0, indent: 2, quotes: 'double', quotesMore: 'values', hasStart: true },
  {
    library: 'yaml of Go, version 3',
    dashIndent: 4,
    indent: 4,
    quotes: 'double',
    quotesMore: 'y and n',
    isSorted: true,
  },
  { library: 'PyYAML before 5.1', ...pyYaml, isSorted: true, isFlow: true },
  { library: 'SnakeYAML', dashIndent: 0, indent: 2, quotes: 'single', isFlow: true },
  { library: 'Symfony', dashIndent: 4, indent: 4, quotes: 'single' },
]

/** A text that YAML would read as something else than this text, if it had no quotation marks. */
const isYamlSpecial = (text: string): boolean =>
  text === '' ||
  /^[-?:] |^[\s,[\]{}#&*!|>'"%@`]|^[-?:]$|: |:$| #|\s$|^[=<]/.test(text) ||
  /^(?:true|false|yes|no|on|off|null|~)$/i.test(text) ||
  /^[-+.]?\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?$|^0[xo][\da-f]+$|^\d{4}-\d\d?-\d\d?/i.test(text)

const escapeBeyondAscii = (quoted: string): string =>
  quoted.replace(/[^\0-\u007f]/gu, (letter) => {
    const hex = (letter.codePointAt(0) as number).toString(16).toUpperCase()
    if (hex.length <= 2) return `\\x${hex}`
    return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
  })

const yamlText = (text: string, { quotes, quotesMore }: YamlStyle): string => {
  const inDouble = JSON.stringify(text)
  if (/\p{Cc}/u.test(text)) return inDouble
  if (quotesMore === 'letters beyond ASCII, escaped' && /[^\0-\u007f]/.test(text)) return escapeBeyondAscii(inDouble)
  const isLetter = /^[yn]$/i.test(text)
  if (isLetter && quotesMore === 'y and n in double ones') return inDouble
  if (!isYamlSpecial(text) && !(isLetter && quotesMore === 'y and n')) return text
  return quotes === 'double' ? inDouble : `'${text.replaceAll("'", "''")}'`
}

/** The lines of a value. `depth` counts the spaces before its members. */
const yamlLines = (node: Node, style: YamlStyle, depth: number): ReadonlyArray<string> => {
  const spaces = ' '.repeat(depth)
  if (node._tag === 'Object')
    return node.members.flatMap(([name, child]) => {
      const start = `${spaces}${yamlText(bare(name), style)}:`
      if (isOnLine(child, style)) return [joinYaml(start, yamlOnLine(child, style))]
      return [start, ...yamlLines(child, style, depth + (child._tag === 'Array' ? style.dashIndent : style.indent))]
    })
  if (node._tag === 'Array')
    return node.items.flatMap((child) => {
      if (isOnLine(child, style)) return [joinYaml(`${spaces}-`, yamlOnLine(child, style))]
      const [first = '', ...others] = yamlLines(child, style, depth + 2)
      return [`${spaces}- ${first.slice(depth + 2)}`, ...others]
    })
  return [spaces + yamlOnLine(node, style)]
}

const joinYaml = (start: string, value: string): string => (value === '' ? start : `${start} ${value}`)

const childrenOf = (node: Node): ReadonlyArray<Node> => {
  if (node._tag === 'Array') return node.items
  return node._tag === 'Object' ? node.members.map(([, child]) => child) : []
}

/** Whether the value is on the line of its name. */
const isOnLine = (node: Node, { isFlow }: YamlStyle): boolean =>
  node._tag === 'Scalar' ||
  isEmpty(node) ||
  (isFlow === true && childrenOf(node).every(({ _tag }) => _tag === 'Scalar'))

const yamlOnLine = (node: Node, style: YamlStyle): string => {
  if (node._tag === 'Array') return `[${node.items.map((child) => yamlOnLine(child, style)).join(', ')}]`
  if (node._tag === 'Object')
    return `{${node.members.map(([name, child]) => `${yamlText(bare(name), style)}: ${yamlOnLine(child, style)}`).join(', ')}}`
  if (isText(node.literal)) return style.quotesMore === 'values' ? node.literal : yamlText(bare(node.literal), style)
  return node.literal === 'null' ? (style.nothing ?? 'null') : node.literal
}

function* yamlForms(tree: Node): Generator<Form> {
  for (const style of yamlStyles) {
    const lines = yamlLines(style.isSorted ? sortedTree(tree) : tree, style, 0)
    const text = [...(style.hasStart ? ['---'] : []), ...lines].join('\n')
    yield [`its value as YAML (${style.library})`, `${text}\n`]
    yield [`its value as YAML (${style.library}), no line end after it`, text]
  }
}

// ---- XML

interface XmlStyle {
  readonly root: string
  readonly declaration: string
  /** `<a/>` for an empty element. Else `<a></a>`. */
  readonly isShort: boolean
  /** The name of an element for each item of a list. If absent, the element of the list is repeated. */
  readonly item?: string | undefined
  /** Written for null. */
  readonly nothing?: string
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)

const element = (name: string, content: string, isShort: boolean): string => {
  if (content !== '' || !isShort) return name === '' ? content : `<${name}>${content}</${name}>`
  return name === '' ? '' : `<${name}/>`
}

const xmlContent = (node: Node, style: XmlStyle): string => {
  if (node._tag === 'Object') return node.members.map(([name, child]) => xmlElements(bare(name), child, style)).join('')
  if (node._tag === 'Array')
    return node.items.map((child) => element(style.item ?? 'item', xmlContent(child, style), style.isShort)).join('')
  if (isText(node.literal)) return escapeXml(bare(node.literal))
  return node.literal === 'null' ? (style.nothing ?? '') : node.literal
}

const xmlElements = (name: string, node: Node, style: XmlStyle): string =>
  node._tag === 'Array' && style.item === undefined
    ? node.items.map((child) => element(name, xmlContent(child, style), style.isShort)).join('')
    : element(name, xmlContent(node, style), style.isShort)

const xmlRoots: ReadonlyArray<string> = ['root', 'xml', 'request', 'Request', 'data', 'LinkedHashMap', 'ObjectNode', '']
const xmlDeclarations: ReadonlyArray<string> = [
  '<?xml version="1.0" encoding="utf-8"?>\n',
  '<?xml version="1.0" encoding="UTF-8"?>\n',
  '<?xml version="1.0" encoding="UTF-8"?>',
  "<?xml version='1.0' encoding='UTF-8'?>",
]

const xmlStyles: ReadonlyArray<XmlStyle> = [
  ...xmlRoots.map((root) => ({ root, declaration: '' })),
  ...xmlDeclarations.map((declaration) => ({ root: 'root', declaration })),
].flatMap(({ root, declaration }) => [
  { root, declaration, isShort: true },
  { root, declaration, isShort: false },
  // org.json writes null so.
  ...(root === '' ? [{ root, declaration, isShort: true, nothing: 'null' }] : []),
  ...(root === 'root' ? [true, false].map((isShort) => ({ root, declaration, isShort, item: 'item' })) : []),
])

function* xmlForms(tree: Node): Generator<Form> {
  for (const [i, style] of xmlStyles.entries())
    yield [
      `its value as XML, ${i + 1}`,
      style.declaration + element(style.root, xmlContent(tree, style), style.isShort),
    ]
}

// ---- PHP

const phpText = (literal: string): string => `'${bare(literal).replace(/[\\']/g, '\\$&')}'`

/** The entries of an array of PHP: a list has numbers as keys. */
const phpEntries = (
  node: Exclude<Node, { readonly _tag: 'Scalar' }>,
): ReadonlyArray<readonly [key: string | number, Node]> =>
  node._tag === 'Array' ? node.items.map((child, i) => [i, child]) : node.members

const varExport = (node: Node, indentation = ''): string => {
  if (node._tag === 'Scalar') {
    if (isText(node.literal)) return phpText(node.literal)
    return node.literal === 'null' ? 'NULL' : node.literal
  }
  const entries = phpEntries(node).map(([key, child]) => {
    const start = `${indentation}  ${typeof key === 'number' ? key : phpText(key)} => `
    const isNested = child._tag !== 'Scalar'
    return `${start}${isNested ? `\n${indentation}  ` : ''}${varExport(child, `${indentation}  `)},\n`
  })
  return `array (\n${entries.join('')}${indentation})`
}

const varDump = (node: Node, indentation = ''): string => {
  if (node._tag === 'Scalar') {
    const { literal } = node
    if (isText(literal)) return `${indentation}string(${utf8(bare(literal)).length}) "${bare(literal)}"\n`
    if (literal === 'null') return `${indentation}NULL\n`
    if (literal === 'true' || literal === 'false') return `${indentation}bool(${literal})\n`
    return `${indentation}${/[.eE]/.test(literal) ? 'float' : 'int'}(${literal})\n`
  }
  const entries = phpEntries(node)
  const shown = entries.map(
    ([key, child]) =>
      `${indentation}  [${typeof key === 'number' ? key : JSON.stringify(bare(key))}]=>\n${varDump(child, `${indentation}  `)}`,
  )
  return `${indentation}array(${entries.length}) {\n${shown.join('')}${indentation}}\n`
}

const serializedText = (text: string): string => `s:${utf8(text).length}:"${text}";`

const serialize = (node: Node): string => {
  if (node._tag === 'Scalar') {
    const { literal } = node
    if (isText(literal)) return serializedText(bare(literal))
    if (literal === 'null') return 'N;'
    if (literal === 'true' || literal === 'false') return `b:${literal === 'true' ? 1 : 0};`
    return `${/[.eE]/.test(literal) ? 'd' : 'i'}:${literal};`
  }
  const entries = phpEntries(node)
  const shown = entries.map(
    ([key, child]) => (typeof key === 'number' ? `i:${key};` : serializedText(bare(key))) + serialize(child),
  )
  return `a:${entries.length}:{${shown.join('')}}`
}

// ---- Perl

/** What `Data::Dumper` prints for a value of JSON::PP. Members are in columns if `isAligned`. */
const dumper = (node: Node, isAligned: boolean, column: number): string => {
  if (node._tag === 'Scalar') {
    const { literal } = node
    if (isText(literal)) return phpText(literal)
    if (literal === 'null') return 'undef'
    if (literal === 'true') return "bless( do{\\(my $o = 1)}, 'JSON::PP::Boolean' )"
    if (literal === 'false') return "bless( do{\\(my $o = 0)}, 'JSON::PP::Boolean' )"
    return /^(?:0|-?[1-9]\d{0,8})$/.test(literal) ? literal : `'${literal}'`
  }
  const [open, close] = node._tag === 'Array' ? '[]' : '{}'
  if (isEmpty(node)) return `${open}${close}`
  const inner = column + 2
  const entries =
    node._tag === 'Array'
      ? node.items.map((child) => dumper(child, isAligned, inner))
      : node.members.map(([name, child]) => {
          const start = `${phpText(name)} => `
          return start + dumper(child, isAligned, isAligned ? inner + start.length : inner)
        })
  const lineStart = `\n${' '.repeat(inner)}`
  return `${open}${lineStart}${entries.join(`,${lineStart}`)}\n${' '.repeat(column)}${close}`
}

const dumperForms = (tree: Node): ReadonlyArray<Form> =>
  [tree, sortedTree(tree)].flatMap((node, i) => {
    const sorted = i === 0 ? '' : ', sorted'
    return [
      [`its value (Data::Dumper of Perl)${sorted}`, `$VAR1 = ${dumper(node, true, 8)};\n`],
      [`its value (Data::Dumper of Perl)${sorted}, indented by one`, `$VAR1 = ${dumper(node, false, 0)};\n`],
      [`its value (Data::Dumper of Perl)${sorted}, terse`, `${dumper(node, true, 0)}\n`],
    ] as const
  })

// ---- Python

const pythonScalar = (literal: string): string => {
  if (isText(literal)) return pythonText(bare(literal))
  return { true: 'True', false: 'False', null: 'None' }[literal] ?? literal
}

const pythonRepr = (node: Node): string => {
  if (node._tag === 'Array') return `[${node.items.map(pythonRepr).join(', ')}]`
  if (node._tag === 'Object')
    return `{${node.members.map(([name, child]) => `${pythonText(bare(name))}: ${pythonRepr(child)}`).join(', ')}}`
  return pythonScalar(node.literal)
}

/** The width of pprint. */
const pprintWidth = 80

/** What `pprint` writes: on one line if there is room for it. It breaks a long string into pieces, which this does not. */
const pprint = (node: Node, indent: number, allowance: number): string => {
  const repr = pythonRepr(node)
  if (node._tag === 'Scalar' || repr.length <= pprintWidth - indent - allowance) return repr
  const allowanceOf = (i: number, count: number): number => (i === count - 1 ? allowance + 1 : 1)
  const lineStart = `,\n${' '.repeat(indent + 1)}`
  if (node._tag === 'Array') {
    const { items } = node
    return `[${items.map((child, i) => pprint(child, indent + 1, allowanceOf(i, items.length))).join(lineStart)}]`
  }
  const { members } = node
  const shown = members.map(([name, child], i) => {
    const start = `${pythonText(bare(name))}: `
    return start + pprint(child, indent + 1 + start.length, allowanceOf(i, members.length))
  })
  return `{${shown.join(lineStart)}}`
}

const orderedDict = (node: Node): string => {
  if (node._tag === 'Array') return `[${node.items.map(orderedDict).join(', ')}]`
  if (node._tag === 'Scalar') return pythonScalar(node.literal)
  const pairs = node.members.map(([name, child]) => `(${pythonText(bare(name))}, ${orderedDict(child)})`)
  return pairs.length === 0 ? 'OrderedDict()' : `OrderedDict([${pairs.join(', ')}])`
}

/** Since Python 3.12. */
const laterOrderedDict = (node: Node): string => {
  if (node._tag === 'Array') return `[${node.items.map(laterOrderedDict).join(', ')}]`
  if (node._tag === 'Scalar') return pythonScalar(node.literal)
  const pairs = node.members.map(([name, child]) => `${pythonText(bare(name))}: ${laterOrderedDict(child)}`)
  return pairs.length === 0 ? 'OrderedDict()' : `OrderedDict({${pairs.join(', ')}})`
}

function* pythonForms(tree: Node): Generator<Form> {
  for (const [order, node] of [
    ['', sortedTree(tree)],
    [', not sorted', tree],
  ] as const) {
    const text = pprint(node, 0, 0)
    // On one line, this is what Python prints.
    if (text === pythonRepr(tree)) continue
    yield [`its value (pprint of Python)${order}`, text]
    yield [`its value (pprint of Python)${order}, a line feed behind it`, `${text}\n`]
  }
  yield ['its value (OrderedDict of Python)', orderedDict(tree)]
  yield ['its value (OrderedDict of Python), since 3.12', laterOrderedDict(tree)]
}

// ---- Other languages

/** `%#v` of Go. */
const goSyntax = (node: Node): string => {
  if (node._tag === 'Array') return `[]interface {}{${node.items.map(goSyntax).join(', ')}}`
  if (node._tag === 'Object')
    return `map[string]interface {}{${node.members.map(([name, child]) => `${name}:${goSyntax(child)}`).join(', ')}}`
  return node.literal === 'null' ? 'interface {}(nil)' : node.literal
}

const rustNames: Readonly<Record<string, string>> = { true: 'Bool(true)', false: 'Bool(false)', null: 'Null' }

/** `{:?}` of a value of serde_json. */
const rustDebug = (node: Node, isOutermost: boolean): string => {
  if (node._tag === 'Array') return `Array [${node.items.map((child) => rustDebug(child, false)).join(', ')}]`
  if (node._tag === 'Object') {
    const members = node.members.map(([name, child]) => `${name}: ${rustDebug(child, false)}`)
    return `${isOutermost ? '' : 'Object '}{${members.join(', ')}}`
  }
  return isText(node.literal) ? `String(${node.literal})` : (rustNames[node.literal] ?? `Number(${node.literal})`)
}

/** `{:#?}` of a value of serde_json: each value on lines of its own. */
const rustPretty = (node: Node, indentation = ''): string => {
  const inner = `${indentation}    `
  const enclosed = (open: string, entries: ReadonlyArray<string>, close: string): string =>
    entries.length === 0
      ? open + close
      : `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indentation}${close}`
  if (node._tag === 'Array')
    return enclosed(
      'Array [',
      node.items.map((child) => rustPretty(child, inner)),
      ']',
    )
  if (node._tag === 'Object')
    return enclosed(
      'Object {',
      node.members.map(([name, child]) => `${name}: ${rustPretty(child, inner)}`),
      '}',
    )
  if (isText(node.literal)) return enclosed('String(', [node.literal], ')')
  const named = rustNames[node.literal]
  if (named !== undefined) return named === 'Null' ? named : enclosed('Bool(', [node.literal], ')')
  return enclosed('Number(', [node.literal], ')')
}

const appleText = (text: string): string =>
  /^[0-9A-Za-z$/:.]+$/.test(text) && /^[A-Za-z0-9/$:]/.test(text) && !text.includes('.') ? text : JSON.stringify(text)

/** The description of an NSDictionary of Apple. */
const appleDescription = (node: Node, depth = 0): string => {
  const spaces = ' '.repeat(4 * depth)
  if (node._tag === 'Scalar') {
    const { literal } = node
    if (isText(literal)) return appleText(bare(literal))
    const word = { true: '1', false: '0', null: '"<null>"' }[literal]
    return word ?? appleText(literal)
  }
  const inner = `${spaces}    `
  if (node._tag === 'Array')
    return `${depth === 0 ? '' : spaces}(\n${node.items.map((child) => inner + appleDescription(child, depth + 1).trimStart()).join(',\n')}${isEmpty(node) ? '' : '\n'}${spaces})`
  const members = node.members.map(([name, child]) => {
    const shown = appleDescription(child, depth + 1)
    return `${inner}${appleText(bare(name))} = ${shown};\n`
  })
  return `${depth === 0 ? '' : spaces}{\n${members.join('')}${spaces}}`
}

/** All of them, each with the function that prints it. Some texts are the same for some bodies. */
export function* printedDocuments(tree: Node): Generator<Form> {
  yield* yamlForms(tree)
  yield* xmlForms(tree)
  yield ['its value (var_export of PHP)', varExport(tree)]
  yield ['its value (var_dump of PHP)', varDump(tree)]
  yield ['its value (serialize of PHP)', serialize(tree)]
  yield* dumperForms(tree)
  yield* pythonForms(tree)
  yield ['its value (%#v of Go)', goSyntax(sortedTree(tree))]
  yield ['its value (Debug of a map of serde_json)', rustDebug(tree, true)]
  yield ['its value (Debug of a map of serde_json), sorted', rustDebug(sortedTree(tree), true)]
  yield ['its value ({:#?} of serde_json)', rustPretty(tree)]
  yield ['its value ({:#?} of serde_json), sorted', rustPretty(sortedTree(tree))]
  yield ['its value (NSDictionary of Apple)', appleDescription(tree)]
  yield ['its value (NSDictionary of Apple), sorted', appleDescription(sortedTree(tree))]
}
