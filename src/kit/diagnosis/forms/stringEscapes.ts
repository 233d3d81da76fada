/** A text with the escapes that languages write into their strings, with and without quotation marks round it. */

import { utf8 } from './charsets.ts'
import { distinct, rarely } from './distinct.ts'
import { unicode } from './jsonText.ts'
import { encode } from './percentEncode.ts'
import { pythonEscape, pythonText } from './pythonText.ts'
import { mayQuoteMembers, quotedMembers } from './quotedMembers.ts'
import type { Form } from './Respelling.ts'
import { type StringLiteral, stringLiterals } from './stringLiterals.ts'

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\', '"': '\\"' }

const hexOf = (c: string): string => (c.codePointAt(0) as number).toString(16)
const rust = (c: string): string => `\\u{${hexOf(c)}}`
const ruby = (c: string): string =>
  c.length > 1 ? `\\u{${hexOf(c).toUpperCase()}}` : `\\u${hexOf(c).toUpperCase().padStart(4, '0')}`

/** Letters beyond ASCII alone. */
const letters: ReadonlyArray<readonly [detail: string, escape: (c: string) => string]> = [
  ['\\u{…} (Rust, JavaScript, Swift)', rust],
  ['\\u and upper case (Ruby, Java)', ruby],
  ['\\u and lower case, with braces beyond four digits', (c) => (c.length > 1 ? rust(c) : unicode(c))],
  ['\\x, \\u and \\U (Python)', pythonEscape],
  ['its decimal number (Haskell)', (c) => `\\${c.codePointAt(0)}`],
  ['the decimal numbers of its bytes (OCaml, Lua)', (c) => utf8(c).reduce((all, b) => `${all}\\${b}`, '')],
]

/** A byte order mark is no letter. */
const beyond = /[^\0-\u007f\ufeff]/gu

function* forms(text: string): Generator<Form> {
  const ascii = text.replace(/[\\\n\r\t"]/g, (c) => short[c] as string)
  for (const [detail, written] of text.search(beyond) < 0 ? letters.slice(0, 1) : letters) {
    yield [`letters beyond ASCII as ${detail}`, text.replace(beyond, written)]
    const whole = ascii.replace(beyond, written)
    yield [`as in a string, ${detail}`, whole]
    yield [`as in a string with its quotation marks, ${detail}`, `"${whole}"`]
  }
  yield ['as Erlang prints it', `<<"${ascii}">>`]
  yield ['as Python prints it', pythonText(text)]
  yield ['in single quotation marks (shell)', `'${text.replaceAll("'", `'\\''`)}'`]
  yield ['in double quotation marks', `"${text}"`]
  yield ['quotation marks doubled (CSV)', `"${text.replaceAll('"', '""')}"`]
  yield ['percent escapes', encode(text, /^[0-9A-Za-z_.!~*'()-]$/)]
  yield ['percent escapes (urlencode)', encode(text, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')]
}

/** So many characters tell a literal from another text. */
const firstCharacters = 32

/** Whether a literal of the text may be this one, with its quotation marks or without. */
const mayWrite = ({ write, isKnownLate }: StringLiteral, text: string, wanted: string): boolean => {
  // The last may be half of a character.
  const first = Array.from(text.slice(0, firstCharacters)).slice(0, -1).join('')
  const start = write(first).slice(0, -1)
  return isKnownLate === true || wanted.startsWith(start) || wanted.startsWith(start.slice(1))
}

/** In every language; `written` gets the texts. With `wanted`, none that cannot be that text. */
function* literals(text: string, written: Array<Form>, wanted?: string): Generator<Form> {
  for (const literal of stringLiterals) {
    if (wanted !== undefined && !mayWrite(literal, text, wanted)) continue
    const { name, write } = literal
    const form: Form = [`as ${name} writes it`, write(text)]
    written.push(form)
    yield form
  }
}

function* withoutQuotationMarks(written: ReadonlyArray<Form>): Generator<Form> {
  for (const [detail, literal] of written)
    if (/^["'`]/.test(literal) && literal.length > 1 && literal.endsWith(literal.slice(0, 1)))
      yield [`${detail}, without its quotation marks`, literal.slice(1, -1)]
}

/** Of all forms together: each of them is hashed. */
const maxCharacters = 300_000

/** There are fewer than so many forms in front of those with other quoted members. */
const mostInFront = 3 * stringLiterals.length

/**
 * Each text once. None of them is JSON of the same value. With `wanted`, at least those that are this text, and no others than
 * without it: literals are left out only where the limit is not reached with them.
 */
export const stringEscapes = (text: string, wanted?: string): Iterable<Form> => {
  const written: Array<Form> = []
  const mayQuote = wanted === undefined || mayQuoteMembers(text, wanted)
  const isLimited = mayQuote || mostInFront * text.length > maxCharacters
  return distinct(
    [text],
    { characters: maxCharacters },
    rarely('alone', literals(text, written, isLimited ? undefined : wanted)),
    rarely('alone', forms(text)),
    rarely('alone', withoutQuotationMarks(written)),
    rarely('alone', mayQuote ? quotedMembers(text) : []),
  )
}
