/**
 * Reads a number of a JSON text (RFC 8259 §6) without loss: refuses a number beyond ±(2^53−1), where several integers share a double, and
 * notes whether an integer had another spelling.
 *
 * | text | value | `scan.spelled` |
 * |---|---|---|
 * | `12`, `1.5` | 12, 1.5 | plain |
 * | `1.0`, `1e0`, `-0` | 1, 1, 0 | respelled |
 * | `1e-400` | 0 | rounded |
 */
import { codeAt, endOfRun, failSyntax, failUnsafe, type JsonScan, loopLength } from './JsonScan.ts'

const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const DIGIT_0 = 0x30
const LETTER_E = 0x65

export const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= 0x39

/** The indices after the parts of a number: `-12.50e3` has its whole part from 1 to 3, and its mantissa ends at 6. */
interface NumberParts {
  readonly wholeStart: number
  readonly wholeEnd: number
  readonly mantissaEnd: number
  readonly exponent: number
}

export const readNumber = (scan: JsonScan): number | undefined => {
  const { text, at: start } = scan
  const isNegative = codeAt(text, start) === MINUS
  if (isNegative) scan.at++
  const wholeStart = scan.at
  let mantissa = readDigits(scan, 0)
  if (mantissa < 0) return failSyntax(scan, 'number')
  const wholeEnd = scan.at
  if (codeAt(text, wholeStart) === DIGIT_0 && wholeEnd > wholeStart + 1) return failSyntax(scan, 'number', wholeStart)
  if (codeAt(text, scan.at) === POINT) {
    scan.at++
    mantissa = readDigits(scan, mantissa)
    if (mantissa < 0) return failSyntax(scan, 'number')
  }
  const mantissaEnd = scan.at
  const exponent = readExponent(scan)
  if (exponent === undefined) return failSyntax(scan, 'number')
  const scale = mantissaEnd === wholeEnd ? exponent : exponent + wholeEnd + 1 - mantissaEnd
  const value = scaled(mantissa, scale) ?? Number(text.slice(wholeStart, scan.at))
  // Beyond this limit, several integers round to the same double.
  if (!(value <= Number.MAX_SAFE_INTEGER)) return failUnsafe(scan, 'number-range', start)
  const isPlain = (scan.at === wholeEnd && (value > 0 || !isNegative)) || !Number.isInteger(value)
  scan.spelled = isPlain ? 'plain' : spellingOf(text, mantissa, value, { wholeStart, wholeEnd, mantissaEnd, exponent })
  return isNegative ? 0 - value : value // 0 − 0 is 0
}

/** The number that has these digits after those of `before`. Beyond 10^15 it is not exact. −1: there is no digit. */
const readDigits = (scan: JsonScan, before: number): number => {
  const { text, at: start } = scan
  let magnitude = before
  let i = start
  for (let code = codeAt(text, i); isDigit(code); code = codeAt(text, i)) {
    if (i === start + loopLength) return readManyDigits(scan, before)
    magnitude = magnitude * 10 + code - DIGIT_0
    i++
  }
  scan.at = i
  return i > start ? magnitude : -1
}

const digits = /[0-9]*/y

const readManyDigits = (scan: JsonScan, before: number): number => {
  const { text, at: start } = scan
  scan.at = endOfRun(digits, text, start)
  return before === 0 ? Number(text.slice(start, scan.at)) : Number.POSITIVE_INFINITY
}

/** 0 if the number has no exponent. */
const readExponent = (scan: JsonScan): number | undefined => {
  const { text } = scan
  if ((codeAt(text, scan.at) | 0x20) !== LETTER_E) return 0
  scan.at++
  const sign = codeAt(text, scan.at)
  if (sign === PLUS || sign === MINUS) scan.at++
  const magnitude = readDigits(scan, 0)
  if (magnitude < 0) return undefined
  return sign === MINUS ? -magnitude : magnitude
}

const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** `mantissa` × 10^`scale` where that takes one rounding, for both factors are doubles; `Number` takes five times as long. */
const scaled = (mantissa: number, scale: number): number | undefined => {
  if (mantissa === 0) return 0
  if (!(mantissa < 1e15)) return undefined
  if (scale < -339) return 0
  if (scale < 0) return scale < -22 ? undefined : mantissa / (powersOfTen[-scale] as number)
  return scale > 22 ? undefined : mantissa * (powersOfTen[scale] as number)
}

/** The spelling of an integer that is not written as one. */
const spellingOf = (text: string, mantissa: number, value: number, parts: NumberParts): JsonScan['spelled'] => {
  // No two numbers of 15 digits share a double.
  const isExact = mantissa < 1e15 ? value > 0 || mantissa === 0 : isWhole(text, parts)
  return isExact ? 'respelled' : 'rounded'
}

/** Whether the number is an integer before rounding: `1.50e1` is, `1.00000000000000000001` is not. */
const isWhole = (text: string, { wholeStart, wholeEnd, mantissaEnd, exponent }: NumberParts): boolean => {
  let last = mantissaEnd - 1
  while (last >= wholeStart && (last === wholeEnd || codeAt(text, last) === DIGIT_0)) last--
  return (last < wholeEnd ? wholeEnd - 1 - last : wholeEnd - last) + exponent >= 0
}
