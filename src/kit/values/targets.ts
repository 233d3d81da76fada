/**
 * Targets and URLs on both sides of each rule about them. A target is what a verifier receives, in origin-form or absolute-form (RFC 9112
 * §3.2). A URL is what a signer gets: a target, perhaps with a fragment, which is dropped.
 *
 *     /v1/jobs?a=1                     origin-form
 *     https://jobs.example/v1/jobs     absolute-form
 */
import * as E from 'fp-ts/lib/Either.js'
import * as RequestTarget from '../../core/RequestTarget.ts'
import * as characters from './characters.ts'
import * as Gen from './Gen.ts'
import { constants, type LabelledGens, validAndInvalid } from './Labelled.ts'
import { neighbouring } from './neighbours.ts'

const { template } = Gen

const maxLength = RequestTarget.maxLength
export const targetRule: string = `a target begins with / and has visible ASCII characters without #, at most ${maxLength}`

// ---- Origin-form

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
const oddPath = template`/${Gen.array(normalizablePieces, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))}`

/** Paths, perhaps with a query. */
export const paths: Gen.Gen<string> = Gen.oneof(template`/${Gen.stringOf(characters.targetCharacters, 0, 20)}`, oddPath)

/** This length. If it is allowed, it shrinks to shorter ones. */
const lengthsUpTo = (length: number): Gen.Gen<number> =>
  length > maxLength ? Gen.boundary(Gen.constant(length)) : Gen.boundaryInteger(1, length)

const pathOfLength = (length: number): Gen.Gen<string> =>
  Gen.tuple(Gen.constantFrom(...characters.targetCharacters), lengthsUpTo(length)).map(
    ([character, targetLength]) => `/${character.repeat(targetLength - 1)}`,
  )

/**
 * Targets up to this length, whose path before a query or before a row of slashes has one of three lengths: `/a?qqq…` and `/a///…`,
 * `/aaaaaaaa?qqq…`.
 */
const paddedPaths = (length: number, separator: '?' | '/'): ReadonlyArray<Gen.Gen<string>> =>
  [1, 8, 4096].map((pathLength) =>
    lengthsUpTo(length).map((targetLength) =>
      `/${'a'.repeat(pathLength)}${separator}`.padEnd(targetLength, separator === '?' ? 'q' : separator),
    ),
  )

/** A verifier that decodes first counts fewer characters. */
const escapedPath = (length: number): Gen.Gen<string> =>
  Gen.tuple(Gen.constantFrom('%41', '%c3%a9', '%2F'), lengthsUpTo(length)).map(([escapedPiece, targetLength]) =>
    `/${escapedPiece.repeat(4000)}`.slice(0, targetLength),
  )

// ---- Absolute-form

const authorityCharacters = characters.charactersIn(RequestTarget.authorityAlphabet)
const schemeCharacters = characters.charactersIn(RequestTarget.schemeAlphabet)
const authorities = Gen.oneof(
  Gen.constantFrom('jobs.example', 'user@[::1]:8443', '127.0.0.1:80'),
  Gen.stringOf(authorityCharacters, 1, 12),
)
const shortAuthorities = Gen.stringOf(authorityCharacters, 1, 8)
const schemes = Gen.oneof(
  Gen.constantFrom('https', 'HTTP', 'h2+x'),
  template`${Gen.constantFrom(...characters.letters)}${Gen.stringOf(schemeCharacters, 0, 5)}`,
)
/** What may follow an authority: a path or a query. */
const afterAuthority = Gen.oneof(paths, template`?${Gen.stringOf(characters.targetCharacters, 0, 8)}`)

/** Targets in absolute-form, with any of these parts given. */
export const absolute = ({
  scheme = schemes,
  authority = authorities,
  rest = afterAuthority,
}: { readonly [part in 'scheme' | 'authority' | 'rest']?: Gen.Gen<string> } = {}): Gen.Gen<string> =>
  template`${scheme}://${authority}${rest}`

/** A query right after an authority. The verifier puts a slash before it, and then the target has one character more. */
const queryOfLength = (length: number): Gen.Gen<string> =>
  pathOfLength(length + 1).map((path) => path.replace(/^\/.?/, '?'))

// ---- The rules of targets

const lengthsAndCharacters = validAndInvalid(
  targetRule,
  [
    template`/${Gen.string(Gen.constantFrom(...characters.targetCharacters))}`,
    paths,
    oddPath,
    oddPath,
    template`/${characters.permutationOf(characters.targetCharacters)}`,
    pathOfLength(maxLength - 1),
    pathOfLength(maxLength),
    absolute({ rest: pathOfLength(maxLength) }),
    absolute({ rest: queryOfLength(maxLength - 1) }),
    ...paddedPaths(maxLength, '?'),
    escapedPath(maxLength),
  ],
  {
    'too long': [
      pathOfLength(maxLength + 1),
      ...paddedPaths(maxLength + 1, '?'),
      ...paddedPaths(maxLength + 1, '/'),
      escapedPath(maxLength + 1),
    ],
    'too long behind an authority': [
      absolute({ rest: pathOfLength(maxLength + 1) }),
      absolute({ rest: queryOfLength(maxLength) }),
    ],
    'no visible ASCII': [
      ...characters.withEachInserted(oddPath, '\t\u0080\u00e9\u00ff').map((path) => template`/${path}`),
      template`${oddPath}${Gen.constantFrom(...characters.confusables)}`,
    ],
    'a line end behind it': template`${absolute()}\r\n`,
  },
)

const twoForms = validAndInvalid(
  'a target is in origin-form or absolute-form',
  [
    absolute(),
    template`${oddPath}${absolute()}`,
    ...constants(['', '?', '?a=b', '/', '//', '/?', '/?a://b/c']).map((rest) => absolute({ rest })),
    // The limit is that of the path and the query, without the authority.
    Gen.boundary(
      absolute({
        authority: Gen.constantFrom(...characters.letters).map((letter) => letter.repeat(8200)),
        rest: oddPath,
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
)

const wrongSchemes = [
  ...constants(['', '1http', '+http', '-', '.a']),
  ...constants(characters.lookalikesOf(schemeCharacters).filter((sign) => sign !== '/')).map(
    (sign) => template`h${sign}${Gen.stringOf(characters.letters, 0, 4)}`,
  ),
  characters.withInserted(Gen.stringOf(characters.letters, 1, 5), characters.othersThan(`${schemeCharacters}/?#`)),
]
const schemesOfTargets = validAndInvalid(
  'a scheme is a letter, then letters, digits and + - .',
  [
    absolute(),
    absolute({ scheme: template`s${characters.permutationOf(schemeCharacters)}` }),
    ...constants('AZaz').map((scheme) => absolute({ scheme })),
  ],
  wrongSchemes.map((scheme) => absolute({ scheme, rest: paths })),
)

const wrongAuthorities = [
  Gen.constant(''),
  ...characters.withEachInserted(
    shortAuthorities,
    characters.lookalikesOf(authorityCharacters).filter((sign) => !'/?#'.includes(sign)),
  ),
  ...['', '[]'].map((brackets) =>
    characters
      .withInserted(shortAuthorities, characters.othersThan(`${authorityCharacters}/?#`))
      .map((authority) => brackets.charAt(0) + authority + brackets.charAt(1)),
  ),
]
const authoritiesOfTargets = validAndInvalid(
  "an authority has one or more letters, digits and . _ ~ % ! $ & ' ( ) * + , ; = : @ [ ] -",
  [absolute(), absolute({ authority: characters.permutationOf(authorityCharacters) })],
  wrongAuthorities.map((authority) => absolute({ authority, rest: paths })),
)

export const targets: LabelledGens = [
  ...lengthsAndCharacters,
  ...twoForms,
  ...schemesOfTargets,
  ...authoritiesOfTargets,
]

/** For a verifier: no request line has a fragment. */
export const receivedTargets: LabelledGens = [
  ...targets,
  ...validAndInvalid(targetRule, [], {
    'a fragment': [template`${paths}#`, template`${paths}#top`, template`${absolute()}#top`],
  }),
]

// ---- URLs

const fragments = Gen.oneof(
  Gen.constantFrom('', '#', '/', '?a', '://b/c'),
  Gen.stringOf(characters.visible, 0, 8),
  characters.withInserted(Gen.stringOf(characters.visible, 0, 4), Gen.constantFrom(...characters.confusables)),
)
const withFragment = (url: Gen.Gen<string>): Gen.Gen<string> => template`${url}#${fragments}`

export const urls: LabelledGens = [
  ...targets,
  ...validAndInvalid(
    'of a URL, # and everything after it is dropped, and the rest is a target',
    [
      withFragment(paths),
      withFragment(absolute()),
      ...constants(['/', '//', '?', '.', '/.', '%20', '%', '&', '=']).map((end) =>
        withFragment(template`${oddPath}${end}`),
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
      Gen.boundary(template`${oddPath}#${pathOfLength(maxLength)}`),
    ],
    [
      ...[
        ...constants(['', '*', 'v1', 'https://', 'https:', '#/v1', '##/v1']),
        pathOfLength(maxLength + 1),
        ...constants([' ', '\t', '\n', '\u00a0', '\0']).map((end) => template`${oddPath}${end}`),
      ].map(withFragment),
      ...constants(['#', '##', '#a', '#/', '#?', '?#', '*#', 'a#/', 'https://#', 'https:#//a/', 'http#://a/']),
    ],
  ),
]

/** Every URL one edit away from these two. */
export const neighboursOfUrls: LabelledGens = neighbouring(targetRule, ['https://a.b/c?d', '/a?b#c'], (url) =>
  E.isRight(RequestTarget.parse(url.split('#')[0] as string)),
)
