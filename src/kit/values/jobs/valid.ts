/** Jobs as the rules say. */
import * as Draw from '../Draw.ts'
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
export const withMembers = (own: Members, members: Members): Members => {
  const all = { ...own, ...members }
  return Object.values(members).includes(undefined)
    ? Object.fromEntries(Object.entries(all).filter(([, member]) => member !== undefined))
    : all
}

/** An object of these fields and of others. */
const open = (level: Level, fields: Draw.Draw<Members>): Draw.Draw<Members> =>
  Draw.tuple(fields, Draw.array(Draw.tuple(anyName, value), { maxLength: 2 })).map(([own, others]) =>
    others.length === 0
      ? own
      : withMembers(Object.fromEntries(others.filter(([name]) => !fieldsOf[level].includes(name))), own),
  )

const optional = (fields: { readonly [name: string]: Draw.Draw<unknown> }): Draw.Draw<Members> => Draw.partial(fields)

export const prompt: Draw.Draw<Members> = open('prompt', optional({ text }))
export const prompts: Draw.Draw<ReadonlyArray<Members>> = Draw.array(prompt, { maxLength: 3 })
export const seeded: Draw.Draw<Members> = open('seeded', optional({ seed: integer, count: integer }))
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
