/**
 * A JSON text whose values another program read in other types: numbers in quotes and without, truth values as words or as
 * numbers, members in another order, null left out, large numbers rounded. The style of the text that was sent is kept.
 */

import { distinct } from './distinct.ts'
import { type ObjectSpan, objectsIn } from './jsonSpans.ts'
import { isNumber, token } from './jsonText.ts'
import { floats } from './numberText.ts'
import type { Respelling } from './Respelling.ts'

const alone = 'alone' as const

/** Of the values changed one by one. */
const maxValues = 24

/** A value in the text, which is no name of a member. */
interface Value {
  readonly from: number
  readonly literal: string
}

const valuesIn = (json: string): ReadonlyArray<Value> => {
  const all = [...json.matchAll(token)].map(({ 0: literal, index }) => ({ from: index, literal }))
  return all.filter(({ literal }, i) => !/^[{}[\],:]$/.test(literal) && all[i + 1]?.literal !== ':')
}

const changed = (json: string, values: ReadonlyArray<Value>, f: (literal: string) => string | undefined): string => {
  const pieces: Array<string> = []
  let end = 0
  for (const { from, literal } of values) {
    const other = f(literal)
    if (other === undefined) continue
    pieces.push(json.slice(end, from), other)
    end = from + literal.length
  }
  return pieces.join('') + json.slice(end)
}

const numeric = /^"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"$/

/** As PHP writes it with JSON_NUMERIC_CHECK: what does not fit into 64 bits is a floating-point number. */
const bare = (literal: string): string | undefined => {
  const digits = numeric.exec(literal)?.[1]
  if (digits === undefined || !/^-?\d+$/.test(digits) || digits.length < 19) return digits
  return BigInt.asIntN(64, BigInt(digits)) === BigInt(digits) ? digits : floats('php')(`${digits}e0`)
}
const plain = (literal: string): string | undefined => numeric.exec(literal)?.[1]
const quoted = (literal: string): string | undefined => (isNumber(literal) ? `"${literal}"` : undefined)
const words =
  (of: Readonly<Record<string, string>>) =>
  (literal: string): string | undefined =>
    Object.hasOwn(of, literal) ? of[literal] : undefined

const retypings: Readonly<Record<string, (literal: string) => string | undefined>> = {
  'numbers in quotes': quoted,
  'numbers and truth values in quotes': (literal) =>
    quoted(literal) ?? words({ true: '"true"', false: '"false"' })(literal),
  'every value in quotes': (literal) =>
    quoted(literal) ?? words({ true: '"true"', false: '"false"', null: '"null"' })(literal),
  'truth values in quotes': words({ true: '"true"', false: '"false"' }),
  'truth values in quotes, capitalized': words({ true: '"True"', false: '"False"' }),
  'truth values as 1 and 0': words({ true: '1', false: '0' }),
  'truth values as "1" and "0"': words({ true: '"1"', false: '"0"' }),
  'truth values as "1" and ""': words({ true: '"1"', false: '""' }),
  'null in quotes': words({ null: '"null"' }),
  'null as an empty string': words({ null: '""' }),
  'empty strings as null': words({ '""': 'null' }),
  'truth values without quotes': words({ '"true"': 'true', '"false"': 'false' }),
  'numeric strings without quotes': plain,
  'numeric strings without quotes (PHP)': bare,
  'numbers and truth values without quotes': (literal) =>
    plain(literal) ?? words({ '"true"': 'true', '"false"': 'false', '"null"': 'null' })(literal),
}

function* typesChanged(json: string): Generator<Respelling> {
  const values = valuesIn(json)
  for (const [detail, f] of Object.entries(retypings)) yield { detail, text: changed(json, values, f) }
  const loose = values.filter(({ literal }) => isNumber(literal) || numeric.test(literal))
  if (loose.length < 2) return
  for (const [i, value] of loose.slice(0, maxValues).entries()) {
    const isBare = isNumber(value.literal)
    yield {
      detail: `number ${i + 1} ${isBare ? 'in quotes' : 'without quotes'}`,
      text: changed(json, [value], isBare ? quoted : plain),
    }
  }
}

/** The empty arrays of the text that were empty objects, or the reverse, as by PHP and Lua: all of them, and one by one. */
function* emptiesChanged(json: string): Generator<Respelling> {
  const all = [...json.matchAll(token)]
  const pairs = all.flatMap(({ 0: open, index }, i) => {
    const end = all[i + 1]
    return end !== undefined && ['[]', '{}'].includes(open + end[0]) ? [{ open, from: index, to: end.index }] : []
  })
  const swapped = (some: typeof pairs): string =>
    some.reduce((text, { open, from, to }) => {
      const [first, last] = open === '[' ? '{}' : '[]'
      return text.slice(0, from) + first + text.slice(from + 1, to) + last + text.slice(to + 1)
    }, json)
  for (const [detail, open] of [
    ['empty arrays that were empty objects', '['],
    ['empty objects that were empty arrays', '{'],
  ] as const) {
    const some = pairs.filter((pair) => pair.open === open)
    yield { detail, text: swapped(some) }
    if (some.length > 1)
      for (const [i, pair] of some.slice(0, maxValues).entries())
        yield { detail: `${detail}: only number ${i + 1}`, text: swapped([pair]) }
  }
}

/** Objects with more members have too many orders: of the outermost one all are tried, or one member is moved. */
const maxOrdered = 5
const maxMoved = 10
const maxOrderedWithin = 3
const maxObjects = 6

const orders = (indices: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  indices.length < 2
    ? [indices]
    : indices.flatMap((first, i) => orders(indices.toSpliced(i, 1)).map((rest) => [first, ...rest]))

const ordersOf = (count: number, depth: number): ReadonlyArray<ReadonlyArray<number>> => {
  const right = Array.from({ length: count }, (_, i) => i)
  if (count <= (depth === 0 ? maxOrdered : maxOrderedWithin)) return orders(right)
  if (depth > 0 || count > maxMoved) return []
  return right.flatMap((i) => right.map((to) => right.toSpliced(i, 1).toSpliced(to, 0, i)))
}

const reordered = (json: string, { members }: ObjectSpan, order: ReadonlyArray<number>): string => {
  const pieces = members.flatMap(({ whole }, i) => {
    const [from, to] = members[order[i] ?? i]?.whole ?? whole
    return [json.slice(members[i - 1]?.whole[1] ?? 0, whole[0]), json.slice(from, to)]
  })
  return pieces.join('') + json.slice(members.at(-1)?.whole[1] ?? 0)
}

function* membersMoved(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Respelling> {
  for (const object of objects.slice(0, maxObjects))
    for (const order of ordersOf(object.members.length, object.depth))
      yield {
        detail: `members in the order ${order.map((i) => i + 1).join(', ')}`,
        text: reordered(json, object, order),
      }
}

/** Members that programs declare and often leave empty, and those of a job (interface §2). */
const optional: ReadonlyArray<string> = [
  ...['callback', 'callback_url', 'callbackUrl', 'webhook', 'webhook_url', 'webhookUrl', 'notify_url', 'metadata'],
  ...['tags', 'name', 'note', 'notes', 'comment', 'description', 'priority', 'user', 'user_id', 'options', 'extra'],
  ...['request_id', 'stages', 'type', 'inputInitialize', 'diffusion', 'seed', 'count', 'width', 'height', 'prompts'],
  ...['text', 'steps', 'sd_model', 'clip_skip', 'cfg_scale'],
]

const stageMembers: ReadonlyArray<string> = ['type', 'inputInitialize', 'diffusion']

/** Where a member with the value null may have stood: in front of each member of the outermost object, and behind the last. */
function* nullsLeftOut(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Respelling> {
  const [top] = objects
  if (top === undefined || top.depth > 0 || top.members.length === 0) return
  const own = (object: ObjectSpan): ReadonlyArray<string> =>
    object.members.map(({ name }) => json.slice(name[0] + 1, name[1] - 1))
  const known = own(top)
  for (const name of optional.filter((each) => !known.includes(each)))
    for (let at = 0; at <= Math.min(top.members.length, 4); at++)
      yield { detail: `${name}: null was left out, place ${at + 1}`, text: withNulls(json, [[top, at, [name]]]) }
  const stages = objects.filter((object) => own(object).includes('type') && object.members.length === 2)
  const missing = stages.map((object) => {
    const names = own(object)
    const [absent = ''] = stageMembers.filter((name) => !names.includes(name))
    return [object, names[1] === 'diffusion' ? 1 : 2, [absent]] as const
  })
  yield { detail: 'the member of each stage that is null was left out', text: withNulls(json, missing) }
}

type Added = readonly [object: ObjectSpan, at: number, names: ReadonlyArray<string>]

/** The text with members of the value null, in the style of the object that they stand in. */
const withNulls = (json: string, added: ReadonlyArray<Added>): string => {
  let text = json
  for (const [{ members }, at, names] of added.toSorted(([a], [b]) => b.inner[0] - a.inner[0])) {
    const [first, second] = members
    if (first === undefined) continue
    const gap = second === undefined ? ',' : json.slice(first.whole[1], second.whole[0])
    const colon = json.slice(first.name[1], first.value[0])
    const written = names.map((name) => `"${name}"${colon}null`).join(gap)
    const next = members[at]
    const place = next === undefined ? (members.at(-1)?.whole[1] ?? 0) : next.whole[0]
    text = text.slice(0, place) + (next === undefined ? gap + written : written + gap) + text.slice(place)
  }
  return text
}

/** The most integers that become one when they are rounded. */
const maxRounded = 4096

/** A number that was rounded on its way: every integer that becomes the same. With `wanted`, only that text. */
function* unrounded(json: string, wanted: string | undefined): Generator<Respelling> {
  for (const { from, literal } of valuesIn(json)) {
    if (!/^-?[1-9]\d{15,18}$/.test(literal)) continue
    const sent = BigInt(literal)
    const [start, end] = [json.slice(0, from), json.slice(from + literal.length)]
    const text = (other: bigint): Respelling => ({
      detail: `the number ${other} was rounded to ${literal}`,
      text: start + other + end,
      rare: alone,
    })
    if (wanted !== undefined) {
      const digits = wanted.slice(start.length, wanted.length - end.length)
      if (/^-?\d{16,19}$/.test(digits) && Number(digits) === Number(literal)) yield text(BigInt(digits))
      continue
    }
    const own = BigInt(Number(literal))
    for (let away = 0n; away <= maxRounded / 2; away++) {
      const near = [own - away, own + away].filter((other) => Number(other) === Number(own))
      if (near.length === 0) break
      for (const other of new Set(near)) if (other !== sent) yield text(other)
    }
  }
}

/** What was signed in place of this JSON text, each text once; the rounded numbers come last. */
export function* retyped(json: string, wanted?: string): Generator<Respelling> {
  // Whoever signs "" and sends null may have meant either.
  if (!/^\s*[[{]/.test(json)) return
  const objects = objectsIn(json)
  const forms = [typesChanged(json), emptiesChanged(json), nullsLeftOut(json, objects), membersMoved(json, objects)]
  for (const form of distinct([json], { characters: 400_000 }, ...forms)) yield { ...form, rare: alone }
  yield* unrounded(json, wanted)
}
