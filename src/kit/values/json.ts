/** Jobs by their spelling: JSON texts that are right or nearly right, and bytes that are UTF-8 or nearly. */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat, empty, ofText } from '../../core/Bytes.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import * as Job from '../../job/Job.ts'
import { besideHalves, digits, range } from './characters.ts'
import * as Draw from './Draw.ts'
import { anyOf, each, eachWord, joined, mapped, over, type Samples, sides, type Ways } from './Grammar.ts'
import { jobs } from './jobs/meanings.ts'
import * as places from './jobs/places.ts'
import { diffused, shortJob } from './jobs/places.ts'
import { rules } from './jobs/rules.ts'
import { anyName, character, integer, text, value } from './jobs/values.ts'
import { lookalikes } from './lookalikes.ts'
import { neighbouring } from './neighbours.ts'
import { sequences } from './utf8.ts'

/** What is before and after a place in a text. */
type Frame = readonly [before: string, after: string]

const { text: spelt } = Draw

const marker = 'the place to fill'

const frameOf = (whole: unknown): Frame => {
  const [before = '', ...rest] = JSON.stringify(whole).split(JSON.stringify(marker))
  return [before, rest.join()]
}

const valueIn = (fields: ReadonlyArray<places.Field>): Draw.Draw<Frame> =>
  places.put(Draw.oneof(...fields), Draw.constant(marker)).map(frameOf)

/** Around any value: of a field, or of an item or a member in it. */
const anyValue: Draw.Draw<Frame> = Draw.tuple(
  valueIn(places.otherFields),
  Draw.constantFrom<Frame>(['', ''], ['[', ']'], ['[0,', ',1]'], ['{"a":', '}']),
).map(([[before, after], [open, close]]) => [before + open, close + after])
const anyNumber = Draw.oneof(anyValue, valueIn([places.scale]))
const anyInteger = valueIn(places.integerFields)

/** Around the name of a member without a type. */
const anyNamePlace: Draw.Draw<Frame> = places.anywhere.map((place) => frameOf(place.put({ [marker]: null })))

/** Between the double quotes of a text. */
const inText: Draw.Draw<Frame> = Draw.oneof(valueIn(places.textFields), anyValue).map(
  ([before, after]): Frame => [`${before}"`, `"${after}`],
)
/** Between those of a name, which has a beginning of its own: it is in the object once. */
const inName: Draw.Draw<Frame> = anyNamePlace.map(
  ([before, after]): Frame => [`${before}"a name of its own `, `"${after}`],
)
const anyText: Draw.Draw<Frame> = Draw.oneof(inText, inName)

const filled = (frames: Draw.Draw<Frame>, fills: Draw.Draw<string>): Draw.Draw<string> =>
  Draw.tuple(frames, fills).map(([[before, after], fill]) => before + fill + after)

/** Texts of jobs on both sides of a rule about a value or a name in them. */
const spelled = (rule: string, frames: Draw.Draw<Frame>, right: Ways<string>, wrong: Ways<string>): Samples =>
  joined(frames, sides(rule, right, wrong), ([before, after], fill) => before + fill + after)

const plainInteger = integer.map(String)

// Go reads 800 digits of a number before its exponent: more than those with an exponent below 0 would be a fault of its library.
const many = 5000
const zeros = '0'.repeat(many)
const nines = '9'.repeat(many)

/** An integer with a point or an exponent; the value is whole. */
const respelled = [
  ...eachWord('-0 0.0 -0.0 0e0 0E-9 1.0 1e0 10e-1 1.5e1 100E-2 -7.00 1e+2'),
  ...each([`1.${zeros}`, `0e${nines}`, `1e${zeros}`, `1${zeros.slice(0, 300)}e-300`]),
  spelt`${plainInteger}${Draw.word('.0 .000 e0 E+0 e-0 .0e0 .0E00')}`,
  plainInteger.map((digits) => `${digits === '0' ? '' : digits}0e-1`),
]

/** Rounds to an integer, or down to the limit, and is none. */
const nearlyInteger = [
  ...eachWord('1.00000000000000000001 0.99999999999999999999 1e-400 -1e-400 0.1e-999 9007199254740991.4'),
  ...eachWord('-9007199254740991.4 9007199254740990.01 10000000000000000000001e-22'),
  ...each([`1.${zeros}1`, `0.${nines}`, `1e-${nines}`]),
]

/** Numbers at the limit and at 0, in spellings that lead programs astray. */
const withinLimit = [
  ...eachWord('9007199254740991 -9007199254740991 9007199254740991.0 9007199254740991.4'),
  ...eachWord('-9007199254740991.49 90071992547409910e-1 9.007199254740991e15 -9007199254.740991E+6'),
  ...eachWord('0.0000000000000000000009007199254740991e37 1e15 0e999999999 -0.0E+999 1e-999999999 -1e-400'),
  ...each([`0e${nines}`, `1e-${nines}`, `0.${zeros}1`, `1e${zeros}`, `1e-${zeros}`, `0.${nines}`]),
  Draw.constant(`1${zeros.slice(0, 300)}e-300`),
]
const beyondLimit = [
  ...eachWord('9007199254740992 -9007199254740992 9007199254740993 9007199254740992.0 9007199254740991.5'),
  ...eachWord('-9007199254740991.75 90071992547409920e-1 9.007199254740992e15 1e16 9223372036854775807'),
  ...eachWord('18446744073709551616 100000000000000000000000000000000000000000 1e308 1.8e308 1e400 -1e400'),
  ...each(['1e999999999', nines, `-${nines}`, `1e${nines}`, `0.${zeros}1e${2 * many}`, `1${zeros}e-1`]),
]

/** At what a counter of 8 to 64 bits holds, and beside it. */
const exponents: ReadonlyArray<bigint> = [8n, 15n, 16n, 31n, 32n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].map((step) => 2n ** bits + step),
)
const farExponents = (before: string): ReadonlyArray<Draw.Draw<string>> =>
  each(exponents.map((exponent) => `${before}${exponent}`))

/** At what a length of 5 to 17 bits holds, and beside it. */
const lengths: ReadonlyArray<number> = Array.from({ length: 13 }, (_, i) => 2 ** (i + 5))
const lengthsBeside: ReadonlyArray<number> = lengths.flatMap((length) => [length - 1, length, length + 1])

/** A value in this many arrays, objects or both in turn, one in the other. */
const nesting =
  (core: string) =>
  (count: number): Draw.Draw<string> =>
    Draw.tuple(Draw.constantFrom(['[', ']'], ['{"":', '}'], ['[0,{"a":', '}]']), Draw.constantFrom('', ' ', '\n')).map(
      ([[open = '', close = ''], space]) => {
        const each = open.length > 4 ? 2 : 1
        const times = Math.floor(count / each)
        const inner = count % each === 0 ? core : `[${core}]`
        return (open + space).repeat(times) + inner + (close + space).repeat(times)
      },
    )

const deepText = nesting('0')

const hexDigits = Draw.textOf('0123456789abcdefABCDEF', 4, 4)

/** `\uXXXX`, its letters in either case. */
const escaped = (unit: number, upper: boolean): string => {
  const digits = unit.toString(16).padStart(4, '0')
  return `\\u${upper ? digits.toUpperCase() : digits}`
}
const shortEscapes: ReadonlyMap<string, string> = new Map(
  Array.from('"\\/\b\f\n\r\t', (one, i) => [one, `\\${'"\\/bfnrt'[i]}`]),
)
const mustEscape = (one: string): boolean => one < ' ' || one === '"' || one === '\\'

/** A character as it is, by its short escape or by `\u`, as far as JSON lets it. */
const spellingOf = (one: string, way: number): string => {
  const short = shortEscapes.get(one)
  if (way % 4 === 0 && short !== undefined) return short
  if (way % 4 <= 1 && !mustEscape(one)) return one
  return Array.from({ length: one.length }, (_, i) => escaped(one.charCodeAt(i), way % 4 === 2)).join('')
}

/** A text of JSON, without its quotes, each character in any of its spellings. */
export const content: Draw.Draw<string> = Draw.array(Draw.tuple(character, Draw.nat(3)), { maxLength: 6 }).map(
  (units) => units.map(([one, way]) => spellingOf(one, way)).join(''),
)

/** Between other contents. */
const among = (fill: Draw.Draw<string>): Draw.Draw<string> => spelt`${content}${fill}${content}`

const badEscape = [
  ...each([..."avexUNB01'`&%#{ "].map((letter) => `\\${letter}`)),
  ...each(['\\\n', '\\\r\n', '\\\u0000', '\\é', '\\\u2028', '\\x41', '\\U00000041', '\\u{41}', '\\N{DIGIT ONE}']),
  ...each(['\\u', '\\u4', '\\u41', '\\u041'].map((short) => `${short}-`)),
  ...eachWord('\\u+041 \\u-041 \\u0x41 \\u00٤1 \\u００４１ \\u\\u0041'),
  ...each(['\\u 041', '\\u004 ', '\\ 0041']),
  ...each('gGzZ:@`/ _.').flatMap((all) =>
    [0, 1, 2].map((least) =>
      Draw.tuple(hexDigits, all, Draw.integer(least, least + 1)).map(
        ([digits, wrong, place]) => `\\u${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}`,
      ),
    ),
  ),
]

const unit = (least: number, most: number): Draw.Draw<string> =>
  Draw.tuple(Draw.oneof(Draw.constantFrom(least, most), Draw.integer(least, most)), Draw.boolean).map(([code, upper]) =>
    escaped(code, upper),
  )
const high = unit(0xd800, 0xdbff)
const low = unit(0xdc00, 0xdfff)
const pair = spelt`${high}${low}`
const halfOf = (digit: string): Draw.Draw<string> => Draw.word('00 ff FF 0a 9C').map((end) => `\\ud${digit}${end}`)
/** A lone half for each hexadecimal digit behind `\ud`, in both cases. */
const halvesByDigit = [
  ...Array.from('89abcdefABCDEF', halfOf),
  ...Array.from('8C', (digit) => Draw.word('00 fF').map((end) => `\\uD${digit}${end}`)),
]
/** Beside another half, or what is none. */
const half = [
  spelt`${low}${high}`,
  spelt`${high}${pair}`,
  spelt`${pair}${low}`,
  ...Array.from('89abAB', (digit) => spelt`${high}${halfOf(digit)}`),
  ...Array.from('cdefCDEF', (digit) => spelt`${halfOf(digit)}${low}`),
  ...eachWord('a \\n \\\\ \\u0041 \\ud7ff \\ue000 udc00 \\\\udc00 \u{10000}').map((after) => spelt`${high}${after}`),
]
/** A backslash that is escaped, with what would break a rule behind another one. */
const harmless = mapped([...badEscape, ...halvesByDigit, ...half], (fill) =>
  [...fill.replaceAll('\\', '\\\\')].map((one) => (one < ' ' ? 'x' : one)).join(''),
)

const besideEscaped = each(besideHalves.filter((one) => one.length === 1)).flatMap((ones) =>
  [false, true].map((upper) => ones.map((one) => escaped(one.charCodeAt(0), upper))),
)

const word = spelt`w${Draw.textOf(range('a', 'z'), 0, 6)}`
const badQuotes = [
  ...eachWord(
    '\'w\' w `w` \u201cw\u201d "w w" "w\' ""w"" """w""" \\"w\\" @"w" "w"" "w"+"w" r"w" "w"w u"w" \'w" \u00abw\u00bb',
  ),
  Draw.constant('"w" "w"'),
]

/** Around a text or a name with its quotes. */
const quoted: Draw.Draw<Frame> = Draw.oneof(anyValue, anyNamePlace)

// The parts of a number of JSON; its value is within the limit.
const someDigits = Draw.textOf(digits, 1, 6)
const sign = Draw.constantFrom('', '-')
const whole = Draw.oneof(Draw.word('0 1'), spelt`${Draw.constantFrom(...range('1', '9'))}${Draw.textOf(digits, 0, 6)}`)
const point = Draw.oneof(Draw.constant(''), spelt`.${someDigits}`)
const exponent = Draw.oneof(Draw.constant(''), Draw.word('e0 E0 e+0 e-0 e5 E+05 e-5 E-10 e-400 e-0000'))
export const number: Draw.Draw<string> = spelt`${sign}${whole}${point}${exponent}`
const badNumber = [
  ...eachWord(
    '01 -01 00 +1 -+1 .5 -.5 1. -1. 1.e5 1e 1E+ 1e- 1e+-1 1.5.5 1e5.5 1e5e1 1n 1f 1% 1_0 1e1_0 (1) --1 1/2 - + e1',
  ),
  ...eachWord('0x1 -0x1 0o7 0b1 1\u0660 \uff11 \u0661 \u22121 NaN -NaN Infinity -Infinity inf 1e\u0661 $1 #1 1L 0.1f'),
  ...each(['1 0', '1 .5', '- 1', '1e 1', '1. 5']),
  spelt`${sign}0${whole}${point}${exponent}`,
]

const words = ['true', 'false', 'null']
const badWord = [
  ...eachWord(
    'tru truee ttrue tRue True TRUE t\\u0072ue fals falsee faLse False nul nulll nUll Null NULL true0 null() -true !true',
  ),
  ...eachWord('undefined None nil yes no on off t f n nan NaN Infinity -Infinity ｔｒｕｅ ture t.rue'),
  ...each(['t rue', 'nul l', 'true false']),
]

/** A compact text in the pieces between which white space may be. */
const piecesOf = (compact: string): ReadonlyArray<string> =>
  compact.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/gs) ?? []

const spaces = Draw.array(
  Draw.oneof(Draw.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', '\n\r', '\n  '), Draw.textOf(' \t\n\r', 0, 20)),
  { minLength: 1, maxLength: 5 },
)

/** With white space before each piece and after the last. */
const spaced = (pieces: ReadonlyArray<string>, between: ReadonlyArray<string>): string =>
  [...pieces, ''].map((piece, i) => between[i % between.length] + piece).join('')

const pieces = shortJob.map((one) => piecesOf(JSON.stringify(one)))

const noSpace = [
  ...each('\f\v\b\u0000\u001c\u001f\u007f\u0085\u00a0\u1680\u180e\u2003\u2028\u2029\u200b\u2060\u3000\ufeff'),
  ...eachWord('/**/ //\n #\n <!----> \\n &#32;'),
]

const utf8 = (whole: string): Bytes => E.getOrElse(() => empty)(ofText(whole))
const between = (before: string, bytes: ReadonlyArray<number>, after: string): Bytes =>
  concat([utf8(before), Uint8Array.from(bytes), utf8(after)])

/** A number in the form that UTF-8 has for `length` bytes, too large or too small for it or not. */
const form = (point: number, length: number): ReadonlyArray<number> => {
  const more = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((point >> (6 * (length - 2 - i))) & 0x3f))
  return [((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1))), ...more]
}
const pointOf = (least: number, most: number): Draw.Draw<number> =>
  Draw.oneof(Draw.constantFrom(least, most), Draw.integer(least, most))
const forms = Draw.oneof(
  pointOf(0x80, 0x7ff).map((point) => form(point, 2)),
  pointOf(0x800, 0xd7ff).map((point) => form(point, 3)),
  pointOf(0xe000, 0xffff).map((point) => form(point, 3)),
  pointOf(0x10000, 0x10ffff).map((point) => form(point, 4)),
)
const badForms: ReadonlyArray<Draw.Draw<ReadonlyArray<number>>> = [
  // Overlong.
  ...[0, 0x22, 0x2f, 0x5c].map((point) => Draw.constant(form(point, 2))),
  pointOf(0, 0x7f).map((point) => form(point, 2)),
  pointOf(0, 0x7ff).map((point) => form(point, 3)),
  pointOf(0, 0xffff).map((point) => form(point, 4)),
  // Surrogates, alone and in pairs.
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff].map((point) => Draw.constant(form(point, 3))),
  Draw.tuple(pointOf(0xd800, 0xdbff), pointOf(0xdc00, 0xdfff)).map(([one, other]) => [
    ...form(one, 3),
    ...form(other, 3),
  ]),
  // Beyond the last code point, and forms of five and six bytes.
  ...[0x110000, 0x1fffff].map((point) => Draw.constant(form(point, 4))),
  ...each([[0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xfe]]),
  // Truncated, too long, and with a byte exchanged.
  ...[0, 1, 2].map((kept) => forms.map((bytes) => bytes.slice(0, 1 + (kept % (bytes.length - 1))))),
  Draw.tuple(forms, Draw.integer(0x80, 0xbf)).map(([bytes, more]) => [...bytes, more]),
  ...[0, 1, 2].map((place) =>
    Draw.tuple(forms, Draw.constantFrom(0x20, 0x22, 0x41, 0x7f, 0xc3, 0xe2, 0xff)).map(([bytes, wrong]) =>
      bytes.map((byte, i) => (i === 1 + (place % (bytes.length - 1)) ? wrong : byte)),
    ),
  ),
  ...[0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff].map((byte) => Draw.constant([byte])),
]

const utf16 = (whole: string, isBig: boolean): Bytes =>
  new Uint8Array(2 * whole.length).map((_, i) => whole.charCodeAt(i >> 1) >> (i % 2 === Number(isBig) ? 0 : 8))

const jobText = shortJob.map((one) => JSON.stringify(one))
/** As a text of a job, or at an end of one. */
const misencoded: ReadonlyArray<Draw.Draw<Bytes>> = [
  ...badForms.map((bad) => Draw.tuple(anyText, bad).map(([[before, after], bytes]) => between(before, bytes, after))),
  Draw.tuple(jobText, Draw.oneof(...badForms), Draw.boolean).map(([whole, bytes, isFirst]) =>
    isFirst ? between('', bytes, whole) : between(whole, bytes, ''),
  ),
  ...[true, false].flatMap((isBig) => ['', '\ufeff'].map((mark) => jobText.map((whole) => utf16(mark + whole, isBig)))),
]

/** Values that programs take for no value. */
const empties = Draw.constantFrom<unknown>(null, null, false, 0, '', [], {})

/** A member that an object has once: its name, and two values of its type. */
const members = [
  ...each<unknown>([null, false, 0, '', [], {}, 'x']).map((first) =>
    Draw.tuple(places.anywhere, Draw.constantFrom('a field', ''), first, value),
  ),
  ...[...eachWord('__proto__ constructor \u0000'), spelt`its own ${anyName}`].map((name) =>
    Draw.tuple(places.anywhere, name, Draw.oneof(empties, value), Draw.oneof(empties, value)),
  ),
  ...[
    [places.inJob, 'request_id', text] as const,
    [places.inJob, 'stages', Draw.constant([])] as const,
    [places.inSeededStage, 'type', Draw.constant('INPUT_INITIALIZE')] as const,
    [places.inDiffusedStage, 'diffusion', diffused] as const,
    [places.inSeeded, 'seed count', integer] as const,
    [places.inDiffused, 'width steps', integer] as const,
    [places.inPrompt, 'text', text] as const,
    [places.inOtherStage, 'x diffusion', value] as const,
  ].map(([place, names, values]) =>
    Draw.tuple(place, Draw.word(names), values as Draw.Draw<unknown>, values as Draw.Draw<unknown>),
  ),
]
const spelledName = (name: string, ways: ReadonlyArray<number>): string =>
  `"${Array.from(name, (one, i) => spellingOf(one, ways[i % ways.length] as number)).join('')}"`

/** Each name and each text of a job in any spelling: a field is found by what its name says, and a type by what it says. */
const respelledJobs: Samples = joined(
  Draw.array(Draw.nat(3), { minLength: 1, maxLength: 4 }),
  [1, 2, 3, 4, 5].flatMap(() =>
    anyOf(jobs.filter(({ marks: { isEdge, name, unless } }) => !isEdge && !unless && name !== rules.integerText)),
  ),
  (ways, one) =>
    piecesOf(JSON.stringify(one))
      .map((piece) => (piece.startsWith('"') ? spelledName(JSON.parse(piece), ways) : piece))
      .join(''),
)

/** The member once more, its name in any spelling. */
const repeated = members.map((member) =>
  Draw.tuple(
    member,
    Draw.boolean,
    Draw.array(Draw.nat(3), { minLength: 1, maxLength: 4 }),
    Draw.constantFrom(0, 20, 1000),
  ).map(([[place, name, one, other], isSame, ways, more]) => {
    const [before, after] = frameOf(place.put({ [name]: one, [marker]: null }))
    const others = Array.from({ length: more }, (_, i) => `"one of many ${i}":0,`).join('')
    return `${before}${others}${spelledName(name, ways)}:${JSON.stringify(isSame ? one : other)},"another name of its own"${after}`
  }),
)
const likeIt = [
  Draw.tuple(
    places.anywhere,
    Draw.constantFrom('x', 'Seed', 'é', 'REQUEST_ID', '__proto__'),
    Draw.constantFrom(' ', '\u0000', '\u0301', '_', '\ufeff', "'"),
    value,
  ).map(([place, name, more, one]) => place.put({ [name]: one, [name + more]: one, [more + name]: one })),
  ...each([
    ['x', 'X'] as const,
    ['é', 'e\u0301'] as const,
    ['\u212b', '\u00c5'] as const,
    ['ſ', 's'] as const,
    ['ﬁ', 'fi'] as const,
    ['0', '00'] as const,
  ]).map((names) =>
    Draw.tuple(places.anywhere, names, value).map(([place, [name, other], one]) =>
      place.put({ [name]: one, [other]: one }),
    ),
  ),
  Draw.tuple(places.anywhere, anyName, value).map(([place, name, one]) => {
    const inner = { [name]: { [name]: one } }
    return place.put({ x: inner, y: inner })
  }),
]

/** Pairs of names that some reader takes for one: their ends alone differ, behind so many characters, or a hash is the same. */
const alikeNames: ReadonlyArray<readonly [string, string]> = [
  // An answer may have 262,144 characters in all.
  ...lengths
    .slice(0, -1)
    .map((length): readonly [string, string] => ['a', 'b'].map((end) => `${'n'.repeat(length)}${end}`) as never),
  ...lookalikes,
]
/** In an object of their own: some maps compare names by hash only while they are small. */
const pairsOfNames = each(alikeNames).map((names) =>
  Draw.tuple(places.anywhere, names, value).map(([place, [name, other], one]) =>
    place.put({ x: { [name]: one, [other]: one } }),
  ),
)

/** No white space. */
const jobEnd = [
  ...each('}],:"0a\u0000\u001a\ufeff\f\u00a0;\\#'),
  ...eachWord('{} [] null // /**/ ,{} \n0 \u0000\u0000'),
  jobText,
]

/** The rules about the spelling of values and names. */
const spelling: Samples = [
  ...spelled(rules.integerSpelling, anyInteger, plainInteger, respelled),
  ...spelled(rules.fraction, anyInteger, plainInteger, nearlyInteger),
  ...spelled(
    rules.integerRange,
    anyInteger,
    eachWord('9007199254740991 -9007199254740991'),
    eachWord('9007199254740992 -9007199254740993 9223372036854775808 18446744073709551615 18446744073709551617'),
  ),
  ...spelled(rules.numberRange, anyNumber, withinLimit, beyondLimit),
  ...spelled(
    rules.numberRange,
    anyNumber,
    ['1e-', '-0.0e+'].flatMap(farExponents),
    ['1e', '-1E+'].flatMap(farExponents),
  ),
  ...spelled(
    rules.depth,
    valueIn(places.at(places.inJob, 'x', '')),
    [...[127, 126, 1].map(deepText), ...mapped(each('[]{}'), (bracket) => `"${bracket.repeat(130)}"`)],
    [128, 129, 255, 256, 1000, 100_000].map(deepText),
  ),
  ...spelled(rules.name, valueIn(places.at(places.inJob, 'x', '')), nesting('{"a":1,"b":1}')(126), [
    ...[5, 38, 126].map(nesting('{"a":1,"a":2}')),
    Draw.far(126).chain(nesting('{"":null,"\\u0061":0,"a":0}')),
  ]),
  // Kept by some ports, and read all the same.
  ...spelled(
    rules.name,
    valueIn(places.at(places.inOtherStage, 'x', 'diffusion')),
    [],
    [1, 5].map(nesting('{"a":1,"a":2}')),
  ),
  ...spelled(rules.number, anyNumber, number, badNumber),
  ...spelled(rules.number, anyValue, Draw.constant('[1E5,-2E5,1.5E+05,1E-5,1e+05,-0.5e-05,0E0,0.10]'), []),
  ...spelled(rules.word, anyValue, each(words), badWord),
  ...spelled(
    rules.escape,
    anyText,
    [
      ...[content, ...harmless].map(among),
      // Patterns in some languages overflow the stack.
      ...each(['\\n', '\\u00e9', '\\"', '\\\\', 'a\\/']).map((one) => one.map((short) => short.repeat(7000))),
    ],
    badEscape.map(among),
  ),
  // The escape takes a reader from its fast path, and the character makes bytes and characters differ.
  ...spelled(
    rules.escape,
    anyText,
    lengthsBeside.map((length) => Draw.constant(`\\né${'x'.repeat(length - 2)}`)),
    [],
  ),
  ...spelled(rules.halfPair, anyText, [pair, ...each(besideHalves), ...besideEscaped].map(among), [
    ...halvesByDigit,
    ...half.map(among),
  ]),
  ...spelled(
    rules.control,
    anyText,
    among(unit(0, 0x1f)),
    Array.from({ length: 0x20 }, (_, code) => among(Draw.constant(String.fromCharCode(code)))),
  ),
  ...spelled(
    rules.quotes,
    quoted,
    word.map((letters) => `"${letters}"`),
    badQuotes,
  ),
]

const respaced = Draw.tuple(pieces, spaces).map(([all, between]) => spaced(all, between))

/** The rules about the whole text. */
const layout: Samples = [
  ...sides(
    rules.space,
    [
      respaced,
      ...each(' \t\n\r').map((one) =>
        Draw.tuple(pieces, one).map(([all, space]) => spaced(all, ['', space.repeat(3000), space])),
      ),
    ],
    noSpace.map((blanks) =>
      Draw.tuple(pieces, spaces, blanks, Draw.nat()).map(([all, between, wrong, place]) =>
        spaced(places.inserted(all, wrong, place), between),
      ),
    ),
  ),
  ...sides(
    rules.whole,
    jobText,
    Draw.tuple(jobText, Draw.nat()).map(([whole, kept]) => {
      const characters = [...whole]
      return characters.slice(0, kept % characters.length).join('')
    }),
  ),
  ...sides(
    rules.trailing,
    spelt`${jobText}${Draw.textOf(' \t\n\r', 0, 9)}`,
    jobEnd.map((end) => spelt`${jobText}${Draw.constantFrom('', '\n', ' ')}${end}`),
  ),
  ...sides(
    rules.mark,
    filled(anyText, Draw.constantFrom('\ufeff', '\ufeff\ufeff', '\\ufeff')),
    each(['\ufeff', '\ufeff ', '\ufeff\ufeff', '\n\ufeff']).map((mark) => spelt`${mark}${jobText}`),
  ),
  ...sides(
    rules.name,
    mapped([...likeIt, ...pairsOfNames], (one) => JSON.stringify(one)),
    repeated,
  ),
]

const strict = Object.fromEntries(Object.keys(ours).map((name) => [name, false])) as unknown as Policies
const aJob = '{"request_id":"a\\u00e9","stages":[],"x":{"y":-1.5e1,"z":[true,null,{"b":"c"},0]}}'
const isJob = (json: string): boolean => E.isRight(Job.decode(utf8(json), strict))
/** Each token of a job is left out, comes twice, or has one of these in its place; and each edit of a character. */
const nearJobs: Samples = [
  ...piecesOf(aJob).map((piece, at, all) =>
    Draw.constantFrom('', `${piece}${piece}`, `${piece},${piece}`, ...'{}[],:;0- ', '"x"', 'null', '{}').map(
      (other) => {
        const json = all.with(at, other).join('')
        return { value: json, rule: rules.structure, name: `${other} for ${piece}`, passes: isJob(json) }
      },
    ),
  ),
  ...[aJob, aJob, aJob, aJob].flatMap((right) => neighbouring(rules.structure, [right], isJob)),
]

/** Each sequence of the table of UTF-8 in such a place. */
const inEachSequence = (frames: Draw.Draw<Frame>, isRight: boolean): ReadonlyArray<Draw.Draw<Bytes>> =>
  sequences
    .filter((sequence) => sequence.isRight === isRight)
    .map(({ bytes }) => Draw.tuple(frames, bytes).map(([[before, after], some]) => between(before, some, after)))

/**
 * Texts that are nearly jobs, in bytes. `passes` is that of a parser without policies; `integerSpelling` refuses nothing under its
 * policy.
 */
export const json: Samples<Bytes> = [
  ...over([...spelling, ...layout, ...respelledJobs, ...nearJobs], utf8),
  ...sides(
    rules.utf8,
    Draw.tuple(anyText, Draw.array(forms, { maxLength: 4 })).map(([[before, after], all]) =>
      between(before, all.flat(), after),
    ),
    misencoded,
  ),
  ...[inText, inName].flatMap((frames) =>
    sides(rules.utf8, inEachSequence(frames, true), inEachSequence(frames, false)),
  ),
]
