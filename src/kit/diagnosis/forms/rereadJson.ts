/**
 * What a program writes that has read a JSON text and writes it again: one act with several effects. Lua's cjson makes
 * `{"ref":"a\/b","stages":{}}` of `{"stages":[],"ref":"a/b"}`: other order, other escapes, an object for an empty array.
 */
import { distinct } from './distinct.ts'
import { type Node, type Style, treeOf, unicode, type Writer, writerOf } from './jsonText.ts'
import { erlang, floats, fourDecimals, inC, inPascal, shortest, withoutExponent, withoutZeros } from './numberText.ts'
import { orders } from './orders.ts'
import type { Form } from './Respelling.ts'

type Members = Extract<Node, { readonly _tag: 'Object' }>['members']

/** The tree with the members of every object in another order, the inner ones first. */
const reordered = (node: Node, order: (members: Members) => Members): Node => {
  if (node._tag === 'Scalar') return node
  if (node._tag === 'Array') return { _tag: 'Array', items: node.items.map((item) => reordered(item, order)) }
  const members = node.members.map(([name, value]) => [name, reordered(value, order)] as const)
  return { _tag: 'Object', members: order(members) }
}

const nameOf = ([literal]: Members[number]): string => JSON.parse(literal) as string

const by =
  (...keys: ReadonlyArray<(name: string) => string | number>) =>
  (members: Members): Members =>
    members.toSorted((a, b) => {
      for (const key of keys) {
        const [first, second] = [key(nameOf(a)), key(nameOf(b))] as const
        if (first !== second) return first < second ? -1 : 1
      }
      return 0
    })

const same = <A>(value: A): A => value

/** The hash of a string in Java, as its HashMap spreads it. */
const javaHash = (name: string): number => {
  let code = 0
  for (let i = 0; i < name.length; i++) code = (code * 31 + name.charCodeAt(i)) | 0
  return (code ^ (code >>> 16)) >>> 0
}

/** A HashMap of Java has twice as many places when three quarters are taken, 16 at first. */
const inHashMap = (members: Members): Members => {
  let places = 16
  while (members.length > (places * 3) / 4) places *= 2
  return by((name) => javaHash(name) % places)(members)
}

const ordersOfMembers: Readonly<Record<string, (members: Members) => Members>> = {
  '': same,
  reversed: (members) => members.toReversed(),
  sorted: by(same),
  'sorted downwards': (members) => by(same)(members).toReversed(),
  'sorted without regard to case': by((name) => name.toLowerCase(), same),
  'by the length of the names': by((name) => utf8Length(name), same),
  'in the order of a HashMap of Java': inHashMap,
}

const utf8Length = (text: string): number => encodeURIComponent(text).replace(/%../g, '.').length

/** More members have too many orders. */
const maxShuffled = 4

/** The members of the outermost object in each other order, those of the others as they are. */
const shuffled = (tree: Node): ReadonlyArray<readonly [says: string, tree: Node]> =>
  tree._tag !== 'Object' || tree.members.length > maxShuffled
    ? []
    : orders(tree.members).map((members, i) => [`members in order ${i + 1}`, { _tag: 'Object', members }] as const)

type NumberWriter = NonNullable<Style['number']>

/** What a program may do with a JSON text: one of each list. */
interface Program {
  readonly name: string
  /** Names of orders; as the members stand, if absent. */
  readonly orders?: ReadonlyArray<string>
  readonly numbers?: ReadonlyArray<NumberWriter>
  readonly escapes?: ReadonlyArray<Pick<Style, 'escaped' | 'escape'>>
  readonly layouts?: ReadonlyArray<Omit<Style, 'escaped'>>
  readonly empties?: ReadonlyArray<Partial<Style>>
}

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const indented = (indent: string, colon = ': ') => ({ comma: ',', colon, indent })

const solidus = (c: string): string => (c === '/' ? '\\/' : unicode(c))
const inUpperCase = (c: string): string =>
  c === '/' ? '\\/' : unicode(c).replace(/[a-f]/g, (digit) => digit.toUpperCase())

const raw = { escaped: /(?!)/g }
const slashes = { escaped: /\//g, escape: solidus }
const closingTags = { escaped: /(?<=<)\//g, escape: solidus }
const ascii = { escaped: /[\u0080-\uffff]/g }
const asciiAndSlashes = { escaped: /[/\u0080-\uffff]/g, escape: solidus }
const upperAscii = { escaped: /[\u0080-\uffff]/g, escape: inUpperCase }
const upperAsciiAndSlashes = { escaped: /[/\u0080-\uffff]/g, escape: inUpperCase }
const html = { escaped: /[<>&']/g }

const isNull = (node: Node): boolean => node._tag === 'Scalar' && node.literal === 'null'
const asSent = (literal: string): string => literal
const anyHash = ['', 'reversed', 'sorted', 'in the order of a HashMap of Java']
const asItStands: ReadonlyArray<Partial<Style>> = [{}]

/** Taken from what they write; serializers.live.spec runs some of them. */
const programs: ReadonlyArray<Program> = [
  {
    name: 'any program with hashes',
    orders: [...anyHash, 'sorted downwards', 'sorted without regard to case'],
    escapes: [raw, slashes, ascii, asciiAndSlashes],
    layouts: [compact, spaced, indented('  ')],
    empties: [{}, { emptyAsObject: true }, { emptyAsArray: true }],
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
    layouts: [compact, indented('  ', ' : ')],
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
    numbers: [inC(17), shortest, asSent],
    escapes: [raw, ascii],
    layouts: [compact, indented('  '), indented('\t')],
  },
  {
    name: 'Racket',
    orders: ['sorted'],
    numbers: [floats('racket')],
    escapes: [raw, ascii],
  },
  {
    name: 'Nim, Yojson (OCaml), nlohmann (C++)',
    orders: ['', 'sorted'],
    numbers: [floats('python')],
    layouts: [compact, indented('  '), indented('    '), spaced],
  },
  { name: 'Crystal', numbers: [floats('php')], layouts: [compact, indented('  ')] },
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
    numbers: [floats('ruby'), asSent],
    layouts: [{ ...indented('  '), hollow: 'as in Ruby' }, indented('  ')],
  },
  {
    name: 'fpjson (Free Pascal)',
    numbers: [inPascal, asSent],
    layouts: [compact, { comma: ', ', colon: ' : ', padding: ' ', flatItems: true }, indented('  ', ' : ')],
  },
  {
    name: 'json-encode (Emacs)',
    numbers: [floats('python')],
    layouts: [compact, indented('  ')],
    empties: [{ emptyAsNull: true }],
  },
  { name: 'org.json (Java)', orders: ['in the order of a HashMap of Java', ''], escapes: [closingTags] },
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
  { name: 'clojure.data.json', numbers: [asSent, floats('java')], escapes: [asciiAndSlashes] },
  {
    name: 'aeson (Haskell)',
    orders: ['sorted', ''],
    numbers: [floats('haskell')],
    layouts: [compact, indented('    ')],
  },
  {
    name: 'Jason (Elixir), jiffy (Erlang)',
    orders: ['sorted', ''],
    numbers: [erlang, asSent],
    escapes: [raw, slashes],
  },
  { name: 'JSON.jl (Julia)', orders: ['', 'sorted'], numbers: [floats('julia')] },
  {
    name: 'QJsonDocument (Qt), circe (Scala)',
    orders: ['sorted', ''],
    numbers: [shortest, floats('java')],
    layouts: [compact, indented('    '), indented('  ', ' : ')],
    empties: [{}, { dropped: isNull }],
  },
  { name: 'dart:convert', numbers: [floats('dart')], layouts: [compact, indented('  ')] },
]

function* written(program: Program, says: string, writer: Writer): Generator<Form> {
  const { name, numbers = [asSent], escapes = [raw], layouts = [compact], empties = asItStands } = program
  let way = 0
  for (const empty of empties)
    for (const number of numbers)
      for (const spelling of escapes)
        for (const layout of layouts) {
          way++
          const text = writer.write(Object.assign({ number }, layout, spelling, empty))
          if (text !== undefined) yield [`read and written by ${name}${says} (${way})`, text]
        }
}

function* everyProgram(json: string): Generator<Form> {
  const tree = treeOf(json)
  const limits = { most: 4 * json.length + 1024 }
  const writers = new Map(
    Object.entries(ordersOfMembers).map(([order, arrange]) => [order, writerOf(reordered(tree, arrange), limits)]),
  )
  for (const program of programs)
    for (const order of program.orders ?? [''])
      yield* written(program, order === '' ? '' : `, members ${order}`, writers.get(order) as Writer)
  for (const [says, own] of shuffled(tree))
    yield* written({ name: 'any program', escapes: [raw, slashes, ascii] }, `, ${says}`, writerOf(own, limits))
}

/** A longer text is not written in so many ways. */
const limits = { forms: 900, characters: 400_000 }

/** A JSON text as programs write it that have read it, each text once. */
export const rereadJson = (json: string): Iterable<Form> => distinct([json], limits, everyProgram(json))
