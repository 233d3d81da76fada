/**
 * A JSON text whose values another program read as other types: numbers in quotation marks, truth values as numbers, members in another
 * order, null left out, large numbers rounded. The white space of the text that was sent stays. `{"n":1.50,"ok":true}` becomes
 * `{"n":"1.50","ok":true}` or `{"n":1.5,"ok":1}`.
 */

import { distinct, withRarity } from './distinct.ts'
import { doubles } from './doubles.ts'
import { membersIn, type ObjectSpan, objectsIn, withMembers } from './jsonSpans.ts'
import { isNumber } from './jsonText.ts'
import {
  asSingle,
  erlang,
  everyNumberAsFloat,
  floatsOf,
  fourDecimals,
  fromSingle,
  goNumber,
  padExponent,
  shortest,
  toFourteen,
  toSeventeen,
  withoutExponent,
  withoutZeros,
} from './numberText.ts'
import { permutations } from './permutations.ts'
import type { Form } from './Respelling.ts'
import { documentedNames } from './serializers.ts'
import { subsets } from './subsets.ts'

/** A scalar, or a name with its colon. */
const scalar = /"(?:[^"\\]|\\.)*"(?:\s*:)?|[^\s{}[\],:"]+/g

const numeric = /^"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"$/

const withoutQuotes = (literal: string): string | undefined => numeric.exec(literal)?.[1]
const inQuotes = (literal: string): string | undefined => (isNumber(literal) ? `"${literal}"` : undefined)
/** Rewrites fractions and nothing else. */
const onDecimals =
  (write: (literal: string) => string) =>
  (literal: string): string | undefined =>
    /^-?\d+\.\d+$/.test(literal) ? write(literal) : undefined
const replaceWord =
  (replacements: Readonly<Record<string, string>>) =>
  (literal: string): string | undefined =>
    Object.hasOwn(replacements, literal) ? replacements[literal] : undefined

/** R prints the shorter of 100000 and 1e+05. */
const asR = (literal: string): string => {
  const short = padExponent(Number(literal).toExponential())
  return short.length < literal.length ? short : literal
}

const onNumbers =
  (write: (literal: string) => string) =>
  (literal: string): string | undefined =>
    isNumber(literal) ? write(literal) : undefined

const retypings: Readonly<Record<string, (literal: string) => string | undefined>> = {
  'numbers in quotes': inQuotes,
  'numbers and truth values in quotes': (literal) =>
    inQuotes(literal) ?? replaceWord({ true: '"true"', false: '"false"' })(literal),
  'every value in quotes': (literal) =>
    inQuotes(literal) ?? replaceWord({ true: '"true"', false: '"false"', null: '"null"' })(literal),
  'truth values in quotes': replaceWord({ true: '"true"', false: '"false"' }),
  'truth values as 1 and 0': replaceWord({ true: '1', false: '0' }),
  'null as an empty string': replaceWord({ null: '""' }),
  'numeric strings without quotes': withoutQuotes,
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

/** Of a longer text the numbers are not printed in every format. */
const maxPrinted = 4096

/** The text with its values as other types. */
export function* typesChanged(json: string): Generator<readonly [detail: string, text: string]> {
  for (const [detail, f] of Object.entries(retypings)) yield [detail, withScalars(json, f)]
  for (const [program, write] of json.length > maxPrinted ? [] : Object.entries(doubles)) {
    const isWithExponent = (literal: string): boolean => hasExponent(write(literal))
    yield [`numbers with exponents (${program})`, withNumbers(json, write, isWithExponent)]
  }
}

/** The text with each scalar replaced, unless `f` answers undefined. */
const withScalars = (json: string, f: (literal: string) => string | undefined): string =>
  json.replace(scalar, (matched) => (matched.endsWith(':') ? matched : (f(matched) ?? matched)))

/** The text with its numbers as other programs print them. */
function* numbersPrinted(json: string): Generator<Form> {
  for (const [program, write] of Object.entries(renumberings))
    yield [`numbers as they are printed (${program})`, withScalars(json, onNumbers(write))]
}

/** More numbers with exponents have too many choices. */
const maxExponents = 4

const hasExponent = (literal: string): boolean => /[eE]/.test(literal)

/** The text with the chosen numbers as the writer writes them. `index` counts the numbers of the text. */
const withNumbers = (
  json: string,
  write: (literal: string) => string,
  isChosen: (literal: string, index: number) => boolean,
): string => {
  let index = 0
  const writeChosen = onNumbers((literal) => (isChosen(literal, index++) ? write(literal) : literal))
  return withScalars(json, writeChosen)
}

/** Every number as a program prints a double; then those alone that it prints with an exponent, all or some. */
function* numbersAsDoubles(json: string): Generator<Form> {
  const numbers = Array.from(json.matchAll(scalar), ([literal]) => literal).filter(isNumber)
  for (const [program, write] of Object.entries(doubles)) {
    yield [`every number as a double (${program})`, withNumbers(json, write, () => true)]
    const isPrinted = (literal: string): boolean => hasExponent(write(literal)) && write(literal) !== literal
    const places = numbers.flatMap((literal, i) => (isPrinted(literal) ? [i] : []))
    const choices = places.length > maxExponents ? [places, ...places.map((i) => [i])] : subsets(places)
    for (const chosen of choices.filter(({ length }) => length > 0))
      yield [
        `numbers with exponents (${program}), ${chosen.map((place) => place + 1).join(' ')}`,
        withNumbers(json, write, (_, i) => chosen.includes(i)),
      ]
  }
}

/**
 * The members of the outermost object are tried in every order, or with one member moved if there are more than `maxOrdered`. Inner
 * objects are tried in every order, if they have few members.
 */
const maxOrdered = 5
const maxMoved = 10
const maxOrderedWithin = 3
const maxObjects = 6

const ordersOf = (count: number, depth: number): ReadonlyArray<ReadonlyArray<number>> => {
  const inPlace = Array.from({ length: count }, (_, i) => i)
  if (count <= (depth === 0 ? maxOrdered : maxOrderedWithin)) return permutations(inPlace)
  if (depth > 0 || count > maxMoved) return []
  return inPlace.flatMap((i) => inPlace.map((target) => inPlace.toSpliced(i, 1).toSpliced(target, 0, i)))
}

/** The place of a name in a HashMap of Java with at most 12 names. */
const slotOf = (memberName: string): number => {
  let hash = 0
  for (let i = 0; i < memberName.length; i++) hash = (hash * 31 + memberName.charCodeAt(i)) | 0
  return (hash ^ (hash >>> 16)) & 15
}

function* membersMoved(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.slice(0, maxObjects)) {
    const memberTexts = membersIn(json, object)
    for (const order of ordersOf(memberTexts.length, object.depth)) {
      const moved = order.map((i) => memberTexts[i] as string)
      yield [`members in the order ${order.map((i) => i + 1).join(', ')}`, withMembers(json, object, moved)]
    }
    const slots = memberTexts.map((memberText) => slotOf(memberText.slice(1, memberText.indexOf('"', 1))))
    const byHash = Array.from(memberTexts.keys()).sort((a, b) => (slots[a] as number) - (slots[b] as number))
    const hashed = byHash.map((i) => memberTexts[i] as string)
    yield ['members in the order of a HashMap of Java', withMembers(json, object, hashed)]
  }
}

/** Names of members that programs declare and often leave empty. */
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

/** The outermost object with a member that is null, which was left out when it was sent: before each of its members, or after the last. */
function* nullsLeftOut(json: string, [top]: ReadonlyArray<ObjectSpan>): Generator<Form> {
  const [firstMember] = top?.members ?? []
  if (top === undefined || top.depth > 0 || firstMember === undefined) return
  const memberTexts = membersIn(json, top)
  const sign = json.slice(firstMember.name[1], firstMember.value[0])
  const knownNames = top.members.map(({ name: nameSpan }) => json.slice(nameSpan[0] + 1, nameSpan[1] - 1))
  for (const addedName of optional.filter((optionalName) => !knownNames.includes(optionalName)))
    for (let place = 0; place <= Math.min(memberTexts.length, 4); place++) {
      const withNull = withMembers(json, top, memberTexts.toSpliced(place, 0, `"${addedName}"${sign}null`))
      yield [`${addedName}: null was left out, place ${place + 1}`, withNull]
    }
}

/** An inner object with a documented member that is null: at its documented place, or after the last member. */
function* nullsLeftOutWithin(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const object of objects.filter(({ depth }) => depth > 1).slice(0, maxObjects)) {
    const memberTexts = membersIn(json, object)
    const [firstMember] = object.members
    const knownNames = object.members.map(({ name: nameSpan }) => json.slice(nameSpan[0] + 1, nameSpan[1] - 1))
    for (const addedName of firstMember === undefined ? [] : ['count', 'steps', 'sd_model', 'clip_skip', 'cfg_scale']) {
      const later = knownNames.findIndex(
        (knownName) => documentedNames.indexOf(knownName) > documentedNames.indexOf(addedName),
      )
      for (const place of knownNames.includes(addedName)
        ? []
        : new Set([later < 0 ? memberTexts.length : later, memberTexts.length])) {
        const member = `"${addedName}"${json.slice(firstMember?.name[1], firstMember?.value[0])}null`
        yield [`${addedName}: null was left out`, withMembers(json, object, memberTexts.toSpliced(place, 0, member))]
      }
    }
  }
}

/** A member whose value is a whole number. */
const wholeNumber = /("(?:[^"\\]|\\.)*")(\s*:\s*-?\d+)(?=\s*[,}\]])/g

/** The whole numbers of one member or two as floating-point numbers. OCaml writes no zero after the point. */
function* floatsShortened(json: string): Generator<Form> {
  const memberNames = [
    ...new Set(Array.from(json.matchAll(wholeNumber), ([, memberName]) => memberName as string)),
  ].slice(0, maxMoved)
  for (const end of ['.0', '.'])
    for (const [i, firstName] of memberNames.entries())
      for (const secondName of memberNames.slice(i)) {
        const shortened = json.replace(wholeNumber, (matched, memberName: string) =>
          memberName === firstName || memberName === secondName ? matched + end : matched,
        )
        yield [`${firstName}${secondName === firstName ? '' : ` and ${secondName}`} as 1${end}`, shortened]
      }
}

/** More empty arrays have too many choices. */
const maxEmpty = 4

/** Empty objects in the place of empty arrays: PHP and Lua send both as arrays. */
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

/** More objects, or more members, are not compared. */
const maxCompared = 32

/** Objects of one depth often are of one type. A member that only some of them have is null in the others, which left it out. */
function* nullsOfSome(json: string, objects: ReadonlyArray<ObjectSpan>): Generator<Form> {
  for (const depth of new Set(objects.map((object) => object.depth))) {
    const sameDepth = objects.filter((object) => object.depth === depth)
    const namesIn = ({ members }: ObjectSpan): ReadonlyArray<string> =>
      members.map(({ name: nameSpan }) => json.slice(...nameSpan))
    const everyName = [...new Set(sameDepth.flatMap(namesIn))]
    const [firstMember] = sameDepth.flatMap(({ members }) => members)
    if (firstMember === undefined || sameDepth.length > maxCompared || everyName.length > maxCompared) continue
    const sign = json.slice(firstMember.name[1], firstMember.value[0])
    for (const isOrdered of [false, true]) {
      const withNulls = sameDepth.toReversed().reduce((changedText, object) => {
        const ownNames = namesIn(object)
        const memberTexts = membersIn(json, object)
        const order = isOrdered
          ? everyName
          : [...ownNames, ...everyName.filter((memberName) => !ownNames.includes(memberName))]
        const allMembers = order.map(
          (memberName) => memberTexts[ownNames.indexOf(memberName)] ?? `${memberName}${sign}null`,
        )
        return withMembers(changedText, object, allMembers)
      }, json)
      yield ['members that are null were left out', withNulls]
    }
  }
}

/** Integers of 19 digits that become the same double are at most so far apart. */
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

/** All these forms of a JSON text, each text once. */
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
    floatsShortened(json),
    emptyObjects(json),
    nullsLeftOutWithin(json, objects),
    membersMoved(json, objects),
    unrounded(json),
  ]
  yield* withRarity('alone', distinct([json], { characters: 400_000 }, ...forms))
}
