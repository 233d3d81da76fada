/**
 * The text of a document of RTF, as TextEdit and WordPad save what people paste into them.
 *
 *     {\rtf1\ansi{\fonttbl\f0 Helvetica;}\f0 POST /v1/jobs HTTP/1.1\par      →  POST /v1/jobs HTTP/1.1
 *     \{"a":"\'fc\u8364?"\}}                                                     {"a":"ü€"}
 *
 * Texts have one character for each byte.
 */

import { byteTextOf } from './byteText.ts'

/** A group's brace; an escape of a byte, of a character, of a line end or of a mark; a control word with its number; text. */
const token =
  /([{}])|\\'([0-9a-f]{2})|\\u(-?\d{1,6}) ?|\\([\r\n]{1,2}|[\\{}~_*-])|\\([a-z]{1,32})(-?\d{1,10})? ?|([^\\{}\r\n]+)|[\s\S]/gi

/** The groups that hold no text of the document. */
const tables: ReadonlySet<string> = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'listtable',
  'listoverridetable',
])

/** What control words stand for. */
const written: ReadonlyMap<string, string> = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['tab', '\t'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['endash', '\u2013'],
  ['emdash', '\u2014'],
  ['bullet', '\u2022'],
])

/** The characters of Windows-1252 from 0x80 to 0x9f. The others are those of Latin-1. */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

const characterOf = (byte: number): string =>
  byte >= 0x80 && byte < 0xa0 ? (windows1252[byte - 0x80] ?? '') : String.fromCharCode(byte)

/** A group of the document. */
interface Group {
  /** Whether its text is not of the document. */
  readonly isHidden: boolean
  /** How many characters follow a `\u`, for programs that do not know it. */
  readonly fallback: number
}

interface State {
  group: Group
  readonly outer: Array<Group>
  /** How many characters are left out, because they stand for a `\u` before them. */
  skip: number
  text: string
}

const add = (state: State, characters: string): void => {
  const skipped = Math.min(state.skip, characters.length)
  state.skip -= skipped
  if (!state.group.isHidden) state.text += characters.slice(skipped)
}

const control = (state: State, word: string, count: string | undefined): void => {
  if (tables.has(word)) state.group = { ...state.group, isHidden: true }
  else if (word === 'uc') state.group = { ...state.group, fallback: Number(count ?? 1) }
  else add(state, written.get(word) ?? '')
}

/** The text. Undefined if this is no document of RTF. */
export const richText = (document: string): string | undefined => {
  if (!/^\s{0,16}\{\\rtf1?\b/.test(document.slice(0, 64))) return undefined
  const state: State = { group: { isHidden: false, fallback: 1 }, outer: [], skip: 0, text: '' }
  for (const [, brace, hex, unit, mark, word, count, plain] of document.matchAll(token)) {
    if (brace === '{') state.outer.push(state.group)
    else if (brace === '}') {
      state.group = state.outer.pop() ?? state.group
      // What follows the document, such as a byte of zero, is not of it.
      if (state.outer.length === 0) break
    } else if (hex !== undefined) add(state, characterOf(Number.parseInt(hex, 16)))
    else if (unit !== undefined) {
      add(state, String.fromCharCode(Number(unit) & 0xffff))
      state.skip = state.group.fallback
    } else if (mark === '*') state.group = { ...state.group, isHidden: true }
    else if (mark !== undefined)
      add(state, /^[\r\n]/.test(mark) ? '\n' : mark === '~' ? ' ' : /[_-]/.test(mark) ? '' : mark)
    else if (word !== undefined) control(state, word.toLowerCase(), count)
    else if (plain !== undefined) add(state, plain)
  }
  // The last paragraph ends with the document, so its line end is not of the text.
  const isParagraph = /\\par\s{0,8}\}/.test(document.slice(-64))
  return byteTextOf(state.text.replace(/^\n+/, '').replace(isParagraph ? /\n$/ : /$^/, ''))
}
