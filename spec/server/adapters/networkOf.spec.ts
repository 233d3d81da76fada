import { BlockList, isIPv6 } from 'node:net'
import * as fc from 'fast-check'
import { networkOf } from '../../../src/server/adapters/nodeRequest.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const network = suite('networkOf')

network('an IPv4 address is one caller, in either form', () =>
  forAll([fc.ipV4()], (address) => {
    assert.is(networkOf(address), address)
    assert.is(networkOf(`::ffff:${address}`), address)
  }),
)

/** In the one form of RFC 5952, as a socket has it. */
const written = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)
const addresses = fc.ipV6().filter(isIPv6).map(written)

network('two addresses of IPv6 are one caller if node:net finds both in one /64', () =>
  forAll([addresses, addresses, fc.boolean()], (one, other, isNear) => {
    const second = isNear ? written([...whole(one).slice(0, 4), ...whole(other).slice(4)].join(':')) : other
    const list = new BlockList()
    list.addSubnet(one, 64, 'ipv6')
    assert.is(networkOf(one) === networkOf(second), list.check(second, 'ipv6'))
  }),
)

const whole = (address: string): ReadonlyArray<string> => {
  const [left = '', right = ''] = address.split('::')
  const [before, behind] = [left, right].map((half) => half.split(':').filter(Boolean)) as [string[], string[]]
  return [...before, ...new Array<string>(8 - before.length - behind.length).fill('0'), ...behind]
}

network('no address is no caller', () => assert.is(networkOf(undefined), undefined))
