/** Arbitraries of jobs, of their stages, and of any JSON. */
import type fc from 'fast-check'
import * as Job from '../../../job/Job.ts'
import * as Stage from '../../../job/Stage.ts'
import { jobs } from '../../values/jobs/meanings.ts'
import { value } from '../../values/jobs/values.ts'
import { arbitraryOf, type Values, values, valuesOf } from './Values.ts'

/**
 * JSON values, also with members such as `__proto__`. Written and read again they are the same.
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
export const job: Values<Job.Job, unknown> = /* @__PURE__ */ valuesOf(() => jobs, Job.codec.decode)

/** The first item of those lists that have one. */
const someOf = <A>(lists: fc.Arbitrary<ReadonlyArray<A>>): fc.Arbitrary<A> =>
  lists.filter(({ length }) => length > 0).map(([first]) => first as A)
const noStagesOf = (job: unknown): ReadonlyArray<unknown> => {
  const { stages } = Object(job)
  return Array.isArray(stages) ? stages.filter((one) => !Stage.codec().is(one)) : []
}

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
export const stage: Values<Stage.Stage, unknown> = /* @__PURE__ */ values(
  () => someOf(job().map(({ stages }) => stages)),
  () => someOf(job.nearMiss().map(noStagesOf)),
)
