/**
 * The forbidden normalizations of each part of a request: what careless programs were seen to do, or are likely to do. One more is one
 * more row. Each trigger must alter a valid text of each part (spec/kit/conformance/generators/altered.spec.ts).
 *
 * Bodies are held with one character for each byte: `toBytes('é')` is `'\u00c3\u00a9'`.
 */
import { inspect } from '../../core/untrusted.ts'
import { around, type Normalization, normalization, pieces, rawPieces, replacing, wholes } from './Normalization.ts'

type ChangeText = Normalization['apply']

// ---- What the rows are made of

/** Replaces each match, or drops it. */
const replace =
  (pattern: RegExp, replacement = ''): ChangeText =>
  (text) =>
    text.replace(pattern, replacement)
const replaceEach =
  (pattern: RegExp, change: ChangeText): ChangeText =>
  (text) =>
    text.replace(pattern, change)

/** For each length, the text cut there: as by a column or a buffer that is too short. */
const cutAfter = (...lengths: ReadonlyArray<number>): ReadonlyArray<Normalization> =>
  lengths.map((length) =>
    replacing(`cut after ${length}`, (text) => text.slice(0, length), around(['', 'a'.repeat(length)])),
  )

const beyondAscii = /[\u0080-\uffff]/g
const characterOf = (digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))
const percentEncode: ChangeText = (character) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const percentDecode: ChangeText = (text) =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => characterOf(digits))

/** The UTF-8 of a text, with a character for each byte. */
export const toBytes = (text: string): string =>
  encodeURIComponent(text).replace(/%(..)/g, (_, digits: string) => characterOf(digits))
/** Bytes that are not UTF-8 stay as they are. */
const toText: ChangeText = (bytes) => inspect(() => decodeURIComponent(bytes.replace(/./gs, percentEncode)), bytes)

/** `"a"`, `'a'`, `<a>` and the like become `a`. */
const unquote: ChangeText = (text) =>
  text.replace(/^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>|\[(.*)\]|\{(.*)\}|\((.*)\))$/s, '$1$2$3$4$5$6$7')
/** `\u0041` becomes `A`, and `\/` becomes `/`. */
const decodeEscapes: ChangeText = (text) =>
  text.replace(/\\u00(..)|\\(.)/g, (_, digits?: string, escaped = '') =>
    digits === undefined ? escaped : characterOf(digits),
  )
/** `&#65;` becomes `A`. */
const decodeEntities: ChangeText = (text) =>
  text.replaceAll('&amp;', '&').replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)))

// ---- Any part

const spaceForPlus = replacing('a space for a plus', replace(/\+/g, ' '), pieces('+'))

const forAny: ReadonlyArray<Normalization> = [
  normalization('trimmed', (text) => text.trim(), pieces(' ', '\t', '\n', '\r\n', '\v', '\u00a0', '\ufeff', '\u2003')),
  normalization('white space dropped', replace(/\s/g), pieces(' ', '\t', '\n', '\u3000')),
  normalization('cut at NUL', (text) => text.split('\0')[0] as string, pieces('\0', '\0x')),
  normalization('cut at a line end', replace(/[\r\n].*/gs), pieces('\n', '\r\nx', '\nx: y')),
  normalization('control characters dropped', replace(/\p{Cc}/gu), pieces('\0', '\b', '\u001b', '\u007f')),
  normalization(
    'what is invisible dropped',
    replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g),
    pieces('\u00ad', '\u200b', '\u2060', '\ufeff'),
  ),
  normalization('what is beyond ASCII dropped', replace(/[\u0080-\uffff]/g), pieces('\u00e9', '\u0430', '\u{1f600}')),
  replacing(
    'without accents',
    (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
    pieces('\u00e9', 'e\u0301', '\u00c5'),
  ),
  replacing('of full width', (text) => text.normalize('NFKC'), pieces('\uff11', '\uff41', '\ufb01', '\u00aa')),
  replacing('in lower case', (text) => text.toLowerCase(), pieces('A', 'Z', '\u212a')),
  replacing('in upper case', (text) => text.toUpperCase(), pieces('a', 'z', '\u017f', '\u0131')),
  replacing('percent-decoded', percentDecode, pieces('%41', '%2d', '%31', '%00', '%2F')),
  spaceForPlus,
  replacing('with its escapes read', decodeEscapes, pieces('\\u0041', '\\-', '\\/')),
  replacing('with its entities read', decodeEntities, pieces('&amp;', '&#65;', '&#49;')),
  normalization(
    'without its quotes',
    unquote,
    around(['"', '"'], ["'", "'"], ['`', '`'], ['<', '>'], ['[', ']'], ['{', '}'], ['(', ')']),
  ),
  normalization('the first of a list', replace(/[,;|].*/gs), pieces(',x', ';x', '|x', ', x')),
  normalization('the last of a list', replace(/.*[,;|]/gs), around(['x,', ''], ['x;', ''])),
]

// ---- A method, a timestamp

export const forMethods: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(3, 7, 8, 16),
  normalization('HEAD is GET', replace(/^HEAD$/, 'GET'), wholes('HEAD')),
  normalization(
    'whatever has a body is POST',
    replace(/^(?:PUT|PATCH|DELETE|QUERY)$/, 'POST'),
    wholes('PUT', 'PATCH', 'DELETE', 'QUERY'),
  ),
  normalization('letters alone', replace(/[^A-Za-z]/g), pieces('1', '-', '!', '_')),
]

export const usualTime = '1700000000'
export const forTimestamps: ReadonlyArray<Normalization> = [
  ...forAny,
  normalization(
    'zeros or a sign in front',
    () => usualTime,
    wholes('01700000000', '0001700000000', '+1700000000', '+01700000000'),
  ),
  normalization(
    'a fraction',
    () => usualTime,
    wholes('1700000000.0', '1700000000.', '1700000000.9', '1700000000,5', '1700000000.000000'),
  ),
  normalization('an exponent', () => usualTime, wholes('1.7e9', '17E8', '1700000000e0', '1.7E+9', '17000000000e-1')),
  normalization(
    'another base',
    () => usualTime,
    wholes('0x6553f100', '0x6553F100', '6553f100', '0o14524770400', '014524770400'),
  ),
  normalization(
    'in groups',
    () => usualTime,
    wholes('1_700_000_000', '1,700,000,000', '1 700 000 000', "1'700'000'000", '1.700.000.000'),
  ),
  normalization(
    'a unit',
    () => usualTime,
    wholes('1700000000s', '1700000000n', '1700000000L', '1700000000f', '1700000000 s', '1700000000Z'),
  ),
  normalization(
    'a finer unit',
    () => usualTime,
    wholes('1700000000000', '1700000000000000', '1700000000000000000', '1700000000999'),
  ),
  normalization(
    'a date',
    () => usualTime,
    wholes('2023-11-14T22:13:20Z', '20231114T221320Z', 'Tue, 14 Nov 2023 22:13:20 GMT', '@1700000000'),
  ),
  normalization(
    'beyond a word',
    () => usualTime,
    wholes('5994967296', '18446744075409551616', '-2594967296', '36893488149119103232'),
  ),
  normalization(
    'more behind it',
    () => usualTime,
    wholes('1700000000abc', '1700000000;0', '1700000000-', '1700000000:00', '1700000000/1'),
  ),
  normalization(
    'rounded',
    (text) => (/^17\d{8}$/.test(text) ? String(60 * Math.floor(Number(text) / 60)) : text),
    wholes('1700000000'),
  ),
  normalization(
    'other digits',
    () => usualTime,
    wholes('\uff11700000000', '\u06617\u06600000000', '170000000O', 'l700000000'),
  ),
]

// ---- A nonce, an app id, a token, a signature

const readAsNumber: ChangeText = (text) => (/^-?\d+$/.test(text) ? String(BigInt(text)) : text)

/** For nonces and app ids. */
export const forNames: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(16, 20, 32, 36, 50, 63, 64, 100, 127, 128),
  replacing('read as a number', readAsNumber, around(['0', ''], ['00', ''], ['-0', ''])),
  replacing('an underscore for a hyphen', replace(/-/g, '_'), pieces('-')),
  normalization('letters and digits alone', replace(/[^0-9A-Za-z]/g), pieces('-', '.', '_', '!', '/')),
  normalization('without its hyphens', replace(/-/g), pieces('-')),
  normalization('without what follows a sign', replace(/[@/:.].*/gs), pieces('@x', '/x', ':x', '.x')),
]
/** Each character of a signature counts: a normalization that also changes others than those of a trigger cannot be undone in one. */
export const forSignatures: ReadonlyArray<Normalization> = forNames.filter(({ isReplacing }) => !isReplacing)

/** A token holds no space: no known token has one in place of a plus. */
export const forTokens: ReadonlyArray<Normalization> = [
  ...forNames.filter((row) => row !== spaceForPlus),
  normalization('without its padding', replace(/=+$/g), around(['', '='], ['', '=='])),
  normalization('in the alphabet of URLs', (text) => text.replaceAll('+', '-').replaceAll('/', '_'), pieces('+', '/')),
  normalization('without the word before it', replace(/^bearer */i), around(['Bearer ', ''], ['bearer  ', ''])),
]

// ---- The path and the query of a target

const pathOf: ChangeText = (target) => target.split('?')[0] as string
const queryOf: ChangeText = (target) => target.slice(pathOf(target).length)
const onPath =
  (change: ChangeText): ChangeText =>
  (target) =>
    change(pathOf(target)) + queryOf(target)

type Parameters = ReadonlyArray<string>
/** A target without a query stays. */
const onParameters =
  (change: (parameters: Parameters) => Parameters): ChangeText =>
  (target) =>
    target.includes('?') ? `${pathOf(target)}?${change(queryOf(target).slice(1).split('&')).join('&')}` : target
const onEachParameter = (change: ChangeText): ChangeText => onParameters((parameters) => parameters.map(change))
const keepParameters = (isKept: (parameter: string) => boolean): ChangeText =>
  onParameters((parameters) => parameters.filter(isKept))

/** Of the parameters with one name, the first or the last. */
const keepOneOfEach = (index: 'indexOf' | 'lastIndexOf'): ChangeText =>
  onParameters((parameters) => {
    const keys = parameters.map((parameter) => parameter.split('=')[0] as string)
    return parameters.filter((_, i) => keys[index](keys[i] as string) === i)
  })

/** `/a/../b` becomes `/b`, also where a dot is escaped. */
const resolveDots: ChangeText = (path) => {
  const segments: Array<string> = []
  for (const segment of path.split('/')) {
    const isParent = /^(?:\.|%2e){2}$/i.test(segment)
    const isHere = /^(?:\.|%2e)$/i.test(segment)
    if (isParent) segments.splice(Math.max(segments.length - 1, 1))
    else if (!isHere) segments.push(segment)
  }
  const endsInDots = /(?:^|\/)(?:\.|%2e){1,2}$/i.test(path)
  return endsInDots ? `${segments.join('/')}/` : segments.join('/')
}

const forQueries: ReadonlyArray<Normalization> = [
  normalization(
    'parameters sorted',
    onParameters((parameters) => parameters.toSorted()),
    pieces('&a', '&0=1'),
  ),
  normalization('the last of equal parameters', keepOneOfEach('lastIndexOf'), pieces('&a=1', '&b')),
  normalization('the first of equal parameters', keepOneOfEach('indexOf'), pieces('&a=3', '&b=')),
  normalization(
    'parameters that caches leave out dropped',
    keepParameters((parameter) => !/^(?:_|utm_\w+|fbclid|callback|sign|access_token)(?:=|$)/.test(parameter)),
    pieces('&_=1', '&utm_source=x', '&fbclid=x', '&callback=x', '&sign=x', '&access_token=x'),
  ),
  normalization(
    'empty parameters dropped',
    keepParameters((parameter) => parameter !== ''),
    pieces('&', '&&'),
  ),
  normalization(
    'parameters without a value dropped',
    keepParameters((parameter) => /=./.test(parameter)),
    pieces('&c', '&c='),
  ),
  normalization('= of an empty value dropped', onEachParameter(replace(/=$/)), pieces('&c=')),
  normalization('= of an empty value added', onEachParameter(replace(/^[^=]*$/, '$&=')), pieces('&c', '&')),
  normalization(
    '& for ;',
    onParameters((parameters) => parameters.flatMap((parameter) => parameter.split(';'))),
    pieces(';c=1'),
  ),
  normalization(
    'escaped as a value',
    onEachParameter(replaceEach(/[:/?@,$]/g, percentEncode)),
    pieces('&u=a:/?b', '&c=@', '&d=,$'),
  ),
]

// ---- A target

/** A program puts the text into a template and fills that. */
export const templatesFilled: Normalization = normalization(
  'templates filled',
  replace(/\{[^}]*\}|\$[\w$&]+|%[s%]/g, 'x'),
  pieces('{id}', '$1', '%s', '{0}', '$$', '$&', '%%', '{nonce}'),
)

/** For a target without a query. */
export const forPaths: ReadonlyArray<Normalization> = [
  ...forAny,
  ...cutAfter(255, 1024, 2048, 4096, 8000),
  normalization(
    'dot segments resolved',
    onPath(resolveDots),
    pieces('/.', '/..', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', './', '../'),
  ),
  normalization('slashes merged', replace(/\/{2,}/g, '/'), pieces('/', '//', '///')),
  normalization('a slash at the end dropped', onPath(replace(/(?<=.)\/+$/)), pieces('/')),
  normalization('a slash at the end added', onPath(replace(/[^/]$/, '$&/')), pieces('a')),
  normalization('a bare ? dropped', replace(/\?$/g), pieces('?')),
  normalization('the query dropped', pathOf, pieces('?x', '?')),
  normalization('a fragment dropped', replace(/#.*/gs), pieces('#', '#x', '#\n', '#/\0', '#\u00e9')),
  normalization('parameters of a segment dropped', onPath(replace(/;[^/]*/g)), pieces(';x=1', ';')),
  normalization('what is unreserved decoded', replace(/%(?:7e|41|5F)/g, 'A'), pieces('%7e', '%41', '%5F')),
  normalization('the path decoded', onPath(percentDecode), pieces('%20', '%3b', '%25', '%2f', '%3F')),
  normalization('decoded twice', (text) => percentDecode(percentDecode(text)), pieces('%2541', '%252F')),
  normalization(
    'escapes in upper case',
    replaceEach(/%../g, (escaped) => escaped.toUpperCase()),
    pieces('%c3%a9', '%2f'),
  ),
  normalization(
    'escapes in lower case',
    replaceEach(/%../g, (escaped) => escaped.toLowerCase()),
    pieces('%C3%A9', '%2F'),
  ),
  normalization(
    'a sign that begins no escape escaped',
    replace(/%(?![0-9A-Fa-f]{2})/g, '%25'),
    pieces('%', '%zz', '%4'),
  ),
  normalization('a sign that begins no escape dropped', replace(/%(?![0-9A-Fa-f]{2})/g), pieces('%', '%g1')),
  normalization(
    'escaped as in a path',
    replaceEach(/["<>^`{|}\\]/g, percentEncode),
    pieces('"', '<', '^', '`', '{', '|', '\\'),
  ),
  normalization('escaped as in a form', replaceEach(/[!'()*~]/g, percentEncode), pieces('!', "'", '(', '*', '~')),
  normalization('%20 for a plus', replace(/\+/g, '%20'), pieces('+')),
  normalization('a plus for %20', replace(/%20/g, '+'), pieces('%20')),
  normalization('a slash for a backslash', replace(/\\/g, '/'), pieces('\\', '\\\\')),
  normalization('the origin of any URL dropped', replace(/^.+:\/\/[^/?]*/g), pieces('?u=https://a.example/b')),
  normalization('two slashes begin an authority', replace(/^\/\/[^/]*/g), wholes('//jobs.example/v1')),
  normalization('a port or a user dropped', replace(/[^/]*@|:\d+/g), pieces(':443', 'user@', ':80')),
  normalization(
    'cut at an escape of a control character',
    replace(/%[01][0-9A-Fa-f].*/gs),
    pieces('%00', '%00x', '%0a', '%0D%0A'),
  ),
  normalization(
    'a default document dropped',
    replace(/(?<=\/)(?:index|default)\.\w+(?=\?|$)/g),
    pieces('index.html', 'index.php', 'default.aspx'),
  ),
  normalization(
    'names of files dropped',
    replace(/\/index\.html|\.json|\.php/g),
    pieces('/index.html', '.json', '.php'),
  ),
  templatesFilled,
  normalization(
    'the path in lower case',
    onPath((path) => path.toLowerCase()),
    pieces('A', 'Z'),
  ),
]

export const forTargets: ReadonlyArray<Normalization> = [...forPaths, ...forQueries]

// ---- A body

/** Parses JSON, and writes the value in its own way. A body that is not JSON stays. */
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
  normalization('bytes that are no text replaced', replaceUnlessUtf8('\xef\xbf\xbd'), rawPieces('\xff')),
  normalization('bytes that are no text dropped', replaceUnlessUtf8(''), rawPieces('\xff')),
  normalization('as Latin-1 in UTF-8', toBytes, [...pieces('\u00e9'), ...rawPieces('\xff')]),
  normalization(
    'without eighth bits',
    replaceEach(beyondAscii, (byte) => String.fromCharCode(byte.charCodeAt(0) & 0x7f)),
    [...pieces('\u00e9'), ...rawPieces('\xff')],
  ),
  normalization('the last line end dropped', replace(/\r?\n$/g), pieces('\n', '\r\n')),
  normalization('a line end added', (body) => `${body}\n`, [...pieces('x'), ...wholes('')]),
  normalization('LF for CRLF', replace(/\r\n/g, '\n'), pieces('\r\n', '\r\n\r\n')),
  normalization('CRLF for LF', replace(/(?<!\r)\n/g, '\r\n'), pieces('\n')),
  normalization('CR dropped', replace(/\r/g), pieces('\r')),
  normalization('line ends dropped', replace(/[\r\n]/g), pieces('\n', '\r\n')),
  normalization('empty lines dropped', replace(/\n+/g, '\n'), pieces('\n\n')),
  normalization('blanks at the ends of lines dropped', replace(/[ \t]+(?=\n|$)/g), pieces(' \n', '\t', ' ')),
  normalization('blanks merged', replace(/[ \t]+/g, ' '), pieces('  ', '\t')),
  normalization('NULs at the end dropped', replace(/\0+$/), pieces('\0', '\0\0')),
  normalization('ended by a dot', replace(/\n\.\r?\n.*/gs), pieces('\n.\nx', '\n.\r\n')),
  normalization('empty where it is blank', replace(/^\s*$/), wholes(' ', '\n', '\r\n\t')),
  normalization(
    'empty where it is nothing',
    replace(/^(?:\{\}|\[\]|null|""|0|false)$/),
    wholes('{}', '[]', 'null', '""', '0', 'false'),
  ),
  normalization('an object where it is nothing', replace(/^(?:|\[\]|null)$/, '{}'), wholes('', '[]', 'null')),
  normalization('empty', () => '', pieces('x')),
  normalization(
    'parsed and written',
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
    'written by its names',
    parseAndWrite((parsed) => JSON.stringify(parsed, sortKeys)),
    wholes('{"b":1,"a":2}', '{"a":{"c":1,"b":2}}'),
  ),
  normalization(
    'written with blanks',
    parseAndWrite((parsed) => JSON.stringify(parsed, null, 1).replace(/\n */g, ' ')),
    wholes('{"a":1}', '[1,2]'),
  ),
  normalization(
    'written in lines',
    parseAndWrite((parsed) => JSON.stringify(parsed, null, 2)),
    wholes('{"a":1}', '[1,2]'),
  ),
  normalization(
    'written in ASCII',
    (body) => escapeBeyondAscii(toText(body)),
    wholes('{"a":"\u00e9"}', '{"a":"\u{1f600}"}'),
  ),
  normalization('slashes escaped', replace(/(?<!\\)\//g, '\\/'), wholes('{"a":"/"}')),
  normalization('marks of HTML escaped', replace(/[<>&]/g, '\\u003c'), wholes('{"a":"<"}', '{"a":"&"}')),
  normalization(
    'without its nothings',
    parseAndWrite((parsed) => JSON.stringify(parsed, (_, member) => member ?? undefined) ?? ''),
    wholes('{"a":null}', '{"b":{"a":null}}'),
  ),
  normalization(
    'numbers as texts',
    parseAndWrite((parsed) => JSON.stringify(parsed, numberAsText)),
    wholes('{"a":1}', '[0]'),
  ),
  normalization('numbers with a point', replace(/(?<=[[:,])\d+(?=[\],}])/g, '$&.0'), wholes('{"a":1}', '[0]')),
  normalization('a comma at the end dropped', replace(/,(?=\s*[\]}])/g), wholes('{"a":1,}', '[1,]')),
  normalization('comments dropped', replace(/\/\*.*?\*\/|\/\/.*$/gs), pieces('/*x*/', '//x')),
  normalization(
    'the text of a text',
    parseAndWrite((parsed) => (typeof parsed === 'string' ? parsed : JSON.stringify(parsed))),
    wholes('"abc"', '"{}"'),
  ),
  normalization('a text of the text', (body) => toBytes(JSON.stringify(toText(body))), pieces('x')),
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
