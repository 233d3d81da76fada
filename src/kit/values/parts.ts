/**
 * The parts of a request, each on both sides of its rule: app id, nonce, method, timestamp, target, URL and body. The text of a rule ends a
 * sentence of a report, and stands here once.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as AppId from '../../core/AppId.ts'
import type { Bytes } from '../../core/Bytes.ts'
import * as Fingerprint from '../../core/Fingerprint.ts'
import * as Method from '../../core/Method.ts'
import * as Nonce from '../../core/Nonce.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import type { Letters } from '../../core/Rule.ts'
import * as Timestamp from '../../core/Timestamp.ts'
import * as characters from './characters.ts'
import { forTimestamps, usualTime } from './forbiddenNormalizations.ts'
import * as Gen from './Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from './Labelled.ts'
import { labelledAlterations } from './Normalization.ts'
import { neighbouring } from './neighbours.ts'

const { template } = Gen

const count = ({ minLength, maxLength }: Letters): string => `${minLength} to ${maxLength}`

export const appIdRule: string = `an app id has ${count(AppId.rule)} letters, digits and . _ ~ -`
export const appIds: LabelledGens = characters.textsOfRule(appIdRule, AppId.rule)
export const fingerprints: LabelledGens = characters.textsOfRule(
  'a fingerprint has 64 lower-case hexadecimal digits',
  Fingerprint.rule,
)
export const nonceRule: string = `a nonce has ${count(Nonce.rule)} letters, digits and hyphens`
export const nonces: LabelledGens = characters.textsOfRule(nonceRule, Nonce.rule)

export const methodRule: string = `a method has ${count(Method.rule)} letters, digits and ! # $ % & ' * + - . ^ _ \` | ~`
export const usualMethods: ReadonlyArray<string> = [
  'GET',
  'POST',
  'put',
  'Patch',
  'DELETE',
  'options',
  'HEAD',
  'TRACE',
  'CONNECT',
  'PROPFIND',
]
export const anyUsualMethod: Gen.Gen<string> = Gen.constantFrom(...usualMethods)
export const methods: LabelledGens = [
  ...characters.textsOfRule(methodRule, Method.rule),
  ...validAndInvalid(methodRule, anyUsualMethod),
]

const largest = Number.MAX_SAFE_INTEGER
export const anyTimestamp: Gen.Gen<string> = Gen.logUniform(largest - 1).map((seconds) => String(seconds + 1))

export const timestampRule: string = `a timestamp is 0, or digits without a leading zero, at most ${largest}`
export const timestamps: LabelledGens = [
  ...validAndInvalid(
    timestampRule,
    [
      anyTimestamp,
      ...constants([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, largest - 1, largest].map(String)),
      characters.permutationOf('123456789').map((nine) => `${nine}0`),
    ],
    {
      'nothing, or a zero too many': constants(['', '00', '0 ']),
      'too large': constants(['9007199254740992', '9007199254740993', '10000000000000000', '18446744073709551617']),
      // A pattern has classes of their own for the first and last digit.
      'a neighbour of the digits': constants(characters.lookalikesOf(characters.digits)).flatMap((neighbour) => [
        template`${neighbour}${anyTimestamp}`,
        template`${anyTimestamp}${neighbour}`,
        characters.withInserted(anyTimestamp, neighbour),
      ]),
      'another character': characters.withInserted(anyTimestamp, characters.othersThan(characters.digits)),
    },
  ),
  ...labelledAlterations(timestampRule, forTimestamps, usualTime, (digits) => E.isRight(Timestamp.parse(digits))),
]

const most = RequestTarget.maxLength
export const targetRule: string = `a target begins with / and has visible ASCII characters without #, at most ${most}`

/** Pieces of a target that some library normalizes. */
const normalizablePieces = Gen.oneof(
  Gen.constantFrom(
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
  ),
  Gen.constantFrom(
    '%c3%a9',
    '%E0',
    '~',
    '\\',
    "'",
    '"',
    '<>',
    '|',
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
  ),
)
const oddTarget = template`/${Gen.array(normalizablePieces, { minLength: 1, maxLength: 5 }).map((drawnPieces) => drawnPieces.join(''))}`
export const paths: Gen.Gen<string> = Gen.oneof(
  template`/${Gen.stringOf(characters.targetCharacters, 0, 20)}`,
  oddTarget,
)
const ofAuthorities = characters.charactersIn(RequestTarget.authorityAlphabet)
const ofSchemes = characters.charactersIn(RequestTarget.schemeAlphabet)
const authorities = Gen.oneof(
  Gen.constantFrom('jobs.example', 'user@[::1]:8443', '127.0.0.1:80'),
  Gen.stringOf(ofAuthorities, 1, 12),
)
const schemes = Gen.oneof(
  Gen.constantFrom('https', 'HTTP', 'h2+x'),
  template`${Gen.constantFrom(...characters.letters)}${Gen.stringOf(ofSchemes, 0, 5)}`,
)
/** What may follow an authority. */
const afterAuthority = Gen.oneof(paths, template`?${Gen.stringOf(characters.targetCharacters, 0, 8)}`)
export const absolute = ({
  scheme = schemes,
  authority = authorities,
  rest = afterAuthority,
}: { readonly [part in 'scheme' | 'authority' | 'rest']?: Gen.Gen<string> } = {}): Gen.Gen<string> =>
  template`${scheme}://${authority}${rest}`
/** This length; one that is not too long shrinks to shorter ones. */
const lengthsUpTo = (length: number): Gen.Gen<number> =>
  length > most ? Gen.boundary(Gen.constant(length)) : Gen.boundaryInteger(1, length)
const pathOfLength = (length: number): Gen.Gen<string> =>
  Gen.tuple(Gen.constantFrom(...characters.targetCharacters), lengthsUpTo(length)).map(
    ([character, targetLength]) => `/${character.repeat(targetLength - 1)}`,
  )
/** A query of that length behind an authority: a slash is put in front of it. */
const queryOfLength = (length: number): Gen.Gen<string> =>
  pathOfLength(length + 1).map((path) => path.replace(/^\/.?/, '?'))
/** A path of each of these lengths, and a query or more slashes up to the whole length. */
const pathAndMore = (length: number, separator: '?' | '/'): ReadonlyArray<Gen.Gen<string>> =>
  [1, 8, 4096].map((path) =>
    lengthsUpTo(length).map((targetLength) =>
      `/${'a'.repeat(path)}${separator}`.padEnd(targetLength, separator === '?' ? 'q' : separator),
    ),
  )
/** Fewer characters when they are decoded. */
const escapedPath = (length: number): Gen.Gen<string> =>
  Gen.tuple(Gen.constantFrom('%41', '%c3%a9', '%2F'), lengthsUpTo(length)).map(([escapedPiece, targetLength]) =>
    `/${escapedPiece.repeat(4000)}`.slice(0, targetLength),
  )
const someOfAuthorities = Gen.stringOf(ofAuthorities, 1, 8)

export const targets: LabelledGens = [
  ...validAndInvalid(
    targetRule,
    [
      template`/${Gen.string(Gen.constantFrom(...characters.targetCharacters))}`,
      paths,
      oddTarget,
      oddTarget,
      template`/${characters.permutationOf(characters.targetCharacters)}`,
      pathOfLength(most - 1),
      pathOfLength(most),
      absolute({ rest: pathOfLength(most) }),
      absolute({ rest: queryOfLength(most - 1) }),
      ...pathAndMore(most, '?'),
      escapedPath(most),
    ],
    {
      'too long': [
        pathOfLength(most + 1),
        ...pathAndMore(most + 1, '?'),
        ...pathAndMore(most + 1, '/'),
        escapedPath(most + 1),
      ],
      'too long behind an authority': [
        absolute({ rest: pathOfLength(most + 1) }),
        absolute({ rest: queryOfLength(most) }),
      ],
      'no visible ASCII': [
        ...characters.withEachInserted(oddTarget, '\t\u0080\u00e9\u00ff').map((path) => template`/${path}`),
        template`${oddTarget}${Gen.constantFrom(...characters.confusables)}`,
      ],
      'a line end behind it': template`${absolute()}\r\n`,
    },
  ),
  ...validAndInvalid(
    'a target is in origin-form or absolute-form',
    [
      absolute(),
      template`${oddTarget}${absolute()}`,
      ...constants(['', '?', '?a=b', '/', '//', '/?', '/?a://b/c']).map((path) => absolute({ rest: path })),
      // The limit is that of the target alone.
      Gen.boundary(
        absolute({
          authority: Gen.constantFrom(...characters.letters).map((letter) => letter.repeat(8200)),
          rest: oddTarget,
        }),
      ),
    ],
    {
      'another form': [
        Gen.constant(''),
        ...constants([
          '*',
          'jobs.example:443',
          'v1/jobs',
          '\\v1',
          '?a',
          'https:/v1',
          'mailto:a@b',
          'https://',
          'https:///a',
          'a/b://jobs.example/',
        ]),
        ...constants(['a?://jobs.example/', 'http:/v1/jobs', '.', './a', '../a', '\ufeff/', '\ufeffhttps://a/']),
      ],
    },
  ),
  ...validAndInvalid(
    'a scheme is a letter, then letters, digits and + - .',
    [
      absolute(),
      absolute({ scheme: template`s${characters.permutationOf(ofSchemes)}` }),
      ...constants('AZaz').map((scheme) => absolute({ scheme })),
    ],
    [
      ...constants(['', '1http', '+http', '-', '.a']),
      ...constants(characters.lookalikesOf(ofSchemes).filter((sign) => sign !== '/')).map(
        (sign) => template`h${sign}${Gen.stringOf(characters.letters, 0, 4)}`,
      ),
      characters.withInserted(Gen.stringOf(characters.letters, 1, 5), characters.othersThan(`${ofSchemes}/?#`)),
    ].map((scheme) => absolute({ scheme, rest: paths })),
  ),
  ...validAndInvalid(
    "an authority has one or more letters, digits and . _ ~ % ! $ & ' ( ) * + , ; = : @ [ ] -",
    [absolute(), absolute({ authority: characters.permutationOf(ofAuthorities) })],
    [
      Gen.constant(''),
      ...characters.withEachInserted(
        someOfAuthorities,
        characters.lookalikesOf(ofAuthorities).filter((sign) => !'/?#'.includes(sign)),
      ),
      ...['', '[]'].map((brackets) =>
        characters
          .withInserted(someOfAuthorities, characters.othersThan(`${ofAuthorities}/?#`))
          .map((authority) => brackets.charAt(0) + authority + brackets.charAt(1)),
      ),
    ].map((authority) => absolute({ authority, rest: paths })),
  ),
]
/** For a verifier: no request line has a fragment. */
export const receivedTargets: LabelledGens = [
  ...targets,
  ...validAndInvalid(targetRule, [], {
    'a fragment': [template`${paths}#`, template`${paths}#top`, template`${absolute()}#top`],
  }),
]

const fragments = Gen.oneof(
  Gen.constantFrom('', '#', '/', '?a', '://b/c'),
  Gen.stringOf(characters.visible, 0, 8),
  characters.withInserted(Gen.stringOf(characters.visible, 0, 4), Gen.constantFrom(...characters.confusables)),
)
const withFragment = (url: Gen.Gen<string>): Gen.Gen<string> => template`${url}#${fragments}`

export const neighboursOfUrls: LabelledGens = neighbouring(targetRule, ['https://a.b/c?d', '/a?b#c'], (url) =>
  E.isRight(RequestTarget.parse(url.split('#')[0] as string)),
)

/** A URL for a signer: a target, perhaps with a fragment. */
export const urls: LabelledGens = [
  ...targets,
  ...validAndInvalid(
    'of a URL, # and everything after it is dropped, and the rest is a target',
    [
      withFragment(paths),
      withFragment(absolute()),
      ...constants(['/', '//', '?', '.', '/.', '%20', '%', '&', '=']).map((end) =>
        withFragment(template`${oddTarget}${end}`),
      ),
      ...constants([
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
      Gen.boundary(template`${oddTarget}#${pathOfLength(most)}`),
    ],
    [
      ...[
        ...constants(['', '*', 'v1', 'https://', 'https:', '#/v1', '##/v1']),
        pathOfLength(most + 1),
        ...constants([' ', '\t', '\n', '\u00a0', '\0']).map((end) => template`${oddTarget}${end}`),
      ].map(withFragment),
      ...constants(['#', '##', '#a', '#/', '#?', '?#', '*#', 'a#/', 'https://#', 'https:#//a/', 'http#://a/']),
    ],
  ),
]

export const bodyRule = 'a body is bytes as they are sent, or text in UTF-8 without a lone surrogate'
export const wellFormed: Gen.Gen<string> = Gen.string(characters.anyCharacter, { maxLength: 12 })
/** Letters stand around it, which pair with nothing. */
const amongLetters = (character: Gen.Gen<string>): Gen.Gen<string> =>
  template`${Gen.stringOf(characters.letters, 0, 3)}${character}${Gen.stringOf(characters.letters, 0, 3)}`
/** What is changed on the way by who takes a body for lines, for JSON or for text; or nothing, in some languages. */
export const awkwardTexts: ReadonlyArray<string> = [
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
  '0',
  'null',
  'false',
]
const awkwardBytes = [[0xff], [0], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf, 0x7b, 0x7d], [0xff, 0xfe, 0x7b]]

export const bodies: LabelledGens<string | Bytes> = validAndInvalid<string | Bytes>(
  bodyRule,
  [
    Gen.bytes(),
    wellFormed,
    Gen.bytes({ maxLength: 40, size: 'max' }),
    ...constants(awkwardBytes.map((bytes) => Uint8Array.from(bytes))),
    // These overflow buffers of 64 KiB.
    ...[65_537, 100_000].map((most) => Gen.boundaryInteger(0, most).map((length) => new Uint8Array(length).fill(0x63))),
    ...constants(awkwardTexts),
    ...constants([...characters.surrogateNeighbours, '\ufeff', '\u0000', '\u{103ff}', '\u{10fc00}']).map(amongLetters),
  ],
  {
    'half of a pair': [
      ...constants([
        '\ud800',
        '\udbff',
        '\udc00',
        '\udfff',
        '\udc00\ud800',
        '\ud800\ud800\udc00',
        '\ud800\udc00\udc00',
      ]),
      Gen.constant('\udbff\ue000'),
      Gen.integer(0xd800, 0xdfff).map((unit) => String.fromCharCode(unit)),
    ].map(amongLetters),
  },
)
