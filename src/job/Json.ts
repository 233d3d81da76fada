/**
 * JSON, strictly: what is read can be written again, and nothing is lost on the way in either direction.
 *
 * `JSON.parse` takes the last of two equal names, rounds large integers, erases how a number was spelled and does not say
 * where it failed; two readers of one text may then see two jobs. So a scan of our own reads. What is written goes through
 * `JSON.stringify`, after a look at everything that it would drop or change.
 */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { stringify } from 'fp-ts/lib/Json.js'
import * as Bytes from '../core/Bytes.ts'
import { type JsonFault, type JsonUnsafe, maxDepth, type UnsafeRule } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'
import { type Parsed, read } from './JsonReader.ts'

/**
 * The value that the UTF-8 text `bytes` holds.
 *
 * Stricter than RFC 8259 in this: no byte order mark; no name twice in an object, however it is escaped; no number of a
 * magnitude beyond 2^53−1; no more than 128 levels; no escaped half of a surrogate pair. −0 is 0. An own member named
 * `__proto__` is a member like any other.
 *
 * @example
 * ```ts
 * import { Bytes } from 'countersign'
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as Json from './Json.ts'
 *
 * const read = Json.parse(Bytes.ofAscii('{"a":[1,{"b":2,"\\u0062":3}]}'))
 * assert.deepEqual(read, E.left({ _tag: 'JsonUnsafe', rule: 'repeated-name', offset: 15, pointer: '/a/1/b' }))
 * ```
 */
export const parse = (bytes: Bytes.Bytes): E.Either<JsonFault, Parsed> => {
  const text = Bytes.toText(bytes)
  if (E.isRight(text)) return read(text.right)
  // What stands before the first wrong byte is read, to say where that byte is, or to find an earlier fault.
  const { offset } = text.left
  const before = pipe(
    Bytes.toText(bytes.subarray(0, offset)),
    E.getOrElse(() => ''),
    read,
  )
  if (E.isLeft(before) && before.left.rule !== 'end') return before
  return E.left({ _tag: 'JsonSyntax', rule: 'utf-8', offset, pointer: E.isLeft(before) ? before.left.pointer : '' })
}

/**
 * The text of `value` in UTF-8, without white space; `parse` reads an equal value from it, except that −0 becomes 0.
 *
 * Refused is whatever `parse` would refuse, and what JSON would drop or turn into something else: undefined, functions,
 * symbols, big integers, NaN and the infinities, holes and named members of arrays, accessors, instances of classes.
 */
export const serialize = (value: unknown): E.Either<JsonUnsafe, Bytes.Bytes> => {
  const fault = unwritable(value, [], [])
  if (fault !== undefined) return E.left(fault)
  return pipe(
    stringify(value),
    E.chainW(Bytes.ofText),
    E.mapLeft(() => unsafeAt('not-json', [])),
  )
}

const unsafeAt = (rule: UnsafeRule, path: ReadonlyArray<string>): JsonUnsafe => ({
  _tag: 'JsonUnsafe',
  rule,
  pointer: JsonPointer.ofPath(path),
})

/** Halves of surrogate pairs that stand alone: to a `u` pattern a whole pair is one other character. */
const loneSurrogate = /[\ud800-\udfff]/u

/** The first value at or under `path` that cannot be written; `open` are the objects that it stands in. */
const unwritable = (value: unknown, path: Array<string>, open: Array<object>): JsonUnsafe | undefined => {
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return loneSurrogate.test(value) ? unsafeAt('lone-surrogate', path) : undefined
  if (typeof value === 'number' && Number.isFinite(value)) {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? unsafeAt('number-range', path) : undefined
  }
  if (typeof value !== 'object' || !isPlain(value)) return unsafeAt('not-json', path)
  if (open.includes(value)) return unsafeAt('cycle', path)
  if (open.length === maxDepth) return unsafeAt('depth', path)
  open.push(value)
  for (const name of Object.keys(value)) {
    path.push(name)
    if (loneSurrogate.test(name)) return unsafeAt('lone-surrogate', path)
    const member = Object.getOwnPropertyDescriptor(value, name)?.value as unknown // an accessor has none
    const fault = unwritable(member, path, open)
    if (fault !== undefined) return fault
    path.pop()
  }
  open.pop()
  return undefined
}

/** Whether JSON would write the own members of `value`, all of them and nothing else. */
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value) as object | null
  if (Object.getOwnPropertySymbols(value).length > 0 || (prototype !== null && 'toJSON' in prototype)) return false
  if (Array.isArray(value)) return Object.keys(value).length === value.length
  return prototype === null || Object.getPrototypeOf(prototype) === null // its own realm's Object.prototype, or another's
}
