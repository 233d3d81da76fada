/** A text with the escapes that languages write into their strings, with and without quotation marks round it. */

import { utf8 } from './charsets.ts'
import { alone, distinct } from './distinct.ts'
import { unicode } from './jsonText.ts'
import { encode } from './percentEncode.ts'
import { pythonEscape, pythonText } from './pythonText.ts'
import type { Respelling } from './Respelling.ts'

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

const hexOf = (c: string): string => (c.codePointAt(0) as number).toString(16)
const rust = (c: string): string => `\\u{${hexOf(c)}}`
const ruby = (c: string): string =>
  c.length > 1 ? `\\u{${hexOf(c).toUpperCase()}}` : `\\u${hexOf(c).toUpperCase().padStart(4, '0')}`
const units = (c: string): string => c.split('').map(unicode).join('')
const bytesOf = (c: string, one: (byte: number) => string): string => Array.from(utf8(c), one).join('')
const octal = (c: string): string => bytesOf(c, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)
const hexBytes = (c: string): string => bytesOf(c, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
const HexBytes = (c: string): string => bytesOf(c, (byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`)
/** As `escape` of JavaScript does. */
const legacy = (unit: string): string => {
  const code = unit.charCodeAt(0)
  const hex = code.toString(16).toUpperCase()
  return code < 0x100 ? `%${hex.padStart(2, '0')}` : `%u${hex.padStart(4, '0')}`
}

/** Letters beyond ASCII alone. */
const letters: ReadonlyArray<readonly [detail: string, escape: (c: string) => string]> = [
  ['\\u{…} (Rust, JavaScript, Swift)', rust],
  ['\\u{…} in upper case', (c) => `\\u{${hexOf(c).toUpperCase()}}`],
  ['\\u{…} with four digits', (c) => `\\u{${hexOf(c).padStart(4, '0')}}`],
  ['\\u and upper case (Ruby, Java)', ruby],
  ['\\u and lower case, with braces beyond four digits', (c) => (c.length > 1 ? rust(c) : units(c))],
  ['\\x, \\u and \\U (Python)', pythonEscape],
  ['\\u (JSON)', units],
  ['\\x of each byte', hexBytes],
  ['\\x of each byte, upper case', HexBytes],
  ['octal of each byte', octal],
  ['\\x{…} (Perl)', (c) => `\\x{${hexOf(c)}}`],
  ['U+', (c) => `U+${hexOf(c).toUpperCase().padStart(4, '0')}`],
  ['percent escapes', (c) => encode(c, /^[\0-\u007f]$/)],
  ['left out', () => ''],
]

const shortened = (text: string, quotes: string): string =>
  text.replace(new RegExp(`[\\\\\\n\\r\\t${quotes}]`, 'g'), (c) => short[c] ?? `\\${c}`)

/** A byte order mark is no letter. */
const beyond = /[^\0-\u007f\ufeff]/gu
const kept = /^[0-9A-Za-z_.!~*'()-]$/

function* forms(text: string): Generator<readonly [detail: string, text: string]> {
  const quotations = { 'no quotation marks': '', 'double quotation marks': '"', 'both quotation marks': `"'` }
  const strings = Object.entries(quotations).map(([says, quotes]) => [says, quotes, shortened(text, quotes)] as const)
  for (const [detail, written] of text.search(beyond) < 0 ? letters.slice(0, 1) : letters) {
    const other = text.replace(beyond, written)
    // JSON allows these within a string: another mistake.
    if (detail !== '\\u (JSON)') yield [`letters beyond ASCII as ${detail}`, other]
    for (const [says, quotes, ascii] of strings) {
      const whole = ascii.replace(beyond, written)
      yield [`as in a string, ${says}, ${detail}`, whole]
      if (quotes === '"') yield [`as in a string with its quotation marks, ${detail}`, `"${whole}"`]
    }
  }
  yield ['as Python prints it', pythonText(text)]
  yield ['as Python prints it in ASCII', pythonText(text).replace(beyond, pythonEscape)]
  yield ['in single quotation marks (PHP)', `'${text.replace(/[\\']/g, '\\$&')}'`]
  yield ['in single quotation marks (shell)', `'${text.replaceAll("'", `'\\''`)}'`]
  yield ['in double quotation marks', `"${text}"`]
  yield ['quotation marks doubled (CSV)', `"${text.replaceAll('"', '""')}"`]
  yield ['as escape() of JavaScript writes it', text.replace(/[^0-9A-Za-z@*_+./-]/g, legacy)]
  yield ['percent escapes', encode(text, kept)]
  yield ['percent escapes (rawurlencode)', encode(text, /^[0-9A-Za-z_.~-]$/)]
  yield ['percent escapes (quote of Python)', encode(text, /^[0-9A-Za-z_.~/-]$/)]
  yield ['percent escapes (urlencode)', encode(text, /^[0-9A-Za-z_. -]$/).replaceAll(' ', '+')]
  yield ['percent escapes (encodeURI)', encode(text, /^[0-9A-Za-z;,/?:@&=+$#!'()*_.~-]$/)]
}

/** Each text once. None of them is JSON of the same value. */
export const stringEscapes = (text: string): Iterable<Respelling> =>
  distinct([text], { characters: 300_000 }, alone(forms(text)))
