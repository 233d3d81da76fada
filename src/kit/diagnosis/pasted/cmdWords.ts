/**
 * The words of a command for cmd.exe on Windows: first cmd resolves its carets, then the program's runtime its quotes. Browsers
 * copy "as cURL (cmd)" or "as cURL (Windows)" for this.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable } from '../Received.ts'
import { type Fault, fault, matchAt, ofLatin1 } from './literals.ts'
import type { Command, Word } from './shellWords.ts'

/** Whether a text shows the carets of cmd: before a quotation mark, or at a line's end. */
export const beginsLikeCmd = (text: Bytes.Bytes): boolean => /[ \t]\^(?:"|\r?\n)/.test(latin1(text.subarray(0, 65_536)))

/** What cmd hands on, and the offset in the text of each character of it. */
interface Line {
  readonly line: string
  readonly offsets: ReadonlyArray<number>
  readonly end: number
  readonly endedBy: Command['endedBy']
}

/** A caret outside of quotes takes the next character as it is; a line end behind it is dropped, and the character behind that taken. */
const outsideQuotes = /\^(?:\r?\n)?(?<taken>\r?\n|[\s\S])?|(?<ends>\r?\n)|(?<operator>[&|])|(?<redirects>[<>])|[\s\S]/y
const insideQuotes = /(?<ends>\r?\n)|[\s\S]/y

const resolved = (text: string, from: number): E.Either<Fault, Line> => {
  const offsets: Array<number> = []
  let line = ''
  let quoted = false
  for (let at = from; at < text.length; ) {
    const { 0: all = '', groups = {} } = matchAt(quoted ? insideQuotes : outsideQuotes, text, at) ?? {}
    const { ends, operator, redirects, taken = quoted || all[0] !== '^' ? all : '' } = groups
    const end = at + all.length
    if (ends !== undefined && line !== '') return E.right({ line, offsets, end, endedBy: 'line' })
    if (operator !== undefined) return E.right({ line, offsets, end, endedBy: operator as '&' | '|' })
    if (redirects !== undefined) return fault(at, 'the command redirects here; leave that out')
    if (ends === undefined && taken !== '') {
      line += taken.at(-1)
      offsets.push(end - taken.length)
    }
    if (all === '"') quoted = !quoted
    at = end
  }
  return E.right({ line, offsets, end: text.length, endedBy: 'text' })
}

/** Browsers escape every quotation mark by a caret, the opening ones too, and double every backslash. */
const isCopied = (text: string): boolean => /^[^"]*[ \t]\^"/.test(text.slice(0, 4096))

const commandIn = (text: string, from: number): E.Either<Fault, Command> => {
  const read = resolved(text, from)
  if (E.isLeft(read)) return read
  const { line, offsets, end, endedBy } = read.right
  const words: Array<Word> = []
  let word: string | undefined
  let offset = from
  let opened = -1
  const doubles = isCopied(text)
  let halved = false
  const close = (): void => {
    if (word !== undefined) words.push({ bytes: Bytes.ofAscii(word), offset })
    word = undefined
  }
  for (let at = 0; at < line.length; ) {
    if (opened < 0 && /[ \t]/.test(line[at] as string)) {
      close()
      at++
      continue
    }
    if (word === undefined) offset = offsets[at] as number
    word ??= ''
    const [, { length: slashes } = '', mark] = matchAt(/(\\*)("?)/y, line, at) ?? []
    if (mark === '') {
      const count = doubles ? Math.ceil(slashes / 2) : slashes
      halved ||= count < slashes
      word += (line[at] as string).repeat(Math.max(1, count))
      at += Math.max(1, slashes)
      continue
    }
    word += '\\'.repeat(slashes >> 1)
    at += slashes + 1
    if (slashes % 2 === 1) word += '"'
    else if (opened >= 0 && line[at] === '"') word += line[at++]
    else opened = opened < 0 ? at - 1 : -1
  }
  if (opened >= 0)
    return fault(offsets[opened] as number, 'a quotation mark opens here and is not closed; paste the whole command')
  close()
  return E.right({ words, end, endedBy, quotedCrlf: false, halved })
}

/**
 * The words of the first command, by the rules of Microsoft's C runtime: `\"` is a quotation mark, and so is `""` within quotes.
 * In what a browser has copied, two backslashes stand for the one that it has sent; curl would get both.
 */
export const cmdWords: (bytes: Bytes.Bytes, from?: number) => E.Either<Unreadable, Command> = ofLatin1(commandIn)
