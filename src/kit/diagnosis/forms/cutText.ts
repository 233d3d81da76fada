/**
 * Bodies that arrived without their end, as where a program announces as many bytes in Content-Length as the text has
 * characters: `{"t":"é"}` has 9 characters and 10 bytes, and the last bracket is lost.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from './charsets.ts'
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

/** Of a text with more brackets the end is not looked for. */
const maxDeep = 4096

/** How far a text has come: the brackets that are open, and whether it ends inside a string. */
interface Cut {
  /** The closing brackets, the inner ones first. */
  readonly closers: string
  readonly isInString: boolean
}

const cutOf = (text: string): Cut => {
  const closers: Array<string> = []
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const c = text[at]
    if (isInString) {
      if (c === '\\') at++
      else if (c === '"') isInString = false
    } else if (c === '"') isInString = true
    else if (c === '{') closers.push('}')
    else if (c === '[') closers.push(']')
    else if (c === '}' || c === ']') closers.pop()
  }
  return { closers: closers.length > maxDeep ? '' : closers.toReversed().join(''), isInString }
}

/** The words that a value may end in, from each of their letters on. */
const wordEnds: ReadonlyArray<string> = ['true', 'false', 'null'].flatMap((word) =>
  Array.from(word, (_, i) => word.slice(i)),
)

/** In JSON for people the brackets stand on lines of their own, at an indentation that the text shows. */
const closings = (text: string, closers: string): ReadonlyArray<string> => {
  const [, indent = ''] = /\n([ \t]+)/.exec(text) ?? []
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const onLines = Array.from(closers, (c, i) => lineEnd + indent.repeat(closers.length - 1 - i) + c).join('')
  const spaced = Array.from(closers, (c) => ` ${c}`).join('')
  return [...new Set([closers, ...(text.includes('\n') ? [onLines] : []), ...(/[{[] /.test(text) ? [spaced] : [])])]
}

/** Letters and digits of a value that is cut; the letters that the text holds come first. */
const alphabetOf = (text: string): ReadonlyArray<string> => {
  const common = 'etaoinsrhldcumfpgwybvkxjqzETAOINSRHLDCUMFPGWYBVKXJQZ0123456789 .,!?-_/:'
  const held = [...new Set(Array.from(text).filter((c) => c > ' ' && !'"\\{}[]'.includes(c)))]
  return [...new Set([...held, ...common])]
}

/** Few characters of a value are tried in every way. */
const maxTried = 2
/** Longer texts take long to hash so often. */
const maxHashed = 8192

const words = (count: number, alphabet: ReadonlyArray<string>): ReadonlyArray<string> =>
  count === 0 ? [''] : words(count - 1, alphabet).flatMap((start) => alphabet.map((c) => start + c))

/** What may follow the last characters of a text that is cut, before its brackets. */
const continuations = (
  text: string,
  { closers, isInString }: Cut,
): ReadonlyArray<readonly [before: string, after: string]> => {
  if (isInString) return [['', '"']]
  const isName = closers.startsWith('}') && /[{,]\s*"(?:[^"\\]|\\.)*"$/.test(text)
  const colons = isName ? [':', ': '] : ['']
  const isOpen = isName || /[:,[]\s*$/.test(text)
  return colons.flatMap((colon) => ['', ...(isOpen ? ['""', '{}', '[]'] : [])].map((value) => [colon, value] as const))
}

/** What ends a text that is cut: the rest of its value, a quotation mark, its brackets, a line end. */
function* endsOf(text: string, inner: ReadonlyArray<string>): Generator<string> {
  const cut = cutOf(text)
  const shapes = continuations(text, cut).flatMap(([before, after]) =>
    closings(text, cut.closers).flatMap((closing) =>
      ['', '\n', '\r\n'].map((lineEnd) => [before, after + closing + lineEnd] as const),
    ),
  )
  for (const middle of inner) for (const [before, after] of shapes) yield before + middle + after
}

/**
 * The text with an end that makes it JSON again; where so many bytes were lost as letters beyond ASCII have, the characters of
 * a value that lay there are tried too.
 */
export function* uncutText(text: string): Generator<Form> {
  if (!/^\s*[[{]/.test(text) || isJson(text)) return
  const { isInString } = cutOf(text)
  const bytes = utf8(text).length
  for (const end of endsOf(text, ['', ...(isInString ? [] : wordEnds)]))
    if (isJson(text + end))
      yield [`its end did not arrive, ${JSON.stringify(end)}`, text + end, /^[\]}]+$/.test(end) ? true : 'alone']
  if (bytes > maxHashed) return
  const lost = new Set([bytes - text.length, bytes - Array.from(text).length].filter((count) => count > 0))
  const alphabet = isInString ? alphabetOf(text) : Array.from('0123456789')
  for (let count = 1; count <= maxTried; count++)
    for (const end of endsOf(text, words(count, alphabet)))
      if (lost.has(end.length) && isJson(text + end))
        yield [`its end did not arrive, ${JSON.stringify(end)}`, text + end, 'alone']
}

/** The letters whose UTF-8 begins with the last bytes of a body that ends inside one. */
const lettersFrom = (rest: Bytes.Bytes): ReadonlyArray<string> => {
  const [lead = 0] = rest
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  const missing = length - rest.length
  if (missing < 1 || missing > 2) return []
  const count = 64 ** missing
  const found: Array<string> = []
  for (let i = 0; i < count; i++) {
    const tail = missing === 1 ? [0x80 | i] : [0x80 | (i >> 6), 0x80 | (i & 63)]
    const text = Bytes.toText(Bytes.concat([rest, Uint8Array.from(tail)]))
    if (E.isRight(text)) found.push(text.right)
  }
  return found
}

/** The same for a body that ends inside a character. */
export function* uncutBytes(body: Bytes.Bytes): Generator<Form> {
  if (body.length > maxHashed) return
  let from = body.length - 1
  while (from > body.length - 4 && ((body[from] as number) & 0xc0) === 0x80) from--
  if (((body[from] as number) & 0xc0) !== 0xc0) return
  const start = Bytes.toText(body.subarray(0, from))
  if (E.isLeft(start) || !/^\s*[[{]/.test(start.right)) return
  for (const letter of lettersFrom(body.subarray(from)))
    for (const end of endsOf(start.right + letter, ['']))
      if (isJson(start.right + letter + end)) {
        const lost = letter + end
        yield [`its end did not arrive, from ${JSON.stringify(lost)} on`, start.right + lost, 'alone']
      }
}
