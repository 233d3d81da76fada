/** The job of a verified body, for handlers: `decodeJob` answers it, or throws the `JobRefused` that is the answer to the caller. */
import * as E from 'fp-ts/lib/Either.js'
import type { JobPolicies } from '../core/Policies.ts'
import * as Job from '../job/Job.ts'
import { httpAnswer, type JobError, message, reason } from '../job/JobError.ts'
import { JobRefused } from './JobRefused.ts'

/** What reads a job: what `Job.withStages` of `countersign` answers. */
export interface JobReader<J> {
  /** Strict JSON in UTF-8, then the shape; the stages of the program are known. */
  readonly decode: (
    bytes: Uint8Array,
    policies?: Partial<JobPolicies>,
  ) => { readonly _tag: 'Left' } | { readonly _tag: 'Right'; readonly right: J }
}

/**
 * The job in a verified body: strict JSON in UTF-8, then its shape. Throws a `JobRefused`, which every adapter answers with 400.
 * Keeps unknown fields, and stages of unknown types unless the policy `unknown-stage` is off.
 *
 * @param bytes the body as it was verified
 * @param policies `unknown-stage`, `int64-string` and `int-spelling`; what is not named is as in `Policies.ours`
 * @param jobs what `Job.withStages` answers, for stages of your own
 *
 * @example
 * ```ts
 * import { decodeJob, JobRefused } from 'countersign/server'
 *
 * const bytes = (text: string) => new TextEncoder().encode(text)
 * assert.equal(decodeJob(bytes('{"request_id":"42","stages":[]}')).request_id, '42')
 * try {
 *   decodeJob(bytes('{"request_id":42,"stages":[]}'))
 * } catch (error) {
 *   assert.ok(error instanceof JobRefused)
 *   assert.deepEqual([error.status, error.reason, error.pointers], [400, 'job_invalid', ['/request_id']])
 * }
 * ```
 */
export const decodeJob: {
  <J>(bytes: Uint8Array, policies: Partial<JobPolicies> | undefined, jobs: JobReader<J>): J
  // Last: from it TypeScript infers the job where decodeJob is the option `decode`.
  (bytes: Uint8Array, policies?: Partial<JobPolicies>): Job.Job
} = <J = Job.Job>(bytes: Uint8Array, policies?: Partial<JobPolicies>, jobs?: JobReader<J>): J => {
  const job = (jobs === undefined ? Job.decode(bytes, policies) : jobs.decode(bytes, policies)) as E.Either<JobError, J>
  if (E.isLeft(job)) throw refusedJob(job.left)
  return job.right
}

const refusedJob = (error: JobError): JobRefused =>
  new JobRefused(message(error), { ...httpAnswer(error), reason: reason(error), pointers: pointersOf(error) })

const pointersOf = (error: JobError): ReadonlyArray<string> => {
  switch (error._tag) {
    case 'job_malformed':
      return [error.pointer]
    case 'job_invalid':
      return error.problems.map(({ pointer }) => pointer)
    case 'misconfigured':
      return []
  }
}
