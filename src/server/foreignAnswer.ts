/**
 * The answers of a key ring or a token book that the embedding program wrote itself: in time, or unavailable, and in the form that
 * the type says, or a contract violation.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { KeySourceUnavailable } from '../core/VerifyError.ts'
import { ContractViolation, type Timeout } from './untrusted.ts'

export type Answer<A> = E.Either<KeySourceUnavailable, A>

export const unavailable = (detail: string): KeySourceUnavailable => ({ _tag: 'key_source_unavailable', detail })

/** The answer of the task, or `unavailable` when the time is up. */
export const inTime =
  (option: string, timeout: Timeout) =>
  <A>(task: T.Task<Answer<A>>): T.Task<Answer<A>> =>
    timeout.with(task, (detail) => E.left(unavailable(`${option}: ${detail}`)))

/** The answer, if it is a Right with a valid value, or a Left with a detail. Throws a ContractViolation for anything else. */
export const inForm =
  <A>(option: string, isValidValue: (value: unknown) => boolean) =>
  (answer: Answer<A>): Answer<A> => {
    const { _tag, right, left } = (answer ?? {}) as Partial<Record<'_tag' | 'right' | 'left', unknown>>
    if (_tag === 'Right' && isValidValue(right)) return answer
    const { detail } = (_tag === 'Left' ? (left ?? {}) : {}) as { readonly detail?: unknown }
    if (typeof detail !== 'string') throw new ContractViolation(`${option}: its result is not a valid answer`)
    return E.left(unavailable(detail))
  }
