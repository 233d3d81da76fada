/** Jobs as the rules say, and places in them: a sample is a valid job with one value at one place of it. */
import * as Draw from '../Draw.ts'
import { each, joined, type Samples, sides, type Ways } from '../Grammar.ts'
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

/** With these members; those that are undefined are left out. A spread defines a member `__proto__`. */
export const withMembers = (own: Members, members: Members): Members =>
  Object.fromEntries(Object.entries({ ...own, ...members }).filter(([, member]) => member !== undefined))

/** An object of these fields and of others. */
const open = (level: Level, fields: Draw.Draw<Members>): Draw.Draw<Members> =>
  Draw.tuple(fields, Draw.array(Draw.tuple(anyName, value), { maxLength: 2 })).map(([own, others]) =>
    withMembers(Object.fromEntries(others.filter(([name]) => !fieldsOf[level].includes(name))), own),
  )

export const prompt: Draw.Draw<Members> = open('prompt', Draw.partial({ text }))
export const prompts: Draw.Draw<ReadonlyArray<Members>> = Draw.array(prompt, { maxLength: 3 })
export const seeded: Draw.Draw<Members> = open('seeded', Draw.partial({ seed: integer, count: integer }))
export const diffused: Draw.Draw<Members> = open(
  'diffused',
  Draw.partial({
    width: integer,
    height: integer,
    prompts,
    steps: integer,
    sd_model: text,
    clip_skip: integer,
    cfg_scale: number,
  }),
)
export const seededStage: Draw.Draw<Members> = open(
  'stage',
  seeded.map((inputInitialize) => ({ type: 'INPUT_INITIALIZE', inputInitialize })),
)
export const diffusedStage: Draw.Draw<Members> = open(
  'stage',
  diffused.map((diffusion) => ({ type: 'DIFFUSION', diffusion })),
)
export const stage: Draw.Draw<Members> = Draw.oneof(seededStage, diffusedStage)

const jobOf = (stages: Draw.Draw<ReadonlyArray<unknown>>): Draw.Draw<Members> =>
  open(
    'job',
    Draw.tuple(Draw.oneof(Draw.constantFrom('42', ''), text), stages).map(([request_id, list]) => ({
      request_id,
      stages: list,
    })),
  )

/** Of up to 40 stages. */
export const job: Draw.Draw<Members> = jobOf(
  Draw.oneof(
    Draw.array(stage, { maxLength: 3 }),
    Draw.tuple(Draw.array(stage, { minLength: 1, maxLength: 3 }), Draw.nat(40)).map(([some, count]) =>
      Array.from({ length: count }, (_, i) => some[i % some.length]),
    ),
  ),
)
export const shortJob: Draw.Draw<Members> = jobOf(Draw.array(stage, { maxLength: 1 }))

// ---- Places

/** An object in a job: `put` answers a job whose object has these members; `undefined` leaves one out. */
export interface Place {
  readonly put: (members: Members) => unknown
  /** The level of nesting that the object is on. */
  readonly depth: number
}

/** With one more item. */
export const inserted = <A>(items: ReadonlyArray<A>, item: A, at: number): ReadonlyArray<A> =>
  items.toSpliced(at % (items.length + 1), 0, item)

/** The same job with one more stage. */
export const withStage = (around: Members, one: unknown, at: number): Members =>
  withMembers(around, { stages: inserted(around.stages as ReadonlyArray<unknown>, one, at) })

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
export const inStage: Draw.Draw<Place> = Draw.oneof(inSeededStage, inDiffusedStage)

export const otherTypes: ReadonlyArray<Draw.Draw<string>> = [
  ...each(['UPSCALE', 'diffusion', 'Diffusion', 'DIFFUSIO', 'DIFFUSION\u0000', 'D\u0130FFUSION', 'D\u0131FFUSION']),
  ...each(['inputInitialize', 'input_initialize', 'INPUT-INITIALIZE', 'INPUT_INITIALIZE\n', 'INPUT_INITIALIZED']),
  ...each(['', 'DIFFUSION ', ' DIFFUSION', '__proto__', 'constructor', 'INPUT_INITIALIZE,DIFFUSION', 'ONE']),
  text.filter((type) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE'),
]
export const inOtherStage: Draw.Draw<Place> = Draw.tuple(inStage, Draw.oneof(...otherTypes)).map(
  ([{ depth, put }, type]) => ({ depth, put: (more) => put({ type, ...more }) }),
)

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
export const inEach = (
  fields: ReadonlyArray<Field>,
  ...values: ReadonlyArray<Draw.Draw<unknown>>
): ReadonlyArray<Draw.Draw<unknown>> => fields.map((field) => put(field, Draw.oneof(...values)))

/** Jobs on both sides of a rule, for each of these fields. */
export const field = (
  rule: string,
  fields: ReadonlyArray<Field>,
  right: Ways<unknown>,
  wrong: Ways<unknown>,
): Samples<unknown> =>
  fields.flatMap((one) =>
    joined(one, sides(rule, right, wrong), ([place, name], value) => place.put({ [name]: value })),
  )
