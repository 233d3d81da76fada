/** How languages write the numbers of a JSON text that they have read. */

/** Where a language begins to write an exponent, and how. */
interface Form {
  /** From this power of ten up to that one there is no exponent. */
  readonly from: number
  readonly to: number
  readonly exponent: (power: number) => string
  /** `1.0e5` in place of `1e5`. */
  readonly fraction: boolean
}

/** The exponent with two digits at least. */
export const padded = (text: string): string => text.replace(/e([+-])(\d)$/, 'e$10$2')
const twoDigits = (power: number): string => padded(`e${power < 0 ? '' : '+'}${power}`)

type Language = 'python' | 'ruby' | 'java' | 'php' | 'rust' | 'go' | 'dart' | 'julia' | 'haskell' | 'racket'

/** Of floating-point numbers; taken from what the languages write. */
const forms: Readonly<Record<Language, Form>> = {
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

const double = (literal: string, { from, to, exponent, fraction }: Form): string => {
  const number = Number(literal)
  const [, sign = '', first = '', rest = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(number.toExponential()) ?? []
  const minus = Object.is(number, -0) ? '-' : sign
  const at = Number(power)
  if (number !== 0 && (at < from || at >= to))
    return `${minus}${first}${rest === '' ? (fraction ? '.0' : '') : `.${rest}`}${exponent(at)}`
  const digits = first + rest
  if (at < 0) return `${minus}0.${'0'.repeat(-at - 1)}${digits}`
  const whole = digits.slice(0, at + 1).padEnd(at + 1, '0')
  return `${minus}${whole}.${digits.slice(at + 1) || '0'}`
}

/** Floating-point numbers as the language writes them, and whole numbers as they are. */
export const floats =
  (language: Language) =>
  (literal: string): string =>
    isFloat(literal) ? double(literal, forms[language]) : literal

/** As Erlang and Elixir write floating-point numbers: 1.0e3 for 1000.0, for it is shorter, and 100.0. */
export const erlang = (literal: string): string => {
  if (!isFloat(literal)) return literal
  const [plain, scientific] = [
    { from: -400, to: 400 },
    { from: 400, to: 400 },
  ].map((range) => double(literal, { ...range, exponent: (power) => `e${power}`, fraction: true })) as [string, string]
  return scientific.length < plain.length ? scientific : plain
}

/** A decimal as it was read, without the zeros at its end: 7.5 for 7.50. */
export const withoutZeros = (literal: string): string =>
  /^-?\d+\.\d+$/.test(literal) ? literal.replace(/\.?0+$/, '') : literal

/** As R's jsonlite writes decimals by default: at most four digits behind the point. */
export const fourDecimals = (literal: string): string =>
  /^-?\d+\.\d+$/.test(literal) ? String(Number(Number(literal).toFixed(4))) : literal

/** A decimal without an exponent: 0.00001 for 1e-05. */
export const withoutExponent = (literal: string): string => {
  const [, sign = '', whole = '', rest = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(literal) ?? []
  const at = whole.length + Number(power)
  if (whole === '' || Math.abs(at) > maxWritten) return literal
  const digits = (whole + rest).padStart(whole.length + rest.length + Math.max(0, -at), '0').padEnd(at, '0')
  const point = Math.max(0, at)
  const fraction = digits.slice(point).replace(/0+$/, '')
  return sign + (digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0') + (fraction === '' ? '' : `.${fraction}`)
}

/** More digits are not written. */
const maxWritten = 400

/** Every number as a floating-point one, as in Java's maps that Gson makes. */
export const allFloats = (literal: string): string => double(literal, forms.java)

/** Every number as Go prints one of `map[string]any`: 1e+06 for a million. */
export const goNumber = (literal: string): string => double(literal, forms.go).replace(/\.0$/, '')

/** As JavaScript writes floating-point numbers, and Go and PHP too: 7 for 7.0. */
export const shortest = (literal: string): string => String(Number(literal))

/** Floating-point numbers of 32 bits, as one of 64 bits is printed that was made of them: 7.099999904632568 for 7.1. */
export const single = (literal: string): string => {
  const number = Math.fround(Number(literal))
  return isFloat(literal) && Number.isFinite(number) ? String(number) : literal
}

/** The reverse: 7.1 for 7.099999904632568. */
export const ofSingle = (literal: string): string => {
  const number = Number(literal)
  if (!isFloat(literal) || Math.fround(number) !== number) return literal
  return (
    [6, 7, 8]
      .map((digits) => String(Number(number.toPrecision(digits))))
      .find((text) => Math.fround(Number(text)) === number) ?? literal
  )
}

/** Floating-point numbers to 17 digits, as PHP writes them with `serialize_precision = 17`: 7.0999999999999996 for 7.1. */
export const toSeventeen = (literal: string): string => {
  if (!isFloat(literal)) return literal
  const [digits = '', power] = Number(literal).toPrecision(17).split('e')
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return power === undefined ? short : `${short.includes('.') ? short : `${short}.0`}e${power}`
}

/** Every number as C writes it with `%.15g`, of at most so many digits, but no more than it needs: Perl and R have 15, Lua 14, jq 17. */
export const inC =
  (most: number) =>
  (literal: string): string => {
    const number = Number(literal)
    const digits = [14, 15, 16, 17].find((each) => each >= most || Number(number.toPrecision(each)) === number) ?? 17
    const [first = '', power = '0'] = number.toExponential(Math.min(digits, most) - 1).split('e')
    const at = Number(power)
    const short = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
    if (at >= -4 && at < most) return short(number.toFixed(Math.max(0, Math.min(digits, most) - 1 - at)))
    return padded(`${short(first)}e${power}`)
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
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return power === undefined ? short : padded(`${short}e${power}`)
}

/** The one number of a job that is a floating-point one (interface §2.4): 7.0 for 7. */
export const scaleAsFloat = (literal: string, name: string): string =>
  name === '"cfg_scale"' && !isFloat(literal) ? `${literal}.0` : literal
