/**
 * How languages print a number that they keep as a double, whatever its literal was: 1.6e+12, 1.6E12 or 1600000000000.0 for
 * 1600000000000. A program that reads JSON into doubles signs such numbers, and sends the digits that it has read.
 */
import {
  erlang,
  type FloatForm,
  floatForms,
  goNumber,
  inC,
  inPascal,
  padExponent,
  shortest,
  twoDigits,
  writeDouble,
} from './numberText.ts'

type NumberWriter = (literal: string) => string

const signedPower = (power: number): string => `${power < 0 ? '-' : '+'}${Math.abs(power)}`

const dotnet: FloatForm = {
  from: -4,
  to: 15,
  exponent: (power) => `E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`,
  fraction: false,
}

const swift: FloatForm = { from: -4, to: 16, exponent: twoDigits, fraction: false }

/** Writes every number with an exponent. */
const scientific = (exponent: FloatForm['exponent']): FloatForm => ({ from: 400, to: 400, exponent, fraction: false })

const inForm =
  (form: FloatForm): NumberWriter =>
  (literal) =>
    writeDouble(literal, form)

const withoutPoint =
  (write: NumberWriter): NumberWriter =>
  (literal) =>
    write(literal).replace(/\.0$/, '')

/** Writes a whole number as a floating-point one does. */
const onFloats =
  (write: NumberWriter): NumberWriter =>
  (literal) =>
    write(/[.eE]/.test(literal) ? literal : `${literal}.0`)

/** 0.16e13 for 1600000000000. A number beyond the doubles stays as it is. */
const bigDecimal: NumberWriter = (literal) => {
  if (!Number.isFinite(Number(literal))) return literal
  const [, sign = '', firstDigit = '', furtherDigits = '', power = '0'] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(Number(literal).toExponential()) ?? []
  return Number(literal) === 0 ? '0.0' : `${sign}0.${firstDigit}${furtherDigits}e${Number(power) + 1}`
}

export const doubles: Readonly<Record<string, NumberWriter>> = {
  'std::ostream; %g': inC(6),
  '%.12g': inC(12),
  '%.14g': inC(14),
  '%.15g': inC(15),
  '%.17g': inC(17),
  '%e': (literal) => padExponent(Number(literal).toExponential(6)),
  '%E': (literal) => padExponent(Number(literal).toExponential(6)).toUpperCase(),
  // JavaScript prints larger numbers with exponents here.
  '%f': (literal) => (Math.abs(Number(literal)) < 1e21 ? Number(literal).toFixed(6) : literal),
  Python: inForm(floatForms.python),
  Ruby: inForm(floatForms.ruby),
  'Ruby BigDecimal': bigDecimal,
  Java: inForm(floatForms.java),
  'Java BigDecimal': withoutPoint(inForm(scientific((power) => `E${signedPower(power)}`))),
  'PHP JSON_PRESERVE_ZERO_FRACTION': inForm(floatForms.php),
  PHP: withoutPoint(inForm(floatForms.php)),
  'PHP echo': (literal) => inC(14)(literal).replace(/e([+-])0?(?=\d)/, 'E$1'),
  'Go %v': goNumber,
  'JavaScript; encoding/json': shortest,
  Rust: inForm(floatForms.rust),
  'Rust {:e}': inForm(scientific((power) => `e${power}`)),
  Dart: inForm(floatForms.dart),
  Julia: inForm(floatForms.julia),
  Haskell: inForm(floatForms.haskell),
  Racket: inForm(floatForms.racket),
  Erlang: onFloats(erlang),
  Swift: inForm(swift),
  '.NET': withoutPoint(inForm(dotnet)),
  '.NET R': inForm(dotnet),
  'Free Pascal': onFloats(inPascal),
}
