/**
 * The words of a shell command, as bash reads them: quotes and escapes are resolved. What bash would expand is refused, for its
 * value is not in the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../../core/Bytes.ts'
import { isBlank, type Unreadable, unreadable } from '../Received.ts'

export interface Word {
  readonly bytes: Bytes
  /** Where it begins in the text, in bytes. */
  readonly offset: number
}

/** The first command in a text. */
export interface Command {
  readonly words: ReadonlyArray<Word>
  /** The offset behind what ends it. */
  readonly end: number
  /** What ends it: a line end, `|`, `;`, `&`, or the end of the text. */
  readonly endedBy: 'line' | '|' | ';' | '&' | 'text'
  /** Whether a line within quotes ends in CR LF, which bash keeps. */
  readonly quotedCrlf: boolean
  /** Backslashes that a browser has doubled were read as single ones. */
  readonly halved?: boolean
}

const lf = 0x0a
const cr = 0x0d
const doubleQuote = 0x22
const dollar = 0x24
const singleQuote = 0x27
const backslash = 0x5c
const backtick = 0x60

/** No escape is shorter than its bytes, so `out` never needs more room than the text. */
interface Pen {
  readonly text: Bytes
  readonly out: Uint8Array
  length: number
}

const put = (pen: Pen, byte: number): void => {
  pen.out[pen.length++] = byte
}

type Next = E.Either<Unreadable, number>

const refused = (pen: Pen, at: number, what: string): Next => unreadable(pen.text, at, what)

const notClosed = (pen: Pen, at: number): Next =>
  refused(pen, at, 'a quotation mark opens here and is not closed; paste the whole command')

const expanded = (pen: Pen, at: number): Next =>
  pen.text[at] === backtick
    ? refused(
        pen,
        at,
        /^\r?\n/.test(String.fromCharCode(...pen.text.subarray(at + 1, at + 3)))
          ? 'a line goes on behind a `, as in PowerShell; copy the command for bash'
          : 'a shell runs what stands between `…`; put what it prints there instead',
      )
    : refused(
        pen,
        at,
        'a shell puts a value in for what begins with $ here; write that value, or quote it by single quotes',
      )

/** Whether bash expands the `$` at `at`: a name, a special parameter, `{`, `(` or `[` follows. */
const expands = (text: Bytes, at: number): boolean => {
  const next = text[at + 1]
  return next !== undefined && /[0-9A-Za-z_{([@*#?$!-]/.test(String.fromCharCode(next))
}

/** From behind `'` to behind the next one. */
const singleQuoted = (pen: Pen, from: number): Next => {
  const end = pen.text.indexOf(singleQuote, from)
  if (end < 0) return notClosed(pen, from - 1)
  pen.out.set(pen.text.subarray(from, end), pen.length)
  pen.length += end - from
  return E.right(end + 1)
}

/** From behind `"`: a backslash escapes `$`, a backtick, `"`, itself and a line end, and nothing else. */
const doubleQuoted = (pen: Pen, from: number): Next => {
  const { text } = pen
  for (let at = from; at < text.length; at++) {
    const byte = text[at] as number
    if (byte === doubleQuote) return E.right(at + 1)
    if (byte === backtick || (byte === dollar && expands(text, at))) return expanded(pen, at)
    if (byte !== backslash) {
      put(pen, byte)
      continue
    }
    const next = text[at + 1]
    if (next === dollar || next === backtick || next === doubleQuote || next === backslash) {
      put(pen, next)
      at++
    } else if (next === lf) {
      at++
    } else {
      put(pen, byte)
    }
  }
  return notClosed(pen, from - 1)
}

/** The escapes of `$'…'`. */
const escapes = `abeEfnrtv\\'"?`
const escaped = [0x07, 0x08, 0x1b, 0x1b, 0x0c, 0x0a, 0x0d, 0x09, 0x0b, backslash, singleQuote, doubleQuote, 0x3f]

interface Digits {
  readonly value: number
  readonly end: number
}

/** As many digits as there are, up to `most`. */
const digits = (text: Bytes, from: number, base: number, most: number): Digits => {
  let value = 0
  let end = from
  while (end < from + most) {
    const digit = Number.parseInt(String.fromCharCode(text[end] ?? 0), base)
    if (Number.isNaN(digit)) break
    value = value * base + digit
    end++
  }
  return { value, end }
}

/** UTF-8, of lone surrogates too, as bash writes it. */
const putPoint = (pen: Pen, point: number): void => {
  const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  put(pen, ([0, 0xc0, 0xe0, 0xf0][more] as number) | (point >> (6 * more)))
  for (let i = more - 1; i >= 0; i--) put(pen, 0x80 | ((point >> (6 * i)) & 0x3f))
}

/** To behind the closing `'`: a NUL has ended the string before it. */
const skipAnsiQuoted = (pen: Pen, from: number, opened: number): Next => {
  for (let at = from; at < pen.text.length; at++) {
    if (pen.text[at] === backslash) at++
    else if (pen.text[at] === singleQuote) return E.right(at + 1)
  }
  return notClosed(pen, opened)
}

/** The character of an escape, and where the escape ends; without a value, the escape stands for itself. */
interface Escape {
  readonly value?: number
  readonly end: number
  readonly isPoint?: boolean
}

/** Reads the escape of C, or `\\u`, `\\U` or `\\c`, whose backslash is at `at`. */
const escapeAt = (text: Bytes, at: number): Escape => {
  const next = text[at + 1] as number
  const letter = String.fromCharCode(next)
  const plain = escapes.indexOf(letter)
  if (plain >= 0) return { value: escaped[plain] as number, end: at + 2 }
  if (next >= 0x30 && next <= 0x37) {
    const { value, end } = digits(text, at + 1, 8, 3)
    return { value: value & 0xff, end }
  }
  if (letter === 'x') {
    const isBraced = text[at + 2] === 0x7b
    const start = at + (isBraced ? 3 : 2)
    const { value, end } = digits(text, start, 16, isBraced ? 8 : 2)
    if (end === start && !isBraced) return { end }
    return { value: value & 0xff, end: isBraced && text[end] === 0x7d ? end + 1 : end }
  }
  if (letter === 'u' || letter === 'U') {
    const { value, end } = digits(text, at + 2, 16, letter === 'u' ? 4 : 8)
    return end === at + 2 ? { end } : { value, end, isPoint: true }
  }
  const control = text[at + 2]
  if (letter !== 'c' || control === undefined) return { end: at + 2 }
  const isDoubled = control === backslash && text[at + 3] === backslash
  return { value: control === 0x3f ? 0x7f : control & 0x1f, end: at + (isDoubled ? 4 : 3) }
}

/** From behind `$'`. */
const ansiQuoted = (pen: Pen, from: number): Next => {
  const { text } = pen
  for (let at = from; at < text.length; ) {
    const byte = text[at] as number
    if (byte === singleQuote) return E.right(at + 1)
    if (byte !== backslash || at + 1 === text.length) {
      put(pen, byte)
      at++
      continue
    }
    const { value, end, isPoint } = escapeAt(text, at)
    if (value === 0) return skipAnsiQuoted(pen, end, from - 1)
    if (value !== undefined && value > 0x10ffff)
      return refused(pen, at, 'this escape names no character of Unicode; correct it')
    if (value === undefined) for (const each of text.subarray(at, at + 2)) put(pen, each)
    else if (isPoint === true) putPoint(pen, value)
    else put(pen, value)
    at = end
  }
  return notClosed(pen, from - 1)
}

interface Quote {
  readonly read: (pen: Pen, from: number) => Next
  /** Of its opening. */
  readonly length: number
}

/** The quotation that opens at `at`. */
const quoteAt = (text: Bytes, at: number): Quote | undefined => {
  const length = text[at] === dollar ? 2 : 1
  const mark = text[at + length - 1]
  if (mark === doubleQuote) return { read: doubleQuoted, length }
  return mark === singleQuote ? { read: length === 2 ? ansiQuoted : singleQuoted, length } : undefined
}

/** The typographic quotation marks, dashes and spaces of word processors and web pages, in UTF-8. */
const typographic = (text: Bytes, at: number): string | undefined => {
  if (text[at] === 0xc2 && text[at + 1] === 0xa0) return 'a no-break space'
  if (text[at] !== 0xe2 || text[at + 1] !== 0x80) return undefined
  const last = text[at + 2] as number
  if (last === 0x93 || last === 0x94) return 'a dash in place of a hyphen'
  return last >= 0x98 && last <= 0x9f ? 'a typographic quotation mark' : undefined
}

/** Why an unquoted character is no part of a word. */
const special = (text: Bytes, at: number, startsWord: boolean): string | undefined => {
  const letter = String.fromCharCode(text[at] as number)
  const next = text[at + 1]
  if (letter === '^' && (next === doubleQuote || next === lf || next === cr))
    return 'a ^ escapes here, as in a command for cmd; copy it "as cURL (bash)"'
  if (letter === '<')
    return 'the command reads another file by <; name the file behind an @ instead (curl: --data-binary @FILE, HTTPie: @FILE)'
  if (letter === '(' || letter === ')') return 'a parenthesis means something to a shell; put the word in single quotes'
  if (letter === '{' && next !== 0x7d)
    return 'a shell may expand a brace that is not quoted; put the word in single quotes'
  if (letter === '#' && startsWord) return 'a comment begins here; leave it out'
  if (text[at] === 0) return 'a NUL byte cannot stand in a command; save the text as UTF-8'
  const odd = typographic(text, at)
  return odd === undefined ? undefined : `there is ${odd} here, which no shell knows; type it anew`
}

const operator = (byte: number): '|' | ';' | '&' | undefined =>
  byte === 0x7c ? '|' : byte === 0x3b ? ';' : byte === 0x26 ? '&' : undefined

const isLineEnd = (text: Bytes, at: number): boolean =>
  text[at] === lf || (text[at] === cr && (text[at + 1] === lf || at + 1 === text.length))

/**
 * The words of the first command from `from` on. Redirected output (`> file`, `2>&1`) is left out. CR LF ends a line as LF does,
 * for files that were saved on Windows.
 */
export const shellWords = (text: Bytes, from = 0): E.Either<Unreadable, Command> => {
  const pen: Pen = { text, out: new Uint8Array(text.length - from), length: 0 }
  const words: Array<Word> = []
  let quotedCrlf = false
  let opened = -1 // where the current word began
  let begin = 0 // where in `out`
  let drops = false // the next word is the file of a redirection
  let bare = true // nothing of the word was quoted

  const close = (): void => {
    if (opened < 0) return
    if (!drops) words.push({ bytes: pen.out.subarray(begin, pen.length), offset: opened })
    drops = false
    opened = -1
    begin = pen.length
    bare = true
  }
  const done = (end: number, endedBy: Command['endedBy']): E.Either<Unreadable, Command> => {
    close()
    return E.right({ words, end, endedBy, quotedCrlf })
  }
  for (let at = from; at < text.length; ) {
    const byte = text[at] as number
    if (isLineEnd(text, at)) {
      const end = Math.min(text.length, at + (byte === cr ? 2 : 1))
      if (words.length > 0 || opened >= 0) return done(end, 'line')
      at = end
      continue
    }
    if (isBlank(byte)) {
      close()
      at++
      continue
    }
    const quote = quoteAt(text, at)
    if (quote !== undefined) {
      const next = quote.read(pen, at + quote.length)
      if (E.isLeft(next)) return next
      if (opened < 0) opened = at
      bare = false
      quotedCrlf ||= hasCrlf(text.subarray(at, next.right))
      at = next.right
      continue
    }
    if (byte === backtick || (byte === dollar && expands(text, at))) return expanded(pen, at) as E.Left<Unreadable>
    if (byte === backslash) {
      if (at + 1 < text.length && isLineEnd(text, at + 1)) {
        at += text[at + 1] === cr ? 3 : 2
        continue
      }
      if (opened < 0) opened = at
      bare = false
      // At the very end it stands for itself.
      put(pen, text[at + 1] ?? backslash)
      at += 2
      continue
    }
    const redirection = byte === 0x3e ? 0 : byte === 0x26 && text[at + 1] === 0x3e ? 1 : -1
    if (redirection >= 0) {
      // `2>`: the digits before it say which output.
      if (opened >= 0 && bare && isDigits(pen.out.subarray(begin, pen.length))) {
        opened = -1
        pen.length = begin
      }
      close()
      drops = true
      at += redirection + 1
      if (text[at] === 0x3e || text[at] === 0x7c || text[at] === 0x26) at++
      continue
    }
    const ends = operator(byte)
    if (ends !== undefined) return done(at + 1, ends)
    const wrong = special(text, at, opened < 0)
    if (wrong !== undefined) return unreadable(text, at, wrong)
    if (opened < 0) opened = at
    put(pen, byte)
    at++
  }
  return done(text.length, 'text')
}

const isDigits = (bytes: Bytes): boolean => bytes.length > 0 && bytes.every((byte) => byte >= 0x30 && byte <= 0x39)

const hasCrlf = (bytes: Bytes): boolean => {
  for (let at = bytes.indexOf(cr); at >= 0; at = bytes.indexOf(cr, at + 1)) if (bytes[at + 1] === lf) return true
  return false
}
