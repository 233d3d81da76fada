/**
 * The words of a shell command, as bash reads them: quotes and escapes are resolved. What bash would expand is refused, for its
 * value is not in the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable, unreadable } from '../Received.ts'
import { matchAt } from './matchAt.ts'

export interface Word {
  readonly bytes: Bytes.Bytes
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
  /** The text below the command that it reads as its input: `<<'EOF'`. */
  readonly input?: Bytes.Bytes
}

// The text is read with one character for each byte: a command may hold bytes that are no UTF-8.

interface Fault {
  readonly at: number
  readonly what: string
}

/** A value, and the offset behind it. */
type Reading<A> = E.Either<Fault, { readonly value: A; readonly end: number }>

const fault = (offset: number, problem: string): E.Either<Fault, never> => E.left({ at: offset, what: problem })

const notClosed = (offset: number): E.Either<Fault, never> =>
  fault(offset, 'a quotation mark opens here and is not closed; paste the whole command')

const refuseExpanded = (script: string, offset: number): E.Either<Fault, never> => {
  if (script[offset] === '$')
    return fault(
      offset,
      'a shell replaces the name after $ by a value here; write this value, or put the text in single quotes',
    )
  const isLineEnd = matchAt(/`\r?\n/y, script, offset) !== null
  return isLineEnd
    ? fault(offset, 'here a ` continues the line, as in PowerShell; copy the command for bash')
    : fault(offset, 'a shell runs the command between `…`; write the output of this command instead')
}

/** What bash expands: a backtick, or a `$` before a name, a special parameter, `{`, `(` or `[`. */
const expansion = /`|\$[0-9A-Za-z_{([@*#?$!-]/y

/** A backslash escapes `$`, a backtick, `"`, itself and a line end, and nothing else. */
const readDoubleQuoted = (script: string, start: number): Reading<string> => {
  const inside = matchAt(/(?:[^"`$\\]+|\\[\s\S]|\$(?![0-9A-Za-z_{([@*#?$!-]))*/y, script, start)?.[0] ?? ''
  const end = start + inside.length
  if (script[end] !== '"')
    return matchAt(expansion, script, end) === null ? notClosed(start - 1) : refuseExpanded(script, end)
  return E.right({ value: inside.replace(/\\(?:([$`"\\])|\n)/g, '$1'), end: end + 1 })
}

const readSingleQuoted = (script: string, start: number): Reading<string> => {
  const end = script.indexOf("'", start)
  return end < 0 ? notClosed(start - 1) : E.right({ value: script.slice(start, end), end: end + 1 })
}

/** The escapes of `$'…'`: those of C, with code points, and control characters such as `\cA`. */
const ansiEscape =
  /\\(?:(?<letter>[abeEfnrtv\\'"?])|(?<octal>[0-7]{1,3})|x\{(?<braced>[0-9A-Fa-f]{0,8})\}?|x(?<byte>[0-9A-Fa-f]{1,2})|u(?<four>[0-9A-Fa-f]{1,4})|U(?<eight>[0-9A-Fa-f]{1,8})|c(?<control>\\\\|[\s\S]))/g

/** The groups of `ansiEscape`: exactly one of them has matched. */
type AnsiEscape = Readonly<
  Partial<Record<'letter' | 'octal' | 'braced' | 'byte' | 'four' | 'eight' | 'control', string>>
>

/** What a letter behind a backslash means. Itself if it is not here: a quotation mark, a question mark, a backslash. */
const letterMeanings: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** What an escape stands for: a byte, or a character by its code point, which bash writes in UTF-8. */
interface Escaped {
  readonly kind: 'byte' | 'character'
  readonly code: number
}

const escapedBy = ({ letter, octal, braced, byte, four, eight, control }: AnsiEscape): Escaped => {
  const point = four ?? eight
  if (point !== undefined) return { kind: 'character', code: Number.parseInt(point, 16) }
  if (letter !== undefined) return { kind: 'byte', code: (letterMeanings[letter] ?? letter).charCodeAt(0) }
  if (control === '?') return { kind: 'byte', code: 0x7f }
  if (control !== undefined) return { kind: 'byte', code: control.charCodeAt(0) & 0x1f }
  const code = octal === undefined ? Number.parseInt(`0${braced ?? byte}`, 16) : Number.parseInt(octal, 8)
  return { kind: 'byte', code: code & 0xff }
}

/** UTF-8, of lone surrogates too, as bash writes it. */
const utf8OfPoint = (point: number): string => {
  const continuationBytes = [0x80, 0x800, 0x10000].filter((limit) => point >= limit).length
  const continuation = Array.from(
    { length: continuationBytes },
    (_, i) => 0x80 | ((point >> (6 * (continuationBytes - 1 - i))) & 0x3f),
  )
  const lead = ([0, 0xc0, 0xe0, 0xf0][continuationBytes] as number) | (point >> (6 * continuationBytes))
  return [lead, ...continuation].map((byte) => String.fromCharCode(byte)).join('')
}

const lowHalf = /^\\u([dD][C-Fc-f][0-9A-Fa-f]{2})/

/**
 * The code point of a character that a browser writes in two escapes: `\ud83e\udd28`. Undefined if `following` does not begin with the
 * second half. bash itself would write both halves as bytes that are no UTF-8.
 */
const pointOfPair = (high: number, following: string): number | undefined => {
  const isHighHalf = high >= 0xd800 && high <= 0xdbff
  const low = isHighHalf ? lowHalf.exec(following)?.[1] : undefined
  return low === undefined ? undefined : 0x10000 + (high - 0xd800) * 0x400 + Number.parseInt(low, 16) - 0xdc00
}

const readAnsiQuoted = (script: string, start: number): Reading<string> => {
  const inside = matchAt(/(?:[^'\\]+|\\[\s\S])*/y, script, start)?.[0] ?? ''
  const end = start + inside.length + 1
  if (script[end - 1] !== "'") return notClosed(start - 1)
  let unescaped = ''
  let offset = 0
  for (const { 0: escapeText, index, groups = {} } of inside.matchAll(ansiEscape)) {
    const isReadWithFirstHalf = index < offset
    if (isReadWithFirstHalf) continue
    unescaped += inside.slice(offset, index)
    offset = index + escapeText.length
    const { kind, code } = escapedBy(groups)
    if (kind === 'character' && code > 0x10ffff)
      return fault(start + index, 'this escape is not the code of a Unicode character; correct it')
    // A NUL ends the string, and not the word.
    if (code === 0) return E.right({ value: unescaped, end })
    const following = inside.slice(offset, offset + 6)
    const paired = groups.four === undefined ? undefined : pointOfPair(code, following)
    if (paired !== undefined) offset += following.length
    unescaped += kind === 'byte' ? String.fromCharCode(code) : utf8OfPoint(paired ?? code)
  }
  return E.right({ value: unescaped + inside.slice(offset), end })
}

/** The quotation that opens here. Undefined if none does. */
const quotedAt = (script: string, offset: number): Reading<string> | undefined => {
  const opening = matchAt(/\$?["']/y, script, offset)?.[0]
  if (opening === undefined) return undefined
  const inside = offset + opening.length
  // bash reads `$"…"` like `"…"`, unless a translation is installed.
  if (opening.endsWith('"')) return readDoubleQuoted(script, inside)
  return opening === "'" ? readSingleQuoted(script, inside) : readAnsiQuoted(script, inside)
}

/** The refusal of a command in which an editor or a chat has changed the quotation marks. */
export const typographicQuotes =
  'there is a typographic quotation mark here. No shell accepts it; copy the command again from the place where it was run, because an editor may also have changed the quotation marks inside the body'

/** Why an unquoted character is no part of a word; typographic marks are those of word processors and web pages, in UTF-8. */
const specials: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [/\^["\r\n]/y, 'here ^ is an escape character, as in a command for cmd; copy the command "as cURL (bash)"'],
  [
    /<<</y,
    'a shell adds a line feed to the text after <<<, but mitmproxy also writes a body without a line feed in this way. So the body is not known; export the request as raw_request, or write the body after --raw in this command, without <<<',
  ],
  [/</y, 'the command reads another file with <; write the name of the file after an @ instead: --data-binary @FILE'],
  [/[()]/y, 'a shell does not read a parenthesis as text; put the word in single quotes'],
  [/\{(?!\})/y, 'a shell may replace a word with a brace; put the word in single quotes'],
  [/\0/y, 'a NUL byte cannot be in a command; save the text as UTF-8'],
  [/\xc2\xa0/y, 'there is a no-break space here. No shell accepts it; type the space again'],
  [/\xe2\x80[\x93\x94]/y, 'there is a dash instead of a hyphen here. No shell accepts it; type the hyphen again'],
  [/\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb]/y, typographicQuotes],
]

/** A word that has begun. */
interface OpenWord {
  readonly offset: number
  text: string
  /** Nothing of it was quoted. */
  isBare: boolean
}

/** What was read of a command so far. */
interface Scan {
  readonly text: string
  at: number
  readonly words: Array<Word>
  /** Between two words: `undefined`. */
  word: OpenWord | undefined
  /** The next word is the file of a redirection. */
  dropsNext: boolean
  quotedCrlf: boolean
  /** The text that follows this command in lines of its own. */
  hereDocument: HereDocument | undefined
}

/** `<<'EOF'`: the input of the command stands below it, up to a line that is this word. */
interface HereDocument {
  readonly offset: number
  readonly endWord: string
  /** A word without quotation marks: the shell expands what stands in the text. */
  readonly isExpanded: boolean
  /** `<<-` takes the tabs at the beginning of each line off. */
  readonly dropsTabs: boolean
}

type Ended = E.Either<Fault, Command>

/** Reads the piece that begins here, if it is of its kind: `undefined` if not, and `'on'` if the command may go on. */
type Step = (scan: Scan) => Ended | 'on' | undefined

const commandIn = (script: string, start: number): Ended => {
  const scan: Scan = {
    text: script,
    at: start,
    words: [],
    word: undefined,
    dropsNext: false,
    quotedCrlf: false,
    hereDocument: undefined,
  }
  while (scan.at < script.length) {
    const result = readPiece(scan)
    if (result !== 'on') return result
  }
  return endCommand(scan, script.length, 'text')
}

const readPiece = (scan: Scan): Ended | 'on' => {
  for (const step of steps) {
    const result = step(scan)
    if (result !== undefined) return result
  }
  return readLetter(scan)
}

/** Where a match of the pattern ends that begins here; here, if there is none. */
const endOf = ({ text: script, at: offset }: Scan, pattern: RegExp): number =>
  offset + (matchAt(pattern, script, offset)?.[0].length ?? 0)

/** Adds to the word, which begins here if there is none. */
const put = (scan: Scan, addition: string, isBare: boolean): void => {
  scan.word ??= { offset: scan.at, text: '', isBare: true }
  scan.word.isBare &&= isBare
  scan.word.text += addition
}

const closeWord = (scan: Scan): void => {
  if (scan.word === undefined) return
  const { text: wordText, offset } = scan.word
  if (!scan.dropsNext) scan.words.push({ bytes: Bytes.ofAscii(wordText), offset })
  scan.dropsNext = false
  scan.word = undefined
}

const endCommand = (scan: Scan, endOffset: number, endedBy: Command['endedBy']): Ended => {
  closeWord(scan)
  const { words, quotedCrlf, hereDocument } = scan
  if (hereDocument === undefined) return E.right({ words, end: endOffset, endedBy, quotedCrlf })
  if (endedBy !== 'line') return fault(hereDocument.offset, hereDocumentOpen)
  const input = readHereDocument(scan.text, endOffset, hereDocument)
  if (E.isLeft(input)) return input
  const { value, end } = input.right
  const isWhole = end === scan.text.length
  const command = { words, end, endedBy: isWhole ? 'text' : 'line', input: Bytes.ofAscii(value) } as const
  return E.right({ ...command, quotedCrlf: quotedCrlf || value.includes('\r\n') })
}

const hereDocumentOpen =
  'the text that the command reads after << must stand in the lines below it, up to a line that has only the word after <<; paste the command with all these lines'

/** What a shell expands, or drops, in a text whose word has no quotation marks. */
const anyExpandedInText = /[`\\]|\$[0-9A-Za-z_{([@*#?$!-]/

const hereDocumentExpanded =
  'a shell changes a $, a backslash and a backtick in the text after <<, because its word has no quotation marks; give the body itself with --body'

/** The lines from `start` on, up to the line that is the word. */
const readHereDocument = (
  script: string,
  start: number,
  { offset, endWord, isExpanded, dropsTabs }: HereDocument,
): Reading<string> => {
  let inside = ''
  for (let lineStart = start; lineStart < script.length; ) {
    const lineFeed = script.indexOf('\n', lineStart)
    const next = lineFeed < 0 ? script.length : lineFeed + 1
    const line = script.slice(lineStart, next)
    const kept = dropsTabs ? line.replace(/^\t+/, '') : line
    if (kept.replace(/\r?\n$/, '') === endWord) return E.right({ value: inside, end: next })
    const expanded = isExpanded ? line.search(anyExpandedInText) : -1
    if (expanded >= 0) return fault(lineStart + expanded, hereDocumentExpanded)
    inside += kept
    lineStart = next
  }
  return fault(offset, hereDocumentOpen)
}

/** Characters that mean nothing to a shell. */
const readPlain: Step = (scan) => {
  const plainEnd = endOf(scan, /[\w./:=@%+,-]+/y)
  if (plainEnd === scan.at) return undefined
  put(scan, scan.text.slice(scan.at, plainEnd), true)
  scan.at = plainEnd
  return 'on'
}

const readGap: Step = (scan) => {
  const lineEnd = endOf(scan, /\r?\n|\r$/y)
  if (lineEnd > scan.at && (scan.words.length > 0 || scan.word !== undefined)) return endCommand(scan, lineEnd, 'line')
  const gapEnd = Math.max(lineEnd, endOf(scan, /[ \t]/y))
  if (gapEnd === scan.at) return undefined
  closeWord(scan)
  scan.at = gapEnd
  return 'on'
}

const readQuoted: Step = (scan) => {
  const quoted = quotedAt(scan.text, scan.at)
  if (quoted === undefined) return undefined
  if (E.isLeft(quoted)) return quoted
  const { value: quotedText, end } = quoted.right
  put(scan, quotedText, false)
  scan.quotedCrlf ||= scan.text.slice(scan.at, end).includes('\r\n')
  scan.at = end
  return 'on'
}

const refuseExpansion: Step = ({ text: script, at: offset }) =>
  matchAt(expansion, script, offset) === null ? undefined : refuseExpanded(script, offset)

const readEscape: Step = (scan) => {
  const { text: script, at: backslash } = scan
  if (script[backslash] !== '\\') return undefined
  const joinedEnd = endOf(scan, /\\(?:\r?\n|\r$)/y)
  // At the very end it stands for itself.
  if (joinedEnd === backslash) put(scan, script[backslash + 1] ?? '\\', false)
  scan.at = joinedEnd > backslash ? joinedEnd : backslash + 2
  return 'on'
}

const readRedirection: Step = (scan) => {
  const redirectionEnd = endOf(scan, /&?>[>|&]?/y)
  if (redirectionEnd === scan.at) return undefined
  // `2>`: the digits before it say which output.
  if (scan.word?.isBare === true && /^\d+$/.test(scan.word.text)) scan.word = undefined
  closeWord(scan)
  scan.dropsNext = true
  scan.at = redirectionEnd
  return 'on'
}

const hereDocument =
  /<<(?!<)(?<dash>-?)[ \t]{0,64}(?:'(?<single>[^'\n]{1,64})'|"(?<double>[^"\n$`\\]{1,64})"|(?<backslash>\\?)(?<bare>[\w.!-]{1,64}))(?![^\s;|&<>])/y

const readHereOperator: Step = (scan) => {
  const found = matchAt(hereDocument, scan.text, scan.at)
  if (found === null || scan.hereDocument !== undefined) return undefined
  // `0<<EOF`: the digit before it says that it is the input.
  if (scan.word?.isBare === true && scan.word.text === '0') scan.word = undefined
  closeWord(scan)
  const { dash, single, double, backslash, bare } = found.groups ?? {}
  scan.hereDocument = {
    offset: scan.at,
    endWord: single ?? double ?? bare ?? '',
    isExpanded: bare !== undefined && backslash === '',
    dropsTabs: dash !== '',
  }
  scan.at += found[0].length
  return 'on'
}

const readOperator: Step = (scan) => {
  const letter = scan.text[scan.at]
  return letter === '|' || letter === ';' || letter === '&' ? endCommand(scan, scan.at + 1, letter) : undefined
}

const refuseComment: Step = ({ text: script, at: offset, word }) =>
  script[offset] === '#' && word === undefined ? fault(offset, 'a comment begins here; leave it out') : undefined

const refuseSpecial: Step = ({ text: script, at: offset }) => {
  const special = specials.find(([pattern]) => matchAt(pattern, script, offset) !== null)
  return special === undefined ? undefined : fault(offset, special[1])
}

const steps: ReadonlyArray<Step> = [
  readPlain,
  readGap,
  readQuoted,
  refuseExpansion,
  readEscape,
  readRedirection,
  readHereOperator,
  readOperator,
  refuseComment,
  refuseSpecial,
]

/** Any other character. */
const readLetter = (scan: Scan): 'on' => {
  put(scan, scan.text[scan.at] as string, true)
  scan.at++
  return 'on'
}

/**
 * The words of the first command from `start` on. Redirected output (`> file`, `2>&1`) is left out. CR LF ends a line as LF does,
 * for files that were saved on Windows.
 */
export const shellWords = (bytes: Bytes.Bytes, start = 0): E.Either<Unreadable, Command> => {
  const result = commandIn(latin1(bytes), start)
  return E.isRight(result) ? result : unreadable(bytes, result.left.at, result.left.what)
}
