/** What a client does: sign requests, and put jobs into them. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { alphanumerics, digits, foldable, letters, ofTargets } from './characters.ts'
import {
  allOf,
  type Drawn,
  type Generator,
  generator,
  inside,
  outside,
  type Sample,
  sides,
  textOf,
  withOne,
} from './Generator.ts'
import { appIds, partsWith, type Samples } from './parts.ts'

/** The key of the suite's first request: one of 2048 bits. */
const privateKeyOf = ({ vectors }: Suite): string => {
  for (const { op, input } of vectors) if (op === 'sign') return (input as Inputs['sign']).privateKey
  throw new Error('the suite signs nothing')
}

/** Only inside: a port cannot be asked for bad nonces. */
export const ownNonceRule = 'a nonce that a signer draws itself is new, in 38 bits or more'

const signed = (privateKey: string): Generator =>
  generator({
    name: 'signature',
    op: 'sign',
    weight: 100,
    drawn: fc
      .oneof(
        partsWith(['method', 'url', 'timestamp', 'nonce', 'body']).map(({ value, ...sample }) => ({
          appId: 'app-1',
          parts: value,
          ...sample,
        })),
        fc
          .tuple(appIds, partsWith(['method']))
          .filter(([, { passes }]) => passes)
          .map(([{ value, ...sample }, { value: parts }]) => ({ appId: value, parts, ...sample })),
      )
      .map(({ appId, parts, rule, passes }) => ({
        input: { privateKey, authType: standard, appId, ...parts },
        rule,
        passes,
      })),
  })

/** Nothing else varies: the judge looks at the nonces alone. */
const drawing = (privateKey: string): Generator =>
  generator({
    name: 'own-nonce',
    op: 'sign',
    weight: 2,
    drawn: inside(
      ownNonceRule,
      fc.constant({
        privateKey,
        authType: standard,
        appId: 'app-1',
        method: 'POST',
        url: '/v1/jobs',
        timestamp: '1700000000',
        body: { hex: '' },
        times: enough,
      }),
    ).map(({ value, ...sample }) => ({ input: value, ...sample })),
  })

const schemeRule = 'a base URL has the scheme https, or http for a loopback host'
const hostRule = 'a host is letters, digits and . _ - with a letter or digit at both ends'
const addressRule = 'a host of digits and dots is an IPv4 address without leading zeros'
const literalRule = 'a host in brackets is an IPv6 address'
const portRule = 'a port is 1 to 65535'
const pathRule = 'a base URL has neither userinfo nor ? nor #'

/** Begins with a letter at its last label, so that it is no IPv4 address. */
const names = fc
  .tuple(textOf(alphanumerics, 1, 1), textOf(`${alphanumerics}._-`, 0, 10), textOf(letters, 1, 2))
  .map((parts) => parts.join(''))
  .filter((name) => !name.includes('..'))
/** Their last labels are not all digits, nor `0x` and hexadecimal digits. */
const nearlyNumbers = fc.constantFrom('api1', 'a.b2', '0xg', 'x0xF', 'node0x1', 'a.0xg', 'a.0xz', 'a.1-2', '1.2.3.4a')
const hosts = fc.oneof(fc.constantFrom('jobs.example', 'Jobs.Example', 'a', 'my-host.example'), names, nearlyNumbers)
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
const paths = fc.oneof(
  fc.constantFrom('', '/', '/api', '/api/', '//b'),
  textOf(`${alphanumerics}-._~`, 1, 8).map((path) => `/${path}`),
  textOf(ofTargets.replace('?', ''), 1, 8).map((path) => `/${path}`),
)
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
const literals = fc.oneof(
  fc.constantFrom('[::1]', '[::]', '[2001:db8::1]', '[::ffff:192.0.2.1]'),
  groups(8, 8).map((all) => `[${all.join(':')}]`),
  fc.tuple(groups(0, 3), groups(0, 3)).map(([before, after]) => `[${before.join(':')}::${after.join(':')}]`),
  withIpv4(groups(6, 6), (all) => all),
  withIpv4(groups(0, 5), (all, at) => shortenedAt(all, at)),
)
const wrongLiterals = fc.oneof(
  fc.constantFrom(
    '[]',
    '[:]',
    '[:::]',
    '[::1',
    '::1]',
    '[::1]]',
    '[1.2.3.4]',
    '[::1%25eth0]',
    '[::g]',
    '[::1.2.3]',
    '[::1.2.3.256]',
    '[::01.2.3.4]',
    '[v1.a]',
  ),
  groups(7, 7).map((all) => `[${all.join(':')}]`),
  groups(9, 10).map((all) => `[${all.join(':')}]`),
  withIpv4(groups(5, 5), (all) => all),
  withIpv4(groups(7, 7), (all) => all),
  withIpv4(groups(6, 6), (all, at) => shortenedAt(all, at)),
  groups(1, 2).map((all) => `[::${all.join('::')}::]`),
  fc
    .tuple(groups(0, 3), fc.integer({ min: 0x10000, max: 0xfffff }))
    .map(([all, wide]) => `[${[...all, wide.toString(16)].join(':')}::]`),
)

interface Url {
  readonly scheme: fc.Arbitrary<string>
  readonly host: fc.Arbitrary<string>
  readonly port: fc.Arbitrary<string>
  readonly path: fc.Arbitrary<string>
}
const url = ({ scheme = schemes, host = hosts, port = ports, path = paths }: Partial<Url> = {}): fc.Arbitrary<string> =>
  fc.tuple(scheme, host, port, path).map(([a, b, c, d]) => `${a}://${b}${c}${d}`)

const baseUrls: fc.Arbitrary<Sample<string>> = fc.oneof(
  sides(
    schemeRule,
    fc.oneof(url(), url({ scheme: fc.constantFrom('http', 'HTTP'), host: loopbacks })),
    fc.oneof(
      url({ scheme: fc.constant('http') }),
      url({ scheme: fc.constantFrom('', 'ftp', 'httpss', 'http s', 'http\u017f', 'ws') }),
      url({ scheme: fc.constant('http'), host: fc.constantFrom('localho\u017ft', 'LOCALHO\u017fT') }),
      fc.constantFrom('', 'jobs.example', '//jobs.example', 'https:/jobs.example', 'https:jobs.example'),
    ),
  ),
  sides(
    hostRule,
    url(),
    url({
      host: fc.oneof(
        fc.constantFrom('', '.', '-', 'jobs.example.'),
        fc
          .tuple(names, fc.constantFrom(...' !"$&\'()*+,;<=>[]^`{|}~%\\._-'), fc.boolean())
          .map(([name, end, isFirst]) => (isFirst ? end + name : name + end)),
        withOne(names, fc.constantFrom(...' !"$&\'()*+,;<=>[]^`{|}~\u00e9\u3002%\\', ...foldable)),
      ),
    }),
  ),
  sides(
    addressRule,
    url({ host: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((four) => four.join('.')) }),
    url({
      host: fc.oneof(
        fc.constantFrom('127.051.2.5', '127.0.0.01', '127.0.0.256', '127.1', '0127.0.0.1', '127.0.0.0.1', '0x7f.0.0.1'),
        fc.tuple(names, textOf(digits, 1, 3)).map((labels) => labels.join('.')),
        fc
          .tuple(names, fc.constantFrom('0x', '0X'), textOf(`${digits}abcdefABCDEF`, 1, 2))
          .map(([name, prefix, number]) => `${name}.${prefix}${number}`),
      ),
    }),
  ),
  sides(literalRule, url({ host: literals }), url({ host: wrongLiterals })),
  sides(
    portRule,
    url(),
    url({
      port: fc.oneof(
        fc.constantFrom(':', ':0', ':65536', ':-1', ':+1', ':8o', ': 80', ':99999999999'),
        fc.integer({ min: 65536, max: 200000 }).map((port) => `:${port}`),
      ),
    }),
  ),
  sides(
    pathRule,
    url(),
    fc.oneof(
      url({ path: fc.constantFrom('?', '/?a', '#', '/#a', '/a?b#c') }),
      url({ host: hosts.map((host) => `user@${host}`) }),
      url({ host: hosts.map((host) => `user:pass@${host}`) }),
    ),
  ),
)

const http = fc.constantFrom('http', 'HTTP')
/** Hosts that are nearly loopback hosts. Under https they would do. */
const nearlyLoopbacks: ReadonlyArray<fc.Arbitrary<string>> = [
  fc.constant('api.localhost'),
  names.map((name) => `${name}.localhost`),
  names.map((name) => `localhost.${name}`),
  fc.constantFrom('localhost1', 'localhost-1', 'localhos', 'ocalhost', 'xlocalhost', 'local', 'my-localhost'),
  fc.constantFrom('126.255.255.255', '128.0.0.1'),
  fc.constantFrom('10.0.0.1', '192.168.0.1', '0.0.0.0', '1.0.0.127', '169.254.1.1'),
  fc.constantFrom('[::2]', '[::]', '[1::]', '[::1:1]', '[::11]'),
  fc.constantFrom('[2001:db8::1]', '[fe80::1]', '[::8:1]'),
  names.map((name) => `127.0.0.1.${name}`),
  names.map((name) => `127.${name}`),
]
const hexadecimal = allOf(`${digits}abcdefABCDEF`)
const edgesOfBaseUrls: ReadonlyArray<Samples> = [
  ...nearlyLoopbacks.map((host) => outside(schemeRule, url({ scheme: http, host }))),
  ...nearlyLoopbacks.map((host) => inside(schemeRule, url({ host }))),
  inside(schemeRule, url({ scheme: http, host: fc.constantFrom('127.0.0.0', '127.255.255.255') })),
  ...['http\u017f', 'HTTP\u017f'].map((scheme) => outside(schemeRule, url({ scheme: fc.constant(scheme) }))),
  ...['localho\u017ft', 'LOCALHO\u017fT'].map((host) =>
    outside(schemeRule, url({ scheme: http, host: fc.constant(host) })),
  ),
  ...[...' _-.!%,@'].map((end) =>
    outside(hostRule, url({ host: names.map((name) => name + end), port: fc.constant('') })),
  ),
  ...[...' /_-.!@[`{'].map((first) => outside(hostRule, url({ host: names.map((name) => first + name) }))),
  ...foldable.map((one) => outside(hostRule, url({ host: names.map((name) => `a${one}${name}`) }))),
  inside(hostRule, url({ host: allOf(`${alphanumerics}_-`).map((all) => `a${all}z`) })),
  outside(addressRule, url({ host: hexadecimal.map((all) => `a.0x${all}`), path: fc.constant('') })),
  outside(addressRule, url({ host: allOf(digits).map((all) => `a.${all}`) })),
  ...[...'gG'].map((other) => inside(hostRule, url({ host: fc.constant(`a.0x1${other}`) }))),
  inside(literalRule, url({ host: groups(8, 8).map((all) => `[${all.join(':')}]`) })),
  inside(literalRule, url({ host: groups(7, 7).map((all) => `[${all.join(':')}::]`) })),
  inside(literalRule, url({ host: groups(7, 7).map((all) => `[::${all.join(':')}]`) })),
  outside(literalRule, url({ host: groups(8, 8).map((all) => `[::${all.join(':')}]`) })),
  outside(literalRule, url({ host: groups(8, 8).map((all) => `[${all.join(':')}::]`) })),
  inside(literalRule, url({ host: fc.constant('[::ffff:1.2.3.4]') })),
  inside(literalRule, url({ host: withIpv4(groups(6, 6), (all) => all) })),
  inside(literalRule, url({ host: withIpv4(groups(1, 5), (all, at) => shortenedAt(all, at)) })),
  outside(literalRule, url({ host: withIpv4(groups(6, 6), (all, at) => shortenedAt(all, at)) })),
  inside(pathRule, url({ path: allOf(ofTargets.replace('?', '')).map((all) => `/${all}`) })),
]

type Edition = Inputs['request']['edition']
const editions = fc.constantFrom<Edition>('international', 'mainland')

type Parts = Pick<Inputs['request'], 'timestamp' | 'nonce' | 'body'>
interface ToSend extends Omit<Sample<string>, 'value'> {
  readonly baseUrl: string
  readonly parts: Parts
}
const toUrl = ({ value: baseUrl, ...sample }: Sample<string>): ToSend => ({
  baseUrl,
  parts: { timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } },
  ...sample,
})
const withParts = ({ value: { timestamp, nonce, body }, ...sample }: Sample<Parts>): ToSend => ({
  baseUrl: 'https://jobs.example',
  parts: { timestamp, nonce, body },
  ...sample,
})
const sentWith = (privateKey: string, edition: Edition, { baseUrl, parts, ...sample }: ToSend): Drawn<'request'> => ({
  input: { baseUrl, edition, authType: standard, credentials: { appId: 'app-1', privateKey }, ...parts },
  ...sample,
})

const sent = (privateKey: string): Generator =>
  generator({
    name: 'request',
    op: 'request',
    weight: 280,
    drawn: fc
      .oneof(
        { weight: 3, arbitrary: baseUrls.map(toUrl) },
        { weight: 1, arbitrary: partsWith(['timestamp', 'nonce', 'body']).map(withParts) },
      )
      .chain((drawn) => editions.map((edition) => sentWith(privateKey, edition, drawn))),
    always: edgesOfBaseUrls.map((samples) =>
      fc.tuple(samples, editions).map(([sample, edition]) => sentWith(privateKey, edition, toUrl(sample))),
    ),
  })

export const signing = (suite: Suite): ReadonlyArray<Generator> => {
  const privateKey = privateKeyOf(suite)
  return [signed(privateKey), drawing(privateKey), sent(privateKey)]
}
