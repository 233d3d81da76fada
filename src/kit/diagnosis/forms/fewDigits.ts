/**
 * A timestamp that a program kept as a floating-point number and printed with few digits, in scientific notation:
 *
 *     1773083065    1.7730831E+9    echo of PHP with precision = 8
 *     1773083065    1.77308e+09     an ostream of C++, with 6 digits
 *     1773083065    1.77E+12        milliseconds in a spreadsheet
 */
import { withoutAtEnd } from '../Received.ts'
import type { Form } from './Respelling.ts'

interface Unit {
  readonly unitName: string
  readonly perSecond: number
}

const units: ReadonlyArray<Unit> = [
  { unitName: '', perSecond: 1 },
  { unitName: 'milliseconds, ', perSecond: 1e3 },
  { unitName: 'microseconds, ', perSecond: 1e6 },
  { unitName: 'nanoseconds, ', perSecond: 1e9 },
]

/** The digits of seconds since 1970. Smaller units have more digits, but the header does not show them. */
const maxDigits = 10

/** How languages write an exponent: `E+9` in PHP, `e+09` in C, `e+9` in JavaScript, `E9` in Java, `e9` in Rust, `E+009` in .NET. */
const exponents: ReadonlyArray<(power: number) => string> = [
  (power) => `E+${power}`,
  (power) => `e+${twoDigits(power)}`,
  (power) => `e+${power}`,
  (power) => `E+${twoDigits(power)}`,
  (power) => `E${power}`,
  (power) => `e${power}`,
  (power) => `E+0${twoDigits(power)}`,
  (power) => `e+0${twoDigits(power)}`,
]

const twoDigits = (power: number): string => String(power).padStart(2, '0')

/** The digits as printed, without zeros at the end, and with a fraction of one zero: 1.70000, 1.7, and 2, 2.0. */
const mantissasOf = (digits: string): ReadonlyArray<string> => {
  const short = digits.includes('.') ? withoutAtEnd(withoutAtEnd(digits, '0'), '.') : digits
  return [...new Set([digits, short, ...(short.includes('.') ? [] : [`${short}.0`])])]
}

/** The clock may stand just before the next second. Then the digits of the rounded number are others. */
const latestFraction = 0.999

/** All forms of a time in seconds since 1970, each with its own name. The same text may come more than once. */
export function* fewDigits(seconds: number): Generator<Form> {
  for (const { unitName, perSecond } of units)
    for (let count = maxDigits; count > 0; count--) {
      let variant = 0
      for (const time of [seconds, seconds + latestFraction]) {
        const [digits = '', power = ''] = (time * perSecond).toExponential(count - 1).split('e+')
        for (const mantissa of mantissasOf(digits))
          for (const exponentOf of exponents) {
            variant++
            yield [
              `${unitName}scientific, in ${count} digits (variant ${variant})`,
              mantissa + exponentOf(Number(power)),
            ]
          }
      }
    }
}

/** What the detail of a form says of the number: all but which of the exponents and roundings it is. */
export const withoutVariant = (detail: string): string => {
  const end = detail.indexOf(' (variant ')
  return end < 0 ? detail : detail.slice(0, end)
}
