/**
 * Bodies whose end did not arrive, for example because a program put the number of characters into Content-Length: `{"t":"é"}` has 9
 * characters and 10 bytes, and its last bracket was lost. The forms add an end that makes the body JSON again.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { utf8 } from './charsets.ts'
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'

/** A text with more open brackets gets no closing ones. */
const maxDeep = 4096

/** Where a text was cut: its open brackets, and whether it ends inside a string. */
interface Cut {
  /** The missing closing brackets, the inner ones first. */
  readonly closers: string
  readonly isInString: boolean
}

const cutOf = (cutText: string): Cut => {
  const closers: Array<string> = []
  let isInString = false
  for (let offset = 0; offset < cutText.length; offset++) {
    const c = cutText[offset]
    if (isInString) {
      if (c === '\\') offset++
      else if (c === '"') isInString = false
    } else if (c === '"') isInString = true
    else if (c === '{') closers.push('}')
    else if (c === '[') closers.push(']')
    else if (c === '}' || c === ']') closers.pop()
  }
  return { closers: closers.length > maxDeep ? '' : closers.toReversed().join(''), isInString }
}

/** The ends of the words of JSON, from each of their letters on. */
const wordEnds: ReadonlyArray<string> = ['true', 'false', 'null'].flatMap((word) =>
  Array.from(word, (_, i) => word.slice(i)),
)

/** The closing brackets in the white space that the text shows: on one line, or in indented JSON each on its own. */
const closings = (cutText: string, closers: string): ReadonlyArray<string> => {
  const [, indent = ''] = /\n([ \t]+)/.exec(cutText) ?? []
  const lineEnd = cutText.includes('\r\n') ? '\r\n' : '\n'
  const onLines = Array.from(closers, (c, i) => lineEnd + indent.repeat(closers.length - 1 - i) + c).join('')
  const spaced = Array.from(closers, (c) => ` ${c}`).join('')
  return [
    ...new Set([closers, ...(cutText.includes('\n') ? [onLines] : []), ...(/[{[] /.test(cutText) ? [spaced] : [])]),
  ]
}

/** Characters that a cut string may have had, those of the text first. */
const alphabetOf = (cutText: string): ReadonlyArray<string> => {
  const common = 'etaoinsrhldcumfpgwybvkxjqzETAOINSRHLDCUMFPGWYBVKXJQZ0123456789 .,!?-_/:'
  const held = [...new Set(Array.from(cutText).filter((c) => c > ' ' && !'"\\{}[]'.includes(c)))]
  return [...new Set([...held, ...common])]
}

/** At most so many lost characters of a value are tried. */
const maxTried = 2
/** Longer texts take too long to hash so often. */
const maxHashed = 8192

/** Every text of so many characters of the alphabet. */
const words = (count: number, alphabet: ReadonlyArray<string>): ReadonlyArray<string> =>
  count === 0 ? [''] : words(count - 1, alphabet).flatMap((start) => alphabet.map((c) => start + c))

/** What may follow a cut text before its brackets: the lost characters come between `before` and `after`. */
const continuations = (
  cutText: string,
  { closers, isInString }: Cut,
): ReadonlyArray<readonly [before: string, after: string]> => {
  if (isInString) return [['', '"']]
  const isName = closers.startsWith('}') && /[{,]\s*"(?:[^"\\]|\\.)*"$/.test(cutText)
  const colons = isName ? [':', ': '] : ['']
  const isOpen = isName || /[:,[]\s*$/.test(cutText)
  return colons.flatMap((colon) =>
    ['', ...(isOpen ? ['""', '{}', '[]'] : [])].map((emptyValue) => [colon, emptyValue] as const),
  )
}

/** The ends that a cut text may have had: the rest of its value, a quotation mark, its brackets, a line end. */
function* endsOf(cutText: string, inner: ReadonlyArray<string>): Generator<string> {
  const cut = cutOf(cutText)
  const shapes = continuations(cutText, cut).flatMap(([colon, after]) =>
    closings(cutText, cut.closers).flatMap((closing) =>
      ['', '\n', '\r\n'].map((lineEnd) => [colon, after + closing + lineEnd] as const),
    ),
  )
  for (const middle of inner) for (const [colon, after] of shapes) yield colon + middle + after
}

/**
 * The text with an end that makes it JSON again. A program may give the number of characters as the number of bytes: of `{"a":"é"}`
 * the last byte is lost. If as many bytes are lost as such a program loses, lost characters of a value are tried too.
 */
export function* uncutText(cutText: string): Generator<Form> {
  if (!/^\s*[[{]/.test(cutText) || isJson(cutText)) return
  const { isInString } = cutOf(cutText)
  const bytes = utf8(cutText).length
  for (const end of endsOf(cutText, ['', ...(isInString ? [] : wordEnds)]))
    if (isJson(cutText + end))
      yield [`its end did not arrive, ${JSON.stringify(end)}`, cutText + end, /^[\]}]+$/.test(end) ? true : 'alone']
  if (bytes > maxHashed) return
  // JavaScript and Java count UTF-16 units, and Python counts characters.
  const lost = new Set([bytes - cutText.length, bytes - Array.from(cutText).length].filter((count) => count > 0))
  const alphabet = isInString ? alphabetOf(cutText) : Array.from('0123456789')
  for (let count = 1; count <= maxTried; count++)
    for (const end of endsOf(cutText, words(count, alphabet)))
      if (lost.has(end.length) && isJson(cutText + end))
        yield [`its end did not arrive, ${JSON.stringify(end)}`, cutText + end, 'alone']
}

/** The letters whose UTF-8 begins with the last bytes of a body. */
const lettersFrom = (lastBytes: Bytes.Bytes): ReadonlyArray<string> => {
  const [lead = 0] = lastBytes
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  const missing = length - lastBytes.length
  if (missing < 1 || missing > 2) return []
  const count = 64 ** missing
  const letters: Array<string> = []
  for (let i = 0; i < count; i++) {
    const tail = missing === 1 ? [0x80 | i] : [0x80 | (i >> 6), 0x80 | (i & 63)]
    const decoded = Bytes.toText(Bytes.concat([lastBytes, Uint8Array.from(tail)]))
    if (E.isRight(decoded)) letters.push(decoded.right)
  }
  return letters
}

/** The same forms of a body that ends inside a character. */
export function* uncutBytes(body: Bytes.Bytes): Generator<Form> {
  if (body.length > maxHashed) return
  let letterStart = body.length - 1
  while (letterStart > body.length - 4 && ((body[letterStart] as number) & 0xc0) === 0x80) letterStart--
  if (((body[letterStart] as number) & 0xc0) !== 0xc0) return
  const start = Bytes.toText(body.subarray(0, letterStart))
  if (E.isLeft(start) || !/^\s*[[{]/.test(start.right)) return
  for (const letter of lettersFrom(body.subarray(letterStart)))
    for (const end of endsOf(start.right + letter, ['']))
      if (isJson(start.right + letter + end)) {
        const lost = letter + end
        yield [`its end did not arrive, from ${JSON.stringify(lost)} on`, start.right + lost, 'alone']
      }
}
