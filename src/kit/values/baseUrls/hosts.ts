/**
 * Hosts of base URLs: names, IPv4 and IPv6 addresses, loopback hosts, and hosts that are nearly one of these. `baseUrls.ts` puts them into
 * URLs.
 */
import { alphanumerics, letters } from '../characters.ts'
import * as Gen from '../Gen.ts'
import { constants } from '../Labelled.ts'

const { template } = Gen

// ---- Names

/** Not IPv4 addresses: the last label ends in a letter, and is not `0x` with hexadecimal digits. */
export const hostNames: Gen.Gen<string> =
  template`${Gen.stringOf(alphanumerics, 1, 1)}${Gen.stringOf(`${alphanumerics}._-`, 0, 10)}${Gen.stringOf(letters, 1, 2)}`.filter(
    (host) => !host.includes('..') && !/(?:^|\.)0x[0-9a-f]*$/i.test(host),
  )
/** Names that some programs read as IPv4 addresses. The last label is neither all digits nor `0x` with hexadecimal digits. */
export const nearlyNumbers: ReadonlyArray<Gen.Gen<string>> = constants([
  'api1',
  'a.b2',
  '0xg',
  'x0xF',
  'node0x1',
  'a.0xg',
  'a.0xz',
  'a.1-2',
  '1.2.3.4a',
])
export const hosts: Gen.Gen<string> = Gen.oneof(
  Gen.constantFrom('jobs.example', 'Jobs.Example', 'a', 'xn--my-host.example'),
  hostNames,
  ...nearlyNumbers,
)

// ---- IPv4

const byte = Gen.nat(255)
export const ipv4Addresses: Gen.Gen<string> = template`${byte}.${byte}.${byte}.${byte}`

// ---- IPv6, in brackets

const group = Gen.nat(0xffff).map((n) => n.toString(16))
/** From `least` to `most` groups, with colons between them. */
const groups = (least: number, most = least): Gen.Gen<string> =>
  Gen.array(group, { minLength: least, maxLength: most }).map((drawnGroups) => drawnGroups.join(':'))
/** Addresses with `::` before one of their groups. */
const withDoubleColon = (addresses: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(addresses, Gen.nat(9)).map(([ipv6, index]) => {
    const ipv6Groups = ipv6.split(':')
    const place = index % ipv6Groups.length
    return `${ipv6Groups.slice(0, place).join(':')}::${ipv6Groups.slice(place).join(':')}`
  })
/** Addresses with an IPv4 address in place of the last two groups. */
const withIpv4 = (prefixes: Gen.Gen<string>): Gen.Gen<string> =>
  Gen.tuple(prefixes, ipv4Addresses).map(([prefix, four]) => (prefix === '' ? four : `${prefix}:${four}`))
export const ipv6Hosts: ReadonlyArray<Gen.Gen<string>> = [
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
  template`[${withDoubleColon(withIpv4(groups(0, 5)))}]`,
]
export const wrongIpv6Hosts: ReadonlyArray<Gen.Gen<string>> = [
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
  template`[${withDoubleColon(withIpv4(groups(6)))}]`,
  template`[::${Gen.array(group, { minLength: 1, maxLength: 2 }).map((drawnGroups) => drawnGroups.join('::'))}::]`,
  Gen.tuple(groups(0, 3), Gen.integer(0x10000, 0xfffff)).map(
    ([prefix, wide]) => `[${prefix === '' ? '' : `${prefix}:`}${wide.toString(16)}::]`,
  ),
]

// ---- Loopback hosts

export const loopbackHosts: Gen.Gen<string> = Gen.oneof(
  Gen.constantFrom('localhost', 'LOCALHOST', '[::1]', '127.0.0.1'),
  template`127.${byte}.${byte}.${byte}`,
)

/** Hosts that are nearly loopback hosts. A base URL may have them under https, and not under http. */
export const nearlyLoopbacks: ReadonlyArray<Gen.Gen<string>> = [
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
