/**
 * A stage of a job (interface §2.2–2.4). The interface shows two of its types, so the codec keeps unknown types and fields
 * unchanged. It requires no field of a payload, not even a prompt's `text`: each may be absent, and otherwise has its type.
 */
import type { Type } from 'io-ts'
import * as Codec from './Codec.ts'

/** Interface §2.3. */
export interface InputInitializeFields {
  /** −1 in the interface's example. */
  readonly seed: number
  /** How many outputs. */
  readonly count: number
}

/** One prompt of interface §2.4. */
export interface PromptFields {
  readonly text: string
}

/** Interface §2.4. */
export interface DiffusionFields {
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
  readonly prompts: ReadonlyArray<PromptFields>
  readonly steps: number
  /** A model's identifier: a string of digits. */
  readonly sd_model: string
  readonly clip_skip: number
  /** The only number that may have a fraction. */
  readonly cfg_scale: number
}

export type InputInitialize = Partial<InputInitializeFields> & Codec.Open

export type Prompt = Partial<PromptFields> & Codec.Open

export type Diffusion = Partial<Omit<DiffusionFields, 'prompts'> & { readonly prompts: ReadonlyArray<Prompt> }> &
  Codec.Open

export interface InputInitializeStage extends Codec.Open {
  readonly type: 'INPUT_INITIALIZE'
  readonly inputInitialize: InputInitialize
  readonly diffusion?: never
}

export interface DiffusionStage extends Codec.Open {
  readonly type: 'DIFFUSION'
  readonly diffusion: Diffusion
  readonly inputInitialize?: never
}

/** A stage of a type that the interface does not show, with unknown fields. */
export interface OtherStage extends Codec.Open {
  readonly type: string
}

export type Stage = InputInitializeStage | DiffusionStage | OtherStage

/**
 * Whether a stage sets the seed and the count. Looks at the type only; `Job.decode` checks the payload.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 *
 * assert.ok(Stage.isInputInitialize(Stage.inputInitialize({ seed: -1, count: 1 })))
 * ```
 */
export const isInputInitialize = (stage: Stage): stage is InputInitializeStage => stage.type === 'INPUT_INITIALIZE'

/**
 * Whether a stage makes images. Looks at the type only; `Job.decode` checks the payload.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 *
 * assert.ok(!Stage.isDiffusion(Stage.inputInitialize({ seed: -1, count: 1 })))
 * ```
 */
export const isDiffusion = (stage: Stage): stage is DiffusionStage => stage.type === 'DIFFUSION'

/**
 * The stage that sets the seed and the number of outputs. Does not validate; `Job.encode` does.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 *
 * const stage = Stage.inputInitialize({ seed: -1, count: 1 })
 * assert.deepEqual(stage, { type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } })
 * ```
 */
export const inputInitialize = ({ seed, count }: InputInitializeFields): InputInitializeStage => ({
  type: 'INPUT_INITIALIZE',
  inputInitialize: { seed, count },
})

/**
 * The stage that makes images. Does not validate; `Job.encode` does.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 *
 * const stage = Stage.diffusion({
 *   width: 512,
 *   height: 768,
 *   prompts: [{ text: 'a lighthouse' }],
 *   steps: 20,
 *   sd_model: '600423083519508503',
 *   clip_skip: 2,
 *   cfg_scale: 7.5,
 * })
 * assert.ok(Stage.isDiffusion(stage) && stage.diffusion.width === 512)
 * ```
 */
export const diffusion = (fields: DiffusionFields): DiffusionStage => {
  const { width, height, steps, sd_model, clip_skip, cfg_scale } = fields
  const prompts = fields.prompts.map(({ text }) => ({ text }))
  return { type: 'DIFFUSION', diffusion: { width, height, prompts, steps, sd_model, clip_skip, cfg_scale } }
}

const anyType = Codec.openRecord('Stage', { type: Codec.string }, {})
const prompt = Codec.openRecord('object', {}, { text: Codec.string })
const nothing = Codec.never<never>('nothing')

/**
 * The codec of a stage: requires the payload of the type and refuses the other type's. Keeps a stage of an unknown type, or
 * refuses it without the policy `unknown-stage`.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * assert.ok(E.isRight(Stage.codec().decode({ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } })))
 * assert.ok(E.isLeft(Stage.codec().decode({ type: 'DIFFUSION' })))
 * ```
 */
export const codec = (reading: Codec.Reading = Codec.standard): Type<Stage> => {
  const integer = Codec.integer(reading)
  const seeded = Codec.openRecord('object', {}, { seed: integer, count: integer })
  const diffused = Codec.openRecord(
    'object',
    {},
    {
      width: integer,
      height: integer,
      prompts: Codec.list(prompt),
      steps: integer,
      sd_model: Codec.string,
      clip_skip: integer,
      cfg_scale: Codec.number,
    },
  )
  const initializes = Codec.openRecord(
    'Stage',
    { type: Codec.literal('INPUT_INITIALIZE'), inputInitialize: seeded },
    { diffusion: nothing },
  )
  const diffuses = Codec.openRecord(
    'Stage',
    { type: Codec.literal('DIFFUSION'), diffusion: diffused },
    { inputInitialize: nothing },
  )
  const other: Type<OtherStage> = Codec.openRecord<{ readonly type: string }, object>(
    'Stage',
    { type: reading.policies['unknown-stage'] ? Codec.string : Codec.never('known-type') },
    {},
  )
  const fitting = (u: unknown): typeof initializes | typeof diffuses | typeof other => {
    const type = anyType.is(u) ? u.type : ''
    return type === 'INPUT_INITIALIZE' ? initializes : type === 'DIFFUSION' ? diffuses : other
  }
  return Codec.make(
    'Stage',
    (u): u is Stage => fitting(u).is(u),
    (u, c) => fitting(u).validate(u, c),
  )
}
