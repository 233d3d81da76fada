import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as RequestTarget from '../../src/core/RequestTarget.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import { receivedTargets } from '../../src/kit/values/targets.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'
import { keepsItsGrammar } from './grammarContract.ts'
import { keepsItsRule } from './textContract.ts'

const invalid = (rule: RequestTarget.MalformedTarget['rule'], offset = 0) =>
  E.left({ _tag: 'target_invalid', rule, offset })

const unchanged = [
  '/',
  '/v1/jobs',
  '/v10/jobs',
  '/path?k1=v1&k2=v2',
  '/p?b=2&a=1&b=2',
  '/p?',
  '/p??',
  '/p?a=?/',
  '/%7e/%7E/~',
  '/a%2Fb',
  '/a/../b',
  '/./a',
  '/%2e%2e/b',
  '//a//b',
  '//host/path',
  '/?a+b',
  '/?a%20b',
  "/?q='x'",
  '/%zz',
  '/%',
  '/a;p=1',
  '/a\\b',
  '/http://h/x',
  '/"<>^`{|}',
]

/** Asserts the same result for a request line and for a signer's URL. */
const both = (text: string): ReturnType<typeof RequestTarget.parse> => {
  const target = RequestTarget.parse(text)
  assert.equal(RequestTarget.ofUrl(text), target, text)
  return target
}

keepsItsRule({
  name: 'RequestTarget',
  parse: RequestTarget.parse,
  of: /[!"$-~]/,
  lengths: [1, 8192],
  start: '/',
})

keepsItsGrammar(
  'RequestTarget',
  receivedTargets,
  RequestTarget.parse,
  {
    'too long': 'length',
    'no visible ASCII': 'character',
    'a line end behind it': 'character',
    'another form': 'empty form authority character',
    'a scheme': 'form character',
    'an authority': 'authority character',
    'a fragment': 'fragment',
  },
  (text) => text.replace(/^(?!\/).*?:\/\/[^/?]*(?=(\/)?)/, (_, slash) => (slash === undefined ? '/' : '')),
)

const parse = suite('RequestTarget.parse')

parse('keeps origin-form byte for byte', () => {
  for (const text of unchanged) assert.equal(both(text), E.right(text))
})

parse('strips only the scheme and the authority from absolute-form', () => {
  for (const text of unchanged) assert.equal(both(`https://h.example${text}`), E.right(text))
  assert.equal(both('http://h/a//b?c=http://i/'), E.right('/a//b?c=http://i/'))
})

parse('refuses an absolute-form without a well-formed authority', () => {
  assert.equal(both('https:///a'), invalid('authority', 8))
  assert.equal(both('https://?a'), invalid('authority', 8))
  assert.equal(both('file:///etc/passwd'), invalid('authority', 7))
  assert.equal(both('https://h\\@evil.example/a'), invalid('authority', 8))
  assert.equal(both('https://h"/a'), invalid('authority', 8))
})

parse('refuses what is no visible ASCII, with the offset', () => {
  for (const character of [' ', '\n', '\u0000', '\u007f', 'é', '😀', '\ud800']) {
    assert.equal(both(`/a${character}b`), invalid('character', 2))
    assert.equal(both(`https://h/a${character}`), invalid('character', 11))
    assert.equal(both(`${character}/a`), invalid('character', 0))
  }
})

parse('refuses a fragment: no request line has one', () => {
  assert.equal(RequestTarget.parse('/a#f'), invalid('fragment', 2))
  assert.equal(RequestTarget.parse('/a#'), invalid('fragment', 2))
  assert.equal(RequestTarget.parse('https://h/a#f'), invalid('fragment', 11))
})

parse('the limit counts the target, not the scheme and authority before it', () => {
  const longest = `/${'a'.repeat(8191)}`
  assert.equal(both(`https://h.example${longest}`), E.right(longest))
  assert.equal(both(`https://h.example${longest}a`), invalid('length', 'https://h.example'.length + 8192))
  const query = `?${'a'.repeat(8190)}`
  assert.equal(both(`https://h${query}`), E.right(`/${query}`))
  assert.equal(both(`https://h${query}a`), invalid('length', 'https://h'.length + 8191))
})

parse('for all targets: unchanged, alone or after any origin', () =>
  forAll(
    [arb.target(), fc.constantFrom('http://h', 'https://u:p@h.example:1', 'https://[::1]:8443')],
    (target, origin) => {
      assert.equal(both(target), E.right(target))
      assert.equal(both(origin + target), E.right(target))
    },
  ),
)

parse('for all texts: the result is a target, and a suffix of the text', () =>
  forAll(
    [fc.oneof(like.anyText(), like.mutated(arb.target()), like.mutated(arb.target().map((t) => `https://h${t}`)))],
    { numRuns: 500 },
    (text) => {
      const target = RequestTarget.parse(text)
      if (E.isLeft(target)) return
      assert.ok(RequestTarget.isRequestTarget(target.right))
      assert.ok(text.endsWith(target.right.slice(1)))
    },
  ),
)

const ofUrl = suite('RequestTarget.ofUrl')

ofUrl('refuses only a fragment', () => assert.equal(RequestTarget.ofUrl('#f'), invalid('empty')))

ofUrl('for all targets and fragments: the result is the target', () =>
  forAll([arb.target(), like.anyText()], (target, fragment) => {
    assert.equal(RequestTarget.ofUrl(`${target}#${fragment}`), E.right(target))
    assert.equal(RequestTarget.ofUrl(`https://h.example${target}#${fragment}`), E.right(target))
  }),
)
