/** Jobs, their stages, and JSON. */
import fc from 'fast-check'
import type * as Job from '../../job/Job.ts'
import * as Stage from '../../job/Stage.ts'
import { type Values, values } from './Values.ts'

/** A member's name: any text, often one special to JavaScript, JSON Pointers or jobs. */
export const memberName = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'toJSON',
      '',
      '0',
      '2',
      '10',
      '-1',
      '01',
      '~',
      '/',
      '~1',
      '\u0000',
    ),
    fc.constantFrom(
      'request_id',
      'stages',
      'type',
      'inputInitialize',
      'diffusion',
      'seed',
      'width',
      'text',
      'sdModel',
      'é',
      '\u2028',
      '𝄞',
    ),
    fc.string({ unit: 'binary' }),
  )

/** An object with these own members, even `__proto__`. */
const objectOf = <A>(value: fc.Arbitrary<A>): fc.Arbitrary<{ readonly [name: string]: A }> =>
  fc
    .uniqueArray(fc.tuple(memberName(), value), { selector: ([name]) => name, size: '-1' })
    .map((members) => Object.fromEntries(members))

export const jsonNumber = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(0, -0, 7.5, 1e-7, 5e-324, 2 ** 53 - 1, 1 - 2 ** 53),
    fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  )

/**
 * JSON values, also with members such as `__proto__`. Written and read again they are the same, except that −0 becomes 0.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.json(), (value) => JSON.stringify(value) !== undefined))
 * ```
 */
export const json = (): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown; array: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(fc.constantFrom<unknown>(null, true, false), jsonNumber(), fc.string({ unit: 'binary' })),
      tie('array'),
      tie('object'),
    ),
    array: fc.array(tie('value'), { size: '-1' }),
    object: objectOf(tie('value')),
  })).value

/** Some of the `shown` fields, and undocumented ones; `reserved` names are excluded from those. */
const openRecord = (
  shown: { readonly [name: string]: fc.Arbitrary<unknown> },
  reserved: ReadonlyArray<string> = [],
): fc.Arbitrary<Job.Open> =>
  fc
    .tuple(objectOf(json()), fc.record(shown, { requiredKeys: [], noNullPrototype: true }))
    .map(([others, fields]) =>
      Object.fromEntries(
        Object.entries({ ...others, ...fields }).filter(
          ([name]) => !reserved.includes(name) && (!Object.hasOwn(shown, name) || Object.hasOwn(fields, name)),
        ),
      ),
    )

const integer = (): fc.Arbitrary<number> =>
  fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 53 - 1, 1 - 2 ** 53))

const anyString = (): fc.Arbitrary<string> => fc.string({ unit: 'binary' })

const payloads = ['inputInitialize', 'diffusion']

const inputInitializeStage = (): fc.Arbitrary<Stage.InputInitializeStage> =>
  fc
    .tuple(openRecord({}, payloads), openRecord({ seed: integer(), count: integer() }))
    .map(([others, inputInitialize]) => ({ ...others, type: 'INPUT_INITIALIZE' as const, inputInitialize }))

const diffusionStage = (): fc.Arbitrary<Stage.DiffusionStage> =>
  fc
    .tuple(
      openRecord({}, payloads),
      openRecord({
        width: integer(),
        height: integer(),
        prompts: fc.array(openRecord({ text: anyString() })),
        steps: integer(),
        sd_model: anyString(),
        clip_skip: integer(),
        cfg_scale: jsonNumber(),
      }),
    )
    .map(([others, diffusion]) => ({ ...others, type: 'DIFFUSION' as const, diffusion }))

/** A stage of an undocumented type, with any members. */
const otherStage = (): fc.Arbitrary<Stage.OtherStage> =>
  fc
    .tuple(
      openRecord({}),
      fc.oneof(fc.constantFrom('UPSCALE', 'diffusion', 'DIFFUSION ', '__proto__', ''), anyString()),
    )
    .filter(([, type]) => type !== 'DIFFUSION' && type !== 'INPUT_INITIALIZE')
    .map(([others, type]) => Stage.other(type, others))

const anyStage = (): fc.Arbitrary<Stage.Stage> => fc.oneof(inputInitializeStage(), diffusionStage(), otherStage())

/** The object with one member set, or left out if it is to be `undefined`. */
const having = (given: object, name: string, value: unknown): object => {
  const others = Object.entries(given).filter(([each]) => each !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

const notText = [undefined, null, 7, true, [], {}]
const notInteger = [null, 1.5, '7 px', true, [], 2 ** 53, -(2 ** 53)]
const notNumber = [null, '7.5', true, [], 2 ** 53]
/** What each field of a diffusion cannot be. */
const wrongField: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  width: notInteger,
  height: notInteger,
  steps: notInteger,
  clip_skip: notInteger,
  cfg_scale: notNumber,
  sd_model: notText.slice(1),
  prompts: [null, 'text', {}, [null], ['text'], [{ text: 7 }]],
}

const noStage = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(null, 'DIFFUSION', 7, []),
    fc.tuple(anyStage(), fc.constantFrom<unknown>(...notText)).map(([stage, type]) => having(stage, 'type', type)),
    fc
      .tuple(diffusionStage(), fc.constantFrom<unknown>(undefined, null, 'text', 7, []))
      .map(([stage, payload]) => having(stage, 'diffusion', payload)),
    diffusionStage().map((stage) => having(stage, 'inputInitialize', {})),
    inputInitializeStage().map((stage) => having(stage, 'diffusion', {})),
    fc
      .tuple(inputInitializeStage(), fc.constantFrom('seed', 'count'), fc.constantFrom<unknown>(...notInteger))
      .map(([stage, field, value]) => having(stage, 'inputInitialize', having(stage.inputInitialize, field, value))),
    fc
      .tuple(
        diffusionStage(),
        fc
          .constantFrom(...Object.keys(wrongField))
          .chain((field) =>
            fc.constantFrom<unknown>(...(wrongField[field] ?? [])).map((value) => [field, value] as const),
          ),
      )
      .map(([stage, [field, value]]) => having(stage, 'diffusion', having(stage.diffusion, field, value))),
  )

/**
 * Stages of known and of other types, with fields that the interface does not show. Near misses: values that `Stage.codec` refuses.
 *
 * @example
 * ```ts
 * import { Stage } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.stage(), (stage) => Stage.codec().is(stage)))
 * fc.assert(fc.property(arb.stage.nearMiss(), (value) => !Stage.codec().is(value)))
 * ```
 */
export const stage: Values<Stage.Stage, unknown> = /* @__PURE__ */ values(anyStage, noStage)

const anyJob = (): fc.Arbitrary<Job.Job> =>
  fc
    .tuple(openRecord({}), anyString(), fc.array(anyStage()))
    .map(([others, request_id, stages]) => ({ ...others, request_id, stages }))

const noJob = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(null, 'job', 7, [], {}),
    fc.tuple(anyJob(), fc.constantFrom<unknown>(...notText)).map(([job, id]) => having(job, 'request_id', id)),
    anyJob().map((job) => having(having(job, 'request_id', undefined), 'requestId', job.request_id)),
    fc
      .tuple(anyJob(), fc.constantFrom<unknown>(undefined, null, 'text', 7, {}))
      .map(([job, stages]) => having(job, 'stages', stages)),
    fc.tuple(anyJob(), noStage()).map(([job, wrong]) => having(job, 'stages', [...job.stages, wrong])),
  )

/**
 * Jobs, with fields that the interface does not show. Near misses: values that `Job.codec` refuses; as JSON, `Job.decode` does.
 *
 * @example
 * ```ts
 * import { Job } from 'countersign'
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.job(), (job) => Job.encode(job)._tag === 'Right'))
 * fc.assert(fc.property(arb.job.nearMiss(), (value) => !Job.codec.is(value)))
 * ```
 */
export const job: Values<Job.Job, unknown> = /* @__PURE__ */ values(anyJob, noJob)
