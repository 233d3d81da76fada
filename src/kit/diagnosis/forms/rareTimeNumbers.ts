/**
 * A timestamp as a number that few programs print: in another unit, from another beginning of time, as a floating-point number, or cut
 * to 32 bits.
 *
 *     1700000000    19675          days since 1970
 *     1700000000    1.7E12         milliseconds in Java
 *     1700000000    -805160960     milliseconds in an integer of 32 bits
 */
import { fewDigits, withoutVariant } from './fewDigits.ts'
import { everyNumberAsFloat, padExponent } from './numberText.ts'
import type { Form } from './Respelling.ts'

type Forms = ReadonlyArray<Form>

/** The forms of a time in seconds since 1970. */
export const rareTimeNumbers = (n: number): Forms => [
  ...otherUnits(n),
  ...floatingMilliseconds(n),
  ...fewDigits(n),
  ...narrowNumbers(n),
]

/** Whether the form with this detail is a number that a reader does not recognize as a time. */
export const isUnusualNumber = (detail: string): boolean =>
  rareTimeNumbers(0).some(([name]) => withoutVariant(name) === withoutVariant(detail))

const hour = 3600
const day = 24 * hour

/** Numbers of other units, and of other beginnings of time. */
const otherUnits = (n: number): Forms => [
  ['hours', String(Math.floor(n / hour))],
  ['days', String(Math.floor(n / day))],
  ['tenths of a second', `${n}0`],
  ['hundredths of a second', `${n}00`],
  ['seconds since 2001 (Apple)', String(n - 978_307_200)],
  ['seconds since 2001 (Apple), .0', `${n - 978_307_200}.0`],
  ['seconds since 2000', String(n - 946_684_800)],
  ['seconds since 1900 (NTP)', String(n + 2_208_988_800)],
  ['seconds since the year 1', String(n + 62_135_596_800)],
  ['milliseconds since the year 1', `${n + 62_135_596_800}000`],
  ['days since 1899 (Excel)', String(Math.floor(n / day) + 25_569)],
  ['days since 1899 (Excel), with a fraction', String(n / day + 25_569)],
  ['the Julian day', String(n / day + 2_440_587.5)],
  ['zero', '0'],
  ['minus one', '-1'],
  ['in base 36', n.toString(36)],
  ['binary', n.toString(2)],
  ['octal', n.toString(8)],
]

/** Milliseconds as languages print a floating-point number with all its digits. */
const floatingMilliseconds = (n: number): Forms => {
  const ms = n * 1000
  return [
    ['milliseconds, scientific (Java)', everyNumberAsFloat(String(ms))],
    ['milliseconds, scientific (Go)', padExponent(ms.toExponential())],
    ['milliseconds, .0', `${ms}.0`],
  ]
}

/** Numbers that a type of 32 bits cannot hold. Seconds in such a floating-point number are another time, which is another mistake. */
const narrowNumbers = (n: number): Forms => {
  const ms = n * 1000
  const microseconds = BigInt(n) * 1_000_000n
  return [
    ['milliseconds in an integer of 32 bits', String(ms | 0)],
    ['milliseconds in an integer of 32 bits, no sign', String(ms >>> 0)],
    ['microseconds in an integer of 32 bits', String(BigInt.asIntN(32, microseconds))],
    ['microseconds in an integer of 32 bits, no sign', String(BigInt.asUintN(32, microseconds))],
    ['the largest integer of 32 bits', '2147483647'],
    [
      'milliseconds in a floating-point number of 32 bits, scientific (Java)',
      everyNumberAsFloat(shortSingle(Math.fround(ms))),
    ],
  ]
}

/** The shortest digits that name this number of 32 bits. */
const shortSingle = (single: number): string =>
  [5, 6, 7, 8].map((digits) => single.toPrecision(digits)).find((text) => Math.fround(Number(text)) === single) ??
  String(single)
