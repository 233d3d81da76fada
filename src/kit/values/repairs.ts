/**
 * What careless programs make of the parts of a request: the one list of repairs. Each is forbidden. A verifier that makes one
 * accepts what was signed for its outcome; a signer that makes one signs something else than it sends.
 */
import { inspect } from '../../core/untrusted.ts'
import * as Gen from './Gen.ts'
import { type LabelledGens, validAndInvalid } from './Labelled.ts'

export interface Repair {
  readonly name: string
  readonly to: (text: string) => string
  /** Pieces that it changes, with a space between two: put anywhere into a right text V; with V or `=`, whole texts. */
  readonly touches: string
}
type To = Repair['to']

const repair = (name: string, to: To, touches: string): Repair => ({ name, to, touches })
const all = (list: ReadonlyArray<readonly [name: string, to: To, touches: string]>): ReadonlyArray<Repair> =>
  list.map((one) => repair(...one))
/** Each match is replaced, or dropped. */
const swap =
  (from: RegExp, by = ''): To =>
  (text) =>
    text.replace(from, by)
/** So many characters of a text that is too long for some column or buffer. */
const cut = (...lengths: ReadonlyArray<number>): ReadonlyArray<Repair> =>
  lengths.map((length) => repair(`cut after ${length}`, (text) => text.slice(0, length), `V${'a'.repeat(length)}`))

/** UTF-8, a character for each byte: so bodies are held here. */
export const utf8 = (text: string): string =>
  encodeURIComponent(text).replace(/%(..)/g, (_, digits: string) => character(digits))
const ofUtf8: To = (bytes) => inspect(() => decodeURIComponent(bytes.replace(/./gs, percent)), bytes)
const character = (digits: string, base = 16): string => String.fromCharCode(Number.parseInt(digits, base))
const percent: To = (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const unescaped: To = (text) => text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => character(digits))
const unwrapped: To = (text) =>
  text.replace(/^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>|\[(.*)\]|\{(.*)\}|\((.*)\))$/s, '$1$2$3$4$5$6$7')
const withoutEscapes: To = (text) =>
  text.replace(/\\u00(..)|\\(.)/g, (_, digits?: string, one = '') => (digits === undefined ? one : character(digits)))
const withoutEntities: To = (text) =>
  text.replaceAll('&amp;', '&').replace(/&#(\d+);/g, (_, digits: string) => character(digits, 10))

/** Of any text. */
const anywhere: ReadonlyArray<Repair> = all([
  ['trimmed', (text) => text.trim(), '␠ ␉ ␊ ␍␊ ␋ \u00a0 \ufeff \u2003'],
  ['white space dropped', swap(/\s/g), '␠ ␉ ␊ \u3000'],
  ['cut at NUL', (text) => text.split('\0')[0] as string, '␀ ␀x'],
  ['cut at a line end', swap(/[\r\n].*/gs), '␊ ␍␊x ␊x:␠y'],
  ['control characters dropped', swap(/\p{Cc}/gu), '␀ ␈ ␛ \u007f'],
  ['what is invisible dropped', swap(/[\u00ad\u200b-\u200f\u2060\ufeff]/g), '\u00ad \u200b \u2060 \ufeff'],
  ['what is beyond ASCII dropped', swap(/[\u0080-\uffff]/g), '\u00e9 \u0430 \u{1f600}'],
  ['without accents', (text) => text.normalize('NFD').replace(/\p{M}/gu, ''), '\u00e9 e\u0301 \u00c5'],
  ['of full width', (text) => text.normalize('NFKC'), '\uff11 \uff41 \ufb01 \u00aa'],
  ['in lower case', (text) => text.toLowerCase(), 'A Z \u212a'],
  ['in upper case', (text) => text.toUpperCase(), 'a z \u017f \u0131'],
  ['percent-decoded', unescaped, '%41 %2d %31 %00 %2F'],
  ['a space for a plus', swap(/\+/g, ' '), '+'],
  ['with its escapes read', withoutEscapes, '\\u0041 \\- \\/'],
  ['with its entities read', withoutEntities, '&amp; &#65; &#49;'],
  ['without its quotes', unwrapped, '"V" \'V\' `V` <V> [V] {V} (V)'],
  ['the first of a list', swap(/[,;|].*/gs), ',x ;x |x ,␠x'],
  ['the last of a list', swap(/.*[,;|]/gs), 'x,V x;V'],
])

export const methods: ReadonlyArray<Repair> = [
  ...anywhere,
  ...cut(3, 7, 8, 16),
  repair('HEAD is GET', swap(/^HEAD$/, 'GET'), '=HEAD'),
  repair('whatever has a body is POST', swap(/^(?:PUT|PATCH|DELETE|QUERY)$/, 'POST'), '=PUT =PATCH =DELETE =QUERY'),
  repair('letters alone', swap(/[^A-Za-z]/g), '1 - ! _'),
]

export const usualTime = '1700000000'
export const timestamps: ReadonlyArray<Repair> = [
  ...anywhere,
  ...all([
    ['zeros or a sign in front', () => usualTime, '=01700000000 =0001700000000 =+1700000000 =+01700000000'],
    ['a fraction', () => usualTime, '=1700000000.0 =1700000000. =1700000000.9 =1700000000,5 =1700000000.000000'],
    ['an exponent', () => usualTime, '=1.7e9 =17E8 =1700000000e0 =1.7E+9 =17000000000e-1'],
    ['another base', () => usualTime, '=0x6553f100 =0x6553F100 =6553f100 =0o14524770400 =014524770400'],
    ['in groups', () => usualTime, "=1_700_000_000 =1,700,000,000 =1␠700␠000␠000 =1'700'000'000 =1.700.000.000"],
    ['a unit', () => usualTime, '=1700000000s =1700000000n =1700000000L =1700000000f =1700000000␠s =1700000000Z'],
    ['a finer unit', () => usualTime, '=1700000000000 =1700000000000000 =1700000000000000000 =1700000000999'],
    ['a date', () => usualTime, '=2023-11-14T22:13:20Z =20231114T221320Z =Tue,␠14␠Nov␠2023␠22:13:20␠GMT =@1700000000'],
    ['beyond a word', () => usualTime, '=5994967296 =18446744075409551616 =-2594967296 =36893488149119103232'],
    ['more behind it', () => usualTime, '=1700000000abc =1700000000;0 =1700000000- =1700000000:00 =1700000000/1'],
    ['rounded', (text) => (/^17\d{8}$/.test(text) ? String(60 * Math.floor(Number(text) / 60)) : text), '=1700000000'],
    ['other digits', () => usualTime, '=\uff11700000000 =\u06617\u06600000000 =170000000O =l700000000'],
  ]),
]

const asNumber: To = (text) => (/^-?\d+$/.test(text) ? String(BigInt(text)) : text)
/** Of nonces, and of what is alike. */
export const names: ReadonlyArray<Repair> = [
  ...anywhere,
  ...cut(16, 20, 32, 36, 50, 63, 64, 100, 127, 128),
  ...all([
    ['read as a number', asNumber, '0V 00V -0V'],
    ['an underscore for a hyphen', swap(/-/g, '_'), '-'],
    ['letters and digits alone', swap(/[^0-9A-Za-z]/g), '- . _ ! /'],
    ['without its hyphens', swap(/-/g), '-'],
    ['without what follows a sign', swap(/[@/:.].*/gs), '@x /x :x .x'],
  ]),
]
/** What gives another text than was put in cannot be undone in a signature, where each character counts. */
const irreversible: ReadonlyArray<string> = [
  'without accents',
  'of full width',
  'in lower case',
  'in upper case',
  'percent-decoded',
  'a space for a plus',
  'with its escapes read',
  'with its entities read',
  'read as a number',
  'an underscore for a hyphen',
]
/** Of signatures: what drops something. */
export const signatures: ReadonlyArray<Repair> = names.filter(
  ({ name }) => !irreversible.includes(name) && !name.startsWith('cut after '),
)
/** A token with a space is none, so none is known. */
export const tokens: ReadonlyArray<Repair> = [
  ...names.filter(({ name }) => name !== 'a space for a plus'),
  ...all([
    ['without its padding', swap(/=+$/g), 'V= V=='],
    ['in the alphabet of URLs', (text) => text.replaceAll('+', '-').replaceAll('/', '_'), '+ /'],
    ['without the word before it', swap(/^bearer */i), 'Bearer␠V bearer␠␠V'],
  ]),
]

const pathOf: To = (target) => target.split('?')[0] as string
const queryOf: To = (target) => target.slice(pathOf(target).length)
const ofPath =
  (to: To): To =>
  (target) =>
    to(pathOf(target)) + queryOf(target)
/** Changes the parameters. */
const ofQuery =
  (to: (parameters: ReadonlyArray<string>) => ReadonlyArray<string>): To =>
  (target) =>
    target.includes('?') ? `${pathOf(target)}?${to(queryOf(target).slice(1).split('&')).join('&')}` : target
const nameOf = (parameter: string): string => parameter.split('=')[0] as string
/** Of the parameters with one name, that at this index. */
const oneOfEqual = (index: 'indexOf' | 'lastIndexOf'): To =>
  ofQuery((some) => some.filter((one, i) => some.map(nameOf)[index](nameOf(one)) === i))
const withoutDots: To = (path) => {
  const kept: Array<string> = []
  for (const one of path.split('/')) {
    if (/^(?:\.|%2e){2}$/i.test(one)) kept.splice(Math.max(kept.length - 1, 1))
    else if (!/^(?:\.|%2e)$/i.test(one)) kept.push(one)
  }
  return /(?:^|\/)(?:\.|%2e){1,2}$/i.test(path) ? `${kept.join('/')}/` : kept.join('/')
}

/** Of the parameters of a query. */
const parameters: ReadonlyArray<Repair> = all([
  ['parameters sorted', ofQuery((some) => some.toSorted()), '&a &0=1'],
  ['the last of equal parameters', oneOfEqual('lastIndexOf'), '&a=1 &b'],
  ['the first of equal parameters', oneOfEqual('indexOf'), '&a=3 &b='],
  [
    'parameters that caches leave out dropped',
    ofQuery((some) => some.filter((one) => !/^(?:_|utm_\w+|fbclid|callback|sign|access_token)(?:=|$)/.test(one))),
    '&_=1 &utm_source=x &fbclid=x &callback=x &sign=x &access_token=x',
  ],
  ['empty parameters dropped', ofQuery((some) => some.filter((one) => one !== '')), '& &&'],
  ['parameters without a value dropped', ofQuery((some) => some.filter((one) => /=./.test(one))), '&c &c='],
  ['= of an empty value dropped', ofQuery((some) => some.map(swap(/=$/))), '&c='],
  ['= of an empty value added', ofQuery((some) => some.map(swap(/^[^=]*$/, '$&='))), '&c &'],
  ['& for ;', ofQuery((some) => some.flatMap((one) => one.split(';'))), ';c=1'],
  [
    'escaped as a value',
    ofQuery((some) => some.map((one) => one.replace(/[:/?@,$]/g, percent))),
    '&u=a:/?b &c=@ &d=,$',
  ],
])

/** Of any target, with a query or without. */
export const targetsWithoutQuery: ReadonlyArray<Repair> = [
  ...anywhere,
  ...cut(255, 1024, 2048, 4096, 8000),
  ...all([
    ['dot segments resolved', ofPath(withoutDots), '/. /.. /./ /x/../ /%2e/ /x/%2E%2e/ ./ ../'],
    ['slashes merged', swap(/\/{2,}/g, '/'), '/ // ///'],
    ['a slash at the end dropped', ofPath(swap(/(?<=.)\/+$/)), '/'],
    ['a slash at the end added', ofPath(swap(/[^/]$/, '$&/')), 'a'],
    ['a bare ? dropped', swap(/\?$/g), '?'],
    ['the query dropped', pathOf, '?x ?'],
    ['a fragment dropped', swap(/#.*/gs), '# #x #␊ #/␀ #\u00e9'],
    ['parameters of a segment dropped', ofPath(swap(/;[^/]*/g)), ';x=1 ;'],
    ['what is unreserved decoded', swap(/%(?:7e|41|5F)/g, 'A'), '%7e %41 %5F'],
    ['the path decoded', ofPath(unescaped), '%20 %3b %25 %2f %3F'],
    ['decoded twice', (text) => unescaped(unescaped(text)), '%2541 %252F'],
    ['escapes in upper case', (text) => text.replace(/%../g, (one) => one.toUpperCase()), '%c3%a9 %2f'],
    ['escapes in lower case', (text) => text.replace(/%../g, (one) => one.toLowerCase()), '%C3%A9 %2F'],
    ['a sign that begins no escape escaped', swap(/%(?![0-9A-Fa-f]{2})/g, '%25'), '% %zz %4'],
    ['a sign that begins no escape dropped', swap(/%(?![0-9A-Fa-f]{2})/g), '% %g1'],
    ['escaped as in a path', (text) => text.replace(/["<>^`{|}\\]/g, percent), '" < ^ ` { | \\'],
    ['escaped as in a form', (text) => text.replace(/[!'()*~]/g, percent), "! ' ( * ~"],
    ['%20 for a plus', swap(/\+/g, '%20'), '+'],
    ['a plus for %20', swap(/%20/g, '+'), '%20'],
    ['a slash for a backslash', swap(/\\/g, '/'), '\\ \\\\'],
    ['the origin of any URL dropped', swap(/^.+:\/\/[^/?]*/g), '?u=https://a.example/b'],
    ['two slashes begin an authority', swap(/^\/\/[^/]*/g), '=//jobs.example/v1'],
    ['a port or a user dropped', swap(/[^/]*@|:\d+/g), ':443 user@ :80'],
    ['cut at an escape of a control character', swap(/%[01][0-9A-Fa-f].*/gs), '%00 %00x %0a %0D%0A'],
    ['a default document dropped', swap(/(?<=\/)(?:index|default)\.\w+(?=\?|$)/g), 'index.html index.php default.aspx'],
    ['names of files dropped', swap(/\/index\.html|\.json|\.php/g), '/index.html .json .php'],
    ['templates filled', swap(/\{[^}]*\}|\$[\w$&]+|%[s%]/g, 'x'), '{id} $1 %s {0} $$ $& %% {nonce}'],
    ['the path in lower case', ofPath((path) => path.toLowerCase()), 'A Z'],
  ]),
]

export const targets: ReadonlyArray<Repair> = [...targetsWithoutQuery, ...parameters]

const parsed =
  (write: (value: unknown) => string): To =>
  (body) =>
    inspect(() => utf8(write(JSON.parse(ofUtf8(body)))), body)
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted())
    : value
const asText = (_: string, one: unknown): unknown => (typeof one === 'number' ? String(one) : one)
const inAscii: To = (text) =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
const isText = (body: string): boolean => !/[\u0080-\uffff]/.test(body) || ofUtf8(body) !== body

/** Bodies are held as their bytes; the touches are texts in UTF-8, and `\xff` is spelt ÿ. */
export const bodies: ReadonlyArray<Repair> = [
  ...anywhere.map(({ to, ...one }) => ({ ...one, to: (body: string) => utf8(to(ofUtf8(body))) })),
  ...cut(255, 1024, 4096, 8192, 65_535, 65_536),
  ...all([
    ['composed', (body) => utf8(ofUtf8(body).normalize('NFC')), 'e\u0301 \u212b \u1100\u1161'],
    ['decomposed', (body) => utf8(ofUtf8(body).normalize('NFD')), '\u00e9 \uac00'],
    ['a byte order mark dropped', swap(/^\xef\xbb\xbf/g), '\ufeff'],
    ['a byte order mark added', (body) => `\xef\xbb\xbf${body}`, 'x ='],
    [
      'bytes that are no text replaced',
      (body) => (isText(body) ? body : body.replace(/[\u0080-\uffff]/g, '\xef\xbf\xbd')),
      '⊘',
    ],
    ['bytes that are no text dropped', (body) => (isText(body) ? body : body.replace(/[\u0080-\uffff]/g, '')), '⊘'],
    ['as Latin-1 in UTF-8', utf8, '\u00e9 ⊘'],
    [
      'without eighth bits',
      (body) => body.replace(/[\u0080-\uffff]/g, (one) => character(String(one.charCodeAt(0) & 0x7f), 10)),
      '\u00e9 ⊘',
    ],
    ['the last line end dropped', swap(/\r?\n$/g), '␊ ␍␊'],
    ['a line end added', (body) => `${body}\n`, 'x ='],
    ['LF for CRLF', swap(/\r\n/g, '\n'), '␍␊ ␍␊␍␊'],
    ['CRLF for LF', swap(/(?<!\r)\n/g, '\r\n'), '␊'],
    ['CR dropped', swap(/\r/g), '␍'],
    ['line ends dropped', swap(/[\r\n]/g), '␊ ␍␊'],
    ['empty lines dropped', swap(/\n+/g, '\n'), '␊␊'],
    ['blanks at the ends of lines dropped', swap(/[ \t]+(?=\n|$)/g), '␠␊ ␉ ␠'],
    ['blanks merged', swap(/[ \t]+/g, ' '), '␠␠ ␉'],
    ['NULs at the end dropped', (body) => body.replace(/\0+$/, ''), '␀ ␀␀'],
    ['ended by a dot', swap(/\n\.\r?\n.*/gs), '␊.␊x ␊.␍␊'],
    ['empty where it is blank', swap(/^\s*$/), '=␠ =␊ =␍␊␉'],
    ['empty where it is nothing', swap(/^(?:\{\}|\[\]|null|""|0|false)$/), '={} =[] =null ="" =0 =false'],
    ['an object where it is nothing', swap(/^(?:|\[\]|null)$/, '{}'), '= =[] =null'],
    ['empty', () => '', 'x'],
    [
      'parsed and written',
      parsed(JSON.stringify),
      '={"a":␠1} ={"a":1.0} ={"a":1e2} ={"a":1,"a":2} ={"a":"\\/"} ={"a":"\\u0041"} ={"b":1,"1":2} =␠{} ={}␊ =[-0]',
    ],
    ['written by its names', parsed((value) => JSON.stringify(value, sorted)), '={"b":1,"a":2} ={"a":{"c":1,"b":2}}'],
    ['written with blanks', parsed((value) => JSON.stringify(value, null, 1).replace(/\n */g, ' ')), '={"a":1} =[1,2]'],
    ['written in lines', parsed((value) => JSON.stringify(value, null, 2)), '={"a":1} =[1,2]'],
    ['written in ASCII', (body) => inAscii(ofUtf8(body)), '={"a":"\u00e9"} ={"a":"\u{1f600}"}'],
    ['slashes escaped', swap(/(?<!\\)\//g, '\\/'), '={"a":"/"}'],
    ['marks of HTML escaped', swap(/[<>&]/g, '\\u003c'), '={"a":"<"} ={"a":"&"}'],
    [
      'without its nothings',
      parsed((value) => JSON.stringify(value, (_, one) => one ?? undefined) ?? ''),
      '={"a":null} ={"b":{"a":null}}',
    ],
    ['numbers as texts', parsed((value) => JSON.stringify(value, asText)), '={"a":1} =[0]'],
    ['numbers with a point', swap(/(?<=[[:,])\d+(?=[\],}])/g, '$&.0'), '={"a":1} =[0]'],
    ['a comma at the end dropped', swap(/,(?=\s*[\]}])/g), '={"a":1,} =[1,]'],
    ['comments dropped', swap(/\/\*.*?\*\/|\/\/.*$/gs), '/*x*/ //x'],
    [
      'the text of a text',
      parsed((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      '="abc" ="{}"',
    ],
    ['a text of the text', (body) => utf8(JSON.stringify(ofUtf8(body))), 'x'],
    ['the fields of a form decoded', (body) => unescaped(body.replaceAll('+', ' ')), '+ %41'],
    [
      'the fields of a form sorted',
      (body) => (/^[^{]*=/.test(body) ? body.split('&').toSorted().join('&') : body),
      '=b=2&a=1',
    ],
    ['decoded from Base64 or hexadecimal digits', swap(/^(?:YWJj|616263)$/, 'abc'), '=YWJj =616263'],
    ['chunks joined', swap(/^3\r\nabc\r\n0\r\n\r\n$/, 'abc'), '=3␍␊abc␍␊0␍␊␍␊'],
  ]),
]

/** Control pictures stand for what they show. */
const spelt: To = (piece) =>
  piece.replace(/[\u2400-\u2420]/g, (one) => character(String(one.charCodeAt(0) - 0x2400), 10))

/** A byte that is in no text. */
const noText = (piece: string): string => piece.replace(/\xe2\x8a\x98/g, '\xff')
/** Several pieces at once of those that a repair changes wherever they are, or one of its whole texts. `encode` writes a piece. */
export const messy = (list: ReadonlyArray<Repair>, is: RegExp, encode: To = (piece) => piece): Gen.Gen<string> => {
  const words = list.flatMap(({ touches }) => touches.split(' ').filter((word) => !word.includes('V')))
  const texts = words.map((word) => noText(encode(spelt(word)))).filter((text) => is.test(text))
  const pieces = Gen.constantFrom(...texts.filter((text) => !text.startsWith('=')))
  const wholes = Gen.constantFrom(...texts.flatMap((text) => (text.startsWith('=') ? text.slice(1) : [])))
  const joined = Gen.array(pieces, { minLength: 1, maxLength: 60, size: 'max' }).map((all) => all.join(''))
  return Gen.weighted([3, joined], [1, wholes])
}

/** The texts with such a piece, at each place or as a whole, of which the repair makes another. `encode` writes a piece. */
export const altered = (
  { to, touches }: Repair,
  right: string,
  encode: To = (piece) => piece,
): ReadonlyArray<string> => {
  const texts = touches.split(' ').flatMap((word) => {
    const piece = noText(encode(spelt(word)))
    if (piece.startsWith('=')) return [piece.slice(1)]
    if (piece.includes('V')) return [piece.replace('V', () => right)]
    return Array.from({ length: right.length + 1 }, (_, at) => right.slice(0, at) + piece + right.slice(at))
  })
  return [...new Set(texts)].filter((text) => to(text) !== text)
}

/** Texts that some repair makes a right one of, or another; `is` reads them. */
export const repaired = (
  rule: string,
  list: ReadonlyArray<Repair>,
  right: string,
  is: (text: string) => boolean,
): LabelledGens =>
  list.flatMap((one) => {
    const texts = altered(one, right)
    const some = (all: ReadonlyArray<string>) => (all.length === 0 ? [] : Gen.constantFrom(...all))
    return validAndInvalid(rule, some(texts.filter(is)), { [one.name]: some(texts.filter((text) => !is(text))) })
  })

/** A repair for each of its touches: each comes in a run. */
export const byTouch = ({ touches, ...one }: Repair): ReadonlyArray<Repair> =>
  touches.split(' ').map((touch) => ({ ...one, touches: touch }))
