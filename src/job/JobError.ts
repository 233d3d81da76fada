/**
 * Why bytes are no job, or a job cannot be written: the closed union, its words, and the HTTP answer.
 *
 * A prompt may be private, so neither the errors nor their words hold a value. They do hold the names on the way to one.
 */
import type { Context, Errors } from 'io-ts'
import type { HttpAnswer } from '../core/VerifyError.ts'
import type { JsonFault, JsonUnsafe, SyntaxRule, UnsafeRule } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'

/** The bytes are not JSON from `offset` on; `pointer` is the innermost value that had begun there. */
export interface JobMalformed {
  readonly _tag: 'JobMalformed'
  readonly rule: SyntaxRule
  readonly offset: number
  readonly pointer: JsonPointer.JsonPointer
}

/** The bytes are JSON, but no job: at least one problem and at most 16, in the order of the interface's fields. */
export interface JobInvalid {
  readonly _tag: 'JobInvalid'
  readonly problems: ReadonlyArray<Problem>
}

export type JobError = JobMalformed | JobInvalid

/** Another value should stand at `pointer`. */
export interface Mismatch {
  readonly _tag: 'Mismatch'
  readonly pointer: JsonPointer.JsonPointer
  readonly expected: Expected
  readonly found: Found
}

export type Problem = Mismatch | JsonUnsafe

/** What a field may ask for; each codec of a job bears one of these as its name. */
export type Expected =
  | 'Job'
  | 'Stage'
  | 'object'
  | 'array'
  | 'string'
  | 'number'
  | 'integer'
  | 'plain-integer'
  | 'known-type'
  | 'nothing'

/** The kind of a value, which is all that is told of it. */
export type Found = 'nothing' | 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'no-json'

export const maxProblems = 16

const foundIn = (value: unknown): Found => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const kind = typeof value
  if (kind === 'undefined') return 'nothing'
  return kind === 'function' || kind === 'symbol' || kind === 'bigint' ? 'no-json' : kind
}

/** What a codec's failure says: the place is the path through the codecs, and the last of them names what it expected. */
export const mismatch = (value: unknown, context: Context): Mismatch => ({
  _tag: 'Mismatch',
  pointer: JsonPointer.ofPath(context.slice(1).map((entry) => entry.key)),
  expected: context[context.length - 1]?.type.name as Expected,
  found: foundIn(value),
})

export const ofMismatches = (errors: Errors): JobInvalid => ({
  _tag: 'JobInvalid',
  problems: errors.map(({ value, context }) => mismatch(value, context)),
})

export const ofUnsafe = (fault: JsonUnsafe): JobInvalid => ({ _tag: 'JobInvalid', problems: [fault] })

export const ofFault = (fault: JsonFault): JobError =>
  fault._tag === 'JsonSyntax' ? { ...fault, _tag: 'JobMalformed' } : ofUnsafe(fault)

/** By which the refusal is called in logs, vectors and ports, and by the caller, who is told the same. */
export type JobReason = 'job_malformed' | 'job_invalid'

export const reason = (e: JobError): JobReason => {
  switch (e._tag) {
    case 'JobMalformed':
      return 'job_malformed'
    case 'JobInvalid':
      return 'job_invalid'
  }
}

/** What happened and where, for the sender and the operator alike. */
export const message = (e: JobError): string => {
  switch (e._tag) {
    case 'JobMalformed':
      return `the job is not JSON: ${syntaxWords[e.rule]} at byte ${e.offset}${e.pointer === '' ? '' : `, in ${JsonPointer.show(e.pointer)}`}`
    case 'JobInvalid':
      return `the job is invalid: ${e.problems.map(problemMessage).join('; ')}`
  }
}

export const problemMessage = (p: Problem): string => {
  const where = p.pointer === '' ? 'as a whole' : `at ${JsonPointer.show(p.pointer)}`
  switch (p._tag) {
    case 'Mismatch':
      return `${where}, expected ${expectedWords[p.expected]}, found ${foundWords[p.found]}`
    case 'JsonUnsafe':
      return `${where}, ${unsafeWords[p.rule]}`
  }
}

const syntaxWords: Record<SyntaxRule, string> = {
  'utf-8': 'no UTF-8',
  bom: 'a byte order mark',
  end: 'the text ends too early',
  trailing: 'more text after the value',
  value: 'no value where one belongs',
  name: 'no name in double quotes where one belongs',
  colon: 'no colon after a name',
  comma: 'neither a comma nor the closing bracket after a value',
  number: 'a number of another form than that of JSON',
  control: 'a control character inside a string, which must be escaped',
  escape: 'a backslash without one of its escapes',
}

const unsafeWords: Record<UnsafeRule, string> = {
  'repeated-name': 'the name stands twice in its object',
  'number-range': 'the number lies beyond 9007199254740991, where numbers are rounded',
  depth: 'arrays and objects are nested more than 128 levels deep',
  'lone-surrogate': 'half of a surrogate pair stands alone',
  cycle: 'the value contains itself',
  'not-json': 'JSON has no such value, and would drop or change it',
}

const expectedWords: Record<Expected, string> = {
  Job: 'an object with request_id and stages',
  Stage: 'an object with a type',
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number from -9007199254740991 to 9007199254740991',
  integer: 'an integer from -9007199254740991 to 9007199254740991',
  'plain-integer': 'an integer in digits alone',
  'known-type': 'INPUT_INITIALIZE or DIFFUSION',
  nothing: 'nothing, because it belongs to another type of stage',
}

const foundWords: Record<Found, string> = {
  nothing: 'nothing',
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  'no-json': 'what is no JSON',
}

/** The answer to an authenticated request whose body is no job: `{"error":{"code","message"}}`, with pointers and no values. */
export const httpAnswer = (e: JobError): HttpAnswer => ({
  status: 400,
  headers: { 'Content-Type': 'application/json; charset=UTF-8', 'Cache-Control': 'no-store' },
  body: JSON.stringify({ error: { code: reason(e), message: message(e) } }),
})
