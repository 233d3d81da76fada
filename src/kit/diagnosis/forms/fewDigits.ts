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

const twoDigits = (power: number): string => String(power).padStart(2, '0')

/** How languages write an exponent. */
const exponentWriters: ReadonlyArray<(power: number) => string> = [
  // PHP
  (power) => `E+${power}`,
  // C, Python
  (power) => `e+${twoDigits(power)}`,
  // JavaScript
  (power) => `e+${power}`,
  // Spreadsheets, .NET
  (power) => `E+${twoDigits(power)}`,
  // Java
  (power) => `E${power}`,
  // Rust
  (power) => `e${power}`,
  // Format "E" of .NET
  (power) => `E+0${twoDigits(power)}`,
  // Format "e" of .NET
  (power) => `e+0${twoDigits(power)}`,
]

/** The digits before the exponent: as printed, without zeros at the end, and with one zero after the point. 1.70000, 1.7 or 2, 2.0. */
const mantissasOf = (digits: string): ReadonlyArray<string> => {
  const short = digits.includes('.') ? withoutAtEnd(withoutAtEnd(digits, '0'), '.') : digits
  return [...new Set([digits, short, ...(short.includes('.') ? [] : [`${short}.0`])])]
}

/** The clock may show a fraction that the header lacks, and round up: `1.773083066E+9` for 1773083065.999. */
const latestFraction = 0.999

/** The texts of a number with this count of significant digits. */
const writeScientific = (number: number, digitCount: number): ReadonlyArray<string> => {
  const [digits = '', power = ''] = number.toExponential(digitCount - 1).split('e+')
  return mantissasOf(digits).flatMap((mantissa) =>
    exponentWriters.map((writeExponent) => mantissa + writeExponent(Number(power))),
  )
}

/** All forms of a time in seconds since 1970, each with its own name. The same text may come more than once. */
export function* fewDigits(seconds: number): Generator<Form> {
  for (const { unitName, perSecond } of units)
    for (let digitCount = maxDigits; digitCount > 0; digitCount--) {
      const texts = [seconds, seconds + latestFraction].flatMap((time) => writeScientific(time * perSecond, digitCount))
      for (const [index, text] of texts.entries())
        yield [`${unitName}scientific, in ${digitCount} digits (variant ${index + 1})`, text]
    }
}

/** The detail of a form without its variant, which only counts the roundings, mantissas and exponents. */
export const withoutVariant = (detail: string): string => {
  const end = detail.indexOf(' (variant ')
  return end < 0 ? detail : detail.slice(0, end)
}
