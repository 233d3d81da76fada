/**
 * Generators of jobs: by meaning and by spelling, to be decoded; and by meaning, to be encoded. A sample is a valid job with a
 * value or a text at one place of it.
 */
import * as fc from 'fast-check'
import { hex } from '../content.ts'
import { digits, range } from './characters.ts'
import {
  type Drawn,
  type Generator,
  generator,
  inside,
  mapped,
  outside,
  type Sample,
  sides,
  textOf,
} from './Generator.ts'

/** The rules that the generators name. Each decides for some inputs and against others. */
export const rules = {
  job: 'a job is an object',
  requestId: 'request_id is a text',
  stages: 'stages is an array',
  stage: 'a stage is an object',
  type: 'the type of a stage is a text',
  knownType: 'the type of a stage is INPUT_INITIALIZE or DIFFUSION',
  payload: 'a stage has the object that its type names',
  otherPayload: 'a stage lacks the object of the other type',
  integer: 'an integer field is absent or a number',
  integerText: 'an integer field is no text of digits',
  integerSpelling: 'an integer is written in digits alone',
  fraction: 'an integer has no fraction',
  integerRange: 'an integer is from -9007199254740991 to 9007199254740991',
  cfgScale: 'cfg_scale is absent or a number',
  model: 'sd_model is absent or a text',
  prompts: 'prompts is absent or an array of objects',
  promptText: 'the text of a prompt is absent or a text',
  level: 'a field has its type in its own object; elsewhere any value is kept',
  numberRange: 'a number is, as a double, from -9007199254740991 to 9007199254740991',
  depth: 'arrays and objects nest at most 128 deep',
  halfPair: 'an escaped half of a surrogate pair has its other half',
  escape: 'an escape is one of JSON',
  control: 'a control character in a text is escaped',
  quotes: 'a text and a name are in double quotes',
  number: 'a number is written as JSON writes it',
  word: 'the words of JSON are true, false and null',
  space: 'white space is spaces, tabs, line feeds and carriage returns',
  structure: 'commas, colons and brackets are at the places of JSON',
  utf8: 'the bytes are UTF-8',
  mark: 'no byte order mark comes first',
  name: 'a name comes once in an object',
  whole: 'the text does not end early',
  trailing: 'only white space follows the value',
} as const

// ------------------------------------------------------------------------------------------------------------ values

interface Members {
  readonly [name: string]: unknown
}

const most = Number.MAX_SAFE_INTEGER

/** One of some words, with a space between two. */
const oneOf = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '))

/** In place of a member's value: the object lacks the member. */
const absent = fc.constant(undefined)

/** Any character that UTF-8 can carry, often one at an edge of UTF-8 or of JSON. */
const character = fc.oneof(
  fc.constantFrom(...'a0 /"\\\b\f\n\r\t\u0000\u001f'),
  fc.constantFrom(...'\u007f\u0080\u07ff\u0800\u2028\ud7ff\ue000\ufffd\ufeff\uffff\u{10000}\u{10ffff}e\u0301é'),
  fc.nat({ max: 0xd7ff }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0xe000, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
)
const text = fc.string({ unit: character })

const integer = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.integer(),
  fc.constantFrom(most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31) - 1),
  fc.maxSafeInteger(),
)

/** Far enough from 2^53 to be no integer as a double. */
const fraction = fc.oneof(
  fc.constantFrom(0.5, -0.5, 7.1, 1e-7, 5e-324, 2 ** 52 - 0.5),
  fc
    .tuple(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.constantFrom(0.5, 0.25, 0.1, 0.001))
    .map(([n, part]) => n + part),
)

/** A number of JSON, but −0, which JSON does not tell from 0 in every language. */
const number = fc.oneof(
  integer,
  fraction,
  fc.double({ min: -most, max: most, noNaN: true }).map((n) => n + 0),
)

const onEitherSide = (numbers: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc.tuple(numbers, fc.boolean()).map(([n, isNegative]) => (isNegative ? -n : n))

/** Written in digits alone. */
const beyondInteger = onEitherSide(
  fc.oneof(
    fc.constantFrom(most + 1, most + 3, 2 ** 54, 2 ** 63, 2 ** 64, 1e20),
    fc.double({ min: most + 1, max: 1e20, noNaN: true }),
  ),
)
const beyond = fc.oneof(
  beyondInteger,
  onEitherSide(
    fc.oneof(
      fc.constantFrom(1e21, 1e300, Number.MAX_VALUE),
      fc.double({ min: 1e21, noNaN: true, noDefaultInfinity: true }),
    ),
  ),
)

/** Names that programs mistake for something else, and any text. */
const anyName = fc.oneof(
  fc.constantFrom('x', 'sdModel', 'Seed', 'seed ', 'text', 'type', 'input_initialize', '', '0', '10', '-1', '~', '/'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'length', '$ref', 'é', 'e\u0301'),
  text,
)

const scalar = fc.oneof(fc.constantFrom(null, true, false), number, text)
const flat = fc.oneof(scalar, fc.constantFrom<unknown>([], {}))
const listed = fc.array(flat, { maxLength: 3 })
const named = fc.array(fc.tuple(anyName, flat), { maxLength: 3 }).map((members): Members => Object.fromEntries(members))

/** Any value of JSON. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  listed,
  named,
  fc.tuple(named, listed).map(([inner, list]) => [inner, [list]]),
  fc.tuple(anyName, named).map(([name, inner]) => ({ [name]: inner })),
)

/** Values of each kind of JSON. A text is never one of digits: see `integerText`. */
const kinds = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.oneof(fc.constantFrom(0, 1), number),
  text: fc.oneof(fc.constantFrom('', 'true', 'null', '{}', '[]', '1.0', '0x1', ' 1', '1 ', '+1', '01', 'NaN'), text),
  array: fc.oneof(fc.constant([]), listed),
  object: fc.oneof(fc.constant({}), named),
}

const allBut = (kind: keyof typeof kinds): fc.Arbitrary<unknown> =>
  fc.oneof(
    ...Object.entries(kinds).flatMap(([name, values]) => (name === kind ? [] : [values as fc.Arbitrary<unknown>])),
  )

const not = {
  number: allBut('number').filter((wrong) => typeof wrong !== 'string' || !/^-?[0-9]+$/.test(wrong)),
  text: allBut('text'),
  array: fc.oneof(allBut('array'), fc.constant({ 0: {}, length: 1 })),
  object: allBut('object'),
}

// -------------------------------------------------------------------------------------------------------- valid jobs

const fieldsOf = {
  job: ['request_id', 'stages'],
  stage: ['type', 'inputInitialize', 'diffusion'],
  seeded: ['seed', 'count'],
  diffused: ['width', 'height', 'prompts', 'steps', 'sd_model', 'clip_skip', 'cfg_scale'],
  prompt: ['text'],
}

/** With these members; those that are undefined are left out. A spread defines a member `__proto__`. */
const withMembers = (own: Members, members: Members): Members => {
  const all = { ...own, ...members }
  return Object.values(members).includes(undefined)
    ? Object.fromEntries(Object.entries(all).filter(([, member]) => member !== undefined))
    : all
}

/** An object of these fields and of others. */
const open = (level: keyof typeof fieldsOf, fields: fc.Arbitrary<Members>): fc.Arbitrary<Members> =>
  fc
    .tuple(fields, fc.array(fc.tuple(anyName, value), { maxLength: 2 }))
    .map(([own, others]) =>
      others.length === 0
        ? own
        : withMembers(Object.fromEntries(others.filter(([name]) => !fieldsOf[level].includes(name))), own),
    )

const optional = (fields: { readonly [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<Members> =>
  fc.record(fields, { requiredKeys: [], noNullPrototype: true })

const prompt = open('prompt', optional({ text }))
const prompts = fc.array(prompt, { maxLength: 3 })
const seeded = open('seeded', optional({ seed: integer, count: integer }))
const diffused = open(
  'diffused',
  optional({
    width: integer,
    height: integer,
    prompts,
    steps: integer,
    sd_model: text,
    clip_skip: integer,
    cfg_scale: number,
  }),
)
const seededStage = open(
  'stage',
  seeded.map((inputInitialize) => ({ type: 'INPUT_INITIALIZE', inputInitialize })),
)
const diffusedStage = open(
  'stage',
  diffused.map((diffusion) => ({ type: 'DIFFUSION', diffusion })),
)
const stage = fc.oneof(seededStage, diffusedStage)

const jobOf = (stages: fc.Arbitrary<ReadonlyArray<unknown>>): fc.Arbitrary<Members> =>
  open(
    'job',
    fc
      .tuple(fc.oneof(fc.constantFrom('42', ''), text), stages)
      .map(([request_id, list]) => ({ request_id, stages: list })),
  )

/** Of up to 40 stages. */
const job = jobOf(
  fc.oneof(
    fc.array(stage, { maxLength: 3 }),
    fc
      .tuple(fc.array(stage, { minLength: 1, maxLength: 3 }), fc.nat({ max: 40 }))
      .map(([some, count]) => Array.from({ length: count }, (_, i) => some[i % some.length])),
  ),
)
const shortJob = jobOf(fc.array(stage, { maxLength: 1 }))

// ------------------------------------------------------------------------------------------------------------ places

/** An object in a job: `put` answers a job whose object has these members; `undefined` leaves one out. */
interface Place {
  readonly put: (members: Members) => unknown
  /** The level of nesting that the object is on. */
  readonly depth: number
}

/** With one more item. */
const inserted = (list: unknown, item: unknown, at: number): ReadonlyArray<unknown> => {
  const items = list as ReadonlyArray<unknown>
  const place = at % (items.length + 1)
  return [...items.slice(0, place), item, ...items.slice(place)]
}

/** The same job with one more stage. */
const withStage = (around: Members, one: unknown, at: number): Members =>
  withMembers(around, { stages: inserted(around.stages, one, at) })

const inJob: fc.Arbitrary<Place> = shortJob.map((around) => ({ depth: 1, put: (more) => withMembers(around, more) }))

const inStageOf = (stages: fc.Arbitrary<Members>): fc.Arbitrary<Place> =>
  fc.tuple(shortJob, stages, fc.nat({ max: 1 })).map(([around, one, at]) => ({
    depth: 3,
    put: (more) => withStage(around, withMembers(one, more), at),
  }))
const inSeededStage = inStageOf(seededStage)
const inDiffusedStage = inStageOf(diffusedStage)
const inStage = fc.oneof(inSeededStage, inDiffusedStage)

const inSeeded: fc.Arbitrary<Place> = fc.tuple(inSeededStage, seeded).map(([{ put }, payload]) => ({
  depth: 4,
  put: (more) => put({ inputInitialize: withMembers(payload, more) }),
}))
const inDiffused: fc.Arbitrary<Place> = fc.tuple(inDiffusedStage, diffused).map(([{ put }, payload]) => ({
  depth: 4,
  put: (more) => put({ diffusion: withMembers(payload, more) }),
}))
const inPrompt: fc.Arbitrary<Place> = fc.tuple(inDiffused, prompts, prompt, fc.nat({ max: 3 })).map(
  ([{ put }, others, one, at]): Place => ({
    depth: 6,
    put: (more) => put({ prompts: inserted(others, withMembers(one, more), at) }),
  }),
)
const anywhere = fc.oneof(inJob, inStage, inSeeded, inDiffused, inPrompt)

/** A place and a field of it. */
const at = (place: fc.Arbitrary<Place>, ...names: ReadonlyArray<string>): fc.Arbitrary<readonly [Place, string]> =>
  fc.tuple(place, fc.constantFrom(...names))

const integerField = fc.oneof(at(inSeeded, 'seed', 'count'), at(inDiffused, 'width', 'height', 'steps', 'clip_skip'))
/** A field that no type is asked of. */
const otherField = at(anywhere, 'x', 'sdModel', '__proto__', '')

const put = (field: fc.Arbitrary<readonly [Place, string]>, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(field, values).map(([[place, name], one]) => place.put({ [name]: one }))

/** Jobs on both sides of a rule about a field. */
const field = (
  rule: string,
  fields: fc.Arbitrary<readonly [Place, string]>,
  right: fc.Arbitrary<unknown>,
  wrong: fc.Arbitrary<unknown>,
): fc.Arbitrary<Sample<unknown>> => sides(rule, put(fields, right), put(fields, wrong))

// ----------------------------------------------------------------------------------------------------------- meaning

/** The fields of the other objects. */
const elsewhere = (level: keyof typeof fieldsOf): ReadonlyArray<string> =>
  Object.values(fieldsOf)
    .flat()
    .filter((name) => !fieldsOf[level].includes(name))

/** A value in this many arrays and objects, the inner ones in turn as `isObject` says. */
const nested = (levels: number, isObject: ReadonlyArray<boolean>): unknown => {
  let inner: unknown = isObject[0] ? {} : []
  for (let i = 1; i < levels; i++) inner = isObject[i % isObject.length] ? { a: inner } : [inner]
  return inner
}

const nestedIn = (deepest: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc
    .tuple(otherField, deepest, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }))
    .map(([[place, name], levels, isObject]) => place.put({ [name]: nested(levels - place.depth, isObject) }))

/** With one more stage. */
const withItem = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(shortJob, item, fc.nat({ max: 1 })).map(([around, one, place]) => withStage(around, one, place))

/** With one more prompt. */
const withPrompt = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(inDiffused, prompts, item, fc.nat({ max: 3 }))
    .map(([payload, others, one, place]) => payload.put({ prompts: inserted(others, one, place) }))

/** No object, or a right one in an array. */
const noObject = (object: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    not.object,
    object.map((one) => [one]),
  )

const untouched = inStage.map((place) => place.put({}))

/** The rules about values, however they are written. */
const meaning: ReadonlyArray<fc.Arbitrary<Sample<unknown>>> = [
  sides<unknown>(
    rules.job,
    job,
    fc.oneof(
      noObject(shortJob),
      shortJob.map((one) => JSON.stringify(one)),
    ),
  ),
  field(rules.requestId, at(inJob, 'request_id'), kinds.text, fc.oneof(absent, not.text)),
  field(rules.stages, at(inJob, 'stages'), fc.array(stage, { maxLength: 3 }), fc.oneof(absent, not.array)),
  sides(rules.stage, withItem(stage), withItem(noObject(stage))),
  sides(rules.type, untouched, put(at(inStage, 'type'), fc.oneof(absent, not.text))),
  field(rules.payload, at(inSeededStage, 'inputInitialize'), seeded, fc.oneof(absent, not.object)),
  field(rules.payload, at(inDiffusedStage, 'diffusion'), diffused, fc.oneof(absent, not.object)),
  sides(
    rules.otherPayload,
    put(
      at(inStage, 'Diffusion', 'DIFFUSION', 'diffusions', 'inputinitialize', 'input_initialize', 'INPUT_INITIALIZE'),
      value,
    ),
    fc.oneof(
      put(at(inSeededStage, 'diffusion'), fc.oneof(diffused, value)),
      put(at(inDiffusedStage, 'inputInitialize'), fc.oneof(seeded, value)),
    ),
  ),
  field(rules.integer, integerField, fc.oneof(absent, integer), not.number),
  field(rules.integerText, integerField, integer, integer.map(String)),
  field(rules.fraction, integerField, integer, fraction),
  field(rules.integerRange, integerField, fc.oneof(fc.constantFrom(most, -most), integer), beyondInteger),
  field(
    rules.cfgScale,
    at(inDiffused, 'cfg_scale'),
    fc.oneof(absent, number),
    fc.oneof(not.number, integer.map(String)),
  ),
  field(rules.model, at(inDiffused, 'sd_model'), fc.oneof(absent, kinds.text), not.text),
  field(rules.prompts, at(inDiffused, 'prompts'), fc.oneof(absent, prompts), not.array),
  sides(rules.prompts, withPrompt(prompt), withPrompt(noObject(prompt))),
  field(rules.promptText, at(inPrompt, 'text'), fc.oneof(absent, kinds.text), not.text),
  sides(
    rules.level,
    put(
      fc.oneof(
        at(inJob, ...elsewhere('job')),
        at(inStage, ...elsewhere('stage')),
        at(inSeeded, ...elsewhere('seeded')),
        at(inDiffused, ...elsewhere('diffused')),
        at(inPrompt, ...elsewhere('prompt')),
      ),
      value,
    ),
    fc.oneof(
      put(fc.oneof(integerField, at(inDiffused, 'cfg_scale')), not.number),
      put(fc.oneof(at(inDiffused, 'sd_model'), at(inPrompt, 'text')), not.text),
    ),
  ),
  field(
    rules.numberRange,
    fc.oneof(otherField, at(inDiffused, 'cfg_scale')),
    fc.oneof(fc.constantFrom(most, -most), number),
    beyond,
  ),
  sides(
    rules.depth,
    fc.oneof(
      nestedIn(fc.constantFrom(128, 127, 64)),
      // In a text they open nothing.
      put(
        otherField,
        fc.constantFrom(...'[]{}').map((bracket) => bracket.repeat(200)),
      ),
    ),
    nestedIn(fc.oneof(fc.constant(129), fc.integer({ min: 129, max: 140 }))),
  ),
]

const otherType = fc.oneof(
  oneOf('UPSCALE diffusion Diffusion DIFFUSIO DIFFUSION\u0000 D\u0130FFUSION D\u0131FFUSION __proto__ constructor'),
  oneOf('inputInitialize input_initialize INPUT-INITIALIZE INPUT_INITIALIZE\n INPUT_INITIALIZED'),
  fc.constantFrom('', 'DIFFUSION ', ' DIFFUSION'),
  text,
)
/** Only for reading: whether a writer takes an unknown type is left open. */
const knownType = sides(rules.knownType, untouched, put(at(inStage, 'type'), otherType))

// ---------------------------------------------------------------------------------------------------------- spelling

/** What is before and after a place in a text. */
type Frame = readonly [before: string, after: string]

const marker = 'the place to fill'

const frameOf = (whole: unknown): Frame => {
  const [before = '', ...rest] = JSON.stringify(whole).split(JSON.stringify(marker))
  return [before, rest.join()]
}

const valueIn = (fields: fc.Arbitrary<readonly [Place, string]>): fc.Arbitrary<Frame> =>
  put(fields, fc.constant(marker)).map(frameOf)

/** Around any value: of a field, or of an item or a member in it. */
const anyValue: fc.Arbitrary<Frame> = fc
  .tuple(valueIn(otherField), fc.constantFrom<Frame>(['', ''], ['[', ']'], ['[0,', ',1]'], ['{"a":', '}']))
  .map(([[before, after], [open, close]]) => [before + open, close + after])

/** Around the name of a member without a type. */
const anyNamePlace: fc.Arbitrary<Frame> = anywhere.map((place) => frameOf(place.put({ [marker]: null })))

/** Between the double quotes of a text or a name. The name has a beginning of its own: it is in the object once. */
const anyText: fc.Arbitrary<Frame> = fc.oneof(
  fc
    .oneof(valueIn(fc.oneof(at(inJob, 'request_id'), at(inDiffused, 'sd_model'), at(inPrompt, 'text'))), anyValue)
    .map(([before, after]): Frame => [`${before}"`, `"${after}`]),
  anyNamePlace.map(([before, after]): Frame => [`${before}"a name of its own `, `"${after}`]),
)

const filled = (frames: fc.Arbitrary<Frame>, fills: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(frames, fills).map(([[before, after], fill]) => before + fill + after)

/** Texts of jobs on both sides of a rule about a value or a name in them. */
const spelled = (
  rule: string,
  frames: fc.Arbitrary<Frame>,
  right: fc.Arbitrary<string>,
  wrong: fc.Arbitrary<string>,
): fc.Arbitrary<Sample<string>> => sides(rule, filled(frames, right), filled(frames, wrong))

const plainInteger = integer.map(String)

/** An integer with a point or an exponent; the value is whole. */
const respelled = fc.oneof(
  fc.constantFrom('-0', '0.0', '-0.0', '0e0', '0E-9', '1.0', '1e0', '10e-1', '1.5e1', '100E-2', '-7.00', '1e+2'),
  fc
    .tuple(plainInteger, fc.constantFrom('.0', '.000', 'e0', 'E+0', 'e-0', '.0e0', '0e-1', '.0E00'))
    .map(([digits, more]) => digits + more),
)

/** Rounds to an integer, or down to the limit, and is none. */
const nearlyInteger = fc.oneof(
  oneOf('1.00000000000000000001 0.99999999999999999999 1e-400 -1e-400 0.1e-999 9007199254740991.4'),
  oneOf('-9007199254740991.4 9007199254740990.01 10000000000000000000001e-22'),
)

/** Numbers at the limit and at 0, in spellings that lead programs astray. */
const withinLimit = fc.oneof(
  oneOf('9007199254740991 -9007199254740991 9007199254740991.0 9007199254740991.4'),
  oneOf('-9007199254740991.49 90071992547409910e-1 9.007199254740991e15 -9007199254.740991E+6'),
  oneOf('0.0000000000000000000009007199254740991e37 1e15 0e999999999 -0.0E+999 1e-999999999'),
)
const beyondLimit = fc.oneof(
  oneOf('9007199254740992 -9007199254740992 9007199254740993 9007199254740992.0 9007199254740991.5'),
  oneOf('-9007199254740991.75 90071992547409920e-1 9.007199254740992e15 1e16 9223372036854775807'),
  oneOf('18446744073709551616 100000000000000000000000000000000000000000 1e308 1.8e308 1e400 -1e400'),
  oneOf('1e999999999'),
)

/** Arrays, objects or both in turn, one in the other. */
const deepText = (levels: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  fc
    .tuple(levels, fc.constantFrom(['[', ']'], ['{"":', '}'], ['[0,{"a":', '}]']), fc.constantFrom('', ' ', '\n'))
    .map(([count, [open = '', close = ''], space]) => {
      const each = open.length > 4 ? 2 : 1
      const times = Math.floor(count / each)
      const inner = count % each === 0 ? '0' : '[]'
      return (open + space).repeat(times) + inner + (close + space).repeat(times)
    })

const hexDigits = textOf('0123456789abcdefABCDEF', 4, 4)

/** `\uXXXX`, its letters in either case. */
const escaped = (unit: number, upper: boolean): string => {
  const digits = unit.toString(16).padStart(4, '0')
  return `\\u${upper ? digits.toUpperCase() : digits}`
}
const shortEscapes: { readonly [character: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const mustEscape = (one: string): boolean => one < ' ' || one === '"' || one === '\\'

/** A character as it is, by its short escape or by `\u`, as far as JSON lets it. */
const spellingOf = (one: string, way: number): string => {
  const short = shortEscapes[one]
  if (way % 4 === 0 && short !== undefined) return short
  if (way % 4 <= 1 && !mustEscape(one)) return one
  return Array.from({ length: one.length }, (_, i) => escaped(one.charCodeAt(i), way % 4 === 2)).join('')
}

/** A text of JSON, without its quotes, each character in any of its spellings. */
const content = fc
  .array(fc.tuple(character, fc.nat({ max: 3 })), { maxLength: 6 })
  .map((units) => units.map(([one, way]) => spellingOf(one, way)).join(''))

/** Between other contents. */
const among = (fill: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(content, fill, content).map((pieces) => pieces.join(''))

const badEscape = fc.oneof(
  fc.constantFrom(..."avexUNB01'`&%#{ ").map((letter) => `\\${letter}`),
  fc.constantFrom('\\\n', '\\\r\n', '\\\u0000', '\\é', '\\\u2028', '\\x41', '\\U00000041', '\\u{41}', '\\N{DIGIT ONE}'),
  fc.constantFrom('\\u', '\\u4', '\\u41', '\\u041').map((short) => `${short}-`),
  oneOf('\\u+041 \\u-041 \\u0x41 \\u00٤1 \\u００４１ \\u\\u0041'),
  fc.constantFrom('\\u 041', '\\u004 ', '\\ 0041'),
  fc
    .tuple(hexDigits, fc.nat({ max: 3 }), fc.constantFrom(...'gGzZ:@`/ _.'))
    .map(([digits, place, wrong]) => `\\u${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}`),
)

const unit = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most })), fc.boolean())
    .map(([code, upper]) => escaped(code, upper))
const high = unit(0xd800, 0xdbff)
const low = unit(0xdc00, 0xdfff)
const joined = (...pieces: ReadonlyArray<fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc.tuple(...pieces).map((all) => all.join(''))
const pair = joined(high, low)
/** The neighbours of the halves, and the mark that decoders put in place of one. */
const besideHalves = '\ud7ff\ue000\ufffd\uffff'
/** A lone half for each hexadecimal digit behind `\ud`, in both cases. */
const halvesByDigit = Array.from('89abcdefABCDEF', (digit) =>
  fc
    .tuple(fc.constantFrom('d', 'D'), fc.constantFrom('00', 'ff', 'FF', '0a', '9C'))
    .map(([d, end]) => `\\u${d}${digit}${end}`),
)
const half = fc.oneof(
  high,
  low,
  joined(low, high),
  joined(high, high),
  joined(low, low),
  joined(high, pair),
  joined(pair, low),
  joined(high, fc.constantFrom('a', '\\n', '\\\\', '\\u0041', '\\ud7ff', '\\ue000', 'udc00', '\\\\udc00', '\u{10000}')),
)

const besideEscaped = fc
  .tuple(fc.constantFrom(...besideHalves), fc.boolean())
  .map(([one, upper]) => escaped(one.charCodeAt(0), upper))

const word = textOf(range('a', 'z'), 0, 6).map((letters) => `w${letters}`)
const badQuotes = word.chain((letters) =>
  fc.constantFrom(
    `'${letters}'`,
    letters,
    `\`${letters}\``,
    `\u201c${letters}\u201d`,
    `"${letters}`,
    `${letters}"`,
    `"${letters}'`,
    `""${letters}""`,
    `"""${letters}"""`,
    `\\"${letters}\\"`,
    `@"${letters}"`,
    `"${letters}""`,
    `"${letters}" "${letters}"`,
    `"${letters}" + "${letters}"`,
  ),
)

/** Around a text or a name with its quotes. */
const quoted: fc.Arbitrary<Frame> = fc.oneof(anyValue, anyNamePlace)

interface Written {
  readonly sign: string
  readonly whole: string
  readonly point: string
  readonly exponent: string
}
const someDigits = (least: number): fc.Arbitrary<string> => textOf(digits, least, 6)
/** The parts of a number of JSON; its value is within the limit. */
const written = fc.record<Written>(
  {
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(
      fc.constantFrom('0', '1'),
      fc.tuple(fc.constantFrom(...range('1', '9')), someDigits(0)).map(([first, more]) => first + more),
    ),
    point: fc.oneof(
      fc.constant(''),
      someDigits(1).map((more) => `.${more}`),
    ),
    exponent: fc.constantFrom('', 'e0', 'E0', 'e+0', 'e-0', 'e5', 'E+05', 'e-5', 'E-10', 'e-400', 'e-0000'),
  },
  { noNullPrototype: true },
)
const badNumber = fc
  .tuple(written, word)
  .chain(([{ sign, whole, point, exponent }, letters]) =>
    fc.constantFrom(
      `${sign}0${whole}${point}${exponent}`,
      `+${whole}${point}${exponent}`,
      `${sign}${point || '.5'}${exponent}`,
      `${sign}${whole}.${exponent}`,
      `${sign}${whole}${point}e`,
      `${sign}${whole}${point}E+`,
      `${sign}${whole}${point}e-`,
      `${sign}${whole}${point || '.0'}.5${exponent}`,
      `${sign}${whole}${point}${exponent || 'e1'}.5`,
      `${sign}${whole}${point}${exponent || 'e1'}e1`,
      `${sign}${whole}${point}e+-1`,
      `${sign}${whole}${point}e 1`,
      `${sign}${whole}${point}${exponent}${letters}`,
      `${sign}${whole}${point}${exponent}n`,
      `${sign}${whole}${point}${exponent}f`,
      `${sign}${whole}${point}${exponent}%`,
      `${sign}${whole}_${whole}${point}${exponent}`,
      `${sign}${whole} ${whole}${point}${exponent}`,
      `${sign}${whole} ${point || '.5'}`,
      `(${whole})`,
      `--${whole}`,
      `- ${whole}`,
      `-`,
      `\u2212${whole}`,
      `${sign}0x${whole}`,
      `${sign}0o7`,
      `${sign}0b1`,
      `${sign}\uff11`,
      `${sign}\u0661`,
      `${sign}${whole}\u0660`,
      `${sign}NaN`,
      `${sign}Infinity`,
      `${sign}inf`,
      `1/2`,
    ),
  )

const words = ['true', 'false', 'null']
const badWord = fc.oneof(
  fc.tuple(fc.constantFrom(...words), fc.nat({ max: 4 })).chain(([right, far]) => {
    const i = far % right.length
    const [start, letter, end] = [right.slice(0, i), right.charAt(i), right.slice(i + 1)]
    return fc.constantFrom(
      start + end,
      start + letter + letter + end,
      start + letter.toUpperCase() + end,
      `${start}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}${end}`,
      `${start}${letter} ${end || 'e'}`,
      `${right}${letter}`,
      `${right}0`,
      `${right}()`,
      `-${right}`,
      `!${right}`,
      right.toUpperCase(),
    )
  }),
  oneOf('undefined None nil True yes no on off t f n NULL nan ｔｒｕｅ'),
)

/** A compact text in the pieces between which white space may be. */
const piecesOf = (compact: string): ReadonlyArray<string> =>
  compact.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/gs) ?? []

const spaces = fc.array(
  fc.oneof(fc.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', '\n\r', '\n  '), textOf(' \t\n\r', 0, 20)),
  { minLength: 1, maxLength: 5 },
)

/** With white space before each piece and after the last. */
const spaced = (pieces: ReadonlyArray<string>, between: ReadonlyArray<string>): string =>
  [...pieces, ''].map((piece, i) => between[i % between.length] + piece).join('')

const pieces = shortJob.map((one) => piecesOf(JSON.stringify(one)))

const noSpace = fc.oneof(
  fc.constantFrom(
    ...'\f\v\b\u0000\u001c\u001f\u007f\u0085\u00a0\u1680\u180e\u2003\u2028\u2029\u200b\u2060\u3000\ufeff',
  ),
  oneOf('/**/ //\n #\n <!----> \\n &#32;'),
)

const structural = /^[{}[\],:]$/
/** With one comma, colon or bracket dropped, doubled, exchanged or too many. */
const restructured = (all: ReadonlyArray<string>, chosen: number, change: number): string => {
  const places = all.flatMap((piece, i) => (structural.test(piece) ? [i] : []))
  const i = places[chosen % places.length] as number
  const piece = all[i] as string
  const isClosing = piece === '}' || piece === ']'
  const extra = isClosing ? `,${piece}` : `${piece},`
  const others = [...'{}[],:;()<>'].filter((other) => other !== piece)
  const changed = [' ', piece + piece, extra, `${piece}:`, ...others]
  return [...all.slice(0, i), changed[change % changed.length], ...all.slice(i + 1)].join('')
}

/** What is no UTF-8: a text in which some characters are bytes. */
interface Raw {
  readonly before: string
  readonly bytes: ReadonlyArray<number>
  readonly after: string
}
const hexOf = ({ before, bytes, after }: Raw): { readonly hex: string } =>
  hex(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]))

/** A number in the form that UTF-8 has for `length` bytes, too large or too small for it or not. */
const form = (point: number, length: number): ReadonlyArray<number> => {
  const more = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((point >> (6 * (length - 2 - i))) & 0x3f))
  return [((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1))), ...more]
}
const pointOf = (least: number, most: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(least, most), fc.integer({ min: least, max: most }))
const forms = fc.oneof(
  pointOf(0x80, 0x7ff).map((point) => form(point, 2)),
  pointOf(0x800, 0xd7ff).map((point) => form(point, 3)),
  pointOf(0xe000, 0xffff).map((point) => form(point, 3)),
  pointOf(0x10000, 0x10ffff).map((point) => form(point, 4)),
)
const badForms: fc.Arbitrary<ReadonlyArray<number>> = fc.oneof(
  // Overlong.
  fc.oneof(fc.constantFrom(0, 0x22, 0x2f, 0x5c), pointOf(0, 0x7f)).map((point) => form(point, 2)),
  pointOf(0, 0x7ff).map((point) => form(point, 3)),
  pointOf(0, 0xffff).map((point) => form(point, 4)),
  // Surrogates, alone and in pairs.
  pointOf(0xd800, 0xdfff).map((point) => form(point, 3)),
  fc
    .tuple(pointOf(0xd800, 0xdbff), pointOf(0xdc00, 0xdfff))
    .map(([one, other]) => [...form(one, 3), ...form(other, 3)]),
  // Beyond the last code point, and forms of five and six bytes.
  pointOf(0x110000, 0x1fffff).map((point) => form(point, 4)),
  fc.constantFrom([0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xfe]),
  // Truncated, too long, and with a byte exchanged.
  fc.tuple(forms, fc.nat({ max: 2 })).map(([bytes, kept]) => bytes.slice(0, 1 + (kept % (bytes.length - 1)))),
  fc.tuple(forms, fc.integer({ min: 0x80, max: 0xbf })).map(([bytes, more]) => [...bytes, more]),
  fc
    .tuple(forms, fc.nat({ max: 2 }), fc.constantFrom(0x20, 0x22, 0x41, 0x7f, 0xc3, 0xe2, 0xff))
    .map(([bytes, place, wrong]) => bytes.map((byte, i) => (i === 1 + (place % (bytes.length - 1)) ? wrong : byte))),
  fc.integer({ min: 0x80, max: 0xff }).map((byte) => [byte]),
)

const utf16 = (whole: string, isBig: boolean): ReadonlyArray<number> => {
  const little = Buffer.from(whole, 'utf16le')
  return [...(isBig ? little.swap16() : little)]
}

const jobText = shortJob.map((one) => JSON.stringify(one))
/** As a text of a job, or at an end of one. */
const misencoded: fc.Arbitrary<Raw> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyText, badForms).map(([[before, after], bytes]) => ({ before, bytes, after })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(jobText, badForms, fc.boolean())
      .map(([whole, bytes, isFirst]) => ({ before: isFirst ? '' : whole, bytes, after: isFirst ? whole : '' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(jobText, fc.boolean(), fc.constantFrom('', '\ufeff'))
      .map(([whole, isBig, mark]) => ({ before: '', bytes: utf16(mark + whole, isBig), after: '' })),
  },
)

/** Values that programs take for no value. */
const empties = fc.constantFrom<unknown>(null, null, false, 0, '', [], {})

/** A member that an object has once: its name, and two values of its type. */
const member = fc.oneof(
  fc.tuple(
    anywhere,
    fc.oneof(oneOf('__proto__ constructor \u0000 x'), joined(fc.constant('its own '), anyName)),
    fc.oneof(empties, value),
    fc.oneof(empties, value),
  ),
  fc.tuple(inJob, fc.constant('request_id'), text, text),
  fc.tuple(inJob, fc.constant('stages'), fc.constant([]), fc.constant([])),
  fc.tuple(inSeededStage, fc.constant('type'), fc.constant('INPUT_INITIALIZE'), fc.constant('INPUT_INITIALIZE')),
  fc.tuple(inDiffusedStage, fc.constant('diffusion'), diffused, diffused),
  fc.tuple(inSeeded, fc.constantFrom('seed', 'count'), integer, integer),
  fc.tuple(inDiffused, fc.constantFrom('width', 'steps'), integer, integer),
  fc.tuple(inPrompt, fc.constant('text'), text, text),
)
const spelledName = (name: string, ways: ReadonlyArray<number>): string =>
  `"${Array.from(name, (one, i) => spellingOf(one, ways[i % ways.length] as number)).join('')}"`

/** The member once more, its name in any spelling. */
const repeated = fc
  .tuple(member, fc.boolean(), fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }))
  .map(([[place, name, one, other], isSame, ways]) => {
    const [before, after] = frameOf(place.put({ [name]: one, [marker]: null }))
    return `${before}${spelledName(name, ways)}:${JSON.stringify(isSame ? one : other)},"another name of its own"${after}`
  })
const likeIt = fc.oneof(
  fc
    .tuple(
      anywhere,
      fc.constantFrom('x', 'Seed', 'é', 'REQUEST_ID', '__proto__'),
      fc.constantFrom(' ', '\u0000', '\u0301', '_', '\ufeff', "'"),
      value,
    )
    .map(([place, name, more, one]) => place.put({ [name]: one, [name + more]: one, [more + name]: one })),
  fc
    .tuple(
      anywhere,
      fc.constantFrom(['x', 'X'], ['é', 'e\u0301'], ['\u212b', '\u00c5'], ['ſ', 's'], ['ﬁ', 'fi'], ['0', '00']),
      value,
    )
    .map(([place, [name = '', other = ''], one]) => place.put({ [name]: one, [other]: one })),
  fc.tuple(anywhere, anyName, value).map(([place, name, one]) => {
    const inner = { [name]: { [name]: one } }
    return place.put({ x: inner, y: inner })
  }),
)

/** No white space. */
const jobEnd = fc.oneof(
  fc.constantFrom(...'}],:"0a\u0000\u001a\ufeff\f\u00a0;\\#'),
  oneOf('{} [] null // /**/ ,{} \n0 \u0000\u0000'),
  jobText,
)

/** A member that comes again, whatever its first value is. */
const repeatedBehind = (first: unknown): fc.Arbitrary<string> =>
  fc.tuple(anywhere, value).map(([place, other]) => {
    const [before, after] = frameOf(place.put({ 'a field': first, [marker]: null }))
    return `${before}"a field":${JSON.stringify(other)},"another name of its own"${after}`
  })

/** What every run decodes. */
const textEdges: ReadonlyArray<fc.Arbitrary<Sample<string>>> = [
  ...[null, false, 0, '', [], {}, 'x'].map((first) => outside(rules.name, repeatedBehind(first))),
  ...halvesByDigit.map((one) => outside(rules.halfPair, filled(anyText, one))),
  outside(rules.halfPair, filled(anyText, joined(high, high))),
  outside(rules.halfPair, filled(anyText, joined(low, high))),
  ...Array.from(`${besideHalves}\u{10000}\u{10ffff}`, (one) =>
    inside(rules.halfPair, filled(anyText, fc.constant(one))),
  ),
  ...Array.from(besideHalves, (one) =>
    inside(
      rules.halfPair,
      filled(
        anyText,
        fc.boolean().map((upper) => escaped(one.charCodeAt(0), upper)),
      ),
    ),
  ),
  ...Array.from('[]{}', (bracket) => inside(rules.depth, filled(anyText, fc.constant(bracket.repeat(130))))),
]
/** What every run encodes. */
const valueEdges: ReadonlyArray<fc.Arbitrary<Sample<unknown>>> = [
  ...Array.from(`${besideHalves}\u{10000}\u{10ffff}`, (one) =>
    inside(rules.level, put(otherField, fc.constant(`a${one}z`))),
  ),
  ...Array.from('[]{}', (bracket) => inside(rules.depth, put(otherField, fc.constant(bracket.repeat(130))))),
]

/** The rules about the spelling of numbers in fields. */
const ofIntegers: ReadonlyArray<fc.Arbitrary<Sample<string>>> = [
  spelled(rules.integerSpelling, valueIn(integerField), plainInteger, respelled),
  spelled(rules.fraction, valueIn(integerField), plainInteger, nearlyInteger),
  spelled(
    rules.integerRange,
    valueIn(integerField),
    plainInteger,
    fc.constantFrom('9007199254740992', '-9007199254740993', '9223372036854775808', '18446744073709551615'),
  ),
]

/** The rules about the spelling of values and names, wherever they are. */
const spelling: ReadonlyArray<fc.Arbitrary<Sample<string>>> = [
  spelled(rules.numberRange, fc.oneof(anyValue, valueIn(at(inDiffused, 'cfg_scale'))), withinLimit, beyondLimit),
  spelled(
    rules.depth,
    valueIn(at(inJob, 'x', '')),
    deepText(fc.constantFrom(127, 126, 1)),
    deepText(fc.constantFrom(128, 129, 255, 256, 1000)),
  ),
  spelled(
    rules.number,
    fc.oneof(anyValue, valueIn(at(inDiffused, 'cfg_scale'))),
    written.map(({ sign, whole, point, exponent }) => sign + whole + point + exponent),
    badNumber,
  ),
  spelled(rules.word, anyValue, fc.constantFrom(...words), badWord),
  spelled(rules.escape, anyText, content, among(badEscape)),
  spelled(rules.halfPair, anyText, among(fc.oneof(pair, fc.constantFrom(...besideHalves), besideEscaped)), among(half)),
  spelled(
    rules.control,
    anyText,
    among(unit(0, 0x1f)),
    among(fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCharCode(code))),
  ),
  spelled(
    rules.quotes,
    quoted,
    word.map((letters) => `"${letters}"`),
    badQuotes,
  ),
]

const respaced = fc.tuple(pieces, spaces).map(([all, between]) => spaced(all, between))

/** The rules about the whole text. */
const layout: ReadonlyArray<fc.Arbitrary<Sample<string>>> = [
  sides(
    rules.space,
    respaced,
    fc.tuple(pieces, spaces, noSpace, fc.nat()).map(([all, between, wrong, chosen]) => {
      const place = chosen % (all.length + 1)
      return spaced([...all.slice(0, place), wrong, ...all.slice(place)], between)
    }),
  ),
  sides(
    rules.structure,
    respaced,
    fc.tuple(pieces, fc.nat(), fc.nat({ max: 14 })).map(([all, chosen, change]) => restructured(all, chosen, change)),
  ),
  sides(
    rules.whole,
    jobText,
    fc.tuple(jobText, fc.nat()).map(([whole, kept]) => {
      const characters = [...whole]
      return characters.slice(0, kept % characters.length).join('')
    }),
  ),
  sides(
    rules.trailing,
    joined(jobText, textOf(' \t\n\r', 0, 9)),
    joined(jobText, fc.constantFrom('', '\n', ' '), jobEnd),
  ),
  sides(
    rules.mark,
    filled(anyText, fc.constantFrom('\ufeff', '\ufeff\ufeff', '\\ufeff')),
    joined(fc.constantFrom('\ufeff', '\ufeff ', '\ufeff\ufeff', '\n\ufeff'), jobText),
  ),
  sides(
    rules.name,
    likeIt.map((one) => JSON.stringify(one)),
    repeated,
  ),
]

/** The rule about the bytes. */
const encoding: fc.Arbitrary<Sample<Raw>> = sides(
  rules.utf8,
  fc
    .tuple(anyText, fc.array(forms, { maxLength: 4 }))
    .map(([[before, after], all]): Raw => ({ before, bytes: all.flat(), after })),
  misencoded,
)

// -------------------------------------------------------------------------------------------------------- generators

const asText = ({ value: whole, ...sample }: Sample<unknown>): Sample<string> => ({
  ...sample,
  value: JSON.stringify(whole),
})
const asBody = ({ value: whole, ...sample }: Sample<string>): Sample<Raw> => ({
  ...sample,
  value: { before: whole, bytes: [], after: '' },
})
const decoded = ({ value: body, rule, passes }: Sample<Raw>): Drawn<'decodeJob'> => ({
  input: { body: hexOf(body) },
  rule,
  passes,
})

const encodable = ({ value: job, ...sample }: Sample<unknown>): Drawn<'encodeJob'> =>
  ({ input: { job }, ...sample }) as Drawn<'encodeJob'>

/**
 * Jobs and texts that are nearly jobs. `passes` is that of a port without policies; each of `knownType`, `integerText` and
 * `integerSpelling` refuses nothing under its policy.
 */
export const jobs: ReadonlyArray<Generator> = [
  generator({
    name: 'job',
    op: 'decodeJob',
    weight: 380,
    drawn: fc
      .oneof(...[...meaning, knownType].map((samples) => samples.map(asText)), ...ofIntegers)
      .map(asBody)
      .map(decoded),
  }),
  generator({
    name: 'json',
    op: 'decodeJob',
    weight: 380,
    drawn: fc.oneof(...[...spelling, ...layout].map((samples) => samples.map(asBody)), encoding).map(decoded),
    always: mapped(textEdges, (sample) => decoded(asBody(sample))),
  }),
  generator({
    name: 'encode-job',
    op: 'encodeJob',
    weight: 150,
    drawn: fc.oneof(...meaning).map(encodable),
    always: mapped(valueEdges, encodable),
  }),
]
