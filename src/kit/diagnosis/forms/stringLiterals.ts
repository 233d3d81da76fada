/**
 * String literals as languages write them into sources and logs: by `json_encode` of PHP, `%q` of Go, `inspect` of Ruby. A caller signs
 * such a literal if it encodes a text twice: `{"a":"é"}` becomes `"{\"a\":\"\u00e9\"}"` by `json_encode`.
 */
import { memoized } from '../../values/memoized.ts'
import { unicodeEscape } from './jsonText.ts'
import { pythonEscape, pythonText } from './pythonText.ts'

export interface StringLiteral {
  /** The writer, and its language. */
  readonly name: string
  readonly write: (text: string) => string
  /** The first characters depend on all of the text, or on the character after them. */
  readonly isKnownLate?: true
}

type Escape = (c: string) => string

/** The escapes of a language: of the characters in `short`, of control characters, and of letters beyond ASCII. */
interface Rules {
  readonly quote: string
  readonly short: Readonly<Record<string, string>>
  readonly control: Escape
  /** Further characters that the language escapes as unprintable, by `unprintableAs`. */
  readonly unprintable?: RegExp
  readonly unprintableAs?: Escape
  /** Letters beyond ASCII stay if absent. */
  readonly letter?: Escape
}

const hexOf = (c: string, digits: number): string => (c.codePointAt(0) as number).toString(16).padStart(digits, '0')

const upper = (escaped: string): string => escaped.slice(0, 2) + escaped.slice(2).toUpperCase()

/** Escapes each half of a surrogate pair separately. */
const inUnits =
  (each: Escape): Escape =>
  (c) =>
    Array.from({ length: c.length }, (_, i) => each(c[i] as string)).join('')

const jsonEscape: Escape = inUnits(unicodeEscape)
const jsonEscapeInCapitals: Escape = inUnits((c) => upper(unicodeEscape(c)))

const control = /\p{Cc}/u
const beyondAscii = /[\u0080-\u{10ffff}]/gu

/** Matches every character that the language escapes, except letters beyond ASCII. Most characters of a text are not matched. */
const escapedBy = (short: Rules['short'], unprintable: RegExp | undefined): RegExp => {
  const named = Object.keys(short).map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const always = `[\\0-\\x1f\\x7f${named.join('')}]`
  return new RegExp(unprintable === undefined ? always : `${always}|${unprintable.source}`, 'gu')
}

const isControl = (c: string): boolean => c < ' ' || c === '\u007f'

const written = (rules: Rules): StringLiteral['write'] => {
  const { quote, short, control: escapeControl, unprintable, unprintableAs = escapeControl, letter } = rules
  const isEscaped = escapedBy(short, unprintable)
  return (text) => {
    const inner = text.replace(isEscaped, (c) => short[c] ?? (isControl(c) ? escapeControl(c) : unprintableAs(c)))
    return quote + (letter === undefined ? inner : inner.replace(beyondAscii, letter)) + quote
  }
}

/** The escapes of nearly every language in double quotation marks. */
const common = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const json = { ...common, '\b': '\\b', '\f': '\\f', '\u007f': '\u007f' }
const slashed = { ...json, '/': '\\/' }
const cStyle = { ...json, '\u0007': '\\a', '\v': '\\v' }
/** Some writers of JSON escape these two, because they end a line of JavaScript. */
const lineSeparators = { '\u2028': '\\u2028', '\u2029': '\\u2029' }
const html = { ...json, ...lineSeparators, '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }
const gson = { ...html, '=': '\\u003d', "'": '\\u0027' }
const dotnet = {
  ...json,
  '"': '\\u0022',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  "'": '\\u0027',
  '+': '\\u002B',
  '`': '\\u0060',
  '\u007f': '\\u007F',
}

const inQuotes = (rules: Omit<Rules, 'quote'>): StringLiteral['write'] => written({ quote: '"', ...rules })

const byteEscape: Escape = (c) => `\\x${hexOf(c, 2)}`
const rustEscape: Escape = (c) => `\\u{${hexOf(c, 1)}}`
const goEscape: Escape = (c) => (c.length > 1 ? `\\U${hexOf(c, 8)}` : `\\u${hexOf(c, 4)}`)
const rubyEscape: Escape = (c) => (c.length > 1 ? `\\u{${hexOf(c, 1).toUpperCase()}}` : upper(`\\u${hexOf(c, 4)}`))

/** `strconv.IsPrint` of Go accepts letters, marks, numbers, punctuation, symbols and the space of ASCII. */
const unprintableInGo = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

const goQuoted: Omit<Rules, 'quote'> = {
  short: { ...cStyle, '\u007f': '\\x7f' },
  control: byteEscape,
  unprintable: unprintableInGo,
  unprintableAs: goEscape,
}

/** Rust also escapes a mark that combines with the letter before it. */
const unprintableInRust = /[\p{C}\p{Zl}\p{Zp}\p{Grapheme_Extend}]|(?! )\p{Zs}/u

/** `util.inspect` of Node takes the first kind of quotation marks that the text does not have: single, double, backticks. */
export const nodeText = (text: string): string => {
  const quote = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('`') ? '`' : "'"
  return inNodeQuotes(quote)(text)
}

const inNodeQuotes = memoized((quote: string) => {
  const short = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f', '\v': '\\v' }
  return written({
    quote,
    short: { ...short, [quote]: `\\${quote}` },
    control: (c) => upper(byteEscape(c)),
    unprintable: /[\u0080-\u009f]/,
  })
})

/** Ruby escapes `#` before `{`, `$` and `@`, which would begin an interpolation. */
const rubyText = (
  rules: Pick<Rules, 'control' | 'unprintable' | 'unprintableAs' | 'letter'>,
): StringLiteral['write'] => {
  const short = { ...cStyle, '\u001b': '\\e', '\u007f': rules.control('\u007f') }
  const quoted = inQuotes({ short, ...rules })
  return (text) => quoted(text).replace(/#(?=[{$@])/g, '\\#')
}

const inspected = rubyText({ control: rubyEscape, unprintable: /[\p{Cn}\p{Zl}\p{Zp}]/u })
const dumped = rubyText({ control: (c) => upper(byteEscape(c)), letter: rubyEscape })

/** The literal that `json_encode` of PHP writes. */
export const jsonOfPhp: StringLiteral['write'] = inQuotes({ short: slashed, control: jsonEscape, letter: jsonEscape })

/** All literals, the likeliest first: those of JSON. Each changes every text of several words. */
export const stringLiterals: ReadonlyArray<StringLiteral> = [
  { name: 'JSON', write: (text) => JSON.stringify(text) },
  { name: 'json_encode (PHP)', write: jsonOfPhp },
  {
    name: 'json.dumps (Python)',
    write: inQuotes({ short: { ...json, '\u007f': '\\u007f' }, control: jsonEscape, letter: jsonEscape }),
  },
  {
    name: 'json_encode, JSON_UNESCAPED_UNICODE (PHP)',
    write: inQuotes({ short: { ...slashed, ...lineSeparators }, control: jsonEscape }),
  },
  {
    name: 'json_encode, JSON_UNESCAPED_SLASHES (PHP)',
    write: inQuotes({ short: json, control: jsonEscape, letter: jsonEscape }),
  },
  { name: 'JSON with <, > and & escaped (Go, Rails)', write: inQuotes({ short: html, control: jsonEscape }) },
  {
    name: 'System.Text.Json (.NET)',
    write: inQuotes({ short: dotnet, control: jsonEscapeInCapitals, letter: jsonEscapeInCapitals }),
  },
  { name: 'Gson (Java)', write: inQuotes({ short: gson, control: jsonEscape }) },
  {
    name: 'JSON in ASCII, upper-case digits (Jackson)',
    write: inQuotes({ short: json, control: jsonEscapeInCapitals, letter: jsonEscapeInCapitals }),
  },
  { name: 'repr (Python)', write: pythonText, isKnownLate: true },
  { name: 'ascii (Python)', write: (text) => pythonText(text).replace(beyondAscii, pythonEscape), isKnownLate: true },
  { name: '%q, strconv.Quote (Go)', write: inQuotes(goQuoted) },
  { name: '%+q, strconv.QuoteToASCII (Go)', write: inQuotes({ ...goQuoted, letter: goEscape }) },
  {
    name: 'strconv.QuoteToGraphic (Go)',
    write: inQuotes({ ...goQuoted, unprintable: /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u }),
  },
  { name: '%#q (Go)', write: (text) => `\`${text}\`` },
  {
    name: '{:?} (Rust)',
    write: inQuotes({ short: { ...common, '\0': '\\0' }, control: rustEscape, unprintable: unprintableInRust }),
  },
  {
    name: 'escape_default (Rust)',
    write: inQuotes({ short: { ...common, "'": "\\'" }, control: rustEscape, letter: rustEscape }),
  },
  { name: 'inspect (Ruby)', write: inspected, isKnownLate: true },
  { name: 'dump (Ruby)', write: dumped, isKnownLate: true },
  { name: 'inspect (Node)', write: nodeText, isKnownLate: true },
  {
    name: 'a literal in single quotes (JavaScript, PHP)',
    write: written({ quote: "'", short: { '\\': '\\\\', "'": "\\'" }, control: (c) => c }),
  },
  {
    name: 'a literal (Java, C#)',
    write: inQuotes({ short: json, control: jsonEscapeInCapitals, letter: jsonEscapeInCapitals }),
  },
  { name: 'a literal, quotation marks alone (C)', write: inQuotes({ short: { '"': '\\"' }, control: (c) => c }) },
  { name: 'a verbatim literal (C#)', write: (text) => `@"${text.replaceAll('"', '""')}"` },
  {
    name: '%q (Lua)',
    write: inQuotes({
      short: { '\\': '\\\\', '"': '\\"', '\n': '\\\n', '\r': '\\13', '\0': '\\0' },
      control: (c) => `\\${c.charCodeAt(0)}`,
    }),
  },
  { name: '%q (bash)', write: (text) => bashWord(text), isKnownLate: true },
]

/** A word as `printf %q` of bash writes it. */
const bashWord = (text: string): string =>
  control.test(text)
    ? `$'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`
    : text.replace(/[^0-9A-Za-z%+\-./:=@_\u0080-\u{10ffff}]/gu, '\\$&')
