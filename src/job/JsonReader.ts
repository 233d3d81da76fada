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
const LETTER_U = 0x75
const PLUS = 0x2b
const POINT = 0x2e
const BYTE_ORDER_MARK = 0xfeff

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/**
 * Parses text without lone surrogates. Each inner reader starts at its first character and leaves `at` after its last. After a
 * failure it returns undefined, and each enclosing container adds its step to `path`, innermost first.
 */
export const read = (text: string, { maxMembers }: Limits = standard): E.Either<JsonFault, Parsed> => {
  let at = 0
  /** The spelling of the last number. */
  let spelled: 'plain' | 'respelled' | 'rounded' = 'plain'
  let fault = undefined as JsonFault | undefined
  const path: Array<string | number> = []
  const spelling = new Map<object, Respelled>()
  let members = 0

  const syntax = (rule: SyntaxRule, index: number = at): undefined => {
    fault = {
      _tag: 'JsonSyntax',
      rule: index < text.length ? rule : 'end',
      offset: bytesBefore(text, index),
      pointer: '',
    }
  }
  const unsafe = (rule: UnsafeRule, index: number): undefined => {
    fault = { _tag: 'JsonUnsafe', rule, offset: bytesBefore(text, index), pointer: '' }
  }

  const space = /[ \t\n\r]*/y

  const skipSpace = (): void => {
    for (const near = at + 8; at < near; at++) {
      const code = text.charCodeAt(at)
      if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) return
    }
    // The pattern takes longer to start than the loop, and then a tenth of the time.
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
  }

  const readWord = <A extends Json>(word: string, meaning: A): A | undefined => {
    for (let i = 0; i < word.length; i++) {
      if (text.charCodeAt(at + i) !== word.charCodeAt(i))
        return syntax('value', at + i < text.length ? at : text.length)
    }
    at += word.length
    return meaning
  }

  /** The index of the first character from `start` on that is no digit. */
  const endOfDigits = (start: number): number => {
    let i = start
    while (isDigit(text.charCodeAt(i))) i++
    return i
  }

  const readNumber = (): number | undefined => {
    const start = at
    const whole = text.charCodeAt(start) === MINUS ? start + 1 : start
    const point = endOfDigits(whole)
    at = point
    if (point === whole) return syntax('number')
    if (text.charCodeAt(whole) === 0x30 && point > whole + 1) return syntax('number', whole)
    if (text.charCodeAt(point) === POINT) {
      at = endOfDigits(point + 1)
      if (at === point + 1) return syntax('number')
    }
    const mantissaEnd = at
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      at++
      const sign = text.charCodeAt(at)
      if (sign === PLUS || sign === MINUS) at++
      const exponent = at
      at = endOfDigits(at)
      if (at === exponent) return syntax('number')
    }
    const value = Number(text.slice(start, at))
    // Beyond this limit, several integers round to the same double.
    if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return unsafe('number-range', start)
    if ((at === point && !Object.is(value, -0)) || !Number.isInteger(value)) spelled = 'plain'
    else spelled = isWhole(whole, point, mantissaEnd) ? 'respelled' : 'rounded'
    return value + 0 // −0 + 0 is 0
  }

  /** Whether the number that ends at `at` is an integer before rounding: `1.50e1` is, `1.00000000000000000001` is not. */
  const isWhole = (whole: number, point: number, mantissaEnd: number): boolean => {
    let last = mantissaEnd - 1
    while (last >= whole && (last === point || text.charCodeAt(last) === 0x30)) last--
    if (last < whole) return true // 0, whatever the exponent
    const exponent = mantissaEnd === at ? 0 : Number(text.slice(mantissaEnd + 1, at))
    return (last < point ? point - 1 - last : point - last) + exponent >= 0
  }

  /** The code unit of the `\uXXXX` at `index`, or −1. */
  const unitAt = (index: number): number => {
    if (text.charCodeAt(index) !== BACKSLASH || text.charCodeAt(index + 1) !== LETTER_U) return -1
    let unit = 0
    for (let i = index + 2; i < index + 6; i++) {
      const code = text.charCodeAt(i)
      const letter = code | 0x20
      if (isDigit(code)) unit = unit * 16 + code - 0x30
      else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57
      else return -1
    }
    return unit
  }

  /** Whether the text ends before or inside such an escape. */
  const endsAt = (index: number): boolean => /^(?:\\(?:u[0-9A-Fa-f]{0,3})?)?$/.test(text.slice(index, index + 6))

  /** The index after the escape at `start`, or −1 after a failure (RFC 8259 §7). */
  const endOfEscape = (start: number): number => {
    switch (text.charCodeAt(start + 1)) {
      case QUOTE:
      case BACKSLASH:
      case 0x2f:
      case 0x62:
      case 0x66:
      case 0x6e:
      case 0x72:
      case 0x74:
        return start + 2
      case LETTER_U:
        break
      default:
        syntax('escape', start + 1)
        return -1
    }
    const unit = unitAt(start)
    if (unit < 0) syntax('escape', endsAt(start) ? text.length : start + 1)
    else if (unit < 0xd800 || unit > 0xdfff) return start + 6
    else if (unit > 0xdbff) unsafe('lone-surrogate', start)
    else {
      const low = unitAt(start + 6)
      if (low >= 0xdc00 && low <= 0xdfff) return start + 12
      if (endsAt(start + 6)) syntax('escape', text.length)
      else unsafe('lone-surrogate', start)
    }
    return -1
  }

  const readString = (): string | undefined => {
    const start = at
    let hasEscape = false
    let i = start + 1
    for (;;) {
      const code = text.charCodeAt(i)
      if (code === QUOTE) break
      if (code === BACKSLASH) {
        hasEscape = true
        i = endOfEscape(i)
        if (i < 0) return undefined
      } else if (code >= 0x20) {
        i++
      } else {
        return syntax('control', i) // at the end of the text, `syntax` says `end`
      }
    }
    at = i + 1
    // JSON.parse cannot fail on a checked string, and is several times as fast as joining its pieces.
    return hasEscape ? (JSON.parse(text.slice(start, at)) as string) : text.slice(start + 1, i)
  }

  const readArray = (depth: number): JsonArray | undefined => {
    let array: Array<Json> | undefined
    at++
    skipSpace()
    if (text.charCodeAt(at) === CLOSE_ARRAY) {
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
      const code = text.charCodeAt(at)
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
    if (text.charCodeAt(at) === CLOSE_OBJECT) {
      at++
      return object
    }
    for (;;) {
      const nameAt = at
      if (text.charCodeAt(at) !== QUOTE) return syntax('name')
      // Negated: a NaN from a program in JavaScript is no limit at all otherwise.
      if (!(++members <= maxMembers)) return unsafe('members', nameAt)
      const name = readString()
      if (name === undefined) return undefined
      if (Object.hasOwn(object, name)) {
        path.push(name)
        return unsafe('repeated-name', nameAt)
      }
      skipSpace()
      if (text.charCodeAt(at) !== COLON) return syntax('colon')
      at++
      skipSpace()
      const value = readValue(depth)
      if (value === undefined) {
        path.push(name)
        return undefined
      }
      // An assignment to this name would set the prototype.
      if (name === '__proto__') object = { ...object, [name]: value }
      else object[name] = value
      if (typeof value === 'number' && spelled !== 'plain') {
        respelled = { name, isRounded: spelled === 'rounded', previous: respelled }
      }
      skipSpace()
      const code = text.charCodeAt(at)
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
    const code = text.charCodeAt(at)
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
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) return syntax('bom')
    skipSpace()
    const value = readValue(0)
    if (value === undefined) return undefined
    skipSpace()
    return at < text.length ? syntax('trailing') : value
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
