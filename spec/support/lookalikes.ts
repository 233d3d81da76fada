/**
 * Texts and bytes that only resemble what a parser expects. The arbitraries of our types, with their near misses, are in
 * src/kit/testing/arbitraries.ts.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as Authorization from '../../src/core/Authorization.ts'
import type { Bytes } from '../../src/core/Bytes.ts'
import type { Offer } from '../../src/core/VerifyError.ts'
import { arbitraryOf, validOf } from '../../src/kit/testing/arbitraries/Values.ts'
import { authType, edition } from '../../src/kit/testing/arbitraries.ts'
import { anyCharacter } from '../../src/kit/values/characters.ts'
import * as Gen from '../../src/kit/values/Gen.ts'
import { anyName } from '../../src/kit/values/jobs/values.ts'
import { number } from '../../src/kit/values/json/numbers.ts'
import { content } from '../../src/kit/values/json/texts.ts'
import { methods } from '../../src/kit/values/parts.ts'

/** A member's name: any text, often one special to JavaScript, JSON Pointers or jobs. */
export const memberName = (): fc.Arbitrary<string> => arbitraryOf(anyName)

/** Any character that UTF-8 can carry, and texts of them. */
export const character = (): fc.Arbitrary<string> => arbitraryOf(anyCharacter)
export const unicodeText = (): fc.Arbitrary<string> => fc.string({ unit: character() })

/** Any text at all: every UTF-16 code unit, lone surrogates too. */
export const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    unicodeText(),
    fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ufeff', '\u0000', 'a', '€', '𝄞') }),
  )

/** A method in any letter case; `method` is upper-case. */
export const methodText = (): fc.Arbitrary<string> => validOf(methods, E.right)

/** The header of an authorization that fits into one. */
export const written = (a: Authorization.Authorization): string => {
  const header = Authorization.serialize(a)
  if (E.isLeft(header)) throw new Error(`a header of ${header.left.length} characters`)
  return header.right
}

/** Pieces of a header in any order: gets further into a parser than random text. */
export const headerLike = (): fc.Arbitrary<string> => {
  const marks = fc.constantFrom(...'  \t,,=="\n\r\u00a0\ufeff\u0085ſ\u0000\ud800')
  const words = 'SVC-SHA256-RSA Bearer app_id appid nonce_str timestamp signature AAAA AA== 1700000000 n-1 __proto__'
  return fc
    .array(fc.oneof(marks, fc.constantFrom(...words.split(' ')), anyText()), { size: 'medium' })
    .map((pieces) => pieces.join(''))
}

/** A text with one change: a piece removed, inserted, doubled or replaced. */
export const mutated = (original: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      original,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat({ max: 3 }),
      fc.oneof(fc.constantFrom('', ',', '=', ' ', '"', '\n', 'ſ'), anyText()),
    )
    .map(([s, place, removed, inserted]) => {
      const at = Math.floor(place * s.length)
      return s.slice(0, at) + inserted + s.slice(at + removed)
    })

export const offer = (): fc.Arbitrary<Offer> =>
  fc.record({ authType: authType(), edition: edition(), tokens: fc.boolean() }, { noNullPrototype: true })

const space = Gen.weighted([3, Gen.constant('')], [1, Gen.stringOf(' \t\n\r', 0, 3)])
const name = Gen.oneof(
  Gen.template`"${content}"`,
  anyName.map((one) => JSON.stringify(one)),
  Gen.constantFrom('"a"', '"\\u0061"', '"b"'),
)
const farNumber = Gen.template`${Gen.integer(-999_999, 999_999)}.${Gen.nat(400)}e${Gen.integer(-400, 400)}`
const leaf = Gen.oneof(Gen.constantFrom('null', 'true', 'false', '[]', '{}'), number, farNumber, name)
const listed = (item: Gen.Gen<string>) =>
  Gen.array(Gen.template`${space}${item}${space}`, { maxLength: 3 }).map((all) => (all.length === 0 ? ' ' : all.join()))
const jsonTo = (depth: number): Gen.Gen<string> =>
  depth === 0
    ? leaf
    : Gen.oneof(
        leaf,
        Gen.template`[${listed(jsonTo(depth - 1))}]`,
        Gen.template`{${listed(Gen.template`${name}${space}:${space}${jsonTo(depth - 1)}`)}}`,
      )

/** RFC 8259 JSON in every spelling, sometimes unsafe: repeated names, numbers that are too large. */
export const jsonText = (): fc.Arbitrary<string> => arbitraryOf(Gen.template`${space}${jsonTo(3)}${space}`)

/** A number without leading zero bytes, up to slightly more than the longest modulus; zero is empty. */
export const magnitude = (): fc.Arbitrary<Bytes> =>
  fc
    .oneof(
      fc.uint8Array(),
      fc
        .constantFrom(1, 127, 128, 255, 256, 257, 1024, 1025)
        .chain((n) => fc.uint8Array({ minLength: n, maxLength: n })),
    )
    .map((bytes) => bytes.slice(Math.max(0, [...bytes].findIndex(Boolean))))
    .filter((bytes) => bytes[0] !== 0)

/** A tag of one byte. */
export const derTag = (): fc.Arbitrary<number> => fc.nat({ max: 255 }).filter((tag) => (tag & 0x1f) !== 0x1f)

/** Content of every length at which the DER length encoding changes. */
export const derContent = (): fc.Arbitrary<Bytes> =>
  fc.oneof(
    fc.uint8Array(),
    fc.constantFrom(127, 128, 255, 256, 65_535).map((n) => new Uint8Array(n).fill(0xa5)),
  )

/** Bytes that begin like an element. */
export const derLike = (): fc.Arbitrary<Bytes> =>
  fc
    .tuple(
      fc.constantFrom(0x02, 0x03, 0x04, 0x05, 0x06, 0x30, 0xa0, 0x1f),
      fc.constantFrom([], [0x80], [0x81], [0x82], [0x84, 0, 0]),
      fc.uint8Array({ max: 20 }),
      fc.uint8Array(),
    )
    .map(([tag, length, more, rest]) => Uint8Array.of(tag, ...length, ...more, ...rest))

/** White space allowed in PEM. */
export const blanks = (): fc.Arbitrary<string> => fc.constantFrom('\n', '\r\n', '\r', '', ' \n', '\n\t', '\n\n', ' ')
