/**
 * Jobs with a value of another type, for the generators of jobs: each field of a job with each of a few values, empty and plain; each
 * kind of value at the deepest level; and values that a language takes for something else. All pairs come in every run.
 */
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import * as valid from './places.ts'
import { rules } from './rules.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of each type of JSON an empty value and a plain one, and arrays of each. */
const values: ReadonlyArray<unknown> = [
  {},
  { text: 'a' },
  [],
  [[]],
  [{}],
  [0],
  ['a'],
  '',
  'a',
  '0',
  0,
  false,
  true,
  null,
]

/** A place for a value: how it gets there, the rule about it, and which of the values it takes. */
interface Slot {
  readonly rule: string
  readonly put: (value: unknown) => Gen.Gen<unknown>
  readonly takes: (value: unknown) => boolean
}

const slots = (
  rule: string,
  fields: ReadonlyArray<valid.Field>,
  takes: (value: unknown) => boolean,
): ReadonlyArray<Slot> =>
  fields.map((field) => ({ rule, takes, put: (value) => valid.put(field, Gen.constant(value)) }))

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'

const inStages: Slot = {
  rule: rules.stage,
  put: (value) => Gen.tuple(valid.shortJob, Gen.nat(1)).map(([job, at]) => valid.withStage(job, value, at)),
  takes: () => false,
}
const inPrompts: Slot = {
  rule: rules.prompts,
  put: (value) =>
    Gen.tuple(valid.inDiffused, valid.prompts, Gen.nat(3)).map(([payload, others, at]) =>
      payload.put({ prompts: valid.inserted(others, value, at) }),
    ),
  takes: isObject,
}
const aloneInPrompts: Slot = {
  ...inPrompts,
  put: (value) => valid.inDiffused.map((payload) => payload.put({ prompts: [value] })),
}

const table: ReadonlyArray<Slot> = [
  ...slots(rules.requestId, valid.at(valid.inJob, 'request_id'), isText),
  ...slots(rules.stages, valid.at(valid.inJob, 'stages'), (value) => Array.isArray(value) && value.length === 0),
  inStages,
  ...slots(
    rules.payload,
    [...valid.at(valid.inSeededStage, 'inputInitialize'), ...valid.at(valid.inDiffusedStage, 'diffusion')],
    isObject,
  ),
  ...slots(rules.integer, valid.integerFields, isNumber),
  ...slots(rules.cfgScale, [valid.scale], isNumber),
  ...slots(rules.model, valid.at(valid.inDiffused, 'sd_model'), isText),
  ...slots(
    rules.prompts,
    valid.at(valid.inDiffused, 'prompts'),
    (value) => Array.isArray(value) && value.every(isObject),
  ),
  inPrompts,
  aloneInPrompts,
  ...slots(rules.promptText, valid.at(valid.inPrompt, 'text'), isText),
]

/** Text is another type of a stage for a reader, and a type like any other for a writer: not here. */
const types: LabelledGens<unknown> = validAndInvalid(
  rules.type,
  [],
  values
    .filter((value) => !isText(value))
    .map((value) =>
      valid.put(
        valid.inSeededStage.map((place) => [place, 'type']),
        Gen.constant(value),
      ),
    ),
)

/** Each slot with each value. A text of digits in an integer field is decided by a policy, and has a rule of its own. */
export const otherTypes: LabelledGens<unknown> = [
  ...table.flatMap(({ rule, put, takes }) => {
    const decided = rule === rules.integer ? values.filter((value) => value !== '0') : values
    return validAndInvalid(rule, decided.filter(takes).map(put), decided.filter((value) => !takes(value)).map(put))
  }),
  ...types,
]

/** What stands innermost. An array or an object is one more level. */
const cores: ReadonlyArray<readonly [core: unknown, levels: number]> = [
  [[], 1],
  [{}, 1],
  [0, 0],
  ['a', 0],
  [null, 0],
  [true, 0],
]
const nestedTo = (levels: number): ReadonlyArray<Gen.Gen<unknown>> =>
  cores.map(([core, own]) =>
    Gen.tuple(valid.inJob, Gen.boolean).map(([place, isObjects]) => {
      let inner = core
      for (let level = place.depth + own; level < levels; level++) inner = isObjects ? { a: inner } : [inner]
      return place.put({ x: inner })
    }),
  )
/** At the limit and beyond it, with each kind of value innermost. */
export const deepest: LabelledGens<unknown> = validAndInvalid(rules.depth, [127, 128].flatMap(nestedTo), nestedTo(129))

/** Some language writes a text, a map, a list or nothing in place of these. */
const mistaken = constants<unknown>([
  [7],
  [64],
  [10, 13],
  [104, 105],
  [126, 126, 126],
  [0],
  [['a', 1]],
  [
    ['a', 1],
    ['b', 2],
  ],
  { 0: 1 },
  { 0: 1, 1: 2 },
  { length: 1, 0: 'a' },
  [[], []],
  [{}, {}],
  [[[]]],
  [null],
  [''],
])
/** Kept as they are. */
export const unlike: ReadonlyArray<Gen.Gen<unknown>> = mistaken.map((value) =>
  valid.put(Gen.oneof(...valid.otherFields), value),
)
