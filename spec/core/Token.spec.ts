import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import * as Authorization from '../../src/core/Authorization.ts'
import * as Token from '../../src/core/Token.ts'
import * as arb from '../../src/testing/arbitraries.ts'
import { suite } from '../support/suite.ts'

const malformed = E.left({ _tag: 'token_malformed' })

const parse = suite('Token.parse')

parse('takes the example of RFC 6750, a JWT, Base64 of both alphabets', () => {
  for (const text of ['mF_9.B5f-4.1JqM', 'eyJhbGciOiJSUzI1NiJ9.e30.AA-_', 'YWJj/+==', 'a', 'a======='])
    assert.equal(Token.parse(text), E.right(text))
})

parse('refuses the empty text, only =, and = inside', () => {
  for (const text of ['', '=', '==', '=a', 'a=b', 'a==b=']) assert.equal(Token.parse(text), malformed)
})

parse('refuses a space, quotes, a comma, line ends and what is not ASCII', () => {
  for (const text of ['a b', ' a', 'a ', '"a"', 'a,b', 'a\n', 'a\r\nb', 'a\u0000', 'é', 'a\u00a0', '\ufeffa', 'ſ']) {
    assert.equal(Token.parse(text), malformed, JSON.stringify(text))
  }
})

parse('takes a token that fills the longest header, and no longer one', () => {
  assert.is('Bearer '.length + Token.maxLength, Authorization.maxLength)
  const longest = 'a'.repeat(Token.maxLength)
  assert.equal(Token.parse(longest), E.right(longest))
  assert.equal(Token.parse(`${longest}a`), malformed)
  assert.equal(Token.parse(`${longest}=`), malformed)
})

parse('is fast for the longest almost valid text', () =>
  assert.equal(Token.parse(`${'a'.repeat(4000)}${'='.repeat(4000)}!`), malformed),
)

parse('for all tokens: takes them unchanged', () =>
  fc.assert(fc.property(arb.token(), (token) => assert.equal(Token.parse(token), E.right(token)))),
)

parse.run()
