/**
 * The characters that each rule allows, characters that a program may take for them, and texts of both.
 *
 * ```ts
 * textsOfRule('a nonce has 1 to 128 letters, digits and hyphens', Nonce.rule) // valid texts, and near misses by their change
 * ```
 */
import * as AppId from '../../core/AppId.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import { httpToken, type Letters } from '../../core/Rule.ts'
import * as Token from '../../core/Token.ts'
import * as Gen from './Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from './Labelled.ts'

/** The characters from one to another. */
export const range = (first: string, last: string): string =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, i) =>
    String.fromCharCode(first.charCodeAt(0) + i),
  ).join('')

export const digits: string = range('0', '9')
export const letters: string = range('A', 'Z') + range('a', 'z')
export const alphanumerics: string = digits + letters
export const visible: string = range('!', '~')

/** The characters of an alphabet, which is written as in the brackets of a regular expression: `0-9A-F`. */
export const charactersIn = (alphabet: string): string => visible.replace(new RegExp(`[^${alphabet}]`, 'g'), '')

export const nonceCharacters: string = charactersIn(Nonce.rule.alphabet)
export const appIdCharacters: string = charactersIn(AppId.rule.alphabet)
/** The characters of a bearer token before its padding. */
export const tokenCharacters: string = charactersIn(Token.rule.alphabet)
export const authTypeCharacters: string = charactersIn(httpToken)
/** The characters of a method in upper case. */
export const methodCharacters: string = charactersIn(Method.rule.alphabet).replace(/[a-z]/g, '')
export const targetCharacters: string = charactersIn(RequestTarget.rule.alphabet)

/** Characters beyond ASCII that lower or upper case, or a pattern that ignores case, makes ASCII letters: ſ, K, İ, ı. */
export const foldable: ReadonlyArray<string> = ['\u017f', '\u212a', '\u0130', '\u0131']

/** Characters that some language takes for white space. */
export const blanks: ReadonlyArray<string> = [' ', '\t', '\v', '\f', '\u0085', '\u00a0', '\u2003', '\u3000', '\ufeff']

/** Characters that resemble allowed ones, or that a library takes for blanks or line ends, or ignores. */
export const confusables: ReadonlyArray<string> = [
  ' ',
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  '\0',
  '\u007f',
  '\u0080',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u00df',
  '\u0130',
  '\u017f',
  '\u212a',
  '\u0660',
  '\u0966',
  '\u200b',
  '\u2028',
  '\u3000',
  '\ufeff',
  '\uff10',
  '\uff21',
  '\uff41',
]

/** Any character that UTF-8 can carry. fast-check's unit `binary` is the same, and makes a table of a million when it is built. */
export const anyCharacter: Gen.Gen<string> = Gen.oneof(
  Gen.nat(0x7f),
  Gen.nat(0xd7ff),
  Gen.integer(0xe000, 0x10ffff),
).map((point) => String.fromCodePoint(point))

/**
 * The last character before the surrogates and the first behind them; U+FFFD, which decoders put in the place of a lone surrogate; the
 * last character that needs no surrogate pair, and the first and the last that need one.
 */
export const surrogateNeighbours: ReadonlyArray<string> = [...'\ud7ff\ue000\ufffd\uffff\u{10000}\u{10ffff}']

const isBeside = (character: string, allowed: string): boolean =>
  [-1, 1].some((step) => allowed.includes(String.fromCharCode(character.charCodeAt(0) + step)))
/**
 * The neighbours of these characters in ASCII, and characters that fold to ASCII letters. A pattern whose range is off by one accepts
 * the neighbours.
 */
export const lookalikesOf = (allowed: string): ReadonlyArray<string> => [
  ...[...visible].filter((character) => !allowed.includes(character) && isBeside(character, allowed)),
  ...foldable,
]
/** Any character except these. */
export const othersThan = (allowed: string): Gen.Gen<string> =>
  Gen.constantFrom(...[...visible].filter((character) => !allowed.includes(character)), ...confusables)

/** A text of all these characters in any order, or of at most so many of them. A port that refuses one of them refuses the text. */
export const permutationOf = (characters: string, most: number = characters.length): Gen.Gen<string> =>
  Gen.shuffledSubarray([...characters], characters.length).map((shuffled) => shuffled.slice(0, most).join(''))

/** A text with one more character, at any place. */
export const withInserted = (texts: Gen.Gen<string>, character: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(texts, character, Gen.nat()).map(([original, insertion, position]) => {
    const place = position % (original.length + 1)
    return original.slice(0, place) + insertion + original.slice(place)
  })
/** A text with one more character of these, for each of them. */
export const withEachInserted = (
  texts: Gen.Gen<string>,
  characters: Iterable<string>,
): ReadonlyArray<Gen.Gen<string>> => constants(characters).map((insertion) => withInserted(texts, insertion))

/** Some languages read these as nothing, as false or as a number. */
const nothings = ['0', '00', '-0', '0.0', '1e3', 'null', 'false', 'NaN', '__proto__']

/** Both sides of a rule that says which characters a text has, and how many: each limit, and each neighbour of a character. */
export const textsOfRule = (
  rule: string,
  { alphabet, minLength, maxLength, padding = '' }: Letters,
  misplaced = '=&;"%',
): LabelledGens => {
  const characters = charactersIn(alphabet)
  // These characters are valid at some places. All others are wrong everywhere.
  const taken = characters + padding
  const few = Gen.stringOf(characters, minLength, Math.max(minLength, 8))
  const anyOfThem = Gen.constantFrom(...characters)
  const anyOther = othersThan(taken)
  const long = (lengths: Gen.Gen<number>): Gen.Gen<string> =>
    Gen.boundary(Gen.tuple(anyOfThem, lengths).map(([character, length]) => character.repeat(length)))
  const ofLength = (length: number): Gen.Gen<string> => long(Gen.constant(length))
  const upTo = (length: number): Gen.Gen<string> => long(Gen.boundaryInteger(minLength, length))
  return validAndInvalid(
    rule,
    [
      Gen.weighted(
        [3, Gen.string(anyOfThem, { minLength, maxLength })],
        [1, Gen.string(anyOfThem, { minLength, maxLength, size: 'max' })],
      ),
      few,
      ...(minLength > 1 ? [] : [anyOfThem, permutationOf(characters, maxLength), upTo(maxLength - 1)]),
      upTo(maxLength),
      ...constants(nothings.filter((falsy) => falsy.length >= minLength && consistsOf(characters, falsy))),
    ],
    {
      'too short': minLength > 1 ? [0, minLength - 1].map(ofLength) : Gen.constant(''),
      'too long': [maxLength + 1, 2 * maxLength].map(ofLength),
      'a neighbour of its characters': withEachInserted(few, lookalikesOf(taken)),
      'a character of its surroundings': withEachInserted(
        few,
        [...misplaced].filter((sign) => !taken.includes(sign)),
      ),
      'another character': withInserted(few, anyOther),
      // A pattern without anchors does not see this character.
      'another character at an end': [Gen.template`${few}${anyOther}`, Gen.template`${anyOther}${few}`],
      'a line feed at the end': Gen.template`${few}\n`,
      'CR and LF at the end': Gen.template`${few}\r\n`,
      'U+0000 at the end': Gen.template`${few}\0`,
      'a blank at the end': Gen.template`${few} `,
    },
  )
}
const consistsOf = (characters: string, word: string): boolean =>
  [...word].every((character) => characters.includes(character))
