/**
 * Numbers in jobs, on both sides of each rule about them: integers in another spelling, values that a double rounds, numbers at the limits,
 * and texts that are nearly numbers of JSON (RFC 8259 §6).
 */
import { digits, range } from '../characters.ts'
import { nearMiddles } from '../decimals.ts'
import * as Gen from '../Gen.ts'
import { rules } from '../jobs/rules.ts'
import { integer } from '../jobs/values.ts'
import { constants, type LabelledGens } from '../Labelled.ts'
import { anyInteger, anyNumber, anyValue, spellingsIn } from './frames.ts'

const { template } = Gen

/** Go reads 800 digits of a number before its exponent. With more of them and a negative exponent, a fault of its library would count. */
const many = 5000
const zeros = '0'.repeat(many)
const nines = '9'.repeat(many)

// ---- Integers

const plainInteger = integer.map(String)

/** Integers with a point or an exponent. */
const respelledIntegers = [
  ...constants(['-0', '0.0', '-0.0', '0e0', '0E-9', '1.0', '1e0', '10e-1', '1.5e1', '100E-2', '-7.00', '1e+2']),
  ...constants([`1.${zeros}`, `0e${nines}`, `1e${zeros}`, `1${zeros.slice(0, 300)}e-300`]),
  template`${plainInteger}${Gen.constantFrom('.0', '.000', 'e0', 'E+0', 'e-0', '.0e0', '.0E00')}`,
  plainInteger.map((integerDigits) => `${integerDigits === '0' ? '' : integerDigits}0e-1`),
]

/** Numbers that round to an integer, or down to the limit, and are none. */
const nearlyIntegers = [
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

export const integers: LabelledGens = [
  ...spellingsIn(anyInteger, rules.integerSpelling, plainInteger, respelledIntegers),
  ...spellingsIn(anyInteger, rules.fraction, plainInteger, nearlyIntegers),
  ...spellingsIn(
    anyInteger,
    rules.integerRange,
    constants(['9007199254740991', '-9007199254740991']),
    constants([
      '9007199254740992',
      '-9007199254740993',
      '9223372036854775808',
      '18446744073709551615',
      '18446744073709551617',
    ]),
  ),
]

// ---- The range of numbers

/** Numbers at the limit and at 0, in spellings that programs read wrongly. */
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

/** Exponents at the limits of counters of 8 to 64 bits, and one beside each limit. */
const exponentsAtLimits: ReadonlyArray<bigint> = [8n, 15n, 16n, 31n, 32n, 63n, 64n].flatMap((bits) =>
  [-1n, 0n, 1n].map((step) => 2n ** bits + step),
)
const withExponentsAtLimits = (head: string): ReadonlyArray<Gen.Gen<string>> =>
  constants(exponentsAtLimits.map((exponent) => `${head}${exponent}`))

export const numberRanges: LabelledGens = [
  ...spellingsIn(anyNumber, rules.numberRange, withinLimit, beyondLimit),
  ...spellingsIn(
    anyNumber,
    rules.numberRange,
    ['1e-', '-0.0e+'].flatMap(withExponentsAtLimits),
    ['1e', '-1E+'].flatMap(withExponentsAtLimits),
  ),
]

// ---- The grammar of numbers

const someDigits = Gen.stringOf(digits, 1, 6)
const sign = Gen.constantFrom('', '-')
const wholePart = Gen.oneof(
  Gen.constantFrom('0', '1'),
  template`${Gen.constantFrom(...range('1', '9'))}${Gen.stringOf(digits, 0, 6)}`,
)
const fraction = Gen.oneof(Gen.constant(''), template`.${someDigits}`)
const exponentPart = Gen.oneof(
  Gen.constant(''),
  Gen.constantFrom('e0', 'E0', 'e+0', 'e-0', 'e5', 'E+05', 'e-5', 'E-10', 'e-400', 'e-0000'),
)

/** Numbers of JSON within the limit. */
export const number: Gen.Gen<string> = template`${sign}${wholePart}${fraction}${exponentPart}`

const nearlyNumbers = [
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
  // Numbers of other languages, and digits of other scripts.
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
  template`${sign}0${wholePart}${fraction}${exponentPart}`,
]

export const numberSpellings: LabelledGens = [
  ...spellingsIn(anyNumber, rules.number, number, nearlyNumbers),
  ...spellingsIn(anyValue, rules.number, Gen.constant('[1E5,-2E5,1.5E+05,1E-5,1e+05,-0.5e-05,0E0,0.10]')),
  ...spellingsIn(anyNumber, rules.number, nearMiddles),
]
