/**
 * The JSON texts that a caller may have signed if one of its programs parsed the body and wrote it anew: numbers in quotation marks,
 * truth values as numbers, members in another order, null left out, large numbers rounded. All forms keep the white space of the text
 * that was sent.
 *
 *     {"n":1.50,"ok":true}     {"n":"1.50","ok":true}     numbers in quotes
 *                              {"n":1.5,"ok":true}        numbers as they are printed (JavaScript, Go, PHP)
 *                              {"ok":true,"n":1.50}       members in the order 2, 1
 */
import { distinct, withRarity } from './distinct.ts'
import { doubles } from './doubles.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'
import { isNumber, treeOf, writerOf } from './jsonText.ts'
import {
  asSingle,
  erlang,
  everyNumberAsFloat,
  floatsOf,
  fourDecimals,
  fromSingle,
  goNumber,
  padExponent,
  phpNumber,
  shortest,
  toFourteen,
  toSeventeen,
  withoutExponent,
  withoutZeros,
} from './numberText.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'
import { documentedNames, usualStyles } from './serializers.ts'
import { subsets } from './subsets.ts'

/** All these forms of a JSON text, each text once. The cheap kinds come first. */
export function* retyped(json: string): Generator<Form> {
  // Only objects and arrays: the body `null` for a signed `""` would prove nothing.
  if (!/^\s*[[{]/.test(json)) return
  const objects = objectsIn(json)
  const forms = [
    numbersPrinted(json),
    numbersAsDoubles(json),
    typesChanged(json),
    nullsLeftOut(json, objects),
    nullsOfSome(json, objects),
    floatsShortened(json, ['.0', '.']),
    emptyObjects(json),
    nothingForEmpty(json),
    nullsLeftOutWithin(json, objects),
    membersMoved(json, objects),
    unrounded(json),
  ]
  yield* withRarity('alone', distinct([json], { characters: 400_000 }, ...forms))
}

type Member = ObjectSpan['members'][number]

// ---- Rewriting scalars

/** Rewrites a scalar. Undefined: the scalar stays as it is. */
type Rewrite = (literal: string) => string | undefined

/** A scalar, or a name with its colon. */
const scalar = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[^\s{}[\],:"]+/g

/** The text with each scalar rewritten. Names stay. */
const withScalars = (json: string, rewrite: Rewrite): string =>
  json.replace(scalar, (matched) => (matched.endsWith(':') ? matched : (rewrite(matched) ?? matched)))

/** A text taken apart at its numbers: a piece of text before each number, and one after the last. */
export interface AroundNumbers {
  readonly pieces: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
}

export const aroundNumbers = (json: string): AroundNumbers => {
  const pieces: Array<string> = []
  const numbers: Array<string> = []
  let start = 0
  for (const { 0: literal, index } of json.matchAll(scalar)) {
    if (!isNumber(literal)) continue
    pieces.push(json.slice(start, index))
    numbers.push(literal)
    start = index + literal.length
  }
  return { pieces: [...pieces, json.slice(start)], numbers }
}

/** The text with other numbers. */
export const withNumbers = ({ pieces }: AroundNumbers, numbers: ReadonlyArray<string>): string =>
  pieces.map((piece, i) => piece + (numbers[i] ?? '')).join('')

// ---- Values of other types

/** A number in quotation marks: `"1.50"`. */
const numeric = /^"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"$/

const withoutQuotes: Rewrite = (literal) => numeric.exec(literal)?.[1]
const inQuotes: Rewrite = (literal) => (isNumber(literal) ? `"${literal}"` : undefined)

/** Rewrites fractions and nothing else. */
const onDecimals =
  (write: (literal: string) => string): Rewrite =>
  (literal) =>
    /^-?\d+\.\d+$/.test(literal) ? write(literal) : undefined

const replaceWord =
  (replacements: Readonly<Record<string, string>>): Rewrite =>
  (literal) =>
    Object.hasOwn(replacements, literal) ? replacements[literal] : undefined

/** R prints the shorter of 100000 and 1e+05. */
const asR = (literal: string): string => {
  const short = padExponent(Number(literal).toExponential())
  return short.length < literal.length ? short : literal
}

/** What programs make of a scalar that they read as another type, by the detail of the form. */
const retypings: Readonly<Record<string, Rewrite>> = {
  'numbers in quotes': inQuotes,
  'numbers and truth values in quotes': (literal) =>
    inQuotes(literal) ?? replaceWord({ true: '"true"', false: '"false"' })(literal),
  'every value in quotes': (literal) =>
    inQuotes(literal) ?? replaceWord({ true: '"true"', false: '"false"', null: '"null"' })(literal),
  'truth values in quotes': replaceWord({ true: '"true"', false: '"false"' }),
  'truth values as 1 and 0': replaceWord({ true: '1', false: '0' }),
  'null as an empty string': replaceWord({ null: '""' }),
  'null as NaN': replaceWord({ null: 'NaN' }),
  'every value as a string of PHP': (literal) =>
    inQuotes(literal) ?? replaceWord({ true: '"1"', false: '""', null: '""' })(literal),
  'numeric strings without quotes': withoutQuotes,
  'numeric strings as numbers of PHP (JSON_NUMERIC_CHECK)': (literal) =>
    /^"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"$/.test(literal) ? phpNumber(literal.slice(1, -1)) : undefined,
  // Long digits are ids, which no program reads as numbers.
  'short numeric strings without quotes': (literal) => (literal.length > 10 ? undefined : withoutQuotes(literal)),
  'fractions in quotes': (literal) =>
    /^"-?\d+\.\d+"$/.test(literal) ? String(Number(withoutQuotes(literal))) : undefined,
  'decimal commas': onDecimals((literal) => literal.replace('.', ',')),
  'two decimals': onDecimals((literal) => Number(literal).toFixed(2)),
  'six decimals (C++)': onDecimals((literal) => Number(literal).toFixed(6)),
  'd0 behind fractions (Lisp)': onDecimals((literal) => `${literal}d0`),
  'an exponent where it is shorter (R)': (literal) => (isNumber(literal) ? asR(literal) : undefined),
  'four decimals (R)': (literal) => (isNumber(literal) ? fourDecimals(literal) : undefined),
  'numbers and truth values without quotes': (literal) =>
    withoutQuotes(literal) ?? replaceWord({ '"true"': 'true', '"false"': 'false', '"null"': 'null' })(literal),
}

/** For a longer text the numbers are not printed as doubles of every program. */
const maxPrinted = 4096

/** The text with its values as other types; the numbers as doubles come last. */
export function* typesChanged(json: string): Generator<readonly [detail: string, text: string]> {
  for (const [detail, rewrite] of Object.entries(retypings)) yield [detail, withScalars(json, rewrite)]
  if (json.length > maxPrinted) return
  const apart = aroundNumbers(json)
  for (const [program, write] of Object.entries(doubles)) {
    const written = apart.numbers.map((literal) => {
      const writtenNumber = write(literal)
      return hasExponent(writtenNumber) ? writtenNumber : literal
    })
    yield [`numbers with exponents (${program})`, withNumbers(apart, written)]
  }
}

// ---- Numbers as programs print them

/** How programs print the numbers that they have read. */
const renumberings: Readonly<Record<string, (literal: string) => string>> = {
  Python: floatsOf('python'),
  'JavaScript, Go, PHP': shortest,
  'Java, Kotlin, Scala': floatsOf('java'),
  Ruby: floatsOf('ruby'),
  Rust: floatsOf('rust'),
  'PHP, JSON_PRESERVE_ZERO_FRACTION': floatsOf('php'),
  Dart: floatsOf('dart'),
  Julia: floatsOf('julia'),
  'Haskell (aeson)': floatsOf('haskell'),
  'Erlang, Elixir': erlang,
  'Gson, every number as Double': everyNumberAsFloat,
  'Go, as text': goNumber,
  'Lua, Perl': toFourteen,
  'PHP, serialize_precision = 17': toSeventeen,
  'of 32 bits': asSingle,
  'sent by a program of 32 bits': fromSingle,
  'decimals without zeros at the end': withoutZeros,
  'decimals without exponents': withoutExponent,
}

/** The text with every number as another program prints it. */
function* numbersPrinted(json: string): Generator<Form> {
  const apart = aroundNumbers(json)
  for (const [program, write] of Object.entries(renumberings))
    yield [`numbers as they are printed (${program})`, withNumbers(apart, apart.numbers.map(write))]
}

/** If a text has more numbers with exponents, all of them are rewritten, or one: their subsets are too many. */
const maxExponents = 4

const hasExponent = (literal: string): boolean => /[eE]/.test(literal)

/** What programs write for the numbers of a text, in the order of the text. */
type OtherNumbers = readonly [detail: string, numbers: ReadonlyArray<string>]

/** Every number as each program prints a double, and whole numbers of one member or two as 7.0. */
export function* numbersAsFloats(json: string): Generator<OtherNumbers> {
  if (json.length > maxPrinted) return
  const apart = aroundNumbers(json)
  for (const [program, write] of Object.entries(doubles)) yield [everyNumberAsDouble(program), apart.numbers.map(write)]
  yield* shortenedFloats(json, apart, ['.0'])
}

const everyNumberAsDouble = (program: string): string => `every number as a double (${program})`

/**
 * Every number as a program prints a double. Then only the numbers that the program prints with an exponent, in every choice: the
 * caller may keep the others as integers.
 */
function* numbersAsDoubles(json: string): Generator<Form> {
  const apart = aroundNumbers(json)
  const { numbers } = apart
  for (const [program, write] of Object.entries(doubles)) {
    const written = numbers.map(write)
    yield [everyNumberAsDouble(program), withNumbers(apart, written)]
    const indexes = written.flatMap((double, i) => (hasExponent(double) && double !== numbers[i] ? [i] : []))
    const choices = indexes.length > maxExponents ? [indexes, ...indexes.map((i) => [i])] : subsets(indexes)
    for (const chosen of choices.filter(({ length }) => length > 0))
      yield [
        `numbers with exponents (${program}), ${chosen.map((index) => index + 1).join(' ')}`,
        withNumbers(
          apart,
          numbers.map((literal, i) => (chosen.includes(i) ? (written[i] as string) : literal)),
        ),
      ]
  }
}

/** A string, and the colon and the value after it if it is the name of a whole number. */
const wholeNumber = /("(?:[^"\\]|\\.)*")(\s*:\s*-?\d+(?=\s*[,}\]]))?/g

/** For each number of the text, the name of the member that it is the value of. Undefined if it is no such value, or not whole. */
const namesOfWholeNumbers = (json: string, { pieces, numbers }: AroundNumbers): ReadonlyArray<string | undefined> => {
  const namesByEnd = new Map<number, string>()
  for (const { 0: matched, 1: memberName = '', 2: value, index } of json.matchAll(wholeNumber))
    if (value !== undefined) namesByEnd.set(index + matched.length, memberName)
  let end = 0
  return numbers.map((literal, i) => {
    end += (pieces[i] as string).length + literal.length
    return namesByEnd.get(end)
  })
}

/** The text with the whole numbers of one member or two as floating-point numbers. */
function* floatsShortened(json: string, ends: ReadonlyArray<string>): Generator<Form> {
  const apart = aroundNumbers(json)
  for (const [detail, numbers] of shortenedFloats(json, apart, ends)) yield [detail, withNumbers(apart, numbers)]
}

/** The numbers of the text, those of one member or two as floating-point numbers. OCaml writes no zero after the point. */
function* shortenedFloats(json: string, apart: AroundNumbers, ends: ReadonlyArray<string>): Generator<OtherNumbers> {
  const memberNames = namesOfWholeNumbers(json, apart)
  const shortenedNames = [...new Set(memberNames.filter((memberName) => memberName !== undefined))].slice(0, maxMoved)
  for (const end of ends)
    for (const [i, firstName] of shortenedNames.entries())
      for (const secondName of shortenedNames.slice(i)) {
        const isShortened = (memberName: string | undefined): boolean =>
          memberName === firstName || memberName === secondName
        yield [
          `${firstName}${secondName === firstName ? '' : ` and ${secondName}`} as 1${end}`,
          apart.numbers.map((literal, place) => (isShortened(memberNames[place]) ? literal + end : literal)),
        ]
      }
}

/** Integers of 19 digits that become the same double are at most this far apart. */
const maxAway = 1024n

/** A large number that was rounded to a double: every integer that becomes the same double, the nearest first. */
function* unrounded(json: string): Generator<Form> {
  const large = [...json.matchAll(scalar)].filter(([literal]) => /^-?[1-9]\d{15,18}$/.test(literal))
  for (const { 0: literal, index } of large)
    for (let away = 1n; away <= maxAway; away++)
      for (const unroundedNumber of [BigInt(literal) + away, BigInt(literal) - away])
        if (Number(unroundedNumber) === Number(literal)) {
          const unroundedText = json.slice(0, index) + unroundedNumber + json.slice(index + literal.length)
          const detail = `the number ${unroundedNumber} was rounded to ${literal}`
          yield [detail, unroundedText]
          yield [`${detail}, and 7.0 to 7`, unroundedText.replace(/("cfg_scale"\s*:\s*-?\d+)(?=\s*[,}])/g, '$1.0')]
        }
}

// ---- Members in another order

/** An outermost object with at most so many members has them in every order. */
const maxOrdered = 5
/** An outermost object with more members, at most so many, has one member moved. */
const maxMoved = 10
/** An inner object with at most so many members has them in every order. */
const maxOrderedWithin = 3
/** The members of later objects stay where they are. */
const maxObjects = 6

/** The orders to try for an object with `count` members, as lists of indexes. */
const ordersOf = (count: number, depth: number): ReadonlyArray<ReadonlyArray<number>> => {
  const inPlace = Array.from({ length: count }, (_, i) => i)
  if (count <= (depth === 0 ? maxOrdered : maxOrderedWithin)) return permutations(inPlace)
  if (depth > 0 || count > maxMoved) return []
  return inPlace.flatMap((i) => inPlace.map((target) => inPlace.toSpliced(i, 1).toSpliced(target, 0, i)))
}

/** The bucket of a name in a HashMap of Java that has at most 12 names, and so 16 buckets. */
const bucketOf = (memberName: string): number => {
  let hash = 0
  for (let i = 0; i < memberName.length; i++) hash = (hash * 31 + memberName.charCodeAt(i)) | 0
  return (hash ^ (hash >>> 16)) & 15
}

/** The objects of the text, one at a time, with their members in other orders. */
function* membersMoved(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.slice(0, maxObjects)) {
    const memberTexts = membersIn(json, object)
    for (const order of ordersOf(memberTexts.length, object.depth)) {
      const moved = order.map((i) => memberTexts[i] as string)
      yield [`members in the order ${order.map((i) => i + 1).join(', ')}`, withMembers(json, object, moved)]
    }
    const buckets = memberTexts.map((memberText) => bucketOf(memberText.slice(1, memberText.indexOf('"', 1))))
    const indexesByBucket = Array.from(memberTexts.keys()).sort(
      (a, b) => (buckets[a] as number) - (buckets[b] as number),
    )
    const membersByBucket = indexesByBucket.map((i) => memberTexts[i] as string)
    yield ['members in the order of a HashMap of Java', withMembers(json, object, membersByBucket)]
  }
}

// ---- Members that are null and were left out

/** Names of members that programs declare and often leave empty. */
const optionalNames: ReadonlyArray<string> = [
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

/** A member of an object in source form, its value null: `"tags": null`. The colon and its blanks are those of another member. */
const nullMember = (json: string, memberName: string, { name, value }: Member): string =>
  `"${memberName}"${json.slice(name[1], value[0])}null`

/** The names of an object's members, without quotation marks. */
const memberNamesOf = (json: string, { members }: ObjectSpan): ReadonlyArray<string> =>
  members.map(({ name: nameSpan }) => json.slice(nameSpan[0] + 1, nameSpan[1] - 1))

/**
 * The outermost object with a further member that is null. The caller signed the member, and left it out of what it sent. The member
 * may have been before each of the first members, or after them.
 */
function* nullsLeftOut(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  const [firstMember] = top?.members ?? []
  if (top === undefined || top.depth > 0 || firstMember === undefined) return
  const memberTexts = membersIn(json, top)
  const knownNames = memberNamesOf(json, top)
  for (const addedName of optionalNames.filter((optionalName) => !knownNames.includes(optionalName)))
    for (let place = 0; place <= Math.min(memberTexts.length, 4); place++) {
      const addedMember = nullMember(json, addedName, firstMember)
      const withNull = withMembers(json, top, memberTexts.toSpliced(place, 0, addedMember))
      yield [`${addedName}: null was left out, place ${place + 1}`, withNull]
    }
}

/** Members of the documented inner objects that callers often leave empty. */
const optionalInnerNames: ReadonlyArray<string> = ['count', 'steps', 'sd_model', 'clip_skip', 'cfg_scale']

/** Names that a form may add, with null. */
export const isAddedName = (name: string): boolean => optionalNames.includes(name) || optionalInnerNames.includes(name)

/** The index that a documented member has among these members: before the first one that the documentation names later. */
const documentedPlace = (addedName: string, knownNames: ReadonlyArray<string>): number => {
  const documentedIndex = documentedNames.indexOf(addedName)
  const later = knownNames.findIndex((knownName) => documentedNames.indexOf(knownName) > documentedIndex)
  return later < 0 ? knownNames.length : later
}

/** An inner object with a documented member that is null: at its documented place, or after the last member. */
function* nullsLeftOutWithin(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.filter(({ depth }) => depth > 1).slice(0, maxObjects)) {
    const [firstMember] = object.members
    if (firstMember === undefined) continue
    const memberTexts = membersIn(json, object)
    const knownNames = memberNamesOf(json, object)
    for (const addedName of optionalInnerNames.filter((optionalName) => !knownNames.includes(optionalName)))
      for (const place of new Set([documentedPlace(addedName, knownNames), memberTexts.length])) {
        const addedMember = nullMember(json, addedName, firstMember)
        const withNull = withMembers(json, object, memberTexts.toSpliced(place, 0, addedMember))
        yield [`${addedName}: null was left out`, withNull]
      }
  }
}

/** If one depth has more objects or more names, they are not compared. */
const maxCompared = 32

/**
 * Objects of one depth often are of one type. A member that only some of them have was null in the others, and the caller left it out
 * there when it sent them. With a shared order, all objects have their members in it; otherwise the added ones come last.
 */
function* nullsOfSome(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const depth of new Set(objects.map((object) => object.depth))) {
    const sameDepth = objects.filter((object) => object.depth === depth)
    const namesIn = ({ members }: ObjectSpan): ReadonlyArray<string> =>
      members.map(({ name: nameSpan }) => json.slice(...nameSpan))
    const everyName = [...new Set(sameDepth.flatMap(namesIn))]
    const [firstMember] = sameDepth.flatMap(({ members }) => members)
    if (firstMember === undefined || sameDepth.length > maxCompared || everyName.length > maxCompared) continue
    const sign = json.slice(firstMember.name[1], firstMember.value[0])
    const fromLast = [...new Set(sameDepth.toReversed().flatMap(namesIn))]
    const zeros = zerosByName(json, sameDepth)
    for (const [what, literalOf] of [
      ['null', () => 'null'],
      ['zero', (name: string) => zeros.get(name) ?? 'null'],
    ] as const)
      for (const [where, sharedOrder] of [
        ['', undefined],
        [', all in one order', everyName],
        [', all in the order of the last', fromLast],
      ] as const) {
        const filled = sameDepth.toReversed().reduce((changedText, object) => {
          const ownNames = namesIn(object)
          const memberTexts = membersIn(json, object)
          const order = sharedOrder ?? [...ownNames, ...everyName.filter((name) => !ownNames.includes(name))]
          const allMembers = order.map((name) => memberTexts[ownNames.indexOf(name)] ?? name + sign + literalOf(name))
          return withMembers(changedText, object, allMembers)
        }, json)
        const detail = `members that are ${what} were left out${where}`
        yield [detail, filled]
        if (filled !== json) yield* inSerializers(detail, filled)
      }
  }
}

/** What Go writes for a member that has no value, by the types of the values that others of this name have. */
const zerosByName = (json: string, objects: ReadonlyArray<ObjectSpan>): ReadonlyMap<string, string> =>
  new Map(
    objects.flatMap(({ members }) =>
      members.map(({ name, value }) => [json.slice(...name), zeroOf(json.slice(...value))] as const),
    ),
  )

const zeroOf = (literal: string): string => {
  if (literal.startsWith('"')) return '""'
  if (isNumber(literal)) return '0'
  return /^(?:true|false)$/.test(literal) ? 'false' : 'null'
}

/** Serializers that write such members: of Go, and of models of Python. */
const serializersOfModels: ReadonlyArray<string> = ['spaced', 'go', 'python']

function* inSerializers(detail: string, json: string): Generator<Form> {
  const writer = writerOf(treeOf(json), { most: 4 * json.length })
  for (const [style, how] of usualStyles()) {
    const written = serializersOfModels.includes(style) ? writer.write(how) : undefined
    if (written !== undefined) yield [`${detail}, ${style}`, written]
  }
}

// ---- Empty objects

/** If a text has more empty arrays, all of them become objects: their subsets are too many. */
const maxEmpty = 4

/** Empty objects in the place of empty arrays: the caller signed `{}`, and PHP or Lua sent `[]`, which they write for both. */
function* emptyObjects(json: string): Generator<Form> {
  const places = Array.from(json.matchAll(/"(?:[^"\\]|\\.)*"|\[\s*\]/g)).filter(([literal]) => literal.startsWith('['))
  for (const chosen of places.length > maxEmpty ? [places] : subsets(places)) {
    const withObjects = chosen.reduceRight(
      (changedText, { 0: { length }, index }) => `${changedText.slice(0, index)}{}${changedText.slice(index + length)}`,
      json,
    )
    yield [`${chosen.length} of ${places.length} empty arrays were objects`, withObjects]
  }
}

/** A nil slice or map of Go is written as null, and other programs write an empty one. */
const emptySwaps = [
  { detail: 'empty lists as null', from: /^\[\s*\]$/, to: 'null' },
  { detail: 'empty objects as null', from: /^\{\s*\}$/, to: 'null' },
  { detail: 'null as an empty list', from: /^null$/, to: '[]' },
  { detail: 'null as an empty object', from: /^null$/, to: '{}' },
] as const

/** A string, an empty list or object, or null. */
const stringOrEmpty = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|null/g

/** All empty values of one kind as null, or the reverse, or one of them. */
function* nothingForEmpty(json: string): Generator<Form> {
  const found = Array.from(json.matchAll(stringOrEmpty)).filter(([literal]) => !literal.startsWith('"'))
  for (const { detail, from, to } of emptySwaps) {
    const places = found.filter(([literal]) => from.test(literal))
    const choices =
      places.length === 1 || places.length > maxEmpty ? [places] : [places, ...places.map((place) => [place])]
    for (const [i, chosen] of choices.entries()) {
      const swapped = chosen.reduceRight(
        (text, { 0: { length }, index }) => text.slice(0, index) + to + text.slice(index + length),
        json,
      )
      yield [i === 0 ? detail : `${detail}, ${i} alone`, swapped]
    }
  }
}
