import { inspect } from 'node:util'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as TokenList from '../../src/core/TokenList.ts'
import * as arb from '../../src/kit/testing/arbitraries.ts'
import * as like from '../support/lookalikes.ts'
import { assert, forAll, suite } from '../support/suite.ts'

const digest = 'ab'.repeat(32)

const read = (text: string) => {
  const entries = TokenList.parse(text)
  return E.isLeft(entries) ? entries.left : entries.right.map(({ line, holder, secret }) => [line, holder, secret()])
}
const wrong = (rule: TokenList.TokenListError['rule'], line: number): TokenList.TokenListError => ({
  _tag: 'token_list_invalid',
  rule,
  line,
})

const parse = suite('TokenList.parse')

parse('reads every form, and skips comments and blank lines', () => {
  const text = [
    '# tokens',
    '',
    'app-1 abc==',
    `  app-2\tsha256:${digest.toUpperCase()}  `,
    '\t# indented',
    'alone',
    `sha256:${digest}\r`,
    '',
  ].join('\n')
  assert.equal(read(text), [
    [3, 'app-1', { token: 'abc==' }],
    [4, 'app-2', { sha256: digest }],
    [6, undefined, { token: 'alone' }],
    [7, undefined, { sha256: digest }],
  ])
})

parse('reads an empty file', () => assert.equal(read(''), []))

parse('names the invalid line', () => {
  assert.equal(read('app-1 a\napp-2 b c'), wrong('form', 2))
  assert.equal(read('app-1 a # not a comment'), wrong('form', 1))
  assert.equal(read('\n\nApp: a'), wrong('app-id', 3))
  assert.equal(read(`${'a'.repeat(129)} a`), wrong('app-id', 1))
  assert.equal(read('app-1 "a"'), wrong('token', 1))
  assert.equal(read('app-1 a,b'), wrong('token', 1))
  assert.equal(read('\ufeffapp-1'), wrong('token', 1))
  assert.equal(read('app-1 sha256:'), wrong('digest', 1))
  assert.equal(read(`app-1 sha256:${digest}0`), wrong('digest', 1))
  assert.equal(read(`app-1 sha256:${digest.slice(1)}g`), wrong('digest', 1))
  assert.equal(read(`app-1 SHA256:${digest}`), wrong('token', 1))
})

parse('for all holders and tokens: reads the written list back', () =>
  forAll([fc.array(fc.tuple(arb.appId(), arb.token()))], (entries) => {
    const text = entries.map(([holder, token]) => `${holder} ${token}\n`).join('')
    const shown = read(text)
    assert.equal(
      shown,
      entries.map(([holder, token], i) => [i + 1, holder, { token }]),
    )
  }),
)

parse('for all texts: neither an entry nor an error shows a token', () =>
  forAll([like.mutated(fc.constant('app-1 CANARY-CANARY\n# c\nCANARY2'))], (text) => {
    const entries = TokenList.parse(text)
    // An error may show the holder; a stray space in a token makes its start look like a holder.
    const told = E.map((all: ReadonlyArray<TokenList.TokenEntry>) => all.map(({ holder, ...rest }) => rest))(entries)
    const shown = inspect(told, { depth: null, showHidden: true }) + JSON.stringify(told)
    assert.not.ok(/CANA|ANARY/.test(E.isLeft(entries) ? shown + TokenList.message(entries.left) : shown))
  }),
)

const message = suite('TokenList.message')

message('names file and line', () => {
  const sentence = TokenList.message({ ...wrong('digest', 3), file: 'tokens.txt' })
  assert.is(sentence, 'tokens.txt: line 3: 64 hexadecimal digits must follow sha256:')
  assert.is(TokenList.message(TokenList.tokenListError('unreadable')), 'the file cannot be read')
})
