/** What a client does: sign requests, and put jobs into them. */
import * as fc from 'fast-check'
import { standard } from '../../core/AuthType.ts'
import { enough } from '../randomness.ts'
import type { Suite } from '../suite.ts'
import type { Inputs } from '../Vector.ts'
import { alphanumerics, digits, foldable, letters, ofTargets } from './characters.ts'
import { type Generator, generator, inside, type Sample, sides, textOf, withOne } from './Generator.ts'
import { appIds, partsWith } from './parts.ts'

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
    weight: 5,
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
const literals = fc.oneof(
  fc.constantFrom('[::1]', '[::]', '[2001:db8::1]', '[::ffff:192.0.2.1]'),
  groups(8, 8).map((all) => `[${all.join(':')}]`),
  fc.tuple(groups(0, 3), groups(0, 3)).map(([before, after]) => `[${before.join(':')}::${after.join(':')}]`),
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

const sent = (privateKey: string): Generator =>
  generator({
    name: 'request',
    op: 'request',
    weight: 200,
    drawn: fc
      .tuple(
        fc.oneof(
          {
            weight: 3,
            arbitrary: baseUrls.map(({ value, ...sample }) => ({
              baseUrl: value,
              parts: { timestamp: '1700000000', nonce: 'n-1', body: { hex: '' } },
              ...sample,
            })),
          },
          {
            weight: 1,
            arbitrary: partsWith(['timestamp', 'nonce', 'body']).map(
              ({ value: { timestamp, nonce, body }, ...sample }) => ({
                baseUrl: 'https://jobs.example',
                parts: { timestamp, nonce, body },
                ...sample,
              }),
            ),
          },
        ),
        fc.constantFrom('international' as const, 'mainland' as const),
      )
      .map(([{ baseUrl, parts, rule, passes }, edition]) => ({
        input: { baseUrl, edition, authType: standard, credentials: { appId: 'app-1', privateKey }, ...parts },
        rule,
        passes,
      })),
  })

export const signing = (suite: Suite): ReadonlyArray<Generator> => {
  const privateKey = privateKeyOf(suite)
  return [signed(privateKey), drawing(privateKey), sent(privateKey)]
}
