/** A number that a program read and printed in another form, and values that it filled up to a fixed length. */
import { floatForms, goNumber, inC, writeDouble } from '../numberText.ts'
import { type Operation, operation, valueUnits } from './Operation.ts'

/** The number rounded to so many digits, with an exponent. */
const exponential = (text: string, precision: number): string =>
  Number(Number(text).toPrecision(precision)).toExponential()

/** The double that is nearest to the number, digit by digit. */
const doubleOf = (digits: string): string => String(BigInt(Number(digits)))

/** More digits of a double are noise; a spreadsheet writes zeros for them. */
const spreadsheetDigits = 15
const decimals = ['', '.0', '.00', '.000000']
const radixes = [16, 8, 2, 36]
const precisions = [6, 14, 15, 16, 17]
const marksOfThousands = [',', '.', ' ', "'", '_', '\u00a0', '\u202f', '\u2019', '%2C']
const suffixes = ['n', 'L', 'l', 'M', 'N', 'u', 'U', 'd', 'f', 'i32', 'i64', 'u64', 'u32']
/** The digit zero of Arabic, Persian, Devanagari, Bengali and Thai, and the wide one of East Asia. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
/** Lengths of fields of a fixed length. */
const widths = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 32]

/** A number as programs print it that keep it in another type, or that print its type too. */
const numberWriters: ReadonlyArray<(digits: string) => string> = [
  ...decimals.slice(1).map((fraction) => (digits: string) => digits + fraction),
  ...decimals.map((fraction) => (digits: string) => doubleOf(digits) + fraction),
  (digits) => String(Number(digits)),
  (digits) => String(Math.fround(Number(digits))),
  goNumber,
  inC(14),
  inC(15),
  inC(17),
  ...Object.values(floatForms).map((form) => (digits: string) => writeDouble(digits, form)),
  ...precisions.flatMap((precision) => [
    (digits: string) => exponential(digits, precision),
    (digits: string) => exponential(digits, precision).toUpperCase(),
    (digits: string) => exponential(digits, precision).replace('e+', 'E'),
  ]),
  (digits) => digits.slice(0, spreadsheetDigits).padEnd(digits.length, '0'),
  (digits) => String(BigInt.asIntN(32, BigInt(digits))),
  (digits) => String(BigInt.asUintN(32, BigInt(digits))),
  (digits) => `0x${BigInt(digits).toString(16)}`,
  ...radixes.map((radix) => (digits: string) => BigInt(digits).toString(radix)),
  ...marksOfThousands.map((mark) => (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, mark)),
  ...suffixes.map((suffix) => (digits: string) => digits + suffix),
  (digits) => `Decimal('${digits}')`,
  (digits) => `int(${digits})`,
  (digits) => `NumberLong(${digits})`,
  (digits) => `NumberLong("${digits}")`,
  (digits) => `{"$numberLong":"${digits}"}`,
  (digits) => `Long("${digits}")`,
  (digits) => `%!d(string=${digits})`,
  (digits) => `%!s(int=${digits})`,
  (digits) => `%!s(int64=${digits})`,
  (digits) => `%!s(float64=${digits})`,
  (digits) => `+${digits}`,
  (digits) => `#${digits}`,
  ...zeros.map(
    (zero) => (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))),
  ),
  (digits) => String(BigInt(digits) + 1n),
  (digits) => String(BigInt(digits) - 1n),
]

export const numbersPrinted: ReadonlyArray<Operation> = [
  ...numberWriters.map((write) => operation('number', ['number'], write)),
  ...widths.flatMap((width) => [
    operation('padded', ['number'], (unitText) => unitText.padStart(width, '0')),
    operation('padded', valueUnits, (unitText) => unitText.padStart(width)),
    operation('padded', valueUnits, (unitText) => unitText.padEnd(width)),
  ]),
]
