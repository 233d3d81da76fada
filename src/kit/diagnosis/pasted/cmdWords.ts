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

/** A caret outside of quotes takes the next character as it is; a line end behind it is dropped, and the character behind that taken. */
const outsideQuotes = /\^(?:\r?\n)?(?<taken>\r?\n|[\s\S])?|(?<ends>\r?\n)|(?<operator>[&|])|(?<redirects>[<>])|[\s\S]/y
const insideQuotes = /(?<ends>\r?\n)|[\s\S]/y

const resolveCarets = (script: string, start: number): E.Either<Fault, Line> => {
  const offsets: Array<number> = []
  let programLine = ''
  let quoted = false
  for (let offset = start; offset < script.length; ) {
    const { 0: token = '', groups = {} } = matchAt(quoted ? insideQuotes : outsideQuotes, script, offset) ?? {}
    const { ends, operator, redirects, taken = quoted || token[0] !== '^' ? token : '' } = groups
    const end = offset + token.length
    if (ends !== undefined && programLine !== '') return E.right({ line: programLine, offsets, end, endedBy: 'line' })
    if (operator !== undefined) return E.right({ line: programLine, offsets, end, endedBy: operator as '&' | '|' })
    if (redirects !== undefined) return fault(offset, 'the command redirects its output here; remove the redirection')
    if (ends === undefined && taken !== '') {
      programLine += taken.at(-1)
      offsets.push(end - taken.length)
    }
    if (token === '"') quoted = !quoted
    offset = end
  }
  return E.right({ line: programLine, offsets, end: script.length, endedBy: 'text' })
}

/** Browsers escape every quotation mark by a caret, the opening ones too, and double every backslash. */
const isCopied = (script: string): boolean => /^[^"]*[ \t]\^"/.test(script.slice(0, 4096))

const commandIn = (script: string, start: number): E.Either<Fault, Command> => {
  const resolved = resolveCarets(script, start)
  if (E.isLeft(resolved)) return resolved
  const { line: programLine, offsets, end, endedBy } = resolved.right
  const words: Array<Word> = []
  let word: string | undefined
  let offset = start
  let opened = -1
  const doubles = isCopied(script)
  let halved = false
  const close = (): void => {
    if (word !== undefined) words.push({ bytes: Bytes.ofAscii(word), offset })
    word = undefined
  }
  for (let position = 0; position < programLine.length; ) {
    if (opened < 0 && /[ \t]/.test(programLine[position] as string)) {
      close()
      position++
      continue
    }
    if (word === undefined) offset = offsets[position] as number
    word ??= ''
    const [, { length: slashes } = '', mark] = matchAt(/(\\*)("?)/y, programLine, position) ?? []
    if (mark === '') {
      const count = doubles ? Math.ceil(slashes / 2) : slashes
      halved ||= count < slashes
      word += (programLine[position] as string).repeat(Math.max(1, count))
      position += Math.max(1, slashes)
      continue
    }
    word += '\\'.repeat(slashes >> 1)
    position += slashes + 1
    if (slashes % 2 === 1) word += '"'
    else if (opened >= 0 && programLine[position] === '"') word += programLine[position++]
    else opened = opened < 0 ? position - 1 : -1
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
