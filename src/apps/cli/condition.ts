/**
 * What `fetch --until` waits for: `/state=done` is the text `done` in the member `state` of the answer's JSON; `/progress=100`
 * is the number 100, `/ready=true` the value true. `/jobs/0/state=done` looks into an array.
 */
import { type JsonPointer, valueAt } from '../../job/JsonPointer.ts'

export interface Condition {
  readonly pointer: JsonPointer
  /** A text, or a number, `true`, `false` or `null` as JSON writes it. */
  readonly value: string
}

/** Undefined if the text is no condition. The pointer ends at the first `=`, and `~` in it begins `~0` or `~1` (RFC 6901). */
export const parseCondition = (text: string): Condition | undefined => {
  const [, pointer, value] = /^((?:\/(?:[^~/=]|~[01])*)+)=(.*)$/s.exec(text) ?? []
  return pointer === undefined || value === undefined ? undefined : { pointer, value }
}

/** Whether the JSON holds the condition's value at its place. */
export const holdsIn =
  (json: unknown) =>
  ({ pointer, value }: Condition): boolean => {
    const found = valueAt(json, pointer)
    if (typeof found === 'string') return found === value
    return (found === null || typeof found === 'number' || typeof found === 'boolean') && `${found}` === value
  }
