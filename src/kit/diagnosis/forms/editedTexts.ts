/**
 * The texts that one edit makes of another text. The cause does not matter: a program loses a value, a person mistypes a letter, or a variable
 * is a wrong one. The search tries these texts where no mistake of the catalogue explains a signature. `editDifference.ts` has the words.
 *
 *     editedTexts('/v1/jobs?limit=10', [])   // '/v1/jobs?limit=0', '/v1/jobs?limi=10', '/v1/limit=10', '/v1/jobs?limit=1010', …
 *
 * An edit is one of these:
 *
 *   substitutions  one character is another everywhere
 *   other words    a word or a number is another one of the same request, two are exchanged, or a number is a little larger
 *   slips          one character is lost, or two are exchanged
 *   typing         one character is another one, or there is one more
 *   insertions     a word that programs add stands before or behind some word
 *   marks          some words in a row stand in quotation marks or brackets
 *   ranges         some words in a row are lost, or stand twice, or in another case or with escapes
 */

import { decode } from './percent.ts'
import { percentEncode } from './percentEncode.ts'
import { fillHole, type Template } from './template.ts'

/** Another piece of a text in place of the characters from one place to another. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly substitute: string
}

/** Which edits: the likely ones, or the other ones, which are several times as many. */
export type Likelihood = 'likely' | 'unlikely'

export const textOfEdit = (text: string, { from, to, substitute }: Edit): string =>
  text.slice(0, from) + substitute + text.slice(to)

/** Every text that one edit makes of this one, some of them twice. `otherWords` are those of the other parts of the request. */
export function* editedTexts(text: string, otherWords: ReadonlyArray<string>): Generator<string> {
  for (const likelihood of ['likely', 'unlikely'] as const)
    for (const edit of editsOf(text, otherWords, likelihood)) yield textOfEdit(text, edit)
}

/** The most characters that each kind of edit writes. So a longer text has fewer edits of each kind. */
const maxCharacters = 60_000_000

/** An edit of few words in a row is likely. */
const fewWords = 4

/** The edits of a text of one likelihood. */
export function* editsOf(text: string, otherWords: ReadonlyArray<string>, likelihood: Likelihood): Generator<Edit> {
  if (text === '') return
  const maxEdits = Math.floor(maxCharacters / text.length)
  const tokens = tokensOf(text)
  const kinds =
    likelihood === 'likely'
      ? [
          substitutions(text),
          replacedWords(text, tokens, otherWords),
          slips(text),
          insertions(text, tokens),
          changedRanges(text, spansOf(tokens, 1, fewWords)),
          inMarks(text, spansOf(tokens, 1, 1)),
        ]
      : [
          typing(text),
          inMarks(text, spansOf(tokens, 2, maxMarked)),
          changedRanges(text, spansOf(tokens, fewWords + 1, tokens.length)),
        ]
  for (const kind of kinds) yield* firstOf(maxEdits, kind)
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

/** One value: the content of quotation marks, or the text between two signs of a target, of a form or of JSON. */
const valuePattern = /"(?<quoted>[^"\\\r\n]+)"|[^\s"'&=?/,{}[\]:<>()]+/g

/** The words, the numbers and the values of a text, with their places. */
const wordsIn = (text: string, tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const words = tokens.filter(({ isWord }) => isWord)
  const ends = new Map(words.map((word) => [word.from, word.to]))
  const values = Array.from(text.matchAll(valuePattern), ({ 0: found, index, groups }): Token => {
    const token = groups?.quoted ?? found
    const from = groups?.quoted === undefined ? index : index + 1
    return { from, to: from + token.length, token, isWord: true }
  })
  return [...words, ...values.filter(({ from, to }) => ends.get(from) !== to)]
}

/** The words, the numbers and the values of a text, each once. */
export const wordsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(wordsIn(text, tokensOf(text)).map(({ token }) => token)),
]

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
function* substitutions(text: string): Generator<Edit> {
  for (const c of new Set(text)) {
    const substitutes = /[\p{L}\p{N}]/u.test(c) ? ['', c + c] : substitutesFor(c)
    for (const substitute of substitutes)
      if (substitute !== c) yield { from: 0, to: text.length, substitute: text.replaceAll(c, substitute) }
  }
}

/** The characters that a person may type. */
const typedCharacters = Array.from(
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:,;&=?%+ "\'\\{}[]()<>@#~*|!$\n\t',
)

/** The characters of a text, whole ones of two code units too. */
const charactersOf = (text: string): ReadonlyArray<Token> => {
  let to = 0
  return Array.from(text, (token) => {
    const from = to
    to += token.length
    return { from, to, token, isWord: false }
  })
}

/** One character is lost, or two neighbours are exchanged. */
function* slips(text: string): Generator<Edit> {
  const characters = charactersOf(text)
  for (const { from, to } of characters) yield { from, to, substitute: '' }
  for (const [i, { from, to, token }] of characters.slice(1).entries()) {
    const before = characters[i] as Token
    if (before.token !== token) yield { from: from - before.token.length, to, substitute: token + before.token }
  }
}

/** One character is another one, or there is one more. */
function* typing(text: string): Generator<Edit> {
  for (const { from, to } of charactersOf(text))
    for (const substitute of typedCharacters) {
      yield { from, to, substitute }
      yield { from, to: from, substitute }
    }
  for (const substitute of typedCharacters) yield { from: text.length, to: text.length, substitute }
}

/** Factors between units: of ten, of time, of memory. */
const factors = [10, 100, 1000, 60, 3600, 1024]
const differences = [-10, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 10]

/** A double holds each integer of so many digits. */
const maxDigits = 15
/** Longer numbers, such as a third of ten, are no values that a program signs. */
const maxWritten = 17

/** The number a little smaller or larger, or in another unit. */
const otherNumbers = (digits: string): ReadonlyArray<string> => {
  if (!/^\d+$/.test(digits) || digits.length > maxDigits) return []
  const value = Number(digits)
  const numbers = [
    ...differences.map((difference) => value + difference),
    ...factors.flatMap((factor) => [value * factor, value / factor]),
  ]
  return numbers
    .filter((number) => number >= 0)
    .map(String)
    .filter((written) => written.length <= maxWritten)
}

/** A word or a number is another one of the request, two are exchanged, or a number is another one. */
function* replacedWords(
  text: string,
  tokens: ReadonlyArray<Token>,
  otherWords: ReadonlyArray<string>,
): Generator<Edit> {
  const words = wordsIn(text, tokens)
  const substitutes = [...new Set([...words.map(({ token }) => token), ...otherWords])]
  for (const { from, to, token } of words) for (const substitute of otherNumbers(token)) yield { from, to, substitute }
  for (const { from, to, token } of words)
    for (const substitute of substitutes) if (substitute !== token) yield { from, to, substitute }
  yield* exchangedWords(text, words)
}

/** Two words in each other's place. Words that overlap have no such place. */
function* exchangedWords(text: string, words: ReadonlyArray<Token>): Generator<Edit> {
  for (const [i, word] of words.entries())
    for (const otherWord of words.slice(i + 1)) {
      const [first, second] = word.from < otherWord.from ? [word, otherWord] : [otherWord, word]
      if (first.to > second.from || first.token === second.token) continue
      const between = text.slice(first.to, second.from)
      yield { from: first.from, to: second.to, substitute: second.token + between + first.token }
    }
}

const emptyValues = ['null', 'true', 'false', 'undefined', 'None', 'nil', 'NaN', '""', "''", '{}', '[]', '()', '""""']
const numbersAndFlags = ['0', '00', '.0', '.00', '0.', '1', '-1', '=true', '=1', '=0', '[]=', '[0]']
const signs = ['--', '__', '//', '/.', '/..', '==', '&&', '?&', ', ', '; ', ': ', ' = ']
const lineEnds = ['\\n', '\\r\\n', '\\t', '\r\n', '\n\n']
const blanks = ['  ', '\u00a0', '\u200b', '\ufeff', '\0', '&nbsp;', '&amp;', 'amp;']
const escapes = ['%20', '%0A', '%0D%0A', '%00']
const ofPaths = [
  'v1/',
  'v2/',
  '/v1',
  '/v2',
  'api/',
  '/api',
  'index.php',
  '/index.php',
  '.json',
  '.php',
  '.html',
  '.xml',
]
const unitsAndHosts = ['+00:00', 'ms', 'px', 'USD', 'http://', 'https://', 'www.', 'localhost']

/** Texts that programs and people add to a text, or forget in it. */
const addedTexts: ReadonlyArray<string> = [
  emptyValues,
  numbersAndFlags,
  signs,
  lineEnds,
  blanks,
  escapes,
  ofPaths,
  unitsAndHosts,
].flat()

/** A text more before some token, or at the end. */
function* insertions(text: string, tokens: ReadonlyArray<Token>): Generator<Edit> {
  for (const from of [...tokens.map((token) => token.from), text.length])
    for (const substitute of addedTexts) yield { from, to: from, substitute }
}

/** Some tokens in a row. */
interface Span {
  readonly first: Token
  readonly last: Token
}

/** All spans of so many tokens, short ones first. */
function* spansOf(tokens: ReadonlyArray<Token>, fewest: number, most: number): Generator<Span> {
  for (let count = fewest; count <= Math.min(tokens.length, most); count++)
    for (let i = 0; i + count <= tokens.length; i++)
      yield { first: tokens[i] as Token, last: tokens[i + count - 1] as Token }
}

/** Marks that programs write round a value, also escaped in a string, and marks of templates and of Markdown. */
const marks: ReadonlyArray<Template> = [
  '"…"',
  "'…'",
  '`…`',
  '(…)',
  '[…]',
  '{…}',
  '<…>',
  '%…%',
  ' … ',
  '\\"…\\"',
  "\\'…\\'",
  '{{…}}',
  `$${'{…}'}`,
  '**…**',
  '__…__',
]

/** More words in a row are seldom put into marks. */
const maxMarked = 24

/** Some tokens in a row, in marks. */
function* inMarks(text: string, spans: Iterable<Span>): Generator<Edit> {
  for (const { first, last } of spans) {
    const { from } = first
    const { to } = last
    for (const template of marks) yield { from, to, substitute: fillHole(template, text.slice(from, to)) }
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
const changesEnds = (rewrite: (range: string) => string, { first, last }: Span): boolean =>
  rewrite(first.token) !== first.token && rewrite(last.token) !== last.token

/** Some tokens in a row are lost, stand twice, or are written anew. */
function* changedRanges(text: string, spans: Iterable<Span>): Generator<Edit> {
  for (const span of spans) {
    const { from } = span.first
    const { to } = span.last
    const range = text.slice(from, to)
    yield { from, to, substitute: '' }
    yield { from: to, to, substitute: range }
    for (const rewrite of rewritings) if (changesEnds(rewrite, span)) yield { from, to, substitute: rewrite(range) }
  }
}
