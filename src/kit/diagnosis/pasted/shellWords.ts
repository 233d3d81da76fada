/**
 * The words of a shell command, as bash reads them: quotes and escapes are resolved. What bash would expand is refused, for its
 * value is not in the text.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../../core/Bytes.ts'
import { latin1, type Unreadable, unreadable } from '../Received.ts'

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
}

// The text is read with one character for each byte: a command may hold bytes that are no UTF-8.

interface Fault {
  readonly at: number
  readonly what: string
}

/** A value, and the offset behind it. */
type Reading<A> = E.Either<Fault, { readonly value: A; readonly end: number }>

const fault = (at: number, what: string): E.Either<Fault, never> => E.left({ at, what })

/** What a sticky expression matches at this offset. */
const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const notClosed = (at: number): E.Either<Fault, never> =>
  fault(at, 'a quotation mark opens here and is not closed; paste the whole command')

const expanded = (text: string, at: number): E.Either<Fault, never> =>
  fault(
    at,
    text[at] === '$'
      ? 'a shell puts a value in for what begins with $ here; write that value, or quote it by single quotes'
      : matchAt(/`\r?\n/y, text, at) !== null
        ? 'a line goes on behind a `, as in PowerShell; copy the command for bash'
        : 'a shell runs what stands between `…`; put what it prints there instead',
  )

/** What bash expands: a backtick, or a `$` before a name, a special parameter, `{`, `(` or `[`. */
const expansion = /`|\$[0-9A-Za-z_{([@*#?$!-]/y

/** A backslash escapes `$`, a backtick, `"`, itself and a line end, and nothing else. */
const doubleQuoted = (text: string, from: number): Reading<string> => {
  const inside = matchAt(/(?:[^"`$\\]+|\\[\s\S]|\$(?![0-9A-Za-z_{([@*#?$!-]))*/y, text, from)?.[0] ?? ''
  const end = from + inside.length
  if (text[end] !== '"') return matchAt(expansion, text, end) === null ? notClosed(from - 1) : expanded(text, end)
  return E.right({ value: inside.replace(/\\(?:([$`"\\])|\n)/g, '$1'), end: end + 1 })
}

const singleQuoted = (text: string, from: number): Reading<string> => {
  const end = text.indexOf("'", from)
  return end < 0 ? notClosed(from - 1) : E.right({ value: text.slice(from, end), end: end + 1 })
}

/** The escapes of `$'…'`: those of C, with code points, and control characters. */
const ansiEscape =
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x\{([0-9A-Fa-f]{0,8})\}?|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(\\\\|[\s\S]))/g
const letters = `abeEfnrtv\\'"?`
const meant = `\x07\b\x1b\x1b\f\n\r\t\v\\'"?`

/** UTF-8, of lone surrogates too, as bash writes it. */
const ofPoint = (point: number): string => {
  const more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  const rest = Array.from({ length: more }, (_, i) => 0x80 | ((point >> (6 * (more - 1 - i))) & 0x3f))
  const lead = ([0, 0xc0, 0xe0, 0xf0][more] as number) | (point >> (6 * more))
  return [lead, ...rest].map((byte) => String.fromCharCode(byte)).join('')
}

/** A NUL ends the string, and not the word. */
const ansiQuoted = (text: string, from: number): Reading<string> => {
  const inside = matchAt(/(?:[^'\\]+|\\[\s\S])*/y, text, from)?.[0] ?? ''
  const end = from + inside.length + 1
  if (text[end - 1] !== "'") return notClosed(from - 1)
  let value = ''
  let at = 0
  for (const found of inside.matchAll(ansiEscape)) {
    const [all, letter, octal, braced, two, four, eight, control] = found
    value += inside.slice(at, found.index)
    at = found.index + all.length
    const digits = braced ?? two ?? four ?? eight
    const code =
      octal !== undefined
        ? Number.parseInt(octal, 8)
        : digits !== undefined
          ? Number.parseInt(`0${digits}`, 16)
          : control === '?'
            ? 0x7f
            : (control ?? meant[letters.indexOf(letter ?? '')] ?? '').charCodeAt(0) & 0x7f
    const byte = control === undefined || control === '?' ? code & 0xff : code & 0x1f
    const isPoint = four !== undefined || eight !== undefined
    if (code > 0x10ffff && isPoint)
      return fault(from + found.index, 'this escape names no character of Unicode; correct it')
    if ((isPoint ? code : byte) === 0) return E.right({ value, end })
    value += isPoint ? ofPoint(code) : String.fromCharCode(byte)
  }
  return E.right({ value: value + inside.slice(at), end })
}

/** A quotation that opens here, with the length of its opening. */
const quotedAt = (text: string, at: number): Reading<string> | undefined => {
  const opening = matchAt(/\$?["']/y, text, at)?.[0]
  if (opening === undefined) return undefined
  const read = opening.endsWith('"') ? doubleQuoted : opening === "'" ? singleQuoted : ansiQuoted
  return read(text, at + opening.length)
}

/** Why an unquoted character is no part of a word; typographic marks are those of word processors and web pages, in UTF-8. */
const specials: ReadonlyArray<readonly [pattern: RegExp, what: string]> = [
  [/\^["\r\n]/y, 'a ^ escapes here, as in a command for cmd; copy it "as cURL (bash)"'],
  [/</y, 'the command reads another file by <; name the file behind an @ instead: --data-binary @FILE'],
  [/[()]/y, 'a parenthesis means something to a shell; put the word in single quotes'],
  [/\{(?!\})/y, 'a shell may expand a brace that is not quoted; put the word in single quotes'],
  [/\0/y, 'a NUL byte cannot stand in a command; save the text as UTF-8'],
  [/\xc2\xa0/y, 'there is a no-break space here, which no shell knows; type it anew'],
  [/\xe2\x80[\x93\x94]/y, 'there is a dash in place of a hyphen here, which no shell knows; type it anew'],
  [/\xe2\x80[\x98-\x9f]/y, 'there is a typographic quotation mark here, which no shell knows; type it anew'],
]

const commandIn = (text: string, from: number): E.Either<Fault, Command> => {
  const words: Array<Word> = []
  let quotedCrlf = false
  let word = ''
  let opened = -1 // where the current word began
  let drops = false // the next word is the file of a redirection
  let bare = true // nothing of the word was quoted

  const close = (): void => {
    if (opened < 0) return
    if (!drops) words.push({ bytes: Bytes.ofAscii(word), offset: opened })
    drops = false
    opened = -1
    word = ''
    bare = true
  }
  const put = (at: number, piece: string, isBare = false): void => {
    if (opened < 0) opened = at
    bare &&= isBare
    word += piece
  }
  const done = (end: number, endedBy: Command['endedBy']): E.Either<Fault, Command> => {
    close()
    return E.right({ words, end, endedBy, quotedCrlf })
  }
  for (let at = from; at < text.length; ) {
    const behind = (pattern: RegExp): number => at + (matchAt(pattern, text, at)?.[0].length ?? 0)
    const plain = behind(/[\w./:=@%+,-]+/y) // They mean nothing to a shell.
    if (plain > at) {
      put(at, text.slice(at, plain), true)
      at = plain
      continue
    }
    const line = behind(/\r?\n|\r$/y)
    const blank = behind(/[ \t]/y)
    if (line > at && (words.length > 0 || opened >= 0)) return done(line, 'line')
    if (line > at || blank > at) {
      close()
      at = Math.max(line, blank)
      continue
    }
    const quoted = quotedAt(text, at)
    if (quoted !== undefined) {
      if (E.isLeft(quoted)) return quoted
      const { value, end } = quoted.right
      put(at, value)
      quotedCrlf ||= text.slice(at, end).includes('\r\n')
      at = end
      continue
    }
    if (matchAt(expansion, text, at) !== null) return expanded(text, at)
    if (text[at] === '\\') {
      const joined = behind(/\\(?:\r?\n|\r$)/y)
      // At the very end it stands for itself.
      if (joined === at) put(at, text[at + 1] ?? '\\')
      at = joined > at ? joined : at + 2
      continue
    }
    const redirected = behind(/&?>[>|&]?/y)
    if (redirected > at) {
      // `2>`: the digits before it say which output.
      if (bare && /^\d+$/.test(word)) opened = -1
      close()
      word = ''
      drops = true
      at = redirected
      continue
    }
    const letter = text[at] as string
    if (letter === '|' || letter === ';' || letter === '&') return done(at + 1, letter)
    if (letter === '#' && opened < 0) return fault(at, 'a comment begins here; leave it out')
    const special = specials.find(([pattern]) => matchAt(pattern, text, at) !== null)
    if (special !== undefined) return fault(at, special[1])
    put(at, letter, true)
    at++
  }
  return done(text.length, 'text')
}

/**
 * The words of the first command from `from` on. Redirected output (`> file`, `2>&1`) is left out. CR LF ends a line as LF does,
 * for files that were saved on Windows.
 */
export const shellWords = (bytes: Bytes.Bytes, from = 0): E.Either<Unreadable, Command> => {
  const result = commandIn(latin1(bytes), from)
  return E.isRight(result) ? result : unreadable(bytes, result.left.at, result.left.what)
}
