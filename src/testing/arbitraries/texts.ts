/** Texts of an alphabet, and texts of any characters. */
import fc from 'fast-check'

export const characters = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('')

export const digits: string = '0123456789'
export const upper: string = characters(0x41, 0x5a)
export const lower: string = upper.toLowerCase()
export const alphanumeric: string = digits + upper + lower
export const tokenMarks: string = "!#$%&'*+.^_`|~-"

/** Text of the characters of `alphabet`, of any length between the limits; often at one of them. */
export const text = (alphabet: string, minLength: number, maxLength: number): fc.Arbitrary<string> => {
  const unit = fc.constantFrom(...alphabet)
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit, minLength, maxLength }) },
    { weight: 2, arbitrary: fc.string({ unit, minLength, maxLength, size: 'max' }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength, maxLength: minLength }) },
    // Reaches the maximum with few draws.
    {
      weight: 1,
      arbitrary: fc
        .string({ unit, minLength: Math.max(1, minLength) })
        .map((s) => s.padEnd(maxLength, s).slice(0, maxLength)),
    },
  )
}

/** A character that belongs to no alphabet of ours: other scripts' digits and letters, separators, controls. */
const stray = (): fc.Arbitrary<string> =>
  fc.constantFrom(' ', '\t', '\n', '\r', '\u0000', '"', ',', '(', '/', '@', '\u00a0', '\ufeff', 'ä', 'ſ', '٣', '\ud800')

/** A text without characters, with one that `alphabet` lacks, or with one character more than `maxLength`. */
export const nearText = (alphabet: string, maxLength: number): fc.Arbitrary<string> => {
  const unit = fc.constantFrom(...alphabet)
  const outside = stray().filter((character) => !alphabet.includes(character))
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.string({ unit, maxLength: 8 }), outside, fc.string({ unit, maxLength: 8 }))
        .map((pieces) => pieces.join('')),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit, minLength: 1 }).map((s) => s.padEnd(maxLength + 1, s).slice(0, maxLength + 1)),
    },
  )
}

/** Any character that UTF-8 can carry. (fast-check's own unit 'binary' is the same, and takes 0.7 s to set up.) */
export const character = (): fc.Arbitrary<string> =>
  fc
    .oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
    .map((point) => String.fromCodePoint(point))

/** Text that UTF-8 can carry. */
export const unicodeText = (): fc.Arbitrary<string> => fc.string({ unit: character() })

/** Any text at all: every UTF-16 code unit, lone surrogates too. */
export const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    unicodeText(),
    fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ufeff', '\u0000', 'a', '€', '𝄞') }),
  )
