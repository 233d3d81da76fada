/**
 * The job creation request: the body of `POST {base_url}/v1/jobs` (interface §2.1, §4.1).
 *
 * A verifier decodes the signed bytes. A client encodes once, then signs and sends the same bytes; nothing re-encodes a
 * received body.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import { identity, type Mixed, type Type } from 'io-ts'
import type { Bytes } from '../core/Bytes.ts'
import * as Policies from '../core/Policies.ts'
import * as Settings from '../core/Settings.ts'
import { inspect } from '../core/untrusted.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import * as Codec from './Codec.ts'
import { type JobError, type JobInvalid, message, ofFault, ofMismatches, ofUnsafe } from './JobError.ts'
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

/** A job whose stages may be added ones. */
export interface JobOf<S extends Stage.Added> extends Codec.Open {
  readonly request_id: string
  readonly stages: ReadonlyArray<Stage.StageOf<S>>
}

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

/** How jobs of one kind are written. */
export interface Encoding<J> {
  /** Compact JSON in UTF-8: sign these bytes and send the same bytes. */
  readonly encode: (job: J, limits?: Partial<Limits>) => E.Either<JobInvalid, Bytes>
  /** Why a job cannot be written, in words: as `JobError.message`. */
  readonly message?: ((fault: JobInvalid) => string) | undefined
}

/** What can be done with jobs of one kind. */
export interface Jobs<J> extends Encoding<J> {
  /** For values in memory. Its error messages contain no values. */
  readonly codec: Type<J, Job>
  /** The same under other policies; of one that does not exist, a codec that refuses everything. */
  readonly codecOf: (policies: Partial<Codec.JobPolicies>) => Type<J, Job>
  /** Strict JSON in UTF-8, then the shape. */
  readonly decode: (
    bytes: Bytes,
    policies?: Partial<Codec.JobPolicies>,
    limits?: Partial<Limits>,
  ) => E.Either<JobError, J>
}

const switches = /* @__PURE__ */ Settings.switches<Codec.JobPolicies>(Policies.ours)

/** The policies that are named; the others are as in `Policies.ours`. */
const policiesOf = (given: Partial<Codec.JobPolicies> | undefined): E.Either<Misconfigured, Codec.JobPolicies> =>
  given === undefined ? E.right(Policies.ours) : named(switches('policies', given))

const named = <A>(read: E.Either<Settings.Complaints, A>): E.Either<Misconfigured, A> =>
  E.isLeft(read) ? E.left({ _tag: 'misconfigured', detail: read.left.join('; ') }) : read

/** A job as JSON has it. */
const written =
  <J>(codec: Type<J, Job>, stage: Mixed, added: Stage.Added) =>
  (job: J): E.Either<JobInvalid, Job> => {
    const given = job as unknown as Job
    const stages = Array.isArray(given?.stages) ? given.stages.map(writtenStage(stage)) : [O.none]
    const at = stages.findIndex(O.isNone)
    if (at < 0) return E.right({ ...given, stages: RA.compact(stages) })
    const shape = codec.decode(job)
    if (E.isLeft(shape)) return E.left(ofMismatches(shape.left))
    // It fits as it would come from a text, and not as its codec reads it.
    const type = given.stages[at]?.type ?? ''
    const expected = (Object.hasOwn(added, type) ? added[type]?.name : undefined) ?? 'Stage'
    const pointer = `/stages/${at}`
    return E.left({ _tag: 'job_invalid', problems: [{ _tag: 'Mismatch', pointer, expected, found: 'object' }] })
  }

/** None for one that its codec cannot write, or throws about. */
const writtenStage =
  (codec: Mixed) =>
  (stage: Stage.Stage): O.Option<Stage.Stage> =>
    O.fromNullable(
      inspect((): Stage.Stage | undefined => (codec.is(stage) ? codec.encode(stage) : undefined), undefined),
    )

/** The codec of a job with these stages. */
const codecWith =
  <S extends Stage.Added>(added: S) =>
  (reading: Codec.Reading): Type<JobOf<S>, Job> => {
    const stage = Stage.codecOf(added)(reading)
    const { name, is, validate } = Codec.openRecord<Pick<JobOf<S>, 'request_id' | 'stages'>, object>(
      'Job',
      { request_id: Codec.string, stages: Codec.list(stage as unknown as Type<Stage.StageOf<S>>) },
      {},
    )
    return Codec.make<JobOf<S>, Job>(name, is, validate, (job) => ({ ...job, stages: job.stages.map(stage.encode) }))
  }

const codecUnder =
  <S extends Stage.Added>(added: S): Jobs<JobOf<S>>['codecOf'] =>
  (policies) => {
    const all = policiesOf(policies)
    return E.isLeft(all)
      ? (Codec.never<JobOf<S>>(all.left.detail) as unknown as Type<JobOf<S>, Job>)
      : codecWith(added)({ ...Codec.standard, policies: all.right })
  }

const decodeWith =
  <S extends Stage.Added>(added: S): Jobs<JobOf<S>>['decode'] =>
  (bytes, policies, limits = standard) => {
    const all = policiesOf(policies)
    if (E.isLeft(all)) return all
    const read = Json.parse(bytes, limitsOf(limits))
    if (E.isLeft(read)) return E.left(ofFault(read.left))
    const { value, spelling } = read.right
    const job = codecWith(added)({ policies: all.right, spelling }).decode(value)
    return E.isLeft(job) ? E.left(ofMismatches(job.left)) : job
  }

const encodeWith = <S extends Stage.Added>(added: S): Jobs<JobOf<S>>['encode'] => {
  const codec = codecWith(added)(Codec.standard)
  const transforms = Object.values(added).some(({ encode }) => encode !== identity)
  const toJson = transforms ? written(codec, Stage.codecOf(added)() as Mixed, added) : E.right
  return (job, limits = standard) => {
    const json: E.Either<JobInvalid, Job> = toJson(job as JobOf<S> & Job)
    if (E.isLeft(json)) return json
    const bytes = Json.serialize(json.right, limitsOf(limits))
    if (E.isLeft(bytes)) return E.left(ofUnsafe(bytes.left))
    const shape = codec.decode(json.right)
    return E.isLeft(shape) ? E.left(ofMismatches(shape.left)) : bytes
  }
}

/**
 * Jobs with stages that the interface does not show, and with more fields in those that it shows. A codec describes the members
 * of the stage beside `type`; what it does not mention is kept. It decides after the rules of a job: a wrong stage is refused with
 * its place, and comparing `stage.type` narrows.
 *
 * `createClient({ jobs })` submits such jobs.
 *
 * @example
 * ```ts
 * import { Bytes, Job, JobError } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 *
 * const jobs = Job.withStages({ UPSCALE: t.type({ upscale: t.type({ factor: t.number }) }) })
 *
 * const job = jobs.decode(Bytes.ofAscii('{"request_id":"42","stages":[{"type":"UPSCALE","upscale":{"factor":2}}]}'))
 * assert.ok(E.isRight(job))
 * const factors = job.right.stages.map((stage) => (stage.type === 'UPSCALE' ? stage.upscale.factor : 1))
 * assert.deepEqual(factors, [2])
 *
 * const wrong = jobs.decode(Bytes.ofAscii('{"request_id":"42","stages":[{"type":"UPSCALE","upscale":{}}]}'))
 * assert.ok(E.isLeft(wrong))
 * assert.match(JobError.message(wrong.left), /at \/stages\/0\/upscale\/factor, expected a number/)
 * ```
 */
export const withStages = <S extends Stage.Added>(added: S): Jobs<JobOf<S>> => ({
  codec: codecWith(added)(Codec.standard),
  codecOf: codecUnder(added),
  decode: decodeWith(added),
  encode: encodeWith(added),
  message,
})

/**
 * The io-ts codec of a job under these policies, for values in memory. With a policy that does not exist it refuses everything.
 * Its error messages contain no values.
 *
 * @example
 * ```ts
 * import { Job } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 *
 * const strict = Job.codecOf({ 'unknown-stage': false })
 * assert.ok(E.isLeft(strict.decode({ request_id: '42', stages: [{ type: 'NEW' }] })))
 * assert.ok(E.isRight(Job.codec.decode({ request_id: '42', stages: [{ type: 'NEW' }] })))
 * ```
 */
export const codecOf = (policies: Partial<Codec.JobPolicies>): Type<Job> => codecUnder({})(policies)

export const codec: Type<Job> = /* @__PURE__ */ codecWith({})(Codec.standard)

/**
 * Decodes a job from a body: strict JSON in UTF-8, then the shape. Keeps unknown fields and stages of unknown types; a stage's
 * payload must fit its type; integers are within ±(2^53−1).
 *
 * @param bytes the body's content as transmitted, without a transfer coding; the caller must limit its size
 * @param policies `unknown-stage`, `int64-string` and `int-spelling`; what is not named is as in `Policies.ours`
 * @param limits `maxMembers`, for all objects together (10,000)
 * @returns on the left `job_malformed` at the first byte that is not JSON, or `job_invalid` with the problems and their places;
 *   `misconfigured` for a policy that does not exist
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
export const decode: Jobs<Job>['decode'] = /* @__PURE__ */ decodeWith({})

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
export const encode: Jobs<Job>['encode'] = /* @__PURE__ */ encodeWith({})
