/**
 * The words of a command for cmd.exe on Windows: first cmd resolves its carets, then the program's runtime its quotes. Browsers
 * copy "as cURL (cmd)" or "as cURL (Windows)" for this.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable } from '../Received.ts'
import { type Fault, fault, ofLatin1 } from './literals.ts'
import { matchAt } from './matchAt.ts'
import type { Command, Word } from './shellWords.ts'

/** Whether a text shows the carets of cmd: before a quotation mark, or at a line's end. */
export const beginsLikeCmd = (bytes: Bytes.Bytes): boolean =>
  /[ \t]\^(?:"|\r?\n)/.test(latin1(bytes.subarray(0, 65_536)))

/** What cmd hands on, and the offset in the text of each character of it. */
interface Line {
  readonly line: string
  readonly offsets: ReadonlyArray<number>
  readonly end: number
  readonly endedBy: Command['endedBy']
}

/**
 * Outside of quotes a caret takes the next character as it is. A line end behind the caret is dropped, and the character behind that
 * is taken.
 */
const outsideQuotes =
  /(?<caret>\^)(?:\r?\n)?(?<taken>\r?\n|[\s\S])?|(?<ends>\r?\n)|(?<operator>[&|])|(?<redirects>[<>])|[\s\S]/y
const insideQuotes = /(?<ends>\r?\n)|[\s\S]/y

const resolveCarets = (script: string, start: number): E.Either<Fault, Line> => {
  const offsets: Array<number> = []
  let programLine = ''
  let quoted = false
  for (let offset = start; offset < script.length; ) {
    const { 0: token = '', groups = {} } = matchAt(quoted ? insideQuotes : outsideQuotes, script, offset) ?? {}
    const { caret, taken, ends, operator, redirects } = groups
    const end = offset + token.length
    if (ends !== undefined && programLine !== '') return E.right({ line: programLine, offsets, end, endedBy: 'line' })
    if (operator !== undefined) return E.right({ line: programLine, offsets, end, endedBy: operator as '&' | '|' })
    if (redirects !== undefined) return fault(offset, 'the command redirects its output here; remove the redirection')
    // A caret at the end of the text takes nothing.
    const handedOn = caret === undefined ? token : (taken ?? '')
    if (ends === undefined && handedOn !== '') {
      // Of CR LF behind a caret the program gets the LF.
      programLine += handedOn.at(-1)
      offsets.push(end - handedOn.length)
    }
    if (token === '"') quoted = !quoted
    offset = end
  }
  return E.right({ line: programLine, offsets, end: script.length, endedBy: 'text' })
}

/** Browsers escape every quotation mark by a caret, the opening ones too, and double every backslash. */
const isCopied = (script: string): boolean => /^[^"]*[ \t]\^"/.test(script.slice(0, 4096))

/** Backslashes, and the quotation mark behind them if there is one. */
const slashesAndMark = /(\\*)("?)/y

/** The word that is being read, and where in the program's line its quotes opened. */
interface OpenWord {
  /** Undefined between two words. */
  text: string | undefined
  offset: number
  quotesOpenedAt: number | undefined
}

const commandIn = (script: string, start: number): E.Either<Fault, Command> => {
  const resolved = resolveCarets(script, start)
  if (E.isLeft(resolved)) return resolved
  const { line: programLine, offsets, end, endedBy } = resolved.right
  const words: Array<Word> = []
  const open: OpenWord = { text: undefined, offset: start, quotesOpenedAt: undefined }
  const close = (): void => {
    if (open.text !== undefined) words.push({ bytes: Bytes.ofAscii(open.text), offset: open.offset })
    open.text = undefined
  }
  const doubles = isCopied(script)
  let halved = false
  for (let position = 0; position < programLine.length; ) {
    const character = programLine[position] as string
    if (open.quotesOpenedAt === undefined && /[ \t]/.test(character)) {
      close()
      position++
      continue
    }
    if (open.text === undefined) open.offset = offsets[position] as number
    open.text ??= ''
    const [, { length: slashes } = '', mark] = matchAt(slashesAndMark, programLine, position) ?? []
    if (mark === '"') {
      // Two backslashes before a quotation mark are one. The last of an odd number makes the mark a character.
      open.text += '\\'.repeat(Math.floor(slashes / 2))
      position += slashes + 1
      if (slashes % 2 === 1) open.text += '"'
      else position += passQuotationMark(open, programLine, position)
    } else if (slashes > 0) {
      const sentSlashes = doubles ? Math.ceil(slashes / 2) : slashes
      halved ||= sentSlashes < slashes
      open.text += '\\'.repeat(sentSlashes)
      position += slashes
    } else {
      open.text += character
      position++
    }
  }
  if (open.quotesOpenedAt !== undefined) {
    const problem = 'a quotation mark opens here and is not closed; paste the whole command'
    return fault(offsets[open.quotesOpenedAt] as number, problem)
  }
  close()
  // cmd ends the command at a line end, even within quotes: no word has a CR LF.
  return E.right({ words, end, endedBy, quotedCrlf: false, halved })
}

/** Opens or closes quotes by the mark before this position. Answers how many more characters were read: `""` within quotes is a mark. */
const passQuotationMark = (open: OpenWord, programLine: string, position: number): 0 | 1 => {
  if (open.quotesOpenedAt === undefined) {
    open.quotesOpenedAt = position - 1
    return 0
  }
  if (programLine[position] === '"') {
    open.text += '"'
    return 1
  }
  open.quotesOpenedAt = undefined
  return 0
}

/**
 * The words of the first command, by the rules of Microsoft's C runtime: `\"` is a quotation mark, and so is `""` within quotes.
 * In what a browser has copied, two backslashes stand for the one that it has sent; curl would get both.
 */
export const cmdWords: (bytes: Bytes.Bytes, from?: number) => E.Either<Unreadable, Command> = ofLatin1(commandIn)
