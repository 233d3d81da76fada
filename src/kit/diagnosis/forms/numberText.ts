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

type Language = 'python' | 'ruby' | 'java' | 'php' | 'rust' | 'go'

/** Of floating-point numbers; taken from what the languages write. */
const forms: Readonly<Record<Language, Form>> = {
  python: { from: -4, to: 16, exponent: twoDigits, fraction: false },
  ruby: { from: -4, to: 16, exponent: twoDigits, fraction: true },
  java: { from: -3, to: 7, exponent: (power) => `E${power}`, fraction: true },
  php: { from: -4, to: 17, exponent: (power) => `e${power < 0 ? '' : '+'}${power}`, fraction: true },
  go: { from: -4, to: 6, exponent: twoDigits, fraction: false },
  rust: { from: -5, to: 16, exponent: (power) => `e${power}`, fraction: false },
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

/** Every number as Lua writes it: `%.14g`. */
export const toFourteen = (literal: string): string => {
  const [digits = '', power] = Number(literal).toPrecision(14).split('e')
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return power === undefined ? short : padded(`${short}e${power}`)
}

/** The one number of a job that is a floating-point one (interface §2.4): 7.0 for 7. */
export const scaleAsFloat = (literal: string, name: string): string =>
  name === '"cfg_scale"' && !isFloat(literal) ? `${literal}.0` : literal
