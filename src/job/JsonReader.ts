/**
 * Parses JSON in one scan from left to right: exactly the grammar of RFC 8259, in linear time. The first fault ends the scan.
 *
 * ```ts
 * read('{"a":[1,2]}')  // Right: value {"a":[1,2]}
 * read('{"a":[1,]}')   // Left: JsonSyntax, rule `value`, offset 8, pointer `/a/1`
 * ```
 *
 * This file reads a text, its arrays and its objects. JsonScan.ts has the state of the scan.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonArray, JsonRecord } from 'fp-ts/lib/Json.js'
import { type JsonFault, type Limits, maxDepth, standard } from './JsonFault.ts'
import * as JsonPointer from './JsonPointer.ts'
import { codeAt, failSyntax, failUnsafe, type JsonScan, skipSpace } from './JsonScan.ts'
import { isDigit, readNumber } from './readJsonNumber.ts'
import { QUOTE, readString } from './readJsonString.ts'

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

/** The scan, with what only arrays and objects change. */
interface Scan extends JsonScan {
  readonly maxMembers: number
  /** The members of all objects up to here. */
  members: number
  /** From the fault outwards: after a fault, each enclosing array or object adds its index or name. */
  readonly path: Array<string | number>
  readonly spelling: Map<object, Respelled>
}

/** Parses text without lone surrogates. */
export const read = (text: string, { maxMembers }: Limits = standard): E.Either<JsonFault, Parsed> => {
  const scan: Scan = {
    text,
    at: 0,
    fault: undefined,
    spelled: 'plain',
    maxMembers,
    members: 0,
    path: [],
    spelling: new Map(),
  }
  const value = readText(scan)
  if (value !== undefined) return E.right({ value, spelling: scan.spelling })
  return E.left({ ...(scan.fault as JsonFault), pointer: JsonPointer.ofPath(scan.path.reverse()) })
}

const BYTE_ORDER_MARK = 0xfeff

const readText = (scan: Scan): Json | undefined => {
  if (codeAt(scan.text, 0) === BYTE_ORDER_MARK) return failSyntax(scan, 'bom')
  skipSpace(scan)
  const value = readValue(scan, 0)
  if (value === undefined) return undefined
  skipSpace(scan)
  return scan.at < scan.text.length ? failSyntax(scan, 'trailing') : value
}

// ---- Values

const MINUS = 0x2d
const LETTER_F = 0x66
const LETTER_N = 0x6e
const LETTER_T = 0x74
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const COMMA = 0x2c
const COLON = 0x3a

/** `depth` counts the enclosing arrays and objects. */
const readValue = (scan: Scan, depth: number): Json | undefined => {
  const code = codeAt(scan.text, scan.at)
  switch (code) {
    case QUOTE:
      return readString(scan)
    case OPEN_OBJECT:
      return depth < maxDepth ? readObject(scan, depth + 1) : failUnsafe(scan, 'depth', scan.at)
    case OPEN_ARRAY:
      return depth < maxDepth ? readArray(scan, depth + 1) : failUnsafe(scan, 'depth', scan.at)
    case LETTER_T:
      return readWord(scan, 'true', true)
    case LETTER_F:
      return readWord(scan, 'false', false)
    case LETTER_N:
      return readWord(scan, 'null', null)
    default:
      return code === MINUS || isDigit(code) ? readNumber(scan) : failSyntax(scan, 'value')
  }
}

const readWord = <A extends Json>(scan: Scan, word: string, meaning: A): A | undefined => {
  const { text, at: start } = scan
  for (let i = 1; i < word.length; i++) {
    const isAsExpected = codeAt(text, start + i) === word.charCodeAt(i)
    if (!isAsExpected) return failSyntax(scan, 'value', start + i < text.length ? start : text.length)
  }
  scan.at += word.length
  return meaning
}

const readArray = (scan: Scan, depth: number): JsonArray | undefined => {
  let array: Array<Json> | undefined
  scan.at++
  skipSpace(scan)
  if (codeAt(scan.text, scan.at) === CLOSE_ARRAY) {
    scan.at++
    return []
  }
  for (;;) {
    const value = readValue(scan, depth)
    if (value === undefined) {
      scan.path.push(array?.length ?? 0)
      return undefined
    }
    // A push to an empty array makes room for 17 elements, which is slow for a million arrays of one.
    if (array === undefined) array = [value]
    else array.push(value)
    const code = readSeparator(scan, CLOSE_ARRAY)
    if (code === CLOSE_ARRAY) return array
    if (code === undefined) return undefined
  }
}

const readObject = (scan: Scan, depth: number): JsonRecord | undefined => {
  let object: Record<string, Json> = {}
  let respelled: Respelled | undefined
  scan.at++
  skipSpace(scan)
  if (codeAt(scan.text, scan.at) === CLOSE_OBJECT) {
    scan.at++
    return object
  }
  for (;;) {
    const name = readName(scan, object)
    if (name === undefined) return undefined
    const value = readValue(scan, depth)
    if (value === undefined) {
      scan.path.push(name)
      return undefined
    }
    // An assignment to this name would set the prototype.
    if (name === '__proto__') object = { ...object, ['__proto__']: value }
    else object[name] = value
    if (typeof value === 'number' && scan.spelled !== 'plain')
      respelled = { name, isRounded: scan.spelled === 'rounded', previous: respelled }
    const code = readSeparator(scan, CLOSE_OBJECT)
    if (code === undefined) return undefined
    if (code === CLOSE_OBJECT) {
      if (respelled !== undefined) scan.spelling.set(object, respelled)
      return object
    }
  }
}

/** Reads the name of a member, which the object must not have yet, and its colon. */
const readName = (scan: Scan, object: Readonly<Record<string, Json>>): string | undefined => {
  const { text, at: start } = scan
  if (codeAt(text, start) !== QUOTE) return failSyntax(scan, 'name')
  // Negated: a NaN from a program in JavaScript is no limit at all otherwise.
  if (!(++scan.members <= scan.maxMembers)) return failUnsafe(scan, 'members', start)
  const name = readString(scan)
  if (name === undefined) return undefined
  if (Object.hasOwn(object, name)) {
    scan.path.push(name)
    return failUnsafe(scan, 'repeated-name', start)
  }
  skipSpace(scan)
  if (codeAt(text, scan.at) !== COLON) return failSyntax(scan, 'colon')
  scan.at++
  skipSpace(scan)
  return name
}

/** Reads what follows a value: a comma, or this closing bracket. Returns the one that it has read. */
const readSeparator = (scan: Scan, closer: number): number | undefined => {
  skipSpace(scan)
  const code = codeAt(scan.text, scan.at)
  if (code !== COMMA && code !== closer) return failSyntax(scan, 'comma')
  scan.at++
  if (code === COMMA) skipSpace(scan)
  return code
}
