/** Places in a job, and what is put there: a sample is a valid job with one value at one place of it. */
import * as Draw from '../Draw.ts'
import { joined, type Samples, sides, type Ways } from '../Grammar.ts'
import { diffused, diffusedStage, prompt, prompts, seeded, seededStage, shortJob, withMembers } from './valid.ts'
import type { Members } from './values.ts'

/** An object in a job: `put` answers a job whose object has these members; `undefined` leaves one out. */
export interface Place {
  readonly put: (members: Members) => unknown
  /** The level of nesting that the object is on. */
  readonly depth: number
}

/** With one more item. */
export const inserted = (list: unknown, item: unknown, at: number): ReadonlyArray<unknown> => {
  const items = list as ReadonlyArray<unknown>
  const place = at % (items.length + 1)
  return [...items.slice(0, place), item, ...items.slice(place)]
}

/** The same job with one more stage. */
export const withStage = (around: Members, one: unknown, at: number): Members =>
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
export const inStage: Draw.Draw<Place> = Draw.oneof(inSeededStage, inDiffusedStage)

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
