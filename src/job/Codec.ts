/**
 * The io-ts codecs of a job. Unlike in io-ts, a record keeps unknown members, even an own `__proto__`. A failure's message
 * contains no value. A list stops after a few failures.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type JobPolicies, ours } from '../core/Policies.ts'
import { digits, type Expected, maxProblems, mismatch, problemMessage } from './JobError.ts'
import type { Spelling } from './JsonReader.ts'

export type { JobPolicies }

/** The policies for decoding; and the spelling of numbers, if the job comes from a text. */
export interface Reading {
  readonly policies: JobPolicies
  readonly spelling: Spelling
}

export const standard: Reading = { policies: ours, spelling: new Map() }

/** Fields that the interface does not show. */
export interface Open {
  readonly [field: string]: unknown
}

/** A failure with our message, for callers of the codec alone: io-ts's own message would show the value. */
export const failure = (value: unknown, context: t.Context): E.Either<t.Errors, never> =>
  t.failure(value, context, problemMessage(mismatch({ value, context })))

export const make = <A, O = A>(
  name: string,
  is: t.Is<A>,
  validate: t.Validate<unknown, A>,
  encode: t.Encode<A, O> = t.identity as t.Encode<A, O>,
): t.Type<A, O> => new t.Type(name, is, validate, encode)

const scalar = <A>(name: string, is: t.Is<A>): t.Type<A> =>
  make(name, is, (u, c) => (is(u) ? E.right(u) : failure(u, c)))

export const string: t.Type<string> = scalar('string', (u) => typeof u === 'string')

export const number: t.Type<number> = scalar(
  'number',
  (u): u is number => typeof u === 'number' && Math.abs(u) <= Number.MAX_SAFE_INTEGER,
)

export const literal = <A extends string>(value: A): t.Type<A> => scalar('known-type', (u): u is A => u === value)

/** Fails on every value, so it is a codec of any type. */
export const never = <A>(name: string): t.Type<A> => scalar(name, (_): _ is A => false)

const isInteger = (u: unknown): u is number => Number.isSafeInteger(u)

/** An integer within ±(2^53−1), and under `int64-string` the canonical decimal text of one. */
export const integer = ({ policies, spelling }: Reading): t.Type<number> =>
  make(policies['int-spelling'] ? 'integer' : 'plain-integer', isInteger, (u, c) => {
    const n = policies['int64-string'] && typeof u === 'string' && digits.test(u) ? Number(u) : u
    if (!isInteger(n)) return failure(u, c)
    if (spelling.size === 0) return E.right(n)
    const [holder, member] = c.slice(-2)
    let respelled = spelling.get(holder?.actual as object)
    while (respelled !== undefined && respelled.name !== member?.key) respelled = respelled.previous
    const taken = respelled === undefined || (!respelled.isRounded && policies['int-spelling'])
    return taken ? E.right(n) : failure(u, c)
  })

export const list = <A>(item: t.Type<A>): t.Type<ReadonlyArray<A>> => {
  const is = (u: unknown): u is ReadonlyArray<A> => Array.isArray(u) && u.every(item.is)
  return make<ReadonlyArray<A>>('array', is, (u, c) => {
    if (!Array.isArray(u)) return failure(u, c)
    const errors: t.Errors = []
    const out: Array<A> = []
    let same = true
    for (let i = 0; i < u.length && errors.length < maxProblems; i++) {
      const value: unknown = u[i]
      const result = item.validate(value, t.appendContext(c, String(i), item, value))
      if (E.isLeft(result)) {
        for (const error of result.left) errors.push(error)
      } else {
        out.push(result.right)
        same &&= result.right === value
      }
    }
    return errors.length === 0 ? E.right(same ? u : out) : E.left(errors.slice(0, maxProblems))
  })
}

type Fields<F> = { readonly [K in keyof F]-?: t.Type<F[K]> }

/** The own member, as JSON writes it; never an inherited value. */
const own = (record: object, name: string): unknown =>
  Object.hasOwn(record, name) ? (record as Open)[name] : undefined

/** An object with the `required` fields, any of the `optional` fields, and unknown fields. */
export const openRecord = <R extends object, O extends object>(
  name: Expected,
  required: Fields<R>,
  optional: Fields<O>,
): t.Type<R & Partial<O> & Open> => {
  type Record = R & Partial<O> & Open
  const fields = [
    ...Object.entries<t.Mixed>(required).map(([key, type]) => ({ key, type, absent: false })),
    ...Object.entries<t.Mixed>(optional).map(([key, type]) => ({ key, type, absent: true })),
  ]
  const isRecord = (u: unknown): u is Open => typeof u === 'object' && u !== null && !Array.isArray(u)
  const is = (u: unknown): u is Record =>
    isRecord(u) &&
    fields.every(({ key, type, absent }) => {
      const value = own(u, key)
      return (absent && value === undefined) || type.is(value)
    })
  return make(name, is, (u, c) => {
    if (!isRecord(u)) return failure(u, c)
    const errors: t.Errors = []
    let out: Open = u
    for (const { key, type, absent } of fields) {
      const value = own(u, key)
      if (absent && value === undefined) continue
      const result = type.validate(value, t.appendContext(c, key, type, value))
      if (E.isLeft(result)) for (const error of result.left) errors.push(error)
      // A spread defines a member `__proto__`; an assignment would set the prototype.
      else if (result.right !== value) out = { ...out, [key]: result.right }
    }
    return errors.length === 0 ? E.right(out as Record) : E.left(errors.slice(0, maxProblems))
  })
}
