/** Jobs on both sides of each rule about their values and fields. The spelling of jobs as JSON is in ../json/. */

import { surrogateNeighbours } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, mapEach, onePerSide, validAndInvalid } from '../Labelled.ts'
import { alikeTokens, falsyTexts, lookalikes } from '../lookalikes.ts'
import * as valid from './places.ts'
import { rules } from './rules.ts'
import type { Members } from './values.ts'
import { absent, beyond, beyondInteger, fraction, integer, kinds, most, not, number, value } from './values.ts'

/** The fields of the other objects. */
const elsewhere = (level: valid.Level): ReadonlyArray<string> =>
  Object.values(valid.fieldsOf)
    .flat()
    .filter((key) => !valid.fieldsOf[level].includes(key))

/** Any value in a field of another object. The list has it four times, so that it is drawn more often. */
const foreignTo = (level: valid.Level, place: Gen.Gen<valid.Place>) =>
  [0, 1, 2, 3].map(() => valid.put(Gen.oneof(...valid.at(place, ...elsewhere(level))), value))

/** Names that some reader confuses with this name. */
const lookalikesOf = (key: string): ReadonlyArray<string> => {
  const wordsOfKey = key.split(/_|(?=[A-Z])/)
  const [firstWord = '', ...furtherWords] = wordsOfKey.map((word) => word.toLowerCase())
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  const spellings = [
    key.toUpperCase(),
    wordsOfKey.map(capital).join('_'),
    [firstWord, ...furtherWords.map(capital)].join(''),
    [firstWord, ...furtherWords].map(capital).join(''),
    [firstWord, ...furtherWords].join('_'),
    [firstWord, ...furtherWords].join('-'),
    [firstWord, ...furtherWords].join(''),
    key.replace('s', '\u017f'),
    key.replace('i', '\u0131'),
    ...[' ', '\u0000', '_', '\u200b'].map((end) => key + end),
    ` ${key}`,
  ]
  return [...new Set(spellings)].filter((spelling) => spelling !== key)
}

/** A value in this many arrays and objects, the inner ones in turn as `isObject` says. */
const nested = (levels: number, isObject: ReadonlyArray<boolean>): unknown => {
  let inner: unknown = isObject[0] ? {} : []
  for (let i = 1; i < levels; i++) inner = isObject[i % isObject.length] ? { a: inner } : [inner]
  return inner
}

const nestedIn = (fields: ReadonlyArray<valid.Field>, levels: number): Gen.Gen<unknown> =>
  Gen.tuple(Gen.oneof(...fields), Gen.array(Gen.boolean, { minLength: 1, maxLength: 4 })).map(
    ([[place, key], isObject]) => place.put({ [key]: nested(levels - place.depth, isObject) }),
  )

/** A job with one more stage. */
const withItem = (stage: Gen.Gen<unknown>): Gen.Gen<unknown> =>
  Gen.tuple(valid.shortJob, stage, Gen.nat(1)).map(([around, added, place]) => valid.withStage(around, added, place))

/** A list in which the item comes after up to 300 others. */
const behindMany = (lastItem: Gen.Gen<unknown>, filler: Gen.Gen<unknown>): Gen.Gen<ReadonlyArray<unknown>> =>
  Gen.tuple(lastItem, filler, Gen.boundaryInteger(0, 300)).map(([lastValue, fillerValue, count]) => [
    ...Array(count).fill(fillerValue),
    lastValue,
  ])

/** A job with one more prompt. */
const withPrompt = (prompt: Gen.Gen<unknown>): Gen.Gen<unknown> =>
  Gen.tuple(valid.inDiffused, valid.prompts, prompt, Gen.nat(3)).map(([payload, prompts, added, place]) =>
    payload.put({ prompts: valid.inserted(prompts, added, place) }),
  )

/** A value that is not an object, or an array with a valid object. */
const noObject = (object: Gen.Gen<unknown>) => [...not.object, object.map((member): unknown => [member])]

const untouched = mapEach([valid.inSeededStage, valid.inDiffusedStage], (place) => place.put({}))

/** A member with another name may have any value. */
const misnamed = [
  ...[...valid.integerFields, valid.scale].map((field) => [field, 'no number'] as const),
  ...valid.textFields.map((field) => [field, 7] as const),
].map(([field, wrongValue]) =>
  Gen.tuple(field, Gen.nat()).map(([[place, key], choice]) => {
    const alikeKeys = lookalikesOf(key)
    return place.put({ [alikeKeys[choice % alikeKeys.length] as string]: wrongValue })
  }),
)
/** A required field has another name. */
const renamedFields = (
  rule: string,
  places: Gen.Gen<valid.Place>,
  key: string,
  fieldValue: unknown,
): LabelledGens<unknown> =>
  validAndInvalid<unknown>(
    rule,
    [],
    [0, 1, 2, 3].map(() =>
      Gen.tuple(places, Gen.constantFrom(...lookalikesOf(key))).map(([place, alikeKey]) =>
        place.put({ [key]: undefined, [alikeKey]: fieldValue }),
      ),
    ),
  )

/** The member of a field that may have any type. */
const anyOther = Gen.oneof(...valid.otherFields)
const keptMember = (member: unknown): Gen.Gen<unknown> => valid.put(anyOther, Gen.constant(member))
const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i)
const numbered = (count: number): Members => Object.fromEntries(numbers(count).map((i) => [`m${i}`, i]))
const inTexts = Gen.oneof(...valid.textFields)
/** The number shrinks. */
const repeatUnit = (unit: string, times: number): Gen.Gen<string> =>
  Gen.boundaryInteger(1, times).map((count) => unit.repeat(count))
const large: ReadonlyArray<Gen.Gen<unknown>> = [
  ...valid.textFields.map((field) => valid.put(field, repeatUnit('x', 66_000))),
  // A reader may have other code for texts with escapes, and keep their length in 16 bits there.
  valid.put(
    inTexts,
    repeatUnit('x', 66_000).map((many) => `\né${many}`),
  ),
  ...['é', '\n', '"', '\\', '\u{1f600}'].map((character) => valid.put(inTexts, repeatUnit(character, 8000))),
  Gen.tuple(valid.shortJob, repeatUnit('a', 9000)).map(([job, manyLetters]) =>
    valid.withMembers(job, { [`n${manyLetters}`]: 1 }),
  ),
  valid.put(anyOther, Gen.boundaryInteger(0, 12_000).map(numbers)),
  valid.put(anyOther, Gen.boundaryInteger(0, 9_000).map(numbered)),
  Gen.tuple(valid.shortJob, Gen.boundaryInteger(0, 1000)).map(([job, length]) =>
    valid.withMembers(job, {
      stages: Array.from({ length }, () => ({ type: 'INPUT_INITIALIZE', inputInitialize: {} })),
    }),
  ),
  Gen.tuple(valid.inDiffused, Gen.boundaryInteger(0, 1000)).map(([{ put: into }, length]) =>
    into({ prompts: Array.from({ length }, (_, i) => ({ text: `${i}` })) }),
  ),
]
/** Texts that differ only at their ends, or after a NUL. */
const longNames = ['nul\0', ...[255, 256, 1023, 1024, 4096].map((length) => 'n'.repeat(length))].flatMap((start) =>
  ['', 'a', 'b'].map((end) => `${start}${end}`),
)
/** Some readers make a date, a number or something else of such a text. */
const typedTexts = [
  '2023-11-14T22:13:20Z',
  '2023-11-14T22:13:20.120+08:00',
  '2023-11-14',
  '22:13:20',
  '/Date(1700000000000)/',
  '1',
  '-1',
  '007',
  '+1',
  '1.50',
  '1e5',
  '0x1F',
  '9007199254740993',
  'NaN',
  'true',
  'null',
  'yes',
  '~',
  ':a',
  '=a',
  '0FFC9E8B-37A0-4B52-8BEA-30F1CA09CE62',
  '&lt;',
  '%41',
  '\\u0041',
  '{{a}}',
  '#{a}',
  '"a"',
  '[]',
  ' a ',
  'a\r\nb',
]
/** Some readers take such a member for an instruction. */
const orders = [
  '$type',
  '$id',
  '$date',
  '$oid',
  '@type',
  '@class',
  '__type',
  'json_class',
  'a[]',
  'a.b',
  '$serde_json::private::Number',
]
/** Jobs that are large, and jobs with many values that programs confuse, round or drop. */
export const remarkable: ReadonlyArray<Gen.Gen<unknown>> = [
  ...large.map(Gen.boundary),
  // Pairs of names that a careless map confuses.
  keptMember(
    Object.fromEntries(
      [...new Set([...lookalikes, ...alikeTokens].flat()), ...falsyTexts, ...longNames].map((key, i) => [key, i]),
    ),
  ),
  keptMember(typedTexts),
  valid.inDiffused.map((place) => place.put({ prompts: typedTexts.map((typedText) => ({ text: typedText })) })),
  keptMember(orders.flatMap((key) => [{ [key]: '1' }, { [key]: [1], a: 1 }])),
  keptMember([Object.assign({}, 'ab'), { 1: 'a', 2: 'b' }]),
  keptMember([
    0.1,
    1 / 3,
    0.1 + 0.2,
    1e-7,
    1e-300,
    5e-324,
    1.5,
    -1.5,
    123_456_789.123_456_79,
    2 ** 52 + 0.5,
    4_294_967_295,
  ]),
  keptMember([most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31), 16_777_217, 1_000_000, 100, 10, 1, 0, -1]),
  ...constants([0.1, 7.5, 1e-7, 1 / 3, -1, 100, 1e15]).map((scales) => valid.put(valid.scale, scales)),
  keptMember([null, false, 0, '', [], {}, [[]], [{}], { a: [] }, { a: {} }, { a: null }]),
  ...[null, false, 0, '', [], {}].map(keptMember),
  keptMember(Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)).join('')),
  keptMember('\u061c\u200b\u200d\u202e\ufdd0\ufe0f\ufffe\u{1fffe}\u{20000}\u{e0001}\u{f0000}\u{100000}'),
  keptMember('\u007f\u0080\u009f\u00a0\u00ad\u2028\u2029\ufeff\ufffd</script><!--&amp;\'"`\\/$1%s{0}\u{1f600}e\u0301'),
  ...valid.textFields.flatMap((field) =>
    constants(['0', '9007199254740993']).map((digits) => valid.put(field, digits)),
  ),
  ...constants([{}, { seed: 0, count: 0 }, { seed: -1, count: 1 }]).map((payloads) =>
    Gen.tuple(valid.inSeededStage, payloads).map(([place, inputInitialize]) => place.put({ inputInitialize })),
  ),
  ...constants([{}, { prompts: [] }, { prompts: [{}] }, { width: 0, cfg_scale: 0, sd_model: '' }]).map((payloads) =>
    Gen.tuple(valid.inDiffusedStage, payloads).map(([place, diffusion]) => place.put({ diffusion })),
  ),
]

const readRulesIn = (fields: ReadonlyArray<valid.Field>): ReadonlyArray<LabelledGens<unknown>> => [
  valid.field(rules.numberRange, fields, [Gen.constantFrom(most, -most), number], beyond),
  validAndInvalid(
    rules.depth,
    [
      ...[128, 127, 64].map((levels) => nestedIn(fields, levels)),
      // Inside of a text, brackets open nothing.
      ...valid.inEach([Gen.oneof(...fields)], ...constants([...'[]{}'].map((bracket) => bracket.repeat(130)))),
    ],
    [129, 130, 140].map((levels) => nestedIn(fields, levels)),
  ),
]
/** The rules about reading a text: a codec does not check them. */
export const readRules: ReadonlyArray<LabelledGens<unknown>> = readRulesIn(valid.otherFields)

/** The rules about values, for every spelling of them. */
const meanings: ReadonlyArray<LabelledGens<unknown>> = [
  validAndInvalid<unknown>(rules.job, valid.job, [
    ...noObject(valid.shortJob),
    valid.shortJob.map((job) => JSON.stringify(job)),
  ]),
  valid.field(rules.requestId, valid.at(valid.inJob, 'request_id'), kinds.text, [absent, ...not.text]),
  valid.field(rules.stages, valid.at(valid.inJob, 'stages'), Gen.array(valid.stage, { maxLength: 3 }), [
    absent,
    ...not.array,
  ]),
  validAndInvalid(rules.stage, withItem(valid.stage), [
    ...noObject(valid.stage).map(withItem),
    ...valid.inEach(valid.at(valid.inJob, 'stages'), behindMany(Gen.oneof(...noObject(valid.stage)), valid.stage)),
  ]),
  validAndInvalid(
    rules.type,
    untouched,
    [absent, ...not.text].flatMap((wrongType) => valid.inEach(valid.at(valid.inStage, 'type'), wrongType)),
  ),
  valid.field(rules.payload, valid.at(valid.inSeededStage, 'inputInitialize'), valid.seeded, [absent, ...not.object]),
  valid.field(rules.payload, valid.at(valid.inDiffusedStage, 'diffusion'), valid.diffused, [absent, ...not.object]),
  validAndInvalid(
    rules.otherPayload,
    valid.inEach(
      valid.at(valid.inStage, 'Diffusion', 'diffusions', 'inputinitialize', 'input_initialize', 'INPUT_INITIALIZE'),
      value,
    ),
    [
      ...[...Object.values(kinds), valid.diffused].flatMap((payload) =>
        valid.inEach(valid.at(valid.inSeededStage, 'diffusion'), payload),
      ),
      ...[...Object.values(kinds), valid.seeded].flatMap((payload) =>
        valid.inEach(valid.at(valid.inDiffusedStage, 'inputInitialize'), payload),
      ),
    ],
  ),
  valid.field(rules.integer, valid.integerFields, [absent, integer], not.number),
  valid.field(rules.integerText, valid.integerFields, integer, integer.map(String)),
  valid.field(rules.fraction, valid.integerFields, integer, fraction),
  valid.field(rules.integerRange, valid.integerFields, Gen.constantFrom(most, -most), beyondInteger),
  valid.field(rules.cfgScale, [valid.scale], [absent, number], [...not.number, integer.map(String)]),
  valid.field(rules.model, valid.at(valid.inDiffused, 'sd_model'), [absent, kinds.text], not.text),
  valid.field(rules.prompts, valid.at(valid.inDiffused, 'prompts'), [absent, valid.prompts], not.array),
  validAndInvalid(rules.prompts, withPrompt(valid.prompt), [
    ...noObject(valid.prompt).map(withPrompt),
    ...valid.inEach(
      valid.at(valid.inDiffused, 'prompts'),
      behindMany(Gen.oneof(...noObject(valid.prompt)), valid.prompt),
    ),
  ]),
  valid.field(rules.promptText, valid.at(valid.inPrompt, 'text'), [absent, kinds.text], not.text),
  renamedFields(rules.requestId, valid.inJob, 'request_id', 'id'),
  renamedFields(rules.stages, valid.inJob, 'stages', []),
  renamedFields(rules.type, valid.inDiffusedStage, 'type', 'DIFFUSION'),
  renamedFields(rules.payload, valid.inSeededStage, 'inputInitialize', {}),
  renamedFields(rules.payload, valid.inDiffusedStage, 'diffusion', {}),
  validAndInvalid(
    rules.level,
    [
      ...misnamed,
      ...remarkable,
      ...foreignTo('job', valid.inJob),
      ...foreignTo('stage', valid.inStage),
      ...foreignTo('seeded', valid.inSeeded),
      ...foreignTo('diffused', valid.inDiffused),
      ...foreignTo('prompt', valid.inPrompt),
      ...surrogateNeighbours.map((neighbour) => keptMember(`a${neighbour}z`)),
    ],
    [
      ...valid.inEach([...valid.integerFields, valid.scale], ...not.number),
      ...valid.inEach(valid.textFields, ...not.text),
    ],
  ),
  valid.field(rules.numberRange, [valid.scale], [Gen.constantFrom(most, -most), number], beyond),
  ...readRules,
]
/** One draw for each side of the rules about values. */
export const jobMeanings: LabelledGens<unknown> = meanings.flatMap(onePerSide)

const otherType: ReadonlyArray<Gen.Gen<unknown>> = valid.otherTypes.map((type) =>
  valid.put(Gen.oneof(...valid.at(valid.inStage, 'type')), type),
)
/** A writer keeps a stage of another type under every policy, if JSON can hold the stage. */
export const otherStages: LabelledGens<unknown> = [
  ...validAndInvalid(rules.knownType, otherType),
  ...readRulesIn(valid.at(valid.inOtherStage, 'x', 'diffusion')).flat(),
  ...validAndInvalid(
    rules.numberRange,
    [],
    mapEach([beyond], (n) => [n]).map((beyondGen) => valid.put(anyOther, beyondGen)),
  ),
]

/**
 * Values that are jobs, and values that are nearly. `passes` is that of a parser without policies; each of `knownType` and
 * `integerText` refuses nothing under its policy.
 */
export const jobs: LabelledGens<unknown> = [
  ...meanings.filter((meaning) => !readRules.includes(meaning)).flat(),
  ...validAndInvalid(rules.knownType, untouched, {
    'another type': otherType.map((gen) => Gen.withLabels({ unless: 'unknown-stage' }, gen)),
  }),
]
