/**
 * The words of a command for cmd.exe on Windows: first cmd resolves its carets, then the program's runtime its quotes. Browsers
 * copy "as cURL (cmd)" or "as cURL (Windows)" for this.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { Bytes } from '../../../core/Bytes.ts'
import { isBlank, latin1, type Unreadable, unreadable } from '../Received.ts'
import type { Command, Word } from './shellWords.ts'

const lf = 0x0a
const cr = 0x0d
const quote = 0x22
const backslash = 0x5c
const caret = 0x5e

/** Whether a text shows the carets of cmd: before a quotation mark, or at a line's end. */
export const beginsLikeCmd = (text: Bytes): boolean => /[ \t]\^(?:"|\r?\n)/.test(latin1(text.subarray(0, 65_536)))

/** What cmd hands on, and the offset in the text of each byte of it. */
interface Line {
  readonly bytes: ReadonlyArray<number>
  readonly offsets: ReadonlyArray<number>
  readonly end: number
  readonly endedBy: Command['endedBy']
}

/** The length of the line end at `at`; 0 if there is none. */
const lineEnd = (text: Bytes, at: number): number =>
  text[at] === lf ? 1 : text[at] === cr && text[at + 1] === lf ? 2 : 0

/** A caret outside of quotes takes the next character as it is; a line end behind it is dropped, and the character behind that taken. */
const resolved = (text: Bytes, from: number): E.Either<Unreadable, Line> => {
  const bytes: Array<number> = []
  const offsets: Array<number> = []
  const put = (at: number, byte = text[at]): void => {
    if (byte === undefined) return
    bytes.push(byte)
    offsets.push(at)
  }
  let quoted = false
  for (let at = from; at < text.length; ) {
    const byte = text[at] as number
    if (byte === caret && !quoted) {
      at += 1 + lineEnd(text, at + 1)
      const more = lineEnd(text, at)
      if (more > 0) put(at, lf)
      else put(at)
      at += more > 0 ? more : 1
      continue
    }
    const ends = lineEnd(text, at)
    if (ends > 0) {
      if (bytes.length > 0) return E.right({ bytes, offsets, end: at + ends, endedBy: 'line' })
      at += ends
      continue
    }
    if (!quoted && (byte === 0x26 || byte === 0x7c))
      return E.right({ bytes, offsets, end: at + 1, endedBy: byte === 0x26 ? '&' : '|' })
    if (!quoted && (byte === 0x3c || byte === 0x3e))
      return unreadable(text, at, 'the command redirects here; leave that out')
    if (byte === quote) quoted = !quoted
    put(at++)
  }
  return E.right({ bytes, offsets, end: text.length, endedBy: 'text' })
}

/** Browsers escape every quotation mark by a caret, the opening ones too, and double every backslash. */
const isCopied = (text: Bytes): boolean => /^[^"]*[ \t]\^"/.test(latin1(text.subarray(0, 4096)))

/**
 * The words of the first command, by the rules of Microsoft's C runtime: `\"` is a quotation mark, and so is `""` within quotes.
 * In what a browser has copied, two backslashes stand for the one that it has sent; curl would get both.
 */
export const cmdWords = (text: Bytes, from = 0): E.Either<Unreadable, Command> => {
  const line = resolved(text, from)
  if (E.isLeft(line)) return line
  const { bytes, offsets, end, endedBy } = line.right
  const words: Array<Word> = []
  let word: Array<number> | undefined
  let offset = from
  let opened = -1
  const doubles = isCopied(text)
  let halved = false
  const open = (at: number): Array<number> => {
    if (word === undefined) offset = offsets[at] as number
    word ??= []
    return word
  }
  const close = (): void => {
    if (word !== undefined) words.push({ bytes: Uint8Array.from(word), offset })
    word = undefined
  }
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    if (opened < 0 && isBlank(byte)) {
      close()
      at++
      continue
    }
    const into = open(at)
    let slashes = 0
    while (bytes[at + slashes] === backslash) slashes++
    if (bytes[at + slashes] !== quote) {
      const count = doubles ? Math.ceil(slashes / 2) : slashes
      halved ||= count < slashes
      for (let i = 0; i < Math.max(1, count); i++) into.push(byte)
      at += Math.max(1, slashes)
      continue
    }
    for (let i = 0; i < slashes >> 1; i++) into.push(backslash)
    at += slashes + 1
    const isDoubled = opened >= 0 && bytes[at] === quote
    if (slashes % 2 === 1) into.push(quote)
    else if (isDoubled) into.push(bytes[at++] as number)
    else opened = opened < 0 ? at - 1 : -1
  }
  if (opened >= 0)
    return unreadable(
      text,
      offsets[opened] as number,
      'a quotation mark opens here and is not closed; paste the whole command',
    )
  close()
  return E.right({ words, end, endedBy, quotedCrlf: false, halved })
}
