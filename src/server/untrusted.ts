/**
 * What the embedding program's own functions may do that their types do not say: throw, answer something else, or never
 * answer. Nothing is ever accepted on such an answer.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Task } from 'fp-ts/lib/Task.js'
import { inspect, nameOf, wordsOf } from '../core/untrusted.ts'
import { type Misconfigured, misconfigured } from '../core/VerifyError.ts'

export const wrong = (detail: string): E.Either<Misconfigured, never> => E.left(misconfigured(detail))

/** A mistake in what the option `name` holds, such as a key that is no key. */
export const flaw =
  <F>(name: string, words: (error: F) => string) =>
  (error: F): Misconfigured =>
    misconfigured(`${name}: ${words(error)}`)

/** Any thenable: a Workers RPC promise is a callable, not an instance of Promise. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** Whether a value is an object literal or the like, and no instance of a class. */
export const isPlain = <A>(value: unknown): value is Readonly<Record<string, A>> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An effect of the embedding program broke its law; the message is ours. */
export class ContractViolation extends Error {}

/** `instanceof` may throw for a hostile proxy. */
export const isContractViolation = (thrown: unknown): thrown is ContractViolation =>
  inspect(() => thrown instanceof ContractViolation, false)

/** Whether an error path takes it for an error. A framework takes nothing, or a word such as `route`, for leave to go on. */
export const isThrown = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What was thrown, for an error path. */
export const errorOf = (thrown: unknown): object =>
  isThrown(thrown) ? thrown : new TypeError('the program threw a value that is not an Error')

/** The refusal for an effect that threw although its law says that it does not. */
export const violation = (thrown: unknown): Misconfigured =>
  isContractViolation(thrown)
    ? misconfigured(thrown.message)
    : { ...misconfigured(`an effect threw ${nameOf(thrown)} instead of an answer`), cause: thrown }

/** The same at the start, in its own words: whoever starts the program reads them, and no request has come yet. */
export const startViolation = (thrown: unknown): Misconfigured =>
  isContractViolation(thrown)
    ? misconfigured(thrown.message)
    : { ...misconfigured(`an effect threw ${wordsOf(thrown)}`), cause: thrown }

/** How long a foreign function may take. */
export interface Timeout {
  /** The task's answer, or `late` of our words for it. */
  readonly with: <A, B>(task: Task<A>, late: (detail: string) => B) => Task<A | B>
}
