/**
 * Why a job cannot be decoded or encoded: the closed union, its messages, and the HTTP answer.
 *
 * A prompt may be private, so errors and messages contain no values, only the names of members.
 */
import type { Context, Decoder, Errors, ValidationError } from 'io-ts'
import { type Fault, messageOf } from '../core/Fault.ts'
import { answer, type HttpAnswer, internal } from '../core/HttpAnswer.ts'
import type { JobPolicies } from '../core/Policies.ts'
import type { Misconfigured } from '../core/VerifyError.ts'
import { type JsonFault, type JsonSyntax, type JsonUnsafe, syntaxFaults, unsafeFaults } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'

/** The bytes are not JSON from `offset` on; `pointer` is the innermost unfinished value. */
export type JobMalformed = Fault<'job_malformed', Omit<JsonSyntax, '_tag'>>

/** The bytes are JSON, but not a job: 1 to 16 problems, in the order of the interface's fields. */
export type JobInvalid = Fault<'job_invalid', { readonly problems: ReadonlyArray<Problem> }>

export type JobError = JobMalformed | JobInvalid | Misconfigured

/** The value at `pointer` is not of the expected kind. */
export interface Mismatch {
  readonly _tag: 'Mismatch'
  readonly pointer: JsonPointer.JsonPointer
  /** One of `Expected`, or the name of a codec that the program gave to `Job.withStages`. */
  readonly expected: string
  readonly found: Found
  /** A member beside it whose name differs by case and punctuation only, such as `requestId`. */
  readonly instead?: string
  /** The policy that would take the value. */
  readonly policy?: keyof JobPolicies
}

export type Problem = Mismatch | JsonUnsafe

/** The kinds of values that fields require; also the names of the codecs. */
export type Expected = keyof typeof expectedWords

/** The kind of a value; errors show nothing else of it. */
export type Found = keyof typeof foundWords

/** The most problems in one error; a hostile job could have millions. */
export const maxProblems = 16

const foundIn = (value: unknown): Found => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const kind = typeof value
  if (kind === 'undefined') return 'nothing'
  return kind === 'function' || kind === 'symbol' || kind === 'bigint' ? 'no-json' : kind
}

/**
 * The problem of one codec failure: the codecs' path gives the pointer, and the last codec's name the expected kind.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.codec.decode({ request_id: 42, stages: [] })
 * assert.ok(read._tag === 'Left' && read.left[0] !== undefined)
 * assert.equal(JobError.mismatch(read.left[0]).pointer, '/request_id')
 * ```
 */
export const mismatch = ({ value, context }: Pick<ValidationError, 'value' | 'context'>): Mismatch => {
  const last = context.at(-1)
  const holder = context.at(-2)
  const expected = last?.type.name ?? ''
  const instead = value === undefined ? nameLike(last?.key ?? '', holder?.actual) : undefined
  return {
    _tag: 'Mismatch',
    pointer: JsonPointer.ofPath(context.filter(isMember).map((entry) => entry.key)),
    expected,
    found: foundIn(value),
    ...(instead !== undefined && { instead }),
    ...(integers.includes(expected) && typeof value === 'string' && digits.test(value) && { policy: 'int64-string' }),
  }
}

/** The first entry is the whole value. Unions and intersections number their codecs, and those numbers are no members. */
const isMember = (_: unknown, at: number, context: Context): boolean => {
  const holder = context[at - 1]
  return holder !== undefined && !['UnionType', 'IntersectionType'].includes(tagOf(holder.type))
}

/** The tag of an io-ts codec; of one around another, the other's. */
const tagOf = (codec: Decoder<unknown, unknown>): string => {
  const { _tag = '', type } = codec as { readonly _tag?: string; readonly type?: Decoder<unknown, unknown> }
  return type !== undefined && ['ReadonlyType', 'ExactType', 'RefinementType', 'RecursiveType'].includes(_tag)
    ? tagOf(type)
    : _tag
}

const letters = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()

const nameLike = (name: string, holder: unknown): string | undefined =>
  typeof holder === 'object' && holder !== null && !Array.isArray(holder) && letters(name) !== ''
    ? Object.keys(holder).find((other) => other !== name && letters(other) === letters(name))
    : undefined

const integers: ReadonlyArray<string> = ['integer', 'plain-integer']

/** An integer as a text: canonical, with at most the 16 digits of 2^53−1. */
export const digits: RegExp = /^(?:0|-?[1-9][0-9]{0,15})$/

/**
 * The error for a codec's failures: one problem each, without values.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.codec.decode({ stages: [] })
 * assert.ok(read._tag === 'Left')
 * assert.equal(
 *   JobError.message(JobError.ofMismatches(read.left)),
 *   'the job is invalid: at /request_id, expected a string, found nothing',
 * )
 * ```
 */
export const ofMismatches = (errors: Errors): JobInvalid => ({ _tag: 'job_invalid', problems: errors.map(mismatch) })

/**
 * The error for well-formed JSON that JavaScript would change, such as an integer beyond 2^53 − 1.
 *
 * @example
 * ```ts
 * import { Job, JobError, Stage } from 'countersign'
 *
 * const job = Job.create({ request_id: '42', stages: [Stage.inputInitialize({ seed: 2 ** 53, count: 1 })] })
 * const written = Job.encode(job)
 * assert.ok(written._tag === 'Left' && written.left.problems[0]?._tag === 'JsonUnsafe')
 * assert.deepEqual(JobError.ofUnsafe(written.left.problems[0]), written.left)
 * ```
 */
export const ofUnsafe = (fault: JsonUnsafe): JobInvalid => ({ _tag: 'job_invalid', problems: [fault] })

/**
 * The error for a fault of the JSON reader: `job_malformed` for a syntax error, else `job_invalid`.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.decode(new Uint8Array())
 * assert.ok(read._tag === 'Left' && read.left._tag === 'job_malformed')
 * assert.deepEqual(JobError.ofFault({ ...read.left, _tag: 'JsonSyntax' }), read.left)
 * ```
 */
export const ofFault = (fault: JsonFault): JobError =>
  fault._tag === 'JsonSyntax' ? { ...fault, _tag: 'job_malformed' } : ofUnsafe(fault)

/** The refusal's name in logs, vectors and ports, and the public code. */
export type JobReason = JobError['_tag']

/**
 * The refusal's name in logs, vectors and ports: `job_malformed` or `job_invalid`; or `misconfigured`.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.decode(new Uint8Array())
 * assert.ok(read._tag === 'Left' && JobError.reason(read.left) === 'job_malformed')
 * ```
 */
export const reason = (e: JobError): JobReason => e._tag

/**
 * The fault and its place, for the sender and the operator.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.decode(new Uint8Array())
 * assert.ok(read._tag === 'Left')
 * assert.equal(JobError.message(read.left), 'the job is not JSON: the text ends too early at byte 0')
 * ```
 */
export const message: (e: JobError) => string = /* @__PURE__ */ messageOf<JobError>({
  job_malformed: ({ rule, offset, pointer }) =>
    `the job is not JSON: ${syntaxFaults[rule]} at byte ${offset}${pointer === '' ? '' : `, in ${JsonPointer.show(pointer)}`}`,
  job_invalid: ({ problems }) => `the job is invalid: ${problems.map(problemMessage).join('; ')}`,
  misconfigured: ({ detail }) => `misconfigured: ${detail}`,
})

/**
 * One problem in words: its place, and the expected and the found kind of value.
 *
 * A codec of the program's is called by its name.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.codec.decode([])
 * assert.ok(read._tag === 'Left')
 * const words = JobError.ofMismatches(read.left).problems.map(JobError.problemMessage)
 * assert.deepEqual(words, ['as a whole, expected an object with request_id and stages, found an array'])
 * ```
 */
export const problemMessage = (p: Problem): string => {
  const where = p.pointer === '' ? 'as a whole' : `at ${JsonPointer.show(p.pointer)}`
  if (p._tag === 'JsonUnsafe') return `${where}, ${unsafeFaults[p.rule]}`
  return `${where}, expected ${kindOf(p.expected)}, found ${foundWords[p.found]}${hintIn(p)}`
}

const kindOf = (expected: string): string =>
  Object.hasOwn(expectedWords, expected) ? expectedWords[expected as Expected] : expected

const hintIn = ({ instead, policy }: Mismatch): string => {
  if (instead !== undefined) return `, but ${JsonPointer.show(instead)} is there`
  return policy === undefined ? '' : ` of digits; with the policy ${policy}, such a string is accepted`
}

const expectedWords = {
  Job: 'an object with request_id and stages',
  Stage: 'an object with a type',
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number from -9007199254740991 to 9007199254740991',
  integer: 'an integer from -9007199254740991 to 9007199254740991',
  'plain-integer': 'an integer written only in digits',
  'known-type': 'INPUT_INITIALIZE or DIFFUSION',
  nothing: 'nothing, because this member belongs to another type of stage',
} as const

const foundWords = {
  nothing: 'nothing',
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  'no-json': 'a value that JSON cannot express',
} as const

/**
 * The answer to an authenticated request with a wrong job: `{"error":{"code","message"}}`, with pointers but no values.
 *
 * @example
 * ```ts
 * import { Job, JobError } from 'countersign'
 *
 * const read = Job.decode(new Uint8Array())
 * assert.ok(read._tag === 'Left' && JobError.httpAnswer(read.left).status === 400)
 * ```
 */
export const httpAnswer = (e: JobError): HttpAnswer =>
  e._tag === 'misconfigured' ? internal : answer(400, { code: reason(e), message: message(e) })
