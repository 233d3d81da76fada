import fc from 'fast-check'
import { folded, isTrustable, toCaller, toUpstream, trusted } from '../../../src/apps/gateway/passedHeaders.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~0189aAzZ"), minLength: 1 })
const known = fc.constantFrom(
  'X-Request-Id',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'Host',
  'Authorization',
  'Cookie',
  'TE',
  'Upgrade',
  'Expect',
  'Countersign-App-Id',
  'Countersign-Key',
  'X-Forwarded-For',
  'Forwarded',
  'X-Forwarded-User',
  'Keep-Alive',
  'Proxy',
)
/** What proxies in front tell of a caller, and services believe. */
const told = fc.constantFrom(
  'X-Real-IP',
  'Client-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'Fastly-Client-IP',
  'X-Azure-ClientIP',
  'X-ProxyUser-IP',
  'X-Originating-IP',
  'X-Remote-IP',
  'X-Forwarded',
  'X-Forwarded-Prefix',
  'X-Forwarded-User',
  'X-Forwarded-Client-Cert',
  'X-Forwarded-Port',
  'Remote-User',
  'X-Remote-User',
  'Remote-Addr',
  'Remote-Email',
  'Remote-Groups',
  'X-Authenticated-User',
  'Auth-Type',
  'X-Auth-Request-User',
  'X-WebAuth-User',
  'X-Amzn-Oidc-Identity',
  'X-Goog-IAP-JWT-Assertion',
  'Tailscale-User-Login',
  'X-SSL-Client-Verify',
  'SSL-Client-Cert',
  'X-Client-Cert',
  'Client-Cert',
  'Client-Cert-Chain',
  'X-Client-DN',
  'X-Client-Verify',
  'X-MS-Client-Principal',
  'Cf-Access-Authenticated-User-Email',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Original-URI',
  'X-Original-Method',
  'X-Original-Host',
  'X-Envoy-Original-Path',
  'Script-Name',
  'X-Script-Name',
  'Path-Info',
  'Path-Translated',
  'Request-URI',
  'Document-URI',
  'Query-String',
  'X-Host',
  'X-HTTP-Host-Override',
  'Server-Name',
  'Server-Port',
  'X-Scheme',
  'X-URL-Scheme',
  'Front-End-Https',
)

/** A name that CGI makes the same variable of. */
const lookalikeOf = (names: fc.Arbitrary<string>) =>
  fc
    .tuple(
      names,
      fc.array(fc.tuple(fc.boolean(), fc.constantFrom('-', '_', '.', '~', '!', '|')), { minLength: 30, maxLength: 30 }),
    )
    .map(([name, how]) =>
      [...name]
        .map((c, i) => (c === '-' ? how[i]?.[1] : how[i]?.[0] === true ? c.toUpperCase() : c.toLowerCase()))
        .join(''),
    )
const lookalike = lookalikeOf(known)
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
const passing = {
  passAuthorization: false,
  contentLength: 5,
  upstreamHost: 'up',
  trusted: trusted([]),
  requestId: 'id-of-the-gateway',
}

const pairsOf = (all: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  all.flatMap((name, i) => (i % 2 === 0 ? [[name, all[i + 1] as string] as const] : []))

const said = ['Content-Length', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded']
const mine = ['Countersign-App-Id', 'Countersign-Scheme', 'Countersign-Timestamp', 'Countersign-Key', 'X-Request-Id']

const headers = suite('headers for the upstream')

headers('for all headers: what the gateway says stands once, under every name that CGI folds to it', () =>
  forAll([lines], (given) => {
    const passed = pairsOf(toUpstream(given, who, origin, passing))
    for (const name of [...said, ...mine]) {
      const same = passed.filter(([other]) => folded(other) === folded(name))
      assert.is(same.length, 1, name)
    }
    const ours = passed.filter(([name]) =>
      /^(?:countersign|x-forwarded|forwarded|x-request-id$)(?:-|$)/.test(folded(name)),
    )
    assert.equal(ours.at(-1), ['X-Request-Id', 'id-of-the-gateway'])
    const names = ours.map(([name]) => name)
    assert.equal(names, [...said.slice(1), ...mine])
    for (const [name] of passed)
      assert.not.match(
        folded(name),
        /^(?:connection|transfer-encoding|te|upgrade|expect|keep-alive|proxy|authorization)$/,
      )
  }),
)

headers('for all headers: the others pass in their order, unless Connection names them', () =>
  forAll(
    [
      fc.array(
        fc.tuple(
          token.map((name) => `x-${name}`),
          fc.string(),
        ),
      ),
    ],
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
)

headers('for all names that a proxy in front tells, in any spelling: none passes', () =>
  forAll([fc.array(lookalikeOf(told))], (names) => {
    const given = names.flatMap((name) => [name, 'evil'])
    assert.not.ok(toUpstream(given, who, origin, passing).includes('evil'))
  }),
)

headers(
  'for all names of a trusted front: as it spells them they pass, whatever Connection says; no other spelling does',
  () =>
    forAll(
      [told.filter(isTrustable).chain((name) => fc.tuple(fc.constant(name), fc.array(lookalikeOf(fc.constant(name)))))],
      ([name, spellings]) => {
        const given = [name, 'of the front', ...spellings.flatMap((it) => [it, it]), 'Connection', `close, ${name}`]
        const passed = pairsOf(toUpstream(given, who, origin, { ...passing, trusted: trusted([name.toUpperCase()]) }))
        const of = passed.filter(([other]) => folded(other) === folded(name))
        assert.equal(of[0], [name, 'of the front'])
        assert.ok(of.every(([other]) => other.toLowerCase() === name.toLowerCase()))
      },
    ),
)

headers('a trusted header that no proxy is known for: another spelling is dropped, since CGI reads both as one', () => {
  const given = ['X-Tenant', 'of the front', 'X_Tenant', 'evil', 'x.tenant', 'evil', 'X-Other', 'of the caller']
  const passed = pairsOf(toUpstream(given, who, origin, { ...passing, trusted: trusted(['x-tenant']) }))
  assert.equal(
    passed.filter(([name]) => /tenant|other/i.test(name)),
    [
      ['X-Tenant', 'of the front'],
      ['X-Other', 'of the caller'],
    ],
  )
})

headers('for all names: what the gateway sets, and what concerns the connection, is trusted to nobody', () => {
  for (const name of [
    ...said,
    ...mine.slice(0, -1),
    'Host',
    'Authorization',
    'Connection',
    'X_Forwarded_For',
    'Countersign',
    '',
    'a b',
  ])
    assert.not.ok(isTrustable(name), name)
  const trust = trusted([...said, ...mine, 'Connection', 'Transfer-Encoding'])
  return forAll([lines], (given) => {
    const names = pairsOf(toUpstream(given, who, origin, { ...passing, trusted: trust })).map(([name]) => folded(name))
    for (const name of [...said, ...mine]) assert.is(names.filter((other) => other === folded(name)).length, 1, name)
  })
})

headers('what a client says of itself passes', () => {
  const given = [
    'X-Client-Version',
    'X-Original-Filename',
    'X-User-Id',
    'X-Auth-Token',
    'Content-Type',
    'Server-Timing',
    'Accept',
    'User-Agent',
    'Origin',
    'Referer',
    'X-Requested-With',
    'Traceparent',
    'X-HTTP-Method-Override',
    'Cookie',
  ].flatMap((name) => [name, 'x'])
  const passed = toUpstream(['Host', 'h', ...given], who, origin, passing)
  assert.equal(passed.slice(2, 2 + given.length), given)
})

headers('an address of IPv6 is quoted in Forwarded', () => {
  const passed = toUpstream([], who, origin, passing)
  assert.is(passed[passed.indexOf('Forwarded') + 1], 'for="[::1]";proto=https;host="h.example"')
})

headers('for all headers of an answer: none of the connection, none that it names but Content-Length', () =>
  forAll([lines], (given) => {
    for (const [name] of pairsOf(toCaller([...given, 'Connection', 'X-Mine', 'X-Mine', '1', 'Content-Length', '3'])))
      assert.not.match(name.toLowerCase(), /^(?:connection|transfer-encoding|te|upgrade|keep-alive|proxy-.*|x-mine)$/)
    const framed = pairsOf(toCaller(['Connection', 'Content-Length', 'Content-Length', '3']))
    assert.equal(framed, [['Content-Length', '3']])
  }),
)
