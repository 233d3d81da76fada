import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { baseUrls } from '../../src/kit/values/baseUrls/baseUrls.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'

const { parse } = BaseUrl
const invalid = (rule: BaseUrl.BaseUrlInvalid['rule']) => E.left({ _tag: 'base_url_invalid', rule })
const jobs = (text: string) => E.chainW(BaseUrl.target('/v1/jobs'))(parse(text))

/** As the platform reads it; a name with an empty label is no concern of an IP address. */
const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : text.slice('https://'.length))

const takes = (...texts: ReadonlyArray<string>): void => {
  for (const text of texts) assert.equal(parse(text), E.right(text), text)
}
const refuses = (rule: BaseUrl.BaseUrlInvalid['rule'], ...texts: ReadonlyArray<string>): void => {
  for (const text of texts) assert.equal(parse(text), invalid(rule), JSON.stringify(text))
}

keepsItsGrammar('BaseUrl', baseUrls, parse, {
  'http elsewhere': 'https',
  'any host of http': 'https',
  'another scheme': 'form',
  'no scheme': 'form',
  'a letter that folds': 'host',
  'a host is': 'host userinfo',
  'a host': 'host',
  'a port': 'port host',
  'more than a path': 'query fragment host',
  userinfo: 'userinfo',
  'the path': 'path',
})

const url = suite('BaseUrl.parse')

url('takes what people write', () =>
  takes(
    'https://api.example.com:8443/base/path/',
    'HTTPS://API.EXAMPLE.COM',
    'https://[2001:db8::1]:443/a',
    'http://localhost:3000/a',
    'http://127.0.0.1:8080/',
    'http://[::1]',
    "https://h/a;p=1//%7e/../'x'",
    // An @ in the path starts no host.
    'https://h/@a',
  ),
)

url('takes each number of 127.x.x.x in its canonical spelling only', () => {
  for (let n = 0; n < 1000; n++) {
    for (const text of [`http://127.${n}.0.1`, `http://127.0.${n}.1`, `http://127.0.0.${n}`]) {
      assert.equal(parse(text), n < 256 ? E.right(text) : invalid('host'))
    }
    if (n < 100) refuses('host', `http://127.0.0.0${n}`)
  }
})

url('refuses what a URL parser reads as another host', () => {
  refuses('userinfo', 'http://localhost@evil.com', 'http://localhost:80@evil.com', 'https://h\\@evil.com')
  refuses(
    'host',
    'http://localhost\\.evil.com',
    'https://h%2eexample',
    'https://ｈ',
    'http://127.051.2.5',
    'http://0x7f000001',
  )
  refuses('https', 'http://127.0.0.1.evil.com', 'http://localhost.evil.com', 'http://[::ffff:127.0.0.1]')
  refuses('form', '\nhttps://h', 'javascript://h', 'https:\\\\h')
})

/** Texts of the characters of an IPv6 address, of which some are one. */
const nearlyIpv6 = () => {
  const groups = fc.array(
    fc.constantFrom('0', 'f', '1a2B', '12345', '', '1.2.3.4', '01.2.3.4', '256.1.1.1', '1.2.3', 'g'),
    {
      maxLength: 10,
    },
  )
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(groups, groups).map((halves) => halves.map((half) => half.join(':')).join('::')) },
    { weight: 2, arbitrary: groups.map((all) => all.join(':')) },
    { weight: 3, arbitrary: like.mutated(fc.ipV6()) },
    { weight: 1, arbitrary: fc.ipV6() },
  )
}

url('for all texts in brackets: takes exactly those that Node reads as an IPv6 address', async () => {
  let taken = 0
  await forAll([nearlyIpv6()], { numRuns: 5000 }, (text) => {
    const known = isIPv6(text) && !text.includes('%')
    if (known) taken++
    assert.is(E.isRight(parse(`https://[${text}]/a`)), known, JSON.stringify(text))
  })
  assert.ok(taken > 200, String(taken))
})

url('for all hosts of digits, dots and letters: the platform reads the same host', () =>
  forAll(
    [fc.string({ unit: fc.constantFrom('0', '1', '8', '25', '.', 'x', 'a', '-'), minLength: 1 })],
    { numRuns: 2000 },
    (name) => {
      if (E.isRight(parse(`https://${name}`))) assert.is(hostOf(`https://${name}`), name)
    },
  ),
)

url('takes a path of 8,192 characters and no more', () => {
  takes(`https://h/${'a'.repeat(8191)}`)
  refuses('path', `https://h/${'a'.repeat(8192)}`)
})

url('slashes at the end of a path, which a target loses, do not count towards its length', () => {
  takes(`https://h/a${'/'.repeat(9000)}`, `https://h${'/'.repeat(9000)}`)
  assert.equal(jobs(`https://h/a${'/'.repeat(9000)}`), E.right('/a/v1/jobs'))
})

url('for all texts accepted with plain http: the platform parses a loopback host', () =>
  forAll(
    [
      fc.oneof(
        like.mutated(arb.baseUrl().map((base) => base.replace(/^https:/i, 'http:'))),
        like.mutated(fc.constantFrom('http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', 'http://127.0.0.1:80')),
      ),
    ],
    { numRuns: 500 },
    (text) => {
      if (E.isLeft(parse(text)) || /^https:/i.test(text)) return
      assert.match(new URL(text).hostname, /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/)
    },
  ),
)

url('for all base URLs: the platform parses the same host and port', () =>
  forAll([like.mutated(arb.baseUrl())], (text) => {
    const base = parse(text)
    if (E.isLeft(base) || !URL.canParse(text)) return
    const { protocol, host, username, search, hash } = new URL(text)
    assert.is(`${protocol}//${host}`, new URL(BaseUrl.origin(base.right)).origin)
    assert.equal([username, search, hash], ['', '', ''])
  }),
)

const target = suite('BaseUrl.target')

target('refuses a path that is too long with the base', () => {
  const path = `/${'a'.repeat(8192 - '/v1/jobs'.length - 1)}`
  assert.equal(jobs(`https://h${path}`), E.right(`${path}/v1/jobs`))
  assert.equal(jobs(`https://h${path}a`), E.left({ _tag: 'target_invalid', rule: 'length', offset: 8192 }))
})

target('for all base URLs: the base without its origin and trailing slashes, then the path', () =>
  forAll([arb.baseUrl()], (base) => {
    const joined = BaseUrl.target('/v1/jobs')(base)
    if (E.isLeft(joined)) return assert.ok(base.length > 8192 - '/v1/jobs'.length)
    assert.ok(RequestTarget.isRequestTarget(joined.right))
    const before = joined.right.slice(0, -'/v1/jobs'.length)
    assert.not(before.endsWith('/'))
    assert.is((BaseUrl.origin(base) + before).toLowerCase(), base.replace(/([^/])\/+$/, '$1').toLowerCase())
  }),
)

const origin = suite('BaseUrl.origin')

origin('is scheme and authority in lower case', () => {
  for (const [base, expected] of [
    ['HTTPS://API.Example.COM/A', 'https://api.example.com'],
    ['https://h:8443', 'https://h:8443'],
    ['http://[::1]:80/a//b', 'http://[::1]:80'],
  ] as const) {
    assert.equal(E.map(BaseUrl.origin)(parse(base)), E.right(expected))
  }
})
