/**
 * Parses JSON in one scan from left to right: exactly the grammar of RFC 8259, in linear time. The first fault ends the scan.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonArray, JsonRecord } from 'fp-ts/lib/Json.js'
import { type JsonFault, type Limits, maxDepth, type SyntaxRule, standard, type UnsafeRule } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'

/** A member whose number became an integer from another spelling, like `1.0`, `1e0`, `-0`, or by rounding, like `1e-400`. */
export interface Respelled {
  readonly name: string
  readonly isRounded: boolean
  /** The member of the same object that came before. A list needs a third of the time of an array for each object. */
  readonly previous: Respelled | undefined
}

/** The last respelled member of each object that has one. */
export type Spelling = ReadonlyMap<object, Respelled>

export interface Parsed {
  readonly value: Json
  readonly spelling: Spelling
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const MINUS = 0x2d
const LETTER_D = 0x64
const LETTER_E = 0x65
const LETTER_U = 0x75
const PLUS = 0x2b
const POINT = 0x2e
const BYTE_ORDER_MARK = 0xfeff

/** Lone surrogates only: a `u` pattern treats a whole pair as one other character. */
export const loneSurrogate: RegExp = /[\ud800-\udfff]/u

const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** `mantissa` × 10^`scale` where that takes one rounding, for both factors are doubles; `Number` takes five times as long. */
const scaled = (mantissa: number, scale: number): number | undefined => {
  if (mantissa === 0) return 0
  if (!(mantissa < 1e15)) return undefined
  if (scale < -339) return 0
  if (scale < 0) return scale < -22 ? undefined : mantissa / (powersOfTen[-scale] as number)
  return scale > 22 ? undefined : mantissa * (powersOfTen[scale] as number)
}

const isSpace = (code: number): boolean =>
  code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isHex = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66)

/** What may follow a backslash alone (RFC 8259 §7). */
const simpleEscapes: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))

/**
 * Parses text without lone surrogates. Each inner reader starts at its first character and leaves `at` after its last. After a
 * failure it returns undefined, and each enclosing container adds its step to `path`, innermost first.
 */
export const read = (text: string, { maxMembers }: Limits = standard): E.Either<JsonFault, Parsed> => {
  const end = text.length
  /** −1 at the end: without a look at the length, each character takes three times as long. */
  const codeAt = (index: number): number => (index < end ? text.charCodeAt(index) : -1)

  let at = 0
  /** The last digits. */
  let magnitude = 0
  /** The spelling of the last number. */
  let spelled: 'plain' | 'respelled' | 'rounded' = 'plain'
  let fault = undefined as JsonFault | undefined
  const path: Array<string | number> = []
  const spelling = new Map<object, Respelled>()
  let members = 0

  const syntax = (rule: SyntaxRule, index: number = at): undefined => {
    const broken = index < end ? rule : 'end'
    fault = { _tag: 'JsonSyntax', rule: broken, offset: bytesBefore(text, index), pointer: '' }
  }
  const unsafe = (rule: UnsafeRule, index: number): undefined => {
    fault = { _tag: 'JsonUnsafe', rule, offset: bytesBefore(text, index), pointer: '' }
  }

  const space = /[ \t\n\r]*/y
  const digits = /[0-9]*/y

  /** A pattern takes longer to start than a loop over so many characters takes, and then half the time. */
  const near = 64

  /** The index after the run that `pattern` matches at `index`. */
  const endOfRun = (pattern: RegExp, index: number): number => {
    pattern.lastIndex = index
    pattern.test(text)
    return pattern.lastIndex
  }

  const skipSpace = (): void => {
    let i = at
    for (const far = Math.min(end, at + near); i < far; i++) if (!isSpace(text.charCodeAt(i))) break
    at = i < at + near ? i : endOfRun(space, i)
  }

  const readWord = <A extends Json>(word: string, meaning: A): A | undefined => {
    for (let i = 1; i < word.length; i++)
      if (codeAt(at + i) !== word.charCodeAt(i)) return syntax('value', at + i < end ? at : end)
    at += word.length
    return meaning
  }

  /** Reads digits at the end of `magnitude`, and answers whether there are any. Beyond 10^15 it is not exact. */
  const readDigits = (): boolean => {
    const start = at
    const before = magnitude
    for (; isDigit(codeAt(at)); at++) {
      if (at === start + near) {
        at = endOfRun(digits, at)
        magnitude = before === 0 ? Number(text.slice(start, at)) : Number.POSITIVE_INFINITY
        break
      }
      magnitude = magnitude * 10 + codeAt(at) - 0x30
    }
    return at > start
  }

  const readNumber = (): number | undefined => {
    const start = at
    const isNegative = codeAt(at) === MINUS
    if (isNegative) at++
    const whole = at
    magnitude = 0
    if (!readDigits()) return syntax('number')
    const point = at
    if (codeAt(whole) === 0x30 && point > whole + 1) return syntax('number', whole)
    if (codeAt(at) === POINT) {
      at++
      if (!readDigits()) return syntax('number')
    }
    const mantissaEnd = at
    const mantissa = magnitude
    let exponent = 0
    if ((codeAt(at) | 0x20) === LETTER_E) {
      at++
      const sign = codeAt(at)
      if (sign === PLUS || sign === MINUS) at++
      magnitude = 0
      if (!readDigits()) return syntax('number')
      exponent = sign === MINUS ? -magnitude : magnitude
    }
    const scale = mantissaEnd === point ? exponent : exponent + point + 1 - mantissaEnd
    const value = scaled(mantissa, scale) ?? Number(text.slice(whole, at))
    // Beyond this limit, several integers round to the same double.
    if (!(value <= Number.MAX_SAFE_INTEGER)) return unsafe('number-range', start)
    if ((at === point && (value > 0 || !isNegative)) || !Number.isInteger(value)) spelled = 'plain'
    // No two numbers of 15 digits share a double.
    else if (mantissa < 1e15) spelled = value > 0 || mantissa === 0 ? 'respelled' : 'rounded'
    else spelled = isWhole(whole, point, mantissaEnd, exponent) ? 'respelled' : 'rounded'
    return isNegative ? 0 - value : value // 0 − 0 is 0
  }

  /** Whether the number of these places is an integer before rounding: `1.50e1` is, `1.00000000000000000001` is not. */
  const isWhole = (whole: number, point: number, mantissaEnd: number, exponent: number): boolean => {
    let last = mantissaEnd - 1
    while (last >= whole && (last === point || codeAt(last) === 0x30)) last--
    return (last < point ? point - 1 - last : point - last) + exponent >= 0
  }

  /** The length of the escape at `index`, whether or not it is half of a pair (RFC 8259 §7); 0 if it is none. */
  const lengthOfEscape = (index: number): number => {
    const letter = codeAt(index + 1)
    if (letter !== LETTER_U) return simpleEscapes.has(letter) ? 2 : 0
    for (let i = index + 2; i < index + 6; i++) if (!isHex(codeAt(i))) return 0
    return 6
  }

  /** The code unit of the `\uXXXX` at `index`, or −1. */
  const unitAt = (index: number): number =>
    codeAt(index) === BACKSLASH && lengthOfEscape(index) === 6
      ? Number.parseInt(text.slice(index + 2, index + 6), 16)
      : -1

  /** Whether the text ends before or inside such an escape. */
  const endsAt = (index: number): boolean => /^(?:\\(?:u[0-9A-Fa-f]{0,3})?)?$/.test(text.slice(index, index + 6))

  /** Finds the fault of the string at `start`, which has one. */
  const stringFault = (start: number): undefined => {
    for (let i = start + 1; ; ) {
      const code = codeAt(i)
      if (code < 0x20) return syntax('control', i) // at the end of the text, `syntax` says `end`
      const length = code === BACKSLASH ? lengthOfEscape(i) : 1
      if (length === 0) return syntax('escape', endsAt(i) ? end : i + 1)
      const unit = unitAt(i)
      if (unit < 0xd800 || unit > 0xdfff) i += length
      else if (unit > 0xdbff) return unsafe('lone-surrogate', i)
      else {
        const low = unitAt(i + 6)
        if (low < 0xdc00 || low > 0xdfff) return endsAt(i + 6) ? syntax('escape', end) : unsafe('lone-surrogate', i)
        i += 12
      }
    }
  }

  const readString = (): string | undefined => {
    const start = at
    let hasEscape = false
    let hasHalf = false
    let i = start + 1
    for (;;) {
      const code = codeAt(i)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        const length = lengthOfEscape(i)
        if (length === 0) return stringFault(start)
        hasEscape = true
        hasHalf ||= length === 6 && (codeAt(i + 2) | 0x20) === LETTER_D
        i += length
      } else if (code >= 0x20) i++
      else return stringFault(start)
    }
    at = i + 1
    if (!hasEscape) return text.slice(start + 1, i)
    // JSON.parse cannot fail on a checked string, and is several times as fast as joining its pieces.
    const value = JSON.parse(text.slice(start, at)) as string
    return hasHalf && loneSurrogate.test(value) ? stringFault(start) : value
  }

  const readArray = (depth: number): JsonArray | undefined => {
    let array: Array<Json> | undefined
    at++
    skipSpace()
    if (codeAt(at) === CLOSE_ARRAY) {
      at++
      return []
    }
    for (;;) {
      const value = readValue(depth)
      if (value === undefined) {
        path.push(array?.length ?? 0)
        return undefined
      }
      // A push to an empty array makes room for 17 elements, which is slow for a million arrays of one.
      if (array === undefined) array = [value]
      else array.push(value)
      skipSpace()
      const code = codeAt(at)
      if (code !== COMMA && code !== CLOSE_ARRAY) return syntax('comma')
      at++
      if (code === CLOSE_ARRAY) return array
      skipSpace()
    }
  }

  const readObject = (depth: number): JsonRecord | undefined => {
    let object: Record<string, Json> = {}
    let respelled: Respelled | undefined
    at++
    skipSpace()
    if (codeAt(at) === CLOSE_OBJECT) {
      at++
      return object
    }
    for (;;) {
      const nameAt = at
      if (codeAt(at) !== QUOTE) return syntax('name')
      // Negated: a NaN from a program in JavaScript is no limit at all otherwise.
      if (!(++members <= maxMembers)) return unsafe('members', nameAt)
      const name = readString()
      if (name === undefined) return undefined
      if (Object.hasOwn(object, name)) {
        path.push(name)
        return unsafe('repeated-name', nameAt)
      }
      skipSpace()
      if (codeAt(at) !== COLON) return syntax('colon')
      at++
      skipSpace()
      const value = readValue(depth)
      if (value === undefined) {
        path.push(name)
        return undefined
      }
      // An assignment to this name would set the prototype.
      if (name === '__proto__') object = { ...object, ['__proto__']: value }
      else object[name] = value
      if (typeof value === 'number' && spelled !== 'plain')
        respelled = { name, isRounded: spelled === 'rounded', previous: respelled }
      skipSpace()
      const code = codeAt(at)
      if (code !== COMMA && code !== CLOSE_OBJECT) return syntax('comma')
      at++
      if (code === CLOSE_OBJECT) {
        if (respelled !== undefined) spelling.set(object, respelled)
        return object
      }
      skipSpace()
    }
  }

  /** `depth` counts the enclosing levels. */
  const readValue = (depth: number): Json | undefined => {
    const code = codeAt(at)
    switch (code) {
      case QUOTE:
        return readString()
      case OPEN_OBJECT:
        return depth < maxDepth ? readObject(depth + 1) : unsafe('depth', at)
      case OPEN_ARRAY:
        return depth < maxDepth ? readArray(depth + 1) : unsafe('depth', at)
      case 0x74:
        return readWord('true', true)
      case 0x66:
        return readWord('false', false)
      case 0x6e:
        return readWord('null', null)
      default:
        return code === MINUS || isDigit(code) ? readNumber() : syntax('value')
    }
  }

  const readText = (): Json | undefined => {
    if (codeAt(0) === BYTE_ORDER_MARK) return syntax('bom')
    skipSpace()
    const value = readValue(0)
    if (value === undefined) return undefined
    skipSpace()
    return at < end ? syntax('trailing') : value
  }

  const value = readText()
  if (value !== undefined) return E.right({ value, spelling })
  return E.left({ ...(fault as JsonFault), pointer: JsonPointer.ofPath(path.reverse()) })
}

/** How many bytes of UTF-8 precede `index`; each half of a pair counts as two. */
const bytesBefore = (text: string, index: number): number => {
  let bytes = 0
  for (let i = 0; i < index; i++) {
    const unit = text.charCodeAt(i)
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return bytes
}
