/**
 * A call of `fetch` as developer tools copy it, or as a program has it, as long as everything in it is a literal. It is read, never
 * run.
 */
import * as E from 'fp-ts/lib/Either.js'
import { bytesBody, requestSent } from './librarySent.ts'
import { fault, letterEscapes, matchAt, ofText, type Reader, type Reading } from './literals.ts'

type Value = string | number | boolean | null | ReadonlyArray<Value> | Fields
interface Fields {
  readonly [name: string]: Value
}

const notLiteral =
  'something other than a literal stands here, and its value is not in the text; write the value itself'

/** The offset of what follows blanks and comments. */
const skipped = (text: string, from: number): number =>
  from + (matchAt(/(?:\s|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y, text, from)?.[0].length ?? 0)

const escapes: Readonly<Record<string, string>> = { ...letterEscapes, '\n': '' }

const escapeSequence = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([\s\S]))/y

/** A string behind its quotation mark at `from`. */
const stringAt = (text: string, from: number): Reading<string> => {
  const mark = text[from]
  let value = ''
  for (let at = from + 1; at < text.length; ) {
    const letter = text[at] as string
    if (letter === mark) return E.right({ value, end: at + 1 })
    if (mark === '`' && letter === '$' && text[at + 1] === '{') return fault(at, notLiteral)
    if (letter !== '\\') {
      value += letter
      at++
      continue
    }
    const [all = '', braced, four, two, plain = ''] = matchAt(escapeSequence, text, at) ?? []
    const point = Number.parseInt(braced ?? four ?? two ?? '', 16)
    if (point > 0x10ffff || all === '') return fault(at, 'this escape names no character; correct it')
    value += Number.isNaN(point) ? (escapes[plain] ?? plain) : String.fromCodePoint(point)
    at += all.length
  }
  return fault(from, 'a quotation mark opens here and is not closed; paste the whole call')
}

/** The items from an opening bracket at `from` to the closing one. */
const listAt = <A>(
  text: string,
  from: number,
  close: string,
  itemAt: (at: number) => Reading<A>,
): Reading<ReadonlyArray<A>> => {
  const items: Array<A> = []
  let at = skipped(text, from + 1)
  while (text[at] !== close) {
    if (at >= text.length) return fault(from, 'the text ends within the call; paste all of it')
    const item = itemAt(at)
    if (E.isLeft(item)) return item
    items.push(item.right.value)
    at = skipped(text, item.right.end)
    if (text[at] === ',') at = skipped(text, at + 1)
    else if (at < text.length && text[at] !== close) return fault(at, notLiteral)
  }
  return E.right({ value: items, end: at + 1 })
}

const nameAt = (text: string, at: number): Reading<string> => {
  if (/["']/.test(text[at] ?? '')) return stringAt(text, at)
  const found = matchAt(/[\w$]+/y, text, at)?.[0]
  return found === undefined ? fault(at, notLiteral) : E.right({ value: found, end: at + found.length })
}

const memberAt = (text: string, from: number, depth: number): Reading<readonly [string, Value]> => {
  const name = nameAt(text, from)
  if (E.isLeft(name)) return name
  const colon = skipped(text, name.right.end)
  if (text[colon] !== ':') return fault(from, notLiteral)
  const value = valueAt(text, skipped(text, colon + 1), depth)
  return E.isLeft(value) ? value : E.right({ value: [name.right.value, value.right.value], end: value.right.end })
}

/** Two calls that only wrap a literal. */
const wrapper = /(JSON\.stringify|new\s+Headers)\s*\(/y
const scalar = /(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y

/** No literal of a request is nested deeper. */
const maxDepth = 100

const valueAt = (text: string, at: number, depth = 0): Reading<Value> => {
  if (depth > maxDepth) return fault(at, 'this is nested too deeply to be a request')
  const inner = (from: number): Reading<Value> => valueAt(text, from, depth + 1)
  const first = text[at] ?? ''
  if (/["'`]/.test(first)) return stringAt(text, at)
  if (first === '[') return listAt(text, at, ']', inner)
  if (first === '{') {
    const members = listAt(text, at, '}', (from) => memberAt(text, from, depth + 1))
    return E.isLeft(members)
      ? members
      : E.right({ value: Object.fromEntries(members.right.value), end: members.right.end })
  }
  const called = matchAt(wrapper, text, at)
  if (called !== null) {
    const given = listAt(text, at + called[0].length - 1, ')', inner)
    if (E.isLeft(given)) return given
    const [value = null, ...more] = given.right.value
    if (more.length > 0) return fault(at, notLiteral)
    return E.right({ value: called[1] === 'JSON.stringify' ? JSON.stringify(value) : value, end: given.right.end })
  }
  const literal = matchAt(scalar, text, at)?.[0]
  return literal === undefined
    ? fault(at, notLiteral)
    : E.right({ value: JSON.parse(literal), end: at + literal.length })
}

/** Before the arguments: perhaps a name for the answer, and `await`. */
const opening = /^\s*(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?(?:return\s+)?(?:await\s+)?fetch\s*(?=\()/

/** Whether a line begins with a call of `fetch`. */
export const beginsLikeFetch = (line: string): boolean => opening.test(line)

const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The headers, from an object or from pairs. */
const headersOf = (value: Value | undefined): ReadonlyArray<readonly [string, string]> => {
  const pairs = Array.isArray(value) ? value : isFields(value) ? Object.entries(value) : []
  return pairs.flatMap((pair) =>
    Array.isArray(pair) && pair.length === 2 ? [[String(pair[0]), String(pair[1])] as const] : [],
  )
}

/** fetch writes these in upper case, and no other. */
const known = /^(?:delete|get|head|options|post|put)$/i

/** Reads `fetch(url, options)`. */
export const readFetch: Reader = ofText((text) => {
  const open = opening.exec(text)?.[0].length ?? 0
  const read = listAt(text, open, ')', (at) => valueAt(text, at))
  if (E.isLeft(read)) return read
  const [url, options = {}] = read.right.value
  if (typeof url !== 'string') return fault(open, 'the URL is no string; write it as one')
  if (!isFields(options)) return fault(open, 'the options of fetch are no object; write them out')
  const { method = 'GET', headers, body = null } = options
  if (typeof method !== 'string' || (body !== null && typeof body !== 'string'))
    return fault(open, 'the method and the body must be strings; write them so')
  const sent = requestSent({
    method: known.test(method) ? method.toUpperCase() : method,
    url,
    headers: headersOf(headers),
    body: bytesBody(body ?? ''),
    notes: [],
  })
  return E.isLeft(sent) ? fault(open, sent.left) : sent
})
