/** What a client does: sign requests, and put jobs into them. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { alphanumerics, digits, foldable, letters, odd, ofTargets } from './characters.ts'
import {
  allOf,
  anyOf,
  each,
  eachOf,
  type Generator,
  generator,
  inside,
  joined,
  mapped,
  type Sample,
  type Samples,
  sides,
  textOf,
  withEach,
  withOne,
} from './Generator.ts'
import { authTypes, tokenRule, tokenSamples } from './headers.ts'
import { jobMeanings, rules } from './jobs.ts'
import { good } from './keyPairs.ts'
import { goodPrivateKeys, privateKeys, privatePemOf } from './keys.ts'
import { appIds, partsWith, partsWithBodies } from './parts.ts'

/** The key of the suite's first request: one of 2048 bits. */
const privateKeyOf = ({ vectors }: Suite): string => {
  for (const { op, input } of vectors) if (op === 'sign') return (input as Inputs['sign']).privateKey
  throw new Error('the suite signs nothing')
}

/** Only inside: a port cannot be asked for bad nonces. */
export const ownNonceRule = 'a nonce that a signer draws itself is new, in 38 bits or more'

type Signing = Omit<Inputs['sign'], 'times'>

/** Signatures that begin with a zero byte, which numbers lose: one for each good key, found by counting up. */
const zeroNonces = [47, 47, 88, 112, 38, 98, 391, 0, 39, 289, 0]
const shortSignatures: Samples<Partial<Signing>> = sides(
  'the numbers of a private key belong together',
  each(good.map((keys, i) => [keys, zeroNonces[i]] as const)).map((draws) =>
    draws.map(([keys, nonce]) => ({
      ...{ privateKey: privatePemOf(keys), method: 'POST', url: '/v1/jobs', timestamp: '1700000000' },
      ...{ nonce: `zero-${nonce}`, body: { hex: '' } },
    })),
  ),
  [],
)

/** Texts that are false in some language. */
const zeroRule = 'a nonce has 1 to 128 letters, digits and hyphens'
const zeros: Samples<Partial<Signing>> = sides(
  zeroRule,
  each<Partial<Signing>>([
    { appId: '0' },
    { nonce: '0' },
    { timestamp: '0' },
    { authType: '0' },
    { method: '0' },
    { url: '/0' },
    { body: { utf16: '0030' } },
    { body: { hex: '30' } },
  ]),
  [],
)

const signed = (privateKey: string): Generator => {
  const right = { privateKey, authType: standard, appId: 'app-1' }
  const valid = fc
    .oneof(...partsWith(['method', 'body']).slice(0, 1))
    .map(({ value: parts }): Signing => ({ ...right, ...parts }))
  const any = <A>(samples: Samples<A>, to: (input: Signing, value: A) => Signing) => joined(valid, anyOf(samples), to)
  return generator({
    name: 'signature',
    op: 'sign',
    ...eachOf<'sign'>(
      mapped(
        [
          ...(['method', 'url', 'timestamp', 'nonce', 'body'] as const).flatMap((name) =>
            any(partsWith([name]), (input, parts) => ({ ...input, ...parts })),
          ),
          ...any(appIds, (input, appId) => ({ ...input, appId })),
          ...any(authTypes, (input, authType) => ({ ...input, authType })),
          ...partsWithBodies.map((parts) =>
            fc
              .tuple(valid, parts)
              .map(([input, { value, ...sample }]) => ({ ...sample, value: { ...input, ...value } })),
          ),
          ...joined(valid, goodPrivateKeys, (input, pem) => ({ ...input, privateKey: pem })),
          ...joined(valid, shortSignatures, (input, one) => ({ ...input, ...one, authType: 'X-RSA' })),
          ...joined(valid, zeros, (input, zero) => ({ ...input, ...zero })),
          ...any(privateKeys, (input, pem) => ({ ...input, privateKey: pem })),
          ...any(privateKeys, (input, pem) => ({ ...input, privateKey: pem })),
        ],
        ({ value, ...sample }) => ({ input: value as Inputs['sign'], ...sample }),
      ),
    ),
  })
}

/** Many, of which nothing else varies: the judge looks at the nonces alone. A few, of any request. */
const drawing = (privateKey: string): Generator => {
  const right = { privateKey, authType: standard, appId: 'app-1' }
  const plain = { method: 'POST', url: '/v1/jobs', timestamp: '1700000000', body: { hex: '' } }
  const few = fc
    .tuple(
      anyOf(partsWith(['body']))[0] as fc.Arbitrary<Sample<Omit<Signing, keyof typeof right>>>,
      fc.constantFrom('app-1', '0'),
    )
    .map(([{ value }, appId]) => {
      const { nonce: _, ...parts } = value
      return { ...right, authType: 'X-RSA', appId, ...parts }
    })
  const many = fc.constant<Omit<Signing, 'nonce'> & { readonly times: number }>({ ...right, ...plain, times: enough })
  return generator({
    name: 'own-nonce',
    op: 'sign',
    ...eachOf<'sign'>(
      mapped(
        [
          inside(ownNonceRule, many),
          ...[1, 3].map((times) =>
            inside(
              ownNonceRule,
              few.map((parts) => ({ ...parts, times })),
            ),
          ),
        ],
        ({ value, ...sample }) => ({ input: value as Inputs['sign'], ...sample }),
      ),
    ),
  })
}

const schemeRule = 'a base URL has the scheme https, or http for a loopback host'
const hostRule = 'a host is letters, digits and . _ - with a letter or digit at both ends'
const addressRule = 'a host of digits and dots is an IPv4 address without leading zeros'
const literalRule = 'a host in brackets is an IPv6 address'
const portRule = 'a port is 1 to 65535'
const pathRule = 'a base URL has neither userinfo nor ? nor #'
const pathCharacterRule = 'the path of a base URL is visible ASCII'
const editionRule = 'the mainland edition takes no tokens'

/** Begins with a letter at its last label, so that it is no IPv4 address. */
const names = fc
  .tuple(textOf(alphanumerics, 1, 1), textOf(`${alphanumerics}._-`, 0, 10), textOf(letters, 1, 2))
  .map((parts) => parts.join(''))
  .filter((name) => !name.includes('..'))
/** Their last labels are not all digits, nor `0x` and hexadecimal digits. */
const nearlyNumbers = each(['api1', 'a.b2', '0xg', 'x0xF', 'node0x1', 'a.0xg', 'a.0xz', 'a.1-2', '1.2.3.4a'])
const hosts = fc.oneof(fc.constantFrom('jobs.example', 'Jobs.Example', 'a', 'my-host.example'), names, ...nearlyNumbers)
const loopbacks = fc.oneof(
  fc.constantFrom('localhost', 'LOCALHOST', '[::1]', '127.0.0.1'),
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rest) => `127.${rest.join('.')}`),
)
const schemes = fc.constantFrom('https', 'HTTPS', 'Https')
const ports = fc.oneof(
  fc.constant(''),
  fc.constantFrom(':1', ':443', ':65535'),
  fc.integer({ min: 1, max: 65535 }).map((port) => `:${port}`),
)
const paths = [
  ...each([
    '',
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
    '/a:b@c',
    '/v1/jobs',
  ]),
  textOf(`${alphanumerics}-._~`, 1, 8).map((path) => `/${path}`),
  textOf(ofTargets.replace('?', ''), 1, 8).map((path) => `/${path}`),
]
const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16))
const groups = (least: number, most: number) => fc.array(group, { minLength: least, maxLength: most })
/** `::` in an address, before the group of this number. */
const shortenedAt = (all: string, at: number): string => {
  const parts = all.split(':')
  const place = at % parts.length
  return `${parts.slice(0, place).join(':')}::${parts.slice(place).join(':')}`
}
/** With an IPv4 address for the last two groups. */
const withIpv4 = (
  before: fc.Arbitrary<ReadonlyArray<string>>,
  to: (all: string, at: number) => string,
): fc.Arbitrary<string> =>
  fc
    .tuple(before, fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }), fc.nat(9))
    .map(([all, four, at]) => `[${to([...all, four.join('.')].join(':'), at)}]`)
const literals = [
  ...each(['[::1]', '[::]', '[2001:DB8::1]', '[::ffff:192.0.2.1]', '[1::]', '[0:0:0:0:0:0:0:1]', '[::ffff:1.2.3.4]']),
  groups(8, 8).map((all) => `[${all.join(':')}]`),
  groups(7, 7).map((all) => `[${all.join(':')}::]`),
  groups(7, 7).map((all) => `[::${all.join(':')}]`),
  fc.tuple(groups(0, 3), groups(0, 3)).map(([before, after]) => `[${before.join(':')}::${after.join(':')}]`),
  withIpv4(groups(6, 6), (all) => all),
  withIpv4(groups(0, 5), (all, at) => shortenedAt(all, at)),
]
const wrongLiterals = [
  ...each([
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
  ]),
  ...each([
    '[::1.2.3]',
    '[::1.2.3.256]',
    '[::01.2.3.4]',
    '[v1.a]',
    '[::1 ]',
    '[ ::1]',
    '[1::2::3]',
    '[::1.2.3.4:5]',
    '::1',
  ]),
  ...each([
    '[:1::2]',
    '[1::2:]',
    '[::12345]',
    '[::\uff11]',
    '[1:2:3:4:5:6:7:8:]',
    '[:1:2:3:4:5:6:7:8]',
    '[::1]a',
    'a[::1]',
  ]),
  ...[7, 9, 10].map((count) => groups(count, count).map((all) => `[${all.join(':')}]`)),
  groups(8, 8).map((all) => `[::${all.join(':')}]`),
  groups(8, 8).map((all) => `[${all.join(':')}::]`),
  ...[5, 7].map((count) => withIpv4(groups(count, count), (all) => all)),
  withIpv4(groups(6, 6), (all, at) => shortenedAt(all, at)),
  groups(1, 2).map((all) => `[::${all.join('::')}::]`),
  fc
    .tuple(groups(0, 3), fc.integer({ min: 0x10000, max: 0xfffff }))
    .map(([all, wide]) => `[${[...all, wide.toString(16)].join(':')}::]`),
]

interface Url {
  readonly scheme: fc.Arbitrary<string>
  readonly host: fc.Arbitrary<string>
  readonly port: fc.Arbitrary<string>
  readonly path: fc.Arbitrary<string>
}
const url = ({
  scheme = schemes,
  host = hosts,
  port = ports,
  path = fc.oneof(...paths),
}: Partial<Url> = {}): fc.Arbitrary<string> =>
  fc.tuple(scheme, host, port, path).map(([a, b, c, d]) => `${a}://${b}${c}${d}`)

const http = fc.constantFrom('http', 'HTTP')
/** Hosts that are nearly loopback hosts. Under https they would do. */
const nearlyLoopbacks: ReadonlyArray<fc.Arbitrary<string>> = [
  ...each([
    'api.localhost',
    'localhost1',
    'localhost-1',
    'localhos',
    'ocalhost',
    'xlocalhost',
    'local',
    'my-localhost',
  ]),
  ...each(['126.255.255.255', '128.0.0.1', '10.0.0.1', '192.168.0.1', '0.0.0.0', '1.0.0.127', '169.254.1.1']),
  ...each([
    '[::2]',
    '[::]',
    '[1::]',
    '[::1:1]',
    '[::11]',
    '[2001:db8::1]',
    '[fe80::1]',
    '[::8:1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
    '[0::1]',
  ]),
  names,
  names.map((name) => `${name}.localhost`),
  names.map((name) => `localhost.${name}`),
  names.map((name) => `127.0.0.1.${name}`),
  names.map((name) => `127.${name}`),
]

const lengthRule = 'the target of a request has at most 8192 characters'
/** Their target has this many. */
const longPaths = (length: number): ReadonlyArray<fc.Arbitrary<string>> => {
  const most = length - '/v1/jobs'.length
  return [
    fc.constant(`https://a/${'b'.repeat(most - 1)}`),
    fc.constant(`https://a/${'b'.repeat(most - 1)}//`),
    fc.constant(`https://a/${'%41'.repeat(most)}`.slice(0, 'https://a'.length + most)),
    fc.constant(`https://a/${'b/'.repeat(most)}`.slice(0, 'https://a'.length + most - 1).concat('c')),
  ]
}

/** Behind a host, a port, an address or a slash. */
const withLineEnds: ReadonlyArray<fc.Arbitrary<string>> = ['\n', '\r\n', ' ', '\t', '\0'].flatMap((end) =>
  ['https://a', 'https://a:443', 'https://[::1]', 'https://192.0.2.51', 'http://localhost', 'https://a/'].map(
    (before) => fc.constant(before + end),
  ),
)

const baseUrls: Samples = [
  ...sides(
    schemeRule,
    [
      url(),
      ...each(['localhost', 'LOCALHOST', 'LocalHost', '[::1]', '127.0.0.0', '127.0.0.1', '127.255.255.255']).map(
        (host) => url({ scheme: http, host }),
      ),
      url({ scheme: http, host: loopbacks }),
      ...nearlyLoopbacks.map((host) => url({ host })),
    ],
    [
      ...nearlyLoopbacks.map((host) => url({ scheme: http, host })),
      url({ scheme: fc.constant('HTTP') }),
      ...each([
        '',
        'ftp',
        'httpss',
        'http:',
        'https:',
        'http s',
        'http\u017f',
        'HTTP\u017f',
        'ws',
        'wss',
        ' https',
        'xhttps',
      ]).map((scheme) => url({ scheme })),
      ...each(['localho\u017ft', 'LOCALHO\u017fT']).map((host) => url({ scheme: http, host })),
      ...each([
        '',
        'jobs.example',
        '//jobs.example',
        'https:/jobs.example',
        'https:jobs.example',
        'https:\\\\a.example',
      ]),
    ],
  ),
  ...sides(
    hostRule,
    [
      ...each(['jobs.example', 'Jobs.Example', 'a', 'my-host.example', 'a_b.example']).map((host) => url({ host })),
      url({ host: allOf(`${alphanumerics}_-`).map((all) => `a${all}z`) }),
      ...each('AZaz09').map((end) => url({ host: end.map((one) => `${one}-${one}`) })),
      ...nearlyNumbers.map((host) => url({ host })),
    ],
    [
      ...each(['', '.', '-', 'jobs.example.']),
      ...each(' _-.!%,@').map((ends) => fc.tuple(names, ends).map((texts) => texts.join(''))),
      ...each(' /_-.!@[`{%').map((firsts) => fc.tuple(firsts, names).map((texts) => texts.join(''))),
      ...withEach(names, ' !"$&\'()*+,;<=>[]^`{|}\u00e9\u3002%\\'),
      ...foldable.map((one) => names.map((name) => `a${one}${name}`)),
    ].map((host) => url({ host, port: fc.constant('') })),
  ),
  ...sides(
    addressRule,
    [
      fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((four) => four.join('.')),
      // Both ends of what a pattern for octets takes apart: 0, 10, 100, 200, 250.
      ...each(['0.9.10.99', '19.90.100.109', '190.199.200.209', '240.249.250.255']),
      ...each(['0.0.0.0', '255.255.255.255', '1.2.3.4', 'a.0x1g', 'a.0x1G', 'a.0xg1', 'a.x1', '0y1']),
    ].map((host) => url({ host })),
    [
      ...each([
        '127.051.2.5',
        '127.0.0.01',
        '127.0.0.256',
        '127.1',
        '0127.0.0.1',
        '127.0.0.0.1',
        '0x7f.0.0.1',
        '1',
        '0x',
      ]),
      ...each(['256.1.1.1', '1.260.1.1', '1.1.300.1', '1.1.1.1000', '1.1.1.00', '1..1.1', '1.1.1.1.1', '.1.1.1.1']),
      ...each(['1.2.3.999', '00.0.0.0', '1.2.3', '1.2.3.0x4', '2130706433', '0x7f000001']),
      fc.tuple(names, textOf(digits, 1, 3)).map((labels) => labels.join('.')),
      ...mapped([allOf(digits), textOf(digits, 1, 3)], (all) => `a.${all}`),
      ...[allOf(`${digits}abcdefABCDEF`), textOf(`${digits}abcdefABCDEF`, 1, 2), fc.constant('')].flatMap((number) =>
        ['0x', '0X'].map((prefix) => fc.tuple(names, number).map(([name, all]) => `${name}.${prefix}${all}`)),
      ),
    ].map((host) => url({ host })),
  ),
  ...sides(
    literalRule,
    literals.map((host) => url({ host })),
    wrongLiterals.map((host) => url({ host })),
  ),
  ...sides(
    portRule,
    [url(), ...each([':1', ':443', ':80', ':65535', ':0080', ':00000000443']).map((port) => url({ port }))],
    [
      ...each([
        ':',
        ':0',
        ':00',
        ':65536',
        ':-1',
        ':+1',
        ':8o',
        ': 80',
        ':80 ',
        ':99999999999',
        ':0x50',
        ':4_4',
        ':1.0',
      ]),
      ...each([':4294967297', ':65537', ':131153', ':\uff18', ':\u0668', ':80:80', ':1e2']),
      fc.integer({ min: 65536, max: 200000 }).map((port) => `:${port}`),
    ].map((port) => url({ port })),
  ),
  ...sides(
    pathRule,
    [url(), ...paths.map((path) => url({ path }))],
    [
      ...withLineEnds,
      ...each(['?', '/?', '/?a', '#', '/#', '/#a', '/a?b#c', '\\a']).map((path) => url({ path })),
      ...each(['user@', 'user:pass@', '@', ':@', 'https@']).map((user) =>
        url({ host: fc.tuple(user, hosts).map((texts) => texts.join('')) }),
      ),
    ],
  ),
  ...sides(
    lengthRule,
    [
      ...longPaths(8192),
      // Slashes at the end are dropped first.
      each([1, 100, 8192]).map((counts) => counts.map((count) => `https://a/b${'/'.repeat(count)}`)),
      each([1, 100, 8000]).map((counts) => counts.map((count) => `https://${'a'.repeat(count)}/${'b'.repeat(8183)}`)),
    ].flat(),
    [...longPaths(8193), ...longPaths(8200), ...longPaths(9000)],
  ),
  ...sides(
    pathCharacterRule,
    url({ path: allOf(ofTargets.replace('?', '')).map((all) => `/${all}`) }),
    [
      ...each([' ', '\t', '\n', '\0', '\u007f', '\u0080', '\u00e9', '\u00ff', '\u20ac']),
      fc.constantFrom(...odd),
    ].flatMap((wrong) => [
      url({ path: withOne(textOf(`${alphanumerics}/`, 0, 6), wrong).map((path) => `/${path}`) }),
      url({ path: wrong.map((end) => `/a${end}`) }),
    ]),
  ),
]

type Sending = Inputs['request']

const sent = (privateKey: string): Generator => {
  const credentials = { appId: 'app-1', privateKey }
  const valid = fc.constantFrom<Sending['edition']>('international', 'mainland').map(
    (edition): Sending => ({
      ...{ baseUrl: 'https://jobs.example', edition, authType: standard, credentials },
      ...{ timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } },
    }),
  )
  const any = <A>(samples: Samples<A>, to: (input: Sending, value: A) => Sending) => joined(valid, anyOf(samples), to)
  const withToken = (input: Sending, token: string): Sending => ({
    ...{ ...input, edition: 'international', credentials: { token } },
  })
  return generator({
    name: 'request',
    op: 'request',
    ...eachOf<'request'>(
      mapped(
        [
          ...joined(valid, baseUrls, (input, baseUrl) => ({ ...input, baseUrl })),
          ...(['timestamp', 'nonce', 'body'] as const).flatMap((name) =>
            any(partsWith([name]), (input, parts) => ({ ...input, [name]: parts[name] })),
          ),
          ...any(appIds, (input, appId) => ({ ...input, credentials: { appId, privateKey } })),
          ...any(authTypes, (input, authType) => ({ ...input, authType })),
          ...any(privateKeys, (input, pem) => ({ ...input, credentials: { appId: 'app-1', privateKey: pem } })),
          ...any(jobMeanings, (input, job) => ({ ...input, body: { job } }) as Sending),
          // No value, in some language.
          ...joined(valid, sides<unknown>(rules.job, [], each([null, false, 0, '', []])), (input, job) => ({
            ...input,
            body: { job } as Sending['body'],
          })),
          ...any(tokenSamples, withToken),
          ...joined(valid, sides(tokenRule, each(['0', '00', 'null', '-', '.', 'false']), []), withToken),
          ...joined(
            valid,
            sides<Partial<Sending>>(
              zeroRule,
              each<Partial<Sending>>([
                { nonce: '0' },
                { timestamp: '0' },
                { authType: '0' },
                { credentials: { appId: '0', privateKey } },
                { body: { utf16: '0030' } },
                { body: { hex: '30' } },
              ]),
              [],
            ),
            (input, zero) => ({ ...input, ...zero }),
          ),
          ...joined(
            valid,
            sides<Partial<Sending>>(
              editionRule,
              [
                fc.constant({ edition: 'international' }),
                // Nothing but the token is looked at.
                fc.constant({ edition: 'international', authType: 'Bearer', nonce: '', timestamp: 'now' }),
              ],
              fc.constant({ edition: 'mainland' }),
            ),
            (input, change) => ({ ...input, ...change, credentials: { token: 'a-token' } }),
          ),
        ],
        ({ value, ...sample }) => ({ input: value as Sending, ...sample }),
      ),
    ),
  })
}

export const signing = (suite: Suite): ReadonlyArray<Generator> => {
  const privateKey = privateKeyOf(suite)
  return [signed(privateKey), drawing(privateKey), sent(privateKey)]
}
