/**
 * A stage of a job (interface §2.2–2.4). The interface shows two of its types, so the codec keeps unknown types and fields
 * unchanged. It requires no field of a payload, not even a prompt's `text`: each may be absent, and otherwise has its type.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Context, identity, type Mixed, type Type, type TypeOf, type Validation } from 'io-ts'
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

/**
 * The type of a stage that nobody has told us of: any text. To the compiler it is one literal that no other stage has, because
 * only literals narrow. To compare it with a text of your own, add that stage by `Job.withStages`.
 */
export type OtherType = 'a type that is not known'

/** A stage of a type that nobody has told us of, with unknown fields. `Stage.other` makes one. */
export interface OtherStage extends Codec.Open {
  readonly type: OtherType
}

export type Stage = InputInitializeStage | DiffusionStage | OtherStage

/**
 * Stages that the interface does not show, and more fields of those that it shows: for each type a codec of the members beside
 * `type`.
 */
export type Added = Readonly<Record<string, Mixed>>

type MembersOf<S extends Added, T> = T extends keyof S ? TypeOf<S[T]> : unknown

/** The stages of a job with added ones. Comparing `type` narrows. */
export type StageOf<S extends Added> =
  | (InputInitializeStage & MembersOf<S, 'INPUT_INITIALIZE'>)
  | (DiffusionStage & MembersOf<S, 'DIFFUSION'>)
  | { readonly [T in Exclude<keyof S & string, 'INPUT_INITIALIZE' | 'DIFFUSION'>]: NewStage<S, T> }[Exclude<
      keyof S & string,
      'INPUT_INITIALIZE' | 'DIFFUSION'
    >]
  | OtherStage

type NewStage<S extends Added, T extends keyof S> = { readonly type: T } & TypeOf<S[T]> & Codec.Open

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

/**
 * A stage of a type that the interface does not show. Does not validate; `Job.encode` does. For types that you know,
 * `Job.withStages` checks the members.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 *
 * assert.deepEqual(Stage.other('UPSCALE', { by: 2 }), { by: 2, type: 'UPSCALE' })
 * ```
 */
export const other = (type: string, members: Codec.Open = {}): OtherStage => ({ ...members, type: type as OtherType })

const anyType = Codec.openRecord('Stage', { type: Codec.string }, {})
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
export const codec = (reading: Codec.Reading = Codec.standard): Type<Stage> => codecOf({})(reading)

/**
 * The codec of a stage, with added ones. `Job.withStages` is made of it.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 *
 * const stage = Stage.codecOf({ UPSCALE: t.type({ factor: t.number }) })()
 * assert.ok(E.isRight(stage.decode({ type: 'UPSCALE', factor: 2 })))
 * assert.ok(E.isLeft(stage.decode({ type: 'UPSCALE' })))
 * ```
 */
export const codecOf = <S extends Added>(added: S): ((reading?: Codec.Reading) => Type<StageOf<S>, Stage>) => {
  const names = ['INPUT_INITIALIZE', 'DIFFUSION', ...Object.keys(added)]
  const others = Object.keys(added).length === 0 ? 'known-type' : `one of ${[...new Set(names)].join(', ')}`
  return (reading = Codec.standard) => {
    const known = new Map<string, Mixed>(Object.entries(shown(reading)))
    for (const [type, members] of Object.entries(added)) {
      const base = known.get(type) ?? Codec.openRecord('Stage', { type: Codec.literal(type) }, {})
      known.set(type, both(base, members))
    }
    const rest = reading.policies['unknown-stage']
      ? anyType
      : Codec.openRecord('Stage', { type: Codec.never(others) }, {})
    const fitting = (u: unknown): Mixed => (anyType.is(u) ? (known.get(u.type) ?? rest) : rest)
    return Codec.make<StageOf<S>, Stage>(
      'Stage',
      (u): u is StageOf<S> => fitting(u).is(u),
      (u, c) => fitting(u).validate(u, c) as ReturnType<Type<StageOf<S>>['validate']>,
      Object.values(added).every(({ encode }) => encode === identity)
        ? (identity as (stage: StageOf<S>) => Stage)
        : (stage) => fitting(stage).encode(stage) as Stage,
    )
  }
}

/** The stages that the interface shows. */
const shown = (reading: Codec.Reading): Readonly<Record<string, Mixed>> => {
  const integer = Codec.integer(reading)
  const seeded = Codec.openRecord('object', {}, { seed: integer, count: integer })
  const diffused = Codec.openRecord(
    'object',
    {},
    {
      width: integer,
      height: integer,
      prompts: Codec.list(Codec.openRecord('object', {}, { text: Codec.string })),
      steps: integer,
      sd_model: Codec.string,
      clip_skip: integer,
      cfg_scale: Codec.number,
    },
  )
  return {
    INPUT_INITIALIZE: Codec.openRecord(
      'Stage',
      { type: Codec.literal('INPUT_INITIALIZE'), inputInitialize: seeded },
      { diffusion: nothing },
    ),
    DIFFUSION: Codec.openRecord(
      'Stage',
      { type: Codec.literal('DIFFUSION'), diffusion: diffused },
      { inputInitialize: nothing },
    ),
  }
}

/** A stage that fits both; the members are those that the second one makes of the first one's. */
const both = (base: Mixed, members: Mixed): Mixed =>
  Codec.make<object, unknown>(
    'Stage',
    (u): u is object => base.is(u) && members.is(u),
    (u, c) => {
      const stage = base.validate(u, c)
      if (E.isLeft(stage)) return stage
      // A codec of the program's may throw.
      const tried = E.tryCatch((): Validation<object> => members.validate(stage.right, named(c, members)), identity)
      const read = E.isLeft(tried) ? Codec.failure(stage.right, named(c, members)) : tried.right
      if (E.isLeft(read) || read.right === stage.right) return read
      return E.right({ ...stage.right, ...read.right })
    },
    (stage) => ({ ...stage, ...members.encode(stage) }),
  )

/** Errors tell the codec at their end by its name, and look at it for what the keys below it mean. */
const named = (context: Context, type: Mixed): Context => [
  ...context.slice(0, -1),
  { ...(context.at(-1) ?? { key: '', actual: undefined }), type },
]
