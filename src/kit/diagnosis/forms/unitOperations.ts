/**
 * What programs do to a unit of a target: they print something round it, escape it again, hash it, or lose it. An operation says on which
 * kinds of units programs do this, and nothing of where the unit is: `changedUnits.ts` applies it everywhere.
 *
 *     wrapped('Some("x")')    applied to each value of /v1/jobs?a=1&b=2    /v1/jobs?a=Some("1")&b=Some("2")
 */
import * as Base64 from '../../../core/Base64.ts'
import * as Bytes from '../../../core/Bytes.ts'
import { type Hash, hexOf } from '../../../effects/Hash.ts'
import { decodeCharset, encodeInCharset, utf8 } from './charsets.ts'
import { encoders } from './encoders.ts'
import { goFormat } from './goFormat.ts'
import { missingTexts } from './missingValues.ts'
import { floatForms, goNumber, inC, writeDouble } from './numberText.ts'
import { decode } from './percent.ts'
import { printfWithoutValues } from './shellFormat.ts'
import type { Unit, UnitKind } from './targetUnits.ts'
import { dateWriters } from './unitDates.ts'

/** What became of the text. Each has its words in `unitDifference.ts`. */
export type OperationKind =
  | 'wrapped'
  | 'missing'
  | 'unfilled'
  | 'case'
  | 'Turkish letters'
  | 'letters rewritten'
  | 'escaped again'
  | 'percent signs'
  | 'cmd.exe'
  | 'format'
  | 'digest'
  | 'encoded'
  | 'bytes'
  | 'number'
  | 'padded'
  | 'date'
  | 'twice'
  | 'each twice'
  | 'characters'
  | 'named otherwise'
  | 'mark'
  | 'affix'
  | 'printed parameters'
  | 'list'
  | 'several parameters'

export interface Operation {
  readonly kind: OperationKind
  readonly units: ReadonlyArray<UnitKind>
  /** The text in place of a unit; `index` counts the changed units from 0. */
  readonly write: (text: string, unit: Unit, index: number) => string
}

const wholes: ReadonlyArray<UnitKind> = ['target', 'path', 'query']
const pieces: ReadonlyArray<UnitKind> = ['segment', 'parameter', 'name', 'value']
const texts: ReadonlyArray<UnitKind> = [...wholes, ...pieces]
const values: ReadonlyArray<UnitKind> = ['segment', 'value', 'number']

const operation =
  (kind: OperationKind, units: ReadonlyArray<UnitKind>) =>
  (write: Operation['write']): Operation => ({ kind, units, write })

/** How languages and tools write a text within something else. */
const around: ReadonlyArray<string> = [
  '"x"',
  "'x'",
  '`x`',
  '%22x%22',
  '%27x%27',
  '\\"x\\"',
  "\\'x\\'",
  '&quot;x&quot;',
  '“x”',
  '‘x’',
  "b'x'",
  "u'x'",
  'b"x"',
  '[x]',
  "['x']",
  '["x"]',
  '%5Bx%5D',
  '%5B%22x%22%5D',
  '%5B%27x%27%5D',
  'Some("x")',
  'Some(x)',
  'Ok("x")',
  'Ok(x)',
  'Optional[x]',
  'Optional("x")',
  'Optional(x)',
  'Just "x"',
  'Just x',
  'Right "x"',
  'Right x',
  'String("x")',
  '<x>',
  '(x)',
  "('x',)",
  '(x,)',
  '("x")',
  '{x}',
  '{"x"}',
  "{'x'}",
  '{{x}}',
  '<<"x">>',
  ':x',
  ':"x"',
  '@"x"',
  '#"x"',
  '&{x}',
  '*x*',
  '**x**',
  '%x%',
  '$x',
  `$${'{x}'}`,
  '!x',
  '(x . nil)',
  'c("x")',
  'list("x")',
  '[1] "x"',
  'array(x)',
]

/** Objects that hold a whole URL. */
const aroundTargets: ReadonlyArray<string> = [
  "URL('x')",
  'URL("x")',
  'Uri(x)',
  'Url(x)',
  'URI(x)',
  'Uri("x")',
  'PathString(x)',
  '#<URI::Generic x>',
  '#<Addressable::URI x>',
  'URI("x")',
  'RequestURI: x',
  'file://x',
  'http:x',
  'https:x',
  'http://x',
  'https://x',
]

const wraps: ReadonlyArray<Operation> = [
  ...around.map((form) => operation('wrapped', texts)((text) => form.replace('x', () => text))),
  ...around.map((form) => operation('wrapped', ['value', 'segment'])((text) => form.replace('x', () => decode(text)))),
  ...aroundTargets.map((form) => operation('wrapped', ['target'])((text) => form.replace('x', () => text))),
]

/** What programs print for a value that is not there, or for one that has no text. */
const nothings: ReadonlyArray<string> = [
  '',
  ...missingTexts(),
  'Null',
  'NA',
  'N/A',
  '#N/A',
  'NaT',
  'nullptr',
  '$null',
  ':null',
  '<unset>',
  '<none>',
  'DBNull',
  '\\N',
  '%00',
  '()',
  '[]',
  '{}',
  '""',
  "''",
  '[null]',
  "['']",
  '[""]',
  'Some("")',
  'Just ""',
  'Optional[]',
  'Array',
  'System.String[]',
  'java.lang.Object',
  "<class 'str'>",
  "<class 'int'>",
  'int',
  'string',
  'str',
  'true',
  'false',
  '0',
  '-1',
  '1',
]

const missing: ReadonlyArray<Operation> = nothings.map((nothing) =>
  operation('missing', [...values, 'query'])(() => nothing),
)

/** How languages and tools write a variable n, or the i-th value without a name. */
const places: ReadonlyArray<string> = [
  '{{n}}',
  '{{ n }}',
  '{n}',
  `$${'{n}'}`,
  '$n',
  '#{n}',
  ':n',
  ':n?',
  '<n>',
  '<int:n>',
  '<str:n>',
  '%n%',
  '[n]',
  '$(n)',
  '$($n)',
  '\\(n)',
  '%(n)s',
  '<%= n %>',
  '<%= @n %>',
  '{% n %}',
  `$${'{__P(n)}'}`,
  `$${'{__property(n)}'}`,
  '@n',
  '@Model.n',
  '@{n}',
  '*n',
  '{n:\\d+}',
  '!{n}',
  '&n',
  '&n.',
  '?n',
  '__n__',
  '{$n}',
  '<<n>>',
  '[[n]]',
  '«n»',
]

const nameless: ReadonlyArray<string> = [
  '%s',
  '%d',
  '%v',
  '%q',
  '%i',
  '%u',
  '%ld',
  '%lld',
  '%@',
  '%1$s',
  '%1$d',
  '{}',
  '{0}',
  '{1}',
  '?',
  '*',
  '**',
  '_',
  '~a',
  '~s',
  '~w',
  '(\\d+)',
  '(.*)',
  '(.+)',
  '([^/]+)',
  '[^/]+',
  '.*',
  '\\d+',
  'XXX',
  'xxx',
  '...',
  '…',
]

const capitals = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()

const camel = (name: string): string => name.replace(/[_-](.)/g, (_, c: string) => c.toUpperCase())

/** A variable is named as the unit, in camel case, or in capitals; four names at most. */
const maxNames = 4

const unfilled: ReadonlyArray<Operation> = [
  ...places.flatMap((place) =>
    Array.from({ length: maxNames }, (_, i) =>
      operation(
        'unfilled',
        i < 2 ? [...values, ...wholes] : values,
      )((text, { variables }) => {
        const name = variables[i]
        return name === undefined ? text : place.replace('n', () => name)
      }),
    ),
  ),
  ...['{{n}}', `$${'{n}'}`, '{n}', '$n', '<n>', '%n%', ':n', 'YOUR_n', '<YOUR_n>', '__n__', '[n]'].flatMap((place) =>
    [capitals, camel].map((rename) =>
      operation(
        'unfilled',
        values,
      )((text, { variables: [name] }) => (name === undefined ? text : place.replace('n', () => rename(name)))),
    ),
  ),
  ...nameless.map((template) => operation('unfilled', [...values, ...wholes])(() => template)),
  ...[0, 1].flatMap((first) => [
    operation('unfilled', values)((_, __, i) => `{${first + i}}`),
    operation('unfilled', values)((_, __, i) => `$${first + i}`),
    operation('unfilled', values)((_, __, i) => `%${first + i}`),
    operation('unfilled', values)((_, __, i) => `%${first + i}$s`),
    operation('unfilled', values)((_, __, i) => `{{${first + i}}}`),
  ]),
  ...[2, 3].map((place) => operation('unfilled', values)(() => `{${place}}`)),
]

/** Escapes stay as they are. */
const outsideEscapes =
  (change: (text: string) => string) =>
  (text: string): string =>
    text
      .split(/(%[0-9A-Fa-f]{2})/)
      .map((part, i) => (i % 2 === 1 ? part : change(part)))
      .join('')

const lower = (text: string): string => text.toLowerCase()
const upper = (text: string): string => text.toUpperCase()
const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const titled = (text: string): string => text.replace(/[A-Za-z]+/g, (word) => capitalized(word.toLowerCase()))
const swapped = (text: string): string =>
  text.replace(/[A-Za-z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
/** Lower case of Turkish: I has no dot. */
const turkishLower = (text: string): string => text.replaceAll('I', 'ı').toLowerCase()
/** Upper case of Turkish: i keeps its dot. */
const turkishUpper = (text: string): string => text.replaceAll('i', 'İ').toUpperCase()

const cases: ReadonlyArray<Operation> = [
  ...[lower, upper, titled, swapped, capitalized].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('case', texts)(write)),
  ),
  ...[turkishLower, turkishUpper].flatMap((change) =>
    [change, outsideEscapes(change)].map((write) => operation('Turkish letters', texts)(write)),
  ),
  ...[
    (text: string) => text.replaceAll('I', 'ı'),
    (text: string) => text.replaceAll('i', 'İ'),
    (text: string) => text.replaceAll('I', 'ı').replaceAll('i', 'İ'),
    (text: string) => text.replaceAll('i', 'ı'),
    (text: string) => text.replaceAll('I', 'İ'),
  ].map((write) => operation('Turkish letters', texts)(write)),
]

const formDecoded = (text: string): string => decode(text.replaceAll('+', ' '))

const lettersBeyondAscii = /[^\0-\u007f]/gu
const escapesBeyondAscii = /(?:%[89A-F][0-9A-F])+/gi

const hexOfCode = (letter: string, digits = 0): string =>
  (letter.codePointAt(0) as number).toString(16).padStart(digits, '0')

/** Each UTF-16 unit of a letter. */
const byUnits =
  (write: (unit: number) => string) =>
  (letter: string): string =>
    Array.from({ length: letter.length }, (_, i) => write(letter.charCodeAt(i))).join('')

const byBytes =
  (write: (byte: number) => string) =>
  (letter: string): string =>
    Array.from(utf8(letter), write).join('')

const hexOfByte = (byte: number): string => byte.toString(16).padStart(2, '0')
const percentOf = (byte: number): string => `%${hexOfByte(byte).toUpperCase()}`
const latin1 = (letter: string): string => Array.from(utf8(letter), (byte) => String.fromCharCode(byte)).join('')
const mojibake =
  (charset: string) =>
  (letters: string): string =>
    decodeCharset(charset, utf8(letters))

/** How a program writes a letter beyond ASCII that it does not write as percent escapes of UTF-8. */
const letterWriters: ReadonlyArray<(letter: string) => string> = [
  (letter) => letter,
  () => '?',
  () => '??',
  () => '',
  () => '%3F',
  () => '_',
  () => '\ufffd',
  (letter) => '?'.repeat(utf8(letter).length),
  (letter) => '\ufffd'.repeat(utf8(letter).length),
  (letter) => `&#${letter.codePointAt(0)};`,
  (letter) => `&#x${hexOfCode(letter)};`,
  (letter) => `&#x${hexOfCode(letter).toUpperCase()};`,
  byUnits((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  byUnits((unit) => `\\u${unit.toString(16).toUpperCase().padStart(4, '0')}`),
  byUnits((unit) => `%u${unit.toString(16).toUpperCase().padStart(4, '0')}`),
  byUnits((unit) => `${percentOf(unit >> 8)}${percentOf(unit & 255)}`),
  (letter) => `\\u{${hexOfCode(letter)}}`,
  (letter) => `\\x{${hexOfCode(letter)}}`,
  (letter) => `U+${hexOfCode(letter, 4).toUpperCase()}`,
  byBytes((byte) => `\\x${hexOfByte(byte)}`),
  byBytes((byte) => `\\x${hexOfByte(byte).toUpperCase()}`),
  byBytes((byte) => `\\${byte.toString(8).padStart(3, '0')}`),
  byBytes((byte) => `=${hexOfByte(byte).toUpperCase()}`),
  byBytes((byte) => `\\${byte}`),
  latin1,
  (letter) => encodeURIComponent(latin1(letter)),
  mojibake('windows-1252'),
  (letter) => encodeURIComponent(mojibake('windows-1252')(letter)),
  ...['gbk', 'big5', 'shift_jis', 'euc-kr'].map((charset) => (letter: string): string => {
    const bytes = encodeInCharset(charset, letter)
    return Array.from(bytes, percentOf).join('')
  }),
  (letter) => letter.normalize('NFD'),
  (letter) => encodeURIComponent(letter.normalize('NFD')),
  (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''),
]

/** Runs of letters that a program reads as another encoding at once. */
const runWriters: ReadonlyArray<(run: string) => string> = [
  ...['gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251'].map((charset) => mojibake(charset)),
  (run) => `b'${byBytes((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${hexOfByte(byte)}`))(run)}'`,
]

const ofLetters =
  (write: (letter: string) => string) =>
  (text: string): string =>
    text.replace(escapesBeyondAscii, (run) => decode(run).replace(lettersBeyondAscii, write))

const lettersRewritten: ReadonlyArray<Operation> = [
  ...letterWriters.map((write) => operation('letters rewritten', ['letters', 'value'])(ofLetters(write))),
  // All other escapes of the value are decoded too.
  ...letterWriters.map((write) =>
    operation('letters rewritten', ['value', 'segment', 'query', 'target'])((text) =>
      decode(text).replace(lettersBeyondAscii, write),
    ),
  ),
  ...runWriters.map((write) =>
    operation('letters rewritten', ['letters', 'value', 'query', 'target'])((text) =>
      /%[89A-F]/i.test(text) ? write(decode(text)) : text,
    ),
  ),
]

/** The encoders that most callers use, on a unit as it is, which is escaped once more, and on the decoded unit. */
const otherwiseEscaped: ReadonlyArray<Operation> = encoders
  .filter(({ isUsual }) => isUsual)
  .flatMap(({ encode }) => [
    operation('letters rewritten', texts)(encode),
    operation('letters rewritten', texts)((text) => encode(decode(text))),
    operation('letters rewritten', texts)((text) => encode(formDecoded(text))),
    operation('letters rewritten', texts)((text) => encode(text).replace(/%[0-9A-F]{2}/g, lower)),
  ])

const dates: ReadonlyArray<Operation> = dateWriters.map((write) => operation('date', ['value'])(write))

/** A batch file of cmd.exe reads `%2` as an argument and `%E7%` as a variable; neither is set. */
const throughBatch = (text: string): string =>
  text.replace(/%%|%[0-9*]|%[^%\r\n]*%|%/g, (read) => (read === '%%' ? '%' : ''))

const replacePercent =
  (mark: string) =>
  (text: string): string =>
    text.replaceAll('%', () => mark)

const escapeCapitals = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escapeText) => escapeText.toLowerCase())

/** `Sprintf` of Go without values: `%20f` is a verb with a width, and `%B` is no verb. */
const sprintf = (text: string): string =>
  text.replace(/%[ 0-9.+#-]*([A-Za-z])/g, (_, verb: string) =>
    /[vTtbcdoOqxXUeEfFgGspw]/.test(verb) ? `%!${verb}(MISSING)` : `%!${verb}(NOVERB)`,
  )

const percentSigns: ReadonlyArray<Operation> = [
  ...['', '_', ' ', '-', '\\x', '=', '0x', '%%', '\\%', '&#37;', '\\u0025', '#', '+', '*', '@'].map((mark) =>
    operation('percent signs', [...texts, 'letters'])(replacePercent(mark)),
  ),
  ...['%25', '%2525', '%252525'].map((mark) => operation('escaped again', [...texts, 'letters'])(replacePercent(mark))),
  operation('letters rewritten', ['segment', 'parameter', 'name', 'value', 'letters'])(escapeCapitals),
  operation('percent signs', texts)((text) => text.replace(/%[0-9A-F]{2}/gi, ' ')),
  operation('percent signs', texts)((text) => text.replace(/%[0-9A-F]{2}/gi, '_')),
  operation('percent signs', texts)((text) => text.replace(/%[0-9A-F]{2}/gi, '-')),
  operation('percent signs', texts)((text) => text.replace(/%[0-9A-F]{2}/gi, '')),
  operation('percent signs', texts)((text) => text.replace(/%[0-9A-F]{2}/gi, '?')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '_')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '-')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '%C2%A0')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '\u00a0')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '%2B')),
  operation('percent signs', texts)((text) => text.replace(/%20|\+/gi, '%2520')),
  operation('cmd.exe', texts)(throughBatch),
  operation('format', texts)(goFormat),
  operation('format', texts)(sprintf),
  operation('format', texts)(printfWithoutValues),
]

const digests = (hash: Hash): ReadonlyArray<Operation> =>
  (['md5', 'sha1', 'sha256', 'sha512'] as const).flatMap((name) => {
    const units: ReadonlyArray<UnitKind> = [...wholes, 'value', 'segment']
    const digest = operation('digest', units)
    const hex = (text: string): string => hexOf(hash)(name, utf8(text))
    return [
      digest(hex),
      digest((text) => hex(text).toUpperCase()),
      digest((text) => Base64.encode(hash(name, utf8(text)))),
      digest((text) => hex(decode(text))),
    ]
  })

const base64 = (text: string): string => Base64.encode(utf8(text))
const base64url = (text: string): string =>
  base64(text)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
const hexText = (text: string): string => Bytes.toHex(utf8(text))

const encoded: ReadonlyArray<Operation> = [base64, base64url, hexText].flatMap((write) => [
  operation('encoded', texts)(write),
  operation('encoded', texts)((text) => write(formDecoded(text))),
  operation('encoded', texts)((text) => encodeURIComponent(write(formDecoded(text)))),
  operation('encoded', texts)((text) => write(text).toUpperCase()),
])

/** Node prints the first 50 bytes of a Buffer. */
const maxInspected = 50

const nodeBuffer = (text: string): string => {
  const bytes = utf8(text)
  const more = bytes.length - maxInspected
  const shown = Array.from(bytes.subarray(0, maxInspected), hexOfByte).join(' ')
  return `<Buffer ${shown}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`
}

const byteLists: ReadonlyArray<(text: string) => string> = [
  (text) => `[${utf8(text).join(' ')}]`,
  (text) => `[${utf8(text).join(', ')}]`,
  (text) => `[${utf8(text).join(',')}]`,
  (text) => `[${Array.from(utf8(text), (byte) => (byte > 127 ? byte - 256 : byte)).join(', ')}]`,
  (text) => utf8(text).join(','),
  (text) => utf8(text).join(' '),
  nodeBuffer,
  (text) => `[${Array.from(text, (c) => `'${c}'`).join(', ')}]`,
  (text) => `[${Array.from(text, (c) => `'${c}'`).join(',')}]`,
  (text) => Array.from(text).join(' '),
  (text) => Array.from(text).join(','),
  (text) => Array.from(text).join('&'),
  (text) => Array.from(text).join('/'),
  (text) => Array.from(text, (c) => `${c}\0`).join(''),
  (text) => Array.from(text, (c) => `\0${c}`).join(''),
]

const bytes: ReadonlyArray<Operation> = byteLists.flatMap((write) => [
  operation('bytes', texts)(write),
  operation('bytes', ['value', 'segment'])((text) => write(decode(text))),
])

const exponential = (text: string, digits: number): string => Number(Number(text).toPrecision(digits)).toExponential()

/** A number as programs print it that keep it as another type, or print its type too. */
const numberWriters: ReadonlyArray<(digits: string) => string> = [
  (digits) => `${digits}.0`,
  (digits) => `${digits}.00`,
  (digits) => `${digits}.000000`,
  (digits) => `${BigInt(Number(digits))}`,
  (digits) => `${BigInt(Number(digits))}.0`,
  (digits) => `${BigInt(Number(digits))}.00`,
  (digits) => `${BigInt(Number(digits))}.000000`,
  (digits) => String(Number(digits)),
  (digits) => String(Math.fround(Number(digits))),
  goNumber,
  inC(14),
  inC(15),
  inC(17),
  ...Object.values(floatForms).map((form) => (digits: string) => writeDouble(digits, form)),
  ...[6, 14, 15, 16, 17].flatMap((precision) => [
    (digits: string) => exponential(digits, precision),
    (digits: string) => exponential(digits, precision).toUpperCase(),
    (digits: string) => exponential(digits, precision).replace('e+', 'E'),
  ]),
  (digits) => (digits.length > 15 ? digits.slice(0, 15) + '0'.repeat(digits.length - 15) : digits),
  (digits) => String(BigInt.asIntN(32, BigInt(digits))),
  (digits) => String(BigInt.asUintN(32, BigInt(digits))),
  (digits) => `0x${BigInt(digits).toString(16)}`,
  (digits) => BigInt(digits).toString(16),
  (digits) => BigInt(digits).toString(8),
  (digits) => BigInt(digits).toString(2),
  (digits) => BigInt(digits).toString(36),
  ...[',', '.', ' ', "'", '_', '\u00a0', '\u202f', '\u2019', '%2C'].map(
    (mark) => (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, mark),
  ),
  ...['n', 'L', 'l', 'M', 'N', 'u', 'U', 'd', 'f', 'i32', 'i64', 'u64', 'u32'].map(
    (suffix) => (digits: string) => digits + suffix,
  ),
  (digits) => `Decimal('${digits}')`,
  (digits) => `int(${digits})`,
  (digits) => `NumberLong(${digits})`,
  (digits) => `NumberLong("${digits}")`,
  (digits) => `{"$numberLong":"${digits}"}`,
  (digits) => `Long("${digits}")`,
  (digits) => `%!d(string=${digits})`,
  (digits) => `%!s(int=${digits})`,
  (digits) => `%!s(int64=${digits})`,
  (digits) => `%!s(float64=${digits})`,
  (digits) => `+${digits}`,
  (digits) => `#${digits}`,
  ...[0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10].map(
    (zero) => (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))),
  ),
  (digits) => String(BigInt(digits) + 1n),
  (digits) => String(BigInt(digits) - 1n),
]

const numbers: ReadonlyArray<Operation> = [
  ...numberWriters.map((write) => operation('number', ['number'])(write)),
  ...[2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 32].flatMap((length) => [
    operation('padded', ['number'])((text) => text.padStart(length, '0')),
    operation('padded', values)((text) => text.padStart(length)),
    operation('padded', values)((text) => text.padEnd(length)),
  ]),
]

const characters: ReadonlyArray<Operation> = [
  operation('characters', pieces)((text) => text.slice(0, -1)),
  operation('characters', pieces)((text) => text.slice(1)),
  operation('characters', pieces)((text) => text.slice(0, 1)),
  operation('characters', pieces)((text) => Array.from(text).toReversed().join('')),
  operation(
    'characters',
    pieces,
  )((text) =>
    Array.from(text, (c) =>
      String.fromCharCode(c >= '!' && c <= '~' ? c.charCodeAt(0) + 0xfee0 : c.charCodeAt(0)),
    ).join(''),
  ),
  operation('characters', ['value', 'segment'])((text) => String(text.length)),
  operation('characters', ['value'])((text) => text.replace(/(?:%20|\+).*/, '')),
  operation('characters', ['value', 'segment'])((text) => text.replace(/[.:,;@].*/, '')),
  operation('characters', ['value', 'segment'])((text) => text.replace(/(?<=.)-.*/, '')),
]

const twice: ReadonlyArray<Operation> = [
  operation('twice', ['parameter'])((text) => `${text}&${text}`),
  operation('twice', ['segment'])((text) => `${text}/${text}`),
  operation('twice', ['name', 'value', 'number', 'letters'])((text) => text + text),
  operation('twice', ['value'])((text) => `${text},${text}`),
  operation('twice', ['value'])((text) => `${text}, ${text}`),
  operation('twice', ['parameter'])((text) => `${text}&${text}&${text}`),
]

const equalsOf = (parameter: string): readonly [name: string, value: string] => {
  const equals = parameter.indexOf('=')
  return equals < 0 ? [parameter, ''] : [parameter.slice(0, equals), parameter.slice(equals + 1)]
}

const named: ReadonlyArray<Operation> = [
  ...[
    'filter[x]',
    'params[x]',
    'query[x]',
    'request.x',
    'params.x',
    'query.x',
    'x[]',
    'x%5B%5D',
    'x[0]',
    'x%5B0%5D',
    '_x',
    '$x',
    '@x',
    '-x',
    '--x',
    'x ',
    ' x',
    'x:',
  ].map((form) => operation('named otherwise', ['name'])((text) => form.replace('x', () => text))),
  operation('named otherwise', ['name'])(capitals),
  operation('named otherwise', ['name'])(camel),
  operation('named otherwise', ['name'])((text) => capitalized(camel(text))),
  operation('named otherwise', ['name'])((text) => text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()),
  operation('named otherwise', ['name'])((text) =>
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .replaceAll('_', '-')
      .toLowerCase(),
  ),
  operation('named otherwise', ['name'])((text) => text.replaceAll('.', '_')),
  operation('named otherwise', ['name'])((text) => text.replace(/(?:%5B|\[)(?:%5D|\])$/i, '')),
  operation('named otherwise', ['name'])((_, __, i) => String(i)),
  operation('named otherwise', ['parameter'])((text) => equalsOf(text)[1]),
  operation('named otherwise', ['parameter'])((text) => equalsOf(text)[0]),
  operation('named otherwise', ['parameter'])((text) => `${equalsOf(text)[0]}=${equalsOf(text)[0]}`),
  operation('named otherwise', ['parameter'])((text) => `${equalsOf(text)[1]}=${equalsOf(text)[1]}`),
  operation('named otherwise', ['parameter'])((text) => `${equalsOf(text)[1]}=${equalsOf(text)[0]}`),
]

const ends: ReadonlyArray<string> = [
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\0',
  '%00',
  '%20',
  '%0A',
  '%0D%0A',
  '\u200b',
  '\ufeff',
  ',',
  ';',
  ';jsessionid=1A2B3C',
  '.',
  '!',
  '*',
  '\\',
  "'",
  '"',
  ')',
  '=',
  '%',
  '#',
  '#undefined',
  '#null',
  '#/',
  'undefined',
  'null',
  'None',
  '/.',
  '/*',
  '/index.html',
  '.json',
  '.xml',
  '.php',
  '.html',
  '...',
  '…',
  '\\n',
  '&',
  '?',
  ':',
]

const affixes: ReadonlyArray<Operation> = [
  ...ends.map((end) => operation('affix', [...wholes, 'segment', 'value'])((text) => text + end)),
  ...[' ', '\n', '\t', '\ufeff', '\u200b', '.', '~', '@', '#', '=', '!', '*', '?', '/', '-', ':'].map((start) =>
    operation('affix', [...wholes, 'segment', 'value'])((text) => start + text),
  ),
]

/** All operations on units, the likeliest kinds first. */
export const operations = (hash?: Hash): ReadonlyArray<Operation> => [
  ...unfilled,
  ...wraps,
  ...missing,
  ...cases,
  ...lettersRewritten,
  ...otherwiseEscaped,
  ...percentSigns,
  ...dates,
  ...numbers,
  ...twice,
  ...named,
  ...encoded,
  ...bytes,
  ...characters,
  ...affixes,
  ...(hash === undefined ? [] : digests(hash)),
]
