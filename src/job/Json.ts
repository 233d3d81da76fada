/**
 * Strict JSON: parsing and serializing lose nothing.
 *
 * `JSON.parse` accepts repeated names, rounds large integers, forgets the spelling of a number and reports no offset. Two readers
 * of one text may then see two jobs, so `JsonReader` parses instead. `serialize` uses `JSON.stringify`, but first refuses every
 * value that it would drop or change.
 */
import * as E from 'fp-ts/lib/Either.js'
import { stringify } from 'fp-ts/lib/Json.js'
import * as Bytes from '../core/Bytes.ts'
import { type JsonFault, type JsonUnsafe, type Limits, maxDepth, standard, type UnsafeRule } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'
import { type Parsed, read } from './JsonReader.ts'
import { loneSurrogate } from './readJsonString.ts'

/**
 * Parses JSON in UTF-8.
 *
 * Stricter than RFC 8259: no byte order mark; no repeated name in an object, even with another escape; no number beyond
 * ±(2^53−1); at most 128 levels and `maxMembers` members; no escaped half of a surrogate pair. −0 is 0. `__proto__` is an ordinary member.
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
export const parse = (bytes: Bytes.Bytes, limits: Limits = standard): E.Either<JsonFault, Parsed> => {
  const text = Bytes.toText(bytes)
  if (E.isRight(text)) return read(text.right, limits)
  // Parse the text before the first wrong byte: for the byte's pointer, or for an earlier fault.
  const { offset } = text.left
  const start = Bytes.toText(bytes.subarray(0, offset))
  const before = read(E.isLeft(start) ? '' : start.right, limits)
  if (E.isLeft(before) && before.left.rule !== 'end') return before
  return E.left({ _tag: 'JsonSyntax', rule: 'utf-8', offset, pointer: E.isLeft(before) ? before.left.pointer : '' })
}

/**
 * Serializes as UTF-8 without white space; `parse` returns an equal value, except that −0 becomes 0.
 *
 * Refuses every value that `parse` would refuse or JSON would drop or change: undefined, functions, symbols, big integers, NaN
 * and the infinities, holes and named members of arrays, accessors, instances of classes.
 */
export const serialize = (value: unknown, limits: Limits = standard): E.Either<JsonUnsafe, Bytes.Bytes> => {
  const fault = unwritable(value, [], [], { left: limits.maxMembers })
  if (fault !== undefined) return E.left(fault)
  const text = stringify(value)
  const bytes = E.isLeft(text) ? text : Bytes.ofText(text.right)
  return E.isLeft(bytes) ? E.left(unsafeAt('not-json', [])) : bytes
}

const unsafeAt = (rule: UnsafeRule, path: ReadonlyArray<string>): JsonUnsafe => ({
  _tag: 'JsonUnsafe',
  rule,
  pointer: JsonPointer.ofPath(path),
})

/** The first value at or under `path` that cannot be serialized; `open` has the enclosing objects. */
const unwritable = (
  value: unknown,
  path: Array<string>,
  open: Array<object>,
  members: { left: number },
): JsonUnsafe | undefined => {
  if (value === null || typeof value === 'boolean') return undefined
  if (typeof value === 'string') return loneSurrogate.test(value) ? unsafeAt('lone-surrogate', path) : undefined
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.abs(value) > Number.MAX_SAFE_INTEGER ? unsafeAt('number-range', path) : undefined
  if (typeof value !== 'object' || !isPlain(value)) return unsafeAt('not-json', path)
  if (open.includes(value)) return unsafeAt('cycle', path)
  if (open.length === maxDepth) return unsafeAt('depth', path)
  open.push(value)
  const isArray = Array.isArray(value)
  for (const name of Object.keys(value)) {
    if (!isArray && !(--members.left >= 0)) return unsafeAt('members', path)
    path.push(name)
    if (loneSurrogate.test(name)) return unsafeAt('lone-surrogate', path)
    const member = Object.getOwnPropertyDescriptor(value, name)?.value as unknown // an accessor has none
    const fault = unwritable(member, path, open, members)
    if (fault !== undefined) return fault
    path.pop()
  }
  open.pop()
  return undefined
}

/** Whether JSON would write exactly the own members of `value`. */
const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value) as object | null
  if (Object.getOwnPropertySymbols(value).length > 0 || (prototype !== null && 'toJSON' in prototype)) return false
  if (Array.isArray(value)) return Object.keys(value).length === value.length
  return prototype === null || Object.getPrototypeOf(prototype) === null // its own realm's Object.prototype, or another's
}
