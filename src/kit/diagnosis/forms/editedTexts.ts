/**
 * The texts that one edit makes of another, whatever made the edit: a program that loses a value, a person who mistypes a letter, a
 * wrong variable. The search tries them where no mistake of the catalogue explains a signature. The words of a report then follow
 * from the two texts.
 *
 *     editedTexts('/v1/jobs?limit=10', [])   // '/v1/jobs?limit=0', '/v1/jobs?limi=10', '/v1/limit=10', '/v1/jobs?limit=1010', …
 *
 * An edit is one of these:
 *
 *   substitutions  one character is another everywhere
 *   typing         one character less or more, another one, or two exchanged
 *   other words    a word or a number is another one of the same request, two are exchanged, or a number is a little larger
 *   insertions     a word that programs add stands before or behind some word
 *   marks          some words in a row stand in quotation marks or brackets
 *   ranges         some words in a row are lost, or stand twice, or in another case or with escapes
 */

import { decode } from './percent.ts'
import { percentEncode } from './percentEncode.ts'

/** At most so many characters are written for each kind of edit. A kind of a longer text has fewer edits. */
const maxCharacters = 60_000_000

/** Every text that one edit makes of this one. `others` are further words of the request. Some texts come twice. */
export function* editedTexts(text: string, others: ReadonlyArray<string>): Generator<string> {
  if (text === '') return
  const maxTexts = Math.floor(maxCharacters / text.length)
  const tokens = tokensOf(text)
  for (const edits of [
    substitutions(text),
    otherWords(text, tokens, others),
    insertions(text, tokens),
    typing(text),
    marked(text, tokens),
    ranges(text, tokens),
  ])
    yield* firstOf(maxTexts, edits)
}

function* firstOf<A>(count: number, items: Iterable<A>): Generator<A> {
  let index = 0
  for (const item of items) {
    if (index++ >= count) return
    yield item
  }
}

/** A word, a number, an escape or another character of a text, and its place. */
interface Token {
  readonly from: number
  readonly to: number
  readonly token: string
  readonly isWord: boolean
}

const tokenPattern = /\p{L}+|\p{N}+|\\u[0-9A-Fa-f]{4}|\\.|%[0-9A-Fa-f]{2}|[ \t]+|\r?\n|[\s\S]/gu

const tokensOf = (text: string): ReadonlyArray<Token> =>
  Array.from(text.matchAll(tokenPattern), ({ 0: token, index }) => ({
    from: index,
    to: index + token.length,
    token,
    isWord: /^[\p{L}\p{N}]/u.test(token),
  }))

/** What may be one value: the content of quotation marks, or what stands between the signs of a target or a form. */
const valuePattern = /"(?<quoted>[^"\\\r\n]+)"|[^\s"'&=?/,{}[\]:<>()]+/g

/** The words, the numbers and the values of a text, with their places. */
const wordsIn = (text: string, tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const words = tokens.filter(({ isWord }) => isWord)
  const ends = new Map(words.map((word) => [word.from, word.to]))
  const values = Array.from(text.matchAll(valuePattern), ({ 0: all, index, groups }): Token => {
    const token = groups?.quoted ?? all
    const from = index + (all.length - token.length) / 2
    return { from, to: from + token.length, token, isWord: true }
  })
  return [...words, ...values.filter(({ from, to }) => ends.get(from) !== to)]
}

/** The words, the numbers and the values of a text, each once. */
export const wordsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(wordsIn(text, tokensOf(text)).map(({ token }) => token)),
]

const replaced = (text: string, from: number, to: number, substitute: string): string =>
  text.slice(0, from) + substitute + text.slice(to)

/** What programs write in place of a character, wherever it stands. */
const substitutesFor = (c: string): ReadonlyArray<string> => {
  const code = c.codePointAt(0) as number
  const hex = code.toString(16)
  return [
    '',
    c + c,
    `\\${c}`,
    `\\\\${c}`,
    percentEncode(c, /^$/),
    percentEncode(percentEncode(c, /^$/), /^[0-9A-Z]$/),
    `\\u${hex.padStart(4, '0')}`,
    `\\u${hex.padStart(4, '0').toUpperCase()}`,
    `\\x${hex.padStart(2, '0')}`,
    `&#${code};`,
    `&#x${hex};`,
    `${c} `,
    ` ${c}`,
    ...Array.from(' _-+.,;:/\\|?*#\'"`~=&'),
  ]
}

/** One character is another everywhere. Letters and digits are only lost or doubled. */
function* substitutions(text: string): Generator<string> {
  for (const c of new Set(text)) {
    const substitutes = /[\p{L}\p{N}]/u.test(c) ? ['', c + c] : substitutesFor(c)
    for (const substitute of substitutes) if (substitute !== c) yield text.replaceAll(c, substitute)
  }
}

const typed = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:,;&=?%+ "\'\\{}[]()<>@#~*|!$\n\t',
)

/** One character less, two neighbours exchanged, one character more, or another one. */
function* typing(text: string): Generator<string> {
  const characters = Array.from(text)
  const starts: Array<number> = []
  let start = 0
  for (const c of characters) {
    starts.push(start)
    start += c.length
  }
  const endOf = (i: number): number => (starts[i] as number) + (characters[i] as string).length
  for (const [i, from] of starts.entries()) yield replaced(text, from, endOf(i), '')
  for (const [i, from] of starts.slice(1).entries())
    yield replaced(text, starts[i] as number, endOf(i + 1), text.slice(from, endOf(i + 1)) + (characters[i] as string))
  for (const [i, from] of starts.entries())
    for (const c of typed) {
      yield replaced(text, from, endOf(i), c)
      yield replaced(text, from, from, c)
    }
  for (const c of typed) yield text + c
}

/** Factors between units: of ten, of time, of memory. */
const factors = [10, 100, 1000, 60, 3600, 1024]
const steps = [-10, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 10]

/** The number a little smaller or larger, or in another unit. */
const otherNumbers = (digits: string): ReadonlyArray<string> => {
  const value = Number(digits)
  if (!/^\d{1,15}$/.test(digits)) return []
  return [
    ...steps.map((step) => value + step),
    ...factors.flatMap((factor) => [value * factor, value / factor]),
  ].flatMap((other) => (other >= 0 && String(other).length <= 17 ? [String(other)] : []))
}

/** A word or a number is another one of the request, two are exchanged, or a number is another one. */
function* otherWords(text: string, tokens: ReadonlyArray<Token>, others: ReadonlyArray<string>): Generator<string> {
  const words = wordsIn(text, tokens)
  const substitutes = [...new Set([...words.map(({ token }) => token), ...others])]
  for (const { from, to, token } of words)
    for (const substitute of otherNumbers(token)) yield replaced(text, from, to, substitute)
  for (const { from, to, token } of words)
    for (const substitute of substitutes) if (substitute !== token) yield replaced(text, from, to, substitute)
  for (const [i, one] of words.entries())
    for (const other of words.slice(i + 1)) {
      const [first, second] = one.from < other.from ? [one, other] : [other, one]
      if (first.to > second.from || first.token === second.token) continue
      const between = text.slice(first.to, second.from)
      yield replaced(text, first.from, second.to, second.token + between + first.token)
    }
}

const emptyValues = ['null', 'true', 'false', 'undefined', 'None', 'nil', 'NaN', '""', "''", '{}', '[]', '()', '""""']
const digits = ['0', '00', '.0', '.00', '0.', '1', '-1', '=true', '=1', '=0', '[]=', '[0]']
const signs = ['--', '__', '//', '/.', '/..', '==', '&&', '?&', ', ', '; ', ': ', ' = ']
const blanks = [
  '\\n',
  '\\r\\n',
  '\\t',
  '\r\n',
  '\n\n',
  '  ',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\0',
  '&nbsp;',
  '&amp;',
  'amp;',
]
const escapes = ['%20', '%0A', '%0D%0A', '%00']
const pieces = ['v1/', 'v2/', '/v1', '/v2', 'api/', '/api', 'index.php', '/index.php', '.json', '.php', '.html', '.xml']
const units = ['+00:00', 'ms', 'px', 'USD', 'http://', 'https://', 'www.', 'localhost']

/** Words that programs and people add, or forget. */
const added: ReadonlyArray<string> = [emptyValues, digits, signs, blanks, escapes, pieces, units].flat()

/** A word that programs add stands before some token, or at the end. */
function* insertions(text: string, tokens: ReadonlyArray<Token>): Generator<string> {
  for (const from of [...tokens.map((token) => token.from), text.length])
    for (const word of added) yield replaced(text, from, from, word)
}

/** Marks that programs write round a value. */
const pairs = ['""', "''", '``', '()', '[]', '{}', '<>', '%%', '  ']

/** The same marks, escaped in a string. */
const escapedPairs = [
  ['\\"', '\\"'],
  ["\\'", "\\'"],
  ['{{', '}}'],
  ['${', '}'],
  ['**', '**'],
  ['__', '__'],
]

/** More words in a row are seldom put into marks. */
const maxMarked = 24

/** Some tokens in a row stand in marks: few first. */
function* marked(text: string, tokens: ReadonlyArray<Token>): Generator<string> {
  const marks = [...pairs.map((pair) => Array.from(pair)), ...escapedPairs]
  for (let count = 1; count <= Math.min(tokens.length, maxMarked); count++)
    for (let i = 0; i + count <= tokens.length; i++) {
      const { from } = tokens[i] as Token
      const { to } = tokens[i + count - 1] as Token
      for (const [before, after] of marks) yield replaced(text, from, to, `${before}${text.slice(from, to)}${after}`)
    }
}

/** What a program makes of a part of a text. */
const rewritings: ReadonlyArray<(range: string) => string> = [
  (range) => range.toUpperCase(),
  (range) => range.toLowerCase(),
  (range) => encodeURIComponent(range),
  decode,
  (range) => JSON.stringify(range).slice(1, -1),
]

/** Whether each end of a range changes, so that no shorter range gives the same text. */
const changesEnds = (rewrite: (range: string) => string, one: Token, last: Token): boolean =>
  rewrite(one.token) !== one.token && rewrite(last.token) !== last.token

/** Some tokens in a row are lost, stand twice, or are written anew: short ranges first. */
function* ranges(text: string, tokens: ReadonlyArray<Token>): Generator<string> {
  for (let count = 1; count <= tokens.length; count++)
    for (let i = 0; i + count <= tokens.length; i++) {
      const one = tokens[i] as Token
      const last = tokens[i + count - 1] as Token
      yield replaced(text, one.from, last.to, '')
      yield replaced(text, last.to, last.to, text.slice(one.from, last.to))
      for (const rewrite of rewritings)
        if (changesEnds(rewrite, one, last))
          yield replaced(text, one.from, last.to, rewrite(text.slice(one.from, last.to)))
    }
}
