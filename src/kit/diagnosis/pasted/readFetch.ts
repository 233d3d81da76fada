/**
 * A call of `fetch` as developer tools copy it, or as a program has it. Every value in it must be a literal: the call is read and
 * never run.
 *
 *     fetch("https://api.example/v1/jobs", { method: "POST", headers: { "authorization": "…" }, body: "{}" })
 */
import * as E from 'fp-ts/lib/Either.js'
import { bytesBody, requestSent, scalarText } from './librarySent.ts'
import { fault, letterEscapes, ofText, type Reader, type Reading } from './literals.ts'
import { matchAt } from './matchAt.ts'
import type { Pair } from './Pair.ts'

type Value = string | number | boolean | null | ReadonlyArray<Value> | Fields
interface Fields {
  readonly [name: string]: Value
}

const notLiteral = 'there is no literal value here, so the value is not in the text; write the value here'

/** The offset of what follows blanks and comments. */
const skipBlanks = (source: string, start: number): number =>
  start + (matchAt(/(?:\s|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y, source, start)?.[0].length ?? 0)

/** A backslash before a line end joins two lines. */
const escapes: Readonly<Record<string, string>> = {
  ...letterEscapes,
  '\n': '',
  '\r\n': '',
  '\r': '',
  '\u2028': '',
  '\u2029': '',
}

const escapeSequence = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\r\n|[\s\S]))/y

/** Reads the string whose quotation mark is at `start`. */
const stringAt = (source: string, start: number): Reading<string> => {
  const mark = source[start]
  let literal = ''
  for (let offset = start + 1; offset < source.length; ) {
    const letter = source[offset] as string
    if (letter === mark) return E.right({ value: literal, end: offset + 1 })
    if (mark === '`' && letter === '$' && source[offset + 1] === '{') return fault(offset, notLiteral)
    // ECMA-262 §12.9.6: in a template, CR LF and CR are line feeds.
    if (mark === '`' && letter === '\r') {
      literal += '\n'
      offset += source[offset + 1] === '\n' ? 2 : 1
      continue
    }
    if (letter !== '\\') {
      literal += letter
      offset++
      continue
    }
    const [escapeText = '', braced, four, two, plain = ''] = matchAt(escapeSequence, source, offset) ?? []
    const point = Number.parseInt(braced ?? four ?? two ?? '', 16)
    if (point > 0x10ffff || escapeText === '')
      return fault(offset, 'this escape is not the code of a character; correct it')
    literal += Number.isNaN(point) ? (escapes[plain] ?? plain) : String.fromCodePoint(point)
    offset += escapeText.length
  }
  return fault(start, 'a quotation mark opens here and is not closed; paste the whole call')
}

/** Reads the items from the bracket at `openBracket` to the closing one. */
const listAt = <A>(
  source: string,
  openBracket: number,
  close: string,
  itemAt: (itemStart: number) => Reading<A>,
): Reading<ReadonlyArray<A>> => {
  const listed: Array<A> = []
  let offset = skipBlanks(source, openBracket + 1)
  while (source[offset] !== close) {
    if (offset >= source.length) return fault(openBracket, 'the text ends within the call; paste the whole call')
    const readItem = itemAt(offset)
    if (E.isLeft(readItem)) return readItem
    listed.push(readItem.right.value)
    offset = skipBlanks(source, readItem.right.end)
    if (source[offset] === ',') offset = skipBlanks(source, offset + 1)
    else if (offset < source.length && source[offset] !== close) return fault(offset, notLiteral)
  }
  return E.right({ value: listed, end: offset + 1 })
}

const nameAt = (source: string, nameStart: number): Reading<string> => {
  if (/["']/.test(source[nameStart] ?? '')) return stringAt(source, nameStart)
  const identifier = matchAt(/[\w$]+/y, source, nameStart)?.[0]
  return identifier === undefined
    ? fault(nameStart, notLiteral)
    : E.right({ value: identifier, end: nameStart + identifier.length })
}

const memberAt = (source: string, memberStart: number, depth: number): Reading<readonly [string, Value]> => {
  const key = nameAt(source, memberStart)
  if (E.isLeft(key)) return key
  const colon = skipBlanks(source, key.right.end)
  if (source[colon] !== ':') return fault(memberStart, notLiteral)
  // JavaScript takes this for the prototype of the object, and not for a member.
  if (key.right.value === '__proto__') return fault(memberStart, notLiteral)
  const member = valueAt(source, skipBlanks(source, colon + 1), depth)
  return E.isLeft(member) ? member : E.right({ value: [key.right.value, member.right.value], end: member.right.end })
}

/** Two calls that only wrap a literal. */
const wrapper = /(JSON\.stringify|new\s+Headers)\s*\(/y
/** No number of JavaScript that is none of JSON: `007` is octal in some programs, and refused in others. */
const scalar = /(?:true|false|null)(?![\w$])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$.])/y

/** No literal of a request is nested deeper. */
const maxDepth = 100

const valueAt = (source: string, start: number, depth = 0): Reading<Value> => {
  if (depth > maxDepth) return fault(start, 'this has too many levels of objects and arrays to be a request')
  const readInner = (innerStart: number): Reading<Value> => valueAt(source, innerStart, depth + 1)
  const firstLetter = source[start] ?? ''
  if (/["'`]/.test(firstLetter)) return stringAt(source, start)
  if (firstLetter === '[') return listAt(source, start, ']', readInner)
  if (firstLetter === '{') {
    const members = listAt(source, start, '}', (memberStart) => memberAt(source, memberStart, depth + 1))
    return E.isLeft(members)
      ? members
      : E.right({ value: Object.fromEntries(members.right.value), end: members.right.end })
  }
  const called = matchAt(wrapper, source, start)
  if (called !== null) {
    const wrapped = listAt(source, start + called[0].length - 1, ')', readInner)
    if (E.isLeft(wrapped)) return wrapped
    const [argument = null, ...furtherArguments] = wrapped.right.value
    if (furtherArguments.length > 0) return fault(start, notLiteral)
    return E.right({
      value: called[1] === 'JSON.stringify' ? JSON.stringify(argument) : argument,
      end: wrapped.right.end,
    })
  }
  const literal = matchAt(scalar, source, start)?.[0]
  return literal === undefined
    ? fault(start, notLiteral)
    : E.right({ value: JSON.parse(literal), end: start + literal.length })
}

/** Before the arguments: perhaps a name for the answer, and `await`. */
const opening = /^\s*(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?(?:return\s+)?(?:await\s+)?fetch\s*(?=\()/

/** Whether a line begins with a call of `fetch`. */
export const beginsLikeFetch = (firstLine: string): boolean => opening.test(firstLine)

const isFields = (literal: Value | undefined): literal is Fields =>
  typeof literal === 'object' && literal !== null && !Array.isArray(literal)

/** The headers, from an object or from pairs. Undefined if fetch would make one of an object, or refuse them. */
const headersOf = (option: Value | undefined): ReadonlyArray<Pair> | undefined => {
  const pairs = Array.isArray(option) ? option : Object.entries(isFields(option) ? option : {})
  const headers = pairs.flatMap((pair: Value): ReadonlyArray<Pair> => {
    const isPair = Array.isArray(pair) && pair.length === 2
    const [name, value] = isPair ? pair.map(scalarText) : []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  return headers.length === pairs.length ? headers : undefined
}

/** fetch writes these in upper case, and no other. */
const normalizedMethods = /^(?:delete|get|head|options|post|put)$/i

const headersAreNoTexts =
  'the headers must be an object of strings, or pairs of strings; write each name and each value as a string'

/** Reads `fetch(url, options)`. */
export const readFetch: Reader = ofText((source) => {
  const open = opening.exec(source)?.[0].length ?? 0
  const callArguments = listAt(source, open, ')', (argumentStart) => valueAt(source, argumentStart))
  if (E.isLeft(callArguments)) return callArguments
  const [url, options = {}] = callArguments.right.value
  if (typeof url !== 'string') return fault(open, 'the URL is not a string; write it as a string')
  if (!isFields(options)) return fault(open, 'the options of fetch are not an object; write the object itself')
  const { method = 'GET', headers, body = null } = options
  if (typeof method !== 'string' || (body !== null && typeof body !== 'string'))
    return fault(open, 'the method and the body must be strings; write them as strings')
  const sentHeaders = headersOf(headers)
  if (sentHeaders === undefined) return fault(open, headersAreNoTexts)
  const request = requestSent({
    method: normalizedMethods.test(method) ? method.toUpperCase() : method,
    url,
    headers: sentHeaders,
    body: bytesBody(body ?? ''),
    notes: [],
  })
  return E.isLeft(request) ? fault(open, request.left) : request
})
