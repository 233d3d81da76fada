/**
 * Base URLs on both sides of each rule: scheme, host (a name, IPv4, IPv6), port and path. `http` is valid only with a loopback host.
 *
 * ```ts
 * baseUrls // a value: { value: 'http://128.0.0.1', change: 'http elsewhere', passes: false, rule: 'a base URL has the scheme https, …' }
 * ```
 */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../../core/BaseUrl.ts'
import { maxLength } from '../../../core/RequestTarget.ts'
import {
  alphanumerics,
  confusables,
  digits,
  foldable,
  permutationOf,
  targetCharacters,
  withEachInserted,
  withInserted,
} from '../characters.ts'
import * as Gen from '../Gen.ts'
import { innerPartsOfBaseUrls } from '../innerParts.ts'
import { constants, type LabelledGens, validAndInvalid } from '../Labelled.ts'
import { neighbouring } from '../neighbours.ts'
import {
  hostNames,
  hosts,
  ipv4Addresses,
  ipv6Hosts,
  loopbackHosts,
  nearlyLoopbacks,
  nearlyNumbers,
  wrongIpv6Hosts,
} from './hosts.ts'

const { constant, template } = Gen

// ---- A URL of its parts

const schemes: Gen.Gen<string> = Gen.constantFrom('https', 'HTTPS', 'Https')
const ports = Gen.oneof(constant(''), Gen.constantFrom(':1', ':443', ':65535'), template`:${Gen.integer(1, 65535)}`)
const pathCharacters = targetCharacters.replace('?', '')
const paths = [
  constant(''),
  ...constants([
    '/',
    '//',
    '/api',
    '/api/',
    '/api//',
    '//b',
    '/a//b',
    '/a/./b',
    '/a/../b',
    '/%7e%2f',
    '/a;b',
    '/a://b:c@d',
    '/v1/jobs',
  ]),
  template`/${Gen.stringOf(`${alphanumerics}-._~`, 1, 8)}`,
  template`/${Gen.stringOf(pathCharacters, 1, 8)}`,
]

const url = ({ scheme = schemes, host = hosts, port = ports, path = Gen.oneof(...paths) } = {}): Gen.Gen<string> =>
  template`${scheme}://${host}${port}${path}`

const http = Gen.constantFrom('http', 'HTTP')

// ---- The rules

const schemesOfUrls = validAndInvalid(
  'a base URL has the scheme https, or http for a loopback host',
  [
    url(),
    ...constants(['localhost', 'LOCALHOST', 'LocalHost', '[::1]', '127.0.0.0', '127.0.0.1', '127.255.255.255']).map(
      (host) => url({ scheme: http, host }),
    ),
    url({ scheme: http, host: loopbackHosts }),
    ...nearlyLoopbacks.map((host) => url({ host })),
  ],
  {
    'http elsewhere': nearlyLoopbacks.map((host) => url({ scheme: http, host })),
    'any host of http': url({ scheme: constant('HTTP') }),
    'another scheme': [
      ...constants(['', 'http s', ' https']),
      ...constants(['ftp', 'httpss', 'http:', 'https:', 'http\u017f', 'HTTP\u017f', 'ws', 'wss', 'xhttps']),
    ].map((scheme) => url({ scheme })),
    'a letter that folds': constants(['localho\u017ft', 'LOCALHO\u017fT']).map((host) => url({ scheme: http, host })),
    'no scheme': [
      constant(''),
      ...constants([
        'jobs.example',
        '//jobs.example',
        'https:/jobs.example',
        'https:jobs.example',
        'https:\\\\a.example',
      ]),
    ],
  },
)

const namesOfHosts = validAndInvalid(
  'a host is letters, digits and . _ - with a letter or digit at both ends',
  [
    ...constants(['jobs.example', 'Jobs.Example', 'a', 'xn--my-host.example', 'a_b-.-c.example']).map((host) =>
      url({ host }),
    ),
    // Parts between dots may be empty, or end in a mark.
    ...constants(['a..b', 'a...b.example', 'a.-b.example', 'a-.b.example', 'a--b', 'a__b', 'a._b', 'a_.b']).map(
      (host) => url({ host }),
    ),
    url({ host: template`a${permutationOf(`${alphanumerics}_-`)}z` }),
    ...constants('AZaz09').map((end) => url({ host: end.map((letter) => `${letter}-${letter}`) })),
    ...nearlyNumbers.map((host) => url({ host })),
  ],
  [
    ...constants(['', '.', '-', 'jobs.example.']),
    ...constants(' _-.!%,@').map((end) => template`${hostNames}${end}`),
    ...constants(' /_-.!@[`{%').map((sign) => template`${sign}${hostNames}`),
    ...withEachInserted(hostNames, ' !"$&\'()*+,;<=>[]^`{|}\u00e9\u3002%\\'),
    ...foldable.map((letter) => template`a${letter}${hostNames}`),
  ].map((host) => url({ host, port: constant('') })),
)

const ipv4OfUrls = validAndInvalid(
  'a host of digits and dots is an IPv4 address without leading zeros',
  [
    ipv4Addresses,
    // A pattern for octets has an alternative for each range: both ends of each range.
    ...constants(['0.9.10.99', '19.90.100.109', '190.199.200.209', '240.249.250.255']),
    ...constants(['0.0.0.0', '255.255.255.255', '1.2.3.4', 'a.0x1g', 'a.0x1G', 'a.0xg1', 'a.x1', '0y1']),
  ].map((host) => url({ host })),
  [
    ...constants([
      '127.051.2.5',
      '127.0.0.01',
      '127.0.0.256',
      '127.1',
      '0127.0.0.1',
      '127.0.0.0.1',
      '0x7f.0.0.1',
      '1',
      '0x',
      '256.1.1.1',
      '1.260.1.1',
    ]),
    ...constants([
      '1.1.300.1',
      '1.1.1.1000',
      '1.1.1.00',
      '1..1.1',
      '1.1.1.1.1',
      '.1.1.1.1',
      '1.2.3.999',
      '00.0.0.0',
      '1.2.3',
      '1.2.3.0x4',
    ]),
    ...constants(['2130706433', '0x7f000001']),
    template`${hostNames}.${Gen.stringOf(digits, 1, 3)}`,
    ...[permutationOf(digits), Gen.stringOf(digits, 1, 3)].map((labels) => template`a.${labels}`),
    ...[permutationOf(`${digits}abcdefABCDEF`), Gen.stringOf(`${digits}abcdefABCDEF`, 1, 2), constant('')].flatMap(
      (number) => ['0x', '0X'].map((prefix) => template`${hostNames}.${prefix}${number}`),
    ),
  ].map((host) => url({ host })),
)

const ipv6OfUrls = validAndInvalid(
  'a host in brackets is an IPv6 address',
  ipv6Hosts.map((host) => url({ host })),
  wrongIpv6Hosts.map((host) => url({ host })),
)

const portsOfUrls = validAndInvalid(
  'a port is 1 to 65535',
  [url(), ...constants([':1', ':443', ':80', ':65535', ':0080', ':00000000443']).map((port) => url({ port }))],
  [
    ...constants([
      ':',
      ':0',
      ':00',
      ':65536',
      ':-1',
      ':+1',
      ':8o',
      ':99999999999',
      ':0x50',
      ':4_4',
      ':1.0',
      ':4294967297',
      ':65537',
      ':131153',
      ':\uff18',
      ':\u0668',
    ]),
    ...constants([':80:80', ':1e2']),
    ...constants([': 80', ':80 ']),
    template`:${Gen.integer(65536, 200_000)}`,
  ].map((port) => url({ port })),
)

const onlyPaths = validAndInvalid(
  'a base URL has neither userinfo nor ? nor #',
  [url(), ...paths.map((path) => url({ path }))],
  {
    'more than a path': constants(['?', '/?', '/?a', '#', '/#', '/#a', '/a?b#c', '\\a']).map((path) => url({ path })),
    userinfo: constants(['user@', 'user:pass@', '@', ':@', 'https@']).map((user) =>
      url({ host: template`${user}${hosts}` }),
    ),
  },
)

const pathsOfUrls = validAndInvalid(
  'the path of a base URL is visible ASCII',
  url({ path: template`/${permutationOf(pathCharacters)}` }),
  [
    ...constants([' ', '\t', '\n', '\0', '\u007f', '\u0080', '\u00e9', '\u00ff', '\u20ac']),
    Gen.constantFrom(...confusables),
  ].flatMap((wrongCharacter) => [
    url({ path: template`/${withInserted(Gen.stringOf(`${alphanumerics}/`, 0, 6), wrongCharacter)}` }),
    url({ path: template`/a${wrongCharacter}` }),
  ]),
)

export const baseUrls: LabelledGens = [
  ...schemesOfUrls,
  ...namesOfHosts,
  ...ipv4OfUrls,
  ...ipv6OfUrls,
  ...portsOfUrls,
  ...onlyPaths,
  ...pathsOfUrls,
]

// ---- Base URLs of requests

/** Every base URL one edit away from one of these. */
const nearBaseUrls = [
  'https://a.b:80/c',
  'http://127.0.0.1',
  'http://localhost/',
  'https://[1::2]',
  'https://1.2.3.4',
].flatMap((validUrl) =>
  neighbouring('a base URL is scheme, host, perhaps a port and a path', [validUrl], (baseUrl) =>
    E.isRight(BaseUrl.parse(baseUrl)),
  ),
)

/** Base URLs that make targets of this length: the path of the request `/v1/jobs` follows. */
const urlsOfTargetLength = (length: number): ReadonlyArray<Gen.Gen<string>> => {
  const most = length - '/v1/jobs'.length
  return constants([
    `https://a/${'b'.repeat(most - 1)}`,
    `https://a/${'b'.repeat(most - 1)}//`,
    `https://a/${'%41'.repeat(most)}`.slice(0, 'https://a'.length + most),
    `https://a/${'b/'.repeat(most)}`.slice(0, 'https://a'.length + most - 1).concat('c'),
  ]).map(Gen.boundary)
}

/** Base URLs for a signer, which puts the path of the request behind them: the whole target has a limit. */
export const baseUrlsOfRequests: LabelledGens = [
  ...nearBaseUrls,
  ...innerPartsOfBaseUrls,
  ...baseUrls,
  ...validAndInvalid(
    `the target of a request has at most ${maxLength} characters`,
    [
      ...urlsOfTargetLength(maxLength),
      // Slashes at the end are dropped first.
      ...[1, 100, maxLength].map((count) => Gen.boundary(constant(`https://a/b${'/'.repeat(count)}`))),
      ...[1, 100, 8000].map((count) =>
        Gen.boundary(constant(`https://${'a'.repeat(count)}/${'b'.repeat(maxLength - 9)}`)),
      ),
    ],
    { 'too long': [maxLength + 1, maxLength + 8, 9000].flatMap(urlsOfTargetLength) },
  ),
]
