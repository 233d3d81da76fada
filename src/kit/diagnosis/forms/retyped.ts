/**
 * A JSON text whose values another program read in other types: numbers in quotes and without, truth values as words or as
 * numbers, members in another order, null left out, large
 * numbers rounded. The style of the text that was sent is kept.
 */

import { distinct, rarely } from './distinct.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'
import { isNumber } from './jsonText.ts'
import {
  allFloats,
  erlang,
  floats,
  fourDecimals,
  goNumber,
  ofSingle,
  padded,
  shortest,
  single,
  toFourteen,
  toSeventeen,
  withoutExponent,
  withoutZeros,
} from './numberText.ts'
import { orders } from './orders.ts'
import type { Form } from './Respelling.ts'
import { documented } from './serializers.ts'
import { subsets } from './subsets.ts'

/** A value that holds no other, or a name with its colon. */
const scalar = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[^\s{}[\],:"]+/g

const numeric = /^"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"$/

const plain = (literal: string): string | undefined => numeric.exec(literal)?.[1]
const quoted = (literal: string): string | undefined => (isNumber(literal) ? `"${literal}"` : undefined)
/** Of fractions alone. */
const decimals =
  (write: (literal: string) => string) =>
  (literal: string): string | undefined =>
    /^-?\d+\.\d+$/.test(literal) ? write(literal) : undefined
const words =
  (of: Readonly<Record<string, string>>) =>
  (literal: string): string | undefined =>
    Object.hasOwn(of, literal) ? of[literal] : undefined

/** R prints the shorter one of 100000 and 1e+05. */
const asR = (literal: string): string => {
  const short = padded(Number(literal).toExponential())
  return short.length < literal.length ? short : literal
}

const ofNumbers =
  (write: (literal: string) => string) =>
  (literal: string): string | undefined =>
    isNumber(literal) ? write(literal) : undefined

const retypings: Readonly<Record<string, (literal: string) => string | undefined>> = {
  'numbers in quotes': quoted,
  'numbers and truth values in quotes': (literal) =>
    quoted(literal) ?? words({ true: '"true"', false: '"false"' })(literal),
  'every value in quotes': (literal) =>
    quoted(literal) ?? words({ true: '"true"', false: '"false"', null: '"null"' })(literal),
  'truth values in quotes': words({ true: '"true"', false: '"false"' }),
  'truth values as 1 and 0': words({ true: '1', false: '0' }),
  'null as an empty string': words({ null: '""' }),
  'numeric strings without quotes': plain,
  // Long ones are ids, which are no numbers to any program.
  'short numeric strings without quotes': (literal) => (literal.length > 10 ? undefined : plain(literal)),
  'fractions in quotes': (literal) => (/^"-?\d+\.\d+"$/.test(literal) ? String(Number(plain(literal))) : undefined),
  'decimal commas': decimals((literal) => literal.replace('.', ',')),
  'two decimals': decimals((literal) => Number(literal).toFixed(2)),
  'six decimals (C++)': decimals((literal) => Number(literal).toFixed(6)),
  'd0 behind fractions (Lisp)': decimals((literal) => `${literal}d0`),
  'an exponent where it is shorter (R)': (literal) => (isNumber(literal) ? asR(literal) : undefined),
  'four decimals (R)': (literal) => (isNumber(literal) ? fourDecimals(literal) : undefined),
  'numbers and truth values without quotes': (literal) =>
    plain(literal) ?? words({ '"true"': 'true', '"false"': 'false', '"null"': 'null' })(literal),
}

/** As programs print the numbers that they have read; all else is as it was sent. */
const renumberings: Readonly<Record<string, (literal: string) => string>> = {
  Python: floats('python'),
  'JavaScript, Go, PHP': shortest,
  'Java, Kotlin, Scala': floats('java'),
  Ruby: floats('ruby'),
  Rust: floats('rust'),
  'PHP, JSON_PRESERVE_ZERO_FRACTION': floats('php'),
  Dart: floats('dart'),
  Julia: floats('julia'),
  'Haskell (aeson)': floats('haskell'),
  'Erlang, Elixir': erlang,
  'Gson, every number as Double': allFloats,
  'Go, as text': goNumber,
  'Lua, Perl': toFourteen,
  'PHP, serialize_precision = 17': toSeventeen,
  'of 32 bits': single,
  'sent by a program of 32 bits': ofSingle,
  'decimals without zeros at the end': withoutZeros,
  'decimals without exponents': withoutExponent,
}

/** With the values of each such program. */
export function* typesChanged(json: string): Generator<readonly [detail: string, text: string]> {
  for (const [detail, f] of Object.entries(retypings)) yield [detail, withScalars(json, f)]
}

const withScalars = (json: string, f: (literal: string) => string | undefined): string =>
  json.replace(scalar, (found) => (found.endsWith(':') ? found : (f(found) ?? found)))

/** With the numbers of each such program. */
function* numbersPrinted(json: string): Generator<Form> {
  for (const [program, write] of Object.entries(renumberings))
    yield [`numbers as they are printed (${program})`, withScalars(json, ofNumbers(write))]
}

/** Objects with more members have too many orders: of the outermost one all are tried, or one member is moved. */
const maxOrdered = 5
const maxMoved = 10
const maxOrderedWithin = 3
const maxObjects = 6

const ordersOf = (count: number, depth: number): ReadonlyArray<ReadonlyArray<number>> => {
  const right = Array.from({ length: count }, (_, i) => i)
  if (count <= (depth === 0 ? maxOrdered : maxOrderedWithin)) return orders(right)
  if (depth > 0 || count > maxMoved) return []
  return right.flatMap((i) => right.map((to) => right.toSpliced(i, 1).toSpliced(to, 0, i)))
}

/** Where a HashMap of Java puts a name, among up to 12 of them. */
const slotOf = (name: string): number => {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) | 0
  return (hash ^ (hash >>> 16)) & 15
}

function* membersMoved(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.slice(0, maxObjects)) {
    const texts = membersIn(json, object)
    for (const order of ordersOf(texts.length, object.depth)) {
      const moved = order.map((i) => texts[i] as string)
      yield [`members in the order ${order.map((i) => i + 1).join(', ')}`, withMembers(json, object, moved)]
    }
    const slots = texts.map((text) => slotOf(text.slice(1, text.indexOf('"', 1))))
    const byHash = Array.from(texts.keys()).sort((a, b) => (slots[a] as number) - (slots[b] as number))
    const hashed = byHash.map((i) => texts[i] as string)
    yield ['members in the order of a HashMap of Java', withMembers(json, object, hashed)]
  }
}

/** Members that programs declare and often leave empty. */
const optional: ReadonlyArray<string> = [
  'callback',
  'callback_url',
  'callbackUrl',
  'webhook',
  'webhook_url',
  'webhookUrl',
  'notify_url',
  'metadata',
  'tags',
  'name',
  'note',
  'notes',
  'comment',
  'description',
  'priority',
  'user',
  'user_id',
  'options',
  'extra',
]

/** Where a member with the value null may have stood: in front of each member of the outermost object, and behind the last. */
function* nullsLeftOut(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  const [first] = top?.members ?? []
  if (top === undefined || top.depth > 0 || first === undefined) return
  const texts = membersIn(json, top)
  const sign = json.slice(first.name[1], first.value[0])
  const known = top.members.map(({ name }) => json.slice(name[0] + 1, name[1] - 1))
  for (const name of optional.filter((each) => !known.includes(each)))
    for (let at = 0; at <= Math.min(texts.length, 4); at++) {
      const text = withMembers(json, top, texts.toSpliced(at, 0, `"${name}"${sign}null`))
      yield [`${name}: null was left out, place ${at + 1}`, text]
    }
}

/** Where a member that the interface documents may have stood within: where the interface has it, or behind all others. */
function* nullsLeftOutWithin(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.filter(({ depth }) => depth > 1).slice(0, maxObjects)) {
    const texts = membersIn(json, object)
    const [first] = object.members
    const known = object.members.map(({ name }) => json.slice(name[0] + 1, name[1] - 1))
    for (const name of first === undefined ? [] : ['count', 'steps', 'sd_model', 'clip_skip', 'cfg_scale']) {
      const later = known.findIndex((other) => documented.indexOf(other) > documented.indexOf(name))
      for (const at of known.includes(name) ? [] : new Set([later < 0 ? texts.length : later, texts.length])) {
        const member = `"${name}"${json.slice(first?.name[1], first?.value[0])}null`
        yield [`${name}: null was left out`, withMembers(json, object, texts.toSpliced(at, 0, member))]
      }
    }
  }
}

/** A member whose value is a whole number. */
const wholeNumber = /("(?:[^"\\]|\\.)*")(\s*:\s*-?\d+)(?=\s*[,}\]])/g

/** Whole numbers of one member or two were written as floating-point ones; OCaml writes no zero behind the point. */
function* floatsShortened(json: string): Generator<Form> {
  const names = [...new Set(Array.from(json.matchAll(wholeNumber), ([, name]) => name as string))].slice(0, maxMoved)
  for (const end of ['.0', '.'])
    for (const [i, one] of names.entries())
      for (const other of names.slice(i)) {
        const text = json.replace(wholeNumber, (found, name: string) =>
          name === one || name === other ? found + end : found,
        )
        yield [`${one}${other === one ? '' : ` and ${other}`} as 1${end}`, text]
      }
}

/** More empty arrays have too many choices. */
const maxEmpty = 4

/** PHP and Lua print an empty object as an empty array. */
function* emptyObjects(json: string): Generator<Form> {
  const places = Array.from(json.matchAll(/"(?:[^"\\]|\\.)*"|\[\s*\]/g)).filter(([found]) => found.startsWith('['))
  for (const some of places.length > maxEmpty ? [places] : subsets(places)) {
    const text = some.reduceRight(
      (all, { 0: { length }, index }) => `${all.slice(0, index)}{}${all.slice(index + length)}`,
      json,
    )
    yield [`${some.length} of ${places.length} empty arrays were objects`, text]
  }
}

/** More objects, or more members, are not compared. */
const maxCompared = 32

/** The objects of one depth with the members that only some of them have, null in the others: at their end, or in one order. */
function* nullsOfSome(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const depth of new Set(objects.map((object) => object.depth))) {
    const some = objects.filter((object) => object.depth === depth)
    const namesIn = ({ members }: ObjectSpan): ReadonlyArray<string> => members.map(({ name }) => json.slice(...name))
    const names = [...new Set(some.flatMap(namesIn))]
    const [first] = some.flatMap(({ members }) => members)
    if (first === undefined || some.length > maxCompared || names.length > maxCompared) continue
    const sign = json.slice(first.name[1], first.value[0])
    for (const isOrdered of [false, true]) {
      const text = some.toReversed().reduce((whole, object) => {
        const own = namesIn(object)
        const texts = membersIn(json, object)
        const order = isOrdered ? names : [...own, ...names.filter((name) => !own.includes(name))]
        const all = order.map((name) => texts[own.indexOf(name)] ?? `${name}${sign}null`)
        return withMembers(whole, object, all)
      }, json)
      yield ['members that are null were left out', text]
    }
  }
}

/** The integers of 19 digits that become one double lie no farther from what JavaScript prints for it. */
const maxAway = 1024n

/** A number that was rounded on its way: every integer that becomes the same, the nearest first. */
function* unrounded(json: string): Generator<Form> {
  const large = [...json.matchAll(scalar)].filter(([literal]) => /^-?[1-9]\d{15,18}$/.test(literal))
  for (const { 0: literal, index } of large)
    for (let away = 1n; away <= maxAway; away++)
      for (const other of [BigInt(literal) + away, BigInt(literal) - away])
        if (Number(other) === Number(literal)) {
          const text = json.slice(0, index) + other + json.slice(index + literal.length)
          const detail = `the number ${other} was rounded to ${literal}`
          yield [detail, text]
          yield [`${detail}, and 7.0 to 7`, text.replace(/("cfg_scale"\s*:\s*-?\d+)(?=\s*[,}])/g, '$1.0')]
        }
}

/** What was signed in place of this JSON text, each text once. */
export function* retyped(json: string): Generator<Form> {
  // Whoever signs "" and sends null may have meant either.
  if (!/^\s*[[{]/.test(json)) return
  const objects = objectsIn(json)
  const forms = [
    numbersPrinted(json),
    typesChanged(json),
    nullsLeftOut(json, objects),
    nullsOfSome(json, objects),
    floatsShortened(json),
    emptyObjects(json),
    nullsLeftOutWithin(json, objects),
    membersMoved(json, objects),
    unrounded(json),
  ]
  yield* rarely('alone', distinct([json], { characters: 400_000 }, ...forms))
}
