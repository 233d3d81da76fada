/**
 * The forbidden normalizations of a body: as text (line ends, blanks, Unicode), as JSON, and as a form. A body has one character for each
 * byte.
 */
import { inspect } from '../../../core/untrusted.ts'
import { type Normalization, normalization, pieces, rawPieces, wholes } from '../Normalization.ts'
import { forAny } from './inAnyPart.ts'
import {
  beyondAscii,
  type ChangeText,
  cutAfter,
  percentDecode,
  replace,
  replaceEach,
  toBytes,
  toText,
} from './textChanges.ts'

// ---- Changes of JSON and of bytes

/** Parses JSON, and writes the value in its own way. A body that is not JSON stays as it is. */
const parseAndWrite =
  (write: (parsed: unknown) => string): ChangeText =>
  (body) =>
    inspect(() => toBytes(write(JSON.parse(toText(body)))), body)
const sortKeys = (_: string, parsed: unknown): unknown =>
  typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? Object.fromEntries(Object.entries(parsed).toSorted())
    : parsed
const numberAsText = (_: string, parsed: unknown): unknown => (typeof parsed === 'number' ? String(parsed) : parsed)
/** `é` becomes `\u00e9`, as Python's JSON has it. */
const escapeBeyondAscii: ChangeText = replaceEach(
  beyondAscii,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
)
const isUtf8 = (body: string): boolean => !/[\u0080-\uffff]/.test(body) || toText(body) !== body
const replaceUnlessUtf8 =
  (replacement: string): ChangeText =>
  (body) =>
    isUtf8(body) ? body : body.replace(beyondAscii, replacement)

// ---- The rows

export const forBodies: ReadonlyArray<Normalization> = [
  ...forAny.map((row) => ({ ...row, apply: (body: string) => toBytes(row.apply(toText(body))) })),
  ...cutAfter(255, 1024, 4096, 8192, 65_535, 65_536),
  normalization(
    'composed',
    (body) => toBytes(toText(body).normalize('NFC')),
    pieces('e\u0301', '\u212b', '\u1100\u1161'),
  ),
  normalization('decomposed', (body) => toBytes(toText(body).normalize('NFD')), pieces('\u00e9', '\uac00')),
  normalization('a byte order mark dropped', replace(/^\xef\xbb\xbf/g), pieces('\ufeff')),
  normalization('a byte order mark added', (body) => `\xef\xbb\xbf${body}`, [...pieces('x'), ...wholes('')]),
  normalization('bytes that are not UTF-8 replaced', replaceUnlessUtf8('\xef\xbf\xbd'), rawPieces('\xff')),
  normalization('bytes that are not UTF-8 dropped', replaceUnlessUtf8(''), rawPieces('\xff')),
  normalization('read as Latin-1, and written as UTF-8', toBytes, [...pieces('\u00e9'), ...rawPieces('\xff')]),
  normalization(
    'the eighth bit of each byte cleared',
    replaceEach(beyondAscii, (byte) => String.fromCharCode(byte.charCodeAt(0) & 0x7f)),
    [...pieces('\u00e9'), ...rawPieces('\xff')],
  ),
  normalization('the last line end dropped', replace(/\r?\n$/g), pieces('\n', '\r\n')),
  normalization('a line end added', (body) => `${body}\n`, [...pieces('x'), ...wholes('')]),
  normalization('CRLF replaced by LF', replace(/\r\n/g, '\n'), pieces('\r\n', '\r\n\r\n')),
  normalization('LF replaced by CRLF', replace(/(?<!\r)\n/g, '\r\n'), pieces('\n')),
  normalization('CR dropped', replace(/\r/g), pieces('\r')),
  normalization('line ends dropped', replace(/[\r\n]/g), pieces('\n', '\r\n')),
  normalization('empty lines dropped', replace(/\n+/g, '\n'), pieces('\n\n')),
  normalization('blanks at the ends of lines dropped', replace(/[ \t]+(?=\n|$)/g), pieces(' \n', '\t', ' ')),
  normalization('blanks merged', replace(/[ \t]+/g, ' '), pieces('  ', '\t')),
  normalization('NULs at the end dropped', replace(/\0+$/), pieces('\0', '\0\0')),
  normalization('cut at a line with only a dot', replace(/\n\.\r?\n.*/gs), pieces('\n.\nx', '\n.\r\n')),
  normalization('white space alone replaced by an empty body', replace(/^\s*$/), wholes(' ', '\n', '\r\n\t')),
  normalization(
    '{}, [], null, "", 0 or false replaced by an empty body',
    replace(/^(?:\{\}|\[\]|null|""|0|false)$/),
    wholes('{}', '[]', 'null', '""', '0', 'false'),
  ),
  normalization(
    'an empty body, [] or null replaced by {}',
    replace(/^(?:|\[\]|null)$/, '{}'),
    wholes('', '[]', 'null'),
  ),
  normalization('replaced by an empty body', () => '', pieces('x')),
  normalization(
    'JSON parsed and written again',
    parseAndWrite(JSON.stringify),
    wholes(
      '{"a": 1}',
      '{"a":1.0}',
      '{"a":1e2}',
      '{"a":1,"a":2}',
      '{"a":"\\/"}',
      '{"a":"\\u0041"}',
      '{"b":1,"1":2}',
      ' {}',
      '{}\n',
      '[-0]',
    ),
  ),
  normalization(
    'members of JSON sorted by name',
    parseAndWrite((parsed) => JSON.stringify(parsed, sortKeys)),
    wholes('{"b":1,"a":2}', '{"a":{"c":1,"b":2}}'),
  ),
  normalization(
    'JSON written with blanks',
    parseAndWrite((parsed) => JSON.stringify(parsed, null, 1).replace(/\n */g, ' ')),
    wholes('{"a":1}', '[1,2]'),
  ),
  normalization(
    'JSON written in lines',
    parseAndWrite((parsed) => JSON.stringify(parsed, null, 2)),
    wholes('{"a":1}', '[1,2]'),
  ),
  normalization(
    'characters beyond ASCII written as escapes of JSON',
    (body) => escapeBeyondAscii(toText(body)),
    wholes('{"a":"\u00e9"}', '{"a":"\u{1f600}"}'),
  ),
  normalization('slashes escaped with a backslash', replace(/(?<!\\)\//g, '\\/'), wholes('{"a":"/"}')),
  normalization('< > & written as escapes of JSON', replace(/[<>&]/g, '\\u003c'), wholes('{"a":"<"}', '{"a":"&"}')),
  normalization(
    'null members left out',
    parseAndWrite((parsed) => JSON.stringify(parsed, (_, member) => member ?? undefined) ?? ''),
    wholes('{"a":null}', '{"b":{"a":null}}'),
  ),
  normalization(
    'numbers written as strings',
    parseAndWrite((parsed) => JSON.stringify(parsed, numberAsText)),
    wholes('{"a":1}', '[0]'),
  ),
  normalization('numbers written with .0', replace(/(?<=[[:,])\d+(?=[\],}])/g, '$&.0'), wholes('{"a":1}', '[0]')),
  normalization('a comma at the end dropped', replace(/,(?=\s*[\]}])/g), wholes('{"a":1,}', '[1,]')),
  normalization('comments dropped', replace(/\/\*.*?\*\/|\/\/.*$/gs), pieces('/*x*/', '//x')),
  normalization(
    'a JSON string replaced by its text',
    parseAndWrite((parsed) => (typeof parsed === 'string' ? parsed : JSON.stringify(parsed))),
    wholes('"abc"', '"{}"'),
  ),
  normalization('encoded as a JSON string', (body) => toBytes(JSON.stringify(toText(body))), pieces('x')),
  normalization('the fields of a form decoded', (body) => percentDecode(body.replaceAll('+', ' ')), pieces('+', '%41')),
  normalization(
    'the fields of a form sorted',
    (body) => (/^[^{]*=/.test(body) ? body.split('&').toSorted().join('&') : body),
    wholes('b=2&a=1'),
  ),
  normalization(
    'decoded from Base64 or hexadecimal digits',
    replace(/^(?:YWJj|616263)$/, 'abc'),
    wholes('YWJj', '616263'),
  ),
  normalization('chunks joined', replace(/^3\r\nabc\r\n0\r\n\r\n$/, 'abc'), wholes('3\r\nabc\r\n0\r\n\r\n')),
]
