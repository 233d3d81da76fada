/**
 * How languages write the numbers of a JSON text that they have read. Each function takes a literal and answers a literal: `7.0` becomes
 * `7` in JavaScript, and `1e16` becomes `1e+16` in Python. Whole numbers stay as they are unless a function says otherwise.
 */
import { withoutAtEnd } from '../Received.ts'

/** How a language writes floating-point numbers. */
export interface FloatForm {
  /** Powers of ten from `from` up to, but not including, `to` are written without an exponent. */
  readonly from: number
  readonly to: number
  readonly exponent: (power: number) => string
  /** Whether it writes `1.0e5` and not `1e5`. */
  readonly fraction: boolean
}

/** The number with at least two digits in its exponent. */
export const padExponent = (numberText: string): string => numberText.replace(/e([+-])(\d)$/, 'e$10$2')
export const twoDigits = (power: number): string => padExponent(`e${power < 0 ? '' : '+'}${power}`)

type Language = 'python' | 'ruby' | 'java' | 'php' | 'rust' | 'go' | 'dart' | 'julia' | 'haskell' | 'racket'

/** The table was taken from what the languages write. */
export const floatForms: Readonly<Record<Language, FloatForm>> = {
  python: { from: -4, to: 16, exponent: twoDigits, fraction: false },
  ruby: { from: -4, to: 16, exponent: twoDigits, fraction: true },
  java: { from: -3, to: 7, exponent: (power) => `E${power}`, fraction: true },
  php: { from: -4, to: 17, exponent: (power) => `e${power < 0 ? '' : '+'}${power}`, fraction: true },
  go: { from: -4, to: 6, exponent: twoDigits, fraction: false },
  rust: { from: -5, to: 16, exponent: (power) => `e${power}`, fraction: false },
  dart: { from: -6, to: 21, exponent: (power) => `e${power < 0 ? '' : '+'}${power}`, fraction: false },
  julia: { from: -4, to: 6, exponent: (power) => `e${power}`, fraction: true },
  racket: { from: -4, to: 21, exponent: (power) => `e${power}`, fraction: false },
  haskell: { from: -1, to: 7, exponent: (power) => `e${power}`, fraction: true },
}

const isFloat = (literal: string): boolean => /[.eE]/.test(literal)

export const writeDouble = (literal: string, { from: lowest, to: highest, exponent, fraction }: FloatForm): string => {
  const number = Number(literal)
  // Python writes Infinity, other programs refuse such a number or write null, and none writes another number.
  if (!Number.isFinite(number)) return String(number)
  const [, sign = '', firstDigit = '', furtherDigits = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(number.toExponential()) ?? []
  const minus = Object.is(number, -0) ? '-' : sign
  const exponentValue = Number(power)
  if (number !== 0 && (exponentValue < lowest || exponentValue >= highest))
    return `${minus}${firstDigit}${furtherDigits === '' ? (fraction ? '.0' : '') : `.${furtherDigits}`}${exponent(exponentValue)}`
  const digits = firstDigit + furtherDigits
  if (exponentValue < 0) return `${minus}0.${'0'.repeat(-exponentValue - 1)}${digits}`
  const wholeDigits = digits.slice(0, exponentValue + 1).padEnd(exponentValue + 1, '0')
  return `${minus}${wholeDigits}.${digits.slice(exponentValue + 1) || '0'}`
}

/** Writes floating-point numbers as the language does. */
export const floatsOf =
  (language: Language) =>
  (literal: string): string =>
    isFloat(literal) ? writeDouble(literal, floatForms[language]) : literal

/** As `repr` of Python prints a number: inf where its JSON has Infinity. */
export const pythonNumber = (literal: string): string => floatsOf('python')(literal).replace('Infinity', 'inf')

/** Erlang and Elixir write the shorter of two forms: 1.0e3 for 1000.0, but 100.0. */
export const erlang = (literal: string): string => {
  if (!isFloat(literal)) return literal
  const [plain, scientific] = [
    { from: -400, to: 400 },
    { from: 400, to: 400 },
  ].map((range) => writeDouble(literal, { ...range, exponent: (power) => `e${power}`, fraction: true })) as [
    string,
    string,
  ]
  return scientific.length < plain.length ? scientific : plain
}

/** A decimal without the zeros at its end: 7.5 for 7.50. */
export const withoutZeros = (literal: string): string =>
  /^-?\d+\.\d+$/.test(literal) ? withoutLastZeros(literal) : literal

/** 7 for 7.0, 7.5 for 7.50, and 7.5 for 7.5. */
const withoutLastZeros = (decimal: string): string => {
  const short = withoutAtEnd(decimal, '0')
  return short !== decimal && short.endsWith('.') ? short.slice(0, -1) : short
}

/** R's jsonlite writes at most four digits after the point by default. */
export const fourDecimals = (literal: string): string =>
  /^-?\d+\.\d+$/.test(literal) ? String(Number(Number(literal).toFixed(4))) : literal

/** A decimal without an exponent: 0.00001 for 1e-05. */
export const withoutExponent = (literal: string): string => {
  const [, sign = '', wholeDigits = '', fractionDigits = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(literal) ?? []
  const pointPlace = wholeDigits.length + Number(power)
  if (wholeDigits === '' || Math.abs(pointPlace) > maxWritten) return literal
  const digits = (wholeDigits + fractionDigits)
    .padStart(wholeDigits.length + fractionDigits.length + Math.max(0, -pointPlace), '0')
    .padEnd(pointPlace, '0')
  const point = Math.max(0, pointPlace)
  const fraction = withoutAtEnd(digits.slice(point), '0')
  return sign + (digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0') + (fraction === '' ? '' : `.${fraction}`)
}

/** Numbers of more digits are left as they are. */
const maxWritten = 400

/** Every number as a floating-point number of Java, as in the maps that Gson makes. */
export const everyNumberAsFloat = (literal: string): string => writeDouble(literal, floatForms.java)

/** Every number as Go prints it from a `map[string]any`: 1e+06 for a million. */
export const goNumber = (literal: string): string => writeDouble(literal, floatForms.go).replace(/\.0$/, '')

/** The most characters of an integer of 64 bits, with its sign. */
const maxIntegerLength = 20

const isInteger64 = (integer: bigint): boolean => -(2n ** 63n) <= integer && integer < 2n ** 63n

/**
 * PHP keeps integers of 64 bits, and reads longer ones as floats. It writes 7 for 7.0, 1.0e+25 for 1e25, 0 for -0 (an integer), and -0
 * for -0.0.
 */
export const phpNumber = (literal: string): string => {
  const integer = isFloat(literal) || literal.length > maxIntegerLength ? undefined : BigInt(literal)
  if (integer !== undefined && isInteger64(integer)) return String(integer)
  return writeDouble(literal, floatForms.php).replace(/\.0$/, '')
}

/** The shortest form, which JavaScript and Go write: 7 for 7.0. */
export const shortest = (literal: string): string => String(Number(literal))

/** A floating-point number that was rounded to 32 bits and then printed as one of 64: 7.099999904632568 for 7.1. */
export const asSingle = (literal: string): string => {
  const number = Math.fround(Number(literal))
  return isFloat(literal) && Number.isFinite(number) ? String(number) : literal
}

/** The reverse: 7.1 for 7.099999904632568. */
export const fromSingle = (literal: string): string => {
  const number = Number(literal)
  if (!isFloat(literal) || Math.fround(number) !== number) return literal
  return (
    [6, 7, 8]
      .map((digits) => String(Number(number.toPrecision(digits))))
      .find((candidate) => Math.fround(Number(candidate)) === number) ?? literal
  )
}

/** Floating-point numbers to 17 digits, as PHP writes them with `serialize_precision = 17`: 7.0999999999999996 for 7.1. */
export const toSeventeen = (literal: string): string => {
  if (!isFloat(literal)) return literal
  const [digits = '', power] = Number(literal).toPrecision(17).split('e')
  const short = digits.includes('.') ? withoutLastZeros(digits) : digits
  return power === undefined ? short : `${short.includes('.') ? short : `${short}.0`}e${power}`
}

/** Every number as C writes it with `%.15g`, in as few digits as it needs. `most` is 15 in Perl and R, 14 in Lua, 17 in jq. */
export const inC =
  (most: number) =>
  (literal: string): string => {
    const number = Number(literal)
    const digits =
      [14, 15, 16, 17].find((digitCount) => digitCount >= most || Number(number.toPrecision(digitCount)) === number) ??
      17
    const [mantissa = '', power = '0'] = number.toExponential(Math.min(digits, most) - 1).split('e')
    const exponentValue = Number(power)
    const trimZeros = (decimal: string): string => (decimal.includes('.') ? withoutLastZeros(decimal) : decimal)
    if (exponentValue >= -4 && exponentValue < most)
      return trimZeros(number.toFixed(Math.max(0, Math.min(digits, most) - 1 - exponentValue)))
    return padExponent(`${trimZeros(mantissa)}e${power}`)
  }

/** Every number as jq wrote it before version 1.7: in the shortest digits, with an exponent if more than 15 zeros would follow them. */
export const inJq = (literal: string): string => {
  const number = Number(literal)
  if (!Number.isFinite(number)) return String(number)
  const [mantissa = '', power = '0'] = number.toExponential().split('e')
  const digitCount = mantissa.replace(/\D/g, '').length
  const pointPlace = Number(power) + 1
  if (pointPlace <= -4 || pointPlace > digitCount + 15) return padExponent(`${mantissa}e${power}`)
  return withoutExponent(`${mantissa}e${power}`)
}

/** A floating-point number as Free Pascal writes it. */
export const inPascal = (literal: string): string => {
  if (!isFloat(literal)) return literal
  const [digits = '', power = ''] = Number(literal).toExponential(16).split('e')
  return `${digits}E${power.slice(0, 1)}${power.slice(1).padStart(3, '0')}`
}

/** Every number as Lua writes it: `%.14g`. */
export const toFourteen = (literal: string): string => {
  const [digits = '', power] = Number(literal).toPrecision(14).split('e')
  const short = digits.includes('.') ? withoutLastZeros(digits) : digits
  return power === undefined ? short : padExponent(`${short}e${power}`)
}

/** Writes 7.0 for 7 in `cfg_scale`, the only floating-point number of a job (interface §2.4). */
export const scaleAsFloat = (literal: string, memberName: string): string =>
  memberName === '"cfg_scale"' && !isFloat(literal) ? `${literal}.0` : literal
