/**
 * Arbitraries of jobs, of their stages, and of any JSON, for tests of code that writes or reads jobs. A near miss of a job or a
 * stage is a JSON value that its codec refuses.
 */
import type fc from 'fast-check'
import * as Job from '../../../job/Job.ts'
import * as Stage from '../../../job/Stage.ts'
import { jobs } from '../../values/jobs/meanings.ts'
import { value } from '../../values/jobs/values.ts'
import { arbitraryOf, type Values, values, valuesOf } from './Values.ts'

/**
 * JSON values, also with members such as `__proto__`. `JSON.stringify` and `JSON.parse` in turn give the same value.
 *
 * @example
 * ```ts
 * import * as arb from 'countersign/testing/arbitraries'
 * import fc from 'fast-check'
 *
 * fc.assert(fc.property(arb.json(), (value) => JSON.stringify(value) !== undefined))
 * ```
 */
export const json = (): fc.Arbitrary<unknown> => arbitraryOf(value)

/**
 * Jobs, also with fields that the interface does not show. Near misses: values that `Job.codec` refuses; `Job.decode` refuses them
 * as JSON.
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
export const job: Values<Job.Job, unknown> = /* @__PURE__ */ valuesOf(() => jobs, Job.codec.decode)

/** The first item of each drawn list. Empty lists are drawn again. */
const firstItem = <A>(lists: fc.Arbitrary<ReadonlyArray<A>>): fc.Arbitrary<A> =>
  lists.filter(({ length }) => length > 0).map(([first]) => first as A)

/** The items of a job's `stages` that are no stages. A near miss of a job may be no object, or have no list of stages. */
const refusedStages = (jobMiss: unknown): ReadonlyArray<unknown> => {
  const { stages } = Object(jobMiss)
  return Array.isArray(stages) ? stages.filter((stageOrMiss) => !Stage.codec().is(stageOrMiss)) : []
}

/**
 * Stages of known and of other types, also with fields that the interface does not show. Near misses: values that `Stage.codec`
 * refuses.
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
export const stage: Values<Stage.Stage, unknown> = /* @__PURE__ */ values(
  () => firstItem(job().map(({ stages }) => stages)),
  () => firstItem(job.nearMiss().map(refusedStages)),
)
