/**
 * Valid jobs, and places in them. `put` of a place makes a job with other members there:
 *
 *   inStage.map((place) => place.put({ type: 7 })) // a valid job, but for the type of one of its stages
 */
import * as Gen from '../Gen.ts'
import { combineWith, constants, type GensByChange, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import { anyName, integer, type Members, number, text, value } from './values.ts'

/** The objects of a job. */
export type Level = 'job' | 'stage' | 'seeded' | 'diffused' | 'prompt'

export const fieldsOf: Readonly<Record<Level, ReadonlyArray<string>>> = {
  job: ['request_id', 'stages'],
  stage: ['type', 'inputInitialize', 'diffusion'],
  seeded: ['seed', 'count'],
  diffused: ['width', 'height', 'prompts', 'steps', 'sd_model', 'clip_skip', 'cfg_scale'],
  prompt: ['text'],
}

/** An object with further members; those that are absent are left out. A spread defines a member `__proto__`. */
export const withMembers = (ownMembers: Members, members: Members): Members =>
  Object.fromEntries(Object.entries({ ...ownMembers, ...members }).filter(([, member]) => member !== undefined))

/** An object with these fields, and with others. */
const open = (level: Level, fields: Gen.Gen<Members>): Gen.Gen<Members> =>
  Gen.tuple(fields, Gen.array(Gen.tuple(anyName, value), { maxLength: 2 })).map(([ownMembers, furtherMembers]) =>
    withMembers(Object.fromEntries(furtherMembers.filter(([key]) => !fieldsOf[level].includes(key))), ownMembers),
  )

export const prompt: Gen.Gen<Members> = open('prompt', Gen.someOf({ text }))
export const prompts: Gen.Gen<ReadonlyArray<Members>> = Gen.array(prompt, { maxLength: 3 })
export const seeded: Gen.Gen<Members> = open('seeded', Gen.someOf({ seed: integer, count: integer }))
export const diffused: Gen.Gen<Members> = open(
  'diffused',
  Gen.someOf({
    width: integer,
    height: integer,
    prompts,
    steps: integer,
    sd_model: text,
    clip_skip: integer,
    cfg_scale: number,
  }),
)
export const seededStage: Gen.Gen<Members> = open(
  'stage',
  seeded.map((inputInitialize) => ({ type: 'INPUT_INITIALIZE', inputInitialize })),
)
export const diffusedStage: Gen.Gen<Members> = open(
  'stage',
  diffused.map((diffusion) => ({ type: 'DIFFUSION', diffusion })),
)
export const stage: Gen.Gen<Members> = Gen.oneof(seededStage, diffusedStage)

const jobOf = (stages: Gen.Gen<ReadonlyArray<unknown>>): Gen.Gen<Members> =>
  open(
    'job',
    Gen.tuple(Gen.oneof(Gen.constantFrom('42', ''), text), stages).map(([request_id, stageList]) => ({
      request_id,
      stages: stageList,
    })),
  )

/** Jobs of up to 40 stages. */
export const job: Gen.Gen<Members> = jobOf(
  Gen.oneof(
    Gen.array(stage, { maxLength: 3 }),
    Gen.tuple(Gen.array(stage, { minLength: 1, maxLength: 3 }), Gen.nat(40)).map(([fewStages, count]) =>
      Array.from({ length: count }, (_, i) => fewStages[i % fewStages.length]),
    ),
  ),
)
export const shortJob: Gen.Gen<Members> = jobOf(Gen.array(stage, { maxLength: 1 }))

// ---- Places

/** An object in a job. `put` gives the job with these members in the object; `undefined` leaves a member out. */
export interface Place {
  readonly put: (members: Members) => unknown
  /** The level of nesting that the object is on. */
  readonly depth: number
}

/** A list with one more item. */
export const inserted = <A>(items: ReadonlyArray<A>, item: A, index: number): ReadonlyArray<A> =>
  items.toSpliced(index % (items.length + 1), 0, item)

/** The same job with one more stage. */
export const withStage = (around: Members, stageMember: unknown, index: number): Members =>
  withMembers(around, { stages: inserted(around.stages as ReadonlyArray<unknown>, stageMember, index) })

export const inJob: Gen.Gen<Place> = shortJob.map((around) => ({
  depth: 1,
  put: (added) => withMembers(around, added),
}))

const inStageOf = (stages: Gen.Gen<Members>): Gen.Gen<Place> =>
  Gen.tuple(shortJob, stages, Gen.nat(1)).map(([around, stageMember, index]) => ({
    depth: 3,
    put: (added) => withStage(around, withMembers(stageMember, added), index),
  }))
export const inSeededStage: Gen.Gen<Place> = inStageOf(seededStage)
export const inDiffusedStage: Gen.Gen<Place> = inStageOf(diffusedStage)
export const inStage: Gen.Gen<Place> = Gen.oneof(inSeededStage, inDiffusedStage)

export const otherTypes: ReadonlyArray<Gen.Gen<string>> = [
  ...constants([
    'UPSCALE',
    'diffusion',
    'Diffusion',
    'DIFFUSIO',
    'DIFFUSION\u0000',
    'D\u0130FFUSION',
    'D\u0131FFUSION',
  ]),
  ...constants(['inputInitialize', 'input_initialize', 'INPUT-INITIALIZE', 'INPUT_INITIALIZE\n', 'INPUT_INITIALIZED']),
  ...constants(['', 'DIFFUSION ', ' DIFFUSION', '__proto__', 'constructor', 'INPUT_INITIALIZE,DIFFUSION', 'ONE']),
  text.filter((type) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE'),
]
export const inOtherStage: Gen.Gen<Place> = Gen.tuple(inStage, Gen.oneof(...otherTypes)).map(
  ([{ depth, put }, type]) => ({ depth, put: (added) => put({ type, ...added }) }),
)

export const inSeeded: Gen.Gen<Place> = Gen.tuple(inSeededStage, seeded).map(([{ put }, payload]) => ({
  depth: 4,
  put: (added) => put({ inputInitialize: withMembers(payload, added) }),
}))
export const inDiffused: Gen.Gen<Place> = Gen.tuple(inDiffusedStage, diffused).map(([{ put }, payload]) => ({
  depth: 4,
  put: (added) => put({ diffusion: withMembers(payload, added) }),
}))
export const inPrompt: Gen.Gen<Place> = Gen.tuple(inDiffused, prompts, prompt, Gen.nat(3)).map(
  ([{ put }, otherPrompts, promptMember, index]): Place => ({
    depth: 6,
    put: (added) => put({ prompts: inserted(otherPrompts, withMembers(promptMember, added), index) }),
  }),
)
export const anywhere: Gen.Gen<Place> = Gen.oneof(inJob, inStage, inSeeded, inDiffused, inPrompt)

/** A field of a place. */
export type Field = Gen.Gen<readonly [Place, string]>
/** Each of these fields of a place. */
export const at = (place: Gen.Gen<Place>, ...keys: ReadonlyArray<string>): ReadonlyArray<Field> =>
  keys.map((key) => place.map((found) => [found, key]))

export const integerFields: ReadonlyArray<Field> = [
  ...at(inSeeded, 'seed', 'count'),
  ...at(inDiffused, 'width', 'height', 'steps', 'clip_skip'),
]
export const textFields: ReadonlyArray<Field> = [
  ...at(inJob, 'request_id'),
  ...at(inDiffused, 'sd_model'),
  ...at(inPrompt, 'text'),
]
/** Fields that may have any type. */
export const otherFields: ReadonlyArray<Field> = at(anywhere, 'x', 'sdModel', '__proto__', '')
export const scale: Field = inDiffused.map((place) => [place, 'cfg_scale'])

export const put = (field: Field, valueGen: Gen.Gen<unknown>): Gen.Gen<unknown> =>
  Gen.tuple(field, valueGen).map(([[place, key], member]) => place.put({ [key]: member }))

/** Any of these values in each of these fields. */
export const inEach = (
  fields: ReadonlyArray<Field>,
  ...values: ReadonlyArray<Gen.Gen<unknown>>
): ReadonlyArray<Gen.Gen<unknown>> => fields.map((field) => put(field, Gen.oneof(...values)))

/** Jobs on both sides of a rule, for each of these fields. */
export const field = (
  rule: string,
  fields: ReadonlyArray<Field>,
  valid: GensByChange<unknown>,
  invalid: GensByChange<unknown>,
): LabelledGens<unknown> =>
  fields.flatMap((fieldGen) =>
    combineWith(fieldGen, validAndInvalid(rule, valid, invalid), ([place, key], member) =>
      place.put({ [key]: member }),
    ),
  )
