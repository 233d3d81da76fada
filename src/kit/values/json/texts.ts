/**
 * Texts, names and words in jobs, on both sides of each rule about their spelling: escapes, surrogate pairs, control characters, quotes
 * (RFC 8259 §7), and `true`, `false` and `null`.
 */
import { range, surrogateNeighbours } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { rules } from '../jobs/rules.ts'
import { character } from '../jobs/values.ts'
import { constants, type LabelledGens, mapEach } from '../Labelled.ts'
import { anyName, anyValue, inTextOrName, spellingsIn } from './frames.ts'

const { template } = Gen

// ---- One character in any spelling

/** `\uXXXX`, its letters in either case. */
const unicodeEscape = (unit: number, isUpperCase: boolean): string => {
  const hex = unit.toString(16).padStart(4, '0')
  return `\\u${isUpperCase ? hex.toUpperCase() : hex}`
}
const shortEscapes: ReadonlyMap<string, string> = new Map(
  Array.from('"\\/\b\f\n\r\t', (char, i) => [char, `\\${'"\\/bfnrt'[i]}`]),
)
const mustEscape = (char: string): boolean => char < ' ' || char === '"' || char === '\\'

/** A character as it is, by its short escape or by `\u`, as far as JSON allows it. A spelling is a number from 0 to 3. */
const spellCharacter = (char: string, spelling: number): string => {
  const shortEscape = shortEscapes.get(char)
  if (spelling % 4 === 0 && shortEscape !== undefined) return shortEscape
  if (spelling % 4 <= 1 && !mustEscape(char)) return char
  return Array.from({ length: char.length }, (_, i) => unicodeEscape(char.charCodeAt(i), spelling % 4 === 2)).join('')
}

/** A name in double quotes, its characters in these spellings in turn. */
export const spellName = (name: string, spellings: ReadonlyArray<number>): string => {
  const spelled = Array.from(name, (char, i) => spellCharacter(char, spellings[i % spellings.length] as number))
  return `"${spelled.join('')}"`
}

/** For `spellName`. */
export const anySpellings: Gen.Gen<ReadonlyArray<number>> = Gen.array(Gen.nat(3), { minLength: 1, maxLength: 4 })

/** The content of a text, without its quotes, each character in any of its spellings. */
export const content: Gen.Gen<string> = Gen.array(Gen.tuple(character, Gen.nat(3)), { maxLength: 6 }).map((units) =>
  units.map(([char, spelling]) => spellCharacter(char, spelling)).join(''),
)

/** With other content before and after it. */
const among = (fill: Gen.Gen<string>): Gen.Gen<string> => template`${content}${fill}${content}`

// ---- Escapes

const hexDigits = Gen.stringOf('0123456789abcdefABCDEF', 4, 4)

const wrongEscapes = [
  ...constants([..."avexUNB01'`&%#{ "].map((letter) => `\\${letter}`)),
  ...constants(['\\\n', '\\\r\n', '\\\u0000', '\\é', '\\\u2028', '\\x41', '\\U00000041', '\\u{41}', '\\N{DIGIT ONE}']),
  ...constants(['\\u', '\\u4', '\\u41', '\\u041'].map((short) => `${short}-`)),
  ...constants(['\\u+041', '\\u-041', '\\u0x41', '\\u00٤1', '\\u００４１', '\\u\\u0041']),
  ...constants(['\\u 041', '\\u004 ', '\\ 0041']),
  // Another character in the place of one of the four digits.
  ...constants('gGzZ:@`/ _.').flatMap((markGen) =>
    [0, 1, 2].map((least) =>
      Gen.tuple(hexDigits, markGen, Gen.integer(least, least + 1)).map(
        ([hex, mark, place]) => `\\u${hex.slice(0, place)}${mark}${hex.slice(place + 1)}`,
      ),
    ),
  ),
]

// ---- Halves of surrogate pairs

const unitBetween = (least: number, most: number): Gen.Gen<string> =>
  Gen.tuple(Gen.oneof(Gen.constantFrom(least, most), Gen.integer(least, most)), Gen.boolean).map(
    ([unit, isUpperCase]) => unicodeEscape(unit, isUpperCase),
  )
const highHalf = unitBetween(0xd800, 0xdbff)
const lowHalf = unitBetween(0xdc00, 0xdfff)
const pair = template`${highHalf}${lowHalf}`

const halfWithDigit = (digit: string): Gen.Gen<string> =>
  Gen.constantFrom('00', 'ff', 'FF', '0a', '9C').map((end) => `\\ud${digit}${end}`)
/** A lone half for each hexadecimal digit after `\ud`, in both cases. */
const halvesByDigit = [
  ...Array.from('89abcdefABCDEF', halfWithDigit),
  ...Array.from('8C', (digit) => Gen.constantFrom('00', 'fF').map((end) => `\\uD${digit}${end}`)),
]
/** A half beside a wrong half, or beside a text that is not a half. */
const halvesBesideOthers = [
  template`${lowHalf}${highHalf}`,
  template`${highHalf}${pair}`,
  template`${pair}${lowHalf}`,
  ...Array.from('89abAB', (digit) => template`${highHalf}${halfWithDigit(digit)}`),
  ...Array.from('cdefCDEF', (digit) => template`${halfWithDigit(digit)}${lowHalf}`),
  ...constants(['a', '\\n', '\\\\', '\\u0041', '\\ud7ff', '\\ue000', 'udc00', '\\\\udc00', '\u{10000}']).map(
    (after) => template`${highHalf}${after}`,
  ),
]

/** Escapes of the last characters before the surrogates, and of the first after them. */
const escapedNeighbours = constants(surrogateNeighbours.filter((char) => char.length === 1)).flatMap((charGen) =>
  [false, true].map((isUpperCase) => charGen.map((char) => unicodeEscape(char.charCodeAt(0), isUpperCase))),
)

// ---- Texts that break no rule

/** What is wrong above, but after an escaped backslash: then it is plain text. */
const afterEscapedBackslash = mapEach([...wrongEscapes, ...halvesByDigit, ...halvesBesideOthers], (fill) =>
  [...fill.replaceAll('\\', '\\\\')].map((char) => (char < ' ' ? 'x' : char)).join(''),
)

/** Patterns of some languages overflow the stack for so many escapes. */
const manyEscapes = constants(['\\n', '\\u00e9', '\\"', '\\\\', 'a\\/']).map((escapeGen) =>
  escapeGen.map((shortText) => shortText.repeat(7000)),
)

/** Lengths at the limit of 5 to 17 bits, and one beside each limit. */
export const lengthsAtLimits: ReadonlyArray<number> = Array.from({ length: 13 }, (_, i) => 2 ** (i + 5))
const lengthsBesideLimits = lengthsAtLimits.flatMap((length) => [length - 1, length, length + 1])

/** A fast path of a reader ends at the escape, and at the `é` the text has more bytes than characters. */
const longTexts = lengthsBesideLimits.map((length) => Gen.constant(`\\né${'x'.repeat(length - 2)}`))

// ---- Quotes and words

const word = template`w${Gen.stringOf(range('a', 'z'), 0, 6)}`
const wrongQuotes = [
  ...constants([
    "'w'",
    'w',
    '`w`',
    '\u201cw\u201d',
    '"w',
    'w"',
    '"w\'',
    '""w""',
    '"""w"""',
    '\\"w\\"',
    '@"w"',
    '"w""',
    '"w"+"w"',
    'r"w"',
    '"w"w',
    'u"w"',
    '\'w"',
    '\u00abw\u00bb',
  ]),
  Gen.constant('"w" "w"'),
]

const wrongWords = [
  ...constants([
    'tru',
    'truee',
    'ttrue',
    'tRue',
    'True',
    'TRUE',
    't\\u0072ue',
    'fals',
    'falsee',
    'faLse',
    'False',
    'nul',
    'nulll',
    'nUll',
    'Null',
    'NULL',
    'true0',
    'null()',
    '-true',
    '!true',
  ]),
  // Words of other languages.
  ...constants([
    'undefined',
    'None',
    'nil',
    'yes',
    'no',
    'on',
    'off',
    't',
    'f',
    'n',
    'nan',
    'NaN',
    'Infinity',
    '-Infinity',
    'ｔｒｕｅ',
    'ture',
    't.rue',
  ]),
  ...constants(['t rue', 'nul l', 'true false']),
]

// ---- The rules

export const texts: LabelledGens = [
  ...spellingsIn(anyValue, rules.word, constants(['true', 'false', 'null']), wrongWords),
  ...spellingsIn(
    inTextOrName,
    rules.escape,
    [...[content, ...afterEscapedBackslash].map(among), ...manyEscapes],
    wrongEscapes.map(among),
  ),
  ...spellingsIn(inTextOrName, rules.escape, longTexts),
  ...spellingsIn(
    inTextOrName,
    rules.halfPair,
    [pair, ...constants(surrogateNeighbours), ...escapedNeighbours].map(among),
    [...halvesByDigit, ...halvesBesideOthers.map(among)],
  ),
  ...spellingsIn(
    inTextOrName,
    rules.control,
    among(unitBetween(0, 0x1f)),
    Array.from({ length: 0x20 }, (_, code) => among(Gen.constant(String.fromCharCode(code)))),
  ),
  ...spellingsIn(
    Gen.oneof(anyValue, anyName),
    rules.quotes,
    word.map((letters) => `"${letters}"`),
    wrongQuotes,
  ),
]
