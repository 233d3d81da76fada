/**
 * The job creation request: the body of `POST {base_url}/v1/jobs` (interface §2.1, §4.1).
 *
 * A verifier decodes the bytes that were signed; a client encodes once and signs and sends those bytes. Nothing decodes a
 * body in order to send it again.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Type } from 'io-ts'
import type { Bytes } from '../core/Bytes.ts'
import { ours } from '../core/Policies.ts'
import * as Codec from './Codec.ts'
import { type JobError, type JobInvalid, ofFault, ofMismatches, ofUnsafe } from './JobError.ts'
import * as Json from './Json.ts'
import * as Stage from './Stage.ts'

/** What the interface shows of a job. */
export interface JobFields {
  /** The caller's own name for the job; the shape shown has digits. */
  readonly request_id: string
  /** In order; may be empty. */
  readonly stages: ReadonlyArray<Stage.Stage>
}

export interface Job extends JobFields, Codec.Open {}

export type { JobPolicies, Open } from './Codec.ts'

/**
 * A job of these stages and nothing else. It does not check its parts; `encode` does.
 *
 * @example
 * ```ts
 * import { Job, Stage } from 'countersign'
 *
 * const job = Job.create({ request_id: '42', stages: [Stage.inputInitialize({ seed: -1, count: 1 })] })
 * assert.equal(job.stages.length, 1)
 * ```
 */
export const create = ({ request_id, stages }: JobFields): Job => ({ request_id, stages })

const reader = (reading: Codec.Reading): Type<Job> =>
  Codec.openRecord<JobFields, object>('Job', { request_id: Codec.string, stages: Codec.list(Stage.codec(reading)) }, {})

/**
 * The io-ts codec of a job, for values that are in memory already; its failures' messages hold no value.
 *
 * @example
 * ```ts
 * import { Job, Policies } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const strict = Job.codecOf({ ...Policies.ours, 'unknown-stage': false })
 * assert.ok(E.isLeft(strict.decode({ request_id: '42', stages: [{ type: 'NEW' }] })))
 * assert.ok(E.isRight(Job.codec.decode({ request_id: '42', stages: [{ type: 'NEW' }] })))
 * ```
 */
export const codecOf = (policies: Codec.JobPolicies): Type<Job> => reader({ ...Codec.standard, policies })

/** The io-ts codec of a job under our own policies. */
export const codec: Type<Job> = codecOf(ours)

/**
 * Reads a job from the bytes of a body: strict JSON in UTF-8, then the shape. Fields that the interface does not show are
 * kept, and so are stages of other types; a stage's payload fits its type; integers lie within ±(2^53−1).
 *
 * @param bytes the body's content as it was transmitted, without a transfer coding; its size is the caller's to limit
 * @param policies `unknown-stage`, `int64-string` and `int-spelling` count
 * @returns on the left `job_malformed` at the first byte that is not JSON, or `job_invalid` with what is wrong and where
 *
 * @example
 * ```ts
 * import { Bytes, Job, JobError } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const job = Job.decode(Bytes.ofAscii('{"request_id":"42","stages":[]}'))
 * assert.deepEqual(job, E.right({ request_id: '42', stages: [] }))
 *
 * const wrong = Job.decode(Bytes.ofAscii('{"request_id":42,"stages":[]}'))
 * assert.ok(E.isLeft(wrong))
 * assert.equal(JobError.message(wrong.left), 'the job is invalid: at /request_id, expected a string, found a number')
 * ```
 */
export const decode = (bytes: Bytes, policies: Codec.JobPolicies = ours): E.Either<JobError, Job> => {
  const read = Json.parse(bytes)
  if (E.isLeft(read)) return E.left(ofFault(read.left))
  const { value, spelling } = read.right
  const job = reader({ policies, spelling }).decode(value)
  return E.isLeft(job) ? E.left(ofMismatches(job.left)) : job
}

/**
 * Writes a job as compact JSON in UTF-8: the bytes to sign, and the same bytes to send.
 *
 * Refuses whatever `decode` would refuse, and whatever JSON would drop or change (undefined, NaN, accessors, instances of
 * classes…), so that `decode` gives back an equal job. Only −0 becomes 0, and an object's members may come back in another order.
 *
 * @example
 * ```ts
 * import { Bytes, Job, Stage } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const bytes = Job.encode(Job.create({ request_id: '42', stages: [] }))
 * assert.deepEqual(bytes, E.right(Bytes.ofAscii('{"request_id":"42","stages":[]}')))
 *
 * const half = Stage.inputInitialize({ seed: 0.5, count: 1 })
 * assert.ok(E.isLeft(Job.encode(Job.create({ request_id: '42', stages: [half] }))))
 * ```
 */
export const encode = (job: Job): E.Either<JobInvalid, Bytes> => {
  const bytes = Json.serialize(job)
  if (E.isLeft(bytes)) return E.left(ofUnsafe(bytes.left))
  const shape = codec.decode(job)
  return E.isLeft(shape) ? E.left(ofMismatches(shape.left)) : bytes
}
