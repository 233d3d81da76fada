/**
 * What `fetch --until` waits for, as a JSON Pointer (RFC 6901) and a value:
 *
 *     /state=done           the text `done` in the member `state` of the answer's JSON
 *     /jobs/0/state=done    the same in the first element of the array `jobs`
 *     /progress=100         the number 100, or the text `100`
 *     /ready=true           the value true, or the text `true`
 */
import { type JsonPointer, valueAt } from '../../job/JsonPointer.ts'

export interface Condition {
  readonly pointer: JsonPointer
  /** A text, or a number, `true`, `false` or `null` as JSON writes it. */
  readonly value: string
}

/** A pointer ends at the first `=`, and `~` in it begins `~0` or `~1`. */
const pattern = /^((?:\/(?:[^~/=]|~[01])*)+)=(.*)$/s

/** Undefined if the argument is no condition. */
export const parseCondition = (argument: string): Condition | undefined => {
  const [, pointer, value] = pattern.exec(argument) ?? []
  return pointer === undefined || value === undefined ? undefined : { pointer, value }
}

/** Whether the JSON holds the condition's value at its place. */
export const holdsIn =
  (json: unknown) =>
  ({ pointer, value }: Condition): boolean => {
    const member = valueAt(json, pointer)
    if (typeof member === 'string') return member === value
    return (member === null || typeof member === 'number' || typeof member === 'boolean') && `${member}` === value
  }
