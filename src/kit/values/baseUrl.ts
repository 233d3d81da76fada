/** Base URLs on both sides of each rule: scheme, host (a name, IPv4, IPv6), port and path. `http` is valid with a loopback host alone. */
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../core/BaseUrl.ts'
import { maxLength } from '../../core/RequestTarget.ts'
import {
  alphanumerics,
  confusables,
  digits,
  foldable,
  letters,
  permutationOf,
  targetCharacters,
  withEachInserted,
  withInserted,
} from './characters.ts'
import * as Gen from './Gen.ts'
import { innerPartsOfBaseUrls } from './innerParts.ts'
import { constants, type LabelledGens, validAndInvalid } from './Labelled.ts'
import { neighbouring } from './neighbours.ts'

const { constant, template } = Gen

/** No IPv4 address: its last label ends in a letter, and is not `0x` and hexadecimal digits. */
const hostNames =
  template`${Gen.stringOf(alphanumerics, 1, 1)}${Gen.stringOf(`${alphanumerics}._-`, 0, 10)}${Gen.stringOf(letters, 1, 2)}`.filter(
    (host) => !host.includes('..') && !/(?:^|\.)0x[0-9a-f]*$/i.test(host),
  )
/** Their last labels are not all digits, nor `0x` and hexadecimal digits. */
const nearlyNumbers = constants(['api1', 'a.b2', '0xg', 'x0xF', 'node0x1', 'a.0xg', 'a.0xz', 'a.1-2', '1.2.3.4a'])
const hosts = Gen.oneof(
  Gen.constantFrom('jobs.example', 'Jobs.Example', 'a', 'xn--my-host.example'),
  hostNames,
  ...nearlyNumbers,
)
const byte = Gen.nat(255)
const loopbacks = Gen.oneof(
  Gen.constantFrom('localhost', 'LOCALHOST', '[::1]', '127.0.0.1'),
  template`127.${byte}.${byte}.${byte}`,
)
const schemes: Gen.Gen<string> = Gen.constantFrom('https', 'HTTPS', 'Https')
const ports = Gen.oneof(constant(''), Gen.constantFrom(':1', ':443', ':65535'), template`:${Gen.integer(1, 65535)}`)
const ofPaths = targetCharacters.replace('?', '')
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
  template`/${Gen.stringOf(ofPaths, 1, 8)}`,
]

const group = Gen.nat(0xffff).map((n) => n.toString(16))
const groups = (least: number, most = least) =>
  Gen.array(group, { minLength: least, maxLength: most }).map((drawnGroups) => drawnGroups.join(':'))
const address = template`${byte}.${byte}.${byte}.${byte}`
/** `::` in an address, before the group of this number. */
const shortened = (addresses: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(addresses, Gen.nat(9)).map(([ipv6, index]) => {
    const ipv6Groups = ipv6.split(':')
    const place = index % ipv6Groups.length
    return `${ipv6Groups.slice(0, place).join(':')}::${ipv6Groups.slice(place).join(':')}`
  })
/** With an IPv4 address for the last two groups. */
const withIpv4 = (prefixes: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(prefixes, address).map(([prefix, four]) => (prefix === '' ? four : `${prefix}:${four}`))
const literals = [
  ...constants([
    '[::1]',
    '[::]',
    '[2001:DB8::1]',
    '[::ffff:192.0.2.1]',
    '[1::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:1.2.3.4]',
  ]),
  template`[${groups(8)}]`,
  template`[${groups(7)}::]`,
  template`[::${groups(7)}]`,
  template`[${groups(0, 3)}::${groups(0, 3)}]`,
  template`[${withIpv4(groups(6))}]`,
  template`[${shortened(withIpv4(groups(0, 5)))}]`,
]
const wrongLiterals = [
  ...constants([
    '[]',
    '[:]',
    '[:::]',
    '[::1',
    '::1]',
    '[::1]]',
    '[[::1]]',
    '[1.2.3.4]',
    '[::1%25eth0]',
    '[::1%1]',
    '[fe80::1%25e0]',
    '[::1%eth0]',
    '[::g]',
    '::1',
  ]),
  ...constants([
    '[::1.2.3]',
    '[::1.2.3.256]',
    '[::01.2.3.4]',
    '[v1.a]',
    '[1::2::3]',
    '[::1.2.3.4:5]',
    '[:1::2]',
    '[1::2:]',
    '[::12345]',
    '[::\uff11]',
  ]),
  ...constants(['[1:2:3:4:5:6:7:8:]', '[:1:2:3:4:5:6:7:8]', '[::1]a', 'a[::1]']),
  ...constants(['[::1 ]', '[ ::1]']),
  ...[7, 9, 10].map((count) => template`[${groups(count)}]`),
  template`[::${groups(8)}]`,
  template`[${groups(8)}::]`,
  ...[5, 7].map((count) => template`[${withIpv4(groups(count))}]`),
  template`[${shortened(withIpv4(groups(6)))}]`,
  template`[::${Gen.array(group, { minLength: 1, maxLength: 2 }).map((drawnGroups) => drawnGroups.join('::'))}::]`,
  Gen.tuple(groups(0, 3), Gen.integer(0x10000, 0xfffff)).map(
    ([prefix, wide]) => `[${prefix === '' ? '' : `${prefix}:`}${wide.toString(16)}::]`,
  ),
]

const url = ({ scheme = schemes, host = hosts, port = ports, path = Gen.oneof(...paths) } = {}): Gen.Gen<string> =>
  template`${scheme}://${host}${port}${path}`

const http = Gen.constantFrom('http', 'HTTP')
/** Hosts that are nearly loopback hosts. Under https they would do. */
const nearlyLoopbacks: ReadonlyArray<Gen.Gen<string>> = [
  ...constants([
    'api.localhost',
    'localhost1',
    'localhost-1',
    'localhos',
    'ocalhost',
    'xlocalhost',
    'local',
    'my-localhost',
    '126.255.255.255',
  ]),
  ...constants([
    '128.0.0.1',
    '10.0.0.1',
    '192.168.0.1',
    '0.0.0.0',
    '1.0.0.127',
    '169.254.1.1',
    '[::2]',
    '[::]',
    '[1::]',
    '[::1:1]',
    '[::11]',
  ]),
  ...constants([
    '[2001:db8::1]',
    '[fe80::1]',
    '[::8:1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
    '[0::1]',
  ]),
  hostNames,
  template`${hostNames}.localhost`,
  template`localhost.${hostNames}`,
  template`127.0.0.1.${hostNames}`,
  template`127.${hostNames}`,
]

/** Their target has this many characters. */
const longPaths = (length: number): ReadonlyArray<Gen.Gen<string>> => {
  const most = length - '/v1/jobs'.length
  return constants([
    `https://a/${'b'.repeat(most - 1)}`,
    `https://a/${'b'.repeat(most - 1)}//`,
    `https://a/${'%41'.repeat(most)}`.slice(0, 'https://a'.length + most),
    `https://a/${'b/'.repeat(most)}`.slice(0, 'https://a'.length + most - 1).concat('c'),
  ]).map(Gen.boundary)
}

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

export const baseUrls: LabelledGens = [
  ...validAndInvalid(
    'a base URL has the scheme https, or http for a loopback host',
    [
      url(),
      ...constants(['localhost', 'LOCALHOST', 'LocalHost', '[::1]', '127.0.0.0', '127.0.0.1', '127.255.255.255']).map(
        (host) => url({ scheme: http, host }),
      ),
      url({ scheme: http, host: loopbacks }),
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
  ),
  ...validAndInvalid(
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
  ),
  ...validAndInvalid(
    'a host of digits and dots is an IPv4 address without leading zeros',
    [
      address,
      // Both ends of what a pattern for octets takes apart: 0, 10, 100, 200, 250.
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
  ),
  ...validAndInvalid(
    'a host in brackets is an IPv6 address',
    literals.map((host) => url({ host })),
    wrongLiterals.map((host) => url({ host })),
  ),
  ...validAndInvalid(
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
  ),
  ...validAndInvalid('a base URL has neither userinfo nor ? nor #', [url(), ...paths.map((path) => url({ path }))], {
    'more than a path': constants(['?', '/?', '/?a', '#', '/#', '/#a', '/a?b#c', '\\a']).map((path) => url({ path })),
    userinfo: constants(['user@', 'user:pass@', '@', ':@', 'https@']).map((user) =>
      url({ host: template`${user}${hosts}` }),
    ),
  }),
  ...validAndInvalid(
    'the path of a base URL is visible ASCII',
    url({ path: template`/${permutationOf(ofPaths)}` }),
    [
      ...constants([' ', '\t', '\n', '\0', '\u007f', '\u0080', '\u00e9', '\u00ff', '\u20ac']),
      Gen.constantFrom(...confusables),
    ].flatMap((invalidPort) => [
      url({ path: template`/${withInserted(Gen.stringOf(`${alphanumerics}/`, 0, 6), invalidPort)}` }),
      url({ path: template`/a${invalidPort}` }),
    ]),
  ),
]
/** With the path of a request behind them: the whole target has a limit. */
export const baseUrlsOfRequests: LabelledGens = [
  ...nearBaseUrls,
  ...innerPartsOfBaseUrls,
  ...baseUrls,
  ...validAndInvalid(
    `the target of a request has at most ${maxLength} characters`,
    [
      ...longPaths(maxLength),
      // Slashes at the end are dropped first.
      ...[1, 100, maxLength].map((count) => Gen.boundary(constant(`https://a/b${'/'.repeat(count)}`))),
      ...[1, 100, 8000].map((count) =>
        Gen.boundary(constant(`https://${'a'.repeat(count)}/${'b'.repeat(maxLength - 9)}`)),
      ),
    ],
    { 'too long': [maxLength + 1, maxLength + 8, 9000].flatMap(longPaths) },
  ),
]
