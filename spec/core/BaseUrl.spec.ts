import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as BaseUrl from '../../src/core/BaseUrl.ts'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { suite } from '../support/suite.ts'

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

const url = suite('BaseUrl.parse')

url('takes https with a name, an address, a port, a path', () =>
  takes(
    'https://api.example.com',
    'https://api.example.com/',
    'https://api.example.com:8443',
    'https://api.example.com/base/path/',
    'HTTPS://API.EXAMPLE.COM',
    'https://192.0.2.1',
    'https://[2001:db8::1]:443/a',
    'https://h',
    'https://a_b-c.example',
    "https://h/a;p=1//%7e/../'x'",
  ),
)

url('takes plain http for loopback, with port and path', () =>
  takes(
    'http://localhost',
    'http://LOCALHOST:3000/a',
    'HTTP://localhost',
    'http://127.0.0.1',
    'http://127.0.0.1:8080/',
    'http://127.0.0.0',
    'http://127.255.255.255',
    'http://127.1.20.255',
    'http://[::1]',
    'http://[::1]:8080/a',
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

url('refuses plain http for every other host, even one that resembles loopback', () =>
  refuses(
    'https',
    'http://api.example.com',
    'http://127.0.0.1.evil.com',
    'http://localhost.evil.com',
    'http://evil-localhost',
    'http://xlocalhost',
    'http://localhosts',
    'http://128.0.0.1',
    'http://126.255.255.255',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://[2001:db8::1]',
    'http://h:443',
  ),
)

url('refuses other schemes and no scheme', () =>
  refuses(
    'form',
    '',
    'api.example.com',
    '//api.example.com',
    '/v1',
    'ftp://h',
    'ws://localhost',
    'httpss://h',
    'xhttps://h',
    'https:h',
    'https:/h',
    'https:\\\\h',
    ' https://h',
    '\nhttps://h',
    'javascript://h',
  ),
)

url('refuses userinfo, at any position of the @', () =>
  refuses(
    'userinfo',
    'https://user@h',
    'https://user:pass@h:1/',
    'https://@h',
    'http://localhost@evil.com',
    'http://localhost:80@evil.com',
    'https://h\\@evil.com',
  ),
)

url('takes an @ in the path, where it starts no host', () => takes('https://h/@a'))

url('refuses a query and a fragment, empty ones too', () => {
  refuses('query', 'https://h?', 'https://h/?', 'https://h/a?b=c', 'https://h?a#b')
  refuses('fragment', 'https://h#', 'https://h/#a', 'https://h/a#b?c')
})

url('refuses an invalid host', () =>
  refuses(
    'host',
    'https://',
    'https:///a',
    'https://:443',
    'https://h h',
    'https://h\n',
    'https://h\u0000',
    'https://-h',
    'https://h-',
    'https://.',
    'https://h..',
    'https://h.',
    'https://api.example.com.',
    'https://api.example.com.:443/a',
    'https://192.0.2.1.',
    'https://é.example',
    'https://ｈ',
    'https://h%2eexample',
    'https://h\\a',
    'https://[::1',
    'https://::1',
    'https://[]',
    'https://[::1]a',
    'https://[v1.x]',
    'https://h:80:80',
    'https://h:a',
    'https://h:-1',
    'https://h:+1',
    'https://h: 1',
    'http://localhost\\.evil.com',
  ),
)

url('refuses a number as host that is no plain IPv4 address: a URL parser reads it as another one', () =>
  refuses(
    'host',
    'https://127.051.2.5',
    'https://127.0.0.256',
    'https://127.0.0.01',
    'https://127.0.0',
    'https://127.1',
    'https://127.0.0.1.1',
    'https://a.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0X7F.0.0.1.0x',
    'http://127.051.2.5',
    'http://0x7f000001',
  ),
)

url('takes a name with digits, and each plain IPv4 address', () =>
  takes(
    'https://1.example',
    'https://0x7f.example',
    'https://1a',
    'https://a.0xg',
    'https://255.255.255.255',
    'https://0.0.0.0',
  ),
)

url('refuses malformed IPv6 addresses', () =>
  refuses(
    'host',
    'https://[:::]',
    'https://[1.2.3.4]',
    'https://[::1::2]',
    'https://[12345::]',
    'https://[1:2:3:4:5:6:7:8:9]',
    'https://[1:2:3:4:5:6:7]',
    'https://[1:2:3:4::5:6:7:8]',
    'https://[:1:2:3:4:5:6:7:8]',
    'https://[1:2:3:4:5:6:7:]',
    'https://[::1.2.3]',
    'https://[::1.2.3.04]',
    'https://[::1.2.3.256]',
    'https://[1.2.3.4::]',
    'https://[::1.2.3.4:5]',
    'https://[1:2:3:4:5:6:7:1.2.3.4]',
    'https://[fe80::1%25eth0]',
    'https://[::g]',
    'https://[[::1]]',
  ),
)

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

url('for all texts in brackets: takes exactly those that Node reads as an IPv6 address', () => {
  let taken = 0
  fc.assert(
    fc.property(nearlyIpv6(), (text) => {
      const known = isIPv6(text) && !text.includes('%')
      if (known) taken++
      assert.is(E.isRight(parse(`https://[${text}]/a`)), known, JSON.stringify(text))
    }),
    { numRuns: 5000 },
  )
  assert.ok(taken > 200, String(taken))
})

url('for all hosts of digits, dots and letters: the platform reads the same host', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', '8', '25', '.', 'x', 'a', '-'), minLength: 1 }), (name) => {
      if (E.isRight(parse(`https://${name}`))) assert.is(hostOf(`https://${name}`), name)
    }),
    { numRuns: 2000 },
  ),
)

url('refuses an invalid port', () => {
  refuses(
    'port',
    'https://h:',
    'https://h:0',
    'https://h:65536',
    'https://h:99999999999999999999',
    'https://[::1]:',
    'http://localhost:/a',
  )
  takes('https://h:1', 'https://h:65535')
})

url('refuses a path that is no valid target', () => {
  refuses('path', 'https://h/a b', 'https://h/é', 'https://h/a\n', 'https://h/\t', `https://h/${'a'.repeat(8192)}`)
  takes(`https://h/${'a'.repeat(8191)}`)
})

url('slashes at the end of a path, which a target loses, do not count towards its length', () => {
  takes(`https://h/a${'/'.repeat(9000)}`, `https://h${'/'.repeat(9000)}`)
  assert.equal(jobs(`https://h/a${'/'.repeat(9000)}`), E.right('/a/v1/jobs'))
})

url('for all base URLs: takes them unchanged', () =>
  fc.assert(fc.property(arb.baseUrl(), (base) => assert.equal(parse(base), E.right(base)))),
)

url('for all texts accepted with plain http: the platform parses a loopback host', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        like.mutated(arb.baseUrl().map((base) => base.replace(/^https:/i, 'http:'))),
        like.mutated(fc.constantFrom('http://localhost/', 'http://127.0.0.1/', 'http://[::1]/', 'http://127.0.0.1:80')),
      ),
      (text) => {
        if (E.isLeft(parse(text)) || /^https:/i.test(text)) return
        assert.match(new URL(text).hostname, /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/)
      },
    ),
    { numRuns: 500 },
  ),
)

url('for all base URLs: the platform parses the same host and port', () =>
  fc.assert(
    fc.property(like.mutated(arb.baseUrl()), (text) => {
      const base = parse(text)
      if (E.isLeft(base) || !URL.canParse(text)) return
      const { protocol, host, username, search, hash } = new URL(text)
      assert.is(`${protocol}//${host}`, new URL(BaseUrl.origin(base.right)).origin)
      assert.equal([username, search, hash], ['', '', ''])
    }),
  ),
)

url.run()

const target = suite('BaseUrl.target')

target('joins base and path with exactly one /', () => {
  for (const [base, joined] of [
    ['https://h', '/v1/jobs'],
    ['https://h/', '/v1/jobs'],
    ['https://h//', '/v1/jobs'],
    ['https://h:8443', '/v1/jobs'],
    ['https://h/base', '/base/v1/jobs'],
    ['https://h/base/', '/base/v1/jobs'],
    ['https://h/base///', '/base/v1/jobs'],
    ['https://h//base//x/', '//base//x/v1/jobs'],
    ['http://[::1]:80/a', '/a/v1/jobs'],
    ['https://h/%7e/..', '/%7e/../v1/jobs'],
  ] as const) {
    assert.equal(jobs(base), E.right(joined), base)
  }
})

target('refuses a path that is too long with the base', () => {
  const path = `/${'a'.repeat(8192 - '/v1/jobs'.length - 1)}`
  assert.equal(jobs(`https://h${path}`), E.right(`${path}/v1/jobs`))
  assert.equal(jobs(`https://h${path}a`), E.left({ _tag: 'target_invalid', rule: 'length', offset: 8192 }))
})

target('for all base URLs: the base without its origin and trailing slashes, then the path', () =>
  fc.assert(
    fc.property(arb.baseUrl(), (base) => {
      const joined = BaseUrl.target('/v1/jobs')(base)
      if (E.isLeft(joined)) return assert.ok(base.length > 8192 - '/v1/jobs'.length)
      assert.ok(RequestTarget.isRequestTarget(joined.right))
      const before = joined.right.slice(0, -'/v1/jobs'.length)
      assert.not(before.endsWith('/'))
      assert.is((BaseUrl.origin(base) + before).toLowerCase(), base.replace(/([^/])\/+$/, '$1').toLowerCase())
    }),
  ),
)

target.run()

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

origin.run()
