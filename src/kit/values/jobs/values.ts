/** Values that stand in jobs, and others that nearly do. */

import { anyCharacter } from '../characters.ts'
import * as Draw from '../Draw.ts'

export interface Members {
  readonly [name: string]: unknown
}

export const most: number = Number.MAX_SAFE_INTEGER

/** In place of a member's value: the object lacks the member. */
export const absent: Draw.Draw<undefined> = Draw.constant(undefined)

/** Any character that UTF-8 can carry, often one at an edge of UTF-8 or of JSON. */
export const character: Draw.Draw<string> = Draw.oneof(
  Draw.constantFrom(...'a0 /"\\\b\f\n\r\t\u0000\u001f'),
  Draw.constantFrom(...'\u007f\u0080\u07ff\u0800\u2028\ud7ff\ue000\ufffd\ufeff\uffff\u{10000}\u{10ffff}e\u0301é'),
  anyCharacter,
)
export const text: Draw.Draw<string> = Draw.string(character)

const onEitherSide = (numbers: Draw.Draw<number>): Draw.Draw<number> =>
  Draw.tuple(numbers, Draw.boolean).map(([n, isNegative]) => (isNegative ? 0 - n : n))

export const integer: Draw.Draw<number> = Draw.oneof(
  Draw.integer(-2, 2),
  onEitherSide(Draw.far(most)),
  Draw.constantFrom(most, -most, most - 1, 2 ** 31, 2 ** 32, -(2 ** 31) - 1),
)

/** Far enough from 2^53 to be no integer as a double. */
export const fraction: Draw.Draw<number> = Draw.oneof(
  Draw.constantFrom(0.5, -0.5, 7.1, 1e-7, 5e-324, 2 ** 52 - 0.5),
  Draw.tuple(Draw.integer(-(2 ** 40), 2 ** 40), Draw.constantFrom(0.5, 0.25, 0.1, 0.001)).map(([n, part]) => n + part),
)

/** A number of JSON, but −0, which JSON does not tell from 0 in every language. */
export const number: Draw.Draw<number> = Draw.oneof(
  integer,
  fraction,
  Draw.double(-most, most).map((n) => n + 0),
)

/** Written in digits alone. */
export const beyondInteger: Draw.Draw<number> = onEitherSide(
  Draw.oneof(Draw.constantFrom(most + 1, most + 3, 2 ** 54, 2 ** 63, 2 ** 64, 1e20), Draw.double(most + 1, 1e20)),
)
export const beyond: Draw.Draw<number> = Draw.oneof(
  beyondInteger,
  onEitherSide(Draw.oneof(Draw.constantFrom(1e21, 1e300, Number.MAX_VALUE), Draw.double(1e21, Number.MAX_VALUE))),
)

/** Names that programs mistake for something else, and any text. */
export const anyName: Draw.Draw<string> = Draw.oneof(
  Draw.constantFrom('x', 'sdModel', 'Seed', 'seed ', 'text', 'type', 'input_initialize', '', '0', '10', '-1', '~', '/'),
  Draw.word('__proto__ constructor toString hasOwnProperty toJSON length $ref é e\u0301 01 2 ~1 \u2028 𝄞'),
  text,
)

const scalar = Draw.oneof(Draw.constantFrom(null, true, false), number, text)
/** Any value of JSON, so many levels deep. */
const nestedTo = (depth: number): Draw.Draw<unknown> => {
  if (depth === 0) return Draw.oneof(scalar, Draw.constantFrom<unknown>([], {}))
  const inner = nestedTo(depth - 1)
  return Draw.oneof(scalar, listOf(inner), objectOf(inner))
}
const listOf = (item: Draw.Draw<unknown>): Draw.Draw<ReadonlyArray<unknown>> => Draw.array(item, { maxLength: 3 })
const objectOf = (member: Draw.Draw<unknown>): Draw.Draw<Members> =>
  Draw.array(Draw.tuple(anyName, member), { maxLength: 3 }).map((members): Members => Object.fromEntries(members))

/** Any value of JSON. */
export const value: Draw.Draw<unknown> = nestedTo(3)

type Kind = 'null' | 'boolean' | 'number' | 'text' | 'array' | 'object'

/** Values of each kind of JSON. A text is never one of digits: see `integerText`. */
export const kinds: Readonly<Record<Kind, Draw.Draw<unknown>>> = {
  null: Draw.constant(null),
  boolean: Draw.boolean,
  number: Draw.oneof(Draw.constantFrom(0, 1), number),
  text: Draw.oneof(
    Draw.constantFrom('', 'true', 'null', '{}', '[]', '1.0', '0x1', ' 1', '1 ', '+1', '01', 'NaN'),
    text,
  ),
  array: Draw.oneof(Draw.constant([]), listOf(nestedTo(0))),
  object: Draw.oneof(Draw.constant({}), objectOf(nestedTo(0))),
}

/** Values of each other kind. */
const allBut = (kind: Kind): ReadonlyArray<Draw.Draw<unknown>> =>
  Object.entries(kinds).flatMap(([name, values]) => (name === kind ? [] : [values]))

const isNumeric = (one: unknown): boolean => typeof one === 'string' && /^-?[0-9]+$/.test(one)
export const not: Readonly<Record<'number' | 'text' | 'array' | 'object', ReadonlyArray<Draw.Draw<unknown>>>> = {
  number: allBut('number').map((values) => values.filter((wrong) => !isNumeric(wrong))),
  text: allBut('text'),
  array: [...allBut('array'), Draw.constant({ 0: {}, length: 1 })],
  object: allBut('object'),
}
