/**
 * The job creation request: the body of `POST {base_url}/v1/jobs` (interface §2.1, §4.1).
 *
 * A verifier decodes the signed bytes. A client encodes once, then signs and sends the same bytes; nothing re-encodes a
 * received body.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Type } from 'io-ts'
import type { Bytes } from '../core/Bytes.ts'
import { ours } from '../core/Policies.ts'
import * as Codec from './Codec.ts'
import { type JobError, type JobInvalid, ofFault, ofMismatches, ofUnsafe } from './JobError.ts'
import * as Json from './Json.ts'
import { type Limits, limitsOf, standard } from './JsonFault.ts'
import * as Stage from './Stage.ts'

/** The fields of a job that the interface shows. */
export interface JobFields {
  /** The caller's own id for the job; the interface's example has digits. */
  readonly request_id: string
  /** In order; may be empty. */
  readonly stages: ReadonlyArray<Stage.Stage>
}

export interface Job extends JobFields, Codec.Open {}

export type { JobPolicies, Open } from './Codec.ts'
export type { Limits } from './JsonFault.ts'

/**
 * A job of these stages only. Does not validate; `encode` does.
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
 * The io-ts codec of a job, for values in memory. Its error messages contain no values.
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

export const codec: Type<Job> = codecOf(ours)

/**
 * Decodes a job from a body: strict JSON in UTF-8, then the shape. Keeps unknown fields and stages of unknown types; a stage's
 * payload must fit its type; integers are within ±(2^53−1).
 *
 * @param bytes the body's content as transmitted, without a transfer coding; the caller must limit its size
 * @param policies `unknown-stage`, `int64-string` and `int-spelling`
 * @param limits `maxMembers`, for all objects together (10,000)
 * @returns on the left `job_malformed` at the first byte that is not JSON, or `job_invalid` with the problems and their places
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
export const decode = (
  bytes: Bytes,
  policies: Codec.JobPolicies = ours,
  limits: Partial<Limits> = standard,
): E.Either<JobError, Job> => {
  const read = Json.parse(bytes, limitsOf(limits))
  if (E.isLeft(read)) return E.left(ofFault(read.left))
  const { value, spelling } = read.right
  const job = reader({ policies, spelling }).decode(value)
  return E.isLeft(job) ? E.left(ofMismatches(job.left)) : job
}

/**
 * Encodes a job as compact JSON in UTF-8: sign these bytes and send the same bytes.
 *
 * Refuses every value that `decode` would refuse or JSON would drop or change (undefined, NaN, accessors, instances of classes…).
 * So `decode` returns an equal job, except that −0 becomes 0 and an object's members may change order.
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
export const encode = (job: Job, limits: Partial<Limits> = standard): E.Either<JobInvalid, Bytes> => {
  const bytes = Json.serialize(job, limitsOf(limits))
  if (E.isLeft(bytes)) return E.left(ofUnsafe(bytes.left))
  const shape = codec.decode(job)
  return E.isLeft(shape) ? E.left(ofMismatches(shape.left)) : bytes
}
