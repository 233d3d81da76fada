/**
 * A body with the escapes of a string literal, with quotation marks or without. A program encodes a text twice, or pastes it into its
 * source: `{"a":1}` becomes `"{\"a\":1}"`.
 */

import { utf8 } from './charsets.ts'
import { distinct, withRarity } from './distinct.ts'
import { unicodeEscape } from './jsonText.ts'
import { percentEncode } from './percentEncode.ts'
import { pythonEscape, pythonText } from './pythonText.ts'
import { mayQuoteMembers, quotedMembers } from './quotedMembers.ts'
import type { Form } from './Respelling.ts'
import { type StringLiteral, stringLiterals } from './stringLiterals.ts'

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '"': '\\"' }

const hexOf = (c: string): string => (c.codePointAt(0) as number).toString(16)
const rust = (c: string): string => `\\u{${hexOf(c)}}`
const ruby = (c: string): string =>
  c.length > 1 ? `\\u{${hexOf(c).toUpperCase()}}` : `\\u${hexOf(c).toUpperCase().padStart(4, '0')}`

/** Escapes of letters beyond ASCII. */
const letters: ReadonlyArray<readonly [detail: string, escape: (c: string) => string]> = [
  ['\\u{…} (Rust, JavaScript, Swift)', rust],
  ['\\u and upper case (Ruby, Java)', ruby],
  ['\\u and lower case, with braces beyond four digits', (c) => (c.length > 1 ? rust(c) : unicodeEscape(c))],
  ['\\x, \\u and \\U (Python)', pythonEscape],
  ['the decimal number of each letter (Haskell)', (c) => `\\${c.codePointAt(0)}`],
  ['the decimal number of each UTF-8 byte (OCaml, Lua)', (c) => utf8(c).reduce((escapes, b) => `${escapes}\\${b}`, '')],
]

/** A byte order mark is no letter. */
const beyond = /[^\0-\u007f\ufeff]/gu

const inUnits = (write: (unit: string) => string, text: string): string => text.replace(/[\u0080-\uffff]/g, write)

/** As text replacement escapes a whole body, whose quotation marks stay: `{"a":"é"}⏎` becomes `{"a":"\u00e9"}\n`. */
function* marksKept(body: string): Generator<Form> {
  const inOneLine = body.replace(/[\n\r\t]/g, (c) => short[c] as string)
  const inCapitals = (unit: string): string => `\\u${hexOf(unit).toUpperCase().padStart(4, '0')}`
  const written: ReadonlyArray<Form> = [
    ['line ends as escapes', inOneLine],
    ['line ends as escapes, letters beyond ASCII as \\u and lower case', inUnits(unicodeEscape, inOneLine)],
    ['line ends as escapes, letters beyond ASCII as \\u and upper case', inUnits(inCapitals, inOneLine)],
  ]
  yield* written
  for (const [detail, escapedText] of written) yield [`${detail}, slashes escaped`, escapedText.replaceAll('/', '\\/')]
}

function* otherForms(body: string): Generator<Form> {
  const ascii = body.replace(/[\\\n\r\t"]/g, (c) => short[c] as string)
  for (const [detail, written] of body.search(beyond) < 0 ? letters.slice(0, 1) : letters) {
    yield [`letters beyond ASCII as ${detail}`, body.replace(beyond, written)]
    const escapedText = ascii.replace(beyond, written)
    yield [`as in a string, ${detail}`, escapedText]
    yield [`as in a string with its quotation marks, ${detail}`, `"${escapedText}"`]
  }
  yield* marksKept(body)
  yield ['as Erlang prints it', `<<"${ascii}">>`]
  yield ['as Python prints it', pythonText(body)]
  yield ['in single quotation marks (shell)', `'${body.replaceAll("'", `'\\''`)}'`]
  yield ['in double quotation marks', `"${body}"`]
  yield ['quotation marks doubled (CSV)', `"${body.replaceAll('"', '""')}"`]
  yield ['percent escapes', percentEncode(body, /^[0-9A-Za-z_.!~*'()-]$/)]
  yield ['percent escapes (urlencode)', percentEncode(body, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')]
}

/** So many characters show whether a literal can be the wanted text. */
const firstCharacters = 32

/** Whether a literal of the text may be the wanted text, with its quotation marks or without. */
const mayWrite = ({ write, isKnownLate }: StringLiteral, body: string, wanted: string): boolean => {
  // The last character may be half of a surrogate pair.
  const beginning = Array.from(body.slice(0, firstCharacters)).slice(0, -1).join('')
  const start = write(beginning).slice(0, -1)
  return isKnownLate === true || wanted.startsWith(start) || wanted.startsWith(start.slice(1))
}

/** The literals of every language, which are also added to `written`. With `wanted`, those that cannot be this text are left out. */
function* literalForms(body: string, written: Array<Form>, wanted?: string): Generator<Form> {
  for (const literal of stringLiterals) {
    if (wanted !== undefined && !mayWrite(literal, body, wanted)) continue
    const { name: literalName, write } = literal
    const form: Form = [`as ${literalName} writes it`, write(body)]
    written.push(form)
    yield form
  }
}

function* withoutQuotationMarks(written: ReadonlyArray<Form>): Generator<Form> {
  for (const [detail, literal] of written)
    if (/^["'`]/.test(literal) && literal.length > 1 && literal.endsWith(literal.slice(0, 1)))
      yield [`${detail}, without its quotation marks`, literal.slice(1, -1)]
}

/** The most characters in all forms together, because each is hashed. */
const maxCharacters = 300_000

/** More than the number of forms that come before the forms of `quotedMembers`. */
const mostInFront = 3 * stringLiterals.length

/**
 * All these forms, each text once. None is JSON of the same value. With `wanted`, at least those that are this text, and no form that
 * would not be made without it: literals are left out only if all forms together stay below the limit.
 */
export const stringEscapes = (body: string, wanted?: string): Iterable<Form> => {
  const written: Array<Form> = []
  const mayQuote = wanted === undefined || mayQuoteMembers(body, wanted)
  const isLimited = mayQuote || mostInFront * body.length > maxCharacters
  return distinct(
    [body],
    { characters: maxCharacters },
    withRarity('alone', literalForms(body, written, isLimited ? undefined : wanted)),
    withRarity('alone', otherForms(body)),
    withRarity('alone', withoutQuotationMarks(written)),
    withRarity('alone', mayQuote ? quotedMembers(body) : []),
  )
}
