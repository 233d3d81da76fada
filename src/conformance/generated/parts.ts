/** The parts of a request, each on both sides of its rule. */
import * as fc from 'fast-check'
import {
  alphanumerics,
  digits,
  foldable,
  letters,
  odd,
  ofAppIds,
  ofAuthTypes,
  ofNonces,
  ofTargets,
  visible,
} from './characters.ts'
import {
  allOf,
  each,
  eachOf,
  type Generator,
  generator,
  inside,
  joined,
  mapped,
  type Samples,
  sides,
  textOf,
  withEach,
  withOne,
} from './Generator.ts'

const isBeside = (one: string, all: string): boolean =>
  [-1, 1].some((step) => all.includes(String.fromCharCode(one.charCodeAt(0) + step)))

/** What is taken for one of these characters: those that are beside them in ASCII, and those that fold to ASCII letters. */
const nearly = (allowed: string): ReadonlyArray<string> => [
  ...[...visible].filter((one) => !allowed.includes(one) && isBeside(one, allowed)),
  ...foldable,
]

/** Any character but these. */
const except = (allowed: string): fc.Arbitrary<string> =>
  fc.constantFrom(...[...visible].filter((one) => !allowed.includes(one)), ...odd)

const concat = (...texts: ReadonlyArray<fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc.tuple(...texts).map((all) => all.join(''))

/** Read as nothing, as false or as a number by some language. */
const nothings = ['0', '00', '-0', '0.0', '1e3', 'null', 'false', 'NaN', '__proto__']

interface Words {
  readonly rule: string
  readonly characters: string
  readonly most: number
  /** Characters that another place of the grammar takes: in this one they may be right. */
  readonly elsewhere?: string
}

/** Both sides of a rule that says which characters a text has, and how many: each limit, and each neighbour of a character. */
export const words = ({ rule, characters, most, elsewhere = '' }: Words): Samples => {
  const taken = characters + elsewhere
  const some = textOf(characters, 1, 8)
  const one = fc.constantFrom(...characters)
  const wrong = except(taken)
  const long = (length: number): fc.Arbitrary<string> => one.map((all) => all.repeat(length))
  return sides(
    rule,
    [
      some,
      one,
      allOf(characters, most),
      long(most),
      long(most - 1),
      ...each(nothings.filter((text) => text.length <= most && [...text].every((each) => characters.includes(each)))),
    ],
    [
      ...[0, most + 1, 2 * most].map(long),
      ...withEach(
        some,
        [...nearly(characters), ...'=&;"%'].filter((each) => !taken.includes(each)),
      ),
      withOne(some, wrong),
      // At its ends, where a pattern without anchors does not look.
      concat(some, wrong),
      concat(wrong, some),
      ...each(['\n', '\r\n', '\0', ' ']).map((end) => concat(some, end)),
    ],
  )
}

export const appIds: Samples = words({
  rule: 'an app id has 1 to 128 letters, digits and . _ ~ -',
  characters: ofAppIds,
  most: 128,
})
export const nonces: Samples = words({
  rule: 'a nonce has 1 to 128 letters, digits and hyphens',
  characters: ofNonces,
  most: 128,
})
const methodRule = "a method has 1 to 32 letters, digits and ! # $ % & ' * + - . ^ _ ` | ~"
const methodsKnown = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'HEAD', 'TRACE', 'CONNECT', 'PROPFIND']
const knownMethods = fc.constantFrom(...methodsKnown)
export const methods: Samples = [
  inside(methodRule, knownMethods),
  ...words({ rule: methodRule, characters: ofAuthTypes, most: 32 }),
]

const largest = Number.MAX_SAFE_INTEGER
const someTime = fc.oneof(fc.integer({ min: 1, max: 4_000_000_000 }), fc.integer({ min: 1, max: largest })).map(String)

export const timestamps: Samples = sides(
  'a timestamp is 0, or digits without a leading zero, at most 9007199254740991',
  [someTime, ...each(['0', '1', `${largest - 1}`, `${largest}`]), allOf('123456789').map((nine) => `${nine}0`)],
  [
    ...each(['', '00', '9007199254740992', '9007199254740993', '10000000000000000', '18446744073709551617']),
    ...each(['0', '00', '+', '-', ' ', '0x', '1e', '\n']).map((before) => concat(before, someTime)),
    ...each(['.0', '.', 'e0', 'n', '_', 'L', ' ', '\n', '\0']).map((behind) => concat(someTime, behind)),
    // At each end as well: a pattern has classes of its own there.
    ...each(nearly(digits)).flatMap((one) => [concat(one, someTime), concat(someTime, one)]),
    ...withEach(someTime, [...nearly(digits), '\u0660', '\uff11', '_', ',']),
    withOne(someTime, except(digits)),
  ],
)

export const targetRule = 'a target begins with / and has visible ASCII characters without #, at most 8192'
const schemeRule = 'a scheme is a letter, then letters, digits and + - .'
const authorityRule = "an authority has one or more letters, digits and . _ ~ % ! $ & ' ( ) * + , ; = : @ [ ] -"
const formRule = 'a target is in origin-form or absolute-form'
const fragmentRule = 'of a URL, # and everything after it is dropped, and the rest is a target'

/** What a library that normalises a target changes. */
const pieces = fc.constantFrom(
  ...[
    '/',
    '//',
    '/./',
    '/../',
    '/..',
    '/.',
    '?',
    '??',
    '?a=1&a=2',
    '?b=2&a=1',
    '&',
    '&&',
    '=',
    '+',
    '%20',
    ';a=b',
    ',',
  ],
  ...[
    '%7e',
    '%7E',
    '%2f',
    '%2F',
    '%zz',
    '%',
    '%0',
    '%00',
    '%0a',
    '%25',
    '%c3%a9',
    '%E0',
    '~',
    '\\',
    "'",
    '"',
    '<>',
    '|',
  ],
  ...[
    '^',
    '`',
    '{}',
    '[]',
    '*',
    '!',
    '$&',
    '$1',
    '\\1',
    '%s',
    '{0}',
    ':',
    '@',
    '://',
    'a',
    'Z',
    '0',
    '.',
    '..',
    '-',
    '_',
  ],
)
const messy = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => `/${all.join('')}`)
const paths = fc.oneof(
  textOf(ofTargets, 0, 20).map((rest) => `/${rest}`),
  messy,
)
const whole = allOf(ofTargets).map((rest) => `/${rest}`)
const authorityCharacters = `${ofAppIds}%!$&'()*+,;=:@[]`
const schemeCharacters = `${alphanumerics}+-.`
const authorities = fc.oneof(
  fc.constantFrom('jobs.example', 'user@[::1]:8443', '127.0.0.1:80'),
  textOf(authorityCharacters, 1, 12),
)
const schemes = fc.oneof(
  fc.constantFrom('https', 'HTTP', 'h2+x'),
  concat(fc.constantFrom(...letters), textOf(schemeCharacters, 0, 5)),
)
/** What may follow an authority. */
const behind = fc.oneof(
  paths,
  textOf(ofTargets, 0, 8).map((query) => `?${query}`),
)
interface Absolute {
  readonly scheme: fc.Arbitrary<string>
  readonly authority: fc.Arbitrary<string>
  readonly rest: fc.Arbitrary<string>
}
const absolute = ({ scheme = schemes, authority = authorities, rest = behind }: Partial<Absolute> = {}) =>
  concat(scheme, fc.constant('://'), authority, rest)
const filled = (length: number): fc.Arbitrary<string> =>
  fc.constantFrom(...ofTargets).map((one) => `/${one.repeat(length - 1)}`)

/** A query of that length behind an authority: a slash is put in front of it. */
const queried = (length: number): fc.Arbitrary<string> => filled(length).map((text) => `?${text.slice(1)}`)

/** The rules of targets. */
export const targets: Samples = [
  ...sides(
    targetRule,
    [
      paths,
      messy,
      messy,
      whole,
      filled(8191),
      filled(8192),
      absolute({ rest: filled(8192) }),
      absolute({ rest: queried(8191) }),
      ...each([1, 8, 4096]).map((lengths) => lengths.map((length) => `/${'a'.repeat(length)}?`.padEnd(8192, 'q'))),
      fc.constantFrom('%41', '%c3%a9', '%2F').map((piece) => `/${piece.repeat(4000)}`.slice(0, 8192)),
    ],
    [
      filled(8193),
      // Fewer characters, when they are decoded, or without the query.
      fc.constantFrom('%41', '%c3%a9', '%2F').map((piece) => `/${piece.repeat(4000)}`.slice(0, 8193)),
      ...each([1, 8, 4096]).map((lengths) => lengths.map((length) => `/${'a'.repeat(length)}?`.padEnd(8193, 'q'))),
      ...each([1, 8, 4096]).map((lengths) => lengths.map((length) => `/${'a'.repeat(length)}/`.padEnd(8193, '/'))),
      absolute({ rest: filled(8193) }),
      absolute({ rest: queried(8192) }),
      ...withEach(messy, [' ', '\t', '\n', '\0', '\u007f', '\u0080', '\u00e9', '\u00ff']).map((rest) =>
        concat(fc.constant('/'), rest),
      ),
      concat(messy, fc.constantFrom(...odd)),
      ...each(['\n', '\r\n']).flatMap((end) => [concat(paths, end), concat(absolute(), end)]),
    ],
  ),
  ...sides(
    formRule,
    [
      absolute(),
      concat(messy, absolute()),
      ...each(['', '?', '?a=b', '/', '//', '/?', '/?a://b/c']).map((rest) => absolute({ rest })),
      // The limit is that of the target alone.
      absolute({ authority: textOf(letters, 1, 1).map((one) => one.repeat(8200)), rest: messy }),
    ],
    [
      ...each([
        '',
        '*',
        'jobs.example:443',
        'v1/jobs',
        '\\v1',
        '?a',
        'https:/v1',
        'mailto:a@b',
        'https://',
        'https:///a',
      ]),
      ...each(['a/b://jobs.example/', 'a?://jobs.example/', 'http:/v1/jobs', '://jobs.example/', '.', './a', '../a']),
      ...each([' ', '\n', '\0', '\ufeff']).flatMap((blank) => [concat(blank, paths), concat(blank, absolute())]),
    ],
  ),
  ...sides(
    schemeRule,
    [
      absolute(),
      absolute({ scheme: allOf(schemeCharacters).map((all) => `s${all}`) }),
      ...each('AZaz').map((scheme) => absolute({ scheme })),
    ],
    [
      ...each(['', '1http', '+http', '-', '.a']),
      ...each(nearly(schemeCharacters).filter((one) => one !== '/')).map((one) =>
        concat(fc.constant('h'), one, textOf(letters, 0, 4)),
      ),
      withOne(textOf(letters, 1, 5), except(`${schemeCharacters}/?#`)),
    ].map((scheme) => absolute({ scheme, rest: paths })),
  ),
  ...sides(
    authorityRule,
    [absolute(), absolute({ authority: allOf(authorityCharacters) })],
    [
      fc.constant(''),
      ...withEach(
        textOf(authorityCharacters, 1, 8),
        nearly(authorityCharacters).filter((one) => !'/?#'.includes(one)),
      ),
      withOne(textOf(authorityCharacters, 1, 8), except(`${authorityCharacters}/?#`)),
    ].map((authority) => absolute({ authority, rest: paths })),
  ),
]

const fragments = fc.oneof(
  fc.constantFrom('', '#', '/', '?a', '://b/c'),
  textOf(visible, 0, 8),
  withOne(textOf(visible, 0, 4), fc.constantFrom(...odd)),
)
const withFragment = (url: fc.Arbitrary<string>): fc.Arbitrary<string> => concat(url, fc.constant('#'), fragments)

/** A URL for a signer: a target, perhaps with a fragment. */
const urls: Samples = [
  ...targets,
  ...sides(
    fragmentRule,
    [
      withFragment(paths),
      withFragment(absolute()),
      ...each(['/', '//', '?', '.', '/.', '%20', '%', '&', '=']).map((end) => withFragment(concat(messy, end))),
      ...each([
        '/#',
        '//#',
        '/?#',
        '/##',
        '/#?a',
        '/#/b',
        '/a#b#c',
        'https://a#',
        'https://a/#',
        'https://a?#',
        '/%23#',
      ]),
      concat(messy, fc.constant('#'), filled(8192)),
    ],
    [
      ...each(['', '*', 'v1', 'https://', 'https:']),
      fc.constant('#/v1'),
      fc.constant('##/v1'),
      filled(8193),
      ...each([' ', '\t', '\n', '\u00a0', '\0']).map((end) => concat(messy, end)),
    ].map(withFragment),
  ),
  ...sides(
    fragmentRule,
    [],
    each(['#', '##', '#a', '#/', '#?', '?#', '*#', 'a#/', 'https://#', 'https:#//a/', 'http#://a/']),
  ),
]

const bodyRule = 'a body is bytes as they are sent, or text in UTF-8 without a lone surrogate'
type Body = { readonly hex: string } | { readonly utf16: string }

const hexOf = (bytes: Uint8Array): Body => ({ hex: Buffer.from(bytes).toString('hex') })
const utf16Of = (text: string): Body => ({
  utf16: Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join(''),
})
/** The neighbours of the halves of pairs, the mark that decoders put in their place, and the ends of what UTF-8 can carry. */
const besideHalves = [...'\ud7ff\ue000\ufffd\u{10000}\u{10ffff}\uffff\ufeff\u0000\u{103ff}\u{10fc00}']
/** Every character of Unicode. fast-check's unit `binary` is the same, and makes a table of a million when it is built. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
const wellFormed = fc.string({ unit: anyCharacter, maxLength: 12 })
/** Between characters that pair with nothing. */
const among = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  concat(textOf(letters, 0, 3), text, textOf(letters, 0, 3)).map(utf16Of)
/** What is changed on the way by who takes a body for lines, for JSON or for text. */
const texts = [
  '',
  '\n',
  '\r\n',
  ' {} ',
  '{ "a" : 1.0 }\r\n',
  '\ufeff{}',
  '{"a":1,"a":2}',
  'e\u0301\u00e9',
  '\0',
  '\t',
  '%7e+',
  // Nothing, in some languages.
  '0',
  'null',
  'false',
]

const bodies: Samples<Body> = sides(
  bodyRule,
  [
    fc.uint8Array({ maxLength: 40 }).map(hexOf),
    ...mapped(each(['ff', '00', 'c080', 'eda080', 'efbbbf7b7d', 'fffe7b00']), (bytes) => ({ hex: bytes })),
    // More than any buffer holds.
    fc.constantFrom(65_537, 100_000).map((length) => hexOf(Buffer.alloc(length, 'countersign'))),
    wellFormed.map(utf16Of),
    ...each(texts).flatMap((text) => [text.map(utf16Of), text.map((all) => hexOf(Buffer.from(all)))]),
    ...each(besideHalves).map(among),
  ],
  [
    ...each([0xd800, 0xdbff, 0xdc00, 0xdfff]).map((unit) => among(unit.map((one) => String.fromCharCode(one)))),
    ...each(['\udc00\ud800', '\ud800\ud800\udc00', '\ud800\udc00\udc00', '\udbff\ue000']).map(among),
    among(fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))),
  ],
)

const right = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } as Body }
type Parts = typeof right

const validParts: fc.Arbitrary<Parts> = fc.record({
  method: fc.oneof(fc.constant(right.method), knownMethods),
  url: fc.oneof(fc.constant(right.url), paths, absolute()),
  timestamp: fc.oneof(fc.constant(right.timestamp), someTime),
  nonce: fc.oneof(fc.constant(right.nonce), textOf(ofNonces, 1, 40)),
  body: fc.oneof(fc.constant(right.body), wellFormed.map(utf16Of)),
})

/** With a body, whatever the method. */
export const partsWithBodies: Samples<Parts> = sides(
  methodRule,
  each([...methodsKnown]).map((names) =>
    fc.tuple(validParts, names).map(([parts, method]) => ({ ...parts, method, body: { hex: '7b7d' } })),
  ),
  [],
)

const samplesOf = {
  method: methods,
  url: urls,
  timestamp: timestamps,
  nonce: nonces,
  body: bodies,
}

/** Each of these parts on both sides of its rule, among valid others. */
export const partsWith = (names: ReadonlyArray<keyof Parts>): Samples<Parts> =>
  names.flatMap((name) =>
    joined(validParts, samplesOf[name] as Samples<unknown>, (parts, value) => ({ ...parts, [name]: value }) as Parts),
  )

export const strings: ReadonlyArray<Generator> = [
  generator({
    name: 'string',
    op: 'stringToSign',
    ...eachOf(
      mapped(
        [...partsWith(['method', 'url', 'timestamp', 'nonce', 'body']), ...partsWithBodies],
        ({ value, ...drawn }) => ({ input: value, ...drawn }),
      ),
    ),
  }),
]
