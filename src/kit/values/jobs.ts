/** Jobs by their meaning: a sample is a valid job with one value at one place of it. Their spelling is in json.ts. */
import { anyCharacter, besideHalves } from './characters.ts'
import * as Draw from './Draw.ts'
import { anyOf, each, joined, mapped, type Samples, sides, type Ways } from './Grammar.ts'
import { lookalikes, ofTokensAlone, words } from './lookalikes.ts'

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

export interface Members {
  readonly [name: string]: unknown
}

const most = Number.MAX_SAFE_INTEGER

/** In place of a member's value: the object lacks the member. */
const absent = Draw.constant(undefined)

/** Any character that UTF-8 can carry, often one at an edge of UTF-8 or of JSON. */
export const character: Draw.Draw<string> = Draw.oneof(
  Draw.constantFrom(...'a0 /"\\\b\f\n\r\t\u0000\u001f'),
  Draw.constantFrom(...'\u007f\u0080\u07ff\u0800\u2028\ud7ff\ue000\ufffd\ufeff\uffff\u{10000}\u{10ffff}e\u0301é'),
  anyCharacter,
)
export const text: Draw.Draw<string> = Draw.string(character)

export const integer: Draw.Draw<number> = Draw.oneof(
  Draw.integer(-2, 2),
  Draw.integer(-(2 ** 31), 2 ** 31 - 1),
  Draw.constantFrom(most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31) - 1),
  Draw.integer(-most, most),
)

/** Far enough from 2^53 to be no integer as a double. */
const fraction = Draw.oneof(
  Draw.constantFrom(0.5, -0.5, 7.1, 1e-7, 5e-324, 2 ** 52 - 0.5),
  Draw.tuple(Draw.integer(-(2 ** 40), 2 ** 40), Draw.constantFrom(0.5, 0.25, 0.1, 0.001)).map(([n, part]) => n + part),
)

/** A number of JSON, but −0, which JSON does not tell from 0 in every language. */
export const number: Draw.Draw<number> = Draw.oneof(
  integer,
  fraction,
  Draw.double(-most, most).map((n) => n + 0),
)

const onEitherSide = (numbers: Draw.Draw<number>): Draw.Draw<number> =>
  Draw.tuple(numbers, Draw.boolean).map(([n, isNegative]) => (isNegative ? -n : n))

/** Written in digits alone. */
const beyondInteger = onEitherSide(
  Draw.oneof(Draw.constantFrom(most + 1, most + 3, 2 ** 54, 2 ** 63, 2 ** 64, 1e20), Draw.double(most + 1, 1e20)),
)
const beyond = Draw.oneof(
  beyondInteger,
  onEitherSide(Draw.oneof(Draw.constantFrom(1e21, 1e300, Number.MAX_VALUE), Draw.double(1e21, Number.MAX_VALUE))),
)

/** Names that programs mistake for something else, and any text. */
export const anyName: Draw.Draw<string> = Draw.oneof(
  Draw.constantFrom('x', 'sdModel', 'Seed', 'seed ', 'text', 'type', 'input_initialize', '', '0', '10', '-1', '~', '/'),
  Draw.word('__proto__ constructor toString hasOwnProperty toJSON length $ref é e\u0301 01 2 ~1 \u2028 𝄞'),
  text,
)

const scalar = Draw.oneof(Draw.constantFrom(null, true, false), number, text)
/** Any value of JSON, so many levels deep. */
const nestedTo = (depth: number): Draw.Draw<unknown> => {
  if (depth === 0) return Draw.oneof(scalar, Draw.constantFrom<unknown>([], {}))
  const inner = nestedTo(depth - 1)
  return Draw.oneof(scalar, listOf(inner), objectOf(inner))
}
const listOf = (item: Draw.Draw<unknown>): Draw.Draw<ReadonlyArray<unknown>> => Draw.array(item, { maxLength: 3 })
const objectOf = (member: Draw.Draw<unknown>): Draw.Draw<Members> =>
  Draw.array(Draw.tuple(anyName, member), { maxLength: 3 }).map((members): Members => Object.fromEntries(members))
const listed = listOf(nestedTo(0))
const named = objectOf(nestedTo(0))

/** Any value of JSON. */
export const value: Draw.Draw<unknown> = nestedTo(3)

/** Values of each kind of JSON. A text is never one of digits: see `integerText`. */
const kinds = {
  null: Draw.constant(null),
  boolean: Draw.boolean,
  number: Draw.oneof(Draw.constantFrom(0, 1), number),
  text: Draw.oneof(
    Draw.constantFrom('', 'true', 'null', '{}', '[]', '1.0', '0x1', ' 1', '1 ', '+1', '01', 'NaN'),
    text,
  ),
  array: Draw.oneof(Draw.constant([]), listed),
  object: Draw.oneof(Draw.constant({}), named),
}

/** Values of each other kind. */
const allBut = (kind: keyof typeof kinds): ReadonlyArray<Draw.Draw<unknown>> =>
  Object.entries(kinds).flatMap(([name, values]) => (name === kind ? [] : [values as Draw.Draw<unknown>]))

const isNumeric = (one: unknown): boolean => typeof one === 'string' && /^-?[0-9]+$/.test(one)
const not = {
  number: allBut('number').map((values) => values.filter((wrong) => !isNumeric(wrong))),
  text: allBut('text'),
  array: [...allBut('array'), Draw.constant({ 0: {}, length: 1 })],
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
const open = (level: keyof typeof fieldsOf, fields: Draw.Draw<Members>): Draw.Draw<Members> =>
  Draw.tuple(fields, Draw.array(Draw.tuple(anyName, value), { maxLength: 2 })).map(([own, others]) =>
    others.length === 0
      ? own
      : withMembers(Object.fromEntries(others.filter(([name]) => !fieldsOf[level].includes(name))), own),
  )

const optional = (fields: { readonly [name: string]: Draw.Draw<unknown> }): Draw.Draw<Members> => Draw.partial(fields)

const prompt = open('prompt', optional({ text }))
const prompts = Draw.array(prompt, { maxLength: 3 })
const seeded = open('seeded', optional({ seed: integer, count: integer }))
export const diffused: Draw.Draw<Members> = open(
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
const stage = Draw.oneof(seededStage, diffusedStage)

const jobOf = (stages: Draw.Draw<ReadonlyArray<unknown>>): Draw.Draw<Members> =>
  open(
    'job',
    Draw.tuple(Draw.oneof(Draw.constantFrom('42', ''), text), stages).map(([request_id, list]) => ({
      request_id,
      stages: list,
    })),
  )

/** Of up to 40 stages. */
const job = jobOf(
  Draw.oneof(
    Draw.array(stage, { maxLength: 3 }),
    Draw.tuple(Draw.array(stage, { minLength: 1, maxLength: 3 }), Draw.nat(40)).map(([some, count]) =>
      Array.from({ length: count }, (_, i) => some[i % some.length]),
    ),
  ),
)
export const shortJob: Draw.Draw<Members> = jobOf(Draw.array(stage, { maxLength: 1 }))

// ------------------------------------------------------------------------------------------------------------ places

/** An object in a job: `put` answers a job whose object has these members; `undefined` leaves one out. */
export interface Place {
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

export const inJob: Draw.Draw<Place> = shortJob.map((around) => ({
  depth: 1,
  put: (more) => withMembers(around, more),
}))

const inStageOf = (stages: Draw.Draw<Members>): Draw.Draw<Place> =>
  Draw.tuple(shortJob, stages, Draw.nat(1)).map(([around, one, at]) => ({
    depth: 3,
    put: (more) => withStage(around, withMembers(one, more), at),
  }))
export const inSeededStage: Draw.Draw<Place> = inStageOf(seededStage)
export const inDiffusedStage: Draw.Draw<Place> = inStageOf(diffusedStage)
const inStage = Draw.oneof(inSeededStage, inDiffusedStage)

export const inSeeded: Draw.Draw<Place> = Draw.tuple(inSeededStage, seeded).map(([{ put }, payload]) => ({
  depth: 4,
  put: (more) => put({ inputInitialize: withMembers(payload, more) }),
}))
export const inDiffused: Draw.Draw<Place> = Draw.tuple(inDiffusedStage, diffused).map(([{ put }, payload]) => ({
  depth: 4,
  put: (more) => put({ diffusion: withMembers(payload, more) }),
}))
export const inPrompt: Draw.Draw<Place> = Draw.tuple(inDiffused, prompts, prompt, Draw.nat(3)).map(
  ([{ put }, others, one, at]): Place => ({
    depth: 6,
    put: (more) => put({ prompts: inserted(others, withMembers(one, more), at) }),
  }),
)
export const anywhere: Draw.Draw<Place> = Draw.oneof(inJob, inStage, inSeeded, inDiffused, inPrompt)

/** A field of a place. */
export type Field = Draw.Draw<readonly [Place, string]>
/** Each of these fields of a place. */
export const at = (place: Draw.Draw<Place>, ...names: ReadonlyArray<string>): ReadonlyArray<Field> =>
  names.map((name) => place.map((one) => [one, name]))

export const integerFields: ReadonlyArray<Field> = [
  ...at(inSeeded, 'seed', 'count'),
  ...at(inDiffused, 'width', 'height', 'steps', 'clip_skip'),
]
export const textFields: ReadonlyArray<Field> = [
  ...at(inJob, 'request_id'),
  ...at(inDiffused, 'sd_model'),
  ...at(inPrompt, 'text'),
]
/** Fields that no type is asked of. */
export const otherFields: ReadonlyArray<Field> = at(anywhere, 'x', 'sdModel', '__proto__', '')
export const scale: Field = inDiffused.map((place) => [place, 'cfg_scale'])

export const put = (field: Field, values: Draw.Draw<unknown>): Draw.Draw<unknown> =>
  Draw.tuple(field, values).map(([[place, name], one]) => place.put({ [name]: one }))

/** Any of these values in each of these fields. */
const inEach = (fields: ReadonlyArray<Field>, ...values: ReadonlyArray<Draw.Draw<unknown>>) =>
  fields.map((field) => put(field, Draw.oneof(...values)))

/** Jobs on both sides of a rule, for each of these fields. */
const field = (
  rule: string,
  fields: ReadonlyArray<Field>,
  right: Ways<unknown>,
  wrong: Ways<unknown>,
): Samples<unknown> =>
  fields.flatMap((one) =>
    joined(one, sides(rule, right, wrong), ([place, name], value) => place.put({ [name]: value })),
  )

// ----------------------------------------------------------------------------------------------------------- meaning

/** The fields of the other objects. */
const elsewhere = (level: keyof typeof fieldsOf): ReadonlyArray<string> =>
  Object.values(fieldsOf)
    .flat()
    .filter((name) => !fieldsOf[level].includes(name))

/** Any value in a field of another object, four times. */
const foreignTo = (level: keyof typeof fieldsOf, place: Draw.Draw<Place>) =>
  [0, 1, 2, 3].map(() => put(Draw.oneof(...at(place, ...elsewhere(level))), value))

/** Names that some reader takes for this one. */
const lookalikesOf = (name: string): ReadonlyArray<string> => {
  const parts = name.split(/_|(?=[A-Z])/)
  const [first = '', ...others] = parts.map((part) => part.toLowerCase())
  const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)
  const all = [
    name.toUpperCase(),
    parts.map(capital).join('_'),
    [first, ...others.map(capital)].join(''),
    [first, ...others].map(capital).join(''),
    [first, ...others].join('_'),
    [first, ...others].join('-'),
    [first, ...others].join(''),
    name.replace('s', '\u017f'),
    name.replace('i', '\u0131'),
    ...[' ', '\u0000', '_', '\u200b'].map((end) => name + end),
    ` ${name}`,
  ]
  return [...new Set(all)].filter((other) => other !== name)
}

/** A value in this many arrays and objects, the inner ones in turn as `isObject` says. */
const nested = (levels: number, isObject: ReadonlyArray<boolean>): unknown => {
  let inner: unknown = isObject[0] ? {} : []
  for (let i = 1; i < levels; i++) inner = isObject[i % isObject.length] ? { a: inner } : [inner]
  return inner
}

const nestedIn = (levels: number): Draw.Draw<unknown> =>
  Draw.tuple(Draw.oneof(...otherFields), Draw.array(Draw.boolean, { minLength: 1, maxLength: 4 })).map(
    ([[place, name], isObject]) => place.put({ [name]: nested(levels - place.depth, isObject) }),
  )

/** With one more stage. */
const withItem = (item: Draw.Draw<unknown>): Draw.Draw<unknown> =>
  Draw.tuple(shortJob, item, Draw.nat(1)).map(([around, one, place]) => withStage(around, one, place))

/** With one more prompt. */
const withPrompt = (item: Draw.Draw<unknown>): Draw.Draw<unknown> =>
  Draw.tuple(inDiffused, prompts, item, Draw.nat(3)).map(([payload, others, one, place]) =>
    payload.put({ prompts: inserted(others, one, place) }),
  )

/** No object, or a right one in an array. */
const noObject = (object: Draw.Draw<unknown>): ReadonlyArray<Draw.Draw<unknown>> => [
  ...not.object,
  object.map((one) => [one]),
]

const untouched = mapped([inSeededStage, inDiffusedStage], (place) => place.put({}))

/** Under another name an optional field may hold anything. */
const misnamed = [
  ...[...integerFields, scale].map((one) => [one, 'no number'] as const),
  ...textFields.map((one) => [one, 7] as const),
].map(([one, wrong]) =>
  Draw.tuple(one, Draw.nat()).map(([[place, name], choice]) => {
    const names = lookalikesOf(name)
    return place.put({ [names[choice % names.length] as string]: wrong })
  }),
)
/** A field that is needed has another name. */
const renamed = (rule: string, places: Draw.Draw<Place>, name: string, value: unknown): Samples<unknown> =>
  sides<unknown>(
    rule,
    [],
    [0, 1, 2, 3].map(() =>
      Draw.tuple(places, Draw.constantFrom(...lookalikesOf(name))).map(([place, other]) =>
        place.put({ [name]: undefined, [other]: value }),
      ),
    ),
  )

/** In a field that no type is asked of. */
const kept = (of: unknown): Draw.Draw<unknown> => put(Draw.oneof(...otherFields), Draw.constant(of))
const numbered = (count: number): Members => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]))
const inTexts = Draw.oneof(...textFields)
const large: ReadonlyArray<Draw.Draw<unknown>> = [
  ...textFields.map((field) => put(field, Draw.constant('x'.repeat(66_000)))),
  ...each(['é', '\n', '"', '\\', '\u{1f600}'].map((one) => one.repeat(8000))).map((long) => put(inTexts, long)),
  shortJob.map((job) => withMembers(job, { [`n${'a'.repeat(9000)}`]: 1 })),
  kept(Array.from({ length: 5000 }, (_, i) => i)),
  kept(numbered(5000)),
  shortJob.map((job) =>
    withMembers(job, {
      stages: Array.from({ length: 1000 }, () => ({ type: 'INPUT_INITIALIZE', inputInitialize: {} })),
    }),
  ),
  inDiffused.map(({ put: into }) => into({ prompts: Array.from({ length: 1000 }, (_, i) => ({ text: `${i}` })) })),
]
/** Jobs that are large, or in which much is together that programs confuse, round or drop. */
export const remarkable: ReadonlyArray<Draw.Draw<unknown>> = [
  ...large.map(Draw.edge),
  // Names that a careless map takes for one.
  kept(
    Object.fromEntries([...new Set([...lookalikes, ...ofTokensAlone].flat()), ...words].map((name, i) => [name, i])),
  ),
  kept([0.1, 1 / 3, 0.1 + 0.2, 1e-7, 1e-300, 5e-324, 1.5, -1.5, 123_456_789.123_456_79, 2 ** 52 + 0.5, 4_294_967_295]),
  kept([most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31), 16_777_217, 1_000_000, 100, 10, 1, 0, -1]),
  ...each([0.1, 7.5, 1e-7, 1 / 3, -1, 100, 1e15]).map((numbers) => put(scale, numbers)),
  kept([null, false, 0, '', [], {}, [[]], [{}], { a: [] }, { a: {} }, { a: null }]),
  ...each<unknown>([null, false, 0, '', [], {}]).map((empty) => put(Draw.oneof(...otherFields), empty)),
  kept('\ud83d\ude00'),
  kept(Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)).join('')),
  kept('\u007f\u0080\u00a0\u00ad\u2028\u2029\ufeff\ufffd</script><!--&amp;\'"`\\/$1%s{0}\u{1f600}e\u0301'),
  ...textFields.map((field) => put(field, Draw.constant('0'))),
  ...each([{}, { seed: 0, count: 0 }, { seed: -1, count: 1 }]).map((payloads) =>
    Draw.tuple(inSeededStage, payloads).map(([place, inputInitialize]) => place.put({ inputInitialize })),
  ),
  ...each([{}, { prompts: [] }, { prompts: [{}] }, { width: 0, cfg_scale: 0, sd_model: '' }]).map((payloads) =>
    Draw.tuple(inDiffusedStage, payloads).map(([place, diffusion]) => place.put({ diffusion })),
  ),
]

/** The rules of reading: a codec does not know them. */
export const readRules: ReadonlyArray<Samples<unknown>> = [
  field(rules.numberRange, otherFields, [Draw.constantFrom(most, -most), number], beyond),
  sides(
    rules.depth,
    [
      ...[128, 127, 64].map(nestedIn),
      // In a text they open nothing.
      ...each('[]{}').map((bracket) =>
        put(
          Draw.oneof(...otherFields),
          bracket.map((one) => one.repeat(130)),
        ),
      ),
    ],
    [129, 130, 140].map(nestedIn),
  ),
]

/** The rules about values, however they are written. */
const meanings: ReadonlyArray<Samples<unknown>> = [
  sides<unknown>(rules.job, job, [...noObject(shortJob), shortJob.map((one) => JSON.stringify(one))]),
  field(rules.requestId, at(inJob, 'request_id'), kinds.text, [absent, ...not.text]),
  field(rules.stages, at(inJob, 'stages'), Draw.array(stage, { maxLength: 3 }), [absent, ...not.array]),
  sides(rules.stage, withItem(stage), noObject(stage).map(withItem)),
  sides(
    rules.type,
    untouched,
    [absent, ...not.text].flatMap((wrong) => inEach(at(inStage, 'type'), wrong)),
  ),
  field(rules.payload, at(inSeededStage, 'inputInitialize'), seeded, [absent, ...not.object]),
  field(rules.payload, at(inDiffusedStage, 'diffusion'), diffused, [absent, ...not.object]),
  sides(
    rules.otherPayload,
    inEach(
      at(inStage, ...['Diffusion', 'diffusions', 'inputinitialize', 'input_initialize', 'INPUT_INITIALIZE']),
      value,
    ),
    [
      ...Object.values(kinds).flatMap((other) => inEach(at(inSeededStage, 'diffusion'), other)),
      ...Object.values(kinds).flatMap((other) => inEach(at(inDiffusedStage, 'inputInitialize'), other)),
      ...inEach(at(inSeededStage, 'diffusion'), diffused),
      ...inEach(at(inDiffusedStage, 'inputInitialize'), seeded),
    ],
  ),
  field(rules.integer, integerFields, [absent, integer], not.number),
  field(rules.integerText, integerFields, integer, integer.map(String)),
  field(rules.fraction, integerFields, integer, fraction),
  field(rules.integerRange, integerFields, Draw.constantFrom(most, -most), beyondInteger),
  field(rules.cfgScale, [scale], [absent, number], [...not.number, integer.map(String)]),
  field(rules.model, at(inDiffused, 'sd_model'), [absent, kinds.text], not.text),
  field(rules.prompts, at(inDiffused, 'prompts'), [absent, prompts], not.array),
  sides(rules.prompts, withPrompt(prompt), noObject(prompt).map(withPrompt)),
  field(rules.promptText, at(inPrompt, 'text'), [absent, kinds.text], not.text),
  renamed(rules.requestId, inJob, 'request_id', 'id'),
  renamed(rules.stages, inJob, 'stages', []),
  renamed(rules.type, inDiffusedStage, 'type', 'DIFFUSION'),
  renamed(rules.payload, inSeededStage, 'inputInitialize', {}),
  renamed(rules.payload, inDiffusedStage, 'diffusion', {}),
  sides(
    rules.level,
    [
      ...misnamed,
      ...remarkable,
      ...foreignTo('job', inJob),
      ...foreignTo('stage', inStage),
      ...foreignTo('seeded', inSeeded),
      ...foreignTo('diffused', inDiffused),
      ...foreignTo('prompt', inPrompt),
      ...each(besideHalves).map((one) =>
        put(
          Draw.oneof(...otherFields),
          one.map((character) => `a${character}z`),
        ),
      ),
    ],
    [...inEach([...integerFields, scale], ...not.number), ...inEach(textFields, ...not.text)],
  ),
  field(rules.numberRange, [scale], [Draw.constantFrom(most, -most), number], beyond),
  ...readRules,
]
/** One draw for each side of the rules about values. */
export const jobMeanings: Samples<unknown> = meanings.flatMap(anyOf)

export const otherType: ReadonlyArray<Draw.Draw<unknown>> = [
  ...each(['UPSCALE', 'diffusion', 'Diffusion', 'DIFFUSIO', 'DIFFUSION\u0000', 'D\u0130FFUSION', 'D\u0131FFUSION']),
  ...each(['inputInitialize', 'input_initialize', 'INPUT-INITIALIZE', 'INPUT_INITIALIZE\n', 'INPUT_INITIALIZED']),
  ...each(['', 'DIFFUSION ', ' DIFFUSION', '__proto__', 'constructor', 'INPUT_INITIALIZE,DIFFUSION', 'ONE']),
  text.filter((type) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE'),
].map((type) => put(Draw.oneof(...at(inStage, 'type')), type))

/**
 * Values that are jobs, and values that are nearly. `passes` is that of a parser without policies; each of `knownType` and
 * `integerText` refuses nothing under its policy.
 */
export const jobs: Samples<unknown> = [
  ...meanings.filter((one) => !readRules.includes(one)).flat(),
  ...sides(rules.knownType, untouched, {
    'another type': otherType.map((one) => Draw.marked({ unless: 'unknown-stage' }, one)),
  }),
]
