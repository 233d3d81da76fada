/**
 * JSON that a program read and wrote again, which changes several things at once. Lua's cjson turns `{"stages":[],"ref":"a/b"}` into
 * `{"ref":"a\/b","stages":{}}`: another order, another escape, an object for an empty array. The table has one row for each program,
 * with everything that it may do to order, numbers, escapes, white space and empty values.
 */
import { distinct } from './distinct.ts'
import { jsonToken, type Node, type Style, treeOf, unicodeEscape, type Writer, writerOf } from './jsonText.ts'
import {
  erlang,
  floatsOf,
  fourDecimals,
  inC,
  inJq,
  inPascal,
  shortest,
  withoutExponent,
  withoutZeros,
} from './numberText.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'

type Members = Extract<Node, { readonly _tag: 'Object' }>['members']

/** The tree with the members of every object in another order. */
const reorder = (node: Node, order: (members: Members) => Members): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map((child) => reorder(child, order)) }
  const members = node.members.map(([nameLiteral, child]) => [nameLiteral, reorder(child, order)] as const)
  return { _tag: 'Object', members: order(members) }
}

/** Sorts members by these keys of their names, the first key first. */
const sortBy =
  (...keys: ReadonlyArray<(memberName: string) => string | number>) =>
  (members: Members): Members => {
    if (members.length < 2) return members
    const keyed = members.map((member) => {
      const memberName = JSON.parse(member[0]) as string
      return { member, keysOfMember: keys.map((key) => key(memberName)) }
    })
    return keyed.toSorted((a, b) => compareKeys(a.keysOfMember, b.keysOfMember)).map(({ member }) => member)
  }

type Keys = ReadonlyArray<string | number>

const compareKeys = (keys: Keys, otherKeys: Keys): number => {
  for (const [i, key] of keys.entries()) {
    const otherKey = otherKeys[i] as string | number
    if (key !== otherKey) return key < otherKey ? -1 : 1
  }
  return 0
}

const unchangedValue = <A>(unchanged: A): A => unchanged

/** The hash of a string in Java, as its HashMap spreads it. */
const javaHash = (memberName: string): number => {
  let code = 0
  for (let i = 0; i < memberName.length; i++) code = (code * 31 + memberName.charCodeAt(i)) | 0
  return (code ^ (code >>> 16)) >>> 0
}

/** The order of a HashMap of Java. It has 16 places at first, and doubles them when three quarters are taken. */
const inHashMap = (members: Members): Members => {
  let places = 16
  while (members.length > (places * 3) / 4) places *= 2
  return sortBy((memberName) => javaHash(memberName) % places)(members)
}

const ordersOfMembers: Readonly<Record<string, (members: Members) => Members>> = {
  '': unchangedValue,
  reversed: (members) => members.toReversed(),
  sorted: sortBy(unchangedValue),
  'sorted downwards': (members) => sortBy(unchangedValue)(members).toReversed(),
  'sorted without regard to case': sortBy((memberName) => memberName.toLowerCase(), unchangedValue),
  'by the length of the names': sortBy((memberName) => utf8Length(memberName), unchangedValue),
  'in the order of a HashMap of Java': inHashMap,
}

const utf8Length = (memberName: string): number => encodeURIComponent(memberName).replace(/%../g, '.').length

type MembersOrder = (members: Members) => Members

/** The tree with the members of each object in the order of its depth; the outermost object has the depth 0. */
const reorderByDepth = (node: Node, orderAt: (depth: number) => MembersOrder, depth = 0): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array')
    return { _tag: 'Array', items: node.items.map((child) => reorderByDepth(child, orderAt, depth)) }
  const members = node.members.map(
    ([nameLiteral, child]) => [nameLiteral, reorderByDepth(child, orderAt, depth + 1)] as const,
  )
  return { _tag: 'Object', members: orderAt(depth)(members) }
}

/** Deeper objects are not ordered alone. */
const maxDepth = 4

/**
 * The tree with known orders that differ between the outermost object and all within it, or with one at a single depth: a program
 * sorts what it builds itself, and a library writes the rest from its hash.
 */
function* mixOrders(tree: Node): Generator<readonly [says: string, tree: Node]> {
  const known = Object.entries(ordersOfMembers)
  for (const [outerName, outer] of known)
    for (const [innerName, inner] of known)
      if (outer !== inner)
        yield [
          `outer members ${outerName || 'unchanged'}, inner members ${innerName || 'unchanged'}`,
          reorderByDepth(tree, (depth) => (depth === 0 ? outer : inner)),
        ]
  for (let chosenDepth = 1; chosenDepth <= maxDepth; chosenDepth++)
    for (const [orderName, order] of known)
      yield [
        `members at depth ${chosenDepth} ${orderName || 'unchanged'}`,
        reorderByDepth(tree, (depth) => (depth === chosenDepth ? order : unchangedValue)),
      ]
}

/** Objects of more members have too many orders. */
const maxShuffled = 4

/** The tree with the members of its outermost object in every order. */
const shuffleMembers = (tree: Node): ReadonlyArray<readonly [says: string, tree: Node]> =>
  tree._tag !== 'Object' || tree.members.length > maxShuffled
    ? []
    : permutations(tree.members).map(
        (members, i) => [`members in another order (variant ${i + 1})`, { _tag: 'Object', members }] as const,
      )

type NumberWriter = NonNullable<Style['number']>

/** A program, which does one thing of each list to a JSON text. An absent list means that nothing changes. */
interface Program {
  readonly name: string
  /** Names of `ordersOfMembers`. */
  readonly orders?: ReadonlyArray<string>
  readonly numbers?: ReadonlyArray<NumberWriter>
  readonly escapes?: ReadonlyArray<Pick<Style, 'escaped' | 'escape'>>
  readonly layouts?: ReadonlyArray<Omit<Style, 'escaped'>>
  readonly empties?: ReadonlyArray<Partial<Style>>
}

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const indented = (indent: string, colon = ': ') => ({ comma: ',', colon, indent })

/** Jackson writes a space on both sides of a colon, and the items of a list on one line. */
const jacksonPretty = (lineEnd: string) => ({
  ...indented('  ', ' : '),
  padding: ' ',
  flatArrays: true,
  byObjects: true,
  hollow: 'with a space' as const,
  lineEnd,
})

const solidus = (c: string): string => (c === '/' ? '\\/' : unicodeEscape(c))
const inUpperCase = (c: string): string =>
  c === '/' ? '\\/' : unicodeEscape(c).replace(/[a-f]/g, (digit) => digit.toUpperCase())

const inUpperCaseEach = (c: string): string => unicodeEscape(c).replace(/[a-f]/g, (digit) => digit.toUpperCase())

const raw = { escaped: /(?!)/g }
const slashes = { escaped: /\//g, escape: solidus }
const closingTags = { escaped: /(?<=<)\//g, escape: solidus }
const ascii = { escaped: /[\u0080-\uffff]/g }
const asciiAndSlashes = { escaped: /[/\u0080-\uffff]/g, escape: solidus }
const upperAscii = { escaped: /[\u0080-\uffff]/g, escape: inUpperCase }
const upperAsciiAndSlashes = { escaped: /[/\u0080-\uffff]/g, escape: inUpperCase }
const html = { escaped: /[<>&']/g }
const htmlOfGo = { escaped: /[<>&\u2028\u2029]/g }
const htmlOfGson = { escaped: /[<>&'=\u2028\u2029]/g }

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'
const asSent = (literal: string): string => literal
const anyHash = ['', 'reversed', 'sorted', 'in the order of a HashMap of Java']
const asItStands: ReadonlyArray<Partial<Style>> = [{}]

/** The table was taken from what the programs write. serializers.live.spec.ts runs some of them. */
const programs: ReadonlyArray<Program> = [
  {
    name: 'any program with hashes',
    orders: [...anyHash, 'sorted downwards', 'sorted without regard to case'],
    escapes: [raw, slashes, ascii, asciiAndSlashes],
    layouts: [compact, spaced, indented('  ')],
    empties: [{}, { emptyAsObject: true }, { emptyAsArray: true }],
  },
  {
    name: 'Jackson, Apex',
    orders: ['', 'sorted'],
    numbers: [asSent, floatsOf('java')],
    layouts: [jacksonPretty('\n'), jacksonPretty('\r\n')],
    empties: [{}, { dropped: isNull }],
  },
  {
    name: 'cjson (Lua)',
    orders: anyHash,
    numbers: [inC(14)],
    escapes: [slashes, raw],
    empties: [{ emptyAsObject: true }, {}, { emptyAsArray: true }],
  },
  { name: 'NSJSONSerialization (GNUstep)', orders: ['', 'reversed'], layouts: [{ comma: ',', colon: ': ' }] },
  {
    name: 'JSONEncoder (Swift), NSJSONSerialization (Apple)',
    orders: ['', 'sorted', 'reversed'],
    numbers: [asSent, shortest],
    escapes: [slashes, raw],
    layouts: [compact, indented('  ', ' : '), { ...indented('  ', ' : '), hollow: 'with an empty line' }],
  },
  {
    name: 'jsonb (PostgreSQL), JSON (MySQL)',
    orders: ['by the length of the names'],
    numbers: [asSent, withoutExponent, withoutZeros],
    layouts: [spaced, compact, indented('    ')],
  },
  {
    name: 'JSON::PP (Perl)',
    orders: ['sorted', ''],
    numbers: [asSent, inC(15)],
    escapes: [raw, ascii, slashes, asciiAndSlashes],
    layouts: [compact, { comma: ',', colon: ' :' }, { comma: ',', colon: ': ' }, indented('   ', ' : ')],
  },
  {
    name: 'jq',
    orders: ['', 'sorted'],
    numbers: [inJq, inC(17), shortest, asSent],
    escapes: [raw, ascii],
    layouts: [compact, indented('  '), indented('\t')],
  },
  {
    name: 'Racket',
    orders: ['sorted'],
    numbers: [floatsOf('racket')],
    escapes: [raw, ascii],
  },
  {
    name: 'Nim, Yojson (OCaml), nlohmann (C++)',
    orders: ['', 'sorted'],
    numbers: [floatsOf('python')],
    layouts: [compact, indented('  '), indented('    '), spaced],
  },
  { name: 'Crystal', numbers: [floatsOf('php')], layouts: [compact, indented('  ')] },
  {
    name: 'jsonlite (R)',
    numbers: [inC(15), (literal) => inC(15)(fourDecimals(literal))],
    escapes: [closingTags, raw],
    layouts: [compact, indented('  ')],
    empties: [{}, { dropped: isNull }, { nullAsObject: true }],
  },
  {
    name: 'JsonOutput (Groovy)',
    orders: ['', 'sorted'],
    escapes: [ascii],
    layouts: [compact, { ...indented('    '), hollow: 'with an indented line' }],
  },
  {
    name: 'pretty_generate (Ruby)',
    numbers: [floatsOf('ruby'), asSent],
    layouts: [{ ...indented('  '), hollow: 'as in Ruby' }, indented('  ')],
  },
  {
    name: 'fpjson (Free Pascal)',
    numbers: [inPascal, asSent],
    layouts: [compact, { comma: ', ', colon: ' : ', padding: ' ', flatItems: true }, indented('  ', ' : ')],
  },
  {
    name: 'json-encode (Emacs)',
    numbers: [floatsOf('python')],
    layouts: [compact, indented('  ')],
    empties: [{ emptyAsNull: true }],
  },
  {
    name: 'org.json (Java)',
    orders: ['in the order of a HashMap of Java', ''],
    numbers: [asSent, withoutZeros],
    escapes: [closingTags],
    empties: [{}, { dropped: isNull }],
  },
  {
    name: 'ConvertTo-Json (PowerShell), Newtonsoft.Json',
    orders: ['', 'in the order of a HashMap of Java'],
    escapes: [html, raw],
    layouts: [compact, indented('  '), indented('    ', ':  ')],
  },
  {
    name: 'Delphi, VBA, SQL Server',
    escapes: [upperAsciiAndSlashes, upperAscii, slashes],
    layouts: [compact, indented('  '), indented('    ')],
    empties: [{}, { dropped: isNull }],
  },
  { name: 'serialize-javascript', escapes: [{ escaped: /[<>/\u2028\u2029]/g, escape: inUpperCaseEach }] },
  { name: 'clojure.data.json', numbers: [asSent, floatsOf('java')], escapes: [asciiAndSlashes] },
  {
    name: 'aeson (Haskell)',
    orders: ['sorted', ''],
    numbers: [floatsOf('haskell')],
    layouts: [compact, indented('    ')],
  },
  {
    name: 'Jason (Elixir), jiffy (Erlang)',
    orders: ['sorted', ''],
    numbers: [erlang, asSent],
    escapes: [raw, slashes],
  },
  { name: 'JSON.jl (Julia)', orders: ['', 'sorted'], numbers: [floatsOf('julia')] },
  {
    name: 'QJsonDocument (Qt), circe (Scala)',
    orders: ['sorted', ''],
    numbers: [shortest, floatsOf('java')],
    layouts: [compact, indented('    '), indented('  ', ' : ')],
    empties: [{}, { dropped: isNull }],
  },
  { name: 'dart:convert', numbers: [floatsOf('dart')], layouts: [compact, indented('  ')] },
]

/** Programs that sort what they build themselves, and serialize it then: `ksort` of PHP, `sorted(d.items())` of Python, a TreeMap of Java. */
const sortsAtTop: Program = {
  name: 'any program',
  escapes: [asciiAndSlashes, ascii, slashes, raw, htmlOfGo, htmlOfGson],
  layouts: [compact, spaced],
  empties: [{}, { emptyAsArray: true }],
}

/** The tree of this writer in every combination of what the program may do. */
function* writeAll(program: Program, suffix: string, writer: Writer): Generator<Form> {
  const { name: programName, numbers = [asSent], escapes = [raw], layouts = [compact], empties = asItStands } = program
  let variant = 0
  for (const empty of empties)
    for (const number of numbers)
      for (const spelling of escapes)
        for (const layout of layouts) {
          variant++
          const text = writer.write(Object.assign({ number }, layout, spelling, empty))
          if (text !== undefined) yield [`read and written by ${programName}${suffix} (${variant})`, text]
        }
}

function* everyProgram(json: string, wanted?: string): Generator<Form> {
  const tree = treeOf(json)
  const limits = { most: 4 * json.length + 1024, wanted }
  const writerFor = sharedWriters(limits)
  const writers = new Map(
    Object.entries(ordersOfMembers).map(([order, arrange]) => [order, writerFor(reorder(tree, arrange))]),
  )
  const sortedAtTop = writerFor(
    reorderByDepth(tree, (depth) => (depth === 0 ? sortBy(unchangedValue) : unchangedValue)),
  )
  if (sortedAtTop !== writers.get('') && sortedAtTop !== writers.get('sorted'))
    yield* writeAll(sortsAtTop, ', outer members sorted, inner members unchanged', sortedAtTop)
  for (const program of programs) {
    const used = new Set<Writer>()
    for (const order of program.orders ?? ['']) {
      const writer = writers.get(order) as Writer
      if (!used.has(writer)) yield* writeAll(program, order === '' ? '' : `, members ${order}`, writer)
      used.add(writer)
    }
  }
  for (const [orderName, shuffledTree] of shuffleMembers(tree))
    yield* writeAll(
      { name: 'any program', escapes: [raw, slashes, ascii] },
      `, ${orderName}`,
      writerOf(shuffledTree, limits),
    )
  const usedForMixed = new Set<Writer>()
  for (const [orderNames, mixedTree] of mixOrders(tree)) {
    const writer = writerFor(mixedTree)
    if (!usedForMixed.has(writer))
      yield* writeAll({ name: 'any program', layouts: [compact, spaced] }, `, ${orderNames}`, writer)
    usedForMixed.add(writer)
  }
}

/**
 * Writers of a tree in several orders, one for equal trees: most orders change nothing in most trees, and then all their texts are the
 * same. The names of an object are distinct, so the names from first to last tell the order of all members.
 */
const sharedWriters = (limits: Parameters<typeof writerOf>[1]): ((tree: Node) => Writer) => {
  const writers = new Map<string, Writer>()
  return (tree) => {
    const key = namesInOrder(tree)
    const writer = writers.get(key) ?? writerOf(tree, limits)
    writers.set(key, writer)
    return writer
  }
}

/** The literals of all names of a tree, each object's name before those within its value. */
const namesInOrder = (node: Node): string => {
  if (node._tag === 'Scalar') return ''
  return node._tag === 'Array'
    ? node.items.map(namesInOrder).join('')
    : node.members.map(([nameLiteral, child]) => nameLiteral + namesInOrder(child)).join('')
}

/** The forms of a longer text are fewer. */
const limits = { forms: 1100, characters: 400_000 }

/** A JSON text as programs write it after reading it, each text once. With `wanted`, none if no program writes this text. */
export const rereadJson = (json: string, wanted?: string): Iterable<Form> =>
  wanted === undefined || isAmong(everyProgram(json, wanted), wanted)
    ? distinct([json], limits, everyProgram(json))
    : []

const isAmong = (forms: Iterable<Form>, wanted: string): boolean => {
  for (const [, text] of forms) if (text === wanted) return true
  return false
}

/** Objects of more members have too many orders, and only the first objects are taken. */
const maxArranged = 5
const maxObjects = 4

/** The objects of a tree whose orders are not all known ones, the outermost first. */
const objectsOf = (node: Node): ReadonlyArray<Node> => {
  if (node._tag === 'Scalar') return []
  const isArranged = node._tag === 'Object' && node.members.length > 2 && node.members.length <= maxArranged
  const children = node._tag === 'Array' ? node.items : node.members.map(([, child]) => child)
  return [...(isArranged ? [node] : []), ...children.flatMap(objectsOf)]
}

/** The tree with one of its objects in its own order of members, and all others in another. */
const arrangeOne = (node: Node, chosen: Node, order: MembersOrder, otherOrder: MembersOrder): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array')
    return { _tag: 'Array', items: node.items.map((child) => arrangeOne(child, chosen, order, otherOrder)) }
  const members = node.members.map(
    ([nameLiteral, child]) => [nameLiteral, arrangeOne(child, chosen, order, otherOrder)] as const,
  )
  return { _tag: 'Object', members: (node === chosen ? order : otherOrder)(members) }
}

const styleOfArrangements = (json: string): Style => ({
  ...(/^[[{]\s*"(?:[^"\\]|\\.)*": /.test(json) ? spaced : compact),
  ...raw,
})

/** Whether a text has the commas and colons of this style, and no other white space. */
const isInStyle = (text: string, { comma, colon }: Style): boolean => {
  const joints: Readonly<Record<string, string>> = { ',': comma, ':': colon }
  return (text.match(jsonToken) ?? []).map((token) => joints[token] ?? token).join('') === text
}

/** One object in every order, all others in each known order. */
function* arrangements(json: string): Generator<Form> {
  const tree = treeOf(json)
  const chosenObjects = objectsOf(tree).slice(0, maxObjects)
  const style = styleOfArrangements(json)
  for (const [orderName, otherOrder] of Object.entries(ordersOfMembers))
    for (const [objectIndex, chosen] of chosenObjects.entries()) {
      const indexes = chosen._tag === 'Object' ? chosen.members.map((_, i) => i) : []
      for (const [i, order] of permutations(indexes).entries()) {
        const pick: MembersOrder = (members) => order.map((index) => members[index] as Members[number])
        const written = writerOf(arrangeOne(tree, chosen, pick, otherOrder), { most: 4 * json.length + 1024 }).write(
          style,
        )
        const detail = `object ${objectIndex + 1} in order ${i + 1}, other members ${orderName || 'unchanged'}`
        if (written !== undefined) yield [detail, written]
      }
    }
}

const arrangementLimits = { forms: 900, characters: 300_000 }

/**
 * A JSON text with the members of one object in any order, and of the others in a known one. Each text once. With `wanted`, none if that is in
 * another style.
 */
export const reorderJson = (json: string, wanted?: string): Iterable<Form> =>
  wanted === undefined || isInStyle(wanted, styleOfArrangements(json))
    ? distinct([json], arrangementLimits, arrangements(json))
    : []
