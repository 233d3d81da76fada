/**
 * Jobs by their spelling: JSON texts on both sides of each rule of JSON, and bytes that are UTF-8 or nearly. What a job means is in
 * `jobs/`. A `Frame` is a valid job around one place, as the texts before and after it; a spelling of a number or a text fills it.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Bytes, concat, empty, ofText } from '../../core/Bytes.ts'
import { ours, type Policies } from '../../core/Policies.ts'
import * as Job from '../../job/Job.ts'
import { digits, range, surrogateNeighbours } from './characters.ts'
import { nearMiddles } from './decimals.ts'
import * as Gen from './Gen.ts'
import { jobs } from './jobs/meanings.ts'
import * as places from './jobs/places.ts'
import { diffused, shortJob } from './jobs/places.ts'
import { rules } from './jobs/rules.ts'
import { anyName, character, integer, text, value } from './jobs/values.ts'
import {
  combineWith,
  constants,
  type GensByChange,
  type LabelledGens,
  mapEach,
  mapValues,
  onePerSide,
  validAndInvalid,
} from './Labelled.ts'
import { lookalikes } from './lookalikes.ts'
import { neighbouring } from './neighbours.ts'
import { sequences } from './utf8.ts'

/** The texts before and after a place. */
type Frame = readonly [before: string, after: string]

const { template } = Gen

const marker = 'the place to fill'

const frameOf = (document: unknown): Frame => {
  const [head = '', ...rest] = JSON.stringify(document).split(JSON.stringify(marker))
  return [head, rest.join()]
}

const valueIn = (fields: ReadonlyArray<places.Field>): Gen.Gen<Frame> =>
  places.put(Gen.oneof(...fields), Gen.constant(marker)).map(frameOf)

/** Around any value: of a field, or of an item or a member in it. */
const anyValue: Gen.Gen<Frame> = Gen.tuple(
  valueIn(places.otherFields),
  Gen.constantFrom<Frame>(['', ''], ['[', ']'], ['[0,', ',1]'], ['{"a":', '}']),
).map(([[head, tail], [open, close]]) => [head + open, close + tail])
const anyNumber = Gen.oneof(anyValue, valueIn([places.scale]))
const anyInteger = valueIn(places.integerFields)

/** Around the name of a member without a type. */
const anyNamePlace: Gen.Gen<Frame> = places.anywhere.map((place) => frameOf(place.put({ [marker]: null })))

/** The place is in a text, between its double quotes. */
const inText: Gen.Gen<Frame> = Gen.oneof(valueIn(places.textFields), anyValue).map(
  ([head, tail]): Frame => [`${head}"`, `"${tail}`],
)
/** The place is in a key. The key begins with words of its own, so that no other is the same. */
const inName: Gen.Gen<Frame> = anyNamePlace.map(([head, tail]): Frame => [`${head}"a name of its own `, `"${tail}`])
const anyText: Gen.Gen<Frame> = Gen.oneof(inText, inName)

const filled = (frames: Gen.Gen<Frame>, fills: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(frames, fills).map(([[head, tail], fill]) => head + fill + tail)

/** Texts of jobs on both sides of a rule about a value or a name in them. */
const spelled = (
  rule: string,
  frames: Gen.Gen<Frame>,
  valid: GensByChange<string>,
  invalid: GensByChange<string>,
): LabelledGens =>
  combineWith(frames, validAndInvalid(rule, valid, invalid), ([head, tail], fill) => head + fill + tail)

const plainInteger = integer.map(String)

// Go reads 800 digits of a number before its exponent: more than those with an exponent below 0 would be a fault of its library.
const many = 5000
const zeros = '0'.repeat(many)
const nines = '9'.repeat(many)

/** An integer with a point or an exponent; the value is whole. */
const respelled = [
  ...constants(['-0', '0.0', '-0.0', '0e0', '0E-9', '1.0', '1e0', '10e-1', '1.5e1', '100E-2', '-7.00', '1e+2']),
  ...constants([`1.${zeros}`, `0e${nines}`, `1e${zeros}`, `1${zeros.slice(0, 300)}e-300`]),
  template`${plainInteger}${Gen.constantFrom('.0', '.000', 'e0', 'E+0', 'e-0', '.0e0', '.0E00')}`,
  plainInteger.map((digits) => `${digits === '0' ? '' : digits}0e-1`),
]

/** Rounds to an integer, or down to the limit, and is none. */
const nearlyInteger = [
  ...constants([
    '1.00000000000000000001',
    '0.99999999999999999999',
    '1e-400',
    '-1e-400',
    '0.1e-999',
    '9007199254740991.4',
  ]),
  ...constants(['-9007199254740991.4', '9007199254740990.01', '10000000000000000000001e-22']),
  ...constants([`1.${zeros}1`, `0.${nines}`, `1e-${nines}`]),
]

/** Numbers at the limit and at 0, in spellings that lead programs astray. */
const withinLimit = [
  ...constants(['9007199254740991', '-9007199254740991', '9007199254740991.0', '9007199254740991.4']),
  ...constants(['-9007199254740991.49', '90071992547409910e-1', '9.007199254740991e15', '-9007199254.740991E+6']),
  ...constants([
    '0.0000000000000000000009007199254740991e37',
    '1e15',
    '0e999999999',
    '-0.0E+999',
    '1e-999999999',
    '-1e-400',
  ]),
  ...constants([`0e${nines}`, `1e-${nines}`, `0.${zeros}1`, `1e${zeros}`, `1e-${zeros}`, `0.${nines}`]),
  Gen.constant(`1${zeros.slice(0, 300)}e-300`),
]
const beyondLimit = [
  ...constants([
    '9007199254740992',
    '-9007199254740992',
    '9007199254740993',
    '9007199254740992.0',
    '9007199254740991.5',
  ]),
  ...constants(['-9007199254740991.75', '90071992547409920e-1', '9.007199254740992e15', '1e16', '9223372036854775807']),
  ...constants([
    '18446744073709551616',
    '100000000000000000000000000000000000000000',
    '1e308',
    '1.8e308',
    '1e400',
    '-1e400',
  ]),
  ...constants(['1e999999999', nines, `-${nines}`, `1e${nines}`, `0.${zeros}1e${2 * many}`, `1${zeros}e-1`]),
]

/** Levels or counts at the limit of a counter of 8 to 64 bits, and beside it. */
const exponents: ReadonlyArray<bigint> = [8n, 15n, 16n, 31n, 32n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].map((step) => 2n ** bits + step),
)
const farExponents = (head: string): ReadonlyArray<Gen.Gen<string>> =>
  constants(exponents.map((exponent) => `${head}${exponent}`))

/** Lengths at the limit of 5 to 17 bits, and beside it. */
const lengths: ReadonlyArray<number> = Array.from({ length: 13 }, (_, i) => 2 ** (i + 5))
const lengthsBeside: ReadonlyArray<number> = lengths.flatMap((length) => [length - 1, length, length + 1])

/** A value in this many arrays, objects or both in turn, one in the other. */
const nesting =
  (core: string) =>
  (count: number): Gen.Gen<string> =>
    Gen.tuple(Gen.constantFrom(['[', ']'], ['{"":', '}'], ['[0,{"a":', '}]']), Gen.constantFrom('', ' ', '\n')).map(
      ([[open = '', close = ''], space]) => {
        const perLevel = open.length > 4 ? 2 : 1
        const times = Math.floor(count / perLevel)
        const inner = count % perLevel === 0 ? core : `[${core}]`
        return (open + space).repeat(times) + inner + (close + space).repeat(times)
      },
    )

const deepText = nesting('0')

const hexDigits = Gen.stringOf('0123456789abcdefABCDEF', 4, 4)

/** `\uXXXX`, its letters in either case. */
const escaped = (unit: number, upper: boolean): string => {
  const digits = unit.toString(16).padStart(4, '0')
  return `\\u${upper ? digits.toUpperCase() : digits}`
}
const shortEscapes: ReadonlyMap<string, string> = new Map(
  Array.from('"\\/\b\f\n\r\t', (char, i) => [char, `\\${'"\\/bfnrt'[i]}`]),
)
const mustEscape = (char: string): boolean => char < ' ' || char === '"' || char === '\\'

/** A character as it is, by its short escape or by `\u`, as far as JSON lets it. */
const spellingOf = (char: string, spellingIndex: number): string => {
  const short = shortEscapes.get(char)
  if (spellingIndex % 4 === 0 && short !== undefined) return short
  if (spellingIndex % 4 <= 1 && !mustEscape(char)) return char
  return Array.from({ length: char.length }, (_, i) => escaped(char.charCodeAt(i), spellingIndex % 4 === 2)).join('')
}

/** A text of JSON, without its quotes, each character in any of its spellings. */
export const content: Gen.Gen<string> = Gen.array(Gen.tuple(character, Gen.nat(3)), { maxLength: 6 }).map((units) =>
  units.map(([char, spellingIndex]) => spellingOf(char, spellingIndex)).join(''),
)

/** Other contents stand around it. */
const among = (fill: Gen.Gen<string>): Gen.Gen<string> => template`${content}${fill}${content}`

const badEscape = [
  ...constants([..."avexUNB01'`&%#{ "].map((letter) => `\\${letter}`)),
  ...constants(['\\\n', '\\\r\n', '\\\u0000', '\\é', '\\\u2028', '\\x41', '\\U00000041', '\\u{41}', '\\N{DIGIT ONE}']),
  ...constants(['\\u', '\\u4', '\\u41', '\\u041'].map((short) => `${short}-`)),
  ...constants(['\\u+041', '\\u-041', '\\u0x41', '\\u00٤1', '\\u００４１', '\\u\\u0041']),
  ...constants(['\\u 041', '\\u004 ', '\\ 0041']),
  ...constants('gGzZ:@`/ _.').flatMap((signs) =>
    [0, 1, 2].map((least) =>
      Gen.tuple(hexDigits, signs, Gen.integer(least, least + 1)).map(
        ([digits, mark, place]) => `\\u${digits.slice(0, place)}${mark}${digits.slice(place + 1)}`,
      ),
    ),
  ),
]

const unit = (least: number, most: number): Gen.Gen<string> =>
  Gen.tuple(Gen.oneof(Gen.constantFrom(least, most), Gen.integer(least, most)), Gen.boolean).map(([code, upper]) =>
    escaped(code, upper),
  )
const high = unit(0xd800, 0xdbff)
const low = unit(0xdc00, 0xdfff)
const pair = template`${high}${low}`
const halfOf = (digit: string): Gen.Gen<string> =>
  Gen.constantFrom('00', 'ff', 'FF', '0a', '9C').map((end) => `\\ud${digit}${end}`)
/** A lone half for each hexadecimal digit behind `\ud`, in both cases. */
const halvesByDigit = [
  ...Array.from('89abcdefABCDEF', halfOf),
  ...Array.from('8C', (digit) => Gen.constantFrom('00', 'fF').map((end) => `\\uD${digit}${end}`)),
]
/** Beside another half, or what is none. */
const half = [
  template`${low}${high}`,
  template`${high}${pair}`,
  template`${pair}${low}`,
  ...Array.from('89abAB', (digit) => template`${high}${halfOf(digit)}`),
  ...Array.from('cdefCDEF', (digit) => template`${halfOf(digit)}${low}`),
  ...constants(['a', '\\n', '\\\\', '\\u0041', '\\ud7ff', '\\ue000', 'udc00', '\\\\udc00', '\u{10000}']).map(
    (after) => template`${high}${after}`,
  ),
]
/** A backslash that is escaped, with what would break a rule behind another one. */
const harmless = mapEach([...badEscape, ...halvesByDigit, ...half], (fill) =>
  [...fill.replaceAll('\\', '\\\\')].map((char) => (char < ' ' ? 'x' : char)).join(''),
)

const besideEscaped = constants(surrogateNeighbours.filter((char) => char.length === 1)).flatMap((ones) =>
  [false, true].map((upper) => ones.map((char) => escaped(char.charCodeAt(0), upper))),
)

const word = template`w${Gen.stringOf(range('a', 'z'), 0, 6)}`
const badQuotes = [
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

/** Around a text or a name with its quotes. */
const quoted: Gen.Gen<Frame> = Gen.oneof(anyValue, anyNamePlace)

// The parts of a number of JSON; its value is within the limit.
const someDigits = Gen.stringOf(digits, 1, 6)
const sign = Gen.constantFrom('', '-')
const aDocument = Gen.oneof(
  Gen.constantFrom('0', '1'),
  template`${Gen.constantFrom(...range('1', '9'))}${Gen.stringOf(digits, 0, 6)}`,
)
const point = Gen.oneof(Gen.constant(''), template`.${someDigits}`)
const exponent = Gen.oneof(
  Gen.constant(''),
  Gen.constantFrom('e0', 'E0', 'e+0', 'e-0', 'e5', 'E+05', 'e-5', 'E-10', 'e-400', 'e-0000'),
)
export const number: Gen.Gen<string> = template`${sign}${aDocument}${point}${exponent}`
const badNumber = [
  ...constants([
    '01',
    '-01',
    '00',
    '+1',
    '-+1',
    '.5',
    '-.5',
    '1.',
    '-1.',
    '1.e5',
    '1e',
    '1E+',
    '1e-',
    '1e+-1',
    '1.5.5',
    '1e5.5',
    '1e5e1',
    '1n',
    '1f',
    '1%',
    '1_0',
    '1e1_0',
    '(1)',
    '--1',
    '1/2',
    '-',
    '+',
    'e1',
  ]),
  ...constants([
    '0x1',
    '-0x1',
    '0o7',
    '0b1',
    '1\u0660',
    '\uff11',
    '\u0661',
    '\u22121',
    'NaN',
    '-NaN',
    'Infinity',
    '-Infinity',
    'inf',
    '1e\u0661',
    '$1',
    '#1',
    '1L',
    '0.1f',
  ]),
  ...constants(['1 0', '1 .5', '- 1', '1e 1', '1. 5']),
  template`${sign}0${aDocument}${point}${exponent}`,
]

const words = ['true', 'false', 'null']
const badWord = [
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

/** A compact text in the pieces between which white space may be. */
const piecesOf = (compact: string): ReadonlyArray<string> =>
  compact.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/gs) ?? []

const spaces = Gen.array(
  Gen.oneof(Gen.constantFrom('', ' ', '\n', '\t', '\r', '\r\n', '\n\r', '\n  '), Gen.stringOf(' \t\n\r', 0, 20)),
  { minLength: 1, maxLength: 5 },
)

/** The tokens with white space before each and after the last. */
const spaced = (tokens: ReadonlyArray<string>, between: ReadonlyArray<string>): string =>
  [...tokens, ''].map((token, i) => between[i % between.length] + token).join('')

const tokensOfJobs = shortJob.map((job) => piecesOf(JSON.stringify(job)))

const noSpace = [
  ...constants('\f\v\b\u0000\u001c\u001f\u007f\u0085\u00a0\u1680\u180e\u2003\u2028\u2029\u200b\u2060\u3000\ufeff'),
  ...constants(['/**/', '//\n', '#\n', '<!---->', '\\n', '&#32;']),
]

const utf8 = (source: string): Bytes => E.getOrElse(() => empty)(ofText(source))
const between = (head: string, bytes: ReadonlyArray<number>, tail: string): Bytes =>
  concat([utf8(head), Uint8Array.from(bytes), utf8(tail)])

/** A number in the form that UTF-8 has for `length` bytes, too large or too small for it or not. */
const form = (point: number, length: number): ReadonlyArray<number> => {
  const continuation = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((point >> (6 * (length - 2 - i))) & 0x3f))
  return [((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1))), ...continuation]
}
const pointOf = (least: number, most: number): Gen.Gen<number> =>
  Gen.oneof(Gen.constantFrom(least, most), Gen.integer(least, most))
const forms = Gen.oneof(
  pointOf(0x80, 0x7ff).map((point) => form(point, 2)),
  pointOf(0x800, 0xd7ff).map((point) => form(point, 3)),
  pointOf(0xe000, 0xffff).map((point) => form(point, 3)),
  pointOf(0x10000, 0x10ffff).map((point) => form(point, 4)),
)
const badForms: ReadonlyArray<Gen.Gen<ReadonlyArray<number>>> = [
  // Overlong.
  ...[0, 0x22, 0x2f, 0x5c].map((point) => Gen.constant(form(point, 2))),
  pointOf(0, 0x7f).map((point) => form(point, 2)),
  pointOf(0, 0x7ff).map((point) => form(point, 3)),
  pointOf(0, 0xffff).map((point) => form(point, 4)),
  // Surrogates, alone and in pairs.
  ...[0xd800, 0xdbff, 0xdc00, 0xdfff].map((point) => Gen.constant(form(point, 3))),
  Gen.tuple(pointOf(0xd800, 0xdbff), pointOf(0xdc00, 0xdfff)).map(([highHalf, lowHalf]) => [
    ...form(highHalf, 3),
    ...form(lowHalf, 3),
  ]),
  // Beyond the last code point, and forms of five and six bytes.
  ...[0x110000, 0x1fffff].map((point) => Gen.constant(form(point, 4))),
  ...constants([[0xf8, 0x88, 0x80, 0x80, 0x80], [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xfe]]),
  // Truncated, too long, and with a byte exchanged.
  ...[0, 1, 2].map((length) => forms.map((bytes) => bytes.slice(0, 1 + (length % (bytes.length - 1))))),
  Gen.tuple(forms, Gen.integer(0x80, 0xbf)).map(([bytes, extra]) => [...bytes, extra]),
  ...[0, 1, 2].map((place) =>
    Gen.tuple(forms, Gen.constantFrom(0x20, 0x22, 0x41, 0x7f, 0xc3, 0xe2, 0xff)).map(([bytes, invalidByte]) =>
      bytes.map((byte, i) => (i === 1 + (place % (bytes.length - 1)) ? invalidByte : byte)),
    ),
  ),
  ...[0x80, 0xbf, 0xc0, 0xc1, 0xf5, 0xff].map((byte) => Gen.constant([byte])),
]

const utf16 = (source: string, isBig: boolean): Bytes =>
  new Uint8Array(2 * source.length).map((_, i) => source.charCodeAt(i >> 1) >> (i % 2 === Number(isBig) ? 0 : 8))

const jobText = shortJob.map((job) => JSON.stringify(job))
/** The bytes are the text of a field, or stand before or after a whole job. */
const misencoded: ReadonlyArray<Gen.Gen<Bytes>> = [
  ...badForms.map((bad) => Gen.tuple(anyText, bad).map(([[head, tail], bytes]) => between(head, bytes, tail))),
  Gen.tuple(jobText, Gen.oneof(...badForms), Gen.boolean).map(([document, bytes, isFirst]) =>
    isFirst ? between('', bytes, document) : between(document, bytes, ''),
  ),
  ...[true, false].flatMap((isBig) =>
    ['', '\ufeff'].map((mark) => jobText.map((document) => utf16(mark + document, isBig))),
  ),
]

/** Values that programs take for no value. */
const empties = Gen.constantFrom<unknown>(null, null, false, 0, '', [], {})

/** A member that an object has once: its name, and two values of its type. */
const members = [
  ...constants<unknown>([null, false, 0, '', [], {}, 'x']).map((firstValue) =>
    Gen.tuple(places.anywhere, Gen.constantFrom('a field', ''), firstValue, value),
  ),
  ...[...constants(['__proto__', 'constructor', '\u0000']), template`its own ${anyName}`].map((key) =>
    Gen.tuple(places.anywhere, key, Gen.oneof(empties, value), Gen.oneof(empties, value)),
  ),
  ...[
    [places.inJob, ['request_id'], text] as const,
    [places.inJob, ['stages'], Gen.constant([])] as const,
    [places.inSeededStage, ['type'], Gen.constant('INPUT_INITIALIZE')] as const,
    [places.inDiffusedStage, ['diffusion'], diffused] as const,
    [places.inSeeded, ['seed', 'count'], integer] as const,
    [places.inDiffused, ['width', 'steps'], integer] as const,
    [places.inPrompt, ['text'], text] as const,
    [places.inOtherStage, ['x', 'diffusion'], value] as const,
  ].map(([place, keys, valueGens]) =>
    Gen.tuple(place, Gen.constantFrom(...keys), valueGens as Gen.Gen<unknown>, valueGens as Gen.Gen<unknown>),
  ),
]
const spelledName = (key: string, spellings: ReadonlyArray<number>): string =>
  `"${Array.from(key, (char, i) => spellingOf(char, spellings[i % spellings.length] as number)).join('')}"`

/** Each name and each text of a job in any spelling: a field is found by what its name says, and a type by what it says. */
const respelledJobs: LabelledGens = combineWith(
  Gen.array(Gen.nat(3), { minLength: 1, maxLength: 4 }),
  [1, 2, 3, 4, 5].flatMap(() =>
    onePerSide(
      jobs.filter(
        ({ labels: { isBoundary, change, unless } }) => !isBoundary && !unless && change !== rules.integerText,
      ),
    ),
  ),
  (spellings, job) =>
    piecesOf(JSON.stringify(job))
      .map((token) => (token.startsWith('"') ? spelledName(JSON.parse(token), spellings) : token))
      .join(''),
)

/** The member once more, its name in any spelling. */
const repeated = members.map((member) =>
  Gen.tuple(
    member,
    Gen.boolean,
    Gen.array(Gen.nat(3), { minLength: 1, maxLength: 4 }),
    Gen.constantFrom(0, 20, 1000),
  ).map(([[place, key, firstValue, secondValue], isSame, spellings, fillers]) => {
    const [head, tail] = frameOf(place.put({ [key]: firstValue, [marker]: null }))
    const manyMembers = Array.from({ length: fillers }, (_, i) => `"one of many ${i}":0,`).join('')
    return `${head}${manyMembers}${spelledName(key, spellings)}:${JSON.stringify(isSame ? firstValue : secondValue)},"another name of its own"${tail}`
  }),
)
const likeIt = [
  Gen.tuple(
    places.anywhere,
    Gen.constantFrom('x', 'Seed', 'é', 'REQUEST_ID', '__proto__'),
    Gen.constantFrom(' ', '\u0000', '\u0301', '_', '\ufeff', "'"),
    value,
  ).map(([place, key, suffix, member]) => place.put({ [key]: member, [key + suffix]: member, [suffix + key]: member })),
  ...constants([
    ['x', 'X'] as const,
    ['é', 'e\u0301'] as const,
    ['\u212b', '\u00c5'] as const,
    ['ſ', 's'] as const,
    ['ﬁ', 'fi'] as const,
    ['0', '00'] as const,
  ]).map((twoKeys) =>
    Gen.tuple(places.anywhere, twoKeys, value).map(([place, [key, otherKey], member]) =>
      place.put({ [key]: member, [otherKey]: member }),
    ),
  ),
  Gen.tuple(places.anywhere, anyName, value).map(([place, key, member]) => {
    const inner = { [key]: { [key]: member } }
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
/** The keys have an object of their own: some maps compare by hash only while they are small. */
const pairsOfNames = constants(alikeNames).map((twoKeys) =>
  Gen.tuple(places.anywhere, twoKeys, value).map(([place, [key, otherKey], member]) =>
    place.put({ x: { [key]: member, [otherKey]: member } }),
  ),
)

/** No white space. */
const jobEnd = [
  ...constants('}],:"0a\u0000\u001a\ufeff\f\u00a0;\\#'),
  ...constants(['{}', '[]', 'null', '//', '/**/', ',{}', '\n0', '\u0000\u0000']),
  jobText,
]

/** The rules about the spelling of values and names. */
const spelling: LabelledGens = [
  ...spelled(rules.integerSpelling, anyInteger, plainInteger, respelled),
  ...spelled(rules.fraction, anyInteger, plainInteger, nearlyInteger),
  ...spelled(
    rules.integerRange,
    anyInteger,
    constants(['9007199254740991', '-9007199254740991']),
    constants([
      '9007199254740992',
      '-9007199254740993',
      '9223372036854775808',
      '18446744073709551615',
      '18446744073709551617',
    ]),
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
    [...[127, 126, 1].map(deepText), ...mapEach(constants('[]{}'), (bracket) => `"${bracket.repeat(130)}"`)],
    [128, 129, 255, 256, 1000, 100_000].map(deepText),
  ),
  ...spelled(rules.name, valueIn(places.at(places.inJob, 'x', '')), nesting('{"a":1,"b":1}')(126), [
    ...[5, 38, 126].map(nesting('{"a":1,"a":2}')),
    Gen.logUniform(126).chain(nesting('{"":null,"\\u0061":0,"a":0}')),
  ]),
  // Kept by some ports, and read all the same.
  ...spelled(
    rules.name,
    valueIn(places.at(places.inOtherStage, 'x', 'diffusion')),
    [],
    [1, 5].map(nesting('{"a":1,"a":2}')),
  ),
  ...spelled(rules.number, anyNumber, number, badNumber),
  ...spelled(rules.number, anyValue, Gen.constant('[1E5,-2E5,1.5E+05,1E-5,1e+05,-0.5e-05,0E0,0.10]'), []),
  ...spelled(rules.number, anyNumber, nearMiddles, []),
  ...spelled(rules.word, anyValue, constants(words), badWord),
  ...spelled(
    rules.escape,
    anyText,
    [
      ...[content, ...harmless].map(among),
      // Patterns in some languages overflow the stack.
      ...constants(['\\n', '\\u00e9', '\\"', '\\\\', 'a\\/']).map((escapes) =>
        escapes.map((short) => short.repeat(7000)),
      ),
    ],
    badEscape.map(among),
  ),
  // The escape takes a reader from its fast path, and the character makes bytes and characters differ.
  ...spelled(
    rules.escape,
    anyText,
    lengthsBeside.map((length) => Gen.constant(`\\né${'x'.repeat(length - 2)}`)),
    [],
  ),
  ...spelled(rules.halfPair, anyText, [pair, ...constants(surrogateNeighbours), ...besideEscaped].map(among), [
    ...halvesByDigit,
    ...half.map(among),
  ]),
  ...spelled(
    rules.control,
    anyText,
    among(unit(0, 0x1f)),
    Array.from({ length: 0x20 }, (_, code) => among(Gen.constant(String.fromCharCode(code)))),
  ),
  ...spelled(
    rules.quotes,
    quoted,
    word.map((letters) => `"${letters}"`),
    badQuotes,
  ),
]

const respaced = Gen.tuple(tokensOfJobs, spaces).map(([tokens, between]) => spaced(tokens, between))

/** The rules about the whole text. */
const layout: LabelledGens = [
  ...validAndInvalid(
    rules.space,
    [
      respaced,
      ...constants(' \t\n\r').map((blankGen) =>
        Gen.tuple(tokensOfJobs, blankGen).map(([tokens, space]) => spaced(tokens, ['', space.repeat(3000), space])),
      ),
    ],
    noSpace.map((blanks) =>
      Gen.tuple(tokensOfJobs, spaces, blanks, Gen.nat()).map(([tokens, between, blank, place]) =>
        spaced(places.inserted(tokens, blank, place), between),
      ),
    ),
  ),
  ...validAndInvalid(
    rules.whole,
    jobText,
    Gen.tuple(jobText, Gen.nat()).map(([document, length]) => {
      const characters = [...document]
      return characters.slice(0, length % characters.length).join('')
    }),
  ),
  ...validAndInvalid(
    rules.trailing,
    template`${jobText}${Gen.stringOf(' \t\n\r', 0, 9)}`,
    jobEnd.map((end) => template`${jobText}${Gen.constantFrom('', '\n', ' ')}${end}`),
  ),
  ...validAndInvalid(
    rules.mark,
    filled(anyText, Gen.constantFrom('\ufeff', '\ufeff\ufeff', '\\ufeff')),
    constants(['\ufeff', '\ufeff ', '\ufeff\ufeff', '\n\ufeff']).map((mark) => template`${mark}${jobText}`),
  ),
  ...validAndInvalid(
    rules.name,
    mapEach([...likeIt, ...pairsOfNames], (job) => JSON.stringify(job)),
    repeated,
  ),
]

const strict = Object.fromEntries(Object.keys(ours).map((policy) => [policy, false])) as unknown as Policies
const aJob = '{"request_id":"a\\u00e9","stages":[],"x":{"y":-1.5e1,"z":[true,null,{"b":"c"},0]}}'
const isJob = (json: string): boolean => E.isRight(Job.decode(utf8(json), strict))
/** Each token of a job is left out, comes twice, or has one of these in its place; and each edit of a character. */
const nearJobs: LabelledGens = [
  ...piecesOf(aJob).map((token, index, tokens) =>
    Gen.constantFrom('', `${token}${token}`, `${token},${token}`, ...'{}[],:;0- ', '"x"', 'null', '{}').map(
      (replacement) => {
        const json = tokens.with(index, replacement).join('')
        return { value: json, rule: rules.structure, change: `${replacement} for ${token}`, passes: isJob(json) }
      },
    ),
  ),
  ...[aJob, aJob, aJob, aJob].flatMap((job) => neighbouring(rules.structure, [job], isJob)),
]

/** Each sequence of the table of UTF-8 in such a place. */
const inEachSequence = (frames: Gen.Gen<Frame>, isRight: boolean): ReadonlyArray<Gen.Gen<Bytes>> =>
  sequences
    .filter((sequence) => sequence.isRight === isRight)
    .map(({ bytes }) => Gen.tuple(frames, bytes).map(([[head, tail], sequence]) => between(head, sequence, tail)))

/**
 * Texts that are nearly jobs, in bytes. `passes` is that of a parser without policies; `integerSpelling` refuses nothing under its
 * policy.
 */
export const json: LabelledGens<Bytes> = [
  ...mapValues([...spelling, ...layout, ...respelledJobs, ...nearJobs], utf8),
  ...validAndInvalid(
    rules.utf8,
    Gen.tuple(anyText, Gen.array(forms, { maxLength: 4 })).map(([[head, tail], drawnForms]) =>
      between(head, drawnForms.flat(), tail),
    ),
    misencoded,
  ),
  ...[inText, inName].flatMap((frames) =>
    validAndInvalid(rules.utf8, inEachSequence(frames, true), inEachSequence(frames, false)),
  ),
]
