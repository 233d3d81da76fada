/** The values of the fields of a job, and values of every other type of JSON. */

import { anyCharacter } from '../characters.ts'
import * as Gen from '../Gen.ts'

export interface Members {
  readonly [name: string]: unknown
}

export const most: number = Number.MAX_SAFE_INTEGER

/** This value means that the object lacks the member. */
export const absent: Gen.Gen<undefined> = Gen.constant(undefined)

/** Any character that UTF-8 can carry, often one at an edge of UTF-8 or of JSON. */
export const character: Gen.Gen<string> = Gen.oneof(
  Gen.constantFrom(...'a0 /"\\\b\f\n\r\t\u0000\u001f'),
  Gen.constantFrom(...'\u007f\u0080\u07ff\u0800\u2028\ud7ff\ue000\ufffd\ufeff\uffff\u{10000}\u{10ffff}e\u0301é'),
  anyCharacter,
)
export const text: Gen.Gen<string> = Gen.string(character)

const onEitherSide = (numbers: Gen.Gen<number>): Gen.Gen<number> =>
  Gen.tuple(numbers, Gen.boolean).map(([n, isNegative]) => (isNegative ? 0 - n : n))

export const integer: Gen.Gen<number> = Gen.oneof(
  Gen.integer(-2, 2),
  onEitherSide(Gen.logUniform(most)),
  Gen.constantFrom(most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31) - 1),
)

/** Numbers that are far enough from 2^53 to keep a fraction as a double. */
export const fraction: Gen.Gen<number> = Gen.oneof(
  Gen.constantFrom(0.5, -0.5, 7.1, 1e-7, 5e-324, 2 ** 52 - 0.5),
  Gen.tuple(Gen.integer(-(2 ** 40), 2 ** 40), Gen.constantFrom(0.5, 0.25, 0.1, 0.001)).map(([n, scale]) => n + scale),
)

/** A number of JSON, except −0, which some languages write as 0. */
export const number: Gen.Gen<number> = Gen.oneof(
  integer,
  fraction,
  Gen.double(-most, most).map((n) => n + 0),
)

/** Integers, written in digits alone. */
export const beyondInteger: Gen.Gen<number> = onEitherSide(
  Gen.oneof(Gen.constantFrom(most + 1, most + 3, 2 ** 54, 2 ** 63, 2 ** 64, 1e20), Gen.double(most + 1, 1e20)),
)
export const beyond: Gen.Gen<number> = Gen.oneof(
  beyondInteger,
  onEitherSide(Gen.oneof(Gen.constantFrom(1e21, 1e300, Number.MAX_VALUE), Gen.double(1e21, Number.MAX_VALUE))),
)

/** Names that programs mistake for something else, and any text. */
export const anyName: Gen.Gen<string> = Gen.oneof(
  Gen.constantFrom('x', 'sdModel', 'Seed', 'seed ', 'text', 'type', 'input_initialize', '', '0', '10', '-1', '~', '/'),
  Gen.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'toJSON',
    'length',
    '$ref',
    'é',
    'e\u0301',
    '01',
    '2',
    '~1',
    '\u2028',
    '𝄞',
  ),
  text,
)

const scalar = Gen.oneof(Gen.constantFrom(null, true, false), number, text)
/** Any value of JSON, at most so many levels deep. */
const nestedTo = (depth: number): Gen.Gen<unknown> => {
  if (depth === 0) return Gen.oneof(scalar, Gen.constantFrom<unknown>([], {}))
  const inner = nestedTo(depth - 1)
  return Gen.oneof(scalar, listOf(inner), objectOf(inner))
}
const listOf = (itemGen: Gen.Gen<unknown>): Gen.Gen<ReadonlyArray<unknown>> => Gen.array(itemGen, { maxLength: 3 })
const objectOf = (member: Gen.Gen<unknown>): Gen.Gen<Members> =>
  Gen.array(Gen.tuple(anyName, member), { maxLength: 3 }).map((members): Members => Object.fromEntries(members))

/** Any value of JSON. */
export const value: Gen.Gen<unknown> = nestedTo(3)

type Kind = 'null' | 'boolean' | 'number' | 'text' | 'array' | 'object'

/** Values of each kind of JSON. A text is never one of digits: see `integerText`. */
export const kinds: Readonly<Record<Kind, Gen.Gen<unknown>>> = {
  null: Gen.constant(null),
  boolean: Gen.boolean,
  number: Gen.oneof(Gen.constantFrom(0, 1), number),
  text: Gen.oneof(Gen.constantFrom('', 'true', 'null', '{}', '[]', '1.0', '0x1', ' 1', '1 ', '+1', '01', 'NaN'), text),
  array: Gen.oneof(Gen.constant([]), listOf(nestedTo(0))),
  object: Gen.oneof(Gen.constant({}), objectOf(nestedTo(0))),
}

/** Values of each other kind. */
const allBut = (kind: Kind): ReadonlyArray<Gen.Gen<unknown>> =>
  Object.entries(kinds).flatMap(([otherKind, gens]) => (otherKind === kind ? [] : [gens]))

const isNumeric = (candidate: unknown): boolean => typeof candidate === 'string' && /^-?[0-9]+$/.test(candidate)
export const not: Readonly<Record<'number' | 'text' | 'array' | 'object', ReadonlyArray<Gen.Gen<unknown>>>> = {
  number: allBut('number').map((gens) => gens.filter((candidate) => !isNumeric(candidate))),
  text: allBut('text'),
  array: [...allBut('array'), Gen.constant({ 0: {}, length: 1 })],
  object: allBut('object'),
}
