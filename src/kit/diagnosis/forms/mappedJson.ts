/**
 * JSON that differs from the sent text in two respects. A program that maps its objects to JSON has several rules at once: it leaves out
 * null and writes dates in its own form, or it renames the members and sorts them. So two *changes* of the content come together, or one
 * change of the content and a style of writing.
 *
 *     {"b_c":null,"a_b":"2026-01-01T12:00:00.000Z"}     {"a_b":"2026-01-01T12:00:00Z"}                   dates, and null left out
 *                                                       {"aB":"2026-01-01T12:00:00.000Z","bC":null}      names, sorted
 *
 * A change in the style of the sent text is no form of this module: other modules make it.
 */
import type { Hash } from '../../../effects/Hash.ts'
import { distinct } from './distinct.ts'
import { isJson } from './isJson.ts'
import { asciiJson, isNumber, type Node, treeOf, unicodeEscape, withMembers } from './jsonText.ts'
import { floatsOf, shortest } from './numberText.ts'
import type { Form } from './Respelling.ts'
import { usualDates } from './respelledDates.ts'
import { valueChanges } from './valueChanges.ts'

/** A longer text has too many forms. */
const maxLength = 8192

type ObjectNode = Extract<Node, { readonly _tag: 'Object' }>

/** What a change is about. Two changes of one aspect do not come together. */
type Aspect =
  | 'dates'
  | 'numbers'
  | 'truth values'
  | 'null'
  | 'empty values'
  | 'strings'
  | 'left out'
  | 'names'
  | 'order'

interface Change {
  readonly detail: string
  readonly aspect: Aspect
  /** The tree with its content changed. The same tree if nothing changes. */
  readonly apply: (tree: Node) => Node
  /** Few programs do this and change something else too. */
  readonly isAlone?: true
}

// ---- Trees

/** The tree with other literals. Undefined: the literal stays as it is. */
const withLiterals = (
  node: Node,
  kind: 'name' | 'scalar' | 'empty',
  write: (literal: string) => string | undefined,
): Node => {
  const writeScalar = (scalar: Node & { readonly _tag: 'Scalar' }): Node => {
    const written = kind === 'scalar' ? write(scalar.literal) : undefined
    return written === undefined || written === scalar.literal ? scalar : { _tag: 'Scalar', literal: written }
  }
  const writeEmpty = (brackets: string, empty: Node): Node => {
    const written = kind === 'empty' ? write(brackets) : undefined
    return written === undefined ? empty : treeOf(written)
  }
  const visit = (child: Node): Node => {
    if (child._tag === 'Scalar') return writeScalar(child)
    if (child._tag === 'Array') {
      if (child.items.length === 0) return writeEmpty('[]', child)
      const items = child.items.map(visit)
      return items.every((item, i) => item === child.items[i]) ? child : { _tag: 'Array', items }
    }
    if (child.members.length === 0) return writeEmpty('{}', child)
    return withMembers(
      child,
      child.members.map((member) => {
        const [name, memberValue] = member
        const writtenName = kind === 'name' ? (write(name) ?? name) : name
        const writtenValue = visit(memberValue)
        return writtenName === name && writtenValue === memberValue ? member : [writtenName, writtenValue]
      }),
    )
  }
  return visit(node)
}

/** The tree without the members whose values match, at every depth. */
const leaveOut = (node: Node, matches: (value: Node) => boolean): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') {
    const items = node.items.map((item) => leaveOut(item, matches))
    return items.every((item, i) => item === node.items[i]) ? node : { _tag: 'Array', items }
  }
  const kept = node.members
    .filter(([, value]) => !matches(value))
    .map((member): ObjectNode['members'][number] => {
      const value = leaveOut(member[1], matches)
      return value === member[1] ? member : [member[0], value]
    })
  return withMembers(node, kept)
}

const isLiteral =
  (...literals: ReadonlyArray<string>) =>
  (node: Node): boolean =>
    node._tag === 'Scalar' && literals.includes(node.literal)

const isNull = isLiteral('null')
const isNullOrEmptyString = isLiteral('null', '""')
const isEmpty = (node: Node): boolean =>
  isNullOrEmptyString(node) ||
  (node._tag === 'Array' && node.items.length === 0) ||
  (node._tag === 'Object' && node.members.length === 0)

/** The name of a member, to compare: most names have no escapes. */
const sortKey = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)

const byName = ([a]: ObjectNode['members'][number], [b]: ObjectNode['members'][number]): number => {
  const first = sortKey(a)
  const second = sortKey(b)
  return first < second ? -1 : first > second ? 1 : 0
}

/** The tree with the members of some of its objects sorted. The first object of the text has the number 0. */
const sortObjects = (tree: Node, isSorted: (number: number) => boolean): Node => {
  let count = 0
  const visit = (node: Node): Node => {
    if (node._tag === 'Scalar') return node
    if (node._tag === 'Array') {
      const items = node.items.map(visit)
      return items.every((item, i) => item === node.items[i]) ? node : { _tag: 'Array', items }
    }
    const number = count++
    const members = node.members.map((member): ObjectNode['members'][number] => {
      const value = visit(member[1])
      return value === member[1] ? member : [member[0], value]
    })
    return withMembers(node, isSorted(number) ? members.toSorted(byName) : members)
  }
  return visit(tree)
}

// ---- The changes

/** The changes of units that programs make together with others, by their details in `valueChanges.ts`. */
const unitChanges: ReadonlyArray<readonly [Aspect, ReadonlyArray<string>]> = [
  ['numbers', ['numbers in quotes, in their shortest form']],
  ['truth values', ['true and false as 1 and 0', 'true and false as "true" and "false"']],
  ['null', ['null as ""', 'empty strings as null']],
  ['empty values', ['{} as []', '[] as {}']],
  [
    'strings',
    [
      'strings without white space at both ends',
      'strings in Unicode NFC',
      'strings in Unicode NFD',
      'strings with entities of PHP',
      'strings with entities of a program that keeps quotation marks',
    ],
  ],
]

const namings: ReadonlyArray<string> = ['names as camelCase', 'names as PascalCase', 'names as snake_case']

const withCarriageReturns = (literal: string): string | undefined =>
  literal.startsWith('"')
    ? literal.replace(/\\(?:r\\n|.)/g, (escaped) => (escaped === '\\n' ? '\\r\\n' : escaped))
    : undefined

/** More objects within the outermost one are not sorted one by one. */
const maxSorted = 8

/** More members of the outermost object are not left out one by one. */
const maxAdded = 12

/** What programs do to content, in the order in which one program does them. */
const changesFor = (tree: Node, hash: Hash): ReadonlyArray<Change> => {
  const byDetail = new Map(valueChanges(hash).map((change) => [change.detail, change]))
  const ofUnits = (aspect: Aspect, details: ReadonlyArray<string>): ReadonlyArray<Change> =>
    details.flatMap((detail) => {
      const change = byDetail.get(detail)
      return change === undefined
        ? []
        : [{ detail, aspect, apply: (node: Node) => withLiterals(node, change.kind, change.write) }]
    })
  return [
    ...usualDates.map(
      ([detail, write]): Change => ({ detail, aspect: 'dates', apply: (node) => withLiterals(node, 'scalar', write) }),
    ),
    ...unitChanges.flatMap(([aspect, details]) => ofUnits(aspect, details)),
    {
      detail: 'strings with CR LF for each line end',
      aspect: 'strings',
      apply: (node) => withLiterals(node, 'scalar', withCarriageReturns),
    },
    { detail: 'without null', aspect: 'left out', apply: (node) => leaveOut(node, isNull) },
    { detail: 'without null and ""', aspect: 'left out', apply: (node) => leaveOut(node, isNullOrEmptyString) },
    { detail: 'without empty values', aspect: 'left out', apply: (node) => leaveOut(node, isEmpty) },
    ...membersLeftOut(tree),
    ...ofUnits('names', namings),
    ...(tree._tag === 'Object' ? ordersByDepth : []),
    ...Array.from(
      { length: maxSorted },
      (_, i): Change => ({
        detail: `sorted, only object ${i + 2}`,
        aspect: 'order',
        apply: (node) => sortObjects(node, (number) => number === i + 1),
        isAlone: true,
      }),
    ),
  ]
}

/** Names of members that a client adds to what it has signed. */
const addedNames = /^"(?:sign|signature|sig|sign_?type|hash|mac|hmac|checksum|digest|token|version|timestamp|nonce)"$/i

/** A member of the outermost object that was added after signing: each one, or of many members those whose names say so. */
const membersLeftOut = (tree: Node): ReadonlyArray<Change> => {
  if (tree._tag !== 'Object' || tree.members.length < 2) return []
  const mayBeAdded = ([name]: ObjectNode['members'][number]): boolean =>
    tree.members.length <= maxAdded || addedNames.test(name)
  return tree.members.filter(mayBeAdded).map(([leftOut]) => ({
    detail: `without ${leftOut}`,
    aspect: 'left out',
    apply: (node) => (node._tag === 'Object' ? withMembers(node, withoutName(node, leftOut)) : node),
    isAlone: true,
  }))
}

const withoutName = ({ members }: ObjectNode, leftOut: string): ObjectNode['members'] =>
  members.filter(([name]) => name !== leftOut)

/** The members of the outermost object sorted, or those of all others. */
const ordersByDepth: ReadonlyArray<Change> = [
  {
    detail: 'sorted, only at the top',
    aspect: 'order',
    apply: (node) => sortObjects(node, (number) => number === 0),
  },
  { detail: 'sorted, only within', aspect: 'order', apply: (node) => sortObjects(node, (number) => number > 0) },
]

// ---- Styles

/** How a program writes a tree: the signs between its tokens, the indentation of a level, and the escapes. */
interface Style {
  readonly name: string
  readonly comma: string
  readonly colon: string
  readonly indent?: string
  readonly spell?: (json: string) => string
}

const escapeSlashes = (json: string): string => json.replaceAll('/', '\\/')

const escapeMarks =
  (marks: RegExp, isUpper = false) =>
  (json: string): string =>
    json.replace(marks, (c) => {
      const escaped = unicodeEscape(c)
      return isUpper ? escaped.toUpperCase().replace('U', 'u') : escaped
    })

const compact: Style = { name: 'compact', comma: ',', colon: ':' }
const spaced: Style = { name: 'spaced', comma: ', ', colon: ': ' }

const styles: ReadonlyArray<Style> = [
  compact,
  spaced,
  { ...spaced, name: 'python', spell: asciiJson },
  { ...compact, name: 'php', spell: (json) => escapeSlashes(asciiJson(json)) },
  { ...compact, name: 'php-unicode', spell: escapeSlashes },
  { ...compact, name: 'python-compact', spell: asciiJson },
  { ...compact, name: 'go', spell: escapeMarks(/[<>&]/g) },
  { ...compact, name: 'gson', spell: escapeMarks(/[<>&=']/g) },
  { ...compact, name: 'dotnet', spell: escapeMarks(/[<>&'+`]|[^\0-\u007f]/g, true) },
  { ...compact, name: 'pretty-2', colon: ': ', indent: '  ' },
  { ...compact, name: 'pretty-4', colon: ': ', indent: '    ' },
]

/** The text of a tree. `lineEnd` begins each line of its brackets, where the style has lines. */
const writeTree = (node: Node, style: Style, lineEnd: string): string => {
  if (node._tag === 'Scalar') return node.literal
  const { comma, colon, indent } = style
  const lines = indent === undefined ? '' : lineEnd + indent
  let text = ''
  if (node._tag === 'Array') for (const item of node.items) text += comma + lines + writeTree(item, style, lines)
  else for (const [name, value] of node.members) text += comma + lines + name + colon + writeTree(value, style, lines)
  const [open, close] = node._tag === 'Array' ? '[]' : '{}'
  if (text === '') return `${open}${close}`
  return open + text.slice(comma.length) + (indent === undefined ? '' : lineEnd) + close
}

const writeIn = (tree: Node, style: Style): string => {
  const plain = writeTree(tree, style, '\n')
  return style.spell === undefined ? plain : style.spell(plain)
}

/** The style of a text without its last line end. */
const styleOf = (json: string, tree: Node): Style | undefined => styles.find((style) => writeIn(tree, style) === json)

// ---- A text that is wanted

/** The literals of a tree. A name has a colon behind it. */
const literalsIn = (tree: Node): ReadonlySet<string> => {
  const literals = new Set<string>()
  const visit = (node: Node): void => {
    if (node._tag === 'Scalar') literals.add(isNumber(node.literal) ? String(Number(node.literal)) : node.literal)
    else if (node._tag === 'Array') for (const item of node.items) visit(item)
    else
      for (const [name, value] of node.members) {
        literals.add(`${name}:`)
        visit(value)
      }
  }
  visit(tree)
  return literals
}

/**
 * Whether a change of the tree may lead to the wanted literals: some of what it writes is there, as another change may leave the rest out,
 * and nothing of what it takes away.
 */
const leadsTo = (wanted: ReadonlySet<string>, tree: Node): ((changed: Node) => boolean) => {
  const before = literalsIn(tree)
  return (changed) => {
    const after = literalsIn(changed)
    for (const literal of before) if (!after.has(literal) && wanted.has(literal)) return false
    const written = [...after].filter((literal) => !before.has(literal))
    return written.length === 0 || written.some((literal) => wanted.has(literal))
  }
}

// ---- All of them

/** A change, and the tree that it makes of the sent one. */
interface Changed {
  readonly change: Change
  readonly tree: Node
}

/** The tree with its numbers in their shortest form: as Python writes them with its spaces, else as JavaScript, Go and PHP write them. */
const withShortNumbers = (tree: Node, { comma }: Style): Node => {
  const write = comma === spaced.comma ? floatsOfPython : shortest
  return withLiterals(tree, 'scalar', (literal) => (isNumber(literal) ? write(literal) : undefined))
}

const floatsOfPython = floatsOf('python')

function* everyForm(json: string, hash: Hash, wanted: string | undefined): Generator<Form> {
  const tree = treeOf(json)
  const fits = wanted === undefined ? () => true : leadsTo(literalsIn(treeOf(wanted)), tree)
  const changed = changesFor(tree, hash)
    .map((change): Changed => ({ change, tree: change.apply(tree) }))
    .filter((one) => one.tree !== tree && fits(one.tree))
  if (changed.length === 0) return
  const body = json.trimEnd()
  const own = styleOf(body, tree)
  const end = json.slice(body.length)
  for (const { change, tree: changedTree } of changed) {
    // A change without another style is no form of this module, and a text without marks to escape is alike in many styles.
    const inOwnStyle = own && writeIn(changedTree, own)
    for (const [style, written] of waysToWrite(changedTree, styles)) {
      const text = writeIn(written, style)
      if (text !== inOwnStyle) yield [`${mapped}${change.detail}, ${style.name}`, text]
    }
  }
  for (const [first, second] of pairsOf(changed))
    for (const [style, written] of waysToWrite(second.apply(first.tree), [own ?? compact])) {
      const detail = `${mapped}${first.change.detail}, ${second.detail}, ${style.name}`
      yield [detail, writeIn(written, style) + (style === own ? end : '')]
    }
}

/** The tree in these styles as it is; and in the plain ones of them with its members sorted, and with its numbers in their shortest form. */
function* waysToWrite(tree: Node, offered: ReadonlyArray<Style>): Generator<readonly [Style, Node]> {
  const sorted = sortObjects(tree, () => true)
  for (const style of offered) {
    yield [style, tree]
    if (style.indent !== undefined) continue
    if (sorted !== tree) yield [{ ...style, name: `${style.name}, sorted` }, sorted]
    const shorter = withShortNumbers(tree, style)
    if (shorter !== tree) yield [{ ...style, name: `${style.name}, the numbers in their shortest form` }, shorter]
  }
}

/** What programs do together with a change of any other aspect. */
const companions: ReadonlyArray<Aspect> = ['null', 'left out', 'names', 'order']

function* pairsOf(changed: ReadonlyArray<Changed>): Generator<readonly [Changed, Change]> {
  for (const [i, first] of changed.entries())
    for (const { change } of changed.slice(i + 1)) {
      const areTogether = change.aspect !== first.change.aspect && companions.includes(change.aspect)
      // Nothing stays of null that was written otherwise and then left out.
      if (first.change.aspect === 'null' && change.aspect === 'left out') continue
      if (areTogether && !first.change.isAlone && !change.isAlone) yield [first, change]
    }
}

/** What begins the detail of each form. */
const mapped = 'mapped otherwise: '

/** Whether the text was found by this module. Its words then follow from the two texts. */
export const isMapped = (detail: string): boolean => detail.startsWith(mapped)

const limits = { forms: 1500, characters: 1_500_000 }

/** An object or a list that holds something. */
const hasContent = /^\s*(?:\{\s*"|\[\s*[^\s\]])/

/** The JSON text with two changes, each text once. With `wanted`, only the forms that are this text. None for a text that is no JSON. */
export function* mappedJson(json: string, hash: Hash, wanted?: string): Generator<Form> {
  if (json.length > maxLength || !hasContent.test(json) || !isJson(json)) return
  if (wanted !== undefined && !isJson(wanted)) return
  yield* distinct([json], limits, everyForm(json, hash, wanted))
}
