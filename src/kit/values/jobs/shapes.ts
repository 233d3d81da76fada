/**
 * Jobs with a value of another type, for the generators of jobs: each field of a job with each of a few values, empty and plain; each
 * kind of value at the deepest level; and values that a language takes for something else. All pairs come in every run.
 */
import * as Gen from '../Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import * as valid from './places.ts'
import { rules } from './rules.ts'

const isObject = (shape: unknown): boolean => typeof shape === 'object' && shape !== null && !Array.isArray(shape)

/** For each type of JSON, an empty value and a plain one, and arrays of these. */
const shapes: ReadonlyArray<unknown> = [
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
  readonly put: (shape: unknown) => Gen.Gen<unknown>
  readonly takes: (shape: unknown) => boolean
}

const slots = (
  rule: string,
  fields: ReadonlyArray<valid.Field>,
  takes: (shape: unknown) => boolean,
): ReadonlyArray<Slot> =>
  fields.map((field) => ({ rule, takes, put: (shape) => valid.put(field, Gen.constant(shape)) }))

const isText = (shape: unknown): boolean => typeof shape === 'string'
const isNumber = (shape: unknown): boolean => typeof shape === 'number'

const inStages: Slot = {
  rule: rules.stage,
  put: (shape) => Gen.tuple(valid.shortJob, Gen.nat(1)).map(([job, index]) => valid.withStage(job, shape, index)),
  takes: () => false,
}
const inPrompts: Slot = {
  rule: rules.prompts,
  put: (shape) =>
    Gen.tuple(valid.inDiffused, valid.prompts, Gen.nat(3)).map(([payload, prompts, index]) =>
      payload.put({ prompts: valid.inserted(prompts, shape, index) }),
    ),
  takes: isObject,
}
const aloneInPrompts: Slot = {
  ...inPrompts,
  put: (shape) => valid.inDiffused.map((payload) => payload.put({ prompts: [shape] })),
}

const table: ReadonlyArray<Slot> = [
  ...slots(rules.requestId, valid.at(valid.inJob, 'request_id'), isText),
  ...slots(rules.stages, valid.at(valid.inJob, 'stages'), (shape) => Array.isArray(shape) && shape.length === 0),
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
    (shape) => Array.isArray(shape) && shape.every(isObject),
  ),
  inPrompts,
  aloneInPrompts,
  ...slots(rules.promptText, valid.at(valid.inPrompt, 'text'), isText),
]

/** Texts are left out here: for a reader they are another type of stage, and for a writer a type like any other. */
const types: LabelledGens<unknown> = validAndInvalid(
  rules.type,
  [],
  shapes
    .filter((shape) => !isText(shape))
    .map((shape) =>
      valid.put(
        valid.inSeededStage.map((place) => [place, 'type']),
        Gen.constant(shape),
      ),
    ),
)

/** Each slot with each value. A text of digits in an integer field is left out: a policy decides about it, and it has a rule of its own. */
export const otherTypes: LabelledGens<unknown> = [
  ...table.flatMap(({ rule, put, takes }) => {
    const decided = rule === rules.integer ? shapes.filter((shape) => shape !== '0') : shapes
    return validAndInvalid(rule, decided.filter(takes).map(put), decided.filter((shape) => !takes(shape)).map(put))
  }),
  ...types,
]

/** The innermost values. An array or an object is one more level. */
const cores: ReadonlyArray<readonly [core: unknown, levels: number]> = [
  [[], 1],
  [{}, 1],
  [0, 0],
  ['a', 0],
  [null, 0],
  [true, 0],
]
const nestedTo = (levels: number): ReadonlyArray<Gen.Gen<unknown>> =>
  cores.map(([core, ownRules]) =>
    Gen.tuple(valid.inJob, Gen.boolean).map(([place, isObjects]) => {
      let inner = core
      for (let level = place.depth + ownRules; level < levels; level++) inner = isObjects ? { a: inner } : [inner]
      return place.put({ x: inner })
    }),
  )
/** Nesting at the limit and beyond it, with each kind of value innermost. */
export const deepest: LabelledGens<unknown> = validAndInvalid(rules.depth, [127, 128].flatMap(nestedTo), nestedTo(129))

/** For each of these, some language writes a text, a map, a list or nothing. */
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
/** A codec keeps these values as they are. */
export const unlike: ReadonlyArray<Gen.Gen<unknown>> = mistaken.map((shape) =>
  valid.put(Gen.oneof(...valid.otherFields), shape),
)
