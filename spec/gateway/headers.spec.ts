import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { folded, toCaller, toUpstream } from '../../src/gateway/headers.ts'
import { suite } from '../support/suite.ts'

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~0189aAzZ"), minLength: 1 })
const known = fc.constantFrom(
  ...[
    'Connection',
    'Content-Length',
    'Transfer-Encoding',
    'Host',
    'Authorization',
    'Cookie',
    'TE',
    'Upgrade',
    'Expect',
  ],
  ...[
    'Countersign-App-Id',
    'Countersign-Key',
    'X-Forwarded-For',
    'Forwarded',
    'X-Forwarded-User',
    'Keep-Alive',
    'Proxy',
  ],
)
/** A name that CGI makes the same variable of. */
const lookalike = fc
  .tuple(
    known,
    fc.array(fc.tuple(fc.boolean(), fc.constantFrom('-', '_', '.', '~', '!', '|')), { minLength: 30, maxLength: 30 }),
  )
  .map(([name, how]) =>
    [...name]
      .map((c, i) => (c === '-' ? how[i]?.[1] : how[i]?.[0] === true ? c.toUpperCase() : c.toLowerCase()))
      .join(''),
  )
const value = fc.oneof(fc.string(), known, lookalike, fc.constant('close, Countersign-App-Id, host'))
const lines = fc.array(fc.tuple(fc.oneof(token, known, lookalike), value)).map((pairs) => pairs.flat())

const who = {
  appId: 'app-1',
  scheme: 'signed',
  method: 'GET',
  target: '/',
  timestamp: 7,
  nonce: 'n',
  fingerprint: 'f',
} as const
const origin = { address: '::1', protocol: 'https', host: 'h.example' } as const
const passing = { passAuthorization: false, contentLength: 5, upstreamHost: 'up' }

const pairsOf = (all: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  all.flatMap((name, i) => (i % 2 === 0 ? [[name, all[i + 1] as string] as const] : []))

const said = ['Content-Length', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded']
const mine = ['Countersign-App-Id', 'Countersign-Scheme', 'Countersign-Timestamp', 'Countersign-Key']

const headers = suite('headers for the upstream')

headers('for all headers: what the gateway says stands once, under every name that CGI folds to it', () =>
  fc.assert(
    fc.property(lines, (given) => {
      const passed = pairsOf(toUpstream(given, who, origin, passing))
      for (const name of [...said, ...mine]) {
        const same = passed.filter(([other]) => folded(other) === folded(name))
        assert.is(same.length, 1, name)
      }
      const ours = passed.filter(([name]) => /^(?:countersign|x-forwarded|forwarded)(?:-|$)/.test(folded(name)))
      assert.equal(
        ours.map(([name]) => name),
        [...said.slice(1), ...mine],
      )
      for (const [name] of passed)
        assert.not.match(
          folded(name),
          /^(?:connection|transfer-encoding|te|upgrade|expect|keep-alive|proxy|authorization)$/,
        )
    }),
  ),
)

headers('for all headers: the others pass in their order, unless Connection names them', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          token.map((name) => `x-${name}`),
          fc.string(),
        ),
      ),
      (given) => {
        const pairs = given.filter(([name]) => !folded(name).startsWith('x-forwarded-'))
        const [first] = pairs[0] ?? ['x-none']
        const passed = pairsOf(
          toUpstream([...pairs.flat(), 'Host', 'h.example', 'Connection', `${first}, Host`], who, origin, passing),
        )
        const left = pairs.filter(([name]) => folded(name) !== folded(first))
        assert.equal(passed.slice(0, left.length + 1), [...left, ['Host', 'h.example']])
      },
    ),
  ),
)

headers('an address of IPv6 is quoted in Forwarded', () => {
  const passed = toUpstream([], who, origin, passing)
  assert.is(passed[passed.indexOf('Forwarded') + 1], 'for="[::1]";proto=https;host="h.example"')
})

headers('for all headers of an answer: none of the connection, none that it names but Content-Length', () =>
  fc.assert(
    fc.property(lines, (given) => {
      for (const [name] of pairsOf(toCaller([...given, 'Connection', 'X-Mine', 'X-Mine', '1', 'Content-Length', '3'])))
        assert.not.match(name.toLowerCase(), /^(?:connection|transfer-encoding|te|upgrade|keep-alive|proxy-.*|x-mine)$/)
      const framed = pairsOf(toCaller(['Connection', 'Content-Length', 'Content-Length', '3']))
      assert.equal(framed, [['Content-Length', '3']])
    }),
  ),
)

headers.run()
