/**
 * Characters that look like those of the header's grammar, and are others: word processors, web pages and input methods write them.
 *
 *     SVC-SHA256-RSA app_id=app-1，nonce_str=n-1     U+FF0C in place of the comma
 *     SVC–SHA256–RSA app_id=app-1                    U+2013 in place of the hyphen
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import { utf8 } from './forms/charsets.ts'
import type { Telling } from './Telling.ts'
import { listed } from './variables.ts'

export interface PlainLine {
  /** The line with the plain characters. */
  readonly line: string
  /** Where each of its characters stands in the line that was given. */
  readonly offsets: ReadonlyArray<number>
  /** The characters that were replaced, in words. Undefined if there were none: the line was only decoded. */
  readonly replaced: (Telling & { readonly detail: string; readonly offset: number }) | undefined
}

interface LookAlike {
  readonly plain: string
  readonly name: string
  readonly pattern: RegExp
}

const lookAlikes: ReadonlyArray<LookAlike> = [
  { plain: ',', name: 'a comma', pattern: /[\uff0c\u3001\ufe50\u201a\u060c]/ },
  { plain: ' ', name: 'a space', pattern: /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/ },
  { plain: '-', name: 'a hyphen', pattern: /[\u2010-\u2015\u2212\uff0d\ufe63]/ },
  { plain: '=', name: 'an equals sign', pattern: /[\uff1d\ufe66]/ },
  { plain: ':', name: 'a colon', pattern: /[\uff1a]/ },
  { plain: ';', name: 'a semicolon', pattern: /[\uff1b]/ },
  { plain: '_', name: 'an underscore', pattern: /[\uff3f]/ },
]

/** A longer line is refused for its length. */
const maxCharacters = 16_384

/** The text of a line, and how many characters of the line a character of the text takes. */
interface Decoded {
  readonly text: string
  readonly widthOf: (character: string) => number
}

/** A header has one character for each byte, and callers write UTF-8 into it. The page has the characters themselves. */
const decoded = (headerLine: string): Decoded | undefined => {
  if (!/[^\0-\u007f]/.test(headerLine)) return undefined
  const bytes = /[^\0-\u00ff]/.test(headerLine)
    ? undefined
    : Uint8Array.from(headerLine, (letter) => letter.charCodeAt(0))
  const text = bytes === undefined ? undefined : Bytes.toText(bytes)
  return text !== undefined && E.isRight(text)
    ? { text: text.right, widthOf: (character) => utf8(character).length }
    : { text: headerLine, widthOf: (character) => character.length }
}

/** The line with plain characters in place of those that only look like them. Undefined if it has none beyond ASCII. */
export const plainLine = (headerLine: string): PlainLine | undefined => {
  if (headerLine.length > maxCharacters) return undefined
  const shown = decoded(headerLine)
  if (shown === undefined) return undefined
  const offsets: Array<number> = []
  const found = new Map<string, number>()
  let line = ''
  let offset = 0
  const groups = groupMarksIn(shown.text)
  let index = 0
  for (const character of shown.text) {
    const isMark = character === '\ufeff' && line === ''
    const isOther = isMark || groups.has(index)
    const alike = isOther ? undefined : lookAlikes.find(({ pattern }) => pattern.test(character))
    index += character.length
    const words = isMark ? markBefore : `${codeOf(character)} in place of ${alike?.name}`
    if ((isMark || alike !== undefined) && !found.has(words)) found.set(words, offset)
    const written = isMark ? '' : (alike?.plain ?? character)
    for (let i = 0; i < written.length; i++) offsets.push(offset)
    line += written
    offset += shown.widthOf(character)
  }
  return { line, offsets, replaced: tellingOf(found) }
}

/** Where a blank separates the groups of a number, `1 700 000 000`: the format of a locale writes it, and no word processor. */
const groupMarksIn = (text: string): ReadonlySet<number> =>
  new Set([...text.matchAll(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g)].map((match) => match.index))

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

const retype =
  'Type the line anew with plain ASCII characters. Word processors, web pages and input methods put such characters into a text.'

const tellingOf = (found: ReadonlyMap<string, number>): PlainLine['replaced'] => {
  const [offset] = found.values()
  if (offset === undefined) return undefined
  const words = [...found.keys()]
  const alike = words.filter((word) => word !== markBefore)
  const detail = words.join(', ')
  const ofAlike = `The header has characters that only look like those of ASCII: ${listed(alike)}.`
  if (alike.length === words.length) return { detail, offset, what: ofAlike, remedy: retype }
  return alike.length === 0
    ? { detail, offset, what: ofMark, remedy: saveWithoutMark }
    : { detail, offset, what: `${ofMark} ${ofAlike}`, remedy: `${saveWithoutMark} ${retype}` }
}

/** The name of a byte order mark, which looks like no character. */
const markBefore = `${codeOf('\ufeff')} before it`
const ofMark = 'The value of the header begins with U+FEFF, a byte order mark, which nobody sees.'
const saveWithoutMark = 'Save the file from which the value comes as UTF-8 without a byte order mark.'
